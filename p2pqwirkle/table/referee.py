"""The one judge: takes an entry into the standing, or says what is wrong with it, and whose fault.

This file does not know which seat is ours: our own entries, a peer's, and those of a finished
file pass the same `Referee.admit`.  When a step is complete is for its caller to find out, who
knows what it has agreed to (`Referee.settle`).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from p2pqwirkle.bag.group import Group
from p2pqwirkle.errors import Breach, Collapse
from p2pqwirkle.record.entry import (
    Digest,
    SignedEntry,
    claimed_author,
    contradict,
    read_signed_entry,
)
from p2pqwirkle.record.identity import PlayerId
from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.table.agreement import (
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
from p2pqwirkle.table.entries import Kind, read_nothing
from p2pqwirkle.table.standing import Standing

STEPS_AHEAD: Final = 16
"""How many steps beyond the open one an entry is kept for; later ones are asked for again."""
ANSWERS_AHEAD: Final = 4
"""How many answers of one author are kept for a step ahead, beside the one thing it says there."""
MOST_STRAYS: Final = 4
"""How many entries of one seat from another history are remembered."""
MOST_FAULTS: Final = 4
"""How many faults of one seat are kept, each a ground to go on without it; one is enough."""


@dataclass(frozen=True, slots=True)
class Admitted:
    """The entry is new and holds."""

    signed: SignedEntry


@dataclass(frozen=True, slots=True)
class Known:
    """The very same entry is here already, or it can change nothing any more."""

    signed: SignedEntry


@dataclass(frozen=True, slots=True)
class Late:
    """A new answer to a question about a step that is complete here."""

    signed: SignedEntry
    step: int
    question: Question


@dataclass(frozen=True, slots=True)
class Ahead:
    """The entry is of a later step; it is kept, and judged when its step is open."""

    signed: SignedEntry


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """The entry follows steps that are not ours, or is too far ahead: ask for those below it."""

    signed: SignedEntry


@dataclass(frozen=True, slots=True)
class Damage:
    """Bytes that convict nobody.

    Attributes:
        author: who is claimed to have said it; for a message, never for a verdict.
    """

    clause: str
    detail: str = field(compare=False)
    author: PlayerId | None = None


@dataclass(frozen=True, slots=True)
class Fault:
    """A breach with a proven author: a signature over an entry that follows our own steps.

    Attributes:
        entry: the faulty entry.
        against: for two stories (C4), the other exhibit.
    """

    seat: Seat
    clause: str
    entry: SignedEntry
    against: SignedEntry | None = None
    detail: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Collapsed:
    """The game cannot go on, and nobody can be held to it (T8)."""

    clause: str
    entry: SignedEntry
    detail: str = field(default="", compare=False)


Verdict = Admitted | Known | Late | Ahead | Elsewhere | Damage | Fault | Collapsed


@dataclass(frozen=True, slots=True)
class Complete:
    """A step that is complete.

    Attributes:
        standing: as it was when the last of it was heard.
        ballot: what all have agreed to, if the step was cut by it.
        entries: what stands in the record: what was said by seat, or the agreements by seat and
            then the entries that are their grounds.
        grounded: the seats that the grounds show to have resigned, or to be at fault.
    """

    standing: Standing
    ballot: Ballot | None
    entries: tuple[SignedEntry, ...]
    grounded: frozenset[Seat] = frozenset()

    def is_by(self, ballot: Ballot) -> bool:
        """Whether *ballot* is what has cut the step."""
        return self.ballot is not None and self.ballot.question == ballot.question


class Referee:
    """Judges the entries of one game.

    Attributes:
        standing: what the admitted entries come to.
        faults: what was found of whom, in the order in which it was found.
    """

    def __init__(self, group: Group, charter: Charter) -> None:
        self.standing = Standing.start(group, charter)
        self.faults: list[Fault] = []
        self._seats = {player: Seat(seat) for seat, player in enumerate(charter.identities)}
        self._complete: list[Complete] = []
        self._step_after: dict[Digest, int] = {}
        self._ahead: dict[tuple[int, PlayerId], list[SignedEntry]] = {}
        self._exhibits: dict[bytes, SignedEntry] = {}
        self._strays: dict[bytes, SignedEntry] = {}
        self._void: dict[bytes, SignedEntry] = {}
        self._reopened: set[int] = set()

    def entries(self, step: int) -> tuple[SignedEntry, ...]:
        """What stands in the record of *step*; of the open step, what was heard so far."""
        if step == self.standing.moment.step:
            return _said_in(self.standing)
        return self._complete[step].entries if 0 <= step < len(self._complete) else ()

    def said(self, step: int) -> tuple[SignedEntry, ...]:
        """What somebody may lack who has *step* still open: its entries, and all answers in it."""
        entries = self.entries(step)
        if not 0 <= step < len(self._complete):
            return entries
        answers = [one for ballot in self.standing_at(step).ballots for one in ballot.answers]
        return (*entries, *(one.signed for one in answers if one.signed not in entries))

    def seat_of(self, signed: SignedEntry) -> Seat:
        """The author's seat."""
        return self._seats[signed.entry.author]

    @property
    def strays(self) -> tuple[SignedEntry, ...]:
        """The latest entries that follow steps which are not ours; a few of each seat."""
        return tuple(self._strays.values())

    def has_spoken(self, seat: Seat, after: int) -> bool:
        """Whether *seat* has said anything in our history after the step *after*."""
        later = (one.standing for one in self._complete[after + 1 :])
        return any(_has_spoken(standing, seat) for standing in (*later, self.standing))

    @property
    def exhibits(self) -> tuple[SignedEntry, ...]:
        """What shows that living seats have resigned, or are at fault."""
        return tuple(
            one for one in self._exhibits.values() if self.seat_of(one) in self.standing.living
        )

    @property
    def complete(self) -> tuple[Complete, ...]:
        """The complete steps, in their order."""
        return tuple(self._complete)

    @property
    def grounded(self) -> tuple[Seat, ...]:
        """The living seats that have resigned or are at fault, ascending."""
        return tuple(sorted(self._grounded_by(self.exhibits) & set(self.standing.living)))

    def grounds(self, seats: Iterable[Seat]) -> tuple[bytes, ...]:
        """The names of the entries that show it of *seats*."""
        named = set(seats)
        return tuple(name for name, one in self._exhibits.items() if self.seat_of(one) in named)

    def admit(self, wire: bytes) -> Verdict:
        """Hear an entry, or say what is wrong with it and change nothing."""
        try:
            signed = read_signed_entry(wire)
            seat = self._author_of(signed)
        except Breach as breach:
            return Damage(breach.clause, breach.detail, claimed_author(wire))
        verdict = self._judge(seat, signed)
        if isinstance(verdict, Fault) and not self._keeps_fault(verdict):
            return Known(signed)
        return verdict

    def settle(self, own: Seat | None = None) -> Complete | None:
        """Complete the open step if it can be: fold it, or go on as all have agreed (T11).

        Args:
            own: who has agreed to what is agreed to; None for somebody who is not asked.

        Raises:
            Collapse: the game cannot go on with what the complete step comes to.
        """
        standing = self.standing
        if own is not None and self._is_going_back(own):
            return None
        ballot = binding(standing.ballots, own, standing.living)
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
        exhibits = self._named_by(question)
        if len(exhibits) < len(question.grounds):
            return False
        standing = self.standing if standing is None else standing
        if not standing.can_be_asked(question):
            return False
        grounded = self._grounded_by(exhibits)
        living, awaited = standing.living, standing.speakers
        return has_quorum(question, living, grounded) and may_name(question, awaited, grounded)

    def can_agree(self, own: Seat, question: Question) -> bool:
        """Whether *own* may agree to *question*, after all that it has answered in the step."""
        standing = self.standing
        grounded = self._grounded_by(self._named_by(question))
        return question.number > highest_answered(standing.ballots, own) and keeps_to(
            question, standing.ballots, own, standing.living, grounded
        )

    def overtaken(self, own: Seat | None) -> int | None:
        """The step that we have folded while all who were asked have agreed to go on otherwise."""
        for step in sorted(self._reopened):
            complete = self._complete[step]
            ballot = binding(complete.standing.ballots, own, complete.standing.living)
            if ballot is None or complete.is_by(ballot):
                continue
            if ballot.is_unanimous(complete.standing.living):
                return step
        return None

    def rewind(self, step: int) -> None:
        """Open *step* again, as it was when it was completed."""
        following = [*(one.standing for one in self._complete[step + 1 :]), self.standing][0]
        self._void |= {name_of(signed): signed for signed in _said_in(following)}
        self.standing = self._complete[step].standing
        del self._complete[step:]
        self._reopened = {one for one in self._reopened if one < step}
        self._step_after = {
            complete.standing.moment.digest: place for place, complete in enumerate(self._complete)
        }

    def due(self) -> SignedEntry | None:
        """Take out one kept entry whose step has been reached; admit it next."""
        step = self.standing.moment.step
        reached = next((place for place in sorted(self._ahead) if place[0] <= step), None)
        if reached is None:
            return None
        kept = self._ahead[reached]
        first = kept.pop(0)
        if not kept:
            del self._ahead[reached]
        return first

    def standing_at(self, step: int) -> Standing:
        """The open standing, or that of a complete step when the last of it was heard."""
        is_open = step == self.standing.moment.step
        return self.standing if is_open else self._complete[step].standing

    def standing_of(self, signed: SignedEntry) -> Standing | None:
        """The standing that *signed* is said in; None if it follows steps that are not ours."""
        if signed.entry.after == self.standing.moment.digest:
            return self.standing
        step = self._step_after.get(signed.entry.after)
        return None if step is None else self._complete[step].standing

    def _author_of(self, signed: SignedEntry) -> Seat:
        if signed.entry.game != self.standing.moment.charter.game:
            raise Breach("C3.1", "an entry of another game")
        if signed.entry.author not in self._seats:
            raise Breach("C3.2", "the author has no seat")
        return self.seat_of(signed)

    def _judge(self, seat: Seat, signed: SignedEntry) -> Verdict:
        if signed.entry.kind == Kind.RESIGN and self.standing_of(signed) is not None:
            return self._judge_resignation(seat, signed)
        if signed.entry.after == self.standing.moment.digest:
            return self._judge_now(seat, signed)
        if signed.entry.after in self._step_after:
            return self._judge_late(seat, signed)
        self._keep_stray(seat, signed)
        return self._keep(signed)

    def _judge_resignation(self, seat: Seat, signed: SignedEntry) -> Verdict:
        try:
            read_nothing(signed.entry.body)
        except Breach as breach:
            return Fault(seat, breach.clause, signed, detail=breach.detail)
        standing = self.standing_of(signed)
        assert standing is not None  # or it would not be judged
        agreed = [one for _, one in answers_of(standing.ballots, seat) if one.agrees]
        if agreed:
            return _compare(seat, agreed[0].signed, signed)
        if seat in self._grounded_by(self.exhibits) or seat not in self.standing.living:
            return Known(signed)
        self._exhibits[name_of(signed)] = signed
        return Admitted(signed)

    def _judge_now(self, seat: Seat, signed: SignedEntry) -> Verdict:
        standing = self.standing
        if signed.entry.kind == Kind.ANSWER:
            verdict = _judge_answer(standing, seat, signed)
        else:
            verdict = _judge_said(standing, seat, signed)
        if not isinstance(verdict, Standing):
            return verdict
        self.standing = verdict
        return Admitted(signed)

    def _judge_late(self, seat: Seat, signed: SignedEntry) -> Verdict:
        step = self._step_after[signed.entry.after]
        complete = self._complete[step]
        if signed.entry.kind == Kind.ANSWER:
            verdict = _judge_answer(complete.standing, seat, signed)
            if not isinstance(verdict, Standing):
                return verdict
            self._complete[step] = replace(complete, standing=verdict)
            self._reopened.add(step)
            return Late(signed, step, read_answer(signed.entry.body).question)
        earlier = complete.standing.heard_from(seat)
        if earlier is not None:
            return _compare(seat, earlier, signed)
        if seat not in complete.standing.speakers:
            return Fault(seat, "T2.2", signed, detail=f"spoke unasked in step {step}")
        # The step was cut before this could be heard: it is void, whatever it says.
        return Known(signed)

    def _keep(self, signed: SignedEntry) -> Verdict:
        step = self.standing.moment.step
        if not step < signed.entry.step <= step + STEPS_AHEAD:
            return Elsewhere(signed)
        kept = self._ahead.setdefault((signed.entry.step, signed.entry.author), [])
        if any(one.encoded == signed.encoded for one in kept):
            return Known(signed)
        answers = sum(one.entry.kind == Kind.ANSWER for one in kept)
        is_answer = signed.entry.kind == Kind.ANSWER
        if answers == ANSWERS_AHEAD if is_answer else answers < len(kept):
            return Elsewhere(signed)
        kept.append(signed)
        return Ahead(signed)

    def _keep_stray(self, seat: Seat, signed: SignedEntry) -> None:
        """Remember what somebody said after steps that are not ours: it may show a parting."""
        own = [name for name, one in self._strays.items() if self.seat_of(one) == seat]
        if len(own) == MOST_STRAYS:
            del self._strays[own[0]]
        self._strays[name_of(signed)] = signed

    def _close(
        self, following: Standing, ballot: Ballot | None, entries: tuple[SignedEntry, ...]
    ) -> Complete:
        named = () if ballot is None else self._named_by(ballot.question)
        grounded = frozenset(self._grounded_by(named))
        complete = Complete(self.standing, ballot, entries, grounded)
        self._step_after[self.standing.moment.digest] = self.standing.moment.step
        self._complete.append(complete)
        self.standing = following
        return complete

    def _is_going_back(self, own: Seat) -> bool:
        """Whether *own* has agreed to complete a step otherwise, and that may still come about."""
        return any(
            _may_undo(self._complete[step], ballot, own)
            and self._is_parted(self._complete[step], ballot.question)
            for step in self._reopened
            for ballot in self._complete[step].standing.ballots
        )

    def _is_parted(self, complete: Complete, question: Question) -> bool:
        """Whether a seat that *question* names has told two stories in the step.

        Any other question was dead when we completed the step, though a peer that comes back may
        have forgotten who declined it.
        """
        place = complete.standing.moment.digest
        told = (one for one in self.faults if one.against is not None)
        return any(one.seat in question.seats and one.entry.entry.after == place for one in told)

    def _agreed_entries(self, ballot: Ballot) -> tuple[SignedEntry, ...]:
        agreed = (one.signed for one in ballot.agreed)
        return (*agreed, *self._named_by(ballot.question))

    def _named_by(self, question: Question) -> list[SignedEntry]:
        """The entries that *question* names as its grounds, as far as they are here."""
        if not question.grounds:
            return []
        standings = [*(one.standing for one in self._complete), self.standing]
        said = {name_of(one): one for standing in standings for one in _said_in(standing)}
        here = said | self._void | self._strays | self._exhibits
        return [here[name] for name in question.grounds if name in here]

    def _keeps_fault(self, fault: Fault) -> bool:
        """Keep what shows *fault*, unless it is here, or enough of its author is."""
        faults = [one for one in self.faults if one.seat == fault.seat]
        is_known = any(one.entry.encoded == fault.entry.encoded for one in faults)
        if is_known or len(faults) == MOST_FAULTS:
            return False
        self.faults.append(fault)
        for exhibit in (fault.against, fault.entry):
            if exhibit is not None:
                self._exhibits[name_of(exhibit)] = exhibit
        return True

    def _grounded_by(self, exhibits: Sequence[SignedEntry]) -> set[Seat]:
        """The seats that *exhibits* show to have resigned, or to be at fault."""
        resigned = {self.seat_of(one) for one in exhibits if one.entry.kind == Kind.RESIGN}
        names = {one.encoded for one in exhibits}
        at_fault = {
            fault.seat
            for fault in self.faults
            if fault.entry.encoded in names
            and (fault.against is None or fault.against.encoded in names or self._stands(fault))
        }
        return resigned | at_fault

    def _stands(self, fault: Fault) -> bool:
        """Whether the other story stands among the complete steps, where all can read it."""
        return any(fault.against in complete.entries for complete in self._complete)


