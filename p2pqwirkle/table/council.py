"""What our own seat says about going on without others, without being asked for a choice (T11).

Only people, or those who stand in for them, give up on a silent seat.  One that has resigned, or
is proven to be at fault, is put out by itself; and what is too late is declined by itself.
"""

from collections.abc import Sequence

from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.table.agreement import (
    Answer,
    Ballot,
    Question,
    answers_of,
    has_quorum,
    highest_answered,
    in_reach,
    may_say_more,
    next_number,
)
from p2pqwirkle.table.healing import leads_back
from p2pqwirkle.table.phases import Phase
from p2pqwirkle.table.referee import Referee
from p2pqwirkle.table.standing import Standing


def owed_answer(referee: Referee, own: Seat) -> Answer | None:
    """The next answer that follows from what is known, to a question of the open step."""
    standing = referee.standing
    if not is_open(standing) or own not in standing.living:
        return None
    for ballot in unanswered(standing, own):
        question = ballot.question
        if question.number <= highest_answered(standing.ballots, own):
            return Answer(question, agrees=False)
        is_shown = set(question.seats) <= set(referee.grounded) and referee.counts(question)
        if is_shown and referee.can_agree(own, question):
            return Answer(question, agrees=True)
    owed = _owed_question(referee, own)
    return None if owed is None else Answer(owed, agrees=True)


def late_answer(referee: Referee, own: Seat, step: int, question: Question) -> Answer | None:
    """What is said to a question about a *step* that is complete here.

    It is too late, unless the question shows that others have completed the step otherwise.
    """
    standing = referee.course.standing_at(step)
    if question not in {ballot.question for ballot in unanswered(standing, own)}:
        return None
    is_above = question.number > highest_answered(standing.ballots, own)
    counts = referee.counts(question, standing)
    return Answer(question, is_above and counts and leads_back(referee, step, question))


def unanswered(standing: Standing, own: Seat) -> list[Ballot]:
    """The questions that *own* is asked and has not answered, by their numbers."""
    if own not in standing.living or not may_say_more(standing.ballots, own):
        return []
    return [
        ballot
        for ballot in in_reach(standing.ballots)
        if own not in ballot.question.seats and ballot.answer_of(own) is None
    ]


def has_agreed(standing: Standing, own: Seat) -> bool:
    """Whether *own* has agreed to a question of the open step."""
    return any(given.agrees for _, given in answers_of(standing.ballots, own))


def is_open(standing: Standing) -> bool:
    """Whether the step is one that can be cut: there are keys, and the game is not over."""
    return standing.has_keys and standing.phase is not Phase.OVER


def may_go_on_without(standing: Standing, seats: Sequence[Seat], grounded: Sequence[Seat]) -> bool:
    """Whether those who stay could agree to go on without *seats* (T11).

    Args:
        standing: the open step.
        seats: who is silent, some of whom may have a ground.
        grounded: the living seats that have resigned or are at fault.
    """
    question = Question(0, tuple(sorted(seats)))
    return is_open(standing) and has_quorum(question, standing.living, grounded)


def _is_refused(standing: Standing, grounded: Sequence[Seat]) -> bool:
    """Whether it was asked last to go on without just these, and somebody has declined.

    Then somebody is ahead, and whoever may follow does; or somebody is bound by another answer.
    To ask again would change neither.
    """
    last = max(in_reach(standing.ballots), key=lambda one: one.question.number, default=None)
    return last is not None and last.is_dead and last.question.seats == tuple(grounded)


def _owed_question(referee: Referee, own: Seat) -> Question | None:
    """To go on without all that have resigned or are at fault.

    All that stay ask at once, and the highest number counts: nobody waits for anybody, and
    everybody has said which history it stands on.
    """
    standing, grounded = referee.standing, referee.grounded
    if not grounded or own in grounded:
        return None
    ballots = in_reach(standing.ballots)
    alive = [ballot.question.seats for ballot in ballots if not ballot.is_dead]
    if any(set(grounded) <= set(seats) for seats in alive) or not may_say_more(
        standing.ballots, own
    ):
        return None
    if _is_refused(standing, grounded):
        return None
    number = next_number(standing.ballots, own)
    question = Question(number, grounded, grounds=referee.exhibits.names_of(grounded))
    return question if referee.counts(question) and referee.can_agree(own, question) else None
