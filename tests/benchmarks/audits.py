"""Many records at once: what a second processor brings.

Ratios of two over one, so that they mean the same on every machine.  The time is that by the clock,
and has a target only where nobody else works; the CPU time tells also on a busy machine whether
two do any work that one does not.
"""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from p2pqwirkle.audit.report import Verdict
from p2pqwirkle.cli.auditing import audit_files
from tests.benchmarks.result import Result
from tests.vectors.text import FOLDER

GAME: Final = FOLDER / "games" / "two-players.qwk"
COPIES: Final = 24
MOST_CLOCK: Final = 0.6
"""With nothing but the work itself it would be 0.5; the helpers' start is in it."""
MOST_CPU: Final = 1.15
"""A second helper has to start, too."""


class Spent(NamedTuple):
    """Seconds by the clock, and of CPU time by all helpers."""

    clock: float
    cpu: float


def measure() -> Iterator[Result]:
    """Audit the same records on one processor and on two, if this computer has them."""
    processors = sorted(os.sched_getaffinity(0))
    if len(processors) < 2:
        return
    with TemporaryDirectory() as folder:
        files = [str(Path(folder, f"{number}.qwk")) for number in range(COPIES)]
        for file in files:
            Path(file).write_bytes(GAME.read_bytes())
        load, _, _ = os.getloadavg()
        one, two = (_spent(files, set(processors[:count])) for count in (1, 2))
    yield Result(f"{COPIES} audits on one processor", one.clock, "s")
    yield Result(f"{COPIES} audits on two, of the CPU time on one", two.cpu / one.cpu, "", MOST_CPU)
    limit = MOST_CLOCK if load < 1 else None
    yield Result(f"{COPIES} audits on two, of the time on one", two.clock / one.clock, "", limit)


def _spent(files: list[str], processors: set[int]) -> Spent:
    """What it takes to audit *files* on these processors."""
    with _only_on(processors):
        began, before = time.monotonic(), os.times()
        audited = list(audit_files(files))
        clock, after = time.monotonic() - began, os.times()
    if {one.report.verdict for one in audited} != {Verdict.FAIR}:
        raise AssertionError("an honest game is not called fair")
    cpu = after.children_user - before.children_user
    return Spent(clock, cpu + after.children_system - before.children_system)


@contextmanager
def _only_on(processors: set[int]) -> Iterator[None]:
    """Let this process and those that it starts run on these processors alone."""
    all_of_them = os.sched_getaffinity(0)
    os.sched_setaffinity(0, processors)
    try:
        yield
    finally:
        os.sched_setaffinity(0, all_of_them)
