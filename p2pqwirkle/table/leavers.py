"""Who was gone on without in a complete step, and why (T12, T13)."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.table.agreement import Purpose
from p2pqwirkle.table.course import Complete


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
    for seat in question.seats:
        yield Gone(seat, _why(complete, question.purpose, seat), moment.step)


def _why(complete: Complete, purpose: Purpose, seat: Seat) -> Why:
    if purpose is Purpose.PASS_OVER:
        return Why.TIME
    if seat in complete.resigned:
        return Why.RESIGNED
    return Why.FAULT if seat in complete.grounded else Why.SILENT
