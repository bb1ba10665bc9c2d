"""How a game ended, and who won."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from p2pqwirkle.rules.moves import Seat


class Ending(Enum):
    """Why a game is over (R10)."""

    WENT_OUT = "went-out"
    NOTHING_FITS = "nothing-fits"
    STALLED = "stalled"
    DEPARTED = "departed"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game; *winners* share the win and are listed by seat."""

    ending: Ending
    winners: tuple[Seat, ...]


def winners_of(scores: Sequence[int], seats: Iterable[Seat]) -> tuple[Seat, ...]:
    """Those of *seats* with the highest of their *scores*, which are by seat (R11)."""
    players = sorted(seats)
    highest = max(scores[seat] for seat in players)
    return tuple(seat for seat in players if scores[seat] == highest)
