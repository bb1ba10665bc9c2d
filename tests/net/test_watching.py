"""Somebody watches a game over sockets: it sees all that is said, and can do no harm."""

import asyncio
from collections.abc import Callable
from dataclasses import replace

import pytest

from p2pqwirkle.net.endings import Abandoned, Unopened
from p2pqwirkle.net.frames import Ask, Chat, Contacts, Done, Frame, Hello, Here, Said
from p2pqwirkle.net.gallery import BYTES_PER_SECOND, FRAMES_PER_SECOND, MOST_WATCHERS
from p2pqwirkle.net.game import WATCHED_SECONDS
from p2pqwirkle.net.link import LinkError
from p2pqwirkle.net.watching import PlayersGone, Seen
from p2pqwirkle.record.chat import sign_remark
from p2pqwirkle.record.identity import PlayerId
from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.table.effects import Answer
from p2pqwirkle.table.phases import Phase
from tests.net.links import closures_of, dialled, greeting_of, hold_up, mute
from tests.net.living_room import LivingRoom
from tests.net.pair import Listener
from tests.net.rooms import HARDLY_ANY, WATCHED, Rooms
from tests.net.stool import Stool


def wake(room: LivingRoom) -> None:
    """Let everybody move who has slept."""
    for chair in room.chairs:
        chair.sleeps = False
        chair.shown(chair.snapshots.pop())


async def watching(room: LivingRoom, patience: float = 60.0) -> Stool:
    """Somebody who watches, and has just been told by the host who plays."""
    stool = Stool(room)
    stool.sit_down(await stool.company(), patience=patience)
    return stool


async def greeted(room: LivingRoom, name: str = "guest") -> Listener:
    """A watcher by hand: all that it has said yet is its greeting, to the host."""
    watcher = await dialled(room, name)
    watcher.link.send(greeting_of(room.chairs[0]))
    return watcher


def answers(room: LivingRoom) -> list[bytes]:
    """What the first player would answer to somebody who knows nothing."""
    (answer,) = room.chairs[0].playing._table._table.asked_by_watcher(
        room.chairs[0].identity.player, 0
    )
    assert isinstance(answer, Answer)
    return list(answer.wires)


async def refusal_of(stool: Stool) -> str:
    with pytest.raises(LinkError) as refused:
        await stool.company()
    return refused.value.closure.clause


async def test_a_watcher_keeps_the_record_that_the_players_have(rooms: Rooms) -> None:
    room = await rooms.of(3, options=WATCHED).begun()
    stool = await watching(room)

    await room.endings_of()
    ending = await stool.ending()

    assert isinstance(ending, Seen)
    assert {stool.record.getvalue()} == room.records
    assert room.chairs[0].watchers == [1, 0]
    assert stool.links[-1] == frozenset()


@pytest.mark.parametrize("heard", range(3))
async def test_whoever_is_asked_shows_the_game_and_any_one_of_them_is_enough(
    heard: int, rooms: Rooms
) -> None:
    room = await rooms.of(3, options=WATCHED).begun()
    stool = Stool(room)
    company = await stool.company(room.chairs[heard].door_address)
    alone = room.chairs[heard].identity.player
    addresses = {one: where if one == alone else () for one, where in company.addresses.items()}

    stool.sit_down(replace(company, addresses=addresses))
    ending = await stool.ending()

    assert isinstance(ending, Seen)
    assert stool.links[0] == {Seat(company.charter.identities.index(alone))}
    await room.endings_of()
    assert {stool.record.getvalue()} == room.records


async def test_who_comes_late_catches_up_and_hears_what_was_said(rooms: Rooms) -> None:
    room = await rooms.of(3, options=WATCHED).thinking()
    north = room.chairs[0]
    north.playing.say(sign_remark(north.playing.id, 0, "good luck", north.identity))

    stool = await watching(room)
    step = max(chair.step for chair in room.chairs)
    await room.until(lambda: stool.step == step and stool.remarks != [])

    assert [one.remark.text for one in stool.remarks] == ["good luck"]
    await stool.go_home()
    await room.until(lambda: north.watchers == [1, 0])


async def test_l11_1_there_is_nothing_to_watch_before_the_game(rooms: Rooms) -> None:
    room = rooms.of(2, options=WATCHED)
    room.open_table()

    assert await refusal_of(Stool(room)) == "L11.1"


async def test_l11_2_nobody_watches_players_who_have_not_agreed_to_it(rooms: Rooms) -> None:
    room = await rooms.of(2).begun()

    assert await refusal_of(Stool(room)) == "L11.2"

    stranger = await greeted(room)
    await room.until(lambda: stranger.closures != [])
    assert stranger.closure.clause == "L6.2"


