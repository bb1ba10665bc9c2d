"""How the others agree to go on without a seat, or without its turn (T11, T12).

Nobody decides: a question is put, everybody else answers it once and for ever, and what all have
agreed to is what happens.  Whoever has agreed waits until the question is dead or complete.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import pairwise
from typing import Final

from p2pqwirkle.errors import Breach
from p2pqwirkle.record.codec import (
    Value,
    decode,
    encode,
    read_array,
    read_bytes,
    read_flag,
    read_int,
    read_list,
)
from p2pqwirkle.record.entry import HASH_SIZE, SignedEntry, labelled_hash
from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.table.charter import MAX_PLAYERS

ROUND: Final = MAX_PLAYERS
"""Numbers of questions in one round; each seat has one of them."""
MAX_QUESTION: Final = 2**31 - 1
MAX_GROUNDS: Final = 16
MAX_ANSWERS: Final = 1_000
"""Answers of one seat in one step; whoever has said so many says no more of them."""
ROUNDS_OF_AN_ANSWER: Final = 1_000
"""How many rounds further each answer in a step may lead (T11)."""


class Purpose(IntEnum):
    """What a question asks for; the number is on the wire."""

    GO_ON_WITHOUT = 0
    PASS_OVER = 1


@dataclass(frozen=True, slots=True, order=True)
class Question:
    """May the game go on without these seats, or without the turn of this one?

    Attributes:
        number: 6 times the round, plus the asker's seat; of two that one has agreed to, the
            higher counts.
        seats: who is to leave, ascending; they are not asked.
        grounds: the names of entries that show that some of them have resigned or are at fault.
    """

    number: int
    seats: tuple[Seat, ...]
    purpose: Purpose = Purpose.GO_ON_WITHOUT
    grounds: tuple[bytes, ...] = ()

    @property
    def asker(self) -> Seat:
        """Who asks; its own answer is to agree."""
        return Seat(self.number % ROUND)


@dataclass(frozen=True, slots=True)
class Answer:
    """What one seat says to a question."""

    question: Question
    agrees: bool


@dataclass(frozen=True, slots=True)
class Given:
    """An answer as it was heard."""

    seat: Seat
    agrees: bool
    signed: SignedEntry


@dataclass(frozen=True, slots=True)
class Ballot:
    """A question of the open step, with the answers heard so far, by seat."""

    question: Question
    answers: tuple[Given, ...] = ()

    @property
    def is_dead(self) -> bool:
        """Whether somebody who was asked has declined; what the named seats say is not counted."""
        return any(not one.agrees and one.seat not in self.question.seats for one in self.answers)

    @property
    def agreed(self) -> tuple[Given, ...]:
        """The answers of those who agree and were asked, by seat."""
        return tuple(
            one for one in self.answers if one.agrees and one.seat not in self.question.seats
        )

    def answer_of(self, seat: Seat) -> Given | None:
        """What *seat* has answered."""
        return next((one for one in self.answers if one.seat == seat), None)

    def is_unanimous(self, living: Iterable[Seat]) -> bool:
        """Whether all of *living* who were asked have agreed."""
        asked = {seat for seat in living if seat not in self.question.seats}
        return asked == {one.seat for one in self.agreed}

    def with_answer(self, given: Given) -> "Ballot":
        """The same with one more answer."""
        answers = sorted((*self.answers, given), key=lambda one: one.seat)
        return Ballot(self.question, tuple(answers))


def name_of(signed: SignedEntry) -> bytes:
    """What a question calls an entry by: 32 bytes, whoever's signature it has."""
    return labelled_hash(b"p2pqwirkle/1 ground", signed.encoded)


def write_answer(answer: Answer) -> bytes:
    """The body of `answer`."""
    question = answer.question
    return encode(
        (
            (question.number, question.seats, int(question.purpose), question.grounds),
            answer.agrees,
        )
    )


def read_answer(body: bytes) -> Answer:
    """The question in the body of `answer`, and what is said to it.

    Raises:
        Breach: E1 or E2.
    """
    question, agrees = read_array(decode(body), 2)
    number, seats, purpose, grounds = read_array(question, 4)
    asked = Question(
        number=read_int(number, 0, MAX_QUESTION),
        seats=tuple(_read_seat(seat) for seat in read_list(seats, MAX_PLAYERS)),
        purpose=Purpose(read_int(purpose, 0, 1)),
        grounds=tuple(read_bytes(one, HASH_SIZE) for one in read_list(grounds, MAX_GROUNDS)),
    )
    return Answer(asked, read_flag(agrees))


def check_question(question: Question, living: Collection[Seat]) -> None:
    """Check what nobody may agree to, whatever the grounds.

    Raises:
        Breach: T11.1 if the seats do not ascend or there is none, T11.2 if one is not in the game,
            T11.3 if the asker is one of them, or is not in the game itself.
    """
    seats = question.seats
    if not seats or any(left >= right for left, right in pairwise(seats)):
        raise Breach("T11.1", "the seats of a question are not in strictly ascending order")
    if not set(seats) <= set(living):
        raise Breach("T11.2", "a question names a seat that is not in the game")
    if question.asker in seats or question.asker not in living:
        raise Breach("T11.3", f"seat {question.asker} asks, and is not to stay")


