"""Why no masked tile may come from an entry: whoever can feed one in has others opened by it."""

from p2pqwirkle.bag.group import Element, Scalar, residue
from p2pqwirkle.bag.masking import MaskedTile, remask, tile_elements
from p2pqwirkle.bag.slots import Bag
from tests.bag.deals import Deal

DEAL = Deal()
GROUP = DEAL.group
HAND, REST = DEAL.shuffled_by_all(DEAL.first_bag(10)).draw(3)
VICTIMS = HAND[0].tile
"""A tile in seat 0's hand."""


def opened(tiles: tuple[MaskedTile, ...]) -> list[Element]:
    """What somebody sees who draws all *tiles* after all seats have shuffled them."""
    drawn, _ = DEAL.shuffled_by_all(Bag(1, 0, tiles)).draw(len(tiles))
    return list(DEAL.open(drawn, by=(0, 1, 2)))


def test_a_remasked_copy_that_is_returned_and_drawn_would_show_a_tile_of_another_hand() -> None:
    copy = remask(GROUP, DEAL.key, VICTIMS, Scalar(12345))

    (shown,) = opened((copy,))

    assert shown in DEAL.open(HAND, by=(0, 1, 2))


def test_a_multiple_that_is_fed_into_a_shuffle_would_be_found_again_behind_it() -> None:
    d = residue(GROUP, 7)
    multiple = MaskedTile(GROUP.multiply(d, VICTIMS.a), GROUP.multiply(d, VICTIMS.b))

    shown = opened((*REST.tiles, multiple))

    marked = {GROUP.multiply(d, element): element for element in tile_elements(GROUP)}
    (victims,) = (marked[element] for element in shown if element in marked)
    assert victims == DEAL.open(HAND[:1], by=(0, 1, 2))[0]


def test_a_returned_tile_joins_the_bag_as_it_was_drawn() -> None:
    joined = REST.joined([each.tile for each in HAND[:2]])

    assert joined.tiles[-2:] == (HAND[0].tile, HAND[1].tile)
