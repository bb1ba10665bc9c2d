"""A game with all hands open: the hidden bag's duties, done by a shuffled list."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from p2pqwirkle.bots.knowledge import Bot, Knowledge
from p2pqwirkle.rules.choice import check_choice
from p2pqwirkle.rules.moves import Choice, Play, PutAside, Seat, seen_by_all
from p2pqwirkle.rules.opening import largest_set
from p2pqwirkle.rules.position import HAND_SIZE, Position
from p2pqwirkle.rules.tiles import COPIES, FACES, Face

QUICK: Final = ("careful", "greedy", "random")
"""The levels of bots that decide in milliseconds."""


@dataclass
class OpenGame:
    """*players* decide by seat; *entropy* shuffles, gives the turn order and serves the bots."""

    players: Sequence[Bot]
    entropy: random.Random
    stall_guard: bool = True
    turns: int = field(init=False, default=0)
    bag: list[Face] = field(init=False)
    hands: list[list[Face]] = field(init=False)
    position: Position = field(init=False)

    def __post_init__(self) -> None:
        self.bag = [face for face in FACES for _ in range(COPIES)]
        self.entropy.shuffle(self.bag)
        self.hands = [self._draw(HAND_SIZE) for _ in self.players]
        turn_order = [Seat(seat) for seat in range(len(self.players))]
        self.entropy.shuffle(turn_order)
        self.position = Position.start(
            turn_order,
            claims=[largest_set(hand) for hand in self.hands],
            ages=[None for _ in self.players],
            stall_guard=self.stall_guard,
        )

    @property
    def hand(self) -> list[Face]:
        """The hand of whose turn it is."""
        return self.hands[self.position.mover]

    def is_over(self) -> bool:
        return self.position.outcome is not None

    def decide(self) -> Choice:
        """What the mover would do."""
        knowledge = Knowledge(self.position, tuple(self.hand))
        return self.players[self.position.mover](knowledge, self.entropy.randrange)

    def take(self, choice: Choice) -> None:
        """Let the mover do *choice*: first the draw, then the return of what was put aside."""
        check_choice(self.position, self.hand, choice)
        self.make(choice)

    def make(self, choice: Choice) -> None:
        """The same for a choice that is the mover's to make: only the public rules are checked."""
        hand = self.hand
        self.position = self.position.after(seen_by_all(choice))
        self.turns += 1
        if isinstance(choice, PutAside) and self.is_over():
            return  # the stall guard: no tile moves any more
        leaving = _leaving(choice)
        for face in leaving:
            hand.remove(face)
        hand += self._draw(self.position.drawn)
        if isinstance(choice, PutAside):
            self.bag += leaving
            self.entropy.shuffle(self.bag)

    def play_on(self) -> None:
        """Play to the end."""
        while not self.is_over():
            self.take(self.decide())

    def all_tiles(self) -> Counter[Face]:
        """Every tile wherever it is: on the table, in a hand, in the bag."""
        held = (face for hand in self.hands for face in hand)
        return Counter((*self.position.board.faces.values(), *held, *self.bag))

    def _draw(self, count: int) -> list[Face]:
        return [self.bag.pop() for _ in range(count)]


def _leaving(choice: Choice) -> list[Face]:
    match choice:
        case Play(placements):
            return [placement.face for placement in placements]
        case PutAside(faces):
            return list(faces)
        case _:
            return []