async def test_l11_3_only_so_many_watch_at_one_computer(rooms: Rooms) -> None:
    room = await rooms.of(2, options=WATCHED, sleeps=True).begun()
    watchers = [await greeted(room, f"guest {number}") for number in range(MOST_WATCHERS)]
    await room.until(lambda: room.chairs[0].watchers[-1:] == [MOST_WATCHERS])

    assert await refusal_of(Stool(room, "one too many")) == "L11.3"
    late = await greeted(room, "one too many")
    await room.until(lambda: late.closures != [])

    assert late.closure.clause == "L11.3"
    assert not any(watcher.closures for watcher in watchers)


async def test_a_new_link_of_a_watcher_takes_the_place_of_the_old(rooms: Rooms) -> None:
    room = await rooms.of(2, options=WATCHED, sleeps=True).begun()
    older, newer = await dialled(room, "guest"), await dialled(room, "guest")

    older.link.send(greeting_of(room.chairs[0]))
    await room.until(lambda: older.heard != [])
    newer.link.send(greeting_of(room.chairs[0]))
    await room.until(lambda: older.closures != [])

    assert older.closure.clause == ""
    assert not newer.closures
    assert room.chairs[0].watchers == [1]


async def test_nobody_watches_another_game_or_one_that_is_over(rooms: Rooms) -> None:
    room = await rooms.of(2, options=WATCHED).begun()
    greeting = greeting_of(room.chairs[0])
    lost = await dialled(room, "lost")
    lost.link.send(Hello(room.chairs[0].identity.player, greeting.run))  # type: ignore[arg-type]
    await room.until(lambda: lost.closures != [])
    await room.endings_of()

    assert lost.closure.clause == "L6.1"
    assert await refusal_of(Stool(room)) == "L6.4"


@pytest.mark.parametrize(
    "frame",
    [
        pytest.param(Said(b"an entry of a stranger"), id="L2.4 an entry"),
        pytest.param(Chat(b"a remark of a stranger"), id="L2.4 a remark"),
        pytest.param(Contacts(()), id="L2.4 contacts"),
        pytest.param(Done(), id="L2.4 done"),
        pytest.param(Hello(b"g" * 32, b"r" * 16), id="L2.4 a second hello"),  # type: ignore[arg-type]
    ],
)
async def test_a_watcher_who_says_more_than_it_may_is_sent_away(frame: Frame, rooms: Rooms) -> None:
    room = await rooms.of(2, options=WATCHED).begun()
    watcher = await greeted(room)

    watcher.link.send(frame)
    await room.until(lambda: watcher.closures != [])

    assert watcher.closure.clause == "L2.4"
    await room.all_finish_alike()


async def test_who_comes_at_the_very_end_sees_all_of_it(rooms: Rooms) -> None:
    room = await rooms.of(2, options=WATCHED).begun()
    stool = Stool(room)
    company = await stool.company()
    # Who hears that all are done leaves, and that before a busy machine has dialled.
    unsaid = [mute(chair, Done) for chair in room.chairs]
    await room.until(lambda: room.chairs[0].seen.standing.phase in (Phase.SEAL, Phase.OVER))
    began = rooms.reactor.seconds()

    stool.sit_down(company)
    await room.until(lambda: room.chairs[0].watchers != [] and all(unsaid))
    for speak in (*unsaid[0], *unsaid[1]):
        speak()
    await room.all_finish_alike()

    assert isinstance(await stool.ending(), Seen)
    assert {stool.record.getvalue()} == room.records
    assert rooms.reactor.seconds() - began < WATCHED_SECONDS


async def test_a_watcher_who_does_not_leave_is_not_waited_for_long(rooms: Rooms) -> None:
    """wire-13"""
    room = await rooms.of(2, options=WATCHED).begun()
    watcher = await greeted(room)
    await room.until(lambda: room.chairs[0].seen.standing.phase is Phase.OVER)
    began = rooms.reactor.seconds()

    await room.all_finish_alike()

    assert rooms.reactor.seconds() - began < WATCHED_SECONDS + 5
    assert watcher.closure.clause == ""


async def test_a_watcher_who_asks_on_and_on_is_answered_no_faster_than_a_slow_network_takes_it(
    rooms: Rooms,
) -> None:
    """wire-13"""
    room = await rooms.of(2, options=WATCHED).thinking()
    watcher = await greeted(room)
    await room.until(lambda: room.chairs[0].watchers == [1])
    began = rooms.reactor.seconds()

    for _ in range(200):
        watcher.link.send(Ask(0))
    await asyncio.sleep(2)
    await room.until(lambda: any(isinstance(one, Said) for one in watcher.heard))

    size = sum(len(one.wire) for one in watcher.heard if isinstance(one, Said))
    most = sum(map(len, answers(room)))
    assert 0 < size <= BYTES_PER_SECOND * (rooms.reactor.seconds() - began) + 2 * most


