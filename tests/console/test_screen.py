"""The screen on a terminal in memory: keys, mouse, sizes, bells, and what it leaves behind."""

import asyncio
import random
import re
from dataclasses import replace

import pytest
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from p2pqwirkle.console.arrivals import showing
from p2pqwirkle.console.commands import Leave
from p2pqwirkle.console.desk import Bell, Desk, Habits
from p2pqwirkle.console.glyphs import UNICODE
from p2pqwirkle.console.lobby import Lobby, Place
from p2pqwirkle.console.looks import Looks
from p2pqwirkle.console.palette import Depth
from p2pqwirkle.console.screen import Screen
from p2pqwirkle.record.identity import PlayerId
from p2pqwirkle.rules.moves import Play, PutAside
from tests.console.desks import Evening, desk_with
from tests.console.pane import BACKSPACE, ENTER, ESCAPE, LEFT, Pane, running
from tests.console.test_arrivals import others_turn
from tests.notation import faces

Loop = asyncio.SelectorEventLoop

pytestmark = pytest.mark.usefixtures("loop")


def our_desk() -> Desk:
    return desk_with("rd rc bo gc px oc", "rs")


async def test_a_move_is_made_with_four_keys() -> None:
    async with running(our_desk()) as pane:
        await pane.press("1", " ", ENTER)
        await pane.until(lambda: bool(pane.asked))

    (move,) = pane.asked
    assert isinstance(move, Play)
    assert [placement.face for placement in move.placements] == list(faces("rd"))


async def test_the_preview_is_on_the_screen_before_the_move_is_made() -> None:
    async with running(our_desk()) as pane:
        await pane.press("1", " ")
        await pane.sees("Legal. Points: +2")
        await pane.press(BACKSPACE, "3", LEFT, " ")
        await pane.sees("Not legal")

    assert pane.asked == []


async def test_tiles_are_swapped_with_the_keyboard() -> None:
    async with running(our_desk()) as pane:
        await pane.press("s", "1", "3", ENTER)
        await pane.until(lambda: bool(pane.asked))

    assert pane.asked == [PutAside(faces("rd bo"))]


async def test_a_move_is_made_with_the_mouse_alone() -> None:
    async with running(our_desk()) as pane:
        row = next(row for row, text in enumerate(pane.text.split("\n")) if "1 ◆r" in text)
        await pane.click(pane.text.split("\n")[row].index("◆r"), row)
        await pane.sees("[1 ◆r]")
        rows = pane.text.split("\n")
        fits = next(row for row, text in enumerate(rows[:19]) if ".." in text)
        await pane.click(rows[fits].index(".."), fits)
        await pane.sees("Legal.")
        await pane.click(3, 21)
        await pane.until(lambda: bool(pane.asked))

    assert isinstance(pane.asked[0], Play)


async def test_the_mouse_can_be_given_back_to_the_terminal() -> None:
    async with running(our_desk()) as pane:
        assert "\x1b[?1000h" in pane.written
        await pane.press("v", "5")
        await pane.until(lambda: "\x1b[?1000l" in pane.written)


async def test_leaving_is_asked_for_twice() -> None:
    async with running(our_desk()) as pane:
        await pane.press("q")
        await pane.sees("Do you want to leave?")
        await pane.press(ESCAPE)
        await pane.until(lambda: "Do you want" not in pane.text)
        assert pane.asked == []
        await pane.press("\x03", "y")
        await pane.until(lambda: bool(pane.asked))

    assert pane.asked == [Leave.LEAVE]


async def test_whatever_was_switched_on_is_switched_off() -> None:
    async with running(our_desk()) as pane:
        await pane.press("1")

    modes: dict[str, str] = dict(re.findall(r"\x1b\[\?(\d+)([hl])", pane.written))
    assert {mode for mode, state in modes.items() if state == "h"} <= {"25", "7", "12"}
    assert {"1049", "1000", "1004", "2004"} <= modes.keys()


async def test_no_resize_loses_a_laid_tile() -> None:
    sizes = random.Random(40)
    evening = Evening(3)
    evening.play_on(9)
    evening.until_ours()
    async with running(evening.desk) as pane:
        await pane.press("h", "1")
        await pane.sees("Legal.")
        for _ in range(100):
            pane.resize(sizes.randrange(2, 220), sizes.randrange(2, 70))
            await asyncio.sleep(0)
        pane.resize(80, 24)
        await pane.sees("Legal.")


async def test_too_small_a_terminal_says_so_and_still_lets_one_leave() -> None:
    async with running(our_desk(), width=40, height=10) as pane:
        await pane.sees("Make me 60 by 20.")
        await pane.press("q", "y")
        await pane.until(lambda: bool(pane.asked))

    assert pane.asked == [Leave.LEAVE]


