"""Plain mode: everything can be done in lines, and nothing but lines comes out."""

import asyncio
import errno
import os
import random
from dataclasses import dataclass, field, replace
from io import StringIO

import pytest

from p2pqwirkle.console.arrivals import first_desk, showing
from p2pqwirkle.console.commands import Leave, Request
from p2pqwirkle.console.desk import Desk
from p2pqwirkle.console.lobby import Lobby, Place
from p2pqwirkle.console.looks import Looks
from p2pqwirkle.console.paper import Paper
from p2pqwirkle.console.plain import desk_news, typed
from p2pqwirkle.console.scene import scene_of
from p2pqwirkle.record.identity import PlayerId
from p2pqwirkle.rules.moves import Choice, Pass, Play, PutAside, Seat
from p2pqwirkle.table.effects import Snapshot
from tests.console.desks import Evening, desk_with
from tests.lan import Lan, greedy_bot
from tests.small_group import SmallGroup


def answers(desk: Desk, line: str) -> tuple[str, ...]:
    return typed(desk, line)[1]


def our_desk() -> Desk:
    return desk_with("rd rc bo gc px oc", "rs")


@pytest.mark.parametrize(
    ("line", "choice"),
    [
        pytest.param("play rd@1,0 rc@2,0", Play, id="play"),
        pytest.param("SWAP rd  bo", PutAside, id="swap, however it is spelt"),
    ],
)
def test_a_move_is_typed_in_the_text_notation(line: str, choice: type) -> None:
    desk, lines, request = typed(our_desk(), line)

    assert isinstance(request, choice)
    assert lines == ()
    assert desk.sent


@pytest.mark.parametrize(
    ("line", "said"),
    [
        pytest.param("play bo@1,0", "R5.2", id="R5.2 no line"),
        pytest.param("play yt@1,0", "R4.2", id="R4.2 not in the hand"),
        pytest.param("pass", "R8.1", id="R8.1 a pass with a full bag"),
        pytest.param("swap yt", "R7.2", id="R7.2 not in the hand"),
        pytest.param("play rd@", "cannot read", id="a slip"),
        pytest.param("jump", "do not know", id="no word"),
    ],
)
def test_what_cannot_be_done_is_said_and_nothing_is_asked_for(line: str, said: str) -> None:
    desk, lines, request = typed(our_desk(), line)

    assert request is None
    assert not desk.sent
    assert said in lines[0]


def test_a_move_can_be_tried_without_being_made() -> None:
    _, lines, request = typed(our_desk(), "try play oc@0,-1 gc@0,-2")

    assert request is None
    assert "R5.2" in lines[0]
    assert answers(our_desk(), "try play rd@1,0") == ("Legal. Points: +2",)


def test_everything_can_be_looked_at() -> None:
    desk = our_desk()

    assert answers(desk, "hand") == ("Your hand: rd rc bo gc px oc",)
    assert answers(desk, "board") == ("rs@0,0",)
    assert answers(desk, "players")[:2] == (
        "You, north: score 0, tiles 6",
        "south: score 0, tiles 6",
    )
    assert answers(desk, "hint")[0].startswith("+5 play ")
    assert "Unseen tiles: 101" in answers(desk, "unseen")[0]
    assert len(answers(desk, "rules")) == 9
    assert len(answers(desk, "help")) == 8


def test_the_end_of_what_is_typed_leaves_the_game() -> None:
    asked: list[Request] = []
    paper = Paper(our_desk(), asked.append, StringIO())

    paper.read("")

    assert asked == [Leave.LEAVE]


def test_the_lobby_is_told_in_lines() -> None:
    out = StringIO()
    paper = Paper(Lobby(host="10.0.0.1:10836"), lambda _: None, out)

    north, south = Place(PlayerId(b"n"), "no\x1brth"), Place(PlayerId(b"s"), "south")
    paper.become(Lobby(places=(north,), wanted=2))
    paper.become(Lobby(places=(north, south), wanted=2))

    assert out.getvalue().splitlines()[0] == "1. Asking 10.0.0.1:10836 for a seat."
    assert "no?rth, south" in out.getvalue()


@dataclass
class Typist:
    """A player who reads and types lines, and plays the first hint."""

    ask: list[Request] = field(default_factory=list)
    out: StringIO = field(default_factory=StringIO)
    paper: Paper | None = None

    def see(self, snapshot: Snapshot) -> None:
        if self.paper is None:
            first = first_desk(scene_of(snapshot, None), Looks(), 0.0)
            self.paper = Paper(first, self.ask.append, self.out)
            return
        desk = self.paper.state
        assert isinstance(desk, Desk)
        changed, request = showing(desk, scene_of(snapshot, desk.scene), 0.0)
        self.paper.become(changed)
        if request is not None:
            self.ask.append(request)

    def move(self) -> Choice:
        assert self.paper is not None
        assert isinstance(self.paper.state, Desk)
        if not self.ask:
            before = len(self.out.getvalue())
            self.paper.read("hint\n")
            hint = self.out.getvalue()[before:].splitlines()[0].partition(". ")[2]
            bag = self.paper.state.scene.position
            assert bag is not None
            hand = [str(text) for text in answers(self.paper.state, "hand")[0].split()[2:]]
            swap = " ".join(["swap", *hand[: bag.bag_size]])
            self.paper.read(hint.partition(" ")[2] if hint.startswith("+") else swap)
        request = self.ask.pop()
        assert isinstance(request, Play | PutAside | Pass)
        return request


@pytest.mark.parametrize("seed", [1, 2])
def test_a_whole_game_is_played_by_typing(seed: int) -> None:
    typist = Typist()
    seen = 0

    def bot(snapshot: Snapshot, entropy: random.Random) -> Choice:
        nonlocal seen
        if snapshot.seat != Seat(0):
            return greedy_bot(snapshot, entropy)
        seen = catch_up(typist, lan, seen)
        return typist.move()

    lan = Lan(("north", "south"), seed=seed, group=SmallGroup(), bot=bot)
    lan.play()
    catch_up(typist, lan, seen)

    lines = typist.out.getvalue().splitlines()
    assert [int(line.partition(".")[0]) for line in lines] == list(range(1, len(lines) + 1))
    assert "The winner" in typist.out.getvalue()
    assert typist.out.getvalue().isascii()
    assert "\x1b" not in typist.out.getvalue()


def catch_up(typist: Typist, lan: Lan, seen: int) -> int:
    shown = lan.named(Seat(0)).shown
    for snapshot in shown[seen:]:
        typist.see(snapshot)
    return len(shown)


def test_the_clock_adds_no_line() -> None:
    evening = Evening(1)
    evening.play_on(3)
    later = replace(evening.desk, now=evening.desk.now + 60)

    assert desk_news(evening.desk, later) == ()


@dataclass
class Unread(StringIO):
    """A pipe whose other end is closed, or a terminal that is gone."""

    error: int

    def write(self, _text: str, /) -> int:
        raise OSError(self.error, os.strerror(self.error))


@pytest.mark.usefixtures("loop")
@pytest.mark.parametrize("error", [errno.EPIPE, errno.EIO])
async def test_with_nobody_to_read_the_lines_plain_mode_ends_by_itself(error: int) -> None:
    paper = Paper(our_desk(), lambda _: None, Unread(error))

    async with asyncio.timeout(60):
        await paper.run()
