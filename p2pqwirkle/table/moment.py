"""Where an entry stands: the game, the step and what came before."""

from dataclasses import dataclass

from p2pqwirkle.bag.group import Element
from p2pqwirkle.bag.transcript import Preamble
from p2pqwirkle.record.entry import Digest
from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.table.charter import Charter


@dataclass(frozen=True, slots=True)
class Ring:
    """The key shares of all seats, by seat, and the joint key they sum to."""

    shares: tuple[Element, ...]
    joint_key: Element


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
            key_shares=() if ring is None else tuple(enumerate(ring.shares)),
            joint_key=None if ring is None else ring.joint_key,
        )