def has_quorum(question: Question, living: Collection[Seat], grounded: Collection[Seat]) -> bool:
    """Whether those who stay are enough to go on (T11).

    More than half of the living must stay, or exactly half with the lowest of them; *grounded*
    seats, which have resigned or are at fault, are not counted.  Of two, neither puts the other
    out for nothing.
    """
    if question.purpose is Purpose.PASS_OVER:
        return True
    counted = sorted(set(living) - set(grounded))
    stay = set(counted) - set(question.seats)
    if len(counted) == 2 and len(stay) < 2:  # noqa: PLR2004 - one against one
        return False
    return 2 * len(stay) > len(counted) or (
        2 * len(stay) == len(counted) and bool(counted) and counted[0] in stay
    )


def keeps_to(
    question: Question,
    ballots: Iterable[Ballot],
    own: Seat,
    living: Collection[Seat],
    grounded: Collection[Seat],
) -> bool:
    """Whether *own* may agree to *question* beside what it has agreed to before (T11).

    An earlier question that may be complete somewhere has left others in the game: of those, too,
    enough must stay, or the game goes on at two tables.  Of two, neither can put the other out.
    """
    for ballot in ballots:
        given = ballot.answer_of(own)
        if given is None or not given.agrees or ballot.is_dead:
            continue
        if ballot.question.purpose is Purpose.PASS_OVER:
            continue
        left = set(living) - set(ballot.question.seats)
        is_pair = len(left - set(grounded)) == 2  # noqa: PLR2004 - one against one
        if not is_pair and not has_quorum(question, left, grounded):
            return False
    return True


def may_name(question: Question, awaited: Collection[Seat], grounded: Collection[Seat]) -> bool:
    """Whether all that are named are awaited or grounded, or this is not the first round."""
    return question.number >= ROUND or set(question.seats) <= {*awaited, *grounded}


def in_reach(ballots: Sequence[Ballot]) -> tuple[Ballot, ...]:
    """The *ballots* of a step, without those that are many rounds above all that was answered.

    Numbers have an end, and whoever has answered one agrees to none below it: a single question
    could leave no number to those who must ask another one (T11).
    """
    answers = sum(len(ballot.answers) for ballot in ballots)
    end = ROUNDS_OF_AN_ANSWER * (1 + answers) * ROUND
    return tuple(ballot for ballot in ballots if ballot.question.number < end)


def next_number(ballots: Sequence[Ballot], asker: Seat) -> int:
    """The number of the next question of *asker*, above all that are in reach in the step."""
    numbers = [ballot.question.number for ballot in in_reach(ballots)]
    return (max(numbers, default=-ROUND) // ROUND + 1) * ROUND + asker


def answers_of(ballots: Iterable[Ballot], seat: Seat) -> list[tuple[Question, Given]]:
    """All that *seat* has answered in the step, by question."""
    given = ((ballot.question, ballot.answer_of(seat)) for ballot in ballots)
    return [(question, one) for question, one in given if one is not None]


def may_say_more(ballots: Iterable[Ballot], seat: Seat) -> bool:
    """Whether *seat* may give one more answer in the step (T11.5)."""
    return len(answers_of(ballots, seat)) < MAX_ANSWERS


def highest_answered(ballots: Iterable[Ballot], seat: Seat) -> int:
    """The highest number that *seat* has answered in the step; -1 for none."""
    return max((question.number for question, _ in answers_of(ballots, seat)), default=-1)


def binding(
    ballots: Sequence[Ballot],
    own: Seat | None,
    living: Collection[Seat],
    counts: Callable[[Question], bool],
) -> Ballot | None:
    """The question that keeps the step open: the latest that is alive and that *own* agrees to.

    For a watcher, who is not asked, it is the latest one alive; for a seat that is named, the
    latest that all who were asked have agreed to.  Neither is kept by what does not count: one
    seat alone is all that are asked whether to go on without all others.

    Args:
        ballots: all of the step.
        own: who waits; None for a watcher.
        living: who is in the game.
        counts: whether a question that *own* was not asked can come about.
    """
    reached = in_reach(ballots)

    def binds(ballot: Ballot) -> bool:
        if own is not None and own in living and own not in ballot.question.seats:
            given = ballot.answer_of(own)
            return given is not None and given.agrees
        is_open = own is None and ballot in reached
        return (is_open or ballot.is_unanimous(living)) and counts(ballot.question)

    alive = [ballot for ballot in ballots if not ballot.is_dead and binds(ballot)]
    return max(alive, key=lambda one: one.question, default=None)


def _read_seat(value: Value) -> Seat:
    return Seat(read_int(value, 0, MAX_PLAYERS - 1))
