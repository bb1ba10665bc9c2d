"""What can be disturbed without a network of one's own: programs on this computer alone."""

from time import sleep

import pytest

from tests.laboratory.evening import Evening, Here
from tests.laboratory.relay import Relay

pytestmark = pytest.mark.slow

LOOPBACK = "127.0.0.1"
BACK_SECONDS = 2.0 + 1.0
"""From waking up to the seat, and for all bots to move once."""
DOUBTED_SECONDS = 8.0
"""Until a link is doubted over which nothing comes, and another one carries the game."""


def test_a_player_sleeps_for_fifteen_seconds(evening: Evening) -> None:
    table = ("--bind", LOOPBACK, "--port", "0")
    evening.host(Here(), "north", *table, players=3)
    for name in ("south", "east"):
        evening.join(Here(), name, LOOPBACK)
    evening.seat("north").until("turn 3 ")

    evening.seat("south").freeze()
    sleep(15)
    evening.seat("south").wake()

    evening.check_all_play(within=BACK_SECONDS)
    evening.check_alike()


def test_a_way_that_holds_everything_back_is_gone_round(evening: Evening) -> None:
    table = ("--bind", LOOPBACK, "--port", "0")
    north = evening.host(Here(), "north", *table, players=2)
    with Relay(evening.port, seconds=0.02) as relay:
        evening.join(Here(), "south", LOOPBACK, port=relay.port)
        north.until("turn 3 ")

        relay.hold()

        evening.check_all_play(within=DOUBTED_SECONDS)
        evening.check_alike()
