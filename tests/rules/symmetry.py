"""The same game laid on the table in other ways: the rules know no up, no left and no edge."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from p2pqwirkle.rules.board import Board, Cell
from p2pqwirkle.rules.moves import Placement


@dataclass(frozen=True)
class Symmetry:
    name: str
    moved: Callable[[int, int], tuple[int, int]]

    def cell(self, cell: Cell) -> Cell:
        return Cell(*self.moved(*cell))

    def placements(self, placements: Iterable[Placement]) -> tuple[Placement, ...]:
        return tuple(Placement(self.cell(cell), face) for cell, face in placements)

    def board(self, board: Board) -> Board:
        return Board.empty().placing(
            Placement(self.cell(cell), face) for cell, face in board.faces.items()
        )


SYMMETRIES = (
    Symmetry("as drawn", lambda x, y: (x, y)),
    Symmetry("transposed", lambda x, y: (y, x)),
    Symmetry("mirrored", lambda x, y: (-x, y)),
    Symmetry("upside down", lambda x, y: (x, -y)),
    Symmetry("turned half round", lambda x, y: (-x, -y)),
    Symmetry("shifted to negative cells", lambda x, y: (x - 40, y - 73)),
    Symmetry("transposed and far away", lambda x, y: (y + 10_000, x - 10_000)),
)
