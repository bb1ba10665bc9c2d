"""Somebody who was not invited, on the same network."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.laboratory.building import Cable, Home
from tests.laboratory.evening import Evening, sit_down
from tests.laboratory.namespace import Namespace

pytestmark = pytest.mark.slow

LET_IN_SECONDS = 30.0
"""Until somebody who has moved is let in beside all that knocks, and all bots have moved once."""


@contextmanager
def stranger(computer: Namespace, target: Cable, port: int) -> Iterator[None]:
    """Somebody at *computer* who knocks at a player's door in every wrong way."""
    words = [*(sys.executable, "-m", "tests.laboratory.stranger"), target.address, str(port)]
    process = subprocess.Popen(
        computer.within(words), stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    try:
        assert process.stdout is not None  # asked for above
        assert process.stdout.readline() == b"ready\n"
        yield
    finally:
        process.communicate()


def test_a_stranger_who_knocks_without_end_stops_no_game_and_keeps_nobody_out(
    home: Home, evening: Evening
) -> None:
    """wire-8"""
    lan = home.network()
    north, south, east, hall = [home.cable(home.computer(), lan) for _ in range(4)]
    sit_down(evening, [cable.computer for cable in (north, south, east)], north.address)

    with stranger(hall.computer, north, evening.port):
        evening.seat("north").until("turn 3 ")
        south.move()  # and has to be let in again
        evening.check_all_play(within=LET_IN_SECONDS)
