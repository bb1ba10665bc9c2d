"""The hidden side of a table: who holds which slots, and what the others have shown of them.

Inputs of every check come from here, never from the entry that is checked.
"""

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, reduce

from p2pqwirkle.bag.blinding import Blinding, decode_blinding, verify_blinding
from p2pqwirkle.bag.group import Element, Group, Scalar
from p2pqwirkle.bag.masking import (
    MaskedTile,
    decode_tiles,
    mask_elements,
    tile_elements,
    unmask,
    without_share,
)
from p2pqwirkle.bag.shares import Shares, decode_shares, verify_shares
from p2pqwirkle.bag.shuffle import Shuffle, decode_argument, verify_shuffle
from p2pqwirkle.bag.slots import Bag, Drawn, Slot
from p2pqwirkle.bag.tags import verify_tag_shares
from p2pqwirkle.bag.transcript import Preamble
from p2pqwirkle.errors import Breach, Collapse
from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.rules.tiles import COPIES, FACES, Face
from p2pqwirkle.table.entries import ShuffleBody, read_shares, read_shuffle
from p2pqwirkle.table.moment import Moment, Ring


@dataclass(frozen=True, slots=True)
class Held:
    """A tile in somebody's hand.

    Attributes:
        drawn: its slot and masked tile.
        shares: those of every other living seat for it.
        veiled: what is left when these are taken off; only the owner's share hides the tile's
            element now.
    """

    drawn: Drawn
    shares: tuple[tuple[Seat, Element], ...]
    veiled: Element

    @property
    def slot(self) -> Slot:
        """The tile's public handle."""
        return self.drawn.slot

    def without(self, group: Group, seat: Seat) -> "Held":
        """The same tile under the joint key of the others, when *seat* has left.

        Raises:
            Collapse: T8.1 if nothing of it is left.
        """
        try:
            tile = without_share(group, self.drawn.tile, dict(self.shares)[seat])
        except Breach as breach:
            raise Collapse("T8.1", "a proven share leaves nothing of a tile") from breach
        rest = tuple(pair for pair in self.shares if pair[0] != seat)
        return replace(self, drawn=replace(self.drawn, tile=tile), shares=rest)


@dataclass(frozen=True, slots=True)
class Hidden:
    """Joint key, bag and hands; the same for every replica.

    Attributes:
        hands: by seat, each in ascending order of the slots.
        played: the numbers of the tile elements that lie on the board.
        blindings: the elements of all blindings so far; none may come again (B9).
    """

    group: Group
    ring: Ring
    bag: Bag
    hands: tuple[tuple[Held, ...], ...]
    played: frozenset[int] = frozenset()
    blindings: frozenset[Element] = frozenset()

    @property
    def living(self) -> tuple[Seat, ...]:
        """The seats that are still in the game, ascending."""
        return self.ring.living

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
        self, seat: Seat, drawn: Sequence[Drawn], others: Mapping[Seat, Sequence[Element]]
    ) -> "Hidden":
        """The same with *drawn* in the hand of *seat*.

        Args:
            seat: the drawer.
            drawn: what it drew.
            others: every other living seat's shares for *drawn*, in the same order.
        """
        fresh = (
            self._taken(one, tuple((giver, shares[number]) for giver, shares in others.items()))
            for number, one in enumerate(drawn)
        )
        hand = sorted((*self.hands[seat], *fresh), key=lambda held: held.slot)
        return self._with_hand(seat, tuple(hand))

    def departed(self, seats: Collection[Seat]) -> "Hidden":
        """The same without the keys and the hands of *seats*; its bag has to be built anew.

        The bag is a new one, of all tiles that are not on the board, in the order of their numbers
        and with masks that everybody knows (B11).

        Raises:
            Collapse: B3.4 or T8.1 if the keys that are left hide nothing.
        """
        ring = self.ring.without(self.group, seats)
        hands = tuple(
            tuple(self._rekeyed(held, seats) for held in hand) if seat in ring.living else ()
            for seat, hand in enumerate(self.hands)
        )
        return replace(self, ring=ring, hands=hands, bag=self._unbuilt(ring))

    def rekeyed(self, tiles: Sequence[Held], seats: Collection[Seat]) -> tuple[Held, ...]:
        """*tiles* under the joint key of the others, when *seats* have left.

        Raises:
            Collapse: T8.1 if nothing of one is left.
        """
        return tuple(self._rekeyed(held, seats) for held in tiles)

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

    def blinded_by(self, blinding: Blinding) -> "Hidden":
        """The same with the secret of *blinding* used up."""
        return replace(self, blindings=self.blindings | {blinding.element})

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
        said, preamble = read_shuffle(body), moment.preamble(seat, self.ring)
        if len(self.bag.tiles) > 1:
            # An argument is verified by multiplying every element of it and of the outputs, so
            # what passes here would pass below; what does not, gets its clause there, in order.
            with suppress(Breach):
                return self._shuffle_in(said, self.group.deferring, preamble)
        return self._shuffle_in(said, self.group, preamble)

    def _shuffle_in(self, said: ShuffleBody, decoding: Group, preamble: Preamble) -> Shuffle:
        count = len(self.bag.tiles)
        shuffle = Shuffle(
            decode_tiles(decoding, said.tiles, count),
            decode_argument(decoding, said.argument, count),
        )
        verify_shuffle(self.group, self.ring.joint_key, self.bag.tiles, shuffle, preamble)
        return shuffle

    def check_blinding_entry(
        self, moment: Moment, seat: Seat, tiles: Sequence[MaskedTile], body: bytes
    ) -> Blinding:
        """The blinding of *tiles* in a `blind` body.

        Raises:
            Breach: E, B1, B5 or B9.
        """
        blinding = decode_blinding(self.group, read_shares(body), len(tiles))
        preamble = moment.preamble(seat, self.ring)
        verify_blinding(self.group, tiles, blinding, preamble, self.blindings)
        return blinding

    def check_tags_entry(
        self, moment: Moment, seat: Seat, blinded: Sequence[MaskedTile], body: bytes
    ) -> Shares:
        """The shares of *seat* for all of *blinded*, in a `tags` body.

        Raises:
            Breach: E, B1, B5 or B6.
        """
        shares = decode_shares(self.group, read_shares(body), len(blinded))
        preamble = moment.preamble(seat, self.ring)
        verify_tag_shares(self.group, self.ring.shares[seat], blinded, shares, preamble)
        return shares

    def _taken(self, one: Drawn, shares: tuple[tuple[Seat, Element], ...]) -> Held:
        return Held(one, shares, self.unveil(one.tile, [share for _, share in shares]))

    def _rekeyed(self, held: Held, seats: Collection[Seat]) -> Held:
        return reduce(lambda left, seat: left.without(self.group, seat), sorted(seats), held)

    def _unbuilt(self, ring: Ring) -> Bag:
        numbered = enumerate(tile_elements(self.group))
        unplaced = [element for number, element in numbered if number not in self.played]
        return Bag(self.bag.number + 1, 0, mask_elements(self.group, ring.joint_key, unplaced))

    def _with_hand(self, seat: Seat, hand: tuple[Held, ...]) -> "Hidden":
        hands = (*self.hands[:seat], hand, *self.hands[seat + 1 :])
        return replace(self, hands=hands)


def face_of(number: int) -> Face:
    """The face of the tile element with *number*, 0 to 107 (T7)."""
    return FACES[number // COPIES]


@cache
def _numbers(group: Group) -> dict[Element, int]:
    return {element: number for number, element in enumerate(tile_elements(group))}
