"""All legal plays of a hand."""

from collections.abc import Iterable, Iterator
from itertools import permutations

from p2pqwirkle.rules.board import Axis, Board, Cell
from p2pqwirkle.rules.facesets import KINDS, FaceSet, face_set, faces_in
from p2pqwirkle.rules.lanes import Lane, lanes, live_gaps
from p2pqwirkle.rules.moves import Placement, Play
from p2pqwirkle.rules.opening import ORIGIN
from p2pqwirkle.rules.tiles import Face


def plays(board: Board, hand: Iterable[Face]) -> Iterator[Play]:
    """Every legal play of *hand*, each once, as they are found.

    A play is a set of placements, and twins in the hand are one face; placements come from left to
    right or downwards.  On an empty board the line begins at 0,0; else single tiles come last.
    """
    held = face_set(hand)
    if not board.faces:
        yield from _first_plays(held)
        return
    for lane in lanes(board, held):
        yield from _long_plays(lane)
    for cell, gap in live_gaps(board, held):
        for face in faces_in(gap.faces & held):
            yield Play((Placement(cell, face),))


def _first_plays(held: FaceSet) -> Iterator[Play]:
    for face in faces_in(held):
        yield Play((Placement(ORIGIN, face),))
    for kind in KINDS:
        group = tuple(faces_in(kind & held))
        for size in range(2, len(group) + 1):
            for faces in permutations(group, size):
                for axis in Axis:
                    yield Play(in_a_row(ORIGIN, axis, faces))


def in_a_row(start: Cell, axis: Axis, faces: Iterable[Face]) -> tuple[Placement, ...]:
    """*faces* on neighbouring cells, the first on *start*."""
    return tuple(Placement(axis.along(start, step), face) for step, face in enumerate(faces))


def _long_plays(lane: Lane) -> Iterator[Play]:
    """The plays of two tiles or more in *lane*."""
    anchor = lane.places[0].cell
    for placements, line in _onwards(lane, 0, lane.before, ()):
        if len(placements) > 1:
            yield Play(placements)
        for size in range(1, lane.free + 1):
            start = lane.axis.along(anchor, -size)
            for faces in permutations(faces_in(lane.group & ~line), size):
                yield Play(in_a_row(start, lane.axis, faces) + placements)


def _onwards(
    lane: Lane, index: int, line: FaceSet, placements: tuple[Placement, ...]
) -> Iterator[tuple[tuple[Placement, ...], FaceSet]]:
    """The ways to lengthen *placements* from the place *index* on.

    *line* is the run up to that place, and comes out as the run that was made.
    """
    if index == len(lane.places):
        return
    cell, faces, after, _ = lane.places[index]
    if after & line:
        return
    for face in faces_in(faces & ~line & ~after):
        longer = line | 1 << face.index | after
        more = (*placements, Placement(cell, face))
        yield more, longer
        yield from _onwards(lane, index + 1, longer, more)
