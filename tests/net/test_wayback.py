"""A guest whose link breaks before there is a game comes back to its seat by itself."""

from dataclasses import replace

from p2pqwirkle.codes import read_code
from p2pqwirkle.net.frames import Frame
from p2pqwirkle.net.link import Link
from p2pqwirkle.net.seating import Start
from tests.net.living_room import LivingRoom
from tests.net.rooms import Rooms
from tests.net.test_lobby import join_of, open_table, visit


def guest_link(room: LivingRoom) -> Link:
    """The host's end of its link with the first guest."""
    assert room.lobby is not None
    return room.lobby._party.guests[0].link


def cut(link: Link) -> None:
    """Let a connection break, as a network does it."""
    link._transport.abortConnection()


async def test_a_guest_whose_link_breaks_gets_its_seat_back_without_the_code(rooms: Rooms) -> None:
    room = rooms.of(3)
    host, guest, _ = room.chairs
    guest.comes_back = True
    host.code = guest.code = read_code("actor anchor anvil")
    await open_table(room, guests=1)
    await room.until(lambda: guest.rosters != [])

    cut(guest_link(room))
    await room.until(lambda: [len(one.seated) for one in guest.rosters] == [2, 2])

    assert guest.losses == 1
    assert [len(one.seated) for one in host.rosters] == [2, 1, 2]
    assert host.tries == []


async def test_a_guest_that_was_cut_off_at_the_start_plays_all_the_same(rooms: Rooms) -> None:
    room = rooms.of(2)
    host, guest = room.chairs
    guest.comes_back, host.is_hasty = True, False
    await open_table(room, guests=0)
    assert room.lobby is not None
    joined = guest.join(room.address)
    await room.until(lambda: host.rosters != [] and host.rosters[-1].is_full)
    link = guest_link(room)
    send = link.send

    def break_at_start(frame: Frame) -> None:
        cut(link) if isinstance(frame, Start) else send(frame)

    link.send = break_at_start  # type: ignore[method-assign]
    room.lobby.say_ready(is_ready=True)

    room.companies["north"] = await room.lobby.complete.asFuture(room.loop)
    room.companies["south"], room.host_links["south"] = await joined.asFuture(room.loop)
    room.begin()
    endings = await room.endings_of()

    assert guest.losses == 1
    assert host.record.getvalue() == guest.record.getvalue()
    assert [type(one).__name__ for one in endings] == ["Over", "Over"]


async def test_a_guest_that_has_left_does_not_come_back(rooms: Rooms) -> None:
    room = rooms.of(3)
    guest = room.chairs[1]
    guest.comes_back = True
    await open_table(room, guests=0)
    joined = guest.join(room.address)
    await room.until(lambda: guest.rosters != [])

    joined.addErrback(lambda _: None)
    joined.cancel()
    cut(guest_link(room))
    await room.until(lambda: len(room.chairs[0].rosters[-1].seated) == 1)

    assert guest.losses == 0


async def test_only_the_same_run_of_the_program_takes_the_place_of_a_broken_link(
    rooms: Rooms,
) -> None:
    room = rooms.of(3)
    await open_table(room, guests=1)
    guest = room.chairs[1]
    same = replace(join_of("south"), nonce=guest.player.nonce)

    other = await visit(room, "south", replace(same, nonce=bytes(32)))

    assert other.clause == "L4.4"
    assert len(room.chairs[0].rosters) == 1
