"""All that replicas agree on, and how one more entry changes it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from p2pqwirkle.bag.group import Group
from p2pqwirkle.errors import Breach
from p2pqwirkle.record.entry import SignedEntry, first_digest, step_digest
from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.table import dealing, gathering, playing
from p2pqwirkle.table.charter import Charter
from p2pqwirkle.table.dealing import Dealing
from p2pqwirkle.table.gathering import Gathering, Revealing
from p2pqwirkle.table.moment import Moment
from p2pqwirkle.table.phases import ADMITS, Phase, Speakers
from p2pqwirkle.table.playing import Playing
from p2pqwirkle.table.step import Step

Stage = Gathering | Revealing | Dealing | Playing

_STEPS: Final[dict[type[Stage], dict[Phase, Step[Any, Any, Any]]]] = {
    Gathering: gathering.STEPS,
    Revealing: gathering.REVEALING_STEPS,
    Dealing: dealing.STEPS,
    Playing: playing.STEPS,
}


@dataclass(frozen=True, slots=True)
class Heard:
    """An admitted entry of the open step.

    Attributes:
        said: what the phase's check made of it; only the same phase's fold reads it.
    """

    seat: Seat
    signed: SignedEntry
    said: object


@dataclass(frozen=True, slots=True)
class Standing:
    """The complete steps folded, and what was heard of the open one.

    Equal sets of entries give equal standings, in whichever order they came.

    Attributes:
        moment: the open step.
        stage: what the complete steps come to.
        heard: the admitted entries of the open step, by seat.
    """

    moment: Moment
    stage: Stage
    heard: tuple[Heard, ...] = ()

    @classmethod
    def start(cls, group: Group, charter: Charter) -> "Standing":
        """The standing before anybody has signed the charter."""
        return cls(Moment(charter, 0, first_digest(charter.game)), Gathering(group))

    @property
    def phase(self) -> Phase:
        """What the open step is about."""
        return self.stage.phase

    @property
    def speakers(self) -> tuple[Seat, ...]:
        """The seats whose entries make the open step complete, ascending (T2)."""
        return tuple(seat for seat in self.moment.charter.seats if self._speaks(seat))

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The speakers who have not been heard yet, ascending."""
        heard = {one.seat for one in self.heard}
        return tuple(seat for seat in self.speakers if seat not in heard)

    def heard_from(self, seat: Seat) -> SignedEntry | None:
        """What *seat* has said in the open step."""
        return next((one.signed for one in self.heard if one.seat == seat), None)

    def after(self, seat: Seat, signed: SignedEntry) -> "Standing":
        """The standing with one more entry of the open step; folded when it is complete.

        Args:
            seat: the author's, which must be awaited or out of turn, but not heard already.
            signed: its signature, game and `after` have been checked.

        Raises:
            Breach: the clause that the entry breaks; nothing is changed.
            Collapse: the entry, or the complete step, shows that the game cannot go on.
        """
        entry = signed.entry
        self._check_turn_to_speak(seat, entry.step, entry.kind)
        said = self._step.check(self.stage, self.moment, seat, entry)
        heard = sorted((*self.heard, Heard(seat, signed, said)), key=lambda one: one.seat)
        if len(heard) < len(self.speakers):
            return replace(self, heard=tuple(heard))
        return self._folded(heard)

    @property
    def _step(self) -> Step[Any, Any, Stage]:
        return _STEPS[type(self.stage)][self.phase]

    def _speaks(self, seat: Seat) -> bool:
        match ADMITS[self.phase][0], self.stage:
            case Speakers.ALL, _:
                return True
            case Speakers.SHUFFLER, Dealing() | Playing() as stage:
                return seat == stage.shuffles
            case Speakers.MOVER, Playing() as stage:
                return seat == stage.position.mover
            case Speakers.ALL_BUT_DRAWER, Playing() as stage:
                return seat != stage.drawer
            case _:
                return False

    def _check_turn_to_speak(self, seat: Seat, step: int, kind: int) -> None:
        # The seat first: of a complete step, T2.2 is all that can still be found out.
        if seat not in self.speakers:
            raise Breach("T2.2", f"seat {seat} speaks in {self.phase.value}, unasked")
        if step != self.moment.step:
            raise Breach("T2.1", f"step {step} said to follow step {self.moment.step - 1}")
        admitted = ADMITS[self.phase][1]
        if kind not in admitted:
            raise Breach("T2.3", f"kind {kind} in {self.phase.value}, expected {sorted(admitted)}")

    def _folded(self, heard: Sequence[Heard]) -> "Standing":
        said = tuple(one.said for one in heard)
        stage = self._step.fold(self.stage, self.moment, said)
        digest = step_digest(self.moment.digest, [one.signed for one in heard])
        moment = replace(self.moment, step=self.moment.step + 1, digest=digest)
        return Standing(moment, stage)
