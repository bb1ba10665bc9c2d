"""The mesh over sockets: how fast it is up, and how players find each other again."""

import asyncio
from ipaddress import IPv4Interface
from time import perf_counter

import pytest

from p2pqwirkle.errors import Breach
from p2pqwirkle.net.door import MAX_VISITORS
from p2pqwirkle.net.frames import Contacts
from p2pqwirkle.net.interfaces import Interface
from p2pqwirkle.net.link import Link
from p2pqwirkle.net.reactor import Address
from p2pqwirkle.net.seating import Contact
from p2pqwirkle.record.identity import PlayerId
from tests.net.links import break_link, closures_of, link_between, standing_link
from tests.net.living_room import LivingRoom
from tests.net.rooms import Rooms

NOBODY = Address("127.0.0.1", 9)
"""The port of a service that nobody runs any more."""
ELSEWHERE = (Interface("wlan0", IPv4Interface("10.77.0.9/24"), "3"),)


def is_whole(room: LivingRoom) -> bool:
    """Whether everybody has a link to everybody."""
    return all(
        chair.links and len(chair.links[-1]) == len(room.chairs) - 1 for chair in room.chairs
    )


async def connected(rooms: Rooms, players: int) -> LivingRoom:
    """A room in which everybody has a link to everybody, and nobody moves."""
    room = await rooms.of(players, sleeps=True).begun()
    await room.until(lambda: is_whole(room))
    return room


async def test_the_links_of_six_are_up_within_a_second(rooms: Rooms) -> None:
    seconds = []
    for _ in range(3):  # what else this machine does is no fault of ours
        room = await rooms.of(6, sleeps=True).gathered()
        began = perf_counter()
        room.begin()
        await room.until(lambda room=room: is_whole(room))  # type: ignore[misc]
        seconds.append(perf_counter() - began)
        await room.go_home()

    assert min(seconds) < 1.0


async def test_a_player_is_found_where_another_has_found_it(rooms: Rooms) -> None:
    room = await rooms.of(3, sleeps=True).gathered()
    room.mislead("south", "east", NOBODY)

    room.begin()

    await room.until(lambda: is_whole(room))


async def test_who_comes_back_finds_all_whose_addresses_it_knows(rooms: Rooms) -> None:
    room = await rooms.of(3, sleeps=True).gathered()
    for link in room.host_links.values():
        link.leave("everybody's computer is switched off")

    for chair in room.chairs:
        game = chair.sit_down(room.companies[chair.name], room.group, room.patience)
        game.begin_again(chair.door)

    await room.until(lambda: is_whole(room))


async def test_a_link_that_brings_nothing_is_replaced(rooms: Rooms) -> None:
    room = await connected(rooms, 2)
    dead = both_ends(room)

    for link in dead:
        silence(link)
    await room.until(lambda: all(replaced(room, dead)))

    assert all(len(seats) == 1 for chair in room.chairs for seats in chair.links)


async def test_who_has_lost_its_address_dials_at_once(rooms: Rooms) -> None:
    room = await connected(rooms, 2)
    low, high = sorted(room.chairs, key=lambda chair: chair.identity.player)
    way = high.playing._mesh._neighbours[low.identity.player]
    await room.until(lambda: way._listed is not None)
    dead = both_ends(room)

    looks: list[tuple[Interface, ...]] = []

    def elsewhere() -> tuple[Interface, ...]:
        looks.append(ELSEWHERE)
        return ELSEWHERE

    high.playing._mesh._directory._list_interfaces = elsewhere
    await room.until(lambda: all(replaced(room, dead)))

    assert len(looks) < 3  # one a second; the link was sound, and would be for three seconds


async def test_a_system_that_does_not_tell_all_its_addresses_troubles_no_link(rooms: Rooms) -> None:
    room = await rooms.of(2, sleeps=True).begun()
    for chair in room.chairs:
        chair.playing._mesh._directory._list_interfaces = lambda: ELSEWHERE
    await room.until(lambda: is_whole(room))
    links = both_ends(room)

    await asyncio.sleep(2.5)

    assert not any(replaced(room, links))


async def test_nobody_is_sent_to_dial_those_who_do_not_play(rooms: Rooms) -> None:
    """wire-11"""
    room = await connected(rooms, 2)
    link = standing_link(room, "south", "north")
    closures = closures_of(link)

    link.send(Contacts((Contact(PlayerId(bytes(32)), 80, ("192.0.2.1",)),)))
    await room.until(lambda: bool(closures))

    assert closures[0].clause == "L6.5"


async def test_a_player_comes_back_in_however_many_strangers_are_at_the_door(rooms: Rooms) -> None:
    """wire-8"""
    room = await connected(rooms, 2)
    for chair in room.chairs:
        chair.door._visitors.update({f"fd77::{number:x}": 1 for number in range(MAX_VISITORS)})
    dead = both_ends(room)

    break_link(room, "south", "north")
    await room.until(lambda: all(replaced(room, dead)))

    with pytest.raises(Breach) as refusal:
        room.chairs[0].door._check_room("10.77.0.99")
    assert refusal.value.clause == "L3.4"


async def test_who_is_out_is_dialled_no_more_and_may_still_come(rooms: Rooms) -> None:
    room = await connected(rooms, 3)
    north, south, _ = (chair.playing for chair in room.chairs)
    way = north._mesh._neighbours[room.key_of("south")]

    north._mesh.seek_only([room.key_of("east")])
    break_link(room, "north", "south")
    await room.until(lambda: not way.is_connected)

    assert way._seeker._next is None
    await room.until(lambda: way.is_connected)  # south dials
    south._mesh.seek_only([room.key_of("east")])
    break_link(room, "north", "south")
    await room.until(lambda: not way.is_connected)
    north._mesh.seek_only([room.key_of("south"), room.key_of("east")])
    await room.until(lambda: way.is_connected)


def silence(link: Link) -> None:
    """Let nothing be said over *link* any more, and let nobody notice."""
    link.send_framed = lambda framed: None  # type: ignore[method-assign]  # noqa: ARG005 - lost


def both_ends(room: LivingRoom) -> tuple[Link, Link]:
    """The link between north and south, as each of them has it."""
    return standing_link(room, "north", "south"), standing_link(room, "south", "north")


def replaced(room: LivingRoom, old: tuple[Link, Link]) -> tuple[bool, bool]:
    """Of north and south, who has another link to the other by now than in *old*."""
    north, south = link_between(room, "north", "south"), link_between(room, "south", "north")
    return north not in (None, old[0]), south not in (None, old[1])
