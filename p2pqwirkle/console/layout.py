"""Where everything is on the screen, and which cell of the table a place of it shows."""

from dataclasses import dataclass
from typing import Final

from p2pqwirkle.console.canvas import Area, Size
from p2pqwirkle.rules.board import Board, Cell

SMALLEST: Final = Size(60, 20)
"""With less there is no room for a table, a hand and a word about them."""

PITCH: Final = 3
"""Columns from one tile to the next: two for the tile, one for what is said about it."""
RULER: Final = 4
"""Columns of the numbers left of the table."""
RACK_STEP: Final = 8
"""Columns from one tile of the hand to the next."""
RACK_LEFT: Final = 1

_ROWS_BELOW: Final = 5
"""A rule, the hand, the preview, a word, the keys."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The parts of a screen that is not too small.

    Attributes:
        title: the top row.
        ruler: the row of column numbers.
        board: the cells of the table.
        side: players, and the move or the log.
        middle: table and side together, where panels open.
        hand, preview, notice, footer: rows, from the top.
    """

    title: Area
    ruler: Area
    board: Area
    side: Area
    middle: Area
    rule: int
    hand: int
    preview: int
    notice: int
    footer: int


def is_too_small(size: Size) -> bool:
    """Whether there is no layout for *size*."""
    return size.width < SMALLEST.width or size.height < SMALLEST.height


def layout_of(size: Size) -> Layout:
    """The parts of a screen of *size*, which is not too small."""
    below = size.height - _ROWS_BELOW
    side_width = _side_width(size.width)
    side_left = size.width - side_width
    return Layout(
        title=Area(0, 0, size.width, 1),
        ruler=Area(RULER, 1, side_left - RULER - 1, 1),
        board=Area(RULER, 2, side_left - RULER - 1, below - 2),
        side=Area(side_left, 1, side_width, below - 1),
        middle=Area(0, 1, size.width, below - 1),
        rule=below,
        hand=below + 1,
        preview=below + 2,
        notice=below + 3,
        footer=below + 4,
    )


def _side_width(width: int) -> int:
    widths = ((140, 44), (100, 34), (80, 27))
    return next((side for least, side in widths if width >= least), 22)


@dataclass(frozen=True, slots=True)
class Window:
    """The cells of the table that are in sight."""

    left: int
    top: int
    columns: int
    rows: int

    def has(self, cell: Cell) -> bool:
        """Whether *cell* is in sight."""
        across, down = cell.x - self.left, cell.y - self.top
        return 0 <= across < self.columns and 0 <= down < self.rows


def window_on(board: Board, cursor: Cell, area: Area) -> Window:
    """The cells to show in *area*: the middle of the table, moved until the cursor is in sight.

    It follows from the table and the cursor alone, so that resizing there and back changes nothing.
    """
    columns, rows = (area.width + 1) // PITCH, area.height
    cells = board.cells or (cursor,)
    xs, ys = [cell.x for cell in cells], [cell.y for cell in cells]
    return Window(
        _start(min(xs), max(xs), columns, cursor.x),
        _start(min(ys), max(ys), rows, cursor.y),
        columns,
        rows,
    )


def _start(least: int, most: int, count: int, cursor: int) -> int:
    centred = (least + most + 1 - count) // 2
    return max(cursor - count + 2, min(cursor - 1, centred))


def place_of(cell: Cell, window: Window, area: Area) -> tuple[int, int]:
    """The column and row that *cell* begins at."""
    return area.left + (cell.x - window.left) * PITCH, area.top + cell.y - window.top


def cell_at(column: int, row: int, window: Window, area: Area) -> Cell | None:
    """The cell that is shown at a place of the screen; None beside the table."""
    if not area.has(column, row):
        return None
    across = (column - area.left) // PITCH
    if across >= window.columns:
        return None
    return Cell(window.left + across, window.top + row - area.top)


def rack_place(number: int) -> int:
    """The column where the tile with *number*, from 0, of the hand begins."""
    return RACK_LEFT + number * RACK_STEP


def rack_number(column: int) -> int | None:
    """The number, from 0, of the tile of the hand that is shown at *column*."""
    number, beside = divmod(column - RACK_LEFT, RACK_STEP)
    return number if number >= 0 and beside < RACK_STEP - 1 else None
