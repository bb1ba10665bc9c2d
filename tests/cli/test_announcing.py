"""Where a table is: told at once, told again when it changes, and no more once it is full."""

from collections.abc import Sequence
from ipaddress import ip_interface

import pytest
from twisted.internet.task import Clock

from p2pqwirkle.cli.announcing import Announcement
from p2pqwirkle.cli.bot_waiting import BotWaiting
from p2pqwirkle.net.interfaces import Interface
from p2pqwirkle.net.lobby import HostLobby, Terms
from p2pqwirkle.net.reactor import EVERYWHERE, Address
from p2pqwirkle.table.charter import Options, Player
from tests.net.pair import credentials_of

PORT = 10836


class Host:
    """A host at a computer whose addresses the test sets; writes down what its screen shows."""

    def __init__(self, *addresses: str, bind: str = EVERYWHERE) -> None:
        self.clock = Clock()
        self.shown: list[list[str]] = []
        self.addresses = addresses
        host = Player(credentials_of("north").player, "north", None, bytes(32))
        deaf = BotWaiting(host.identity, lambda _: None)
        self.lobby = HostLobby(self.clock, host, Terms(2, Options()), deaf)
        self.announcement = Announcement(
            self.clock,
            self.lobby,
            Address(bind, PORT),
            self.show,
            is_listed=False,
            interfaces=self.interfaces,
        )
        self.announcement.begin()

    def show(self, where: Sequence[Address]) -> None:
        self.shown.append([str(address) for address in where])

    def interfaces(self) -> list[Interface]:
        return [Interface("wlan0", ip_interface(one), "2") for one in self.addresses]


def test_the_screen_shows_address_and_port_at_once() -> None:
    host = Host("192.168.1.5/24", "fd77::5/64")

    assert host.shown == [["192.168.1.5:10836", "[fd77::5]:10836"]]


def test_a_host_without_a_network_shows_the_address_that_it_gets_later() -> None:
    host = Host()
    host.clock.advance(2)
    host.addresses = ("192.168.1.5/24",)
    host.clock.advance(2)

    assert host.shown == [["127.0.0.1:10836"], ["192.168.1.5:10836"]]


def test_guests_are_told_all_addresses_that_there_are_when_the_game_begins() -> None:
    host = Host("192.168.1.5/24")
    host.addresses = ("10.0.0.9/8", "fe80::5/64")
    host.clock.advance(2)

    assert {one.host for one in host.lobby.where} == {"10.0.0.9", "fe80::5"}
    assert host.shown[-1] == ["10.0.0.9:10836"]


@pytest.mark.parametrize("bind", ["127.0.0.1", "192.168.1.5"])
def test_who_listens_on_one_address_shows_that_one(bind: str) -> None:
    assert Host("192.168.1.5/24", "10.0.0.9/8", bind=bind).shown == [[f"{bind}:10836"]]


def test_nothing_is_told_once_there_is_nothing_to_join() -> None:
    host = Host("192.168.1.5/24")
    host.announcement.end()
    host.addresses = ("10.0.0.9/8",)
    host.clock.advance(60)

    assert len(host.shown) == 1
    assert host.clock.getDelayedCalls() == []
