"""All benchmarks: `python -m tests.benchmarks [NAME...]`, non-zero when a target is missed."""

import argparse
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from tests.benchmarks import audits, bag, engine, games, program
from tests.benchmarks.result import Result

BENCHMARKS: Final[Mapping[str, Callable[[], Iterable[Result]]]] = {
    "audits": audits.measure,
    "bag": bag.measure,
    "engine": engine.measure,
    "games": games.measure,
    "program": program.measure,
}


def main(words: Sequence[str]) -> int:
    """Run the benchmarks that are named, or all; 1 if a target is missed."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument(
        "names", nargs="*", metavar="NAME", choices=BENCHMARKS, help=", ".join(BENCHMARKS)
    )
    results = []
    for name in parser.parse_args(words).names or BENCHMARKS:
        for result in BENCHMARKS[name]():
            print(result, flush=True)
            results.append(result)
    return int(any(result.is_missed for result in results))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
