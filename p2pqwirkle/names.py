"""Names that strangers gave themselves, made fit for anybody's screen."""

import unicodedata
from collections import Counter
from collections.abc import Sequence
from typing import Final

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
        marks = marks + 1 if unicodedata.combining(character) else 0
        if marks <= _MOST_MARKS:
            dangerous = unicodedata.category(character) in _DANGEROUS
            shown.append(UNSHOWABLE if dangerous else character)
    return "".join(shown)


def player_names(foreign: Sequence[str]) -> tuple[str, ...]:
    """Names by seat, showable; equal ones are told apart as "north (2)"."""
    names: list[str] = []
    met: Counter[str] = Counter()
    for name in map(showable, foreign):
        met[name] += 1
        names.append(name if met[name] == 1 else f"{name} ({met[name]})")
    return tuple(names)
