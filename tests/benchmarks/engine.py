"""Move lists, best plays and whole games on the rules alone, beside a naive generator.

Targets are milliseconds of CPU time.  Each position counts with the best of its rounds, since
what else runs on the machine can only add to it.
"""

import gc
import random
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from statistics import fmean
from typing import Final

from p2pqwirkle.bots.careful import careful
from p2pqwirkle.bots.greedy import greedy
from p2pqwirkle.bots.knowledge import Bot
from p2pqwirkle.bots.strong import Strong
from p2pqwirkle.rules.best import best_play
from p2pqwirkle.rules.board import Board
from p2pqwirkle.rules.moves import Play
from p2pqwirkle.rules.notation import format_face
from p2pqwirkle.rules.plays import plays
from p2pqwirkle.rules.tiles import FACES, Colour, Face
from tests.benchmarks.arena import Timed
from tests.benchmarks.result import Result, best_of, cpu_seconds
from tests.naive import rules as naive
from tests.open_game import OpenGame

Held = tuple[Board, tuple[Face, ...]]
"""A table and a hand."""

ALL_PLAYS: Final = 0.5
BEST_PLAY: Final = 0.3
BEST_OF_WORST: Final = 10.0
GREEDY_GAME: Final = 15.0
NAIVE_SHARE: Final = 2.0
"""Percent: fifty times as fast."""
STRONG_MOVE: Final = 500.0

LATE: Final = range(60, 100)
"""Tiles on the table of a late position."""

POSITIONS: Final = 150
WORST: Final = 60
NAIVE: Final = 12
"""The naive generator takes its time."""
ROUNDS: Final = 5
GAMES: Final = 10
MANY_GAMES: Final = 50

AGAIN: Final = 5
"""How often the same games are played again for the memory: what may be remembered of them is."""
WARM: Final = 1
"""By this round, from 0, what is remembered of them is as much as it will ever be."""
GROWTH: Final = 32
"""KiB by which the memory may grow meanwhile; 12 bytes left behind in each turn are as much."""


def measure() -> Iterator[Result]:
    """Each bar of the engine, by what it takes now."""
    # First, before all else fills what is remembered with lines that these games do not make.
    yield Result("memory of the same games again", _growth(), "KiB", GROWTH)
    late = late_positions(POSITIONS, random.Random(1))
    listing = milliseconds(lambda held: [*plays(*held)], late)
    yield Result("all plays of a late position", fmean(listing), "ms", ALL_PLAYS)
    best = milliseconds(_best, late)
    yield Result("the best play of a late position", fmean(best), "ms", BEST_PLAY)
    worst = milliseconds(_best, [(board, hand) for board, _ in late[:WORST] for hand in ALIKE])
    yield Result("the same of six of one colour, the worst", max(worst), "ms", BEST_OF_WORST)
    naively = milliseconds(_naive_plays, late[:NAIVE], rounds=1)
    share = 100 * fmean(listing[:NAIVE]) / fmean(naively)
    yield Result("all plays, naively", fmean(naively), "ms")
    yield Result("all plays, as a share of that", share, "%", NAIVE_SHARE)
    games = [best_of(ROUNDS, partial(play_greedily, seed)) for seed in range(GAMES)]
    yield Result("a greedy game of two", 1000 * fmean(games), "ms", GREEDY_GAME)
    thought = _thought(Strong())
    yield Result("a move of the strong bot", 1000 * fmean(thought), "ms", STRONG_MOVE)
    yield Result("the longest of them", 1000 * max(thought), "ms")


ALIKE: Final = [tuple(face for face in FACES if face.colour is colour) for colour in Colour]
"""The hands of six of one colour."""


def late_positions(count: int, rng: random.Random) -> list[Held]:
    """Tables and full hands from greedy games, *count* of them."""
    late: list[Held] = []
    while len(late) < count:
        game = OpenGame([greedy, greedy], rng)
        while not game.is_over():
            board, hand = game.position.board, tuple(game.hand)
            if len(board) in LATE and len(hand) == len(Colour) and rng.random() < 1 / 4:
                late.append((board, hand))
            game.take(game.decide())
    return late[:count]


def milliseconds(
    work: Callable[[Held], object], positions: Sequence[Held], rounds: int = ROUNDS
) -> list[float]:
    """The CPU time of *work* for each of *positions*."""
    best = [float("inf")] * len(positions)
    for _ in range(rounds):
        for index, held in enumerate(positions):
            best[index] = min(best[index], 1000 * cpu_seconds(partial(work, held)))
    return best


def _best(held: Held) -> Play | None:
    return best_play(*held, opening=None)


def _naive_plays(held: Held) -> list[object]:
    board, hand = held
    words: dict[tuple[int, int], str] = {
        cell: format_face(face) for cell, face in board.faces.items()
    }
    return [*naive.all_plays(words, [format_face(face) for face in hand])]


def play_greedily(seed: int) -> None:
    """A game of two on the rules alone."""
    game = OpenGame([greedy, greedy], random.Random(seed))
    while not game.is_over():
        game.make(game.decide())


def _thought(bot: Bot) -> list[float]:
    """The seconds that *bot* takes for each of its moves in a game with a careful one."""
    timed = Timed(bot, [])
    OpenGame([timed, careful], random.Random(0)).play_on()
    return timed.thought


def _growth() -> float:
    """How much more memory is held after many games than after some, in KiB."""
    tracemalloc.start()
    held = []
    for _ in range(AGAIN):
        for seed in range(MANY_GAMES):
            play_greedily(seed)
        gc.collect()
        held.append(tracemalloc.get_traced_memory()[0])
    tracemalloc.stop()
    return (held[-1] - held[WARM]) / 1024
