from pathlib import Path

import pytest

from p2pqwirkle.rules.board import Cell
from p2pqwirkle.rules.moves import Choice, Pass, Placement, Play, PutAside
from p2pqwirkle.rules.notation import (
    NotationError,
    cell,
    face,
    format_cell,
    format_choice,
    format_face,
    parse_choice,
)
from p2pqwirkle.rules.tiles import FACES, Colour, Face, Shape

RED_SQUARE = Face(Colour.RED, Shape.SQUARE)
RED_DIAMOND = Face(Colour.RED, Shape.DIAMOND)


@pytest.mark.parametrize(
    ("text", "colour", "shape"),
    [
        ("rs", Colour.RED, Shape.SQUARE),
        ("oo", Colour.ORANGE, Shape.CIRCLE),
        ("yd", Colour.YELLOW, Shape.DIAMOND),
        ("gt", Colour.GREEN, Shape.STAR),
        ("bc", Colour.BLUE, Shape.CLOVER),
        ("px", Colour.PURPLE, Shape.CROSS),
    ],
)
def test_a_face_is_its_colour_letter_and_its_shape_letter(
    text: str, colour: Colour, shape: Shape
) -> None:
    assert face(text) == Face(colour, shape)
    assert format_face(Face(colour, shape)) == text


def test_all_faces_have_texts_of_their_own() -> None:
    assert len({format_face(each) for each in FACES}) == 36


@pytest.mark.parametrize(
    ("text", "choice"),
    [
        pytest.param(
            "play rs@0,-1 rd@1,-1",
            Play((Placement(Cell(0, -1), RED_SQUARE), Placement(Cell(1, -1), RED_DIAMOND))),
            id="play",
        ),
        pytest.param("swap rs rd", PutAside((RED_SQUARE, RED_DIAMOND)), id="swap"),
        pytest.param("pass", Pass(), id="pass"),
    ],
)
def test_a_choice_is_one_line(text: str, choice: Choice) -> None:
    assert parse_choice(text) == choice
    assert format_choice(choice) == text


def test_capitals_and_blanks_do_not_matter() -> None:
    assert parse_choice("  Play  RS@0,-1\t") == parse_choice("play rs@0,-1")


@pytest.mark.parametrize(("text", "x", "y"), [("0,0", 0, 0), ("-107,12", -107, 12)])
def test_a_cell_is_x_comma_y(text: str, x: int, y: int) -> None:
    assert cell(text) == Cell(x, y)
    assert format_cell(Cell(x, y)) == text


@pytest.mark.parametrize("text", ["", "r", "rr", "sr", "RS", "rsd", "r s", "\uff52s", "\udc80s"])
def test_any_other_text_is_no_face(text: str) -> None:
    with pytest.raises(NotationError, match="is no tile"):
        face(text)


@pytest.mark.parametrize(
    "text", ["", "0", "0,", ",0", "0,0,0", "0;0", "1.0,0", "+1,0", "1 ,0", "٣,0", "1" * 5000 + ",0"]
)
def test_any_other_text_is_no_cell(text: str) -> None:
    with pytest.raises(NotationError, match="is no cell"):
        cell(text)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("", "is no move"),
        ("play", "is no move"),
        ("swap", "is no move"),
        ("pass rs", "is no move"),
        ("place rs@0,0", "is no move"),
        ("play rs", "is no placement"),
        ("play rs@", "is no cell"),
        ("play @0,0", "is no tile"),
        ("play rs@0,0@1,1", "is no cell"),
        ("swap rs@0,0", "is no tile"),
        ("swap rs, rd", "is no tile"),
    ],
)
def test_a_slip_is_named(text: str, hint: str) -> None:
    with pytest.raises(NotationError, match=hint):
        parse_choice(text)


def test_a_slip_is_an_ordinary_value_error_whose_text_is_plain() -> None:
    with pytest.raises(ValueError, match=r"'\\x1b\[2J' is no move"):
        parse_choice("\x1b[2J")


def test_the_samples_of_the_specification_are_read() -> None:
    specification = Path(__file__).parents[2] / "protocol" / "rules.md"
    lines = specification.read_text(encoding="utf-8").splitlines()
    samples = {line[4:16].strip(): line[16:44].strip() for line in lines if line[:4] == "    "}

    assert face(samples["face"]) == RED_SQUARE
    assert cell(samples["cell"]) == Cell(0, -1)
    assert format_choice(parse_choice(samples["play"])) == samples["play"]
    assert format_choice(parse_choice(samples["swap"])) == samples["swap"]
    assert parse_choice(samples["pass"]) == Pass()
