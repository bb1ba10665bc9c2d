"""The turns of a game as this screen has seen them, with the sums behind their points."""

from collections.abc import Sequence
from dataclasses import dataclass

from p2pqwirkle.console.preview import Line
from p2pqwirkle.console.scene import Scene
from p2pqwirkle.rules.board import Board, Cell
from p2pqwirkle.rules.lines import QWIRKLE, line_score
from p2pqwirkle.rules.moves import Placement, Play, Seat, Swap
from p2pqwirkle.rules.scoring import lines_made
from p2pqwirkle.table.playing import Turn


@dataclass(frozen=True, slots=True)
class Past:
    """A turn that was made.

    Attributes:
        number: counts from 1.
        lines: what a play made; empty for all else.
    """

    number: int
    turn: Turn
    lines: tuple[Line, ...] = ()

    @property
    def parts(self) -> tuple[int, ...]:
        """The numbers whose sum the turn's points are: each line's, then a bonus."""
        parts = [line_score(len(line)) for line in self.lines]
        missing = self.turn.points - sum(parts)
        return (*parts, missing) if missing else tuple(parts)

    @property
    def cells(self) -> frozenset[Cell]:
        """Where tiles were placed."""
        match self.turn.move:
            case Play(placements):
                return frozenset(placement.cell for placement in placements)
            case _:
                return frozenset()


History = tuple[Past, ...]


def history_after(history: History, before: Scene | None, scene: Scene) -> History:
    """*history* with the turn that *scene* shows and *before* did not."""
    turn = scene.last_turn
    if turn is None or scene.position is None:
        return history
    if before is not None and before.last_turn == turn:
        return history
    lines = _lines_of(scene.position.board, turn)
    return (*history, Past(len(history) + 1, turn, lines))


def _lines_of(board: Board, turn: Turn) -> tuple[Line, ...]:
    if not isinstance(turn.move, Play):
        return ()
    return lines_made(_board_without(board, turn.move.placements), turn.move.placements)


def _board_without(board: Board, placements: Sequence[Placement]) -> Board:
    """The board before a play."""
    cells = {placement.cell for placement in placements}
    return Board.empty().placing(item for item in board.faces.items() if item[0] not in cells)


@dataclass(frozen=True, slots=True)
class Tally:
    """What one seat did in a game."""

    turns: int
    points: int
    best: int
    qwirkles: int
    swaps: int

    @property
    def points_per_turn(self) -> float:
        """How much a turn brought on average."""
        return self.points / self.turns if self.turns else 0.0


def tally(history: History, seat: Seat) -> Tally:
    """What *seat* did."""
    own = [past for past in history if past.turn.seat == seat]
    return Tally(
        turns=len(own),
        points=sum(past.turn.points for past in own),
        best=max((past.turn.points for past in own), default=0),
        qwirkles=sum(len(line) == QWIRKLE for past in own for line in past.lines),
        swaps=sum(isinstance(past.turn.move, Swap) for past in own),
    )
