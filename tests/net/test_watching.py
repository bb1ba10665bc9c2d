"""Somebody watches a game over sockets: it sees all that is said, and can do no harm."""

import asyncio
from collections.abc import Callable
from dataclasses import replace

import pytest
from twisted.internet.asyncioreactor import AsyncioSelectorReactor

from p2pqwirkle.net.endings import Abandoned, Over
from p2pqwirkle.net.frames import Ask, Chat, Contacts, Done, Frame, Hello, Here, Said
from p2pqwirkle.net.gallery import BYTES_PER_SECOND, FRAMES_PER_SECOND, MOST_WATCHERS
from p2pqwirkle.net.game import WATCHED_SECONDS
from p2pqwirkle.net.handshake import connect
from p2pqwirkle.net.link import LinkError
from p2pqwirkle.net.tls import Credentials
from p2pqwirkle.net.watching import PlayersGone, Seen
from p2pqwirkle.record.chat import sign_remark
from p2pqwirkle.record.identity import PlayerId
from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.table.effects import Answer
from p2pqwirkle.table.phases import Phase
from tests.lan import identity_of
from tests.net.living_room import LivingRoom, closures_of, living_room
from tests.net.pair import Listener
from tests.net.stool import WATCHED, Stool
from tests.net.test_game import greeting_of, in_play, records

Loop = asyncio.SelectorEventLoop


async def watched_room(
    reactor: AsyncioSelectorReactor, loop: Loop, players: int = 3, *, sleeps: bool = False
) -> LivingRoom:
    """Players who have agreed to be watched, at the beginning of their game."""
    room = living_room(reactor, loop, players)
    for chair in room.chairs:
        chair.options = WATCHED
        chair.sleeps = sleeps
    await room.gather()
    return room


def wake(room: LivingRoom) -> None:
    """Let everybody move who has slept."""
    for chair in room.chairs:
        chair.sleeps = False
        chair.shown(chair.snapshots.pop())


async def dialled(room: LivingRoom, name: str, *, settles: bool = True) -> Listener:
    """A link of *name* to the host, on which nothing was said yet."""
    keeper = Listener(takes_part=settles)
    credentials = Credentials(identity_of(name, 1))
    connect(room.reactor, credentials, room.address, keeper=keeper, failed=lambda _: None)
    await room.until(lambda: keeper.links != [])
    return keeper


def answers(room: LivingRoom) -> list[bytes]:
    """What the first player would answer to somebody who knows nothing."""
    game = room.chairs[0].game
    assert game is not None
    (answer,) = game._table._table.asked_by_watcher(room.chairs[0].identity.player, 0)
    assert isinstance(answer, Answer)
    return list(answer.wires)


async def refusal_of(stool: Stool) -> str:
    with pytest.raises(LinkError) as refused:
        await stool.company()
    return refused.value.closure.clause


async def test_a_watcher_keeps_the_record_that_the_players_have(
    reactor: AsyncioSelectorReactor, loop: Loop
) -> None:
    room = await watched_room(reactor, loop)
    room.begin()
    stool = Stool(room)
    stool.sit_down(await stool.company())

    await room.endings_of()
    ending = await stool.ending()

    assert isinstance(ending, Seen)
    assert {stool.record.getvalue()} == records(room)
    assert room.chairs[0].watchers == [1, 0]
    assert stool.links[-1] == frozenset()
    await room.go_home()


@pytest.mark.parametrize("heard", range(3))
async def test_whoever_is_asked_shows_the_game_and_any_one_of_them_is_enough(
    heard: int, reactor: AsyncioSelectorReactor, loop: Loop
) -> None:
    room = await watched_room(reactor, loop)
    room.begin()
    stool = Stool(room)
    company = await stool.company(room.chairs[heard].door_address)
    alone = room.chairs[heard].identity.player
    addresses = {one: where if one == alone else () for one, where in company.addresses.items()}

    stool.sit_down(replace(company, addresses=addresses))
    ending = await stool.ending()

    assert isinstance(ending, Seen)
    assert stool.links[0] == {Seat(company.charter.identities.index(alone))}
    await room.endings_of()
    assert {stool.record.getvalue()} == records(room)
    await room.go_home()


