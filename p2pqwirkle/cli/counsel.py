"""What a bot says about going on without others, or without a turn: from what it knows, no more.

A person decides otherwise, by looking at the others; the table only sees to it that whatever is
said may be said.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from p2pqwirkle.net.life import Life
from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.table.agreement import Purpose, Question, in_reach
from p2pqwirkle.table.council import unanswered
from p2pqwirkle.table.effects import Snapshot
from p2pqwirkle.table.phases import Phase

ENOUGH_SILENCE: Final = 10.0
"""Seconds after which a bot follows others who give up on a seat; its own patience is longer."""
ALIVE_SECONDS: Final = 3.0
"""Whoever was heard so lately, over a link of ours, is there."""
RETURN_SECONDS: Final = 5.0
"""Nobody's turn is passed over so shortly after its return."""
LONGEST_PATIENCES: Final = 10
"""How many times its patience a bot stays at a step that waits for somebody silent: a seat that is
wrongly given up on, and then the loss of another who was asked, leave no question that all can
agree to (T13, What remains)."""
ONE_BY_ONE: Final = 2.0
"""Seconds between the seats' readiness to ask, so that mostly only one does."""


@dataclass(frozen=True, slots=True)
class AskOut:
    """Ask the others to go on without these seats."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class AskToPassOver:
    """Ask the others to go on without the open turn."""


@dataclass(frozen=True, slots=True)
class Reply:
    """Answer a question."""

    question: Question
    agrees: bool


@dataclass(frozen=True, slots=True)
class GiveUp:
    """End the game for us: these seats are silent, and nothing that is asked leads on."""

    seats: tuple[Seat, ...]


Deed = AskOut | AskToPassOver | Reply | GiveUp


@dataclass(frozen=True, slots=True)
class View:
    """What a bot knows at one moment.

    Attributes:
        lives: by seat.
        linked: the seats with a link to us.
        step_age: for how many seconds the open step has been shown here.
        asked_for: for how many seconds each question has been known here.
        patience: how many seconds a silent seat is waited for.
    """

    snapshot: Snapshot
    lives: Sequence[Life]
    linked: Collection[Seat]
    step_age: float
    patience: float
    asked_for: Mapping[Question, float] = field(default_factory=dict)

    @property
    def is_out_of_time(self) -> bool:
        """Whether the open turn has taken longer than the table gives it, by our own clock."""
        standing = self.snapshot.standing
        seconds = standing.moment.charter.options.turn_seconds
        is_timed = standing.phase is Phase.TURN and seconds > 0
        if not is_timed or not standing.awaited or self.step_age < seconds:
            return False
        return all(self.lives[seat].presence >= RETURN_SECONDS for seat in standing.speakers)

    def is_silent(self, seat: Seat, seconds: float) -> bool:
        """Whether nothing that is due has come from *seat* for so many *seconds*."""
        return self.lives[seat].silence > seconds


def counsel(view: View) -> Deed | None:
    """What a bot does now about the questions that are open, or that it might ask."""
    snapshot = view.snapshot
    if snapshot.is_finished or snapshot.is_catching_up:
        return None
    for ballot in unanswered(snapshot.standing, snapshot.seat):
        agrees = _opinion(view, ballot.question)
        if agrees is not None:
            return Reply(ballot.question, agrees)
    return _question(view)


def _opinion(view: View, question: Question) -> bool | None:
    """What a bot says to *question*; None while it waits a little."""
    if question.purpose is Purpose.PASS_OVER:
        if not view.snapshot.standing.awaited:
            return False  # the move is here, and is passed over no more
        return True if view.is_out_of_time else None
    due = min(view.patience, ENOUGH_SILENCE)
    missed = [
        seat
        for seat in question.seats
        if seat not in view.snapshot.grounded and not view.is_silent(seat, due)
    ]
    if not missed:
        return True
    if any(_is_there(view, seat) for seat in missed) or view.asked_for.get(question, 0.0) > due:
        return False
    return None


def _is_there(view: View, seat: Seat) -> bool:
    """Whether *seat* is heard over a link of ours, and owes nothing."""
    return seat in view.linked and view.lives[seat].silence < ALIVE_SECONDS


def _question(view: View) -> Deed | None:
    """What a bot asks now."""
    standing, grounded = view.snapshot.standing, view.snapshot.grounded
    silent = [seat for seat in standing.living if view.is_silent(seat, view.patience)]
    waited_for = {*standing.awaited, *_unheard(view)}
    if not any(seat in waited_for for seat in silent):
        return AskToPassOver() if _may_ask_to_pass_over(view) else None
    longest = LONGEST_PATIENCES * view.patience
    # Both: somebody may have thought for long before falling silent.
    if view.step_age > longest and any(view.is_silent(seat, longest) for seat in waited_for):
        return GiveUp(tuple(silent))
    # Only from the second round on can a seat be named that the step does not wait for.
    named = [seat for seat in silent if in_reach(standing.ballots) or seat in standing.speakers]
    wanted = tuple(sorted({*named, *grounded}))
    since = min(view.lives[seat].silence for seat in silent) - view.patience
    is_due = since > _rank(view, silent) * ONE_BY_ONE and _may_ask_again(view, silent)
    return AskOut(wanted) if is_due and not _is_asked(view, wanted) else None


def _unheard(view: View) -> set[Seat]:
    """Whose answers are missing to what we have agreed to: the step waits for them as well."""
    missing: set[Seat] = set()
    for ballot in view.snapshot.standing.ballots:
        given = ballot.answer_of(view.snapshot.seat)
        if given is not None and given.agrees and not ballot.is_dead:
            heard = {one.seat for one in ballot.answers} | set(ballot.question.seats)
            missing |= set(view.snapshot.standing.living) - heard
    return missing


def _may_ask_to_pass_over(view: View) -> bool:
    seconds = view.snapshot.standing.moment.charter.options.turn_seconds
    if not view.is_out_of_time or _is_asked(view, view.snapshot.standing.speakers):
        return False
    is_our_turn = view.snapshot.seat in view.snapshot.standing.speakers
    is_late = view.step_age - seconds >= _rank(view, ()) * ONE_BY_ONE
    return not is_our_turn and is_late and _may_ask_again(view, ())


def _may_ask_again(view: View, silent: Sequence[Seat]) -> bool:
    """Whether enough time has passed since the last question.

    After a refusal that is the whole patience; but whoever was asked, and is silent as well, is
    named in the next question at once.
    """
    ballots = in_reach(view.snapshot.standing.ballots)
    since = min((view.asked_for.get(one.question, 0.0) for one in ballots), default=float("inf"))
    if all(ballot.is_dead for ballot in ballots):
        return since > view.patience
    return since > _rank(view, silent) * ONE_BY_ONE


def _rank(view: View, silent: Sequence[Seat]) -> int:
    """How many of those who are there ask before us."""
    there = [seat for seat in view.snapshot.standing.living if seat not in silent]
    return there.index(view.snapshot.seat)


def _is_asked(view: View, seats: Collection[Seat]) -> bool:
    """Whether somebody asks to go on without all of *seats*, or their turn."""
    return any(
        not ballot.is_dead and set(seats) <= set(ballot.question.seats)
        for ballot in in_reach(view.snapshot.standing.ballots)
    )
