"""The signs that tiles and frames are drawn with; every one is one column wide."""

from dataclasses import dataclass, replace
from typing import Final

from p2pqwirkle.rules.tiles import Face


@dataclass(frozen=True, slots=True)
class Glyphs:
    """A set of signs that some kind of terminal can show.

    Attributes:
        name: how options call it.
        shapes: one sign for each shape, in the order of the shapes.
        letters: one letter for each colour, in the order of the colours.
        letter_first: whether a tile is its letter and then its sign.
        is_ascii: whether nothing but ASCII may reach the terminal.
        across: a rule between parts of the screen.
        down: the same, upright.
    """

    name: str
    shapes: str
    letters: str
    letter_first: bool
    is_ascii: bool
    across: str
    down: str

    def tile(self, face: Face, *, lettered: bool) -> str:
        """*face* in two columns; without its letter only where colour tells the rest."""
        shape, letter = self.shapes[face.shape.value], self.letters[face.colour.value]
        if not lettered:
            return shape + " "
        return letter + shape if self.letter_first else shape + letter


UNICODE: Final = Glyphs(
    name="unicode",
    shapes="●■◆✸♣✚",
    letters="roygbp",
    letter_first=False,
    is_ascii=False,
    across="─",
    down="│",
)
NEUTRAL: Final = replace(UNICODE, name="neutral", shapes="●■◆✶✤✚")
"""For terminals that draw the clover as a picture: no sign of this set has such a form."""
ASCII: Final = Glyphs(
    name="ascii",
    shapes="@#^*&+",
    letters="ROYGBP",
    letter_first=True,
    is_ascii=True,
    across="-",
    down="|",
)

GLYPH_SETS: Final = {glyphs.name: glyphs for glyphs in (UNICODE, NEUTRAL, ASCII)}
"""By name, in the order in which a player leafs through them."""
