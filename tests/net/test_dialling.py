"""Dialling a peer at all of its addresses: the good one is found soon, whatever the others do."""

import asyncio
import socket
from collections.abc import Sequence
from ipaddress import ip_interface
from time import monotonic

import pytest
from twisted.internet.asyncioreactor import AsyncioSelectorReactor

from p2pqwirkle.errors import Breach
from p2pqwirkle.net.dialling import Judge, most_telling, race
from p2pqwirkle.net.door import Door
from p2pqwirkle.net.interfaces import (
    Interface,
    nearest_first,
    told_addresses,
    told_hosts,
    typed_addresses,
)
from p2pqwirkle.net.link import Closure, Link, Side, Trouble
from p2pqwirkle.net.listing import Listing
from p2pqwirkle.net.reactor import EVERYWHERE, Address
from tests.net.chair import Chair
from tests.net.pair import Listener, credentials_of

# Loopback has a whole network of addresses on Linux; on other systems these tests dial one.
GOOD = "127.0.0.1"
TIMES = 3
"""Something is measured so often; what else this machine does is no fault of ours."""


class Deaf:
    """Something that takes connections and never says a word, like a port forwarded to nowhere."""

    def __init__(self) -> None:
        self._socket = socket.create_server((GOOD, 0))

    @property
    def address(self) -> Address:
        return Address(GOOD, self._socket.getsockname()[1])

    def close(self) -> None:
        self._socket.close()


def refusing() -> Address:
    """An address at which nobody listens."""
    with socket.create_server((GOOD, 0)) as taken:
        return Address(GOOD, taken.getsockname()[1])


async def raced(
    reactor: AsyncioSelectorReactor,
    addresses: Sequence[Address],
    *,
    judge: Judge | None = None,
) -> Listener:
    """Who looks after the winner, once there is one or nobody is left."""
    runner = Listener(takes_part=False)
    race(
        reactor,
        credentials_of("south"),
        addresses,
        keeper=runner,
        failed=runner.closures.append,
        judge=judge,
    )
    while not runner.links and not runner.closures:  # noqa: ASYNC110 - what is waited for tells nobody
        await asyncio.sleep(0.005)
    return runner


async def go_home(*links: Link, door: Door) -> None:
    for link in links:
        link.leave("the test is over")
    door.shut()
    await asyncio.sleep(0.05)


async def test_the_good_address_is_found_within_a_second(reactor: AsyncioSelectorReactor) -> None:
    host, deaf = Chair(reactor, "north"), [Deaf(), Deaf()]
    _, at = host.open_table(2)

    seconds, links = [], []
    for _ in range(TIMES):
        began = monotonic()
        runner = await raced(reactor, [deaf[0].address, refusing(), deaf[1].address, at])
        seconds.append(monotonic() - began)
        links.append(runner.link)

    assert min(seconds) < 1.0
    assert {link.peer for link in links} == {host.identity.player}
    assert runner.link.is_standing
    await go_home(*links, door=host.door)
    for one in deaf:
        one.close()


async def test_an_address_that_refuses_costs_no_time(reactor: AsyncioSelectorReactor) -> None:
    host = Chair(reactor, "north")
    _, at = host.open_table(2)

    seconds, links = [], []
    for _ in range(TIMES):
        began = monotonic()
        runner = await raced(reactor, [*(refusing() for _ in range(8)), at])
        seconds.append(monotonic() - began)
        links.append(runner.link)

    assert min(seconds) < 1.5
    await go_home(*links, door=host.door)


async def test_only_one_link_is_left_of_a_race(reactor: AsyncioSelectorReactor) -> None:
    host = Chair(reactor, "north")
    _, at = host.open_table(2)
    host.door.listen(Address("::1", at.port))

    runner = await raced(reactor, [at, Address("::1", at.port)])
    await asyncio.sleep(0.4)
    while host.door._visitors.total() > 1:  # noqa: ASYNC110 - what is waited for tells nobody
        await asyncio.sleep(0.005)

    assert len(runner.links) == 1
    assert host.door._visitors.total() == 1
    assert host.strangers == []
    await go_home(runner.link, door=host.door)


async def test_who_plays_already_answers_too(reactor: AsyncioSelectorReactor) -> None:
    player = Chair(reactor, "north")
    at = player.door.listen(Address(GOOD, 0))

    runner = await raced(reactor, [refusing(), at])

    assert runner.link.peer == player.identity.player
    await go_home(runner.link, door=player.door)


async def test_the_judge_decides_who_is_sought(reactor: AsyncioSelectorReactor) -> None:
    host, other = Chair(reactor, "north"), Chair(reactor, "west")
    _, at = host.open_table(2)
    _, wrong = other.open_table(4)

    def sought(_link: Link, answer: object) -> None:
        if not isinstance(answer, Listing) or answer.wanted != 2:
            raise Breach("L9.1", "another table")

    runner = await raced(reactor, [wrong, at], judge=sought)

    assert runner.link.peer == host.identity.player
    other.door.shut()
    await go_home(runner.link, door=host.door)


