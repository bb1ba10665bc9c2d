"""The screen goes on while the bag is shuffled, checked and dealt from: with the real group."""

import asyncio
import gc
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput
from twisted.internet.asyncioreactor import AsyncioSelectorReactor

from p2pqwirkle.bag.group import Edwards25519
from p2pqwirkle.console.arrivals import first_desk, showing, ticked
from p2pqwirkle.console.desk import Desk
from p2pqwirkle.console.lobby import Lobby
from p2pqwirkle.console.looks import Looks
from p2pqwirkle.console.scene import scene_of
from p2pqwirkle.console.screen import Screen
from p2pqwirkle.table.effects import Snapshot
from p2pqwirkle.table.phases import Phase
from tests.net.chair import Chair

Loop = asyncio.SelectorEventLoop

pytestmark = pytest.mark.slow

PAUSE = 0.05
"""Seconds that a person notices."""
TICK = 0.005
BOTS = ("south", "east", "west")
IDLE = f"""
import hashlib, select, sys, threading, time
def work():
    while True:
        hashlib.sha256(bytes(100)).digest()
threading.Thread(target=work, daemon=True).start()
lags = []
while not select.select([sys.stdin], [], [], 0)[0]:
    due = time.monotonic() + {TICK}
    time.sleep({TICK})
    lags.append(time.monotonic() - due)
print(*lags)
"""
"""A program that works in one thread and notices in another how late it is.

What it notices comes from this machine and from Python, and not from ours.
"""
WAITS = 4
"""How often our loop waits for this machine where that program does so once: it has more to do each
time, and gets the interpreter back from the thread at work for each part of it.  With three other
programs for each core, it was up to twice as late."""


@dataclass(eq=False)
class Watching(Chair):
    """A peer whose player looks at a screen."""

    screen: Screen | None = None
    phases: set[Phase] = field(default_factory=set)

    def shown(self, snapshot: Snapshot) -> None:
        super().shown(snapshot)
        self.phases.add(snapshot.standing.phase)
        assert self.screen is not None
        before = self.screen.state
        if isinstance(before, Desk):
            desk, _ = showing(before, scene_of(snapshot, before.scene), time.monotonic())
        else:
            desk = first_desk(scene_of(snapshot, None), Looks(), time.monotonic())
        self.screen.become(desk)


@dataclass(slots=True)
class Metronome:
    """Measures the loop again and again, while the clock on the screen goes on.

    Attributes:
        lags: how late the loop was, in seconds.
        used: how much of the processor its thread has used for one thing, whoever else had it.
    """

    screen: Screen
    lags: list[float] = field(default_factory=list)
    used: list[float] = field(default_factory=list)

    async def run(self) -> None:
        while True:
            due, before = time.monotonic() + TICK, time.thread_time()
            await asyncio.sleep(TICK)
            self.lags.append(time.monotonic() - due)
            self.used.append(time.thread_time() - before)
            state = self.screen.state
            if isinstance(state, Desk) and len(self.lags) % 50 == 0:
                self.screen.become(ticked(state, time.monotonic(), ()))


@contextmanager
def joined_by_bots(address: object, folder: Path) -> Iterator[None]:
    """Let bots take seats, each in a process of its own."""
    bots = [
        subprocess.Popen(
            [
                *(sys.executable, "-m", "p2pqwirkle", "join", str(address)),
                *("--as-bot", "greedy", "--name", name, "--data", str(folder / name)),
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for name in BOTS
    ]
    try:
        yield
    finally:
        for bot in bots:
            bot.kill()
            bot.wait()


def idle_program() -> "subprocess.Popen[str]":
    """What tells how late everything is on this machine."""
    return subprocess.Popen(
        [sys.executable, "-c", IDLE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def ninety_nine_in_a_hundred(lags: Sequence[float]) -> float:
    """No lag but one in a hundred is longer."""
    return sorted(lags)[len(lags) * 99 // 100]


async def test_no_shuffle_and_no_proof_stops_the_screen(
    reactor: AsyncioSelectorReactor, loop: Loop, tmp_path: Path
) -> None:
    gc.freeze()  # as `perform` does: what pytest has loaded is no part of this
    chair = Watching(reactor, "north", sleeps=True)
    with create_pipe_input() as keys, idle_program() as idle:
        chair.screen = Screen(Lobby(), lambda _: None, (keys, DummyOutput()))
        shown = loop.create_task(chair.screen.run())
        metronome = Metronome(chair.screen)
        lobby, address = chair.open_table(1 + len(BOTS))
        with joined_by_bots(address, tmp_path):
            company = await lobby.complete.asFuture(loop)
            game = chair.sit_down(company, Edwards25519(), 60.0)
            ticking = loop.create_task(metronome.run())
            game.begin_as_host(chair.door, lobby)
            while Phase.TURN not in chair.phases:  # noqa: ASYNC110 - nobody tells
                await asyncio.sleep(0.05)
            ticking.cancel()
            game.abandon()
            await game.ended.asFuture(loop)
        chair.door.shut()
        chair.screen.leave()
        await shown
        noise, _ = idle.communicate("enough\n")
    gc.unfreeze()

    assert {Phase.SHUFFLE, Phase.READY, Phase.DEAL} <= chair.phases
    late = ninety_nine_in_a_hundred([float(lag) for lag in noise.split()])
    assert ninety_nine_in_a_hundred(metronome.lags) < PAUSE + WAITS * late
    assert max(metronome.used) < PAUSE
