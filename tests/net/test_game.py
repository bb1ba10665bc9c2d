"""Whole games over sockets: with links missing, links that break, and peers that misbehave."""

import asyncio

import pytest

from p2pqwirkle.errors import Breach
from p2pqwirkle.net.endings import Abandoned, Over, PutOut, Resigned, Silence, Unopened
from p2pqwirkle.net.frames import Ask, Done, Frame, Hello, Here, Said
from p2pqwirkle.net.handshake import connect
from p2pqwirkle.record.entry import GameId
from p2pqwirkle.rules.moves import Pass, Seat
from p2pqwirkle.table.leavers import Why
from tests.net.chair import ANYWHERE, Chair
from tests.net.links import (
    break_link,
    closures_of,
    dialled,
    greeting_of,
    hold_up,
    link_between,
    mute,
    standing_link,
)
from tests.net.living_room import LivingRoom
from tests.net.pair import Listener
from tests.net.rooms import HARDLY_ANY, Rooms
from tests.record.streams import FullDisk


@pytest.mark.parametrize("players", [2, 3, 4])
async def test_all_records_of_a_game_are_the_same(players: int, rooms: Rooms) -> None:
    room = await rooms.of(players).gathered()

    room.begin()

    await room.all_finish_alike()


@pytest.mark.parametrize(
    ("players", "one", "other"),
    [
        (3, "north", "south"),
        (3, "north", "east"),
        (3, "south", "east"),
        (4, "south", "west"),
        (4, "north", "west"),
    ],
)
async def test_a_game_goes_on_without_any_one_link(
    players: int, one: str, other: str, rooms: Rooms
) -> None:
    """wire-2"""
    room = await rooms.of(players).gathered()
    room.cut(one, other)

    room.begin()

    await room.all_finish_alike()


async def test_a_seat_that_only_another_hears_is_not_silent(rooms: Rooms) -> None:
    room = await rooms.of(3, patience=HARDLY_ANY).gathered()
    room.cut("north", "south")
    await room.think()

    await asyncio.sleep(HARDLY_ANY + 1.5)

    assert room.goes_on


@pytest.mark.parametrize("steps", [1, 5, 9, 20])
async def test_a_link_that_breaks_in_play_is_made_again(steps: int, rooms: Rooms) -> None:
    room = await rooms.of(2).in_play(steps)

    break_link(room, "south", "north")

    await room.all_finish_alike()


async def test_links_that_break_again_and_again_lose_nothing(rooms: Rooms) -> None:
    room = await rooms.of(3).begun()
    for steps in range(4, 28, 8):
        await room.until_step(steps)
        for one, other in (("north", "south"), ("south", "east"), ("east", "north")):
            break_link(room, one, other)

    await room.all_finish_alike()


async def test_a_new_link_of_a_known_key_takes_the_place_of_the_old(rooms: Rooms) -> None:
    room = await rooms.of(2).thinking()
    low, high = sorted(room.chairs, key=lambda chair: chair.identity.player)
    old = link_between(room, low.name, high.name)

    again = await dialled(room, high.name, low.door_address, settles=False)
    again.link.send(greeting_of(high))
    await room.until(lambda: bool(again.heard))

    assert again.heard[0] == greeting_of(low)
    assert link_between(room, low.name, high.name) is not old


async def test_a_mesh_link_to_another_key_is_refused_by_the_dialler(rooms: Rooms) -> None:
    """wire-4"""
    room = await rooms.of(3).gathered()
    impostor = Chair(room.reactor, "west")
    wrong = impostor.door.listen(ANYWHERE)
    room.mislead("south", "east", wrong)

    room.begin()

    await room.all_finish_alike()
    assert impostor.strangers[0][1].clause in ("L1.1", "L1.2")
    impostor.door.shut()


@pytest.mark.parametrize(
    ("name", "first", "clause"),
    [
        pytest.param("south", Hello(GameId(bytes(32)), bytes(16)), "L6.1", id="L6.1 another game"),
        pytest.param("west", None, "L6.2", id="L6.2 a key that does not play"),
        pytest.param("south", Ask(0), "L2.4", id="L2.4 no greeting"),
    ],
)
async def test_only_players_get_a_link(
    name: str, first: Frame | None, clause: str, rooms: Rooms
) -> None:
    room = await rooms.of(2).thinking()

    visitor = await dialled(room, name)
    visitor.link.send(first or greeting_of(room.chair("north")))
    await room.until(lambda: bool(visitor.closures))

    assert visitor.closure.clause == clause


