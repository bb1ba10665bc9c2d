"""Where the weights of `careful` come from: `python -m tests.benchmarks.weights --players P`.

Plays are taken at random from those that greedy bots could make in games of *P* players.  After
each the unseen tiles are dealt anew and the game goes on greedily for some rounds: by how far the
play's maker got ahead of the others, least squares tell what the parts of its outlook are worth.
"""

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from p2pqwirkle.bots.deals import Deal, Playout
from p2pqwirkle.bots.greedy import greedy
from p2pqwirkle.bots.knowledge import Knowledge
from p2pqwirkle.bots.prospects import Outlook, Weights, prospects
from tests.open_game import OpenGame

ROUNDS: Final = 3
TAKEN: Final = 1 / 4
"""Of the positions; three plays from each."""
STRAYS: Final = 1 / 10
"""So many moves are any of the plays that could be taken, lest only the highest be known."""
FEWEST: Final = 100
"""Plays from which weights can be told at all; those in use come from a thousand times as many."""


class Example(NamedTuple):
    """A play's outlook, and how far ahead its maker got afterwards."""

    outlook: Outlook
    ahead: float
    is_bag_empty: bool


def examples(rng: random.Random, players: int) -> Iterator[Example]:
    """Examples without end."""
    while True:
        game = OpenGame([greedy] * players, rng)
        while not game.is_over():
            knowledge = Knowledge(game.position, tuple(game.hand))
            plays = [] if game.position.opening else prospects(knowledge)
            if rng.random() < TAKEN:
                for one in rng.sample(plays, min(3, len(plays))):
                    deal = Deal.at_random(knowledge, rng.randrange)
                    ahead = margin(Playout.after(one.board, one.kept, deal))
                    yield Example(one.outlook, ahead, game.position.bag_size == 0)
            strays = plays and rng.random() < STRAYS
            game.make(rng.choice(plays).play if strays else game.decide())


def margin(playout: Playout) -> float:
    """How far the last to move gets ahead of what the others make on average."""
    ahead, others = 0.0, len(playout.hands) - 1
    for turn in range(ROUNDS * (others + 1)):
        if playout.is_over:
            break
        points = playout.turn()
        ahead += points if turn % (others + 1) == others else -points / others
    return ahead


def fitted(taken: Sequence[Example]) -> Weights:
    """The weights that miss *taken* by the least sum of squares."""
    rows = [(*one.outlook, 1.0, one.ahead) for one in taken]
    columns = range(len(rows[0]))
    sums = [[sum(row[i] * row[j] for row in rows) for j in columns] for i in columns[:-1]]
    return Weights(*solved(sums)[:-1])


def solved(sums: list[list[float]]) -> list[float]:
    """The unknowns of as many equations, by the elimination of Gauss."""
    count = len(sums)
    for pivot in range(count):
        largest = max(range(pivot, count), key=lambda row: abs(sums[row][pivot]))
        sums[pivot], sums[largest] = sums[largest], sums[pivot]
        for row in range(count):
            if row != pivot:
                factor = sums[row][pivot] / sums[pivot][pivot]
                sums[row] = [a - factor * b for a, b in zip(sums[row], sums[pivot], strict=True)]
    return [sums[row][-1] / sums[row][row] for row in range(count)]


def main(words: Sequence[str]) -> None:
    """Take examples, and print the weights of both kinds of turn."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, choices=range(2, 7), default=2)
    parser.add_argument("--plays", type=int, default=80_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(words)
    coming = examples(random.Random(given.seed), given.players)
    taken = [next(coming) for _ in range(given.plays)]
    for is_bag_empty in (False, True):
        kind = [one for one in taken if one.is_bag_empty is is_bag_empty]
        bag = "empty" if is_bag_empty else "not empty"
        if len(kind) < FEWEST:
            parser.error(f"{len(kind)} plays with the bag {bag} are too few: ask for more --plays")
        print(f"bag {bag}, {len(kind)} plays: {fitted(kind)}")


if __name__ == "__main__":
    main(sys.argv[1:])
