"""What a seat may know when it is its turn, and what kind of function decides from it."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

from p2pqwirkle.rules.moves import Choice, Play, Seat
from p2pqwirkle.rules.position import Position
from p2pqwirkle.rules.tiles import Face, in_order


@dataclass(frozen=True, slots=True)
class Knowledge:
    """The mover's view of the game: the table, its own hand, and nothing of the other hands."""

    position: Position
    hand: tuple[Face, ...]

    @property
    def unseen(self) -> tuple[Face, ...]:
        """The faces of the tiles in the bag and in the other hands, by index."""
        return in_order((Counter(self.position.unplaced()) - Counter(self.hand)).elements())

    @property
    def others(self) -> tuple[Seat, ...]:
        """The other seats that play, in the order in which they move next."""
        order = self.position.turn_order
        turn = order.index(self.position.mover)
        return order[turn + 1 :] + order[:turn]

    @property
    def most_to_swap(self) -> int:
        """How many tiles may be put aside; none before the opening or with an empty bag."""
        if self.position.opening is not None:
            return 0
        return min(len(self.hand), self.position.bag_size)


def without(hand: Iterable[Face], play: Play) -> tuple[Face, ...]:
    """What is left of *hand* after *play*, before the draw."""
    kept = list(hand)
    for placement in play.placements:
        kept.remove(placement.face)
    return tuple(kept)


Choose: TypeAlias = Callable[[int], int]
"""The only entropy a bot gets: ``choose(n)`` is one of 0 to n - 1."""

Bot: TypeAlias = Callable[[Knowledge, Choose], Choice]
"""Decides a turn of a game that is not over; what it decides is legal."""
