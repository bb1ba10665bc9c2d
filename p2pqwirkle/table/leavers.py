"""Who was gone on without in a complete step, and why (T12, T13)."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.table.agreement import Purpose
from p2pqwirkle.table.course import Complete
from p2pqwirkle.table.entries import Kind


class Why(Enum):
    """What those who stayed have shown of a seat that they went on without."""

    RESIGNED = "resigned"
    FAULT = "fault"
    SILENT = "silent"
    """Nothing: they say no more than that they had to wait for it."""
    TIME = "time"
    """Its turn was passed over; it is still in the game."""


@dataclass(frozen=True, slots=True)
class Gone:
    """A seat that the others went on without, or whose turn they have passed over.

    Attributes:
        step: the open step that was cut.
    """

    seat: Seat
    why: Why
    step: int


def gone_in(complete: Complete) -> Iterator[Gone]:
    """Who was gone on without in a step that is *complete*, by seat."""
    if complete.ballot is None:
        return
    moment = complete.standing.moment
    question = complete.ballot.question
    exhibits = complete.entries[len(complete.ballot.agreed) :]
    for seat in question.seats:
        kinds = [
            one.entry.kind
            for one in exhibits
            if one.entry.author == moment.charter.identities[seat]
        ]
        shown = kinds if seat in complete.grounded else []
        yield Gone(seat, _why(question.purpose, shown), moment.step)


def _why(purpose: Purpose, kinds: list[int]) -> Why:
    if purpose is Purpose.PASS_OVER:
        return Why.TIME
    if not kinds:
        return Why.SILENT
    return Why.RESIGNED if Kind.RESIGN in kinds else Why.FAULT
