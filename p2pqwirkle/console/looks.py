"""How everything is drawn: chosen by looking at the terminal, changed by the player."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, TypeVar

from p2pqwirkle.console.glyphs import ASCII, GLYPH_SETS, NEUTRAL, UNICODE, Glyphs
from p2pqwirkle.console.palette import Depth, Ground, tile_style
from p2pqwirkle.rules.tiles import Face

_FEW_COLOURS: Final = ("linux", "xterm", "screen", "rxvt", "ansi", "cygwin", "Eterm")
_NO_COLOURS: Final = ("vt", "dumb", "unknown")

_Choice = TypeVar("_Choice", bound=Enum)


@dataclass(frozen=True, slots=True)
class Looks:
    """The player's taste, as far as the terminal allows it.

    Attributes:
        lettered: whether each tile shows its colour's letter; always so without colours.
    """

    glyphs: Glyphs = UNICODE
    depth: Depth = Depth.INDEXED
    ground: Ground = Ground.PAINTED
    lettered: bool = True

    def tile(self, face: Face) -> str:
        """*face* in two columns."""
        lettered = self.lettered or self.depth is Depth.NONE or self.glyphs.is_ascii
        return self.glyphs.tile(face, lettered=lettered)

    def style(self, face: Face) -> str:
        """The colours of *face*."""
        return tile_style(face.colour, self.depth, self.ground)

    def with_next_glyphs(self) -> "Looks":
        """The same with another set of signs."""
        names = list(GLYPH_SETS)
        after = names[(names.index(self.glyphs.name) + 1) % len(names)]
        return replace(self, glyphs=GLYPH_SETS[after])

    def with_next_depth(self) -> "Looks":
        """The same with fewer colours, or again with all."""
        return replace(self, depth=_next_of(self.depth))

    def with_next_ground(self) -> "Looks":
        """The same with tiles painted, or drawn for a dark or a light terminal."""
        return replace(self, ground=_next_of(self.ground))

    def with_letters_turned(self) -> "Looks":
        """The same with letters, or without."""
        return replace(self, lettered=not self.lettered)


def looks_for(environment: Mapping[str, str]) -> Looks:
    """The looks that suit the terminal which *environment* describes."""
    return Looks(glyphs=_glyphs_for(environment), depth=_depth_for(environment))


def speaks_utf8(environment: Mapping[str, str]) -> bool:
    """Whether the terminal is said to read UTF-8: the first locale variable that is set says it."""
    named = (environment.get(name) for name in ("LC_ALL", "LC_CTYPE", "LANG"))
    locale = next((value for value in named if value), "")
    return "utf8" in locale.lower().replace("-", "")


def _glyphs_for(environment: Mapping[str, str]) -> Glyphs:
    is_windows_terminal = bool(environment.get("WT_SESSION"))
    if environment.get("TERM") == "linux" or not (speaks_utf8(environment) or is_windows_terminal):
        return ASCII
    return NEUTRAL if environment.get("TERMUX_VERSION") else UNICODE


def _depth_for(environment: Mapping[str, str]) -> Depth:
    term = environment.get("TERM", "")
    if environment.get("NO_COLOR") or term.startswith(_NO_COLOURS):
        return Depth.NONE
    if environment.get("COLORTERM") in ("truecolor", "24bit") or environment.get("WT_SESSION"):
        return Depth.TRUE
    if term in _FEW_COLOURS:
        return Depth.SIXTEEN
    return Depth.INDEXED


def _next_of(choice: _Choice) -> _Choice:
    choices = list(type(choice))
    return choices[(choices.index(choice) + 1) % len(choices)]
