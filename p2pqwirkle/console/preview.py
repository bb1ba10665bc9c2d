"""What a move would come to, before it is made: asked of the rules, and of nothing else."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from p2pqwirkle.errors import Breach
from p2pqwirkle.rules.board import Axis, Board, Cell
from p2pqwirkle.rules.choice import check_choice
from p2pqwirkle.rules.facesets import face_set
from p2pqwirkle.rules.legal import check_play
from p2pqwirkle.rules.moves import Choice, Placement, Play, Seat, seen_by_all
from p2pqwirkle.rules.opening import ORIGIN
from p2pqwirkle.rules.position import Position
from p2pqwirkle.rules.scoring import lines_made, score_of
from p2pqwirkle.rules.tiles import Face

Line = tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Legal:
    """The move can be made.

    Attributes:
        lines: what it makes on the table.
        points: what the turn adds to the score, all in all.
        bonus: how much of that is for placing the last tile.
    """

    lines: tuple[Line, ...] = ()
    points: int = 0
    bonus: int = 0


@dataclass(frozen=True, slots=True)
class Illegal:
    """The rules refuse the move; the clause says why."""

    clause: str


Preview = Legal | Illegal


def preview(position: Position, seat: Seat, hand: Sequence[Face], choice: Choice) -> Preview:
    """What *choice* would come to if it were the turn of *seat* now."""
    ours = replace(position, mover=seat)
    try:
        check_choice(ours, hand, choice)
        after = ours.after(seen_by_all(choice))
    except Breach as breach:
        return Illegal(breach.clause)
    points = after.scores[seat] - ours.scores[seat]
    if not isinstance(choice, Play):
        return Legal(points=points)
    bonus = points - score_of(ours.board, choice.placements)
    return Legal(lines_made(ours.board, choice.placements), points, bonus)


def fitting_cells(board: Board, placements: Sequence[Placement], face: Face) -> frozenset[Cell]:
    """Where *face* can be put beside *placements* so that all of them are a play of the rules."""
    if not placements:
        return _open_cells(board, face)
    return frozenset(
        cell
        for cell in _cells_in_line(board, placements)
        if _is_play(board, (*placements, Placement(cell, face)))
    )


def _open_cells(board: Board, face: Face) -> frozenset[Cell]:
    if not board.faces:
        return frozenset({ORIGIN})
    member = face_set([face])
    return frozenset(cell for cell, gap in board.gaps.items() if gap.faces & member)


def _cells_in_line(board: Board, placements: Sequence[Placement]) -> Iterator[Cell]:
    """The empty cells at both ends of the runs through *placements*, and between them."""
    taken = {placement.cell for placement in placements}
    for axis in Axis:
        for start in taken:
            for step in (-1, 1):
                cell = axis.along(start, step)
                while cell in taken or board.face_at(cell) is not None:
                    cell = axis.along(cell, step)
                yield cell


def _is_play(board: Board, placements: Sequence[Placement]) -> bool:
    try:
        check_play(board, placements)
    except Breach:
        return False
    return True
