"""What a player may do in a turn: as its owner chooses it, and as everybody sees it."""

from dataclasses import dataclass
from typing import NamedTuple, NewType, TypeAlias

from p2pqwirkle.rules.board import Cell
from p2pqwirkle.rules.tiles import Face

Seat = NewType("Seat", int)
"""A player's index in the charter, for the whole game."""


class Placement(NamedTuple):
    """One tile put on one cell."""

    cell: Cell
    face: Face


@dataclass(frozen=True, slots=True)
class Play:
    """Tiles from the hand put on the table; their order has no meaning to the rules."""

    placements: tuple[Placement, ...]


@dataclass(frozen=True, slots=True)
class Swap:
    """Tiles put aside for as many of the bag's; the others see how many, not which."""

    count: int


@dataclass(frozen=True, slots=True)
class PutAside:
    """A swap as its owner chooses it: the faces that leave the hand."""

    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Pass:
    """A turn without a play or a swap."""


@dataclass(frozen=True, slots=True)
class PassedOver:
    """A turn that the others have gone on without."""


Move: TypeAlias = Play | Swap | Pass
"""A turn as everybody sees it."""

Choice: TypeAlias = Play | PutAside | Pass
"""A turn as the player to move decides it."""


def seen_by_all(choice: Choice) -> Move:
    """The move that the others see of *choice*."""
    return Swap(len(choice.faces)) if isinstance(choice, PutAside) else choice