async def test_who_comes_late_catches_up_and_hears_what_was_said(
    reactor: AsyncioSelectorReactor, loop: Loop
) -> None:
    room = await watched_room(reactor, loop, sleeps=True)
    room.begin()
    await in_play(room, 10)
    north = room.chairs[0]
    assert north.game is not None
    north.game.say(sign_remark(north.game.id, 0, "good luck", north.identity))
    stool = Stool(room)

    stool.sit_down(await stool.company())
    step = max(chair.snapshots[-1].standing.moment.step for chair in room.chairs)
    await room.until(lambda: stool.step == step and stool.remarks != [])

    assert [one.remark.text for one in stool.remarks] == ["good luck"]
    await stool.go_home()
    await room.until(lambda: north.watchers == [1, 0])
    await room.go_home()


async def test_l11_1_there_is_nothing_to_watch_before_the_game(
    reactor: AsyncioSelectorReactor, loop: Loop
) -> None:
    room = living_room(reactor, loop, 2)
    room.chairs[0].options = WATCHED
    room.lobby, room.address = room.chairs[0].open_table(2)

    assert await refusal_of(Stool(room)) == "L11.1"
    await room.go_home()


async def test_l11_2_nobody_watches_players_who_have_not_agreed_to_it(
    reactor: AsyncioSelectorReactor, loop: Loop
) -> None:
    room = living_room(reactor, loop, 2)
    await room.gather()
    room.begin()

    assert await refusal_of(Stool(room)) == "L11.2"

    stranger = await dialled(room, "guest")
    stranger.link.send(greeting_of(room.chairs[0]))
    await room.until(lambda: stranger.closures != [])
    assert stranger.closure.clause == "L6.2"
    await room.go_home()


async def test_l11_3_only_so_many_watch_at_one_computer(
    reactor: AsyncioSelectorReactor, loop: Loop
) -> None:
    room = await watched_room(reactor, loop, 2, sleeps=True)
    room.begin()
    watchers = []
    for number in range(MOST_WATCHERS):
        watchers.append(await dialled(room, f"guest {number}"))
        watchers[-1].link.send(greeting_of(room.chairs[0]))
    await room.until(lambda: room.chairs[0].watchers[-1:] == [MOST_WATCHERS])

    assert await refusal_of(Stool(room, "one too many")) == "L11.3"
    late = await dialled(room, "one too many")
    late.link.send(greeting_of(room.chairs[0]))
    await room.until(lambda: late.closures != [])

    assert late.closure.clause == "L11.3"
    assert not any(watcher.closures for watcher in watchers)
    await room.go_home()


async def test_a_new_link_of_a_watcher_takes_the_place_of_the_old(
    reactor: AsyncioSelectorReactor, loop: Loop
) -> None:
    room = await watched_room(reactor, loop, 2, sleeps=True)
    room.begin()
    older, newer = await dialled(room, "guest"), await dialled(room, "guest")

    older.link.send(greeting_of(room.chairs[0]))
    await room.until(lambda: older.heard != [])
    newer.link.send(greeting_of(room.chairs[0]))
    await room.until(lambda: older.closures != [])

    assert older.closure.clause == ""
    assert not newer.closures
    assert room.chairs[0].watchers == [1]
    await room.go_home()


async def test_nobody_watches_another_game_or_one_that_is_over(
    reactor: AsyncioSelectorReactor, loop: Loop
) -> None:
    room = await watched_room(reactor, loop, 2)
    room.begin()
    greeting = greeting_of(room.chairs[0])
    lost = await dialled(room, "lost")
    lost.link.send(Hello(room.chairs[0].identity.player, greeting.run))  # type: ignore[arg-type]
    await room.until(lambda: lost.closures != [])
    await room.endings_of()

    assert lost.closure.clause == "L6.1"
    assert await refusal_of(Stool(room)) == "L6.4"
    await room.go_home()


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
async def test_a_watcher_who_says_more_than_it_may_is_sent_away(
    frame: Frame, reactor: AsyncioSelectorReactor, loop: Loop
) -> None:
    room = await watched_room(reactor, loop, 2)
    room.begin()
    watcher = await dialled(room, "guest")
    watcher.link.send(greeting_of(room.chairs[0]))

    watcher.link.send(frame)
    await room.until(lambda: watcher.closures != [])

    assert watcher.closure.clause == "L2.4"
    assert all(isinstance(ending, Over) for ending in await room.endings_of())
    assert len(records(room)) == 1
    await room.go_home()


