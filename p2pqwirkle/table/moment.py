"""Where an entry stands: the game, the step and what came before."""

from collections.abc import Collection
from dataclasses import dataclass

from p2pqwirkle.bag.group import Element, Group
from p2pqwirkle.bag.keys import joint_key
from p2pqwirkle.bag.transcript import Preamble
from p2pqwirkle.errors import Breach, Collapse
from p2pqwirkle.record.entry import Digest
from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.table.charter import Charter


@dataclass(frozen=True, slots=True)
class Ring:
    """The key shares, and the joint key that those of the living seats sum to.

    Attributes:
        shares: by seat, also of those that have left.
        living: the seats that are still in the game, ascending.
    """

    shares: tuple[Element, ...]
    joint_key: Element
    living: tuple[Seat, ...]

    @classmethod
    def of(cls, group: Group, shares: tuple[Element, ...], living: tuple[Seat, ...]) -> "Ring":
        """The ring of the *living* seats.

        Raises:
            Collapse: B3.3 or B3.4 if their shares make no joint key: each possession proof
                holds, so whoever shares a secret, or lets the sum vanish, is in league with
                somebody, and which of them began it cannot be told.
        """
        try:
            return cls(shares, joint_key(group, [shares[seat] for seat in living]), living)
        except Breach as breach:
            raise Collapse(breach.clause, breach.detail) from breach

    @property
    def living_shares(self) -> tuple[tuple[Seat, Element], ...]:
        """The living seats, ascending, each with its key share."""
        return tuple((seat, self.shares[seat]) for seat in self.living)

    def without(self, group: Group, seats: Collection[Seat]) -> "Ring":
        """The ring of those that are left.

        Raises:
            Collapse: B3.4 if their shares sum to nothing.
        """
        return Ring.of(group, self.shares, tuple(one for one in self.living if one not in seats))


@dataclass(frozen=True, slots=True)
class Moment:
    """An open step; every entry and every proof of the step is bound to it.

    Attributes:
        step: the open step's number, from 0.
        digest: the digest of all steps before it.
    """

    charter: Charter
    step: int
    digest: Digest

    def preamble(self, seat: Seat, ring: Ring | None) -> Preamble:
        """What a proof of *seat* in this step absorbs before anything of its own (B2)."""
        return Preamble(
            game=self.charter.game,
            step=self.step,
            digest=self.digest,
            seat=seat,
            identities=self.charter.identities,
            key_shares=() if ring is None else ring.living_shares,
            joint_key=None if ring is None else ring.joint_key,
        )