async def test_a_watcher_who_floods_with_questions_is_read_slowly_and_disturbs_nobody(
    rooms: Rooms,
) -> None:
    """wire-8, wire-13"""
    room = await rooms.of(2, options=WATCHED).begun()
    watcher = await greeted(room)
    await room.until_step(4)
    asked: list[int] = []
    game = room.chairs[0].playing
    told = game.asked_by_watcher

    def count(watcher: PlayerId, step: int, then: Callable[[], None]) -> None:
        asked.append(step)
        told(watcher, step, then)

    game.asked_by_watcher = count  # type: ignore[method-assign]
    began = rooms.reactor.seconds()

    for _ in range(5_000):
        watcher.link.send(Ask(0))
    await room.until(lambda: room.chairs[0].seen.standing.phase is Phase.OVER)
    watcher.link.leave("enough")
    await room.all_finish_alike()

    assert len(asked) <= FRAMES_PER_SECOND * (rooms.reactor.seconds() - began + 2)


async def test_a_watcher_who_does_not_read_is_dropped_and_the_players_play_on(rooms: Rooms) -> None:
    room = await rooms.of(2, options=WATCHED).thinking()
    watcher = await greeted(room)
    await room.until(lambda: room.chairs[0].watchers == [1])
    watcher.link._transport.pauseProducing()

    while room.chairs[0].watchers[-1]:
        room.chairs[0].playing._gallery.broadcast(Said(bytes(60_000)))
        await asyncio.sleep(0)
    wake(room)

    await room.all_finish_alike()
    watcher.link._transport.resumeProducing()  # only who reads sees that a link has ended
    await room.until(lambda: watcher.closures != [])


async def test_a_copy_of_a_players_key_neither_watches_nor_plays(rooms: Rooms) -> None:
    room = await rooms.of(2, options=WATCHED).thinking()

    copy = await dialled(room, "south")
    copy.link.send(replace(greeting_of(room.chairs[1]), run=b"another program!"))
    await room.until(lambda: copy.closures != [])

    assert copy.closure.clause == "L6.6"
    assert room.chairs[0].watchers == []


async def test_whoever_asks_a_watcher_is_refused(rooms: Rooms) -> None:
    room = await rooms.of(2, options=WATCHED).thinking()
    stool = await watching(room)
    await room.until(lambda: stool.links[-1:] == [frozenset({Seat(0), Seat(1)})])
    (watcher,) = room.chairs[0].playing._gallery._watchers.values()
    assert stool.watching is not None
    far_end = stool.watching._neighbours[room.key_of("north")].newest
    assert far_end is not None
    # The player may close without having read why: it reads no faster than it answers.
    closures = closures_of(far_end)

    watcher.link.send(Ask(0))
    await room.until(lambda: closures != [])

    assert closures[0].clause == "L2.4"
    await stool.go_home()


async def test_a_watcher_is_told_no_lies_about_the_living(rooms: Rooms) -> None:
    room = await rooms.of(2, options=WATCHED).thinking()
    watcher = await greeted(room)
    watcher.link.send(Here((None,) * 5))
    await room.until(lambda: any(isinstance(one, Here) and one.ages for one in watcher.heard))

    assert not watcher.closures


async def test_a_watcher_whose_players_are_gone_ends_when_its_patience_does(rooms: Rooms) -> None:
    room = await rooms.of(2, options=WATCHED).thinking()
    stool = await watching(room, patience=HARDLY_ANY)
    await room.until(lambda: stool.step >= 9)

    await room.go_home()
    ending = await stool.ending()

    assert isinstance(ending, PlayersGone)


async def test_players_who_part_before_there_are_keys_are_watched_no_longer(
    rooms: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("p2pqwirkle.net.watching.UNOPENED_SECONDS", HARDLY_ANY)
    room = await rooms.of(3, options=WATCHED, patience=HARDLY_ANY).begun()
    stuck = room.chair("south")
    free = hold_up(stuck)
    stool = await watching(room)

    endings = await room.endings_of("north"), await stool.ending()
    free.set()

    assert endings == ([Unopened((stuck.seen.seat,))], Unopened((stuck.seen.seat,)))


async def test_players_who_say_nothing_more_before_there_are_keys_are_watched_no_longer(
    rooms: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("p2pqwirkle.net.watching.UNOPENED_SECONDS", HARDLY_ANY)
    room = await rooms.of(2, options=WATCHED).begun()
    held = [hold_up(chair) for chair in room.chairs]
    stool = await watching(room)

    ending = await stool.ending()
    for free in held:
        free.set()

    assert ending == Unopened(())


async def test_l11_3_who_comes_when_there_is_no_room_any_more_is_told_so_in_the_end(
    rooms: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = await rooms.of(2, options=WATCHED, sleeps=True).begun()
    stool = Stool(room)
    company = await stool.company()
    monkeypatch.setattr("p2pqwirkle.net.gallery.MOST_WATCHERS", 0)

    stool.sit_down(company, patience=HARDLY_ANY)

    assert await stool.ending() == PlayersGone("L11.3")


async def test_a_watcher_leaves_when_it_likes(rooms: Rooms) -> None:
    room = await rooms.of(2, options=WATCHED).begun()
    stool = Stool(room)
    seen = stool.sit_down(await stool.company())
    await room.until(lambda: stool.step >= 2)

    seen.abandon()

    assert isinstance(await stool.ending(), Abandoned)
    await room.all_finish_alike()
