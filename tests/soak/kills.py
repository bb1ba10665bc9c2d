"""Players whose programs are killed at any moment, one, several or all, and go on with `resume`."""

import tempfile
import time
from pathlib import Path
from random import Random
from typing import Final

from tests.cli.comeback import GAME_SECONDS, Bot, Home, at_home

KILLS: Final = 6
"""Moments in one game."""
MOST_LINES: Final = 7
"""Lines between two moments; one turn has two or three."""


def run(seed: int, games: int) -> None:
    """Kill somebody at six moments in each game, until all have come to its end."""
    kills = 0
    for number in range(games):
        players = number % 3 + 2
        began = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            done = one_game(Path(folder), seed + number, players)
        kills += done
        seconds = time.monotonic() - began
        print(f"{number + 1}: {players} players, {done} moments ({kills}), {seconds:.0f} s")


def one_game(folder: Path, seed: int, players: int, kills: int = KILLS) -> int:
    """Play one game with *kills* moments at which some are killed, and check what came of it.

    Returns:
        How many moments there were before its end.
    """
    random = Random(seed)
    done = 0

    def play(home: Home) -> None:
        nonlocal done
        while done < kills and _wait(home, random):
            victims = _victims(home, random)
            home.kill_all(victims)
            time.sleep(random.choice((0.0, 0.0, random.random() * 2)))
            for bot in victims:
                bot.resume()
            done += 1
        home.check_fair()

    at_home(folder, players, play)
    return done


def _wait(home: Home, random: Random) -> bool:
    """Wait until somebody has said a few more lines; False if somebody is at the end before."""
    teller = random.choice(home.bots)
    lines = len(teller.lines) + random.randint(1, MOST_LINES)
    deadline = time.monotonic() + GAME_SECONDS
    while len(teller.lines) < lines:
        if any(not bot.is_running for bot in home.bots):
            return False
        assert time.monotonic() < deadline, {bot.name: bot.lines[-3:] for bot in home.bots}
        time.sleep(0.005)
    time.sleep(random.random() * 0.3)  # into the middle of a step
    return all(bot.is_running for bot in home.bots)


def _victims(home: Home, random: Random) -> list[Bot]:
    """One mostly, sometimes several or all."""
    count = random.choice((1, 1, 1, random.randint(1, len(home.bots)), len(home.bots)))
    return random.sample(home.bots, count)
