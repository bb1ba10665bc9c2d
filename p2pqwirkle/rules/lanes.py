"""Where plays of two tiles or more can lie.

Such a play lies on one axis, and its faces and those of the run it makes are of one kind: one
colour or one shape.  Its *anchor* is the first of its tiles that touches the table.  The cells
before the anchor are then free of any constraint, and those after it follow one by one.  So each
play belongs to exactly one lane: an axis, a kind and an anchor.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from p2pqwirkle.rules.board import Axis, Board, Cell, Gap
from p2pqwirkle.rules.facesets import KINDS, FaceSet


class Place(NamedTuple):
    """A cell of a lane.

    Attributes:
        faces: those of the hand that fit its line across the lane.
        after: the run between this place and the next.
        score: what the line across the lane is worth with a tile here.
    """

    cell: Cell
    faces: FaceSet
    after: FaceSet
    score: int


@dataclass(frozen=True, slots=True)
class Lane:
    """The cells that plays from one anchor can fill.

    Attributes:
        group: the faces of the hand that are of the lane's kind.
        before: the run that ends just before the anchor.
        places: the anchor and the empty cells after it, as far as plays can reach.
        free: how many cells before the anchor can be filled, touching nothing.
    """

    axis: Axis
    group: FaceSet
    before: FaceSet
    places: tuple[Place, ...]
    free: int


def live_gaps(board: Board, held: FaceSet) -> list[tuple[Cell, Gap]]:
    """The gaps that take a face of the hand, from left to right, each column downwards."""
    return sorted(item for item in board.gaps.items() if item[1].faces & held)


def lanes(board: Board, held: FaceSet) -> Iterator[Lane]:
    """The lanes for a hand of the faces *held*: axis by axis, kind by kind, by anchor."""
    gaps = live_gaps(board, held)
    kinds = [kind for kind in KINDS if (kind & held).bit_count() > 1]
    for axis in Axis:
        anchors = [(cell, gap.faces, *gap.on(axis)[:2]) for cell, gap in gaps]
        for kind in kinds:
            group = kind & held
            for cell, faces, before, after in anchors:
                if faces & group and not (before | after) & ~kind:
                    places = tuple(_places(board, axis, kind, group, cell))
                    free = 0 if before else _free_before(board, axis, group, cell)
                    yield Lane(axis, group, before, places, free)


def _places(
    board: Board, axis: Axis, kind: FaceSet, group: FaceSet, anchor: Cell
) -> Iterator[Place]:
    cell = anchor
    for _ in range(group.bit_count()):
        gap = board.gap_at(cell)
        after = gap.on(axis).after
        across = gap.on(axis.crossing)
        if after & ~kind or not across.faces & group:
            return
        yield Place(cell, across.faces & group, after, across.score)
        cell = axis.along(cell, 1 + after.bit_count())


def _free_before(board: Board, axis: Axis, group: FaceSet, anchor: Cell) -> int:
    room = group.bit_count() - 1
    for steps in range(1, room + 1):
        if axis.along(anchor, -steps) in board.gaps:
            return steps - 1
    return room
