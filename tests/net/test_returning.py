"""Players whose programs begin again, and second programs with one key."""

import asyncio
from collections.abc import Mapping, Sequence

import pytest

from p2pqwirkle.net import game as game_module
from p2pqwirkle.net.endings import Doubled
from p2pqwirkle.net.frames import Hello
from p2pqwirkle.net.link import Link
from p2pqwirkle.net.reactor import Address
from p2pqwirkle.record.identity import PlayerId
from tests.net.chair import Chair
from tests.net.links import dialled, link_between
from tests.net.living_room import LivingRoom
from tests.net.pair import Listener
from tests.net.rooms import Rooms


async def begun(rooms: Rooms) -> LivingRoom:
    """North and south in a game in which nobody moves."""
    room = await rooms.of(2, sleeps=True).begun()
    await room.until(lambda: None not in (link_of(room, "north"), link_of(room, "south")))
    return room


def link_of(room: LivingRoom, name: str) -> Link | None:
    return link_between(room, name, "south" if name == "north" else "north")


async def at_home(room: LivingRoom) -> None:
    """Leave nothing behind; last words may take a moment."""
    await room.go_home()
    async with asyncio.timeout(60):
        await room.until(lambda: not room.reactor.getDelayedCalls())


async def visiting(room: LivingRoom) -> Listener:
    """Another program with south's key has dialled north."""
    return await dialled(room, "south", settles=False)


async def greet(room: LivingRoom, visitor: Listener) -> None:
    """The other program says what its link is for."""
    visitor.link.send(Hello(room.companies["north"].charter.game, bytes(16)))
    await room.until(lambda: bool(visitor.heard or visitor.closures))


async def test_a_second_program_with_one_key_is_refused(rooms: Rooms) -> None:
    """L6.6"""
    room = await begun(rooms)
    first = link_of(room, "north")

    visitor = await visiting(room)
    await greet(room, visitor)

    assert visitor.closure.clause == "L6.6"
    assert link_of(room, "north") is first
    await at_home(room)


async def test_a_program_that_begins_again_takes_the_place_of_a_dead_one(rooms: Rooms) -> None:
    room = await begun(rooms)
    dead, far_end = link_of(room, "north"), link_of(room, "south")
    assert dead is not None
    assert far_end is not None
    far_end.send_framed = lambda framed: None  # type: ignore[method-assign]  # noqa: ARG005 - lost
    visitor = await visiting(room)
    dead._heard -= 3.5

    await greet(room, visitor)

    assert visitor.heard
    assert link_of(room, "north") is not dead
    await at_home(room)


async def test_who_comes_back_beside_a_living_program_gives_way(
    rooms: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_module, "DOUBLED_SECONDS", 0.2)
    room = await begun(rooms)
    twin = Chair(room.reactor, "south")
    company = room.companies["south"]

    game = twin.sit_down(company, room.group, room.patience)
    game.begin_again(twin.door)

    assert await game.ended.asFuture(room.loop) == Doubled()
    assert link_of(room, "north") is not None
    await at_home(room)


async def test_where_players_listen_is_told_as_it_is_learned(rooms: Rooms) -> None:
    kept: list[tuple[Address | None, Mapping[PlayerId, Sequence[Address]]]] = []
    room = await rooms.of(2, sleeps=True).gathered()
    south = room.chair("south")
    room.host_links["south"].leave("the computers are switched off")
    company = room.companies["south"]

    game = south.sit_down(company, room.group, room.patience)
    game.keep_whereabouts(lambda *known: kept.append(known))
    game.begin_again(south.door)

    assert kept == [(south.door.listening, company.addresses)]
    await at_home(room)
