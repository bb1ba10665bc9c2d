"""A seed gives the same games everywhere: nothing depends on the order of hashes."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

GAMES = """
import random
from p2pqwirkle.bots.levels import BOTS
from p2pqwirkle.bots.strong import Strong
from p2pqwirkle.rules.notation import format_choice
from tests.open_game import OpenGame

strong = Strong(samples=4, positions=40)
for players in [[*BOTS.values()][:3] + [strong], [strong, strong]]:
    game = OpenGame(players, random.Random(5))
    while not game.is_over():
        choice = game.decide()
        print(format_choice(choice))
        game.take(choice)
"""
"""All levels at one table, and a game of two to its end, which is searched."""


def games(hash_seed: int) -> list[str]:
    played = subprocess.run(
        [sys.executable, "-c", GAMES],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": str(hash_seed)},
        capture_output=True,
        check=True,
        text=True,
    )
    return played.stdout.splitlines()


def test_another_process_plays_the_same_games() -> None:
    first = games(1)

    assert len(first) > 80
    assert games(2) == first
