"""Whole games between real tables on the real group: set-up, audit, size of the record.

Targets in seconds are for the machine of `tests.benchmarks.bag`, and grow on a slower one.
"""

from collections.abc import Iterator
from functools import partial
from io import BytesIO
from typing import Final

from p2pqwirkle.audit.replay import audit
from p2pqwirkle.audit.report import Verdict
from p2pqwirkle.bag.group import Edwards25519
from p2pqwirkle.bag.masking import tile_elements
from p2pqwirkle.table.phases import Phase
from tests.benchmarks.bag import MULTIPLICATION, Costs
from tests.benchmarks.result import Result, best_of, cpu_seconds
from tests.lan import NAMES, Lan

GROUP: Final = Edwards25519()
CORES: Final = 2
"""All peers together share the cores of one machine when the set-up is timed."""
SETUP_SECONDS: Final = {2: 0.5, 4: 1.2, 6: 2.5}
AUDIT_SECONDS: Final = 3.0
RECORD_BYTES: Final = 500_000
PLAYERS: Final = 4
ROUNDS: Final = 3


def measure() -> Iterator[Result]:
    """The set-up for two, four and six; then a game of four, its record and its audit."""
    tile_elements(GROUP)
    for players, seconds in SETUP_SECONDS.items():
        setup = best_of(ROUNDS, partial(_set_up, players)) / CORES
        yield Result(f"set-up of {players} players, a core", setup, "s", seconds * _slower())
    lan = Lan(NAMES[:PLAYERS], group=GROUP)
    lan.play()
    record = lan.record("north")
    yield Result("bytes of the record of four players", len(record), "B", RECORD_BYTES)
    yield Result("its audit", cpu_seconds(lambda: _audit(record)), "s", AUDIT_SECONDS * _slower())


def _set_up(players: int) -> None:
    lan = Lan(NAMES[:players], group=GROUP)
    lan.play(until=lambda lan: any(peer.phase is Phase.CLAIM for peer in lan.peers.values()))


def _audit(record: bytes) -> None:
    report = audit(BytesIO(record), GROUP)
    if report.verdict is not Verdict.FAIR:
        raise AssertionError(f"an honest game is called {report.verdict}")


def _slower() -> float:
    return max(1.0, Costs.measured().multiplication / MULTIPLICATION)
