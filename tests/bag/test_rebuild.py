"""The bag is rebuilt without the key of a seat that has left: no tile is lost, no hand opened."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import pytest

from p2pqwirkle.bag.group import Edwards25519, Element, Group
from p2pqwirkle.bag.masking import MaskedTile, mask_elements, tile_elements, unmask, without_share
from p2pqwirkle.bag.slots import Bag
from tests.bag.deals import Deal
from tests.bag.rebuilds import Rebuild, Tiles
from tests.small_group import SmallGroup

GROUPS = pytest.mark.parametrize(
    "group", [SmallGroup(), Edwards25519()], ids=["small", "edwards25519"]
)


def without(deal: Deal, tile: MaskedTile, seat: int) -> MaskedTile:
    """*tile* without the mask of *seat*, by the share that seat gave when it was drawn."""
    return without_share(deal.group, tile, deal.group.multiply(deal.secrets[seat], tile.a))


def opened(deal: Deal, tile: MaskedTile, by: Sequence[int]) -> Element:
    shares = [deal.group.multiply(deal.secrets[seat], tile.a) for seat in by]
    return unmask(deal.group, tile, shares)


@dataclass
class Game:
    """Four seats at one bag, of whom some leave; in tests alone, all hands can be seen."""

    deal: Deal
    living: tuple[int, ...]
    bag: Bag
    hands: dict[int, Tiles]
    board: tuple[Element, ...] = ()
    step: int = 40

    @classmethod
    def dealt(cls, group: Group) -> "Game":
        deal = Deal(group, seats=4)
        bag = deal.shuffled_by_all(deal.first_bag(108))
        game = cls(deal, (0, 1, 2, 3), bag, dict.fromkeys(range(4), ()))
        for seat in game.living:
            game.draw(seat, 6)
        return game

    def draw(self, seat: int, count: int) -> None:
        drawn, self.bag = self.bag.draw(count)
        self.hands[seat] += tuple(each.tile for each in drawn)

    def play(self, seat: int, count: int) -> None:
        played, self.hands[seat] = self.hands[seat][:count], self.hands[seat][count:]
        self.board += tuple(opened(self.deal, tile, self.living) for tile in played)

    def put_aside(self, seat: int, count: int) -> Tiles:
        """Put tiles aside and draw as many: what returns has not joined the bag yet."""
        aside, self.hands[seat] = self.hands[seat][:count], self.hands[seat][count:]
        self.draw(seat, count)
        return aside

    def leave(self, seat: int, aside: Tiles = ()) -> Rebuild:
        """Rebuild the bag without *seat* while tiles *aside* lie between a hand and the bag."""
        del self.hands[seat]
        self.living = tuple(each for each in self.living if each != seat)
        self.hands = {
            owner: tuple(without(self.deal, tile, seat) for tile in hand)
            for owner, hand in self.hands.items()
        }
        away = tuple(without(self.deal, tile, seat) for tile in aside)
        held = (*(tile for owner in self.living for tile in self.hands[owner]), *away)
        left = tuple(each for each in tile_elements(self.deal.group) if each not in self.board)
        rebuild = Rebuild(self.deal, self.living, held, left, self.step)
        self.step += 20
        self.bag = rebuild.bag(self.bag.number + 1)
        if away:
            self.bag = self.bag.joined(away)
        return rebuild

    def accounted_for(self) -> list[Element]:
        """Every tile, wherever it lies, as all living seats together see it."""
        hidden = [*self.bag.tiles, *(tile for hand in self.hands.values() for tile in hand)]
        seen = [opened(self.deal, tile, self.living) for tile in hidden]
        return sorted([*self.board, *seen])


@GROUPS
def test_two_of_four_leave_one_after_the_other_and_every_tile_is_accounted_for(
    group: Group,
) -> None:
    all_tiles, game = sorted(tile_elements(group)), Game.dealt(group)
    game.play(0, 3)
    game.draw(0, 3)
    game.play(1, 2)
    leavers = [opened(game.deal, tile, game.living) for tile in game.hands[2]]

    game.leave(2)

    assert game.accounted_for() == all_tiles
    assert len(game.bag) == 108 - 5 - 6 - 4 - 6
    in_the_bag = {opened(game.deal, tile, game.living) for tile in game.bag.tiles}
    assert set(leavers) <= in_the_bag

    game.draw(1, 2)
    aside = game.put_aside(0, 4)
    game.leave(3, aside)

    assert game.accounted_for() == all_tiles
    assert len(game.bag) == 108 - 5 - 6 - 6
    assert [len(game.hands[seat]) for seat in game.living] == [6, 6]


def test_hands_are_the_same_tiles_after_it() -> None:
    game = Game.dealt(SmallGroup())
    before = [opened(game.deal, tile, (0, 1, 2, 3)) for tile in game.hands[1]]

    game.leave(3)

    assert [opened(game.deal, tile, (0, 1, 2)) for tile in game.hands[1]] == before


def test_the_new_bag_opens_without_the_seat_that_left_and_by_no_fewer() -> None:
    game = Game.dealt(SmallGroup())
    game.leave(3)
    elements = tile_elements(game.deal.group)

    assert opened(game.deal, game.bag.tiles[0], (0, 1, 2)) in elements
    fewer = [(*by, 3) for size in range(3) for by in combinations((0, 1, 2), size)]
    assert not any(opened(game.deal, game.bag.tiles[0], by) in elements for by in fewer)


def test_a_tile_that_was_being_drawn_is_in_the_bag_again() -> None:
    game = Game.dealt(SmallGroup())
    game.play(0, 1)
    # Seat 3 has left before its shares: what the others gave opens nothing of the new bag.
    (being_drawn,), _ = game.bag.draw(1)
    shares = [game.deal.decrypt(seat, (being_drawn,)).elements[0] for seat in (1, 2)]
    drawn = opened(game.deal, being_drawn.tile, (0, 1, 2, 3))

    game.leave(3)

    (again,) = (tile for tile in game.bag.tiles if opened(game.deal, tile, game.living) == drawn)
    assert game.accounted_for() == sorted(tile_elements(game.deal.group))
    assert unmask(game.deal.group, again, shares) not in tile_elements(game.deal.group)


def test_two_leave_at_once() -> None:
    game = Game.dealt(SmallGroup())
    deal, living = game.deal, (1, 2)
    held = tuple(
        without(deal, without(deal, tile, 0), 3) for seat in living for tile in game.hands[seat]
    )

    rebuild = Rebuild(deal, living, held, tile_elements(deal.group))

    seen = [rebuild.element_of(tile) for tile in (*held, *rebuild.bag(1).tiles)]
    assert sorted(seen) == sorted(tile_elements(deal.group))


def test_a_rebuild_that_was_broken_off_leaves_nothing_to_the_next() -> None:
    deal = Deal(seats=4)
    elements = tile_elements(deal.group)[:5]
    held = mask_elements(deal.group, deal.key, elements[:2])
    with_two = tuple(without(deal, tile, 3) for tile in held)
    with_three = tuple(without(deal, tile, 2) for tile in with_two)
    broken = Rebuild(deal, (0, 1, 2), with_two, elements)

    again = Rebuild(deal, (0, 1), with_three, elements, step=60)

    assert set(broken.shuffled).isdisjoint(again.shuffled)
    assert set(broken.tags).isdisjoint(again.tags)
    elements_sent = [each.element for each in (*broken.blindings, *again.blindings)]
    assert len(set(elements_sent)) == 5


@pytest.mark.parametrize(("hands", "rest"), [(0, 1), (1, 0), (1, 1), (2, 0), (6, 7)])
def test_small_rebuilds_leave_what_is_in_no_hand(hands: int, rest: int) -> None:
    deal = Deal()
    elements = tile_elements(deal.group)[: hands + rest]
    held = tuple(
        without(deal, tile, 2) for tile in mask_elements(deal.group, deal.key, elements[:hands])
    )

    rebuild = Rebuild(deal, (0, 1), held, elements)

    seen = [rebuild.element_of(tile) for tile in rebuild.bag(1).tiles]
    assert sorted(seen) == sorted(elements[hands:])


def test_36_tiles_in_hands_and_108_in_all_are_the_most_there_can_be() -> None:
    deal = Deal(seats=6)
    bag = deal.shuffled_by_all(deal.first_bag(108))
    held = tuple(without(deal, each.tile, 5) for each in bag.draw(36)[0])

    rebuild = Rebuild(deal, (0, 1, 2, 3, 4), held, tile_elements(deal.group))

    assert len(rebuild.listed) == 144
    seen = [rebuild.element_of(tile) for tile in (*held, *rebuild.bag(1).tiles)]
    assert sorted(seen) == sorted(tile_elements(deal.group))
