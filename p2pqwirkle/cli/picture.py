"""A board as lines for a terminal: signs and letters, painted where there are colours."""

import os
from collections.abc import Mapping
from typing import Final, TextIO

from p2pqwirkle.console.glyphs import ASCII, UNICODE, Glyphs
from p2pqwirkle.console.palette import Depth, Ground, swatch
from p2pqwirkle.rules.board import Board, Cell
from p2pqwirkle.rules.tiles import Colour, Face

_INDEXES: Final = (196, 214, 228, 79, 67, 183)
"""The numbers of the palette's colours among the usual 256."""
_SIXTEEN: Final = (101, 43, 103, 102, 104, 105)
"""Backgrounds: bright red, yellow, bright yellow, green, blue and magenta."""
_PLAIN: Final = "\x1b[0m"


def depth_of(stream: TextIO, environment: Mapping[str, str] = os.environ) -> Depth:
    """How many colours *stream* shows."""
    if environment.get("NO_COLOR") or not stream.isatty():
        return Depth.NONE
    terminal = environment.get("TERM", "")
    if terminal == "dumb":
        return Depth.NONE
    if environment.get("COLORTERM") in ("truecolor", "24bit") or "WT_SESSION" in environment:
        return Depth.TRUE
    return Depth.INDEXED if "256color" in terminal else Depth.SIXTEEN


def glyphs_of(stream: TextIO) -> Glyphs:
    """The signs that *stream* can show."""
    try:
        UNICODE.shapes.encode(stream.encoding or "ascii")
    except UnicodeEncodeError:
        return ASCII
    return UNICODE


def picture(board: Board, glyphs: Glyphs, depth: Depth) -> list[str]:
    """*board*, a line for each of its rows, two columns for each cell."""
    if not board.faces:
        return []
    columns = sorted(cell.x for cell in board.faces)
    rows = sorted(cell.y for cell in board.faces)
    return [
        "".join(
            _drawn(board.face_at(Cell(x, y)), glyphs, depth)
            for x in range(columns[0], columns[-1] + 1)
        ).rstrip(" ")
        for y in range(rows[0], rows[-1] + 1)
    ]


def _drawn(face: Face | None, glyphs: Glyphs, depth: Depth) -> str:
    if face is None:
        return "  "
    tile = glyphs.tile(face, lettered=True)
    if depth is Depth.NONE:
        return tile
    return f"\x1b[30;{_background(face.colour, depth)}m{tile}{_PLAIN}"


def _background(colour: Colour, depth: Depth) -> str:
    if depth is Depth.SIXTEEN:
        return str(_SIXTEEN[colour.value])
    if depth is Depth.INDEXED:
        return f"48;5;{_INDEXES[colour.value]}"
    painted = swatch(colour, depth, Ground.PAINTED) or ""
    red, green, blue = bytes.fromhex(painted.removeprefix("#"))
    return f"48;2;{red};{green};{blue}"