def depths() -> list[tuple[Depth, str]]:
    return [
        (Depth.TRUE, "48;2;214;60;74"),
        (Depth.INDEXED, "48;5;196"),
        (Depth.SIXTEEN, "101"),
    ]


@pytest.mark.parametrize(("depth", "escape"), depths())
async def test_a_red_tile_is_painted_in_the_colours_there_are(depth: Depth, escape: str) -> None:
    async with running(replace(our_desk(), looks=Looks(UNICODE, depth))) as pane:
        await pane.sees("■r")

    assert escape in pane.written


async def test_without_colours_nothing_is_painted_and_all_is_readable() -> None:
    async with running(replace(our_desk(), looks=Looks(depth=Depth.NONE))) as pane:
        await pane.sees("■r")
        cells = [cell for row in pane.terminal.buffer.values() for cell in row.values()]

    assert {(cell.fg, cell.bg) for cell in cells} == {("default", "default")}


class OldConsole(DummyOutput):
    """A console of Windows that reads no escape sequences."""

    def __init__(self) -> None:
        self.raw = ""

    def write_raw(self, data: str) -> None:
        self.raw += data


async def test_a_console_that_reads_no_escape_sequences_is_sent_none(loop: Loop) -> None:
    console = OldConsole()
    with create_pipe_input() as keys:
        screen = Screen(our_desk(), lambda _: None, (keys, console))
        shown = loop.create_task(screen.run())
        await asyncio.sleep(0.05)
        screen.leave()
        await shown

    assert console.raw == ""


async def our_turn_begins(pane: Pane) -> None:
    desk = our_desk()
    assert pane.screen is not None
    assert isinstance(pane.screen.state, Desk)
    now, _ = showing(pane.screen.state, desk.scene, 5.0)
    pane.screen.become(now)
    await asyncio.sleep(0.03)


def waiting(bell: Bell) -> Desk:
    desk = our_desk()
    return replace(desk, scene=others_turn(desk), habits=Habits(bell=bell))


@pytest.mark.parametrize(
    ("bell", "keys", "rings"),
    [
        pytest.param(Bell.UNFOCUSED, [], False, id="looking at it"),
        pytest.param(Bell.UNFOCUSED, ["\x1b[O"], True, id="looking elsewhere"),
        pytest.param(Bell.UNFOCUSED, ["\x1b[O", "\x1b[I"], False, id="looking again"),
        pytest.param(Bell.ALWAYS, [], True, id="always"),
        pytest.param(Bell.NEVER, ["\x1b[O"], False, id="never"),
    ],
)
async def test_the_bell_rings_for_our_turn(bell: Bell, keys: list[str], *, rings: bool) -> None:
    async with running(waiting(bell)) as pane:
        await pane.press(*keys)
        await our_turn_begins(pane)

    titles = re.sub(r"\x1b\]2;[^\x07]*\x07", "", pane.written)
    assert ("\x07" in titles) is rings


async def test_the_title_says_whose_turn_it_is() -> None:
    async with running(waiting(Bell.NEVER)) as pane:
        assert pane.terminal.title == "p2pqwirkle"
        await our_turn_begins(pane)
        assert pane.terminal.title == "Your turn - p2pqwirkle"


async def test_the_lobby_shows_who_is_missing_and_how_to_join() -> None:
    places = (Place(PlayerId(b"n"), "north"), Place(PlayerId(b"s"), "so\x1buth"))
    lobby = Lobby(places=places, wanted=3, addresses=("192.168.1.5:10836",))
    async with running(lobby) as pane:
        await pane.sees("Players here: 2 of 3")
        assert "so?uth" in pane.text
        assert "p2pqwirkle join 192.168.1.5:10836" in pane.text
        await pane.press("q", "y")
        await pane.until(lambda: bool(pane.asked))

    assert pane.asked == [Leave.LEAVE]


async def test_an_error_in_a_key_handler_leaves_the_screen_as_it_is(loop: Loop) -> None:
    seen: list[object] = []
    loop.set_exception_handler(lambda _loop, context: seen.append(context.get("exception")))
    try:
        async with running(our_desk()) as pane:
            assert pane.screen is not None
            kept = pane.screen._ask
            pane.screen._ask = _fail
            await pane.press("1", " ", ENTER)
            await pane.until(lambda: bool(seen))
            pane.screen._ask = kept
            await pane.press("?")
            await pane.sees("Keys")
    finally:
        loop.set_exception_handler(None)

    assert isinstance(seen[0], ZeroDivisionError)


def _fail(_request: object) -> None:
    raise ZeroDivisionError
