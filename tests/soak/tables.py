"""Whole games of real tables that lose links, power and players: the simulator, many times over.

``python -m tests.soak tables --games 1 --seed N`` replays game N and nothing else; when it goes
wrong, all that happened in it is told, line by line.
"""

from collections import Counter
from dataclasses import replace
from random import Random
from time import monotonic
from typing import Final

from p2pqwirkle.bag.group import Edwards25519
from p2pqwirkle.rules.moves import Seat
from tests.quick_group import QuickGroup
from tests.simulator.games import play
from tests.simulator.plan import Cheat, Story, plan_of

REAL: Final = 500
"""One game of so many has the real group, which takes minutes."""


def run(seed: int, games: int) -> None:
    """Play *games* games, in each of which other things go wrong."""
    _run(seed, games, equivocates=False)


def run_with_two_stories(seed: int, games: int) -> None:
    """The same, where cheaters may also tell two stories to different ears."""
    _run(seed, games, equivocates=True)


def run_with_hecklers(seed: int, games: int) -> None:
    """The same, where one seat answers at random, beside all that it should say."""
    for number in range(seed, seed + games):
        random = Random(f"heckled {number}")
        plan = plan_of(number)
        heckler = Seat(random.randrange(plan.players))
        mishaps = tuple(one for one in plan.mishaps if random.randrange(2))
        cheat = Cheat(heckler, 0, Story.HECKLES)
        ending, _ = play(replace(plan, cheat=cheat, mishaps=mishaps, calm=30.0, is_whole=False))
        print(f"{number}: {plan.players} players, {ending}", flush=True)


def _run(seed: int, games: int, *, equivocates: bool) -> None:
    endings: Counter[str] = Counter()
    for number in range(seed, seed + games):
        began = monotonic()
        group = Edwards25519() if number % REAL == REAL - 1 else QuickGroup()
        ending, world = play(plan_of(number, equivocates=equivocates), group)
        endings[ending] += 1
        seconds = monotonic() - began
        print(f"{number}: {world.plan.players} players, {ending}, {seconds:.1f} s", flush=True)
    print("; ".join(f"{count} {ending}" for ending, count in endings.most_common()))
