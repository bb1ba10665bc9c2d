"""Where everybody is: what is told, what is believed, and what is news."""

from ipaddress import IPv4Interface, IPv6Interface

import pytest

from p2pqwirkle.errors import Breach
from p2pqwirkle.net.directory import Directory
from p2pqwirkle.net.frames import Contacts
from p2pqwirkle.net.interfaces import Interface
from p2pqwirkle.net.link import Link
from p2pqwirkle.net.reactor import EVERYWHERE, Address
from p2pqwirkle.net.seating import Contact
from tests.net.pair import NORTH_HOST, SOUTH_HOST, Listener, credentials_of, pair_of

NORTH, SOUTH, EAST = (credentials_of(name).player for name in ("north", "south", "east"))
STRANGER = credentials_of("stranger").player
LOOPBACK = Interface("lo", IPv4Interface("127.0.0.1/8"), "1")
WIRED = Interface("eth0", IPv4Interface(f"{NORTH_HOST}/24"), "2")
WIRELESS = Interface("wlan0", IPv6Interface("fe80::7/64"), "3")


def directory_of_north(*interfaces: Interface) -> Directory:
    """North's, who knows where south and east began."""
    addresses = {SOUTH: [Address(SOUTH_HOST, 10836)], EAST: [Address("10.77.0.3", 10836)]}
    directory = Directory(NORTH, addresses, lambda: interfaces)
    directory.look()
    return directory


def link_to_south() -> Link:
    """North's link to south, from one computer to another."""
    north = Listener()
    pair_of(north, Listener())
    return north.link


def test_a_peer_is_told_where_we_listen_and_where_we_have_found_the_others() -> None:
    directory = directory_of_north(LOOPBACK, WIRED, WIRELESS)
    directory.listening = Address(EVERYWHERE, 10836)

    contacts = directory.contacts(link_to_south())

    assert contacts == Contacts((Contact(NORTH, 10836, (NORTH_HOST, "fe80::7")),))


def test_nobody_is_told_of_a_door_that_only_our_own_computer_reaches() -> None:
    directory = directory_of_north(LOOPBACK, WIRED)
    directory.listening = Address("127.0.0.1", 10836)

    assert directory.contacts(link_to_south()) == Contacts(())


def test_it_is_news_when_a_player_is_found_elsewhere_than_before() -> None:
    directory = directory_of_north(WIRED)
    link = link_to_south()

    assert directory.find(link) == Contact(SOUTH, 10836, (SOUTH_HOST,))
    assert directory.find(link) is None


def test_a_player_says_itself_where_it_is_and_others_only_where_it_may_be() -> None:
    directory = directory_of_north(WIRED)

    directory.hear(
        link_to_south(),
        Contacts((Contact(SOUTH, 5, ("10.77.0.8",)), Contact(EAST, 6, ("10.77.0.9",)))),
    )

    assert directory.course(SOUTH) == (Address("10.77.0.8", 5),)
    assert directory.course(EAST) == (Address("10.77.0.3", 10836), Address("10.77.0.9", 6))


def test_what_a_peer_says_of_us_or_of_its_own_loopback_changes_nothing() -> None:
    directory = directory_of_north(WIRED)

    directory.hear(
        link_to_south(),
        Contacts((Contact(NORTH, 5, ("10.77.0.8",)), Contact(SOUTH, 6, ("127.0.0.1",)))),
    )

    assert directory.course(SOUTH) == (Address(SOUTH_HOST, 10836),)


def test_whereabouts_of_somebody_who_does_not_play_are_refused() -> None:
    """wire-11"""
    directory = directory_of_north(WIRED)

    with pytest.raises(Breach) as refusal:
        directory.hear(link_to_south(), Contacts((Contact(STRANGER, 80, ("192.0.2.1",)),)))

    assert refusal.value.clause == "L6.5"


def test_players_are_expected_where_they_may_be_and_nowhere_else() -> None:
    directory = directory_of_north(WIRED)
    directory.point_out(EAST, [Address("fd77::3", 10836)])

    assert directory.expects(SOUTH_HOST)
    assert directory.expects("fd77::3")
    assert not directory.expects("10.77.0.99")


def test_a_computer_that_gets_another_address_is_elsewhere() -> None:
    interfaces = [LOOPBACK, WIRED]
    directory = Directory(NORTH, {}, lambda: tuple(interfaces))

    assert directory.look()
    assert not directory.look()
    interfaces[1] = WIRELESS
    assert directory.look()
    assert directory.hosts == {"127.0.0.1", "fe80::7"}


def test_who_knows_nobody_is_told_where_to_find_whom_it_can_reach() -> None:
    near = [Address("127.0.0.1", 10837), Address("10.77.0.4", 10837)]
    addresses = {SOUTH: [Address(SOUTH_HOST, 10836)], EAST: near, STRANGER: []}
    directory = Directory(NORTH, addresses, lambda: (LOOPBACK, WIRED))
    directory.look()
    directory.listening = Address(EVERYWHERE, 10836)

    assert directory.directions(link_to_south()) == (
        Contact(NORTH, 10836, (NORTH_HOST,)),
        Contact(SOUTH, 10836, (SOUTH_HOST,)),
        Contact(EAST, 10837, ("10.77.0.4",)),
    )
