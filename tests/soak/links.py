"""Games over sockets with one link missing, and whole demos with every process of its own."""

import asyncio
import json
import subprocess
import sys
from itertools import combinations, cycle, islice
from random import Random
from typing import Final

from twisted.internet.asyncioreactor import AsyncioSelectorReactor

from p2pqwirkle.net.endings import Over
from tests.lan import NAMES
from tests.net.chair import Chair
from tests.net.living_room import LivingRoom

MISSING: Final = tuple(
    (players, one, other)
    for players in (3, 4, 5, 6)
    for one, other in combinations(NAMES[:players], 2)
)
"""Every link that can be missing among three to six players."""
GAME_SECONDS: Final = 300


def run(seed: int, games: int) -> None:
    """Play *games* games over sockets, another link missing in each; 34 are all."""
    loop = asyncio.SelectorEventLoop()
    asyncio.set_event_loop(loop)
    reactor = AsyncioSelectorReactor(loop)
    reactor.startRunning(installSignalHandlers=False)
    try:
        for number, missing in enumerate(islice(cycle(MISSING), games)):
            game = _game(reactor, loop, seed + number, missing)
            loop.run_until_complete(asyncio.wait_for(game, GAME_SECONDS))
            print(f"{number + 1}: {missing[0]} players, no link {missing[1]}-{missing[2]}")
    finally:
        reactor.getThreadPool().stop()


def demos(seed: int, games: int) -> None:
    """Play *games* demos: two to six players in turn, both bots."""
    levels = Random(seed)
    for number in range(games):
        players, level = number % 5 + 2, levels.choice(("greedy", "random"))
        done = subprocess.run(
            [
                *(sys.executable, "-m", "p2pqwirkle", "demo", "--json"),
                *("--players", str(players), "--level", level),
            ],
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, ""), done
        told = json.loads(done.stdout)
        assert told["audit"] == "fair", told
        print(f"{number + 1}: {players} {level}, {told['ending']}, {told['turns']} turns")


async def _game(
    reactor: AsyncioSelectorReactor,
    loop: asyncio.SelectorEventLoop,
    seed: int,
    missing: tuple[int, str, str],
) -> None:
    players, one, other = missing
    room = LivingRoom(reactor, loop, [Chair(reactor, name, seed) for name in NAMES[:players]])
    await room.gather()
    room.cut(one, other)
    room.begin()
    endings = await room.endings_of()
    assert all(isinstance(ending, Over) for ending in endings), endings
    assert len({chair.record.getvalue() for chair in room.chairs}) == 1
    await room.go_home()
