"""Long seeded runs: ``python -m tests.soak NAME --seed N --games M``.

Ends with a traceback at the first thing that is not as it must be; the same seed shows it again.
"""

import argparse
import secrets
from collections.abc import Callable
from typing import Final

from tests.soak import (
    agreement,
    audit,
    counsel,
    departures,
    engine,
    kills,
    laboratory,
    lies,
    links,
    naive,
    rules,
    table,
    tables,
    verifiers,
    watching,
)

SOAKS: Final[dict[str, Callable[[int, int], None]]] = {
    "rules": rules.run,
    "engine": engine.run,
    "memory": engine.memory,
    "agreement": agreement.run,
    "table": table.run,
    "tables": tables.run,
    "stories": tables.run_with_two_stories,
    "hecklers": tables.run_with_hecklers,
    "lies": lies.run,
    "links": links.run,
    "demos": links.demos,
    "departures": departures.run,
    "counsel": counsel.run,
    "kills": kills.run,
    "laboratory": laboratory.run,
    "audit": audit.run,
    "bytes": audit.every_byte,
    "naive": naive.run,
    "verifiers": verifiers.run,
    "watching": watching.run,
}
"""The runs by name; each takes a seed and a number of games."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("name", choices=SOAKS, metavar="NAME", help=", ".join(SOAKS))
    parser.add_argument("--seed", type=int, default=None, help="by default another one each time")
    parser.add_argument("--games", type=int, default=100)
    arguments = parser.parse_args()
    seed = secrets.randbits(32) if arguments.seed is None else arguments.seed
    print(f"{arguments.name}: seed {seed}, {arguments.games} games", flush=True)
    SOAKS[arguments.name](seed, arguments.games)


if __name__ == "__main__":
    main()
