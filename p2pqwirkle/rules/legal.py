"""Whether a play is legal on a board, and whether there is one at all."""

from collections import Counter
from collections.abc import Iterable, Sequence

from p2pqwirkle.errors import Breach
from p2pqwirkle.rules.board import Axis, Board
from p2pqwirkle.rules.facesets import FaceSet, face_set
from p2pqwirkle.rules.lines import QWIRKLE, check_lines
from p2pqwirkle.rules.moves import Placement
from p2pqwirkle.rules.scoring import axis_of, lines_made
from p2pqwirkle.rules.tiles import COPIES, Face


def check_play(board: Board, placements: Sequence[Placement]) -> None:
    """Check a play on the board alone: neither hand, nor turn, nor the opener's duty.

    Raises:
        Breach: what `legal_lines` raises.
    """
    legal_lines(board, placements)


def legal_lines(board: Board, placements: Sequence[Placement]) -> tuple[tuple[Face, ...], ...]:
    """The lines that a play makes, checked on the board alone as `check_play` says.

    The clauses are tried in the order R4.1 to R4.7, R1.1, R5.1, R5.2; the first one broken is
    raised.

    Raises:
        Breach: R4 if the cells cannot be played together, R1.1 if there is no such tile left, R5
            if a run is no line.
    """
    if not 1 <= len(placements) <= QWIRKLE:
        raise Breach("R4.1", f"{len(placements)} tiles placed, 1 to {QWIRKLE} expected")
    _check_cells(board, placements)
    _check_copies(board, placements)
    lines = lines_made(board, placements)
    check_lines(lines)
    return lines


def _check_cells(board: Board, placements: Sequence[Placement]) -> None:
    cells = {placement.cell for placement in placements}
    if len(cells) < len(placements):
        raise Breach("R4.3", "two tiles placed on one cell")
    if not cells.isdisjoint(board.faces):
        raise Breach("R4.4", "a tile placed on a tile")
    axis = axis_of(placements)
    if axis is None:
        raise Breach("R4.5", "the tiles lie neither in one row nor in one column")
    _check_unbroken(board, placements, axis)
    if board.faces and cells.isdisjoint(board.gaps):
        raise Breach("R4.7", "no placed tile touches a tile of the table")


def _check_unbroken(board: Board, placements: Sequence[Placement], axis: Axis) -> None:
    cells = sorted(placement.cell for placement in placements)
    cell = cells[0]
    for placed in cells:
        while cell in board.faces:
            cell = axis.along(cell, 1)
        if cell != placed:
            raise Breach("R4.6", "an empty cell between the placed tiles")
        cell = axis.along(cell, 1)


def _check_copies(board: Board, placements: Sequence[Placement]) -> None:
    placed = Counter([placement.face for placement in placements])
    if any(board.count(face) + more > COPIES for face, more in placed.items()):
        raise Breach("R1.1", f"more than {COPIES} tiles of one face on the table")


def fits_somewhere(board: Board, faces: Iterable[Face]) -> bool:
    """Whether one of *faces* can be placed alone."""
    return any_fits(board, face_set(faces))


def any_fits(board: Board, members: FaceSet) -> bool:
    """Whether one of the faces *members* can be placed alone."""
    if not board.faces:
        return bool(members)
    return any(gap.faces & members for gap in board.gaps.values())


def can_play(board: Board, hand: Iterable[Face]) -> bool:
    """Whether *hand* has any legal play.

    Trying single tiles is enough: of the tiles of a legal play, one touches a tile of the table,
    and alone it makes a part of the lines that the play makes, which are lines themselves.
    """
    return fits_somewhere(board, hand)
