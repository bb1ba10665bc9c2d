"""The play with the highest score, found without listing all others."""

from collections.abc import Iterable

from p2pqwirkle.rules.board import Board
from p2pqwirkle.rules.moves import Play
from p2pqwirkle.rules.plays import plays
from p2pqwirkle.rules.scoring import score_of
from p2pqwirkle.rules.tiles import Face


def best_play(board: Board, hand: Iterable[Face], opening: int | None) -> Play | None:
    """The play of *hand* that scores most for its lines; None if there is none.

    Of several with that score it is the first that `plays` lists.  *opening* is the number of tiles
    that an opener has to place.
    """
    return max(
        (play for play in plays(board, hand) if opening is None or len(play.placements) == opening),
        key=lambda play: score_of(board, play.placements),
        default=None,
    )
