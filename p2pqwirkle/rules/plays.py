"""All legal plays of a hand.

A play of two tiles or more lies on one axis, and its faces and those of the run it makes are of one
kind: one colour or one shape. So the plays are listed axis by axis and kind by kind, each from its
*anchor*, the first of its tiles that touches the table: the cells before the anchor are then free
of any constraint, and those after it are tried one by one.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import permutations

from p2pqwirkle.rules.board import Axis, Board, Cell
from p2pqwirkle.rules.facesets import KINDS, FaceSet, face_set, faces_in
from p2pqwirkle.rules.moves import Placement, Play
from p2pqwirkle.rules.opening import ORIGIN
from p2pqwirkle.rules.tiles import Face


def plays(board: Board, hand: Iterable[Face]) -> Iterator[Play]:
    """Every legal play of *hand*, each once, as they are found.

    A play is a set of placements, and twins in the hand are one face; placements come from left to
    right or downwards.  On an empty board the line begins at 0,0.
    """
    held = face_set(hand)
    if not board.faces:
        yield from _first_plays(held)
        return
    for cell, gap in sorted(board.gaps.items()):
        for face in faces_in(gap.faces & held):
            yield Play((Placement(cell, face),))
    for axis in Axis:
        for kind in KINDS:
            if (kind & held).bit_count() > 1:
                yield from LongPlays(board, axis, kind, kind & held).listed()


def _first_plays(held: FaceSet) -> Iterator[Play]:
    for face in faces_in(held):
        yield Play((Placement(ORIGIN, face),))
    for kind in KINDS:
        group = tuple(faces_in(kind & held))
        for size in range(2, len(group) + 1):
            for faces in permutations(group, size):
                for axis in Axis:
                    yield Play(_placed(ORIGIN, axis, faces))


def _placed(start: Cell, axis: Axis, faces: Iterable[Face]) -> tuple[Placement, ...]:
    return tuple(Placement(axis.along(start, step), face) for step, face in enumerate(faces))


@dataclass(frozen=True, slots=True)
class LongPlays:
    """The plays of two tiles or more along one axis, all of one kind.

    Attributes:
        kind: all faces of the colour or the shape.
        group: those in the hand.
    """

    board: Board
    axis: Axis
    kind: FaceSet
    group: FaceSet

    def listed(self) -> Iterator[Play]:
        """Each of these plays once."""
        for anchor, before in self.anchors():
            free = self.free_before(anchor)
            for placements, line in self._onwards(anchor, before, ()):
                if len(placements) > 1:
                    yield Play(placements)
                for size in range(1, free + 1):
                    start = self.axis.along(anchor, -size)
                    for faces in permutations(faces_in(self.group & ~line), size):
                        yield Play(_placed(start, self.axis, faces) + placements)

    def anchors(self) -> Iterator[tuple[Cell, FaceSet]]:
        """The cells where the first tile to touch the table can lie, with the run before each."""
        for cell, gap in sorted(self.board.gaps.items()):
            before = gap.on(self.axis).before
            if gap.faces & self.group and not before & ~self.kind:
                yield cell, before

    def free_before(self, anchor: Cell) -> int:
        """How many more tiles of the group have room before *anchor*, touching nothing."""
        if self.board.gaps[anchor].on(self.axis).before:
            return 0
        for steps in range(1, self.group.bit_count()):
            if self.axis.along(anchor, -steps) in self.board.gaps:
                return steps - 1
        return self.group.bit_count() - 1

    def _onwards(
        self, cell: Cell, line: FaceSet, placements: tuple[Placement, ...]
    ) -> Iterator[tuple[tuple[Placement, ...], FaceSet]]:
        """The ways to lengthen *placements* at the end, on *cell* and the empty cells after it.

        *line* is the run up to *cell*, and comes out as the run that was made.
        """
        gap = self.board.gap_at(cell)
        after = gap.on(self.axis).after
        if after & ~self.kind or after & line:
            return
        next_cell = self.axis.along(cell, 1 + after.bit_count())
        crossing = gap.on(self.axis.crossing).faces
        for face in faces_in(self.group & crossing & ~line & ~after):
            longer = line | 1 << face.index | after
            more = (*placements, Placement(cell, face))
            yield more, longer
            yield from self._onwards(next_cell, longer, more)
