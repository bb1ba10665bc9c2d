"""Before the game: the screen, what its keys do, and what is typed in plain mode."""

import random
from dataclasses import replace
from io import StringIO

import pytest
import segno

from p2pqwirkle.codes import Code
from p2pqwirkle.console.canvas import Size
from p2pqwirkle.console.commands import (
    Command,
    Deed,
    Digit,
    GiveCode,
    Leave,
    NewCode,
    PutOut,
    Ready,
    Rename,
    Request,
    Type,
)
from p2pqwirkle.console.desk import Notice
from p2pqwirkle.console.glyphs import ASCII
from p2pqwirkle.console.lobby import Lobby, Place, obey_in_lobby
from p2pqwirkle.console.lobby_lines import lobby_news, typed_in_lobby
from p2pqwirkle.console.lobby_view import join_line, lobby_view
from p2pqwirkle.console.looks import Looks
from p2pqwirkle.console.palette import Depth
from p2pqwirkle.console.paper import Paper
from p2pqwirkle.console.qr import PAPER, QUIET, qr_rows
from p2pqwirkle.record.identity import PlayerId
from p2pqwirkle.words import LANGUAGES, speak
from tests.console.desks import text_of
from tests.console.pane import ENTER, ESCAPE, running

NORTH, SOUTH, EAST = (PlayerId(bytes([number]) * 32) for number in (1, 2, 3))
WRONG = Notice("lobby.wrong-code")
CODE = Code(("puma", "oxygen", "bike"))
KNOWN = Notice("met.known")
IMPOSTOR = Notice("met.impostor", (("name", "east"),))

HOST = Lobby(
    own=NORTH,
    places=(Place(NORTH, "north"), Place(SOUTH, "south", remark=KNOWN)),
    wanted=3,
    addresses=("192.168.178.45:10836",),
    code=CODE,
    options=(Notice("lobby.stall-guard"),),
)
GUEST = Lobby(own=SOUTH, host="192.168.178.45:10836")


def full(lobby: Lobby, *ready: PlayerId) -> Lobby:
    """The same with a third player, and some who are ready."""
    places = (*HOST.places, Place(EAST, "east", remark=IMPOSTOR))
    said = tuple(replace(place, is_ready=place.player in ready) for place in places)
    return replace(lobby, places=said, wanted=3)


def among_friends(lobby: Lobby, *ready: PlayerId) -> Lobby:
    """As `full`, with nobody that one would doubt."""
    *places, east = full(lobby, *ready).places
    return replace(full(lobby), places=(*places, replace(east, remark=KNOWN)))


def shown(lobby: Lobby, width: int = 80, height: int = 24) -> str:
    return text_of(lobby_view(lobby, Size(width, height)))


def after(lobby: Lobby, *commands: Command) -> tuple[Lobby, Request | None]:
    """The lobby after *commands*, and what the last one has asked for."""
    request = None
    for command in commands:
        lobby, request = obey_in_lobby(lobby, command)
    return lobby, request


def spelt(text: str) -> list[Command]:
    return [Type(letter) for letter in text]


# What is seen.


def test_the_host_sees_who_is_here_who_is_missing_and_how_the_others_come() -> None:
    frame = shown(HOST, 100, 30)

    assert "Players here: 2 of 3" in frame
    assert "1  north (you)" in frame
    assert "2  south" in frame
    assert "you have played together" in frame
    assert "3  ..." in frame
    assert "p2pqwirkle join 192.168.178.45:10836" in frame
    assert "Code: puma oxygen bike" in frame
    assert "Three rounds without a placement" in frame


def test_who_is_not_ready_is_waited_for() -> None:
    assert "All are here." in shown(full(HOST, SOUTH))
    assert "Waiting for south, east." in shown(full(HOST, NORTH)).replace("\n  ", " ")
    assert "2  south - ready" in shown(full(HOST, SOUTH))


def test_another_key_under_a_known_name_is_pointed_out_to_all() -> None:
    for lobby in (full(HOST), full(GUEST)):
        assert "not the east you know: another key" in shown(lobby, 100, 30)


def test_an_open_table_says_that_it_is_open() -> None:
    frame = " ".join(shown(replace(HOST, code=None), 100, 40).split())

    assert "There is no code: whoever can reach this" in frame


def test_names_of_strangers_cannot_draw_on_the_screen() -> None:
    lobby = replace(HOST, places=(Place(NORTH, "no\x1b[2Jrth"), Place(SOUTH, "so\u202euth")))

    assert "\x1b" not in shown(lobby)
    assert "\u202e" not in shown(lobby)


