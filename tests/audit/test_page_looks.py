"""What the page's colours have to be: readable on their ground, in light, in dark and in print."""

import re
from pathlib import Path
from typing import Final

import pytest

from p2pqwirkle.audit import pages
from p2pqwirkle.audit.pages.page import COLOURS

STYLE: Final = Path(pages.__file__).with_name("report.css").read_text("utf-8")
LIGHT, DARK, PRINT = (
    dict(re.findall(r"--([\w-]+): (#[0-9a-f]{3,6})\b", block))
    for block in re.findall(r":root \{(.*?)\}", STYLE, re.DOTALL)
)
TEXT: Final = 4.5
"""The least contrast of text that WCAG 2 asks for (AA)."""
SIGN: Final = 3.0
"""The same of what is no text: lines and frames."""
WRITTEN: Final = (
    *(("text", "page"), ("quiet", "page"), ("link", "page"), ("text", "table")),
    *(("good", "good-ground"), ("bad", "bad-ground"), ("open", "open-ground")),
)
DRAWN: Final = (("mark", "table"), *((f"curve-{seat}", "page") for seat in range(6)))


def luminance(colour: str) -> float:
    digits = colour.lstrip("#")
    if len(digits) == 3:
        digits = "".join(2 * digit for digit in digits)
    shares = [int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    red, green, blue = (
        share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("theme", [LIGHT, DARK, PRINT], ids=["light", "dark", "print"])
def test_what_is_written_and_drawn_stands_out(theme: dict[str, str]) -> None:
    faint = [pair for pair in WRITTEN if contrast(theme[pair[0]], theme[pair[1]]) < TEXT]
    faint += [pair for pair in DRAWN if contrast(theme[pair[0]], theme[pair[1]]) < SIGN]

    assert faint == []


@pytest.mark.parametrize(("letter", "ground"), COLOURS)
def test_shape_and_letter_of_a_tile_stand_out(letter: str, ground: str) -> None:
    assert contrast("#000", ground) >= TEXT, letter


def test_nothing_on_the_page_moves_by_itself() -> None:
    assert re.findall(r"\b(?:animation|transition|scroll-behavior)\b", STYLE) == []
