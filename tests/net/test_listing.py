"""Who only looks: what a host says of its table, and that nobody is troubled by it."""

from p2pqwirkle import __version__
from p2pqwirkle.net.frames import Frame, Here
from p2pqwirkle.net.listing import Listing, Probe, check_listing, table_id
from p2pqwirkle.net.lobby_frames import Welcome
from p2pqwirkle.net.reactor import Address
from p2pqwirkle.net.seating import Join, Roster
from tests.net.chair import ANYWHERE
from tests.net.links import dialled
from tests.net.living_room import LivingRoom
from tests.net.pair import Listener, credentials_of
from tests.net.rooms import Rooms


async def look(room: LivingRoom, name: str, at: Address, *frames: Frame) -> Listener:
    """What *name* hears at an address where it says *frames*."""
    visitor = await dialled(room, name, at, settles=False)
    for frame in frames:
        visitor.link.send(frame)
    await room.until(lambda: len(visitor.heard) >= len(frames) or bool(visitor.closures))
    return visitor


async def test_a_look_shows_host_seats_code_options_and_version(rooms: Rooms) -> None:
    room = rooms.of(3)
    lobby = room.open_table()

    visitor = await look(room, "west", room.address, Probe())

    listing, *_ = visitor.heard
    assert isinstance(listing, Listing)
    assert listing == lobby.listing()
    assert (listing.name, listing.wanted, listing.free) == ("north", 3, 2)
    assert listing.program == __version__
    check_listing(listing, visitor.link.peer, lobby.table)


async def test_a_look_troubles_nobody_and_takes_no_seat(rooms: Rooms) -> None:
    room = rooms.of(3)
    host = room.chairs[0]
    room.open_table()

    for _ in range(10):
        await look(room, "west", room.address, Probe())
    await room.go_home()

    assert host.strangers == []
    assert host.rosters == []


async def test_a_table_is_full_once_all_seats_are_taken(rooms: Rooms) -> None:
    room = await rooms.of(2).gathered()

    visitor = await look(room, "west", room.address, Probe())

    listing, *_ = visitor.heard
    assert isinstance(listing, Listing)
    assert listing.free == 0


async def test_a_host_that_changes_its_name_has_the_same_table(rooms: Rooms) -> None:
    room = rooms.of(3)
    lobby = room.open_table()
    before = lobby.table
    lobby.rename("nord")

    visitor = await look(room, "west", room.address, Probe())

    listing, *_ = visitor.heard
    assert isinstance(listing, Listing)
    assert listing.name == "nord"
    check_listing(listing, visitor.link.peer, before)


async def test_who_has_looked_may_join_over_the_same_link(rooms: Rooms) -> None:
    room = rooms.of(3)
    room.open_table()

    join = Join(__version__, "west", None, bytes(32), 10836)
    visitor = await look(room, "west", room.address, Probe(), join)
    await room.until(lambda: len(visitor.heard) >= 3)

    assert [type(frame) for frame in visitor.heard[:3]] == [Listing, Welcome, Roster]


async def test_nobody_looks_twice(rooms: Rooms) -> None:
    room = rooms.of(3)
    room.open_table()

    visitor = await look(room, "west", room.address, Probe(), Probe())

    assert visitor.closure.clause == "L2.4"


async def test_a_peer_that_has_no_table_shows_that_it_lives(rooms: Rooms) -> None:
    room = rooms.of(2)
    at = room.chairs[1].door.listen(ANYWHERE)

    visitor = await look(room, "west", at, Probe())

    assert visitor.heard[0] == Here()


def test_a_table_has_an_id_of_its_own_for_each_host_and_salt() -> None:
    keys = [credentials_of(name).player for name in ("north", "south")]
    ids = {table_id(key, salt) for key in keys for salt in (bytes(16), bytes([1]) * 16)}

    assert len(ids) == 4
