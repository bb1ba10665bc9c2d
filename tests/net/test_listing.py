"""Who only looks: what a host says of its table, and that nobody is troubled by it."""

import asyncio

from twisted.internet.asyncioreactor import AsyncioSelectorReactor

from p2pqwirkle import __version__
from p2pqwirkle.net.frames import Frame, Here
from p2pqwirkle.net.handshake import connect
from p2pqwirkle.net.listing import Listing, Probe, check_listing, table_id
from p2pqwirkle.net.lobby_frames import Welcome
from p2pqwirkle.net.reactor import Address
from p2pqwirkle.net.seating import Join, Roster
from tests.net.living_room import ANYWHERE, Chair, LivingRoom, living_room
from tests.net.pair import Listener, credentials_of

Loop = asyncio.SelectorEventLoop


async def look(room: LivingRoom, name: str, at: Address, *frames: Frame) -> Listener:
    """What *name* hears at an address where it says *frames*."""
    visitor = Listener(takes_part=False)
    credentials = Chair(room.reactor, name).credentials
    connect(room.reactor, credentials, at, keeper=visitor, failed=visitor.closures.append)
    await room.until(lambda: bool(visitor.links))
    for frame in frames:
        visitor.link.send(frame)
    await room.until(lambda: len(visitor.heard) >= len(frames) or bool(visitor.closures))
    return visitor


async def go(room: LivingRoom, *visitors: Listener) -> None:
    for visitor in visitors:
        visitor.link.leave("seen enough")
        await room.until(lambda visitor=visitor: bool(visitor.closures))  # type: ignore[misc]
    if room.lobby is not None:
        room.lobby.close()
    await room.go_home()


async def test_a_look_shows_host_seats_code_options_and_version(
    reactor: AsyncioSelectorReactor, loop: Loop
) -> None:
    room = living_room(reactor, loop, 3)
    room.lobby, room.address = room.chairs[0].open_table(3)

    visitor = await look(room, "west", room.address, Probe())

    (listing,) = visitor.heard
    assert isinstance(listing, Listing)
    assert listing == room.lobby.listing()
    assert (listing.name, listing.wanted, listing.free) == ("north", 3, 2)
    assert listing.program == __version__
    check_listing(listing, visitor.link.peer, room.lobby.table)
    await go(room, visitor)


async def test_a_look_troubles_nobody_and_takes_no_seat(
    reactor: AsyncioSelectorReactor, loop: Loop
) -> None:
    room = living_room(reactor, loop, 3)
    host = room.chairs[0]
    room.lobby, room.address = host.open_table(3)

    await go(room, *[await look(room, "west", room.address, Probe()) for _ in range(10)])

    assert host.strangers == []
    assert host.rosters == []


async def test_a_table_is_full_once_all_seats_are_taken(
    reactor: AsyncioSelectorReactor, loop: Loop
) -> None:
    room = living_room(reactor, loop, 2)
    await room.gather()

    visitor = await look(room, "west", room.address, Probe())

    (listing,) = visitor.heard
    assert isinstance(listing, Listing)
    assert listing.free == 0
    await go(room, visitor)


async def test_a_host_that_changes_its_name_has_the_same_table(
    reactor: AsyncioSelectorReactor, loop: Loop
) -> None:
    room = living_room(reactor, loop, 3)
    room.lobby, room.address = room.chairs[0].open_table(3)
    before = room.lobby.table
    room.lobby.rename("nord")

    visitor = await look(room, "west", room.address, Probe())

    (listing,) = visitor.heard
    assert isinstance(listing, Listing)
    assert listing.name == "nord"
    check_listing(listing, visitor.link.peer, before)
    await go(room, visitor)


async def test_who_has_looked_may_join_over_the_same_link(
    reactor: AsyncioSelectorReactor, loop: Loop
) -> None:
    room = living_room(reactor, loop, 3)
    room.lobby, room.address = room.chairs[0].open_table(3)

    join = Join(__version__, "west", None, bytes(32), 10836)
    visitor = await look(room, "west", room.address, Probe(), join)
    await room.until(lambda: len(visitor.heard) == 3)

    assert [type(frame) for frame in visitor.heard] == [Listing, Welcome, Roster]
    await go(room, visitor)


async def test_nobody_looks_twice(reactor: AsyncioSelectorReactor, loop: Loop) -> None:
    room = living_room(reactor, loop, 3)
    room.lobby, room.address = room.chairs[0].open_table(3)

    visitor = await look(room, "west", room.address, Probe(), Probe())

    assert visitor.closure.clause == "L2.4"
    await go(room)


async def test_a_peer_that_has_no_table_shows_that_it_lives(
    reactor: AsyncioSelectorReactor, loop: Loop
) -> None:
    room = living_room(reactor, loop, 2)
    at = room.chairs[1].door.listen(ANYWHERE)

    visitor = await look(room, "west", at, Probe())

    assert visitor.heard == [Here()]
    await go(room, visitor)


def test_a_table_has_an_id_of_its_own_for_each_host_and_salt() -> None:
    keys = [credentials_of(name).player for name in ("north", "south")]
    ids = {table_id(key, salt) for key in keys for salt in (bytes(16), bytes([1]) * 16)}

    assert len(ids) == 4
