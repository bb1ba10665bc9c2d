"""The colours of tiles, for what a terminal can show.

The values keep the six colours apart for every kind of colour vision, by lightness too: the least
CIEDE2000 between two of them is 12 and more in 24-bit and 256 colours, 11 for signs on light.
"""

from enum import Enum
from typing import Final

from p2pqwirkle.rules.tiles import Colour


class Depth(Enum):
    """How many colours the terminal shows."""

    TRUE = "24-bit"
    INDEXED = "256"
    SIXTEEN = "16"
    NONE = "none"


class Ground(Enum):
    """What the colour of a tile is put on."""

    PAINTED = "painted"
    """The tile itself is painted, its sign black: the same on light and dark terminals."""
    DARK = "dark"
    """The sign is coloured, on the dark ground that the terminal has."""
    LIGHT = "light"
    """The sign is coloured, on the light ground that the terminal has."""


_BRIGHT: Final = {
    Depth.TRUE: ("#d63c4a", "#e99b2e", "#ffff0b", "#54dc9c", "#507ca2", "#d5a4fd"),
    # The colours 196, 214, 228, 79, 67 and 183 of the usual 256.
    Depth.INDEXED: ("#ff0000", "#ffaf00", "#ffff87", "#5fd7af", "#5f87af", "#d7afff"),
    # The terminal's own palette decides how these look; the letters carry it.
    Depth.SIXTEEN: (
        "ansibrightred",
        "ansiyellow",
        "ansibrightyellow",
        "ansibrightgreen",
        "ansibrightblue",
        "ansibrightmagenta",
    ),
}
"""For black signs on painted tiles, and for coloured signs on a dark ground."""

_DEEP: Final = {
    Depth.TRUE: ("#5a1a21", "#b23e00", "#bf910a", "#357159", "#5e9cd6", "#7109ae"),
    # The colours 52, 202, 94, 29, 69 and 90 of the usual 256.
    Depth.INDEXED: ("#5f0000", "#ff5f00", "#875f00", "#00875f", "#5f87ff", "#870087"),
    Depth.SIXTEEN: (
        "ansired",
        "ansibrightred",
        "ansiyellow",
        "ansigreen",
        "ansiblue",
        "ansimagenta",
    ),
}
"""For coloured signs on a light ground."""


def swatch(colour: Colour, depth: Depth, ground: Ground) -> str | None:
    """The terminal's colour for *colour*; None if there are no colours."""
    if depth is Depth.NONE:
        return None
    return (_DEEP if ground is Ground.LIGHT else _BRIGHT)[depth][colour.value]


def tile_style(colour: Colour, depth: Depth, ground: Ground) -> str:
    """How a tile of *colour* is drawn.

    Wherever the ground is painted so is the sign on it, so that no theme makes them the same.
    """
    painted = swatch(colour, depth, ground)
    if painted is None:
        return ""
    if ground is not Ground.PAINTED:
        return f"fg:{painted}"
    black = "ansiblack" if depth is Depth.SIXTEEN else "#000000"
    return f"fg:{black} bg:{painted}"
