"""The one judge: takes an entry into the standing, or says what is wrong with it, and whose fault.

This file does not know which seat is ours: our own entries, a peer's, and those of a finished
file pass the same `Referee.admit`.  When a step is complete is for its caller to find out, who
knows what it has agreed to (`Referee.settle`).
"""

from p2pqwirkle.bag.group import Group
from p2pqwirkle.errors import Breach, Collapse
from p2pqwirkle.record.entry import (
    SignedEntry,
    claimed_author,
    contradict,
    read_signed_entry,
)
from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.table.agreement import (
    Answer,
    Ballot,
    Question,
    answers_of,
    binding,
    has_quorum,
    highest_answered,
    keeps_to,
    may_name,
    name_of,
    read_answer,
)
from p2pqwirkle.table.charter import Charter
from p2pqwirkle.table.course import Complete, Course, said_in
from p2pqwirkle.table.early import Early
from p2pqwirkle.table.entries import Kind, read_nothing
from p2pqwirkle.table.exhibits import Exhibits
from p2pqwirkle.table.standing import Standing
from p2pqwirkle.table.verdicts import (
    Admitted,
    Collapsed,
    Damage,
    Fault,
    Known,
    Late,
    Verdict,
    Void,
)


class Referee:
    """Judges the entries of one game.

    Attributes:
        course: the steps that the admitted entries come to.
        exhibits: what was kept of faults and resignations.
    """

    def __init__(self, group: Group, charter: Charter) -> None:
        self.course = Course(Standing.start(group, charter))
        self.exhibits = Exhibits(self.course)
        self._early = Early()
        self._reopened: set[int] = set()

    @property
    def standing(self) -> Standing:
        """What the admitted entries come to."""
        return self.course.standing

    @property
    def grounded(self) -> tuple[Seat, ...]:
        """The living seats that have resigned or are at fault, ascending."""
        shown = self.exhibits.seats_shown_by(self.exhibits.of_living)
        return tuple(sorted(shown & set(self.standing.living)))

    def admit(self, wire: bytes) -> Verdict:
        """Hear an entry, or say what is wrong with it and change nothing."""
        try:
            signed = read_signed_entry(wire)
            seat = self._author_of(signed)
        except Breach as breach:
            return Damage(breach.clause, breach.detail, claimed_author(wire))
        verdict = self._judge(seat, signed)
        if not isinstance(verdict, Fault):
            return verdict
        named = {name for ballot in self.standing.ballots for name in ballot.question.grounds}
        return verdict if self.exhibits.keep_fault(verdict, named) else Known(signed)

    def settle(self, own: Seat | None = None) -> Complete | None:
        """Complete the open step if it can be: fold it, or go on as all have agreed (T11).

        Args:
            own: who has agreed to what is agreed to; None for somebody who is not asked.

        Raises:
            Collapse: the game cannot go on with what the complete step comes to.
        """
        standing = self.standing
        if own is not None and self.undoing(own):
            return None
        ballot = self._binding(standing, own)
        if ballot is not None:
            if not (ballot.is_unanimous(standing.living) and self.counts(ballot.question)):
                return None
            return self._close(standing.agreed(ballot), ballot, self._agreed_entries(ballot))
        if not standing.is_full:
            return None
        entries = tuple(one.signed for one in standing.heard)
        return self._close(standing.folded(), None, entries)

    def counts(self, question: Question, standing: Standing | None = None) -> bool:
        """Whether *question* can be asked, its grounds are here, and enough stay (T11).

        It is about the open step, or that of *standing*.
        """
        grounds = self.exhibits.named_by(question)
        if len(grounds) < len(question.grounds):
            return False
        standing = self.standing if standing is None else standing
        if not standing.can_be_asked(question):
            return False
        grounded = self.exhibits.seats_shown_by(grounds)
        living, awaited = standing.living, standing.speakers
        return has_quorum(question, living, grounded) and may_name(question, awaited, grounded)

    def can_agree(self, own: Seat, question: Question) -> bool:
        """Whether *own* may agree to *question*, after all that it has answered in the step."""
        standing = self.standing
        grounded = self.exhibits.seats_shown_by(self.exhibits.named_by(question))
        return question.number > highest_answered(standing.ballots, own) and keeps_to(
            question, standing.ballots, own, standing.living, grounded
        )

    def overtaken(self, own: Seat | None) -> int | None:
        """The step that we have folded while all who were asked have agreed to go on otherwise."""
        for step in sorted(self._reopened):
            complete = self.course.complete[step]
            ballot = self._binding(complete.standing, own)
            if ballot is None or complete.is_by(ballot):
                continue
            if ballot.is_unanimous(complete.standing.living):
                return step
        return None

    def undoing(self, own: Seat) -> list[int]:
        """The complete steps that *own* has agreed to complete otherwise, while that may be.

        Nothing more is completed before one of the others declines, or all agree.
        """
        return [step for step in sorted(self._reopened) if self._may_undo(step, own)]

    def rewind(self, step: int) -> None:
        """Open *step* again, as it was when it was completed."""
        self.exhibits.keep_void(self.course.standing_at(step + 1))
        self.course.go_back(step)
        self._reopened = {one for one in self._reopened if one < step}

    def due(self) -> SignedEntry | None:
        """Take out one kept entry whose step has been reached; admit it next."""
        return self._early.due(self.course.open_step)

    def _author_of(self, signed: SignedEntry) -> Seat:
        if signed.entry.game != self.standing.moment.charter.game:
            raise Breach("C3.1", "an entry of another game")
        if not self.course.is_of_player(signed):
            raise Breach("C3.2", "the author has no seat")
        return self.course.seat_of(signed)

    def _judge(self, seat: Seat, signed: SignedEntry) -> Verdict:
        standing = self.course.standing_of(signed)
        if standing is None:
            self.exhibits.keep_stray(signed)
            return self._early.keep(signed, self.course.open_step)
        if signed.entry.kind == Kind.RESIGN:
            return self._judge_resignation(standing, seat, signed)
        step = self.course.complete_step_of(signed)
        if step is None:
            return self._judge_now(seat, signed)
        return self._judge_late(step, seat, signed)

    def _judge_resignation(self, standing: Standing, seat: Seat, signed: SignedEntry) -> Verdict:
        try:
            read_nothing(signed.entry.body)
            standing.check_step(signed.entry.step)
        except Breach as breach:
            return Fault(seat, breach.clause, signed, detail=breach.detail)
        self.exhibits.note_resignation(signed)
        agreed = [one for _, one in answers_of(standing.ballots, seat) if one.agrees]
        if agreed:
            return _compare(seat, agreed[0].signed, signed)
        if seat in self.grounded or seat not in self.standing.living:
            return Known(signed)
        self.exhibits.keep_resignation(signed)
        return Admitted(signed)

    def _judge_now(self, seat: Seat, signed: SignedEntry) -> Verdict:
        standing = self.standing
        if signed.entry.kind == Kind.ANSWER:
            verdict = self._judge_answer(standing, seat, signed)
        else:
            verdict = _judge_said(standing, seat, signed)
        if not isinstance(verdict, Standing):
            return verdict
        self.course.standing = verdict
        return Admitted(signed)

    def _judge_late(self, step: int, seat: Seat, signed: SignedEntry) -> Verdict:
        standing = self.course.standing_at(step)
        if signed.entry.kind == Kind.ANSWER:
            verdict = self._judge_answer(standing, seat, signed)
            if not isinstance(verdict, Standing):
                return verdict
            self.course.hear_late(step, verdict)
            self._reopened.add(step)
            return Late(signed, step, read_answer(signed.entry.body).question)
        earlier = standing.heard_from(seat)
        if earlier is not None:
            return _compare(seat, earlier, signed)
        if seat not in standing.speakers:
            return Fault(seat, "T2.2", signed, detail=f"spoke unasked in step {step}")
        return self._judge_void(step, seat, signed)

    def _judge_void(self, step: int, seat: Seat, signed: SignedEntry) -> Verdict:
        """Judge what comes too late for a *step* that was cut, as if it were open (T12)."""
        verdict = _judge_said(self.course.standing_at(step), seat, signed)
        if isinstance(verdict, Collapsed):
            return Known(signed)  # that the game could not have gone on with it is nothing any more
        if not isinstance(verdict, Standing):
            return verdict
        self.course.hear_late(step, verdict)
        return Void(signed)

    def _judge_answer(
        self, standing: Standing, seat: Seat, signed: SignedEntry
    ) -> Standing | Verdict:
        resignation = self.exhibits.resignation(seat, signed.entry.after)
        try:
            standing.check_may_answer(seat)
            answer = read_answer(signed.entry.body)
            earlier = _other_story(standing, seat, answer, resignation)
            if earlier is not None:
                return _compare(seat, earlier, signed)
            return standing.answered(seat, signed)
        except Breach as breach:
            return Fault(seat, breach.clause, signed, detail=breach.detail)

    def _close(
        self, following: Standing, ballot: Ballot | None, entries: tuple[SignedEntry, ...]
    ) -> Complete:
        named = () if ballot is None else self.exhibits.named_by(ballot.question)
        complete = Complete(
            self.standing,
            ballot,
            entries,
            resigned=frozenset(self.exhibits.resigned_by(named)),
            grounded=frozenset(self.exhibits.seats_shown_by(named)),
        )
        self.course.close(complete, following)
        return complete

    def _binding(self, standing: Standing, own: Seat | None) -> Ballot | None:
        return binding(
            standing.ballots,
            own,
            standing.living,
            lambda question: self.counts(question, standing),
        )

    def _may_undo(self, step: int, own: Seat) -> bool:
        complete = self.course.complete[step]
        return any(
            own in {given.seat for given in ballot.agreed}
            and not ballot.is_dead
            and (complete.ballot is None or ballot.question > complete.ballot.question)
            and self._leads_back(step, ballot.question)
            for ballot in complete.standing.ballots
        )

    def _leads_back(self, step: int, question: Question) -> bool:
        """Whether *question* was asked when the *step* was complete, to go back to it (T13).

        It names what was said after the step, and a seat that has not left since.  Any other was
        dead when we completed the step, or is by now, though a peer that comes back may have
        forgotten who declined it.
        """
        after = {name_of(one) for one in said_in(self.course.standing_at(step + 1))}
        is_named = not after.isdisjoint(question.grounds)
        return is_named and set(question.seats) <= set(self.standing.living)

    def _agreed_entries(self, ballot: Ballot) -> tuple[SignedEntry, ...]:
        agreed = (one.signed for one in ballot.agreed)
        return (*agreed, *self.exhibits.named_by(ballot.question))


def _judge_said(standing: Standing, seat: Seat, signed: SignedEntry) -> Standing | Verdict:
    earlier = standing.heard_from(seat)
    if earlier is not None:
        return _compare(seat, earlier, signed)
    try:
        return standing.hearing(seat, signed)
    except Collapse as collapse:
        return Collapsed(collapse.clause, signed, collapse.detail)
    except Breach as breach:
        return Fault(seat, breach.clause, signed, detail=breach.detail)


def _other_story(
    standing: Standing, seat: Seat, answer: Answer, resignation: SignedEntry | None
) -> SignedEntry | None:
    """What *seat* has said in the step that does not go with *answer*, or is the same (T11)."""
    for question, earlier in answers_of(standing.ballots, seat):
        both_agree = answer.agrees and earlier.agrees
        if question == answer.question or (
            both_agree and question.number == answer.question.number
        ):
            return earlier.signed
    return resignation if answer.agrees else None


def _compare(seat: Seat, earlier: SignedEntry, signed: SignedEntry) -> Verdict:
    if contradict(earlier, signed):
        detail = f"two entries of step {earlier.entry.step}"
        return Fault(seat, "C4.1", signed, earlier, detail)
    return Known(signed)
