"""Questions and answers about one step, written a second time from protocol/departure.md, T11."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from tests.naive import bodies
from tests.naive.bodies import Question
from tests.naive.record import Entry, hash_of
from tests.naive.refused import Refused, require

ANSWER: Final = 16
RESIGN: Final = 17
BEFORE_THE_BAG: Final = ("charter", "commit", "reveal")
MOST_ANSWERS: Final = 1_000


class Fault(Exception):  # noqa: N818 - it is the outcome that the specification names
    """A broken rule of a signed entry."""

    def __init__(self, seat: int, clause: str) -> None:
        super().__init__(seat, clause)
        self.seat = seat
        self.clause = clause


@dataclass(frozen=True)
class Given:
    """One answer."""

    seat: int
    question: Question
    agrees: bool
    entry: Entry


@dataclass
class Step:
    """One step: what answers about it are judged by, and what was said in it."""

    number: int
    phase: str
    living: list[int]
    speakers: list[int]
    has_clock: bool
    heard: dict[int, Entry] = field(default_factory=dict)
    answers: list[Given] = field(default_factory=list)
    resigned: dict[int, Entry] = field(default_factory=dict)

    def judge(self, seat: int, entry: Entry) -> str:
        """An answer: "admitted" or "known", or a fault."""
        try:
            return self.take_in(seat, entry)
        except Refused as refused:
            raise Fault(seat, refused.clause) from None

    def take_in(self, seat: int, entry: Entry) -> str:
        is_open = self.phase not in (*BEFORE_THE_BAG, "over")
        require(seat in self.living and is_open, "T2.2")
        question, agrees = bodies.read_answer(entry.body)
        own = [given for given in self.answers if given.seat == seat]
        for given in own:
            is_same = given.question == question
            both_agree = agrees and given.agrees and given.question.number == question.number
            if is_same or both_agree:
                return compare(seat, given.entry, entry)
        if agrees and seat in self.resigned:
            return compare(seat, self.resigned[seat], entry)
        require(entry.step == self.number, "T2.1")
        require(len(own) < MOST_ANSWERS, "T11.5")
        if agrees:
            self.check(seat, question)
        self.answers.append(Given(seat, question, agrees, entry))
        return "admitted"

    def check(self, seat: int, question: Question) -> None:
        seats = list(question.seats)
        require(seats != [] and seats == sorted(set(seats)), "T11.1")
        require(all(one in self.living for one in seats), "T11.2")
        require(question.asker in self.living and question.asker not in seats, "T11.3")
        if question.purpose == 1:
            is_timed = self.phase == "turn" and self.has_clock
            require(is_timed and seats == self.speakers, "T12.1")
        require(seat not in seats, "T11.4")

    def agreed_by(self, seat: int) -> list[Entry]:
        return [given.entry for given in self.answers if given.seat == seat and given.agrees]

    def counts(self, question: Question, grounded: Sequence[int]) -> bool:
        """Whether a question counts, if all its grounds are at hand and ground these seats."""
        free = (*self.speakers, *grounded)
        if question.number < 6 and not all(seat in free for seat in question.seats):
            return False
        if question.purpose == 1:
            return True
        counted = [seat for seat in self.living if seat not in grounded]
        stay = [seat for seat in counted if seat not in question.seats]
        if len(counted) == 2:
            return len(stay) == 2
        if 2 * len(stay) == len(counted):
            return min(counted, default=-1) in stay
        return 2 * len(stay) > len(counted)


def compare(seat: int, earlier: Entry, entry: Entry) -> str:
    if earlier.encoded != entry.encoded:
        raise Fault(seat, "C4.1")
    return "known"


def name_of(entry: Entry) -> bytes:
    return hash_of("p2pqwirkle/1 ground", entry.encoded)
