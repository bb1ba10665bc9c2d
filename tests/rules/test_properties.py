import random
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from p2pqwirkle.bots.levels import BOTS
from p2pqwirkle.rules.board import Cell
from p2pqwirkle.rules.facesets import face_set, faces_in
from p2pqwirkle.rules.moves import Choice, Pass, Placement, Play, PutAside
from p2pqwirkle.rules.notation import (
    face,
    format_choice,
    format_face,
    format_placement,
    parse_choice,
    placement,
)
from p2pqwirkle.rules.tiles import FACES, Face
from tests.naive import rules as oracle
from tests.open_game import QUICK, OpenGame

a_face = st.sampled_from(FACES)
a_number = st.integers(-999, 999)
a_placement = st.builds(Placement, st.builds(Cell, a_number, a_number), a_face)
a_choice: st.SearchStrategy[Choice] = st.one_of(
    st.builds(Play, st.lists(a_placement, min_size=1, max_size=6).map(tuple)),
    st.builds(PutAside, st.lists(a_face, min_size=1, max_size=6).map(tuple)),
    st.just(Pass()),
)


@given(a_choice)
def test_what_is_printed_parses_back(choice: Choice) -> None:
    assert parse_choice(format_choice(choice)) == choice


@given(a_placement)
def test_a_placement_that_is_printed_parses_back(placed: Placement) -> None:
    assert placement(format_placement(placed)) == placed
    assert face(format_face(placed.face)) == placed.face


@given(st.sets(a_face))
def test_a_set_of_faces_keeps_its_members(members: set[Face]) -> None:
    assert set(faces_in(face_set(members))) == members


@settings(max_examples=20, deadline=None)
@given(
    seed=st.integers(0, 2**32),
    levels=st.lists(st.sampled_from(QUICK), min_size=2, max_size=6),
)
def test_games_conserve_tiles_and_make_only_lawful_tables(seed: int, levels: list[str]) -> None:
    game = OpenGame([BOTS[level] for level in levels], random.Random(seed))

    while not game.is_over():
        game.take(game.decide())

        assert game.all_tiles() == Counter(dict.fromkeys(FACES, 3))
        assert tuple(map(len, game.hands)) == game.position.hand_sizes
        assert len(game.bag) == game.position.bag_size
    table = game.position.board.faces
    assert oracle.is_board({cell: format_face(tile) for cell, tile in table.items()})