@pytest.mark.parametrize(("width", "height"), [(80, 24), (100, 30), (200, 60)])
def test_the_qr_code_stands_beside_the_words(width: int, height: int) -> None:
    lines = lobby_view(HOST, Size(width, height))
    painted = [text for line in lines for style, text in line if style == PAPER]

    assert tuple(painted) == qr_rows("p2pqwirkle join 192.168.178.45:10836 --code puma-oxygen-bike")
    assert "Code: puma oxygen bike" in text_of(lines)
    assert "2  south" in text_of(lines)


@pytest.mark.parametrize(
    ("lobby", "size"),
    [
        pytest.param(HOST, Size(79, 22), id="too few rows"),
        pytest.param(HOST, Size(70, 30), id="too few columns"),
        pytest.param(replace(HOST, looks=Looks(glyphs=ASCII)), Size(200, 60), id="ASCII"),
        pytest.param(replace(HOST, looks=Looks(depth=Depth.NONE)), Size(200, 60), id="no colours"),
        pytest.param(replace(HOST, addresses=()), Size(200, 60), id="not open yet"),
        pytest.param(GUEST, Size(200, 60), id="a guest"),
    ],
)
def test_the_qr_code_falls_away_where_no_camera_could_read_it(lobby: Lobby, size: Size) -> None:
    assert PAPER not in {style for line in lobby_view(lobby, size) for style, _ in line}


