"""The table's tiles, and what the empty cells beside them take.

A board keeps, for each empty cell that touches a tile, which faces fit there on either axis.
Placing a tile changes only the cells at the ends of its two runs, so this costs little, and move
lists, hints and "does anything still fit?" are read off it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from typing import Final, NamedTuple, Self

from p2pqwirkle.rules.facesets import ALL_FACES, NO_FACES, FaceSet, joining
from p2pqwirkle.rules.lines import line_score
from p2pqwirkle.rules.tiles import Face


class Cell(NamedTuple):
    """A place on the table; x grows to the right, y downwards, both without bound."""

    x: int
    y: int


class Axis(Enum):
    """A direction of lines."""

    ACROSS = 0
    DOWN = 1

    def along(self, cell: Cell, steps: int) -> Cell:
        """The cell *steps* further right or down; left or up if negative."""
        x, y = cell
        return Cell(x + steps, y) if self is Axis.ACROSS else Cell(x, y + steps)

    @property
    def crossing(self) -> "Axis":
        """The other axis."""
        return Axis.DOWN if self is Axis.ACROSS else Axis.ACROSS


class Fit(NamedTuple):
    """What an empty cell offers on one axis.

    Attributes:
        before: the tiles of the run that ends just before the cell.
        after: the tiles of the run that begins just after it.
        faces: the faces that make a line with both runs at once.
        score: what that line would be worth; 0 where there is no run to join.
    """

    before: FaceSet
    after: FaceSet
    faces: FaceSet
    score: int


class Gap(NamedTuple):
    """An empty cell that touches a tile; *faces* are those that fit it on both axes."""

    across: Fit
    down: Fit
    faces: FaceSet

    def on(self, axis: Axis) -> Fit:
        """What the cell offers on *axis*."""
        return self.across if axis is Axis.ACROSS else self.down


_NO_RUN: Final = Fit(NO_FACES, NO_FACES, ALL_FACES, 0)

FREE: Final = Gap(_NO_RUN, _NO_RUN, ALL_FACES)
"""An empty cell that touches nothing."""


@lru_cache(maxsize=4096)
def _fit_between(before: FaceSet, after: FaceSet) -> Fit:
    """What a cell between two runs offers, either of which may be empty.

    The runs are judged together: a tile that goes with each of them alone may still join two
    twins, or a line of one colour to a line of one shape.
    """
    length = before.bit_count() + 1 + after.bit_count()
    faces = NO_FACES if before & after else joining(before | after)
    return Fit(before, after, faces, line_score(length))


@dataclass(frozen=True, slots=True)
class Board:
    """Tiles on their cells; boards are equal if their tiles are.

    Attributes:
        faces: the face on each cell that has a tile.
        gaps: what the empty cells that touch a tile take.
        placed: the faces of which one tile, two, three lie on the table, each in all sets up to
            its number.
    """

    faces: Mapping[Cell, Face]
    gaps: Mapping[Cell, Gap] = field(compare=False, repr=False)
    placed: tuple[FaceSet, FaceSet, FaceSet] = field(compare=False, repr=False)

    @classmethod
    def empty(cls) -> Self:
        """The table before the opening."""
        return cls({}, {}, (NO_FACES, NO_FACES, NO_FACES))

    def __len__(self) -> int:
        return len(self.faces)

    def __hash__(self) -> int:
        return hash(frozenset(self.faces.items()))

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells that have a tile, from left to right, each column downwards."""
        return tuple(sorted(self.faces))

    def face_at(self, cell: Cell) -> Face | None:
        """The face on *cell*, or None where there is no tile."""
        return self.faces.get(cell)

    def gap_at(self, cell: Cell) -> Gap:
        """What the empty *cell* takes."""
        return self.gaps.get(cell, FREE)

    def count(self, face: Face) -> int:
        """How many tiles of *face* lie on the table."""
        return sum([placed >> face.index & 1 for placed in self.placed])

    @property
    def unplaced(self) -> FaceSet:
        """The faces of which a tile is not on the table."""
        return ALL_FACES & ~self.placed[-1]

    def placing(self, placements: Iterable[tuple[Cell, Face]]) -> "Board":
        """The board with more tiles, each on an empty cell.

        Whether their runs are lines is for the caller to check, before: *gaps* builds on it.
        """
        faces, gaps = dict(self.faces), dict(self.gaps)
        once, twice, thrice = self.placed
        for cell, face in placements:
            faces[cell] = face
            bit = 1 << face.index
            once, twice, thrice = once | bit, twice | once & bit, thrice | twice & bit
            gap = gaps.pop(cell, FREE)
            _lengthen_row(gaps, cell, bit, gap.across)
            _lengthen_column(gaps, cell, bit, gap.down)
        return Board(faces, gaps, (once, twice, thrice))


def run_through(faces: Mapping[Cell, Face], cell: Cell, axis: Axis) -> tuple[Face, ...]:
    """The faces of the run through the tile on *cell*, in order."""
    spots: Mapping[tuple[int, int], Face] = faces  # type: ignore[assignment] # a cell is one
    right, down = (1, 0) if axis is Axis.ACROSS else (0, 1)
    x, y = cell
    while (x - right, y - down) in spots:
        x, y = x - right, y - down
    run = []
    while (face := spots.get((x, y))) is not None:
        run.append(face)
        x, y = x + right, y + down
    return tuple(run)


# The two that follow are one and the same on either axis: asking for the axis takes them longer
# than all else that they do.
def _lengthen_row(gaps: dict[Cell, Gap], cell: Cell, tile: FaceSet, fit: Fit) -> None:
    """Tell the cells at both ends of the row through *cell* that *tile* lies there now."""
    before, after, *_ = fit
    run = before | tile | after
    x, y = cell
    start, end = Cell(x - 1 - before.bit_count(), y), Cell(x + 1 + after.bit_count(), y)
    beyond, down, _ = gaps.get(start, FREE)
    offered = _fit_between(beyond.before, run)
    gaps[start] = Gap(offered, down, offered.faces & down.faces)
    beyond, down, _ = gaps.get(end, FREE)
    offered = _fit_between(run, beyond.after)
    gaps[end] = Gap(offered, down, offered.faces & down.faces)


def _lengthen_column(gaps: dict[Cell, Gap], cell: Cell, tile: FaceSet, fit: Fit) -> None:
    """Tell the cells at both ends of the column through *cell* that *tile* lies there now."""
    before, after, *_ = fit
    run = before | tile | after
    x, y = cell
    start, end = Cell(x, y - 1 - before.bit_count()), Cell(x, y + 1 + after.bit_count())
    across, beyond, _ = gaps.get(start, FREE)
    offered = _fit_between(beyond.before, run)
    gaps[start] = Gap(across, offered, across.faces & offered.faces)
    across, beyond, _ = gaps.get(end, FREE)
    offered = _fit_between(run, beyond.after)
    gaps[end] = Gap(across, offered, across.faces & offered.faces)
