"""Text as terminals show it: widths, and what strangers may put into a name."""

import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from wcwidth import wcwidth

UNSHOWABLE: Final = "?"
"""Stands for a character that would move the cursor, turn the direction of text, or be unseen."""

_DANGEROUS: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_MOST_MARKS: Final = 1
"""Combining marks on one letter; more of them climb into the lines above."""


def showable(foreign: str) -> str:
    """*foreign* with nothing in it that does more than show a character."""
    shown: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", foreign):
        is_mark = unicodedata.combining(character) > 0
        marks = marks + 1 if is_mark else 0
        if marks > _MOST_MARKS:
            continue
        is_dangerous = unicodedata.category(character) in _DANGEROUS
        shown.append(UNSHOWABLE if is_dangerous else character)
    return "".join(shown)


def player_names(foreign: Sequence[str]) -> tuple[str, ...]:
    """Names by seat, showable; equal ones are told apart as "north (2)"."""
    names: list[str] = []
    met: Counter[str] = Counter()
    for name in map(showable, foreign):
        met[name] += 1
        names.append(name if met[name] == 1 else f"{name} ({met[name]})")
    return tuple(names)


def width_of(text: str) -> int:
    """How many columns *text* takes."""
    return sum(max(0, wcwidth(character)) for character in text)


def clip(text: str, width: int) -> str:
    """*text* in *width* columns at the most; a ``~`` shows that some is missing."""
    if width_of(text) <= width:
        return text
    kept = ""
    for character in text:
        if width_of(kept + character) > width - 1:
            break
        kept += character
    return kept + "~" if width > 0 else ""


def fill(text: str, width: int) -> str:
    """*text* in exactly *width* columns, blanks after it."""
    clipped = clip(text, width)
    return clipped + " " * (width - width_of(clipped))


def wrap(text: str, width: int) -> list[str]:
    """*text* in lines of *width* columns at the most, broken at blanks where there are any."""
    lines: list[str] = []
    for word in (piece for long in text.split() for piece in _pieces(long, width)):
        if lines and width_of(lines[-1]) + 1 + width_of(word) <= width:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return lines


def _pieces(word: str, width: int) -> Iterator[str]:
    """*word* in pieces of *width* columns; a character that is wider than that is left out."""
    piece = ""
    for character in word:
        if width_of(piece + character) > width and piece:
            yield piece
            piece = ""
        if width_of(character) <= width:
            piece += character
    if piece:
        yield piece


def as_ascii(text: str) -> str:
    """*text* in ASCII, each character in the columns it had: letters lose their marks."""
    shown = ""
    for character in text:
        if character.isascii():
            shown += character
            continue
        plain = "".join(c for c in unicodedata.normalize("NFKD", character) if c.isascii())
        width = width_of(character)
        shown += (plain or UNSHOWABLE)[:width].ljust(width, UNSHOWABLE) if width else ""
    return shown
