"""What players say to each other: beside the moves, and never in the way of them."""

from dataclasses import replace
from io import StringIO

import pytest

from p2pqwirkle.console.arrivals import halted, hearing
from p2pqwirkle.console.canvas import Size
from p2pqwirkle.console.commands import Deed, Digit, Request, Say, Type
from p2pqwirkle.console.desk import Desk
from p2pqwirkle.console.obey import obey
from p2pqwirkle.console.paper import Paper
from p2pqwirkle.console.plain import typed
from p2pqwirkle.console.view import view
from p2pqwirkle.record.chat import MAX_TEXT
from p2pqwirkle.rules.moves import Seat
from tests.console.desks import Evening, desk_with, text_of
from tests.console.pane import BACKSPACE, ENTER, ESCAPE, running
from tests.console.test_staging import after

SOUTH = Seat(1)
SIZE = Size(80, 24)


def our_desk() -> Desk:
    return desk_with("rd rc bo gc px oc", "rs")


def screen_of(desk: Desk) -> str:
    return text_of(view(desk, SIZE))


def test_a_remark_stands_in_the_log_where_it_was_said() -> None:
    evening = Evening(3)
    evening.play_on(2)
    evening.desk = hearing(evening.desk, SOUTH, "good luck")
    evening.play_on(1)

    rows = [row.partition("│")[2].strip() for row in screen_of(evening.desk).split("\n")]
    log = rows[rows.index("Moves") + 1 :]

    assert [row[:2].strip() for row in log[:4]] == ["1", "2", "so", "3"]
    assert log[2] == "south: good luck"


def test_a_remark_is_said_below_the_hand_too_when_nothing_else_is() -> None:
    heard = hearing(our_desk(), SOUTH, "good luck")

    assert heard.notice is not None
    assert "south: good luck" in screen_of(heard).split("\n")[-2]


def test_a_remark_never_hides_a_word_that_was_not_read() -> None:
    told = our_desk().saying("notice.must-swap")

    assert hearing(told, SOUTH, "good luck").notice == told.notice


def test_our_own_remark_is_no_news() -> None:
    assert hearing(our_desk(), Seat(0), "good luck").notice is None


@pytest.mark.parametrize("foreign", ["\x1b[2J", "nor\u202eth", "a\x9b31m", "bell\x07"])
def test_nothing_in_a_remark_reaches_the_terminal(foreign: str) -> None:
    shown = screen_of(hearing(our_desk(), SOUTH, foreign))

    assert "?" in shown
    assert all(row.isprintable() for row in shown.split("\n"))


def test_laid_tiles_survive_what_is_said_and_what_is_written() -> None:
    laid = after(our_desk(), Deed.HINTS, Digit(1))

    heard = hearing(laid, SOUTH, "good luck")
    written = after(heard, Deed.CHAT, Type("to you too"), Deed.SAY)

    assert laid.staging.laid
    assert written.staging == laid.staging
    assert "Legal." in screen_of(after(heard, Deed.CHAT, Type("to")))


def test_what_was_written_is_said_and_the_line_closes() -> None:
    desk, request = obey(after(our_desk(), Deed.CHAT, Type("good"), Type(" luck")), Deed.SAY)

    assert request == Say("good luck")
    assert desk.draft is None


@pytest.mark.parametrize("draft", ["", "   "])
def test_an_empty_line_says_nothing(draft: str) -> None:
    desk, request = obey(after(our_desk(), Deed.CHAT, Type(draft)), Deed.SAY)

    assert request is None
    assert desk.draft is None


def test_a_line_takes_no_more_than_can_be_said() -> None:
    desk = after(our_desk(), Deed.CHAT, Type("ž" * MAX_TEXT), Type("x"))

    assert desk.draft == "ž" * (MAX_TEXT // 2)


def test_the_end_of_a_long_line_is_in_sight() -> None:
    shown = screen_of(after(our_desk(), Deed.CHAT, Type("word " * 30 + "end")))

    assert "To all:" in shown
    assert "word end" in shown


def test_when_the_game_is_over_nobody_is_written_to() -> None:
    desk = after(halted(our_desk(), "the end"), Deed.CHAT)

    assert desk.draft is None
    assert "The game is over" in screen_of(desk)


def test_in_lines_one_says_something_as_it_is_spelt() -> None:
    _, lines, request = typed(our_desk(), "SAY  Good Luck")

    assert (lines, request) == ((), Say("Good Luck"))
    assert typed(our_desk(), "say")[1:] == (("say TEXT: say something to all others.",), None)


def test_in_lines_a_remark_is_one_line_and_moves_lists_it() -> None:
    asked: list[Request] = []
    out = StringIO()
    paper = Paper(our_desk(), asked.append, out)
    before = len(out.getvalue())

    assert isinstance(paper.state, Desk)
    paper.become(hearing(paper.state, SOUTH, "good\x1bluck"))

    assert out.getvalue()[before:].partition(". ")[2] == "south: good?luck\n"
    assert typed(paper.state, "moves")[1] == ("south: good?luck",)


@pytest.mark.usefixtures("loop")
async def test_keys_are_text_while_a_line_is_written() -> None:
    async with running(our_desk()) as pane:
        await pane.press("c")
        await pane.sees("To all:")
        pasted = "\x1b[200~pasted\n\x07text\x1b[201~"
        await pane.press(*"1 hq?", BACKSPACE, "!", "ž", "\x1b[A", pasted)
        await pane.sees("1 hq!žpasted  text")
        await pane.press(ENTER)
        await pane.until(lambda: bool(pane.asked))
        await pane.press("c", "x", ESCAPE)
        await pane.until(lambda: "To all:" not in pane.text)
        await pane.press("1")
        await pane.sees("[1 ◆r]")

    assert pane.asked == [Say("1 hq!žpasted text")]


@pytest.mark.usefixtures("loop")
async def test_the_mouse_still_lays_tiles_while_a_line_is_written() -> None:
    async with running(our_desk()) as pane:
        await pane.press("c", *"wait")
        row = next(row for row, text in enumerate(pane.text.split("\n")) if "1 ◆r" in text)
        await pane.click(pane.text.split("\n")[row].index("◆r"), row)
        await pane.sees("[1 ◆r]")

        assert "To all: wait" in pane.text


def test_a_click_on_the_line_that_is_written_plays_nothing() -> None:
    desk = replace(after(our_desk(), Deed.HINTS, Digit(1)), draft="x")

    assert obey(desk, Deed.SAY)[1] == Say("x")
