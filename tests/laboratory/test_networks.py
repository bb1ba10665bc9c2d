"""Games on home networks as they are found: lossy, slow, odd, closed; one to its end."""

import pytest

from tests.laboratory.building import Family, Home
from tests.laboratory.evening import Evening, sit_down

pytestmark = pytest.mark.slow


def test_three_play_although_a_fifth_of_all_packets_is_lost(home: Home, evening: Evening) -> None:
    lan = home.network()
    cables = [home.cable(home.computer(), lan) for _ in range(3)]
    for cable in cables:
        cable.lose(20)

    sit_down(evening, [cable.computer for cable in cables], cables[0].address)

    evening.check_fair()


def test_two_play_over_ways_that_take_their_time(home: Home, evening: Evening) -> None:
    lan = home.network()
    cables = [home.slow_cable(home.computer(), lan, 20) for _ in range(2)]

    sit_down(evening, [cable.computer for cable in cables], cables[0].address)

    evening.check_alike()


def test_a_host_with_two_networks_and_a_bridge_to_nowhere_plays_with_both(
    home: Home, evening: Evening
) -> None:
    host = home.computer()
    cables = [home.cable(host, home.network()) for _ in range(2)]
    guests = [home.cable(home.computer(), cable.network) for cable in cables]
    for computer in (host, *(guest.computer for guest in guests)):
        home.dead_bridge(computer)

    evening.host(host, "north", players=3)
    for guest, cable, name in zip(guests, cables, ("south", "east"), strict=True):
        evening.join(guest.computer, name, cable.address)

    evening.check_fair()


def test_three_play_with_ipv6_alone(home: Home, evening: Evening) -> None:
    lan = home.network(Family.IPV6)
    cables = [home.cable(home.computer(), lan) for _ in range(3)]

    sit_down(evening, [cable.computer for cable in cables], cables[0].address)

    evening.check_fair()


def test_a_computer_that_knows_no_ipv6_plays_with_one_that_does(
    home: Home, evening: Evening
) -> None:
    old, new = home.computer(), home.computer()
    old.run("sysctl", "-q", "-w", "net.ipv6.conf.all.disable_ipv6=1")
    old.run("sysctl", "-q", "-w", "net.ipv6.conf.default.disable_ipv6=1")
    lan = home.network(Family.IPV4)
    cables = [home.cable(computer, lan) for computer in (old, new)]

    sit_down(evening, (old, new), cables[0].address)

    evening.check_alike()


def test_two_play_with_the_addresses_that_ipv6_gives_by_itself(
    home: Home, evening: Evening
) -> None:
    lan = home.network(Family.NONE)
    north, south = (home.cable(home.computer(), lan) for _ in range(2))

    evening.host(north.computer, "north", players=2)
    evening.join(south.computer, "south", f"{north.link_local}%{south.plug}")

    evening.check_alike()


def test_three_play_by_address_where_multicast_is_blocked(home: Home, evening: Evening) -> None:
    lan = home.network()
    cables = [home.cable(home.computer(), lan) for _ in range(3)]
    for cable in cables:
        cable.block_multicast()

    sit_down(evening, [cable.computer for cable in cables], cables[0].address)

    evening.check_fair()


def test_guests_whose_firewalls_let_nobody_in_play_along_through_the_host(
    home: Home, evening: Evening
) -> None:
    lan = home.network()
    cables = [home.cable(home.computer(), lan) for _ in range(3)]
    for guest in cables[1:]:
        guest.drop_calls()

    sit_down(evening, [cable.computer for cable in cables], cables[0].address)

    evening.check_fair()


def test_a_guest_network_that_parts_its_guests_is_told_of(home: Home, evening: Evening) -> None:
    lan = home.network()
    cables = [home.cable(home.computer(), lan) for _ in range(2)]
    for cable in cables:
        cable.isolate()

    evening.host(cables[0].computer, "north", players=2)
    joiner = evening.join(cables[1].computer, "south", cables[0].address)

    code, told = joiner.end()
    assert code == 4
    assert told.count("\n") == 1
    assert "keeps its guests apart" in told
