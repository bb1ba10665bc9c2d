"""A sheet of columns and rows that a view writes on."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from p2pqwirkle.console.text import as_ascii, clip, width_of

Fragment = tuple[str, str]
"""A style and the text that has it."""
Line = tuple[Fragment, ...]

_TAKEN: Final = ""
"""What stands in the second column of a character that is two columns wide."""


@dataclass(frozen=True, slots=True)
class Size:
    """Of a terminal, in columns and rows."""

    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Area:
    """A part of the sheet: its first column and row, and how many there are."""

    left: int
    top: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """The first column beyond it."""
        return self.left + self.width

    @property
    def bottom(self) -> int:
        """The first row beyond it."""
        return self.top + self.height

    def has(self, column: int, row: int) -> bool:
        """Whether a place of the sheet is in it."""
        return self.left <= column < self.right and self.top <= row < self.bottom


class Canvas:
    """One frame being drawn.  What is written outside of it is cut."""

    def __init__(self, size: Size, *, is_ascii: bool) -> None:
        self.size = size
        self._is_ascii = is_ascii
        self._rows = [[(" ", "")] * size.width for _ in range(size.height)]

    def write(self, column: int, row: int, text: str, style: str = "") -> int:
        """Write *text* and return the column after it."""
        if not (0 <= row < self.size.height and column >= 0):
            return column
        shown = as_ascii(text) if self._is_ascii else text
        cells = self._rows[row]
        for character in clip(shown, max(0, self.size.width - column)):
            width = width_of(character)
            if width == 0:
                self._join(cells, column, character)
                continue
            for place in range(column, column + width):
                self._free(cells, place)
            cells[column] = (character, style)
            if width > 1:
                cells[column + 1] = (_TAKEN, style)
            column += width
        return column

    def write_in(self, area: Area, row: int, text: str, style: str = "") -> None:
        """Write *text* into one row of *area*, cut to its width; rows count from its top."""
        if 0 <= row < area.height:
            self.write(area.left, area.top + row, clip(text, area.width), style)

    def clear(self, area: Area) -> None:
        """Leave nothing in *area*."""
        for row in range(max(0, area.top), min(area.bottom, self.size.height)):
            for column in range(max(0, area.left), min(area.right, self.size.width)):
                self._free(self._rows[row], column)
                self._rows[row][column] = (" ", "")

    def lines(self) -> tuple[Line, ...]:
        """The frame, a line a row."""
        return tuple(tuple(_fragments(row)) for row in self._rows)

    @staticmethod
    def _free(cells: list[tuple[str, str]], column: int) -> None:
        """Leave nothing of a wide character of which *column* is a half."""
        if cells[column][0] == _TAKEN:
            cells[column - 1] = (" ", cells[column - 1][1])
            cells[column] = (" ", cells[column][1])
        if column + 1 < len(cells) and cells[column + 1][0] == _TAKEN:
            cells[column + 1] = (" ", cells[column + 1][1])

    @staticmethod
    def _join(cells: list[tuple[str, str]], column: int, mark: str) -> None:
        """Put a combining mark on the character before *column*."""
        for before in range(column - 1, -1, -1):
            character, style = cells[before]
            if character != _TAKEN:
                cells[before] = (character + mark, style)
                return


def _fragments(row: list[tuple[str, str]]) -> Iterator[Fragment]:
    for style, cells in groupby(row, key=lambda cell: cell[1]):
        yield style, "".join(character for character, _ in cells)