def _said_in(standing: Standing) -> tuple[SignedEntry, ...]:
    """All that was heard of a step: what it awaits, by seat, and then the answers."""
    answers = (one.signed for ballot in standing.ballots for one in ballot.answers)
    return (*(one.signed for one in standing.heard), *answers)


def _may_undo(complete: Complete, ballot: Ballot, own: Seat) -> bool:
    given = ballot.answer_of(own)
    if given is None or not given.agrees or ballot.is_dead:
        return False
    return complete.ballot is None or ballot.question > complete.ballot.question


def _has_spoken(standing: Standing, seat: Seat) -> bool:
    answered = any(ballot.answer_of(seat) is not None for ballot in standing.ballots)
    return answered or standing.heard_from(seat) is not None


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


def _judge_answer(standing: Standing, seat: Seat, signed: SignedEntry) -> Standing | Verdict:
    try:
        standing.check_may_answer(seat)
        answer = read_answer(signed.entry.body)
        for question, earlier in answers_of(standing.ballots, seat):
            if earlier.signed.encoded == signed.encoded:
                return Known(signed)
            both_agree = answer.agrees and earlier.agrees
            if question == answer.question or (
                both_agree and question.number == answer.question.number
            ):
                return _compare(seat, earlier.signed, signed)
        return standing.answered(seat, signed)
    except Breach as breach:
        return Fault(seat, breach.clause, signed, detail=breach.detail)


def _compare(seat: Seat, earlier: SignedEntry, signed: SignedEntry) -> Verdict:
    if contradict(earlier, signed):
        detail = f"two entries of step {earlier.entry.step}"
        return Fault(seat, "C4.1", signed, earlier, detail)
    return Known(signed)
