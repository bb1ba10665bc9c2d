from collections import Counter

from p2pqwirkle.rules.tiles import COPIES, FACES, TILE_COUNT, Colour, Face, Shape, in_order
from tests.notation import faces


def test_there_are_36_faces_and_three_tiles_of_each() -> None:
    assert len(set(FACES)) == 36
    assert COPIES == 3
    assert TILE_COUNT == 108


def test_faces_are_numbered_colour_by_colour() -> None:
    assert [face.index for face in FACES] == list(range(36))
    assert Face(Colour.RED, Shape.CIRCLE).index == 0
    assert Face(Colour.RED, Shape.CROSS).index == 5
    assert Face(Colour.ORANGE, Shape.CIRCLE).index == 6
    assert Face(Colour.PURPLE, Shape.CROSS).index == 35


def test_colours_and_shapes_have_the_order_of_the_protocol() -> None:
    assert [colour.name for colour in Colour] == [
        *("RED", "ORANGE", "YELLOW", "GREEN", "BLUE", "PURPLE")
    ]
    assert [shape.name for shape in Shape] == [
        *("CIRCLE", "SQUARE", "DIAMOND", "STAR", "CLOVER", "CROSS")
    ]


def test_sorting_a_hand_keeps_its_twins() -> None:
    hand = faces("px rs ro rs")

    assert in_order(hand) == faces("ro rs rs px")
    assert Counter(in_order(hand)) == Counter(hand)
