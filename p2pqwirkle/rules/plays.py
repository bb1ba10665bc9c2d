"""All legal plays of a hand, and what they score."""

from collections.abc import Iterable, Iterator
from itertools import permutations
from typing import TypeAlias

from p2pqwirkle.rules.board import Axis, Board, Cell
from p2pqwirkle.rules.facesets import KINDS, FaceSet, face_set, faces_in
from p2pqwirkle.rules.lanes import Lane, lanes, live_gaps
from p2pqwirkle.rules.lines import line_score
from p2pqwirkle.rules.moves import Placement, Play
from p2pqwirkle.rules.opening import ORIGIN
from p2pqwirkle.rules.tiles import Face


def plays(board: Board, hand: Iterable[Face]) -> Iterator[Play]:
    """Every legal play of *hand*, each once, as they are found.

    A play is a set of placements, and twins in the hand are one face; placements come from left to
    right or downwards.  On an empty board the line begins at 0,0; else single tiles come last.
    """
    return (play for _, play in scored_plays(board, hand))


def scored_plays(board: Board, hand: Iterable[Face]) -> Iterator[tuple[int, Play]]:
    """The same, each with what it scores for its lines (R6)."""
    held = face_set(hand)
    if not board.faces:
        yield from _first_plays(held)
        return
    gaps = live_gaps(board, held)
    for lane in lanes(board, gaps, held):
        yield from _long_plays(lane)
    for cell, gap in gaps:
        score = gap.across.score + gap.down.score
        for face in faces_in(gap.faces & held):
            yield score, Play((Placement(cell, face),))


def _first_plays(held: FaceSet) -> Iterator[tuple[int, Play]]:
    for face in faces_in(held):
        yield 1, Play((Placement(ORIGIN, face),))
    for kind in KINDS:
        group = tuple(faces_in(kind & held))
        for size in range(2, len(group) + 1):
            for faces in permutations(group, size):
                for axis in Axis:
                    yield line_score(size), Play(in_a_row(ORIGIN, axis, faces))


def in_a_row(start: Cell, axis: Axis, faces: Iterable[Face]) -> tuple[Placement, ...]:
    """*faces* on neighbouring cells, the first on *start*."""
    return tuple(Placement(axis.along(start, step), face) for step, face in enumerate(faces))


_Beginning: TypeAlias = tuple[tuple[Placement, ...], FaceSet, int]
"""Placements from the anchor on, the run that they make, and what the lines across are worth."""


def _long_plays(lane: Lane) -> list[tuple[int, Play]]:
    """The plays of two tiles or more in *lane*, each with what it scores for its lines."""
    cells = lane.cells_in_front()
    found = []
    for placements, line, crossed in _beginnings(lane, 0, ((), lane.before, 0)):
        length = line.bit_count()
        if len(placements) > 1:
            found.append((crossed + line_score(length), Play(placements)))
        if cells:
            left = faces_in(lane.group & ~line)
            for size in range(1, min(len(cells), len(left)) + 1):
                score = crossed + line_score(length + size)
                for faces in permutations(left, size):
                    front = map(Placement, cells[-size:], faces)
                    found.append((score, Play((*front, *placements))))
    return found


def _beginnings(lane: Lane, index: int, beginning: _Beginning) -> list[_Beginning]:
    """The ways to lengthen *beginning* from the place *index* of *lane* on."""
    spot, faces, after, across = lane.places[index]
    placements, line, crossed = beginning
    if after & line:
        return []
    found = []
    cell = Cell(*spot)
    ends = index + 1 == len(lane.places)
    for face in faces_in(faces & ~line & ~after):
        longer = (
            (*placements, Placement(cell, face)),
            line | 1 << face.index | after,
            crossed + across,
        )
        found.append(longer)
        if not ends:
            found += _beginnings(lane, index + 1, longer)
    return found
