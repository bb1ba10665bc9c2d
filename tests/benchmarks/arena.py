"""Matches between bots: `python -m tests.benchmarks.arena ONE OTHER`, on the rules alone.

Games come in sets: the same seed once with *ONE* in each seat, the others played by *OTHER*.
"""

import argparse
import os
import random
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import sqrt
from statistics import fmean, stdev
from typing import Final

from p2pqwirkle.bots.levels import BOTS
from tests.open_game import OpenGame

CONFIDENCE: Final = 1.96
"""Standard errors to either side of a mean that hold it in 95 of 100 cases."""


def played_set(names: tuple[str, str], seats: int, seed: int) -> tuple[float, float]:
    """The share of wins of the first in a set of games, and the points it is ahead on average."""
    one, other = names
    wins, ahead = [], []
    for seat in range(seats):
        players = [BOTS[one if place == seat else other] for place in range(seats)]
        game = OpenGame(players, random.Random(seed))
        while not game.is_over():
            game.make(game.decide())
        outcome, scores = game.position.outcome, game.position.scores
        assert outcome is not None
        wins.append((seat in outcome.winners) / len(outcome.winners))
        others = [score for place, score in enumerate(scores) if place != seat]
        ahead.append(scores[seat] - fmean(others))
    return fmean(wins), fmean(ahead)


def interval(values: Sequence[float]) -> str:
    """The mean with what may be off on either side."""
    off = CONFIDENCE * stdev(values) / sqrt(len(values)) if len(values) > 1 else float("inf")
    return f"{fmean(values):.3f} ± {off:.3f}"


def match(played: Callable[[int], tuple[float, float]], sets: int, workers: int) -> None:
    """Play and tell how it goes."""
    wins, ahead = [], []
    with ProcessPoolExecutor(workers) as pool:
        for number, (won, points) in enumerate(pool.map(played, range(sets)), start=1):
            wins.append(won)
            ahead.append(points)
            if number % 50 == 0 or number == sets:
                told = f"wins {interval(wins)}, points ahead {interval(ahead)}"
                print(f"{number} sets: {told}", flush=True)


def main(words: Sequence[str]) -> None:
    """Read the command line and play."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("one", choices=BOTS)
    parser.add_argument("other", choices=BOTS)
    parser.add_argument("--seats", type=int, choices=range(2, 7), default=2)
    parser.add_argument("--sets", type=int, default=500, help="of as many games as seats")
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    given = parser.parse_args(words)
    match(partial(played_set, (given.one, given.other), given.seats), given.sets, given.workers)


if __name__ == "__main__":
    main(sys.argv[1:])
