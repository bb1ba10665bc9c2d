"""Losing each other and coming back: cables, addresses, firewalls."""

from collections.abc import Sequence
from time import sleep

import pytest

from tests.laboratory.building import Cable, Home
from tests.laboratory.evening import Evening, sit_down

pytestmark = pytest.mark.slow

BACK_SECONDS = 2.0 + 1.0
"""From the network's return to the seat, and for all bots to move once."""
UNTOLD_SECONDS = 8.0
"""The same when nobody is told that the network has gone: it has to be doubted first."""


def play(home: Home, evening: Evening, players: int) -> Sequence[Cable]:
    """A game that is well under way."""
    lan = home.network()
    cables = [home.cable(home.computer(), lan) for _ in range(players)]
    sit_down(evening, [cable.computer for cable in cables], cables[0].address)
    evening.seats[0].until("turn 3 ")
    return cables


def out_for_twenty_seconds(cable: Cable) -> None:
    cable.pull()
    sleep(20)
    cable.plug_in()


def test_a_cable_is_out_for_twenty_seconds_and_again_when_the_game_ends(
    home: Home, evening: Evening
) -> None:
    _, south, _ = play(home, evening, 3)

    out_for_twenty_seconds(south)
    evening.check_all_play(within=BACK_SECONDS)

    evening.seat("north").until("over ")
    out_for_twenty_seconds(south)
    evening.check_fair()


def test_everybody_gets_another_address_one_after_the_other(home: Home, evening: Evening) -> None:
    cables = play(home, evening, 3)

    for cable in cables:
        cable.move()
        evening.check_all_play(within=BACK_SECONDS)

    evening.check_fair()


def test_the_host_switches_its_network_off_and_on_and_then_everybody_gets_another_address(
    home: Home, evening: Evening
) -> None:
    cables = play(home, evening, 3)
    north = cables[0]

    north.switch_off()
    sleep(5)
    north.switch_on()
    evening.check_all_play(within=BACK_SECONDS)

    for cable in cables:
        cable.move()

    # What is left are the addresses that IPv6 gives by itself.
    evening.check_all_play(within=BACK_SECONDS)
    evening.check_alike()


def test_who_moves_behind_a_firewall_is_dialled_where_another_has_found_it(
    home: Home, evening: Evening
) -> None:
    north, south, east = play(home, evening, 3)
    north.drop_calls()

    south.move()
    evening.check_all_play(within=BACK_SECONDS)

    # Now north is the only one that south hears, and nobody but north could dial.
    east.drop_from(south)
    south.drop_from(east)
    evening.check_all_play(within=UNTOLD_SECONDS)
    evening.check_alike()


def test_two_who_hear_each_other_no_more_play_on_through_the_third(
    home: Home, evening: Evening
) -> None:
    north, south, _ = play(home, evening, 3)

    north.drop_from(south)
    south.drop_from(north)

    evening.check_all_play(within=BACK_SECONDS)
    evening.check_fair()