async def test_who_comes_at_the_very_end_sees_all_of_it(
    reactor: AsyncioSelectorReactor, loop: Loop
) -> None:
    room = await watched_room(reactor, loop, 2)
    room.begin()
    stool = Stool(room)
    company = await stool.company()
    await room.until(lambda: room.chairs[0].snapshots[-1].standing.phase is Phase.SEAL)
    began = reactor.seconds()

    stool.sit_down(company)
    await room.until(lambda: room.chairs[0].watchers != [])
    endings = await room.endings_of()

    assert isinstance(await stool.ending(), Seen)
    assert all(isinstance(ending, Over) for ending in endings)
    assert {stool.record.getvalue()} == records(room)
    assert reactor.seconds() - began < WATCHED_SECONDS
    await room.go_home()


async def test_a_watcher_who_does_not_leave_is_not_waited_for_long(
    reactor: AsyncioSelectorReactor, loop: Loop
) -> None:
    """wire-13"""
    room = await watched_room(reactor, loop, 2)
    room.begin()
    watcher = await dialled(room, "guest")
    watcher.link.send(greeting_of(room.chairs[0]))
    await room.until(lambda: room.chairs[0].snapshots[-1].standing.phase is Phase.OVER)
    began = reactor.seconds()

    endings = await room.endings_of()

    assert all(isinstance(ending, Over) for ending in endings)
    assert reactor.seconds() - began < WATCHED_SECONDS + 5
    assert watcher.closure.clause == ""
    await room.go_home()


async def test_a_watcher_who_asks_on_and_on_is_answered_no_faster_than_a_slow_network_takes_it(
    reactor: AsyncioSelectorReactor, loop: Loop
) -> None:
    """wire-13"""
    room = await watched_room(reactor, loop, 2, sleeps=True)
    room.begin()
    await in_play(room, 9)
    watcher = await dialled(room, "guest")
    watcher.link.send(greeting_of(room.chairs[0]))
    await room.until(lambda: room.chairs[0].watchers == [1])
    began = reactor.seconds()

    for _ in range(200):
        watcher.link.send(Ask(0))
    await asyncio.sleep(2)

    size = sum(len(one.wire) for one in watcher.heard if isinstance(one, Said))
    most = sum(map(len, answers(room)))
    assert 0 < size <= BYTES_PER_SECOND * (reactor.seconds() - began) + 2 * most
    await room.go_home()


async def test_a_watcher_who_floods_with_questions_is_read_slowly_and_disturbs_nobody(
    reactor: AsyncioSelectorReactor, loop: Loop
) -> None:
    """wire-8, wire-13"""
    room = await watched_room(reactor, loop, 2)
    room.begin()
    watcher = await dialled(room, "guest")
    watcher.link.send(greeting_of(room.chairs[0]))
    await in_play(room, 4)
    assert room.chairs[0].game is not None
    asked: list[int] = []
    told = room.chairs[0].game.asked_by_watcher

    def count(watcher: PlayerId, step: int, then: Callable[[], None]) -> None:
        asked.append(step)
        told(watcher, step, then)

    room.chairs[0].game.asked_by_watcher = count  # type: ignore[method-assign]
    began = reactor.seconds()

    for _ in range(5_000):
        watcher.link.send(Ask(0))
    await room.until(lambda: room.chairs[0].snapshots[-1].standing.phase is Phase.OVER)
    watcher.link.leave("enough")
    endings = await room.endings_of()

    assert all(isinstance(ending, Over) for ending in endings)
    assert len(records(room)) == 1
    assert len(asked) <= FRAMES_PER_SECOND * (reactor.seconds() - began + 2)
    await room.go_home()


