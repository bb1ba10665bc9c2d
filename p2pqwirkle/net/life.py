"""Signs of life: when each seat was last known alive, and what it has owed since when.

A seat counts as alive if anybody hears it: what one peer has heard, it tells its neighbours.
Absence proves nothing, and so all this is local: no two peers have to agree on it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

from p2pqwirkle.net.frames import MAX_SILENCE
from p2pqwirkle.rules.moves import Seat

AWAY_SECONDS: Final = 3.0
"""Whoever was not heard for so long has been away, and is back when it is heard again."""
LATE_SECONDS: Final = 5.0
"""When we notice a second so late, this computer slept, and nobody is to blame for the time."""


@dataclass(frozen=True, slots=True)
class Life:
    """What is known of one seat's life; all in seconds.

    Attributes:
        silence: since when nobody has heard it, or it has owed an entry.
        absence: since when nobody has heard it.
        presence: since when it was not away, nor this computer.
    """

    silence: float
    absence: float
    presence: float


class LifeSigns:
    """What one peer knows of the others' lives; *now* is always local time in seconds.

    Who has no seat has none of its *own*.
    """

    def __init__(self, seats: int, own: Seat | None, now: float) -> None:
        self._own = own
        self._began = now
        self._ticked = now
        self._heard: list[float | None] = [None] * seats
        self._back_since = [now] * seats
        self._owing_since = now
        self._step = -1
        self._owing: tuple[Seat, ...] = ()

    def tick(self, now: float) -> None:
        """A second has passed; or more, if this computer slept."""
        late = now - self._ticked
        self._ticked = now
        if late > LATE_SECONDS:
            self._began += late
            self._owing_since += late
            self._heard = [None if heard is None else heard + late for heard in self._heard]
            self._back_since = [now] * len(self._heard)

    def hear(self, seat: Seat, now: float) -> None:
        """*seat* itself has said something."""
        self._know_alive(seat, now, now)

    def relay(self, ages: Sequence[int | None], now: float) -> None:
        """A neighbour has told, in milliseconds, how long ago it knew each seat alive."""
        for seat, age in enumerate(ages):
            if age is None or seat == self._own:
                continue
            self._know_alive(Seat(seat), now - age / 1000, now)

    def ages(self, now: float) -> tuple[int | None, ...]:
        """How long ago each seat was known alive, in milliseconds, rounded up.

        Rounded down, two peers could keep a dead seat alive by telling each other.
        """
        return tuple(
            0 if seat == self._own else _milliseconds(heard, now)
            for seat, heard in enumerate(self._heard)
        )

    def owe(self, step: int, seats: tuple[Seat, ...], now: float) -> None:
        """In *step*, *seats* have yet to say what needs no person."""
        if step != self._step:
            self._step = step
            self._owing_since = now
        self._owing = seats

    def silent(self, now: float, patience: float) -> tuple[Seat, ...]:
        """The seats that nobody has heard, or that have owed an entry, for *patience* seconds."""
        seats = (Seat(seat) for seat in range(len(self._heard)))
        return tuple(seat for seat in seats if self.silence(seat, now) > patience)

    def silence(self, seat: Seat, now: float) -> float:
        """For how many seconds nobody has heard *seat*, or it has owed an entry."""
        if seat == self._own:
            return 0.0
        owing = now - self._owing_since if seat in self._owing else 0.0
        return max(0.0, owing, self.absence(seat, now))

    def absence(self, seat: Seat, now: float) -> float:
        """For how many seconds nobody has heard *seat*."""
        heard = self._heard[seat]
        return 0.0 if seat == self._own else now - (self._began if heard is None else heard)

    def presence(self, seat: Seat, now: float) -> float:
        """For how many seconds *seat*, and this computer, have been here without being away."""
        return now - self._back_since[seat]

    def unheard(self, now: float, seconds: float) -> tuple[Seat, ...]:
        """The seats that nobody has heard for so long."""
        return tuple(
            Seat(seat)
            for seat in range(len(self._heard))
            if seat != self._own and self.absence(Seat(seat), now) > seconds
        )

    def _know_alive(self, seat: Seat, at: float, now: float) -> None:
        """*seat* is known to have been alive *at* a time that is not after *now*."""
        heard = self._heard[seat]
        if heard is not None and at <= heard:
            return
        if heard is None or now - heard > AWAY_SECONDS:
            self._back_since[seat] = now
        self._heard[seat] = at


def _milliseconds(heard: float | None, now: float) -> int | None:
    return None if heard is None else min(MAX_SILENCE, max(0, ceil((now - heard) * 1000)))
