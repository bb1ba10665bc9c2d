"""What must hold at every moment of a game, whatever goes wrong in it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from p2pqwirkle.bag.group import Scalar
from p2pqwirkle.bag.keys import key_share
from p2pqwirkle.bag.masking import MaskedTile
from p2pqwirkle.record.entry import Digest
from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.rules.tiles import TILE_COUNT
from p2pqwirkle.table.agreement import Ballot
from p2pqwirkle.table.hidden import Hidden
from p2pqwirkle.table.phases import Phase
from p2pqwirkle.table.playing import Playing

if TYPE_CHECKING:
    from tests.simulator.machine import Machine
    from tests.simulator.world import World


class WrongError(AssertionError):
    """Something is not as it must be."""


@dataclass(slots=True)
class Line:
    """How one machine has completed its steps.

    Attributes:
        digests: before each step, and before the open one.
        cuts: by step, what has cut it.
    """

    digests: list[Digest] = field(default_factory=list)
    cuts: list[Ballot | None] = field(default_factory=list)


class Histories:
    """The histories of all machines, which must go one way."""

    def __init__(self, world: World) -> None:
        self.lines = {machine.seat: Line() for machine in world.machines}
        self._world = world

    def see(self, machine: Machine) -> bool:
        """Take in what *machine* has completed; whether that is news.

        Raises:
            WrongError: it has gone another way than an honest one, and neither has left the other.
        """
        referee, line = machine.running._referee, self.lines[machine.seat]
        digest = referee.standing.moment.digest
        if len(line.digests) == len(referee.course.complete) + 1 and line.digests[-1] == digest:
            return False
        line.digests = [*(one.standing.moment.digest for one in referee.course.complete), digest]
        line.cuts = [one.ballot for one in referee.course.complete]
        if machine.is_honest:
            for other in self._world.machines:
                if other is not machine and other.is_honest:
                    self._compare(machine.seat, other.seat)
        return True

    def parting(self, one: Seat, other: Seat) -> int | None:
        """The first step that two machines have completed differently."""
        left, right = self.lines[one].digests, self.lines[other].digests
        shared = min(len(left), len(right))
        if shared == 0 or left[shared - 1] == right[shared - 1]:
            return None
        pairs = enumerate(zip(left, right, strict=False))
        return next(place for place, (mine, its) in pairs if mine != its) - 1

    def leaves(self, one: Seat, other: Seat, step: int) -> bool:
        """Whether *one* has gone on without *other*, or without its turn, in *step*."""
        ballot = self.lines[one].cuts[step]
        return ballot is not None and other in ballot.question.seats

    def is_excused(self, step: int) -> bool:
        """Whether a cheater has told two stories in *step*."""
        return any(
            signed.entry.step == step for machine in self._world.machines for signed in machine.told
        )

    def _compare(self, one: Seat, other: Seat) -> None:
        step = self.parting(one, other)
        if step is None or self.leaves(one, other, step) or self.leaves(other, one, step):
            return
        if not self.is_excused(step):
            raise WrongError(f"seats {one} and {other} have completed step {step} differently")


def check_tiles(world: World, machine: Machine) -> None:
    """Check that no tile is lost or doubled in a turn that has come.

    Raises:
        WrongError: one is.
    """
    stage = machine.standing.stage
    if not isinstance(stage, Playing) or stage.phase is not Phase.TURN or not machine.is_honest:
        return
    hidden, position = stage.hidden, stage.position
    sizes = tuple(map(len, hidden.hands))
    if sizes != position.hand_sizes or len(hidden.bag) != position.bag_size:
        raise WrongError(f"seat {machine.seat}: {sizes} and {len(hidden.bag)}: {position}")
    held = [one.drawn.tile for hand in hidden.hands for one in hand]
    drawn, _ = hidden.bag.draw(len(hidden.bag))
    tiles = (*held, *(one.tile for one in drawn))
    if (tiles, hidden.played) in world.accounted:
        return  # another machine has come to the very same
    secrets = _secrets(world, hidden)
    numbers = {_number(hidden, tile, secrets) for tile in tiles}
    if len(numbers | hidden.played) != TILE_COUNT or numbers & hidden.played:
        raise WrongError(f"seat {machine.seat}: {len(numbers)} tiles, {len(hidden.played)} played")
    world.accounted.add((tiles, hidden.played))


def _number(hidden: Hidden, tile: MaskedTile, secrets: list[Scalar]) -> int:
    shares = [hidden.group.multiply(secret, tile.a) for secret in secrets]
    return hidden.element_number(hidden.unveil(tile, shares))


def _secrets(world: World, hidden: Hidden) -> list[Scalar]:
    """The secrets of the living; a machine that had to begin again has thrown one away."""
    group, ring = hidden.group, hidden.ring
    return [
        next(one for one in world.machines[seat].secrets if key_share(group, one) == share)
        for seat, share in ring.living_shares
    ]
