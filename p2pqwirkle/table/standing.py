"""All that replicas agree on, and how one more entry changes it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from p2pqwirkle.bag.group import Group
from p2pqwirkle.errors import Breach
from p2pqwirkle.record.entry import SignedEntry, first_digest, step_digest
from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.table import dealing, gathering, playing, rebuilding
from p2pqwirkle.table.agreement import (
    Ballot,
    Given,
    Purpose,
    Question,
    check_question,
    may_say_more,
    read_answer,
)
from p2pqwirkle.table.charter import Charter
from p2pqwirkle.table.dealing import Dealing
from p2pqwirkle.table.departure import departed, passed_over
from p2pqwirkle.table.gathering import Gathering, Revealing
from p2pqwirkle.table.moment import Moment
from p2pqwirkle.table.phases import ADMITS, Phase, Speakers
from p2pqwirkle.table.playing import Playing
from p2pqwirkle.table.rebuilding import Rebuilding
from p2pqwirkle.table.step import Step

Stage = Gathering | Revealing | Dealing | Playing | Rebuilding

_STEPS: Final[dict[type[Stage], dict[Phase, Step[Any, Any, Any]]]] = {
    Gathering: gathering.STEPS,
    Revealing: gathering.REVEALING_STEPS,
    Dealing: dealing.STEPS,
    Playing: playing.STEPS,
    Rebuilding: rebuilding.STEPS,
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
        ballots: the questions of the open step, by their numbers, with the answers to them.
    """

    moment: Moment
    stage: Stage
    heard: tuple[Heard, ...] = ()
    ballots: tuple[Ballot, ...] = ()

    @classmethod
    def start(cls, group: Group, charter: Charter) -> "Standing":
        """The standing before anybody has signed the charter."""
        return cls(Moment(charter, 0, first_digest(charter.game)), Gathering(group))

    @property
    def phase(self) -> Phase:
        """What the open step is about."""
        return self.stage.phase

    @property
    def living(self) -> tuple[Seat, ...]:
        """The seats that are still in the game, ascending."""
        if isinstance(self.stage, Gathering | Revealing):
            return self.moment.charter.seats
        return self.stage.hidden.living

    @property
    def has_keys(self) -> bool:
        """Whether there is a joint key: before that, nobody can go on without anybody."""
        return not isinstance(self.stage, Gathering | Revealing)

    @property
    def speakers(self) -> tuple[Seat, ...]:
        """The seats whose entries make the open step complete, ascending (T2)."""
        living = self.living
        match ADMITS[self.phase][0], self.stage:
            case Speakers.ALL, _:
                return living
            case Speakers.SHUFFLER, Dealing() | Playing() as stage:
                return (living[stage.shuffles],)
            case Speakers.SHUFFLER, Rebuilding() as stage:
                return (living[stage.turns],)
            case Speakers.MOVER, Playing() as stage:
                return (stage.position.mover,)
            case Speakers.ALL_BUT_DRAWER, Playing() as stage:
                return tuple(seat for seat in living if seat != stage.drawer)
            case _:
                return ()

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The speakers who have not been heard yet, ascending."""
        heard = {one.seat for one in self.heard}
        return tuple(seat for seat in self.speakers if seat not in heard)

    @property
    def is_full(self) -> bool:
        """Whether all speakers of the open step have been heard."""
        return bool(self.heard) and not self.awaited

    def heard_from(self, seat: Seat) -> SignedEntry | None:
        """What *seat* has said in the open step."""
        return next((one.signed for one in self.heard if one.seat == seat), None)

    def hearing(self, seat: Seat, signed: SignedEntry) -> "Standing":
        """The standing with one more entry of the open step.

        Args:
            seat: the author's, which must be awaited or out of turn, but not heard already.
            signed: its signature, game and `after` have been checked.

        Raises:
            Breach: the clause that the entry breaks; nothing is changed.
            Collapse: the entry shows that the game cannot go on.
        """
        entry = signed.entry
        self._check_turn_to_speak(seat, entry.step, entry.kind)
        said = self._step.check(self.stage, self.moment, seat, entry)
        heard = sorted((*self.heard, Heard(seat, signed, said)), key=lambda one: one.seat)
        return replace(self, heard=tuple(heard))

    def answered(self, seat: Seat, signed: SignedEntry) -> "Standing":
        """The standing with one more answer to a question of the open step (T11).

        Args:
            seat: the author's.
            signed: its signature, game and `after` have been checked.

        Raises:
            Breach: the clause that the answer breaks; nothing is changed.
        """
        self.check_may_answer(seat)
        self.check_step(signed.entry.step)
        answer = read_answer(signed.entry.body)
        if not may_say_more(self.ballots, seat):
            raise Breach("T11.5", f"too many answers of seat {seat} in one step")
        if answer.agrees:
            check_question(answer.question, self.living)
            self.check_purpose(answer.question)
            if seat in answer.question.seats:
                raise Breach("T11.4", f"seat {seat} agrees that it leaves")
        return self._with_answer(answer.question, Given(seat, answer.agrees, signed))

    def folded(self) -> "Standing":
        """The next standing, when all speakers have been heard.

        Raises:
            Collapse: the complete step shows that the game cannot go on.
        """
        said = tuple(one.said for one in self.heard)
        stage = self._step.fold(self.stage, self.moment, said)
        return self._following(stage, [one.signed for one in self.heard])

    def agreed(self, ballot: Ballot) -> "Standing":
        """The next standing, when all who were asked have agreed (T12, T13).

        Raises:
            Collapse: B3.4 or T8.1 if the keys that are left hide nothing.
        """
        question, stage = ballot.question, self.stage
        if question.purpose is Purpose.PASS_OVER:
            assert isinstance(stage, Playing)  # as `check_purpose` has found
            following: Stage = passed_over(stage)
        else:
            assert not isinstance(stage, Gathering | Revealing)
            following = departed(stage, question.seats)
        return self._following(following, [one.signed for one in ballot.agreed])

    @property
    def _step(self) -> Step[Any, Any, Stage]:
        return _STEPS[type(self.stage)][self.phase]

    def _check_turn_to_speak(self, seat: Seat, step: int, kind: int) -> None:
        # The seat first: of a complete step, T2.2 is all that can still be found out.
        if seat not in self.speakers:
            raise Breach("T2.2", f"seat {seat} speaks in {self.phase.value}, unasked")
        self.check_step(step)
        admitted = ADMITS[self.phase][1]
        if kind not in admitted:
            raise Breach("T2.3", f"kind {kind} in {self.phase.value}, expected {sorted(admitted)}")

    def check_step(self, step: int) -> None:
        """Check the number that an entry gives its step.

        Raises:
            Breach: T2.1 if it is another one.
        """
        if step != self.moment.step:
            raise Breach("T2.1", f"step {step} said to follow step {self.moment.step - 1}")

    def check_may_answer(self, seat: Seat) -> None:
        """Check that *seat* may answer questions about the open step.

        Raises:
            Breach: T2.2 if it has left, there are no keys yet, or the game is over.
        """
        is_open = self.has_keys and self.phase is not Phase.OVER
        if seat not in self.living or not is_open:
            raise Breach("T2.2", f"seat {seat} answers in {self.phase.value}, unasked")

    def check_purpose(self, question: Question) -> None:
        """Check that what *question* asks for can be agreed to in the open step.

        Raises:
            Breach: T12.1 if a turn is to be passed over that cannot be.
        """
        if question.purpose is Purpose.PASS_OVER:
            has_clock = self.moment.charter.options.turn_seconds > 0
            if self.phase is not Phase.TURN or not has_clock or question.seats != self.speakers:
                raise Breach("T12.1", "only a turn can be passed over, where turns have a time")

    def can_be_asked(self, question: Question) -> bool:
        """Whether anybody may agree to *question* here, whatever its grounds.

        One that cannot be asked may still have been declined, so that it is known.
        """
        try:
            check_question(question, self.living)
            self.check_purpose(question)
        except Breach:
            return False
        return True

    def _with_answer(self, question: Question, given: Given) -> "Standing":
        known = {ballot.question: ballot for ballot in self.ballots}
        ballot = known.get(question, Ballot(question)).with_answer(given)
        ballots = sorted({**known, question: ballot}.values(), key=lambda one: one.question)
        return replace(self, ballots=tuple(ballots))

    def _following(self, stage: Stage, entries: Sequence[SignedEntry]) -> "Standing":
        digest = step_digest(self.moment.digest, entries)
        moment = replace(self.moment, step=self.moment.step + 1, digest=digest)
        return Standing(moment, stage)