async def test_a_race_that_nobody_wins_tells_the_best_reason_once(
    reactor: AsyncioSelectorReactor,
) -> None:
    runner = await raced(reactor, [refusing(), refusing()])

    assert [closure.trouble for closure in runner.closures] == [Trouble.REFUSED]


async def test_there_may_be_no_way_at_all(reactor: AsyncioSelectorReactor) -> None:
    runner = await raced(reactor, [])

    assert [closure.trouble for closure in runner.closures] == [Trouble.NO_ROUTE]


async def test_a_race_can_be_given_up(reactor: AsyncioSelectorReactor) -> None:
    deaf, runner = [Deaf(), Deaf()], Listener()

    give_up = race(
        reactor,
        credentials_of("south"),
        [one.address for one in deaf],
        keeper=runner,
        failed=runner.closures.append,
    )
    await asyncio.sleep(0.3)
    give_up()
    for one in deaf:
        one.close()
    await asyncio.sleep(0.1)

    assert runner.links == []
    assert runner.closures == []


async def test_one_listener_takes_both_versions_of_the_internet_protocol(
    reactor: AsyncioSelectorReactor,
) -> None:
    if not socket.has_dualstack_ipv6():
        pytest.skip("this computer has no IPv6")
    host = Chair(reactor, "north")
    host.open_table(2)
    at = host.door.listen(Address(EVERYWHERE, 0))

    links = [
        (await raced(reactor, [Address(one, at.port)])).link for one in (GOOD, "::1", "localhost")
    ]
    await asyncio.sleep(0.05)

    assert {link.peer for link in links} == {host.identity.player}
    assert {link.far_host for link in links[:2]} == {GOOD, "::1"}
    await go_home(*links, door=host.door)


NAMED = {
    "wlan0": "192.168.1.5/24",
    "docker0": "172.17.0.1/16",
    "wlan0 six": "fd77::5/64",
    "wlan0 link": "fe80::5/64",
    "lo": "127.0.0.1/8",
}


def interfaces(*names: str) -> list[Interface]:
    return [
        Interface(name.partition(" ")[0], ip_interface(NAMED[name]), str(number))
        for number, name in enumerate(names)
    ]


def test_the_address_to_type_comes_first_and_bridges_come_late() -> None:
    told = told_hosts(interfaces("docker0", "wlan0 link", "wlan0 six", "lo", "wlan0"))

    assert told == ("192.168.1.5", "fd77::5", "172.17.0.1", "fe80::5")


def test_without_a_network_there_is_loopback() -> None:
    assert told_hosts(interfaces("lo")) == ("127.0.0.1",)


def test_who_listens_on_one_address_tells_no_other() -> None:
    own = interfaces("lo", "wlan0", "wlan0 six")

    assert told_addresses(Address("127.0.0.1", 7), own) == (Address("127.0.0.1", 7),)
    assert told_addresses(Address("0.0.0.0", 7), own) == (Address("192.168.1.5", 7),)  # noqa: S104


def test_a_host_shows_what_is_worth_typing() -> None:
    own = interfaces("docker0", "wlan0", "wlan0 six", "wlan0 link")
    where = told_addresses(Address(EVERYWHERE, 7), own)

    assert [one.host for one in typed_addresses(where, own)] == ["192.168.1.5", "fd77::5"]


def test_a_host_with_nothing_worth_typing_shows_what_there_is() -> None:
    own = interfaces("wlan0 link")

    assert typed_addresses((Address("fe80::5", 7),), own) == (Address("fe80::5", 7),)


def test_the_near_is_dialled_first_and_what_is_ours_last() -> None:
    far = [Address(host, 7) for host in ("172.17.0.1", "203.0.113.9", "192.168.1.9")]

    ordered = nearest_first(far, interfaces("docker0", "wlan0"))

    assert [address.host for address in ordered] == ["192.168.1.9", "203.0.113.9", "172.17.0.1"]


def test_a_link_local_address_is_dialled_through_every_adapter_that_has_one() -> None:
    own = interfaces("wlan0", "wlan0 link")

    assert nearest_first([Address("fe80::9", 7)], own) == (Address("fe80::9%1", 7),)
    assert nearest_first([Address("fe80::9%wlan0", 7)], own) == (Address("fe80::9%wlan0", 7),)
    assert nearest_first([Address("fe80::9", 7)], interfaces("wlan0")) == ()


def closure(trouble: Trouble | None = None, clause: str = "") -> Closure:
    return Closure(Side.NOBODY, clause, "", trouble=trouble)


@pytest.mark.parametrize(
    ("closures", "best"),
    [
        ([closure(Trouble.NO_ROUTE), closure(Trouble.NO_ANSWER)], closure(Trouble.NO_ANSWER)),
        ([closure(Trouble.NO_ANSWER), closure(Trouble.REFUSED)], closure(Trouble.REFUSED)),
        ([closure(Trouble.REFUSED), closure(clause="L4.2")], closure(clause="L4.2")),
    ],
)
def test_the_best_reason_is_the_one_that_helps_most(closures: list[Closure], best: Closure) -> None:
    assert most_telling(closures) == best
