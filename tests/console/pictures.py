"""Pictures of the screens for the documents: `python -m tests.console.pictures` draws them anew.

The real screen runs on a terminal in memory; what that shows becomes an SVG, sign by sign.
"""

import asyncio
from collections.abc import Iterator
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Final

import pyte
from pyte.screens import Char

from p2pqwirkle.codes import Code
from p2pqwirkle.console.commands import Deed, Digit
from p2pqwirkle.console.desk import Notice
from p2pqwirkle.console.glyphs import UNICODE
from p2pqwirkle.console.lobby import Lobby, Place
from p2pqwirkle.console.looks import Looks
from p2pqwirkle.console.palette import Depth
from p2pqwirkle.console.states import State
from p2pqwirkle.record.identity import PlayerId
from tests.console.golden import desk_at
from tests.console.pane import running

FOLDER: Final = Path("docs/pictures")
LOOKS: Final = Looks(UNICODE, Depth.TRUE)
COLUMN, ROW, BASELINE = 9, 19, 14
GROUND, INK = "1c1c1c", "d8d8d8"
FONT = "DejaVu Sans Mono, Menlo, Consolas, monospace"


def states() -> dict[str, State]:
    """What is drawn, by the picture's name."""
    return {
        "lobby": Lobby(
            LOOKS,
            own=PlayerId(b"n"),
            places=(
                Place(PlayerId(b"n"), "north"),
                Place(PlayerId(b"s"), "south", remark=Notice("met.known")),
            ),
            wanted=3,
            addresses=("192.168.1.5:10836",),
            code=Code(("puma", "oxygen", "bike")),
            options=(Notice("lobby.stall-guard"),),
        ),
        "choosing": desk_at(20, Digit(2), looks=LOOKS),
        "move": desk_at(20, Deed.HINTS, Digit(1), looks=LOOKS),
        "result": desk_at(200, looks=LOOKS),
    }


async def draw(state: State) -> str:
    """The picture of *state*."""
    async with running(state) as pane:
        await asyncio.sleep(0.1)
        return svg(pane.terminal)


def svg(terminal: pyte.Screen) -> str:
    width, height = terminal.columns * COLUMN + 2 * COLUMN, terminal.lines * ROW + ROW
    rows = [line for row in range(terminal.lines) for line in _row(terminal, row)]
    box = f'viewBox="0 0 {width} {height}" font-family="{FONT}" font-size="15"'
    first = f'<svg xmlns="http://www.w3.org/2000/svg" {box}>'
    ground = f'<rect width="{width}" height="{height}" rx="6" fill="#{GROUND}"/>'
    return "\n".join((first, ground, *rows, "</svg>\n"))


def _row(terminal: pyte.Screen, row: int) -> Iterator[str]:
    cells = [terminal.buffer[row][column] for column in range(terminal.columns)]
    column = 0
    for look, run in groupby(cells, key=_look):
        text = "".join(cell.data for cell in run)
        yield from _run(text, look, COLUMN + column * COLUMN, ROW // 2 + row * ROW)
        column += len(text)


Look = tuple[str, str, bool, bool]


def _look(cell: Char) -> Look:
    ink = INK if cell.fg == "default" else cell.fg
    ground = GROUND if cell.bg == "default" else cell.bg
    if cell.reverse:
        ink, ground = ground, ink
    return ink, ground, cell.bold, cell.underscore


def _run(text: str, look: Look, left: int, top: int) -> Iterator[str]:
    ink, ground, bold, underlined = look
    if ground != GROUND:
        size = f'width="{len(text) * COLUMN}" height="{ROW}"'
        yield f'<rect x="{left}" y="{top}" {size} fill="#{ground}"/>'
    if not text.strip() and not underlined:
        return
    places = " ".join(str(left + number * COLUMN) for number in range(len(text)))
    style = ' font-weight="bold"' if bold else ""
    style += ' text-decoration="underline"' if underlined else ""
    where = f'xml:space="preserve" x="{places}" y="{top + BASELINE}"'
    yield f'<text {where} fill="#{ink}"{style}>{escape(text)}</text>'


async def _write() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, state in states().items():
        (FOLDER / f"{name}.svg").write_text(await draw(state), encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(_write())
