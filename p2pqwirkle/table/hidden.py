"""The hidden side of a table: who holds which slots, and what the others have shown of them.

Inputs of every check come from here, never from the entry that is checked.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from p2pqwirkle.bag.group import Element, Group, Scalar
from p2pqwirkle.bag.masking import MaskedTile, decode_tiles, tile_elements, unmask
from p2pqwirkle.bag.shares import Shares, decode_shares, verify_shares
from p2pqwirkle.bag.shuffle import Shuffle, decode_argument, verify_shuffle
from p2pqwirkle.bag.slots import Bag, Drawn, Slot
from p2pqwirkle.errors import Breach, Collapse
from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.rules.tiles import COPIES, FACES, Face
from p2pqwirkle.table.entries import read_shares, read_shuffle
from p2pqwirkle.table.moment import Moment, Ring


@dataclass(frozen=True, slots=True)
class Held:
    """A tile in somebody's hand.

    Attributes:
        drawn: its slot and masked tile.
        veiled: what is left when every other seat's share is taken off; only the owner's
            share hides the tile's element now.
    """

    drawn: Drawn
    veiled: Element

    @property
    def slot(self) -> Slot:
        """The tile's public handle."""
        return self.drawn.slot


@dataclass(frozen=True, slots=True)
class Hidden:
    """Joint key, bag and hands; the same for every replica.

    Attributes:
        hands: by seat, each in ascending order of the slots.
        played: the numbers of the tile elements that lie on the board.
    """

    group: Group
    ring: Ring
    bag: Bag
    hands: tuple[tuple[Held, ...], ...]
    played: frozenset[int] = frozenset()

    def held(self, seat: Seat, slots: Sequence[Slot]) -> tuple[Held, ...]:
        """The tiles of *seat* in *slots*.

        Raises:
            Breach: T7.3 if one of them is not in its hand.
        """
        hand = {held.slot: held for held in self.hands[seat]}
        missing = [slot for slot in slots if slot not in hand]
        if missing:
            raise Breach("T7.3", f"seat {seat} does not hold {missing[0]}")
        return tuple(hand[slot] for slot in slots)

    def without(self, seat: Seat, slots: Sequence[Slot]) -> "Hidden":
        """The same with *slots* taken from the hand of *seat*."""
        kept = tuple(held for held in self.hands[seat] if held.slot not in slots)
        return self._with_hand(seat, kept)

    def receiving(
        self, seat: Seat, drawn: Sequence[Drawn], others: Sequence[Sequence[Element]]
    ) -> "Hidden":
        """The same with *drawn* in the hand of *seat*.

        Args:
            seat: the drawer.
            drawn: what it drew.
            others: every other seat's shares for *drawn*, in the same order.
        """
        fresh = (
            Held(tile, self.unveil(tile.tile, [shares[number] for shares in others]))
            for number, tile in enumerate(drawn)
        )
        hand = sorted((*self.hands[seat], *fresh), key=lambda held: held.slot)
        return self._with_hand(seat, tuple(hand))

    def playing(self, seat: Seat, held: Sequence[Held], shown: Sequence[int]) -> "Hidden":
        """The same with *held* played by *seat*, as the elements numbered *shown*."""
        rest = self.without(seat, [one.slot for one in held])
        return replace(rest, played=self.played | set(shown))

    def with_bag(self, bag: Bag) -> "Hidden":
        """The same with another bag."""
        return replace(self, bag=bag)

    def shuffled(self, shuffle: Shuffle) -> "Hidden":
        """The same after a seat's proven shuffle of the bag."""
        return self.with_bag(self.bag.shuffled(shuffle.tiles))

    def unveil(self, tile: MaskedTile, shares: Sequence[Element]) -> Element:
        """What is left of *tile* when proven *shares* are taken off.

        Raises:
            Collapse: T8.1 if nothing is: no seat can be held to a proven share.
        """
        try:
            return unmask(self.group, tile, shares)
        except Breach as breach:
            raise Collapse("T8.1", "proven shares leave nothing of a tile") from breach

    def number_by_share(self, held: Held, share: Element) -> int:
        """Which of the 108 tiles *held* is, by its owner's share.

        Raises:
            Collapse: T8.1 if it is none, T8.2 if that one lies on the board.
        """
        return self.element_number(self.unveil(MaskedTile(held.drawn.tile.a, held.veiled), [share]))

    def number_by_secret(self, held: Held, secret: Scalar) -> int:
        """Which of the 108 tiles *held* is, by its owner's secret key.

        Raises:
            Collapse: T8.1 if it is none, T8.2 if that one lies on the board.
        """
        return self.number_by_share(held, self.group.multiply(secret, held.drawn.tile.a))

    def element_number(self, element: Element) -> int:
        """Which of the 108 tile elements *element* is; it must not lie on the board yet.

        Raises:
            Collapse: T8.1 if it is none, T8.2 if it lies on the board.
        """
        number = _numbers(self.group).get(element)
        if number is None:
            raise Collapse("T8.1", "an opened element is no tile")
        if number in self.played:
            raise Collapse("T8.2", f"tile element {number} is on the board already")
        return number

    def check_shares(
        self, moment: Moment, seat: Seat, drawn: Sequence[Drawn], encoded: bytes
    ) -> Shares:
        """The shares of *seat* for *drawn*, proven in *moment*.

        Raises:
            Breach: B1, B5 or B6.
        """
        shares = decode_shares(self.group, encoded, len(drawn))
        preamble = moment.preamble(seat, self.ring)
        verify_shares(self.group, self.ring.shares[seat], drawn, shares, preamble)
        return shares

    def check_share_entry(
        self, moment: Moment, seat: Seat, drawn: Sequence[Drawn], body: bytes
    ) -> Shares:
        """The shares in a `deal` or `draw` body.

        Raises:
            Breach: E, B1, B5 or B6.
        """
        return self.check_shares(moment, seat, drawn, read_shares(body))

    def check_shuffle_entry(self, moment: Moment, seat: Seat, body: bytes) -> Shuffle:
        """The shuffle of the bag in a `shuffle` body.

        Raises:
            Breach: E, B1 or B7.
        """
        said = read_shuffle(body)
        count = len(self.bag.tiles)
        shuffle = Shuffle(
            decode_tiles(self.group, said.tiles, count),
            decode_argument(self.group, said.argument, count),
        )
        preamble = moment.preamble(seat, self.ring)
        verify_shuffle(self.group, self.ring.joint_key, self.bag.tiles, shuffle, preamble)
        return shuffle

    def _with_hand(self, seat: Seat, hand: tuple[Held, ...]) -> "Hidden":
        hands = (*self.hands[:seat], hand, *self.hands[seat + 1 :])
        return replace(self, hands=hands)


def face_of(number: int) -> Face:
    """The face of the tile element with *number*, 0 to 107 (T7)."""
    return FACES[number // COPIES]


@cache
def _numbers(group: Group) -> dict[Element, int]:
    return {element: number for number, element in enumerate(tile_elements(group))}
