"""How a game ended, and who won."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from p2pqwirkle.rules.moves import Seat


class Ending(Enum):
    """Why a game is over (R10)."""

    WENT_OUT = "went-out"
    NOTHING_FITS = "nothing-fits"
    STALLED = "stalled"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game; *winners* share the win and are listed by seat."""

    ending: Ending
    winners: tuple[Seat, ...]


def winners_of(scores: Sequence[int]) -> tuple[Seat, ...]:
    """The seats with the highest of *scores*, which are by seat (R11)."""
    highest = max(scores)
    return tuple(Seat(seat) for seat, score in enumerate(scores) if score == highest)
