"""A bag in memory with all secrets at hand: what the tests of the bag start from."""

import hashlib
from dataclasses import dataclass, field, replace
from functools import cached_property

from p2pqwirkle.bag.group import Element, Group, Scalar
from p2pqwirkle.bag.keys import joint_key, key_share, secret_key
from p2pqwirkle.bag.masking import MaskedTile, first_bag, unmask
from p2pqwirkle.bag.shares import Shares, prove_shares
from p2pqwirkle.bag.shuffle import Shuffle, prove_shuffle
from p2pqwirkle.bag.slots import Bag, Drawn
from p2pqwirkle.bag.transcript import Preamble, Seed
from tests.small_group import SmallGroup


def named(label: str) -> bytes:
    """32 bytes that stand for *label*: an id, a digest, a seed."""
    return hashlib.sha256(b"for vectors and tests only: " + label.encode()).digest()


GAME = named("game")


@dataclass(frozen=True)
class Deal:
    """The seats of a game with their secrets, in the step in which something is proven."""

    group: Group = field(default_factory=SmallGroup)
    seats: int = 3
    game: bytes = GAME

    def seed(self, seat: int) -> Seed:
        return Seed(named(f"seed of {seat}"))

    @cached_property
    def secrets(self) -> tuple[Scalar, ...]:
        return tuple(secret_key(self.group, self.seed(i), self.game) for i in range(self.seats))

    @cached_property
    def shares(self) -> tuple[Element, ...]:
        return tuple(key_share(self.group, x) for x in self.secrets)

    @cached_property
    def key(self) -> Element:
        return joint_key(self.group, self.shares)

    def possession_preamble(self, seat: int) -> Preamble:
        identities = tuple(named(f"identity of {i}") for i in range(self.seats))
        return Preamble(self.game, 2, named("digest"), seat, identities)

    def preamble(self, seat: int, step: int = 3) -> Preamble:
        key_shares = tuple(enumerate(self.shares))
        bare = self.possession_preamble(seat)
        return replace(bare, step=step, key_shares=key_shares, joint_key=self.key)

    def first_bag(self, size: int) -> Bag:
        return Bag(0, 0, first_bag(self.group, self.key)[:size])

    def shuffle(self, seat: int, tiles: tuple[MaskedTile, ...]) -> Shuffle:
        return prove_shuffle(self.group, self.key, tiles, self.seed(seat), self.preamble(seat))

    def shuffled_by_all(self, bag: Bag) -> Bag:
        for seat in range(self.seats):
            bag = bag.shuffled(self.shuffle(seat, bag.tiles).tiles)
        return bag

    def decrypt(self, seat: int, drawn: tuple[Drawn, ...]) -> Shares:
        secret, preamble = self.secrets[seat], self.preamble(seat)
        return prove_shares(self.group, secret, drawn, self.seed(seat), preamble)

    def open(self, drawn: tuple[Drawn, ...], by: tuple[int, ...]) -> tuple[Element, ...]:
        """What the seats *by* see together: tile elements, if they are all."""
        shares = [self.decrypt(seat, drawn).elements for seat in by]
        return tuple(
            unmask(self.group, each.tile, [elements[j] for elements in shares])
            for j, each in enumerate(drawn)
        )
