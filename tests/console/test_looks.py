"""What suits which terminal."""

import pytest
from prompt_toolkit.utils import get_cwidth

from p2pqwirkle.console.glyphs import ASCII, GLYPH_SETS, NEUTRAL, UNICODE, Glyphs
from p2pqwirkle.console.looks import Looks, looks_for
from p2pqwirkle.console.palette import Depth
from p2pqwirkle.rules.tiles import FACES

UTF8 = {"LANG": "en_GB.UTF-8"}


@pytest.mark.parametrize(
    ("environment", "glyphs", "depth"),
    [
        pytest.param({"TERM": "xterm-256color"}, UNICODE, Depth.INDEXED, id="no COLORTERM"),
        pytest.param({"TERM": "xterm", "COLORTERM": "truecolor"}, UNICODE, Depth.TRUE, id="24bit"),
        pytest.param({"TERM": "xterm", "WT_SESSION": "1"}, UNICODE, Depth.TRUE, id="Windows"),
        pytest.param({"TERM": "xterm"}, UNICODE, Depth.SIXTEEN, id="a plain xterm"),
        pytest.param({"TERM": "linux"}, ASCII, Depth.SIXTEEN, id="the Linux console"),
        pytest.param({"TERM": "vt100"}, UNICODE, Depth.NONE, id="no colours"),
        pytest.param(
            {"TERM": "tmux-256color", "NO_COLOR": "1"}, UNICODE, Depth.NONE, id="NO_COLOR"
        ),
        pytest.param(
            {"TERM": "xterm-256color", "TERMUX_VERSION": "0.118"},
            NEUTRAL,
            Depth.INDEXED,
            id="Termux",
        ),
        pytest.param(
            {"TERM": "xterm-256color", "LC_ALL": "C"}, ASCII, Depth.INDEXED, id="LC_ALL=C"
        ),
    ],
)
def test_the_terminal_decides_what_it_is_shown(
    environment: dict[str, str], glyphs: Glyphs, depth: Depth
) -> None:
    looks = looks_for({**UTF8, **environment})

    assert (looks.glyphs, looks.depth) == (glyphs, depth)


@pytest.mark.parametrize("glyphs", GLYPH_SETS.values(), ids=GLYPH_SETS)
def test_every_tile_is_two_columns_wide_and_none_looks_like_another(glyphs: Glyphs) -> None:
    tiles = [Looks(glyphs).tile(face) for face in FACES]

    assert {get_cwidth(tile) for tile in tiles} == {2}
    assert len(set(tiles)) == 36


def test_the_neutral_signs_have_no_picture_form() -> None:
    pictures = "♣✖☘♦✳✴▪◼⚫◾⬛❌"

    assert not set(NEUTRAL.shapes) & set(pictures)


def test_without_colours_the_letters_stay() -> None:
    looks = Looks(depth=Depth.NONE, lettered=False)

    assert looks.tile(FACES[0]) == "●r"


def test_leafing_through_the_looks_comes_back_to_the_first() -> None:
    looks = Looks()

    assert looks.with_next_glyphs().with_next_glyphs().with_next_glyphs() == looks
    assert looks.with_next_ground().with_next_ground().with_next_ground() == looks
    assert looks.with_letters_turned().with_letters_turned() == looks
