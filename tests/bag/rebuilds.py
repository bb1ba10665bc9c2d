"""A rebuild of the bag in memory, with all secrets at hand."""

from dataclasses import dataclass, replace
from functools import cached_property

from p2pqwirkle.bag.blinding import Blinding, prove_blinding, verify_blinding
from p2pqwirkle.bag.group import Element, Group
from p2pqwirkle.bag.keys import joint_key
from p2pqwirkle.bag.masking import MaskedTile, mask_elements, unmask
from p2pqwirkle.bag.shares import Shares
from p2pqwirkle.bag.shuffle import prove_shuffle, verify_shuffle
from p2pqwirkle.bag.slots import Bag
from p2pqwirkle.bag.tags import match_tags, prove_tag_shares, verify_tag_shares
from p2pqwirkle.bag.transcript import Preamble
from tests.bag.deals import Deal

Tiles = tuple[MaskedTile, ...]


@dataclass(frozen=True)
class Rebuild:
    """Everything that is said in one rebuild by seats that do as they should.

    Attributes:
        deal: the game, with the seats that have left.
        living: the others, ascending.
        held: the masked tiles of living hands, the masks of the seats that have left taken off.
        elements: S, all tile elements that are not on the board.
        step: of the first shuffle.
    """

    deal: Deal
    living: tuple[int, ...]
    held: Tiles
    elements: tuple[Element, ...]
    step: int = 40

    @property
    def group(self) -> Group:
        return self.deal.group

    @cached_property
    def key(self) -> Element:
        return joint_key(self.group, [self.deal.shares[seat] for seat in self.living])

    def preamble(self, seat: int, later: int = 0) -> Preamble:
        key_shares = tuple((each, self.deal.shares[each]) for each in self.living)
        place = self.deal.preamble(seat, self.step + later)
        return replace(place, key_shares=key_shares, joint_key=self.key)

    @cached_property
    def shuffled(self) -> Tiles:
        """S', after one verified shuffle of each living seat."""
        tiles = mask_elements(self.group, self.key, self.elements)
        for later, seat in enumerate(self.living):
            place = self.preamble(seat, later)
            shuffle = prove_shuffle(self.group, self.key, tiles, self.deal.seed(seat), place)
            verify_shuffle(self.group, self.key, tiles, shuffle, place)
            tiles = shuffle.tiles
        return tiles

    @property
    def listed(self) -> Tiles:
        """T: what is blinded."""
        return (*self.held, *self.shuffled)

    @cached_property
    def blindings(self) -> tuple[Blinding, ...]:
        """One for each living seat, each verified."""
        made: tuple[Blinding, ...] = ()
        tiles = self.listed
        for seat in self.living:
            place = self.preamble(seat, len(self.living) + len(made))
            blinding = prove_blinding(self.group, tiles, self.deal.seed(seat), place)
            used = [each.element for each in made]
            verify_blinding(self.group, tiles, blinding, place, used)
            made, tiles = (*made, blinding), blinding.tiles
        return made

    @property
    def blinded(self) -> Tiles:
        return self.blindings[-1].tiles

    def tag_preamble(self, seat: int) -> Preamble:
        return self.preamble(seat, 2 * len(self.living))

    def tag_shares(self, seat: int) -> Shares:
        secret, seed = self.deal.secrets[seat], self.deal.seed(seat)
        return prove_tag_shares(self.group, secret, self.blinded, seed, self.tag_preamble(seat))

    @cached_property
    def tags(self) -> tuple[Element, ...]:
        """Of T, opened by the verified shares of all living seats."""
        all_shares = []
        for seat in self.living:
            shares, place = self.tag_shares(seat), self.tag_preamble(seat)
            key_share = self.deal.shares[seat]
            verify_tag_shares(self.group, key_share, self.blinded, shares, place)
            all_shares.append(shares.elements)
        return tuple(
            unmask(self.group, tile, [elements[j] for elements in all_shares])
            for j, tile in enumerate(self.blinded)
        )

    @property
    def matched(self) -> frozenset[int]:
        return match_tags(self.tags, len(self.held))

    def bag(self, number: int) -> Bag:
        """The new bag: what of S' is in no hand, not blinded, in its order."""
        left = (tile for j, tile in enumerate(self.shuffled) if j not in self.matched)
        return Bag(number, 0, tuple(left))

    def element_of(self, tile: MaskedTile) -> Element:
        """What all living seats together see under *tile*."""
        secrets = (self.deal.secrets[seat] for seat in self.living)
        return unmask(self.group, tile, [self.group.multiply(x, tile.a) for x in secrets])