async def test_a_watcher_who_does_not_read_is_dropped_and_the_players_play_on(
    reactor: AsyncioSelectorReactor, loop: Loop
) -> None:
    room = await watched_room(reactor, loop, 2, sleeps=True)
    room.begin()
    await in_play(room, 9)
    watcher = await dialled(room, "guest")
    watcher.link.send(greeting_of(room.chairs[0]))
    await room.until(lambda: room.chairs[0].watchers == [1])
    watcher.link._transport.pauseProducing()

    game = room.chairs[0].game
    assert game is not None  # begun before

    while room.chairs[0].watchers[-1]:
        game._gallery.broadcast(Said(bytes(60_000)))
        await asyncio.sleep(0)
    wake(room)

    assert all(isinstance(ending, Over) for ending in await room.endings_of())
    watcher.link._transport.resumeProducing()  # only who reads sees that a link has ended
    await room.until(lambda: watcher.closures != [])
    await room.go_home()


async def test_a_copy_of_a_players_key_neither_watches_nor_plays(
    reactor: AsyncioSelectorReactor, loop: Loop
) -> None:
    room = await watched_room(reactor, loop, 2, sleeps=True)
    room.begin()
    await in_play(room, 9)

    copy = await dialled(room, "south")
    copy.link.send(replace(greeting_of(room.chairs[1]), run=b"another program!"))
    await room.until(lambda: copy.closures != [])

    assert copy.closure.clause == "L6.6"
    assert room.chairs[0].watchers == []
    await room.go_home()


async def test_whoever_asks_a_watcher_is_refused(
    reactor: AsyncioSelectorReactor, loop: Loop
) -> None:
    room = await watched_room(reactor, loop, 2, sleeps=True)
    room.begin()
    await in_play(room, 9)
    stool = Stool(room)
    stool.sit_down(await stool.company())
    await room.until(lambda: stool.links[-1:] == [frozenset({Seat(0), Seat(1)})])
    assert room.chairs[0].game is not None
    (watcher,) = room.chairs[0].game._gallery._watchers.values()
    link, closures = watcher.link, closures_of(watcher.link)

    link.send(Ask(0))
    await room.until(lambda: closures != [])

    assert closures[0].clause == "L2.4"
    await stool.go_home()
    await room.go_home()


async def test_a_watcher_is_told_no_lies_about_the_living(
    reactor: AsyncioSelectorReactor, loop: Loop
) -> None:
    room = await watched_room(reactor, loop, 2, sleeps=True)
    room.begin()
    await in_play(room, 9)
    watcher = await dialled(room, "guest")
    watcher.link.send(greeting_of(room.chairs[0]))
    watcher.link.send(Here((None,) * 5))
    await room.until(lambda: any(isinstance(one, Here) and one.ages for one in watcher.heard))

    assert not watcher.closures
    await room.go_home()


async def test_a_watcher_whose_players_are_gone_ends_when_its_patience_does(
    reactor: AsyncioSelectorReactor, loop: Loop
) -> None:
    room = await watched_room(reactor, loop, 2, sleeps=True)
    room.begin()
    await in_play(room, 9)
    stool = Stool(room)
    stool.sit_down(await stool.company(), patience=2)
    await room.until(lambda: stool.step >= 9)

    await room.go_home()
    ending = await stool.ending()

    assert isinstance(ending, PlayersGone)


async def test_l11_3_who_comes_when_there_is_no_room_any_more_is_told_so_in_the_end(
    reactor: AsyncioSelectorReactor, loop: Loop, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = await watched_room(reactor, loop, 2, sleeps=True)
    room.begin()
    stool = Stool(room)
    company = await stool.company()
    monkeypatch.setattr("p2pqwirkle.net.gallery.MOST_WATCHERS", 0)

    stool.sit_down(company, patience=2)

    assert await stool.ending() == PlayersGone("L11.3")
    await room.go_home()


async def test_a_watcher_leaves_when_it_likes(reactor: AsyncioSelectorReactor, loop: Loop) -> None:
    room = await watched_room(reactor, loop, 2)
    room.begin()
    stool = Stool(room)
    watching = stool.sit_down(await stool.company())
    await room.until(lambda: stool.step >= 2)

    watching.abandon()

    assert isinstance(await stool.ending(), Abandoned)
    assert all(isinstance(ending, Over) for ending in await room.endings_of())
    await room.go_home()
