"""Where hidden tiles lie."""

from p2pqwirkle.bag.masking import tile_elements
from p2pqwirkle.bag.slots import Slot
from tests.bag.deals import Deal

DEAL = Deal()
BAG = DEAL.first_bag(10)


def test_a_draw_takes_the_lowest_indices_first() -> None:
    drawn, rest = BAG.draw(3)

    assert [each.slot for each in drawn] == [Slot(0, 0), Slot(0, 1), Slot(0, 2)]
    assert tuple(each.tile for each in drawn) == BAG.tiles[:3]
    assert rest.tiles == BAG.tiles[3:]


def test_the_next_draw_goes_on_where_the_last_one_ended() -> None:
    _, rest = BAG.draw(3)
    drawn, rest = rest.draw(2)

    assert [each.slot for each in drawn] == [Slot(0, 3), Slot(0, 4)]
    assert len(rest) == 5


def test_returned_tiles_join_behind_the_rest_as_they_are_in_the_bag_of_the_next_number() -> None:
    drawn, rest = BAG.draw(2)
    joined = rest.joined([each.tile for each in drawn])
    (first, *_), _ = joined.draw(1)

    assert joined.tiles == (*BAG.tiles[2:], *BAG.tiles[:2])
    assert first.slot == Slot(1, 0)


def test_a_shuffle_keeps_number_and_size() -> None:
    shuffled = BAG.shuffled(DEAL.shuffle(0, BAG.tiles).tiles)

    assert (shuffled.number, len(shuffled)) == (0, 10)
    assert shuffled.tiles != BAG.tiles


def test_slots_are_in_the_order_of_bag_number_then_index() -> None:
    assert sorted([Slot(1, 0), Slot(0, 9), Slot(0, 2)]) == [Slot(0, 2), Slot(0, 9), Slot(1, 0)]


def test_all_tiles_of_a_shuffled_bag_are_there_once() -> None:
    drawn, _ = DEAL.shuffled_by_all(BAG).draw(10)

    opened = DEAL.open(drawn, by=(0, 1, 2))

    assert sorted(opened) == sorted(tile_elements(DEAL.group)[:10])
