"""What a tile shows."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum
from typing import Final


class Colour(Enum):
    """One of a tile's two attributes; the order is the protocol's (R1)."""

    RED = 0
    ORANGE = 1
    YELLOW = 2
    GREEN = 3
    BLUE = 4
    PURPLE = 5


class Shape(Enum):
    """The other attribute; the order is the protocol's (R1)."""

    CIRCLE = 0
    SQUARE = 1
    DIAMOND = 2
    STAR = 3
    CLOVER = 4
    CROSS = 5


@dataclass(frozen=True, slots=True)
class Face:
    """What a tile shows; three tiles share each face.

    Attributes:
        index: the face's number in the protocol, 0 to 35, colour by colour (R1); kept, since all
            that is counted, masked or hashed goes by it.
    """

    colour: Colour
    shape: Shape
    index: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        index = len(Shape) * self.colour.value + self.shape.value
        object.__setattr__(self, "index", index)

    def __hash__(self) -> int:
        return self.index


FACES: Final = tuple(Face(colour, shape) for colour in Colour for shape in Shape)
"""All 36 faces by index."""

COPIES: Final = 3
"""Tiles of each face."""

TILE_COUNT: Final = COPIES * len(FACES)
"""Tiles of a game, 108."""


def in_order(faces: Iterable[Face]) -> tuple[Face, ...]:
    """*faces* sorted by index, twins kept."""
    return tuple(sorted(faces, key=lambda face: face.index))
