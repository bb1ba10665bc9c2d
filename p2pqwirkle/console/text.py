"""Text as terminals show it, column by column."""

import unicodedata
from collections.abc import Iterator

from wcwidth import wcwidth

from p2pqwirkle.names import UNSHOWABLE


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