@pytest.mark.parametrize(
    ("frame", "clause"),
    [
        pytest.param(Here((0, 0, 0)), "L6.3", id="L6.3 ages of three seats of two"),
        pytest.param(Hello(GameId(bytes(32)), bytes(16)), "L2.4", id="L2.4 a second greeting"),
        pytest.param(Said(b"\xc0"), "E2.1", id="E2.1 an entry that is none"),
    ],
)
async def test_a_player_who_says_what_nobody_says_is_dropped_with_the_reason(
    frame: Frame, clause: str, rooms: Rooms
) -> None:
    room = await rooms.of(2).thinking()
    link = standing_link(room, "south", "north")
    closures = closures_of(link)

    link.send(frame)
    await room.until(lambda: bool(closures))

    assert closures[0].clause == clause


async def test_a_player_who_floods_disturbs_nobody(rooms: Rooms) -> None:
    """wire-8"""
    room = await rooms.of(3).in_play(8)

    for _ in range(2):
        for other in ("north", "east"):
            link = link_between(room, "south", other)
            if link is not None:
                for step in range(2_000):
                    link.send(Ask(step))
        await asyncio.sleep(0.1)

    await room.all_finish_alike()


async def test_a_player_who_dials_again_and_again_disturbs_nobody(rooms: Rooms) -> None:
    """wire-8"""
    room = await rooms.of(3).in_play(8)
    south = room.chair("south")
    hello = greeting_of(south)
    visits = [Listener() for _ in range(200)]

    for visit in visits:
        connect(
            room.reactor,
            south.credentials,
            room.address,
            keeper=visit,
            failed=visit.closures.append,
        )
        await asyncio.sleep(0.005)
        for link in visit.links:
            link.send(hello)

    await room.all_finish_alike()
    await room.until(lambda: all(visit.closures for visit in visits))


async def test_strangers_who_flood_disturb_nobody(rooms: Rooms) -> None:
    """wire-8"""
    room = await rooms.of(2).begun()
    writers = []
    for rubbish in (b"\x16\x03\x01\xff\xff", b"GET / HTTP/1.1\r\n\r\n", b"\x00" * 70_000):
        for _ in range(10):
            _, writer = await asyncio.open_connection("127.0.0.1", room.address.port)
            writer.write(rubbish)
            writers.append(writer)

    await room.all_finish_alike()
    for writer in writers:
        writer.close()


async def test_a_player_who_does_not_read_is_dropped_and_the_others_play_on(rooms: Rooms) -> None:
    """wire-8"""
    room = await rooms.of(3).in_play(8)
    deaf, link = standing_link(room, "south", "north"), standing_link(room, "north", "south")
    closures = closures_of(link)

    deaf._transport.pauseProducing()
    while not closures:
        link.send(Said(bytes(60_000)))
        await asyncio.sleep(0)

    assert closures[0].clause == "L3.3"
    await room.all_finish_alike()


async def test_two_of_three_go_on_without_a_seat_whose_program_is_gone(rooms: Rooms) -> None:
    room = await rooms.of(3, patience=HARDLY_ANY).in_play(15)
    gone = room.chair("south")
    _switch_off(gone)
    assert await room.endings_of("south") == [Abandoned()]

    await asyncio.sleep(HARDLY_ANY + 1.5)
    assert not any(room.endings[name].called for name in ("north", "east"))
    await _put_out(room, gone.seen.seat)
    endings = await room.endings_of("north", "east")

    assert all(isinstance(ending, Over) for ending in endings)
    assert room.chair("north").record.getvalue() == room.chair("east").record.getvalue()


async def test_who_is_left_alone_of_three_waits_no_longer_than_patience(rooms: Rooms) -> None:
    room = await rooms.of(3, patience=HARDLY_ANY).thinking()
    alone, *others = sorted(room.chairs, key=lambda chair: chair.is_to_move)
    for chair in others:
        _switch_off(chair)

    (ending,) = await room.endings_of(alone.name)

    assert ending == Silence(tuple(sorted(chair.seen.seat for chair in others)))


async def test_whoever_comes_back_too_late_learns_that_it_is_out(rooms: Rooms) -> None:
    room = await rooms.of(3).in_play(15)
    stuck = room.chair("south")
    free = hold_up(stuck)

    await _put_out(room, stuck.seen.seat)
    free.set()
    endings = await room.endings_of()

    assert [type(ending) for ending in endings] == [Over, PutOut, Over]


async def test_a_player_who_resigns_leaves_at_once_and_the_others_finish(rooms: Rooms) -> None:
    room = await rooms.of(3).in_play(15)

    await room.chair("south").playing.resign().asFuture(room.loop)
    endings = await room.endings_of()

    assert [type(ending) for ending in endings] == [Over, Resigned, Over]
    north = room.chair("north")
    assert [one.why for one in north.seen.gone] == [Why.RESIGNED]
    ways = north.playing._mesh._neighbours
    assert [ways[room.key_of(name)]._is_sought for name in ("south", "east")] == [False, True]


