"""All legal plays of a hand, and what they score."""

from collections.abc import Iterable, Iterator
from itertools import permutations
from typing import TypeAlias

from p2pqwirkle.rules.board import Axis, Board, Cell
from p2pqwirkle.rules.facesets import KINDS, NO_FACES, FaceSet, face_set, faces_in
from p2pqwirkle.rules.lanes import Lane, lane_at, live_gaps, starts
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
    for start in starts(board, gaps, held):
        yield from _long_plays(lane_at(board, start))
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


_Scored: TypeAlias = list[tuple[int, Play]]

_Beginning: TypeAlias = tuple[tuple[Placement, ...], FaceSet, int]
"""Placements from the anchor on, the run that they make, and what the lines across are worth."""


def _long_plays(lane: Lane) -> _Scored:
    """The plays of two tiles or more in *lane*, each with what it scores for its lines."""
    found: _Scored = []
    front = lane.cells_in_front() if lane.free else []
    _go_on(found, lane, front, ((), lane.before, 0))
    return found


def _go_on(found: _Scored, lane: Lane, front: list[Cell], beginning: _Beginning) -> None:
    """Add the plays that go on from *beginning*; *front* are the free cells before the anchor."""
    placements, line, crossed = beginning
    spot, faces, after, across = lane.places[len(placements)]
    fitting = NO_FACES if after & line else faces & ~line & ~after
    if not fitting:
        return
    cell, crossed = Cell(*spot), crossed + across
    for face in faces_in(fitting):
        longer = line | 1 << face.index | after
        now = (*placements, Placement(cell, face))
        if placements:
            found.append((crossed + line_score(longer.bit_count()), Play(now)))
        if front:
            left = faces_in(lane.group & ~longer)
            _go_before(found, front, left, (now, longer, crossed))
        if len(now) < len(lane.places):
            _go_on(found, lane, front, (now, longer, crossed))


def _go_before(
    found: _Scored, front: list[Cell], left: tuple[Face, ...], beginning: _Beginning
) -> None:
    """Add the plays that have some of *left* on the last cells of *front* before *beginning*."""
    placements, line, crossed = beginning
    for size in range(1, min(len(front), len(left)) + 1):
        score = crossed + line_score(line.bit_count() + size)
        for faces in permutations(left, size):
            found.append((score, Play((*map(Placement, front[-size:], faces), *placements))))