def test_a_qr_code_is_drawn_module_by_module_with_its_quiet_zone() -> None:
    text = join_line(HOST)
    halves = {" ": "00", "▀": "10", "▄": "01", "█": "11"}
    rows = [[halves[sign] for sign in row] for row in qr_rows(text)]
    drawn = [[pair[half] for pair in row] for row in rows for half in (0, 1)]

    code = segno.make_qr(text, error="l", boost_error=False)
    modules = [[str(int(dark)) for dark in row] for row in code.matrix_iter(border=QUIET)]

    assert drawn[: len(modules)] == modules
    assert set("".join(map("".join, drawn[len(modules) :]))) <= {"0"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_a_small_screen_the_invitation_of_a_sixth_player_is_not_cut(language: str) -> None:
    keys = [PlayerId(bytes([number]) * 32) for number in range(1, 6)]
    names = ("Zofie from behind the hill", "south", "east", "west", "zenith")
    warning = Notice("met.renamed", (("name", "the one before"),))
    places = tuple(Place(key, name, remark=warning) for key, name in zip(keys, names, strict=True))
    lobby = replace(HOST, own=keys[0], places=places, wanted=6)

    speak(language)
    try:
        lines = lobby_view(lobby, Size(80, 24))
    finally:
        speak("en")

    assert "p2pqwirkle join 192.168.178.45:10836" in text_of(lines)
    assert "puma oxygen bike" in text_of(lines)
    assert "5  zenith" in text_of(lines)


def test_nobody_is_invited_to_a_full_table() -> None:
    frame = shown(full(HOST), 200, 60)

    assert "The others join with" not in frame
    assert "Code:" not in frame


def test_no_size_of_a_terminal_is_too_much_for_the_lobby() -> None:
    rng = random.Random(1)
    lobbies = [HOST, GUEST, full(HOST), full(GUEST.wanting_code(WRONG))]
    for _ in range(100):
        size = Size(rng.randrange(1, 120), rng.randrange(1, 50))
        lines = lobby_view(rng.choice(lobbies), size)
        assert len(lines) == size.height


# What the keys do.


def test_one_key_says_that_one_is_ready_and_takes_it_back() -> None:
    assert after(among_friends(HOST), Deed.READY)[1] == Ready(is_ready=True)
    assert after(among_friends(HOST, NORTH), Deed.READY)[1] == Ready(is_ready=False)
    assert after(among_friends(GUEST), Deed.READY)[1] == Ready(is_ready=True)


def test_another_key_under_a_known_name_has_to_be_accepted() -> None:
    for lobby in (full(HOST), full(GUEST)):
        asked, request = after(lobby, Deed.READY)

        assert request is None
        assert "east: not the key that you know" in shown(asked, 100, 30)
        assert after(asked, Deed.CANCEL) == (lobby, None)
        assert after(asked, Deed.YES) == (lobby, Ready(is_ready=True))
        others = [*asked.places[:2], Place(EAST, "another")]
        assert asked.joined(others, 3, asked.options).question is None
    assert after(full(HOST, NORTH), Deed.READY)[1] == Ready(is_ready=False)


def test_nobody_is_ready_for_players_who_have_not_come_yet() -> None:
    lobby, request = after(HOST, Deed.READY)

    assert request is None
    assert "Not all seats are taken yet" in shown(lobby)


def test_a_player_takes_another_name() -> None:
    lobby, request = after(HOST, Deed.RENAME, *spelt("nord"), Deed.ERASE, Type("th"), Deed.SAY)

    assert request == Rename("north")
    assert lobby.line is None


def test_a_name_that_no_charter_takes_is_not_asked_for() -> None:
    lobby, request = after(HOST, Deed.RENAME, *spelt("x" * 25), Deed.SAY)

    assert request is None
    assert "is no name" in shown(lobby, 100, 30)
    assert after(lobby, Deed.HUSH) == (HOST, None)


def test_the_host_puts_somebody_out_when_it_is_sure() -> None:
    lobby, request = after(HOST, Digit(2))

    assert request is None
    assert "Put south out?" in shown(lobby)
    assert after(lobby, Deed.CANCEL) == (HOST, None)
    assert after(lobby, Deed.YES) == (HOST, PutOut(SOUTH))


@pytest.mark.parametrize(
    ("lobby", "number"), [(HOST, 1), (HOST, 3), (HOST, 9), (full(GUEST), 1), (full(GUEST), 3)]
)
def test_nobody_else_is_put_out(lobby: Lobby, number: int) -> None:
    assert after(lobby, Digit(number), Deed.YES)[1] is None


def test_whoever_leaves_meanwhile_is_asked_about_no_more() -> None:
    lobby, _ = after(HOST, Digit(2))

    assert lobby.joined([Place(NORTH, "north")], 3, ()).question is None


def test_one_key_makes_a_new_code() -> None:
    assert after(HOST, Deed.NEW_CODE)[1] == NewCode()
    assert after(replace(HOST, code=None), Deed.NEW_CODE)[1] is None
    assert after(full(GUEST), Deed.NEW_CODE)[1] is None


def test_leaving_is_asked_about() -> None:
    lobby, request = after(HOST, Deed.LEAVE)

    assert request is None
    assert "Do you want to leave?" in shown(lobby)
    assert after(lobby, Deed.YES)[1] is Leave.LEAVE
    assert after(lobby, Deed.LEAVE)[1] is Leave.LEAVE
    assert after(lobby, Deed.CANCEL) == (HOST, None)


# Typing a code.


def test_a_code_is_typed_with_completion() -> None:
    asked = GUEST.wanting_code(WRONG)
    keys = (*spelt("pum"), Deed.COMPLETE, *spelt("OXY"), Deed.COMPLETE, *spelt("bik"), Deed.SAY)

    lobby, request = after(asked, *keys)

    assert "one of the words is different" in shown(asked)
    assert request == GiveCode(CODE)
    assert lobby.line is None


def test_a_slip_is_told_and_what_was_typed_stays() -> None:
    lobby, request = after(GUEST.wanting_code(WRONG), *spelt("puma oxigen bike"), Deed.SAY)

    assert request is None
    assert "oxigen is no word of a code. Is it oxygen?" in shown(lobby)
    assert "> puma oxigen bike_" in shown(lobby)


def test_two_words_are_no_code() -> None:
    lobby, request = after(GUEST.wanting_code(WRONG), *spelt("puma oxygen"), Deed.SAY)

    assert request is None
    assert "A code has three words" in shown(lobby)


def test_escape_in_the_middle_of_a_code_asks_whether_to_leave() -> None:
    asked, _ = after(GUEST.wanting_code(WRONG), *spelt("puma"), Deed.HUSH)

    assert "Do you want to leave?" in shown(asked)
    assert after(asked, Deed.YES)[1] is Leave.LEAVE
    assert "> puma_" in shown(after(asked, Deed.CANCEL)[0])


async def test_a_code_is_pasted_or_typed_on_a_real_screen(loop: object) -> None:
    asked = GUEST.wanting_code(WRONG)
    async with running(asked) as pane:
        await pane.press("p", "u", "m", "\t", "o", "x", "y")
        await pane.sees("> puma oxy_(gen)")
        await pane.press("\t", "q")
        await pane.sees("> puma oxygen q_")
        await pane.press("\x7f", "\x1b[200~bike\x1b[201~", ENTER)
        await pane.until(lambda: bool(pane.asked))

    assert pane.asked == [GiveCode(CODE)]
    assert loop


async def test_a_host_works_with_its_keys_on_a_real_screen(loop: object) -> None:
    async with running(among_friends(HOST)) as pane:
        await pane.sees("Space ready")
        await pane.press(" ", "c", "2")
        await pane.sees("Put south out?")
        await pane.press("y", "n", "n", "o", ENTER)
        await pane.until(lambda: len(pane.asked) == 4)
        await pane.press("n", "x", ESCAPE)
        await pane.until(lambda: "> x" not in pane.text)

    assert pane.asked == [Ready(is_ready=True), NewCode(), PutOut(SOUTH), Rename("no")]
    assert loop


# In lines.


def lines_of(lobby: Lobby, typed: str) -> tuple[str, ...]:
    return typed_in_lobby(lobby, typed)[1]


def test_everything_is_told_in_lines() -> None:
    lines = lobby_news(None, HOST)

    assert lines == (
        "p2pqwirkle join 192.168.178.45:10836 --code puma-oxygen-bike",
        "Three rounds without a placement end the game.",
        "Players here: 2 of 3. The game begins when all are ready. north, south",
        "south: you have played together",
    )
    assert lobby_news(HOST, full(HOST)) == (
        "All are here. The game begins when all are ready. north, south, east",
        "east: not the east you know: another key",
        "Type ready when you are ready to play.",
    )
    assert lobby_news(HOST, HOST) == ()
    assert lobby_news(full(HOST), full(HOST, SOUTH)) == (
        "All are here. The game begins when all are ready.",
    )
    assert lobby_news(full(HOST, NORTH, SOUTH), full(HOST, NORTH, SOUTH, EAST)) == (
        "All are ready.",
    )


def test_who_is_asked_again_whenever_somebody_has_another_name() -> None:
    again = replace(
        full(HOST), places=(*full(HOST).places[:2], Place(EAST, "oost", remark=IMPOSTOR))
    )

    assert "Type ready when you are ready to play." in lobby_news(full(HOST), again)
    assert "Type ready when you are ready to play." in lobby_news(full(HOST, NORTH), full(HOST))


@pytest.mark.parametrize(
    ("lobby", "typed", "asked"),
    [
        (among_friends(HOST), "ready", Ready(is_ready=True)),
        (full(HOST), "ready yes", Ready(is_ready=True)),
        (full(HOST), "  READY not ", Ready(is_ready=False)),
        (HOST, "name Zofie of the hill", Rename("Zofie of the hill")),
        (HOST, "out 2", PutOut(SOUTH)),
        (HOST, "code", NewCode()),
        (GUEST.wanting_code(WRONG), "Puma OXYGEN bike", GiveCode(CODE)),
    ],
)
def test_what_is_typed_is_asked_for(lobby: Lobby, typed: str, asked: Request) -> None:
    assert typed_in_lobby(lobby, typed)[1:] == ((), asked)


@pytest.mark.parametrize(
    ("lobby", "typed", "said"),
    [
        (HOST, "ready", "Not all seats are taken"),
        (full(HOST), "ready", "east: not the key that you know"),
        (HOST, "out 1", "Only the host"),
        (HOST, "out ²", "Only the host"),
        (full(GUEST), "out 1", "Only the host"),
        (GUEST, "name zuid", "Asking 192.168.178.45:10836"),
        (HOST, "name " + "x" * 30, "is no name"),
        (HOST, "jump", "Type ready"),
        (replace(HOST, code=None), "code", "There is no code"),
        (GUEST.wanting_code(WRONG), "puma oxigen bike", "Is it oxygen?"),
    ],
)
def test_what_cannot_be_done_is_said(lobby: Lobby, typed: str, said: str) -> None:
    after_it, lines, request = typed_in_lobby(lobby, typed)

    assert request is None
    assert said in lines[0]
    assert after_it.line == lobby.line


def test_the_players_are_listed_with_their_numbers() -> None:
    assert lines_of(full(HOST, SOUTH), "players") == (
        "All are here. The game begins when all are ready.",
        "1 north",
        "2 south, ready, you have played together",
        "3 east, not the east you know: another key",
    )


def test_a_code_is_asked_for_in_lines_and_the_same_slip_is_told_twice() -> None:
    out = StringIO()
    asked: list[Request] = []
    paper = Paper(GUEST, asked.append, out)

    paper.become(GUEST.wanting_code(WRONG))
    paper.read("puma oxigen bike\n")
    paper.read("puma oxigen bike\n")
    paper.read("puma oxygen bike\n")
    paper.read("quit\n")

    told = out.getvalue().splitlines()
    assert "Type what the host says:" in told[2]
    assert ["Is it oxygen?" in line for line in told[3:]] == [True, True]
    assert asked == [GiveCode(CODE), Leave.LEAVE]
