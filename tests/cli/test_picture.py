"""The final board of a demo, for terminals of every kind."""

from io import StringIO

import pytest

from p2pqwirkle.cli.picture import depth_of, glyphs_of, picture
from p2pqwirkle.console.glyphs import ASCII, UNICODE
from p2pqwirkle.console.palette import Depth
from p2pqwirkle.rules.board import Board
from tests.notation import board

BOARD = board(".  rd .\nrs rt rc")


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True

    encoding = "utf-8"


class Cp1252(Terminal):
    encoding = "cp1252"


def test_without_colours_a_tile_is_its_sign_and_its_letter() -> None:
    assert picture(BOARD, UNICODE, Depth.NONE) == ["  ◆r", "■r✸r♣r"]
    assert picture(BOARD, ASCII, Depth.NONE) == ["  R^", "R#R*R&"]


@pytest.mark.parametrize(
    ("depth", "paint"),
    [
        (Depth.TRUE, "\x1b[30;48;2;214;60;74m"),
        (Depth.INDEXED, "\x1b[30;48;5;196m"),
        (Depth.SIXTEEN, "\x1b[30;101m"),
    ],
)
def test_with_colours_every_tile_is_painted_and_keeps_its_letter(depth: Depth, paint: str) -> None:
    first, second = picture(BOARD, UNICODE, depth)

    assert first == f"  {paint}◆r\x1b[0m"
    assert second.count(paint) == second.count("\x1b[0m") == 3
    assert "■r" in second


def test_an_empty_board_is_nothing() -> None:
    assert picture(Board.empty(), UNICODE, Depth.NONE) == []


@pytest.mark.parametrize(
    ("environment", "depth"),
    [
        ({"TERM": "xterm-256color"}, Depth.INDEXED),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, Depth.TRUE),
        ({"WT_SESSION": "1"}, Depth.TRUE),
        ({"TERM": "linux"}, Depth.SIXTEEN),
        ({"TERM": "dumb"}, Depth.NONE),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, Depth.NONE),
    ],
)
def test_the_terminal_decides_how_many_colours(environment: dict[str, str], depth: Depth) -> None:
    assert depth_of(Terminal(), environment) is depth


def test_a_file_gets_no_colours() -> None:
    assert depth_of(StringIO(), {"TERM": "xterm-256color"}) is Depth.NONE


def test_signs_that_cannot_be_encoded_are_not_used() -> None:
    assert glyphs_of(Cp1252()) is ASCII
    assert glyphs_of(Terminal()) is UNICODE
