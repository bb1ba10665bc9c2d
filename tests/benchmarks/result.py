"""What a benchmark says, and how CPU time is taken."""

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Result:
    """One measured number; without a limit it is there to be looked at."""

    name: str
    value: float
    unit: str
    limit: float | None = None

    @property
    def is_missed(self) -> bool:
        return self.limit is not None and self.value > self.limit

    def __str__(self) -> str:
        limit = "" if self.limit is None else f"at most {self.limit:9.2f}"
        missed = "  MISSED" if self.is_missed else ""
        return f"{self.name:<44} {self.value:9.2f} {self.unit:<3} {limit}{missed}"


def cpu_seconds(work: Callable[[], object], times: int = 1) -> float:
    """The CPU time that this process takes for *work*, on average of so many times in a row."""
    start = time.process_time()
    for _ in range(times):
        work()
    return (time.process_time() - start) / times


def best_of(rounds: int, work: Callable[[], object], times: int = 1) -> float:
    """The CPU time of *work* when nothing else was in its way."""
    return min(cpu_seconds(work, times) for _ in range(rounds))
