"""What is going to happen, in the order of simulated time."""

from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count

Deed = Callable[[], None]


class Timeline:
    """Deeds by their times, in seconds; of equal times, the one planned first goes first.

    Attributes:
        now: the time of the last deed that was done.
    """

    def __init__(self) -> None:
        self.now = 0.0
        self._deeds: list[tuple[float, int, Deed]] = []
        self._order = count()

    def after(self, seconds: float, deed: Deed) -> None:
        """Plan *deed*; every deed is done once."""
        heappush(self._deeds, (self.now + seconds, next(self._order), deed))

    def step(self) -> bool:
        """Do the next deed; False if there is none."""
        if not self._deeds:
            return False
        self.now, _, deed = heappop(self._deeds)
        deed()
        return True
