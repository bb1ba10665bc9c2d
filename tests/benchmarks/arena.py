"""Matches between bots: `python -m tests.benchmarks.arena ONE OTHER`, on the rules alone.

Games come in sets: the same seed once with *ONE* in each seat, the others played by *OTHER*.
"""

import argparse
import os
import random
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from math import sqrt
from statistics import fmean, stdev
from typing import Final, NamedTuple

from p2pqwirkle.bots.knowledge import Bot, Choose, Knowledge
from p2pqwirkle.bots.levels import BOTS
from p2pqwirkle.bots.strong import POSITIONS, SAMPLES, Strong
from p2pqwirkle.rules.moves import Choice
from tests.open_game import OpenGame

CONFIDENCE: Final = 1.96
"""Standard errors to either side of a mean that hold it in 95 of 100 cases."""

TOLD_EVERY: Final = 20
"""So many sets."""


class Played(NamedTuple):
    """What came of a set for the one that was in each seat in turn.

    Attributes:
        won: the share of the wins.
        ahead: points more than the others had, on average.
        thought: seconds of CPU time for each of its moves.
    """

    won: float
    ahead: float
    thought: list[float]


@dataclass
class Timed:
    """A bot with a watch."""

    bot: Bot
    thought: list[float]

    def __call__(self, knowledge: Knowledge, choose: Choose) -> Choice:
        start = time.process_time()
        choice = self.bot(knowledge, choose)
        self.thought.append(time.process_time() - start)
        return choice


def played_set(bots: tuple[Bot, Bot], seats: int, seed: int) -> Played:
    """What comes of the set of that seed."""
    one, other = bots
    wins, ahead = [], []
    timed = Timed(one, [])
    for seat in range(seats):
        players = [timed if place == seat else other for place in range(seats)]
        game = OpenGame(players, random.Random(seed))
        while not game.is_over():
            game.make(game.decide())
        outcome, scores = game.position.outcome, game.position.scores
        assert outcome is not None
        wins.append((seat in outcome.winners) / len(outcome.winners))
        others = [score for place, score in enumerate(scores) if place != seat]
        ahead.append(scores[seat] - fmean(others))
    return Played(fmean(wins), fmean(ahead), timed.thought)


def interval(values: Sequence[float]) -> str:
    """The mean with what may be off on either side."""
    off = CONFIDENCE * stdev(values) / sqrt(len(values)) if len(values) > 1 else float("inf")
    return f"{fmean(values):.3f} ± {off:.3f}"


def match(played: Callable[[int], Played], seeds: range, workers: int) -> None:
    """Play and tell how it goes."""
    sets: list[Played] = []
    with ProcessPoolExecutor(workers) as pool:
        for one in pool.map(played, seeds):
            sets.append(one)
            if len(sets) % TOLD_EVERY == 0 or len(sets) == len(seeds):
                print(summary(sets), flush=True)


def summary(sets: Sequence[Played]) -> str:
    """How a match stands after *sets*."""
    thought = [seconds for one in sets for seconds in one.thought]
    wins, ahead = interval([one.won for one in sets]), interval([one.ahead for one in sets])
    return (
        f"{len(sets)} sets: wins {wins}, points ahead {ahead},"
        f" {fmean(thought):.3f} s a move, {max(thought):.3f} at most"
    )


def bot_of(level: str, samples: int, positions: int) -> Bot:
    """The bot of that level; the strong one with so much effort."""
    return Strong(samples, positions) if level == "strong" else BOTS[level]


def at_least_one(word: str) -> int:
    """A number of the command line."""
    if not word.isdecimal() or int(word) < 1:
        raise argparse.ArgumentTypeError(f"{word!r} is no whole number from 1 on")
    return int(word)


def main(words: Sequence[str]) -> None:
    """Read the command line and play."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.arena", description=__doc__)
    parser.add_argument("one", choices=BOTS)
    parser.add_argument("other", choices=BOTS)
    parser.add_argument("--seats", type=int, choices=range(2, 7), default=2)
    parser.add_argument("--sets", type=at_least_one, default=500, help="of as many games as seats")
    parser.add_argument("--seed", type=int, default=0, help="of the first set")
    parser.add_argument("--samples", type=at_least_one, default=SAMPLES, help="of strong")
    parser.add_argument("--positions", type=at_least_one, default=POSITIONS, help="of strong")
    parser.add_argument("--workers", type=at_least_one, default=os.cpu_count())
    given = parser.parse_args(words)
    one, other = (bot_of(name, given.samples, given.positions) for name in (given.one, given.other))
    seeds = range(given.seed, given.seed + given.sets)
    match(partial(played_set, (one, other), given.seats), seeds, given.workers)


if __name__ == "__main__":
    main(sys.argv[1:])