async def test_two_of_two_do_not_put_each_other_out(rooms: Rooms) -> None:
    room = await rooms.of(2).in_play(10)
    north, south = room.chairs

    with pytest.raises(Breach):
        await north.playing.ask_out((south.seen.seat,)).asFuture(room.loop)

    await room.all_finish_alike()


async def test_a_seat_that_lives_but_owes_an_entry_is_named(rooms: Rooms) -> None:
    room = await rooms.of(2, patience=HARDLY_ANY).begun()
    stuck = room.chair("south")
    free = hold_up(stuck)

    (ending,) = await room.endings_of("north")

    assert ending == Unopened((stuck.seen.seat,))
    free.set()


async def test_a_player_who_thinks_is_waited_for(rooms: Rooms) -> None:
    room = await rooms.of(2, patience=HARDLY_ANY).thinking()

    await asyncio.sleep(HARDLY_ANY + 1.5)

    assert room.goes_on


async def test_a_breach_of_our_own_choice_comes_back_to_who_made_it(rooms: Rooms) -> None:
    room = await rooms.of(2).thinking()
    mover = next(chair for chair in room.chairs if chair.is_to_move)

    with pytest.raises(Breach) as refusal:
        await mover.playing.intend(Pass()).asFuture(room.loop)

    assert refusal.value.clause.startswith("R")
    assert room.goes_on


async def test_a_full_disk_ends_the_game_for_its_owner_with_the_error(rooms: Rooms) -> None:
    room = await rooms.of(2, patience=HARDLY_ANY).gathered()

    room.begin({"south": FullDisk(60_000)})

    with pytest.raises(OSError, match="No space left"):
        await room.endings_of("south")
    (ending,) = await room.endings_of("north")
    assert ending == Silence((room.chair("south").seen.seat,))


async def test_who_has_gone_is_not_waited_for_although_its_word_was_lost(
    rooms: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("p2pqwirkle.net.game.LINGER_SECONDS", 10_000)
    room = await rooms.of(2).begun()
    mute(room.chair("north"), Done)

    await room.all_finish_alike()


async def test_who_is_done_waits_for_who_is_not(rooms: Rooms) -> None:
    room = await rooms.of(2).begun()
    unheard = [mute(chair, Done) for chair in room.chairs]

    await room.until(lambda: all(unheard))
    await asyncio.sleep(0.5)
    assert room.goes_on
    for speak in (*unheard[0], *unheard[1]):
        speak()

    await room.all_finish_alike()


async def test_nobody_is_taken_into_a_game_that_is_over(rooms: Rooms) -> None:
    room = await rooms.of(2).begun()
    await room.endings_of()
    late = await dialled(room, "south")

    late.link.send(greeting_of(room.chair("south")))
    await room.until(lambda: bool(late.closures))

    assert late.closure.clause == "L6.4"


async def test_a_link_that_comes_early_waits_for_the_game(rooms: Rooms) -> None:
    room = await rooms.of(3).gathered()
    south = room.chair("south")
    early = await dialled(room, "east", south.door_address, settles=False)

    early.link.send(Hello(room.companies["south"].charter.game, bytes(16)))
    await asyncio.sleep(0.1)
    assert early.heard == []
    room.begin()
    await room.until(lambda: bool(early.heard))

    assert early.heard[0] == greeting_of(south)
    early.link.leave("enough")
    await room.endings_of()


async def _put_out(room: LivingRoom, seat: Seat) -> None:
    """Let the first two who are not *seat* agree to go on without it, once it is waited for."""
    asker, other = (chair for chair in room.chairs if chair.seen.seat != seat)
    # What it said last may still be on its way; then only the next step waits for it.
    await room.until(lambda: _waits_for(asker, seat))
    await asyncio.sleep(0.5)
    await room.until(lambda: _waits_for(asker, seat))
    await asker.playing.ask_out((seat,)).asFuture(room.loop)
    await room.until(lambda: other.seen.standing.ballots != ())
    other.playing.answer(other.seen.standing.ballots[0].question, agrees=True)
    await room.until(lambda: seat not in asker.seen.standing.living)


def _waits_for(chair: Chair, seat: Seat) -> bool:
    return chair.seen.standing.awaited == (seat,)


def _switch_off(chair: Chair) -> None:
    """Let the program of *chair* be gone, without a word."""
    chair.door.shut()
    chair.playing.abandon()
