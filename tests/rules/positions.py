"""Positions in the middle of a game, for tests that are about one thing in them."""

from dataclasses import replace

from p2pqwirkle.rules.board import Board
from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.rules.position import Position


def midgame(
    table: Board,
    *,
    bag_size: int = 50,
    scores: tuple[int, ...] = (0, 0),
    hand_sizes: tuple[int, ...] = (6, 6),
    stall_guard: bool = True,
) -> Position:
    """Seat 0 to move, then the others by seat; *table* and the sizes need not add up to 108."""
    seats = tuple(Seat(seat) for seat in range(len(scores)))
    start = Position.start(
        seats, [1 for _ in seats], [None for _ in seats], stall_guard=stall_guard
    )
    return replace(
        start,
        board=table,
        bag_size=bag_size,
        scores=scores,
        hand_sizes=hand_sizes,
        opening=None,
    )
