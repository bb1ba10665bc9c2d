"""The text form of faces, cells and choices, the same in all languages.

A face is its colour letter and its shape letter, ``rs`` the red square; a cell is ``x,y``; a choice
is ``play rs@0,-1 rd@1,-1``, ``swap rs rd`` or ``pass``.  What is printed parses back to the same.
"""

import re
from typing import Final, assert_never

from p2pqwirkle.rules.board import Cell
from p2pqwirkle.rules.moves import Choice, Pass, Placement, Play, PutAside
from p2pqwirkle.rules.tiles import FACES, Colour, Face, Shape

COLOUR_LETTERS: Final = {
    Colour.RED: "r",
    Colour.ORANGE: "o",
    Colour.YELLOW: "y",
    Colour.GREEN: "g",
    Colour.BLUE: "b",
    Colour.PURPLE: "p",
}

SHAPE_LETTERS: Final = {
    Shape.CIRCLE: "o",
    Shape.SQUARE: "s",
    Shape.DIAMOND: "d",
    Shape.STAR: "t",
    Shape.CLOVER: "c",
    Shape.CROSS: "x",
}

_CELL: Final = re.compile(r"(-?[0-9]{1,3}),(-?[0-9]{1,3})")
"""No game reaches a cell beyond 107, so three digits are enough."""


class NotationError(ValueError):
    """A slip of whoever typed: the text is no face, no cell or no choice."""


def format_face(face: Face) -> str:
    """*face* as its two letters."""
    return COLOUR_LETTERS[face.colour] + SHAPE_LETTERS[face.shape]


_FACES: Final = {format_face(face): face for face in FACES}


def face(text: str) -> Face:
    """The face that *text* names.

    Raises:
        NotationError: if it names none.
    """
    try:
        return _FACES[text]
    except KeyError:
        raise NotationError(f"{text!a} is no tile; 'rs' is the red square") from None


def format_cell(cell: Cell) -> str:
    """*cell* as ``x,y``."""
    return f"{cell.x},{cell.y}"


def cell(text: str) -> Cell:
    """The cell that *text* names.

    Raises:
        NotationError: if it names none.
    """
    match = _CELL.fullmatch(text)
    if match is None:
        raise NotationError(f"{text!a} is no cell; '0,-1' is the one above 0,0")
    return Cell(int(match[1]), int(match[2]))


def format_placement(placement: Placement) -> str:
    """*placement* as ``face@cell``."""
    return f"{format_face(placement.face)}@{format_cell(placement.cell)}"


def placement(text: str) -> Placement:
    """The placement that *text* names.

    Raises:
        NotationError: if it names none.
    """
    tile, at, place = text.partition("@")
    if not at:
        raise NotationError(f"{text!a} is no placement; 'rs@0,-1' puts the red square on 0,-1")
    return Placement(cell(place), face(tile))


def format_choice(choice: Choice) -> str:
    """*choice* as one line of text."""
    match choice:
        case Play(placements):
            return " ".join(("play", *map(format_placement, placements)))
        case PutAside(faces):
            return " ".join(("swap", *map(format_face, faces)))
        case Pass():
            return "pass"
        case _:
            assert_never(choice)


def parse_choice(text: str) -> Choice:
    """The choice that *text* names; capitals and blanks do not matter.

    Raises:
        NotationError: if it names none.
    """
    match text.lower().split():
        case ["play", first, *others]:
            return Play(tuple(map(placement, (first, *others))))
        case ["swap", first, *others]:
            return PutAside(tuple(map(face, (first, *others))))
        case ["pass"]:
            return Pass()
        case _:
            raise NotationError(f"{text!a} is no move; try 'play rs@0,-1', 'swap rs rd' or 'pass'")
