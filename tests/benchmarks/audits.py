"""Many records at once: what a second processor brings.

One number, the time on two over that on one, so that it means the same on every machine.  Both are
the best of rounds that take turns, since whoever else works there makes them slower.
"""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from p2pqwirkle.audit.report import Verdict
from p2pqwirkle.cli.auditing import audit_files
from tests.benchmarks.result import Result
from tests.vectors.text import FOLDER

GAME: Final = FOLDER / "games" / "two-players.qwk"
COPIES: Final = 16
ROUNDS: Final = 3
MOST_OF_ONE: Final = 0.6
"""With nothing but the work itself it would be 0.5; the helpers' start is in it."""


def measure() -> Iterator[Result]:
    """Audit the same records on one processor and on two, if this computer has them."""
    processors = sorted(os.sched_getaffinity(0))
    if len(processors) < 2:
        return
    with TemporaryDirectory() as folder:
        files = [str(Path(folder, f"{number}.qwk")) for number in range(COPIES)]
        for file in files:
            Path(file).write_bytes(GAME.read_bytes())
        rounds = [
            [_seconds(files, set(processors[:count])) for count in (1, 2)] for _ in range(ROUNDS)
        ]
    one, two = map(min, zip(*rounds, strict=True))
    yield Result(f"{COPIES} audits on one processor", one, "s")
    yield Result(f"{COPIES} audits on two, of the time on one", two / one, "", MOST_OF_ONE)


def _seconds(files: list[str], processors: set[int]) -> float:
    """How long it takes to audit *files* on these processors."""
    with _only_on(processors):
        began = time.monotonic()
        audited = list(audit_files(files))
        seconds = time.monotonic() - began
    if {one.report.verdict for one in audited} != {Verdict.FAIR}:
        raise AssertionError("an honest game is not called fair")
    return seconds


@contextmanager
def _only_on(processors: set[int]) -> Iterator[None]:
    """Let this process and those that it starts run on these processors alone."""
    all_of_them = os.sched_getaffinity(0)
    os.sched_setaffinity(0, processors)
    try:
        yield
    finally:
        os.sched_setaffinity(0, all_of_them)
