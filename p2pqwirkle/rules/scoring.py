"""What a play makes on the table: its lines and their score."""

from collections.abc import Sequence

from p2pqwirkle.rules.board import Axis, Board, run_through
from p2pqwirkle.rules.lines import line_score
from p2pqwirkle.rules.moves import Placement
from p2pqwirkle.rules.tiles import Face


def axis_of(placements: Sequence[Placement]) -> Axis | None:
    """The axis that holds all *placements*, ACROSS for a single one; None if no axis does."""
    if len({placement.cell.y for placement in placements}) == 1:
        return Axis.ACROSS
    if len({placement.cell.x for placement in placements}) == 1:
        return Axis.DOWN
    return None


def lines_made(board: Board, placements: Sequence[Placement]) -> tuple[tuple[Face, ...], ...]:
    """The different runs of two or more that hold at least one of *placements*.

    The placements lie on empty cells of *board*, all on one axis and without a gap; the runs need
    not be lines yet.
    """
    axis = axis_of(placements) or Axis.ACROSS
    faces = {**board.faces, **dict(placements)}
    runs = [run_through(faces, placements[0].cell, axis)]
    runs += [run_through(faces, placement.cell, axis.crossing) for placement in placements]
    return tuple(run for run in runs if len(run) > 1)


def score_of(board: Board, placements: Sequence[Placement]) -> int:
    """What a legal play of *placements* scores for its lines (R6), without the bonus for the end.

    A single first tile makes no line and scores 1.
    """
    return score_of_lines(lines_made(board, placements))


def score_of_lines(lines: Sequence[Sequence[Face]]) -> int:
    """What a play scores that makes *lines*."""
    return sum([line_score(len(line)) for line in lines]) or 1
