"""Draws the table: tiles, what is laid out on it, where the chosen tile fits, the cursor."""

from dataclasses import dataclass
from typing import Final, Self

from p2pqwirkle.console.canvas import Canvas
from p2pqwirkle.console.desk import Desk
from p2pqwirkle.console.layout import PITCH, Layout, Window, place_of, window_on
from p2pqwirkle.console.preview import Illegal
from p2pqwirkle.rules.board import Board, Cell
from p2pqwirkle.rules.tiles import Face

FITS: Final = ".."
CURSOR: Final = "[]"
LAID: Final = "+"
LAID_WRONGLY: Final = "!"
FRESH_STYLE: Final = "bold underline"
"""Tiles that were placed since our last move; readable without colours too."""
NUMBERED: Final = 2
"""Every so many columns have their number above."""


@dataclass(frozen=True, slots=True)
class BoardView:
    """The part of the table that is in sight, while it is drawn.

    Attributes:
        mark: follows each tile that is laid out, and tells a legal move from one that is not.
    """

    canvas: Canvas
    desk: Desk
    layout: Layout
    board: Board
    window: Window
    mark: str

    @classmethod
    def of(cls, canvas: Canvas, desk: Desk, layout: Layout) -> Self:
        """The view of the table of *desk*."""
        board = board_of(desk)
        window = window_on(board, desk.cursor, layout.board)
        mark = LAID_WRONGLY if isinstance(desk.preview, Illegal) else LAID
        return cls(canvas, desk, layout, board, window, mark)

    def draw(self) -> None:
        """Draw it."""
        self._draw_rulers()
        self._draw_signs_of_more()
        for cell in self.desk.fitting:
            self._write(cell, FITS, "bold")
        if has_cursor(self.desk):
            style = "reverse" if self.desk.cursor in self.desk.fitting else ""
            self._write(self.desk.cursor, CURSOR, style)
        fresh = self.desk.fresh
        for cell, face in self.board.faces.items():
            self._draw_tile(cell, face, FRESH_STYLE if cell in fresh else "")
        for tile, cell in self.desk.staging.laid:
            self._draw_tile(cell, tile.face, "italic")
            if self.window.has(cell):
                left, top = place_of(cell, self.window, self.layout.board)
                self.canvas.write(left + len(FITS), top, self.mark, "bold")

    def _draw_tile(self, cell: Cell, face: Face, style: str) -> None:
        pointed = has_cursor(self.desk) and cell == self.desk.cursor
        styles = (self.desk.looks.style(face), style, "reverse" if pointed else "")
        self._write(cell, self.desk.looks.tile(face), " ".join(filter(None, styles)))

    def _write(self, cell: Cell, text: str, style: str) -> None:
        if self.window.has(cell):
            self.canvas.write(*place_of(cell, self.window, self.layout.board), text, style)

    def _draw_rulers(self) -> None:
        area = self.layout.ruler
        for column in range(self.window.columns):
            x = self.window.left + column
            if x % NUMBERED == 0:
                self.canvas.write(area.left + column * PITCH, area.top, f"{x:>2}")
        for row in range(self.window.rows):
            self.canvas.write(0, self.layout.board.top + row, f"{self.window.top + row:>3}")

    def _draw_signs_of_more(self) -> None:
        """Point to the sides on which tiles are out of sight."""
        area, window = self.layout.board, self.window
        column, row = area.left + area.width // 2, area.top + area.height // 2
        cells = self.board.cells
        if any(cell.x < window.left for cell in cells):
            self.canvas.write(area.left - 1, row, "<", "bold reverse")
        if any(cell.x >= window.left + window.columns for cell in cells):
            self.canvas.write(area.right, row, ">", "bold reverse")
        if any(cell.y < window.top for cell in cells):
            self.canvas.write(column, area.top - 1, "^", "bold reverse")
        if any(cell.y >= window.top + window.rows for cell in cells):
            self.canvas.write(column, area.bottom, "v", "bold reverse")


def board_of(desk: Desk) -> Board:
    """The table of *desk*; empty before there is one."""
    return Board.empty() if desk.scene.position is None else desk.scene.position.board


def has_cursor(desk: Desk) -> bool:
    """Whether the keys point at a cell."""
    return desk.may_plan and not desk.is_swapping
