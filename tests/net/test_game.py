"""Whole games over sockets: with links missing, links that break, and peers that misbehave."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from threading import Event

import pytest
from twisted.internet.asyncioreactor import AsyncioSelectorReactor

from p2pqwirkle.errors import Breach
from p2pqwirkle.net.door import Door
from p2pqwirkle.net.endings import Abandoned, Over, PutOut, Resigned, Silence, Unopened
from p2pqwirkle.net.frames import Ask, Done, Frame, Hello, Here, Said
from p2pqwirkle.net.handshake import connect
from p2pqwirkle.net.link import Closure
from p2pqwirkle.record.entry import GameId
from p2pqwirkle.rules.moves import Pass, Seat
from p2pqwirkle.table.effects import Effect
from p2pqwirkle.table.leavers import Why
from p2pqwirkle.table.phases import Phase
from tests.net.living_room import (
    ANYWHERE,
    Chair,
    LivingRoom,
    closures_of,
    link_between,
    living_room,
)
from tests.net.pair import Listener
from tests.record.streams import FullDisk

Loop = asyncio.SelectorEventLoop

HARDLY_ANY = 3
"""Seconds of patience that are soon over, and yet longer than a busy machine delays the signs of
life that come every second."""


def greeting_of(chair: Chair) -> Hello:
    """What *chair* says first on a link."""
    assert chair.game is not None  # begun before
    return chair.game._mesh.hello


def records(room: LivingRoom) -> set[bytes]:
    return {chair.record.getvalue() for chair in room.chairs}


def step_of(chair: Chair) -> int:
    return chair.snapshots[-1].standing.moment.step if chair.snapshots else -1


async def in_play(room: LivingRoom, steps: int = 20) -> None:
    """Wait until the game is well under way."""
    await room.until(lambda: min(step_of(chair) for chair in room.chairs) >= steps)


@pytest.mark.parametrize("players", [2, 3, 4])
async def test_all_records_of_a_game_are_the_same(
    players: int, reactor: AsyncioSelectorReactor, loop: Loop
) -> None:
    room = living_room(reactor, loop, players)
    await room.gather()

    room.begin()
    endings = await room.endings_of()

    assert all(isinstance(ending, Over) for ending in endings)
    assert len(records(room)) == 1
    await room.go_home()


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
    players: int, one: str, other: str, reactor: AsyncioSelectorReactor, loop: Loop
) -> None:
    """wire-2"""
    room = living_room(reactor, loop, players)
    await room.gather()
    room.cut(one, other)

    room.begin()
    endings = await room.endings_of()

    assert all(isinstance(ending, Over) for ending in endings)
    assert len(records(room)) == 1
    await room.go_home()


async def test_a_seat_that_only_another_hears_is_not_silent(
    reactor: AsyncioSelectorReactor, loop: Loop
) -> None:
    room = living_room(reactor, loop, 3)
    room.patience = HARDLY_ANY
    for chair in room.chairs:
        chair.sleeps = True
    await room.gather()
    room.cut("north", "south")
    room.begin()
    await room.until(lambda: room.chairs[0].snapshots[-1:] != [] and _is_turn(room.chairs[0]))

    await asyncio.sleep(HARDLY_ANY + 1.5)

    assert not any(ending.called for ending in room.endings.values())
    await room.go_home()


@pytest.mark.parametrize("steps", [1, 5, 9, 20])
async def test_a_link_that_breaks_in_play_is_made_again(
    steps: int, reactor: AsyncioSelectorReactor, loop: Loop
) -> None:
    room = living_room(reactor, loop, 2)
    await room.gather()
    room.begin()
    await in_play(room, steps)

    broken = link_between(room, "south", "north")
    assert broken is not None
    broken._transport.abortConnection()
    endings = await room.endings_of()

    assert all(isinstance(ending, Over) for ending in endings)
    assert len(records(room)) == 1
    await room.go_home()


async def test_links_that_break_again_and_again_lose_nothing(
    reactor: AsyncioSelectorReactor, loop: Loop
) -> None:
    room = living_room(reactor, loop, 3)
    await room.gather()
    room.begin()
    for steps in range(4, 28, 8):
        await in_play(room, steps)
        for one, other in (("north", "south"), ("south", "east"), ("east", "north")):
            link = link_between(room, one, other)
            if link is not None:
                link._transport.abortConnection()

    endings = await room.endings_of()

    assert all(isinstance(ending, Over) for ending in endings)
    assert len(records(room)) == 1
    await room.go_home()


async def test_a_new_link_of_a_known_key_takes_the_place_of_the_old(
    reactor: AsyncioSelectorReactor, loop: Loop
) -> None:
    room = living_room(reactor, loop, 2)
    for chair in room.chairs:
        chair.sleeps = True
    await room.gather()
    room.begin()
    await room.until(lambda: _is_turn(room.chairs[0]))
    low, high = sorted(room.chairs, key=lambda chair: chair.identity.player)
    old = link_between(room, low.name, high.name)
    again = Listener(takes_part=False)

    connect(
        reactor,
        high.credentials,
        low.door_address,
        keeper=again,
        failed=again.closures.append,
    )
    await room.until(lambda: bool(again.links))
    again.link.send(greeting_of(high))
    await room.until(lambda: bool(again.heard))

    assert again.heard[0] == greeting_of(low)
    assert link_between(room, low.name, high.name) is not old
    again.link.leave("enough")
    await room.until(lambda: bool(again.closures))
    await room.go_home()


async def test_a_mesh_link_to_another_key_is_refused_by_the_dialler(
    reactor: AsyncioSelectorReactor, loop: Loop
) -> None:
    """wire-4"""
    room = living_room(reactor, loop, 3)
    turned_away: list[tuple[str, Closure]] = []
    impostor = Door(
        reactor, Chair(reactor, "west").credentials, lambda *what: turned_away.append(what)
    )
    wrong = impostor.listen(ANYWHERE)
    await room.gather()
    for one, other in (("south", "east"), ("east", "south")):
        company = room.companies[one]
        addresses = {**company.addresses, room.key_of(other): (wrong,)}
        room.companies[one] = replace(company, addresses=addresses)

    room.begin()
    endings = await room.endings_of()

    assert all(isinstance(ending, Over) for ending in endings)
    assert turned_away[0][1].clause in ("L1.1", "L1.2")
    impostor.shut()
    await room.go_home()


@pytest.mark.parametrize(
    ("name", "first", "clause"),
    [
        pytest.param("south", Hello(GameId(bytes(32)), bytes(16)), "L6.1", id="L6.1 another game"),
        pytest.param("west", None, "L6.2", id="L6.2 a key that does not play"),
        pytest.param("south", Ask(0), "L2.4", id="L2.4 no greeting"),
    ],
)
async def test_only_players_get_a_link(
    name: str,
    first: Frame | None,
    clause: str,
    reactor: AsyncioSelectorReactor,
    loop: Loop,
) -> None:
    room = living_room(reactor, loop, 2)
    for chair in room.chairs:
        chair.sleeps = True
    await room.gather()
    room.begin()
    await room.until(lambda: _is_turn(room.chairs[0]))
    visitor = Listener()

    connect(
        reactor,
        Chair(reactor, name).credentials,
        room.address,
        keeper=visitor,
        failed=visitor.closures.append,
    )
    await room.until(lambda: bool(visitor.links))
    visitor.link.send(first or greeting_of(room.chair("north")))
    await room.until(lambda: bool(visitor.closures))

    assert visitor.closure.clause == clause
    await room.go_home()


@pytest.mark.parametrize(
    ("frame", "clause"),
    [
        pytest.param(Here((0, 0, 0)), "L6.3", id="L6.3 ages of three seats of two"),
        pytest.param(Hello(GameId(bytes(32)), bytes(16)), "L2.4", id="L2.4 a second greeting"),
        pytest.param(Said(b"\xc0"), "E2.1", id="E2.1 an entry that is none"),
    ],
)
async def test_a_player_who_says_what_nobody_says_is_dropped_with_the_reason(
    frame: Frame, clause: str, reactor: AsyncioSelectorReactor, loop: Loop
) -> None:
    room = living_room(reactor, loop, 2)
    for chair in room.chairs:
        chair.sleeps = True
    await room.gather()
    room.begin()
    await room.until(lambda: _is_turn(room.chairs[0]) and _is_turn(room.chairs[1]))
    link = link_between(room, "south", "north")
    assert link is not None
    closures = closures_of(link)

    link.send(frame)
    await room.until(lambda: bool(closures))

    assert closures[0].clause == clause
    await room.go_home()


async def test_a_player_who_floods_disturbs_nobody(
    reactor: AsyncioSelectorReactor, loop: Loop
) -> None:
    """wire-8"""
    room = living_room(reactor, loop, 3)
    await room.gather()
    room.begin()
    await in_play(room, 8)

    for _ in range(2):
        for other in ("north", "east"):
            link = link_between(room, "south", other)
            if link is not None:
                for step in range(2_000):
                    link.send(Ask(step))
        await asyncio.sleep(0.1)
    endings = await room.endings_of()

    assert all(isinstance(ending, Over) for ending in endings)
    assert len(records(room)) == 1
    await room.go_home()


async def test_a_player_who_dials_again_and_again_disturbs_nobody(
    reactor: AsyncioSelectorReactor, loop: Loop
) -> None:
    """wire-8"""
    room = living_room(reactor, loop, 3)
    await room.gather()
    room.begin()
    await in_play(room, 8)
    south = room.chair("south")
    hello = greeting_of(south)
    visits = [Listener() for _ in range(200)]

    for visit in visits:
        connect(
            reactor,
            south.credentials,
            room.address,
            keeper=visit,
            failed=visit.closures.append,
        )
        await asyncio.sleep(0.005)
        for link in visit.links:
            link.send(hello)
    endings = await room.endings_of()

    assert all(isinstance(ending, Over) for ending in endings)
    assert len(records(room)) == 1
    await room.until(lambda: all(visit.closures for visit in visits))
    await room.go_home()


async def test_strangers_who_flood_disturb_nobody(
    reactor: AsyncioSelectorReactor, loop: Loop
) -> None:
    """wire-8"""
    room = living_room(reactor, loop, 2)
    await room.gather()
    room.begin()
    writers = []
    for rubbish in (b"\x16\x03\x01\xff\xff", b"GET / HTTP/1.1\r\n\r\n", b"\x00" * 70_000):
        for _ in range(10):
            _, writer = await asyncio.open_connection("127.0.0.1", room.address.port)
            writer.write(rubbish)
            writers.append(writer)

    endings = await room.endings_of()

    assert all(isinstance(ending, Over) for ending in endings)
    for writer in writers:
        writer.close()
    await room.go_home()


async def test_a_player_who_does_not_read_is_dropped_and_the_others_play_on(
    reactor: AsyncioSelectorReactor, loop: Loop
) -> None:
    """wire-8"""
    room = living_room(reactor, loop, 3)
    await room.gather()
    room.begin()
    await in_play(room, 8)
    deaf, link = link_between(room, "south", "north"), link_between(room, "north", "south")
    assert deaf is not None
    assert link is not None
    closures = closures_of(link)

    deaf._transport.pauseProducing()
    while not closures:
        link.send(Said(bytes(60_000)))
        await asyncio.sleep(0)
    endings = await room.endings_of()

    assert closures[0].clause == "L3.3"
    assert all(isinstance(ending, Over) for ending in endings)
    await room.go_home()


async def test_two_of_three_go_on_without_a_seat_whose_program_is_gone(
    reactor: AsyncioSelectorReactor, loop: Loop
) -> None:
    room = living_room(reactor, loop, 3)
    room.patience = HARDLY_ANY
    await room.gather()
    room.begin()
    await in_play(room, 15)
    gone = room.chair("south")
    assert gone.game is not None
    gone.door.shut()
    gone.game.abandon()
    seat = gone.snapshots[-1].seat
    assert await room.endings_of("south") == [Abandoned()]

    await asyncio.sleep(HARDLY_ANY + 1.5)
    assert not any(room.endings[name].called for name in ("north", "east"))
    await _put_out(room, seat)
    endings = await room.endings_of("north", "east")

    assert all(isinstance(ending, Over) for ending in endings)
    assert room.chair("north").record.getvalue() == room.chair("east").record.getvalue()
    await room.go_home()


async def test_who_is_left_alone_of_three_waits_no_longer_than_patience(
    reactor: AsyncioSelectorReactor, loop: Loop
) -> None:
    room = living_room(reactor, loop, 3)
    room.patience = HARDLY_ANY
    for chair in room.chairs:
        chair.sleeps = True
    await room.gather()
    room.begin()
    await room.until(lambda: all(_is_turn(chair) for chair in room.chairs))
    alone, *others = sorted(room.chairs, key=_is_to_move)
    for chair in others:
        assert chair.game is not None
        chair.door.shut()
        chair.game.abandon()

    (ending,) = await room.endings_of(alone.name)

    assert ending == Silence(tuple(sorted(chair.snapshots[-1].seat for chair in others)))
    await room.go_home()


async def test_whoever_comes_back_too_late_learns_that_it_is_out(
    reactor: AsyncioSelectorReactor, loop: Loop
) -> None:
    room = living_room(reactor, loop, 3)
    await room.gather()
    room.begin()
    await in_play(room, 15)
    stuck = room.chair("south")
    assert stuck.game is not None
    free = Event()
    stuck.game._table.do(lambda _: _wait_for(free))

    await _put_out(room, stuck.snapshots[-1].seat)
    free.set()
    endings = await room.endings_of()

    assert [type(ending) for ending in endings] == [Over, PutOut, Over]
    await room.go_home()


async def test_a_player_who_resigns_leaves_at_once_and_the_others_finish(
    reactor: AsyncioSelectorReactor, loop: Loop
) -> None:
    room = living_room(reactor, loop, 3)
    await room.gather()
    room.begin()
    await in_play(room, 15)
    game = room.chair("south").game
    assert game is not None

    await game.resign().asFuture(loop)
    endings = await room.endings_of()

    assert [type(ending) for ending in endings] == [Over, Resigned, Over]
    gone = room.chair("north").snapshots[-1].gone
    assert [one.why for one in gone] == [Why.RESIGNED]
    north = room.chair("north").game
    assert north is not None
    ways = north._mesh._neighbours
    assert [ways[room.key_of(name)]._is_sought for name in ("south", "east")] == [False, True]
    await room.go_home()


async def test_two_of_two_do_not_put_each_other_out(
    reactor: AsyncioSelectorReactor, loop: Loop
) -> None:
    room = living_room(reactor, loop, 2)
    await room.gather()
    room.begin()
    await in_play(room, 10)
    game = room.chair("north").game
    assert game is not None

    with pytest.raises(Breach):
        await game.ask_out((room.chair("south").snapshots[-1].seat,)).asFuture(loop)

    assert all(isinstance(ending, Over) for ending in await room.endings_of())
    await room.go_home()


async def test_a_seat_that_lives_but_owes_an_entry_is_named(
    reactor: AsyncioSelectorReactor, loop: Loop
) -> None:
    room = living_room(reactor, loop, 2)
    room.patience = HARDLY_ANY
    await room.gather()
    room.begin()
    stuck = room.chair("south")
    assert stuck.game is not None
    free = Event()
    stuck.game._table.do(lambda _: _wait_for(free))

    (ending,) = await room.endings_of("north")

    assert ending == Unopened((stuck.snapshots[-1].seat,))
    free.set()
    await room.go_home()


async def test_a_player_who_thinks_is_waited_for(
    reactor: AsyncioSelectorReactor, loop: Loop
) -> None:
    room = living_room(reactor, loop, 2)
    room.patience = HARDLY_ANY
    for chair in room.chairs:
        chair.sleeps = True
    await room.gather()
    room.begin()
    await room.until(lambda: _is_turn(room.chairs[0]))

    await asyncio.sleep(HARDLY_ANY + 1.5)

    assert not any(ending.called for ending in room.endings.values())
    await room.go_home()


async def test_a_breach_of_our_own_choice_comes_back_to_who_made_it(
    reactor: AsyncioSelectorReactor, loop: Loop
) -> None:
    room = living_room(reactor, loop, 2)
    for chair in room.chairs:
        chair.sleeps = True
    await room.gather()
    room.begin()
    await room.until(lambda: any(_is_to_move(chair) for chair in room.chairs))
    mover = next(chair for chair in room.chairs if _is_to_move(chair))
    assert mover.game is not None

    with pytest.raises(Breach) as refusal:
        await mover.game.intend(Pass()).asFuture(loop)

    assert refusal.value.clause.startswith("R")
    assert not any(ending.called for ending in room.endings.values())
    await room.go_home()


async def test_a_full_disk_ends_the_game_for_its_owner_with_the_error(
    reactor: AsyncioSelectorReactor, loop: Loop
) -> None:
    room = living_room(reactor, loop, 2)
    room.patience = HARDLY_ANY
    await room.gather()

    room.begin({"south": FullDisk(60_000)})

    with pytest.raises(OSError, match="No space left"):
        await room.endings["south"].asFuture(loop)
    (ending,) = await room.endings_of("north")
    assert ending == Silence((room.chair("south").snapshots[-1].seat,))
    await room.go_home()


async def test_who_is_done_waits_for_who_is_not(
    reactor: AsyncioSelectorReactor, loop: Loop
) -> None:
    room = living_room(reactor, loop, 2)
    await room.gather()
    room.begin()
    unheard = [_mute(chair, Done) for chair in room.chairs]

    await room.until(lambda: all(unheard))
    await asyncio.sleep(0.5)
    assert not any(ending.called for ending in room.endings.values())
    for speak in (*unheard[0], *unheard[1]):
        speak()

    assert all(isinstance(ending, Over) for ending in await room.endings_of())
    await room.go_home()


async def test_nobody_is_taken_into_a_game_that_is_over(
    reactor: AsyncioSelectorReactor, loop: Loop
) -> None:
    room = living_room(reactor, loop, 2)
    await room.gather()
    room.begin()
    await room.endings_of()
    late = Listener()
    connect(
        reactor,
        room.chair("south").credentials,
        room.address,
        keeper=late,
        failed=late.closures.append,
    )
    await room.until(lambda: bool(late.links))

    late.link.send(greeting_of(room.chair("south")))
    await room.until(lambda: bool(late.closures))

    assert late.closure.clause == "L6.4"
    await room.go_home()


async def test_a_link_that_comes_early_waits_for_the_game(
    reactor: AsyncioSelectorReactor, loop: Loop
) -> None:
    room = living_room(reactor, loop, 3)
    await room.gather()
    early = Listener(takes_part=False)
    connect(
        reactor,
        room.chair("east").credentials,
        room.chair("south").door_address,
        keeper=early,
        failed=early.closures.append,
    )
    await room.until(lambda: bool(early.links))

    early.link.send(Hello(room.companies["south"].charter.game, bytes(16)))
    await asyncio.sleep(0.1)
    assert early.heard == []
    room.begin()
    await room.until(lambda: bool(early.heard))

    assert early.heard[0] == greeting_of(room.chair("south"))
    early.link.leave("enough")
    await room.endings_of()
    await room.go_home()


async def _put_out(room: LivingRoom, seat: Seat) -> None:
    """Let the first two who are not *seat* agree to go on without it, once it is waited for."""
    asker, other = (chair for chair in room.chairs if chair.snapshots[-1].seat != seat)
    assert asker.game is not None
    assert other.game is not None
    # What it said last may still be on its way; then only the next step waits for it.
    await room.until(lambda: _waits_for(asker, seat))
    await asyncio.sleep(0.5)
    await room.until(lambda: _waits_for(asker, seat))
    await asker.game.ask_out((seat,)).asFuture(room.loop)
    await room.until(lambda: other.snapshots[-1].standing.ballots != ())
    other.game.answer(other.snapshots[-1].standing.ballots[0].question, agrees=True)
    await room.until(lambda: seat not in asker.snapshots[-1].standing.living)


def _waits_for(chair: Chair, seat: Seat) -> bool:
    return chair.snapshots[-1].standing.awaited == (seat,)


def _wait_for(event: Event) -> list[Effect]:
    event.wait(20)
    return []


def _is_turn(chair: Chair) -> bool:
    return bool(chair.snapshots) and chair.snapshots[-1].standing.phase is Phase.TURN


def _is_to_move(chair: Chair) -> bool:
    return _is_turn(chair) and chair.snapshots[-1].seat in chair.snapshots[-1].standing.awaited


def _mute(chair: Chair, kind: type[Frame]) -> list[Callable[[], None]]:
    """Keep back what *chair* says of one kind; each result says one of them after all."""
    assert chair.game is not None
    mesh = chair.game._mesh
    broadcast = mesh.broadcast
    kept: list[Callable[[], None]] = []

    def say(frame: Frame, but: object = None) -> None:
        if isinstance(frame, kind):
            kept.append(lambda: broadcast(frame))
        else:
            broadcast(frame, but)  # type: ignore[arg-type]

    mesh.broadcast = say  # type: ignore[method-assign]
    return kept
