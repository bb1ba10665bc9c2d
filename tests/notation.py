"""The words tests are written in: faces, placements and drawn boards."""

from p2pqwirkle.rules import notation
from p2pqwirkle.rules.board import Board, Cell
from p2pqwirkle.rules.moves import Placement, Play
from p2pqwirkle.rules.tiles import Face
from tests.naive import rules as oracle


def faces(text: str) -> tuple[Face, ...]:
    """``faces("rs rd")``: the red square and the red diamond."""
    return tuple(notation.face(word) for word in text.split())


def placements(text: str) -> tuple[Placement, ...]:
    """``placements("rs@0,-1 rd@1,-1")``; no text, no placement."""
    return tuple(notation.placement(word) for word in text.split())


def play(text: str) -> Play:
    """The play of ``placements(text)``."""
    return Play(placements(text))


def board(drawing: str, origin: tuple[int, int] = (0, 0)) -> Board:
    """The board of a drawing: a line of text a row, ``.`` for an empty cell.

    *origin* is the cell of the first word of the first line.  A board that no game leads to is a
    slip in the test.
    """
    left, top = origin
    rows = (row.split() for row in drawing.strip().splitlines())
    words: dict[tuple[int, int], str] = {
        (left + x, top + y): word
        for y, row in enumerate(rows)
        for x, word in enumerate(row)
        if word != "."
    }
    assert oracle.is_board(words), f"no game leads to\n{drawing}"
    return Board.empty().placing((Cell(*cell), notation.face(word)) for cell, word in words.items())
