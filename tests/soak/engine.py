"""The engine on positions of every kind: against the oracle, and for long without growing."""

import random
from dataclasses import replace
from resource import RUSAGE_SELF, getrusage
from typing import Final

from p2pqwirkle.bots.chance import at_random
from p2pqwirkle.bots.greedy import greedy
from p2pqwirkle.rules.notation import format_face
from p2pqwirkle.rules.plays import scored_plays
from p2pqwirkle.rules.position import Position
from p2pqwirkle.rules.tiles import FACES, Colour, Face, Shape
from tests.naive import rules as oracle
from tests.open_game import OpenGame
from tests.rules.symmetry import SYMMETRIES
from tests.soak.rules import check_list, plain

ALIKE: Final = (
    *(tuple(face for face in FACES if face.colour is colour) for colour in Colour),
    *(tuple(face for face in FACES if face.shape is shape) for shape in Shape),
)
"""The hands with the most plays; the oracle takes seconds for each."""

WORST_SHARE: Final = 1 / 50

PARTS: Final = 10
WARM: Final = 4
"""By this part, from 0, what is remembered is as much as it will ever be, and a game was among
those played that needs about as much as any."""

GROWTH: Final = 512
"""KiB by which the memory may differ afterwards."""


def run(seed: int, games: int) -> None:
    """From each of *games* of mixed bots take one table, see it in any way, and ask for a hand."""
    rng = random.Random(seed)
    plays = 0
    for number in range(games):
        position = any_table(rng)
        hand = any_hand(rng, position)
        check_list(position, hand)
        plays += check_scores(position, hand)
        if (number + 1) % 100 == 0 or number + 1 == games:
            print(f"{number + 1} positions, {plays} plays", flush=True)


def any_table(rng: random.Random) -> Position:
    """A table that play has led to, turned and moved in any way."""
    game = OpenGame([at_random, greedy], rng)
    tiles = rng.randrange(6, 108)  # the opening has six at most
    position = game.position
    while len(game.position.board) <= tiles and not game.is_over():
        position = game.position
        game.make(game.decide())
    seen = rng.choice(SYMMETRIES)
    return replace(position, board=seen.board(position.board))


def any_hand(rng: random.Random, position: Position) -> tuple[Face, ...]:
    """What may be left of the tiles, a hand full of twins, or one of the worst."""
    left = position.unplaced()
    if rng.random() < WORST_SHARE:
        return rng.choice(ALIKE)
    size = rng.randrange(1, 7)
    if rng.random() < 1 / 3:
        few = rng.choices(left or FACES, k=3)
        return tuple(rng.choices(few, k=size))
    return tuple(rng.sample(left, min(size, len(left))))


def check_scores(position: Position, hand: tuple[Face, ...]) -> int:
    """Each play comes with the score that the oracle gives it; how many there are."""
    table, count = plain(position), 0
    for score, play in scored_plays(position.board, hand):
        placed = [(cell, format_face(face)) for cell, face in play.placements]
        assert score == oracle.score(table, placed)
        count += 1
    return count


def memory(seed: int, games: int) -> None:
    """Play *games* greedy games of two: the most memory that is held at once stays the same."""
    rng = random.Random(seed)
    held = []
    for part in range(PARTS):
        for _ in range(games // PARTS):
            game = OpenGame([greedy, greedy], rng)
            while not game.is_over():
                game.make(game.decide())
        held.append(getrusage(RUSAGE_SELF).ru_maxrss)
        print(f"{(part + 1) * (games // PARTS)} games: at most {held[-1]} KiB held", flush=True)
    assert held[-1] - held[WARM] <= GROWTH, held
