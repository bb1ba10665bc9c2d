"""Tables with hands to them, from games at random."""

import random

from p2pqwirkle.bots.chance import at_random
from p2pqwirkle.bots.greedy import greedy
from p2pqwirkle.rules.board import Board
from p2pqwirkle.rules.tiles import Face
from tests.open_game import OpenGame

Hand = tuple[Face, ...]


def table_and_hands(
    rng: random.Random, *, tiles: int, sizes: tuple[int, int]
) -> tuple[Board, Hand, Hand]:
    """A table of at least so many tiles, and hands of what is left."""
    game = OpenGame([at_random, greedy], rng)
    while len(game.position.board) < tiles:
        game.take(game.decide())
    mine, theirs = sizes
    left = rng.sample(game.position.unplaced(), mine + theirs)
    return game.position.board, tuple(left[:mine]), tuple(left[mine:])
