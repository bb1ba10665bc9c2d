"""The model of going on without a seat, searched: ``python -m tests.soak.agreement --walks N``.

No two honest peers part, in whatever order messages come, people ask and peers stop; and when all
is delivered to willing people, the table goes on, or waits for a reason that is admitted.
"""

import argparse
import secrets
from collections import Counter
from random import Random
from typing import Final

from tests.soak.model.said import Kind
from tests.soak.model.scenes import Scene
from tests.soak.model.search import exhaust, walk
from tests.soak.model.settling import hang_of, settled

SEARCHED: Final = {
    "one of three gone": Scene(seats=3, gone=frozenset({2})),
    "one of four gone": Scene(gone=frozenset({3}), heard=True),
    "a turn": Scene(seats=3, movers=True, kinds=(Kind.OUT, Kind.SKIP)),
    "somebody resigns": Scene(seats=3, resigns=True),
}
"""Beginnings from which every state is looked at, the nearest first."""
WALKED: Final = {
    "one gone": Scene(gone=frozenset({3}), asked=3),
    "nobody gone": Scene(asked=4, rounds=3),
    "two of five gone": Scene(seats=5, gone=frozenset({1, 4}), asked=4),
    "two steps": Scene(gone=frozenset({3}), steps=2, asked=5),
    "three steps, resignations": Scene(steps=3, asked=5, resigns=True),
    "turns passed over": Scene(
        seats=3, movers=True, steps=3, kinds=(Kind.OUT, Kind.SKIP), asked=5, rounds=3
    ),
    "turns, and one gone": Scene(
        gone=frozenset({2}), movers=True, steps=3, kinds=(Kind.SKIP, Kind.OUT), asked=5
    ),
    "a liar": Scene(liars=frozenset({0}), steps=2, asked=4, heals=True),
    "a liar in turns": Scene(
        liars=frozenset({0}), movers=True, steps=3, asked=5, heals=True, kinds=(Kind.OUT, Kind.SKIP)
    ),
}
"""Beginnings of random walks."""
LENGTH: Final = 80


def run(seed: int, games: int) -> None:
    """*games* walks from each beginning, and a hundred states of each search for every walk."""
    search(100 * games)
    stroll(seed, games)


def search(states: int) -> None:
    """Look at up to *states* states from each beginning."""
    for name, scene in SEARCHED.items():
        found = exhaust(*scene.begin(), states)
        assert found.fork is None, f"{name}: {found}"
        print(f"{name}: {found}", flush=True)


def stroll(seed: int, walks: int) -> None:
    """Walk *walks* times from each beginning, and let everything settle at the end."""
    for name, scene in WALKED.items():
        ends: Counter[str] = Counter()
        for number in range(walks):
            world, start = scene.begin()
            found, state = walk(world, start, Random(f"{name} {seed + number}"), LENGTH)
            assert found.fork is None, f"{name}, walk {seed + number}: {found}"
            if scene.liars:
                continue
            hang = hang_of(world, settled(world, state))
            said = f"{name}, walk {seed + number}: {hang}\n{found}"
            assert hang is None or hang.excuse is not None, said
            ends["goes on" if hang is None or hang.excuse is None else hang.excuse] += 1
        told = ", ".join(f"{count} {end}" for end, count in ends.most_common())
        print(f"{name}: {walks} walks{': ' if told else ''}{told}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.soak.agreement", description=__doc__)
    parser.add_argument("--states", type=int, default=100_000)
    parser.add_argument("--walks", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=secrets.randbits(32))
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}", flush=True)
    search(arguments.states)
    stroll(arguments.seed, arguments.walks)


if __name__ == "__main__":
    main()
