"""Trying moves out: no tile is lost or doubled, and what is promised is what comes."""

import random
from collections.abc import Iterator, Sequence
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2pqwirkle.bots.greedy import greedy
from p2pqwirkle.console.commands import Command, Deed, Digit, Go, Point
from p2pqwirkle.console.desk import Desk
from p2pqwirkle.console.hints import hints
from p2pqwirkle.console.obey import obey
from p2pqwirkle.console.preview import Illegal, Legal, fitting_cells, preview
from p2pqwirkle.rules.board import Cell
from p2pqwirkle.rules.moves import Play
from p2pqwirkle.rules.plays import plays
from p2pqwirkle.rules.position import Position
from p2pqwirkle.rules.tiles import Face
from tests.console.desks import Evening, desk_with
from tests.notation import board, faces, placements
from tests.open_game import OpenGame
from tests.rules.positions import midgame

COMMANDS = st.one_of(
    st.sampled_from(list(Deed)),
    st.builds(Digit, st.integers(1, 9)),
    st.builds(Go, st.integers(-1, 1), st.integers(-1, 1)),
    st.builds(Point, st.builds(Cell, st.integers(-3, 6), st.integers(-3, 6))),
)


def after(desk: Desk, *commands: Command) -> Desk:
    for command in commands:
        desk, _ = obey(desk, command)
    return desk


def random_moments(count: int, moves: int) -> Iterator[tuple[Position, tuple[Face, ...], Play]]:
    """Moments of random play: the position, the mover's hand, and a legal play of it."""
    entropy = random.Random(20261130)
    found = 0
    while found < count:
        game = OpenGame([greedy] * entropy.randrange(2, 7), entropy)
        while not game.is_over():
            position, hand = game.position, tuple(game.hand)
            lawful = [
                play
                for play in islice(plays(position.board, hand), 400)
                if position.opening in (None, len(play.placements))
            ]
            for play in entropy.sample(lawful, min(moves, len(lawful))):
                found += 1
                yield position, hand, play
            game.take(entropy.choice(lawful) if lawful else game.decide())


def test_the_preview_is_the_score_then_given() -> None:
    checked = 0
    for position, hand, play in random_moments(2_000, moves=12):
        mover = position.mover
        seen = preview(position, mover, hand, play)
        assert isinstance(seen, Legal)
        assert seen.points == position.after(play).scores[mover] - position.scores[mover]
        checked += 1

    assert checked >= 2_000


def test_the_first_hint_is_the_exact_best() -> None:
    entropy = random.Random(7)
    for seed in range(4):
        game = OpenGame([greedy] * 3, random.Random(seed))
        while not game.is_over():
            position, hand = game.position, game.hand
            if position.opening is None and (position.bag_size == 0 or entropy.random() < 0.3):
                found = hints(position, position.mover, hand)
                points = [hint.points for hint in found]
                assert points[:1] == most_points(position, hand)
                assert points == sorted(points, reverse=True)
                assert len({hint.play for hint in found}) == len(found)
            game.take(game.decide())


def most_points(position: Position, hand: Sequence[Face]) -> list[int]:
    """What the best play adds to the score, by trying all; nothing if nothing fits."""
    mover, lawful = position.mover, plays(position.board, hand)
    points = [position.after(play).scores[mover] - position.scores[mover] for play in lawful]
    return [max(points)] if points else []


def test_a_hint_goes_out_where_that_is_worth_more_than_better_lines() -> None:
    table = board("bt bo .  .\n.  bs rs .\n.  .  rt rs")
    last = midgame(table, bag_size=0, hand_sizes=(2, 6))

    first, second, *_ = hints(last, last.mover, faces("yd ys"))

    assert (len(first.play.placements), first.points) == (2, 4 + 6)
    assert (len(second.play.placements), second.points) == (1, 5)


@pytest.mark.parametrize("seed", range(3))
def test_a_tile_fits_where_the_rules_let_it_be_played(seed: int) -> None:
    game = OpenGame([greedy] * 2, random.Random(seed))
    for _ in range(12):
        game.take(game.decide())
    table = game.position.board
    for face in game.hand:
        single = {
            play.placements[0].cell for play in plays(table, [face]) if len(play.placements) == 1
        }
        assert fitting_cells(table, (), face) == single


@settings(max_examples=60, deadline=None)
@given(st.lists(COMMANDS, max_size=40), st.integers(0, 5))
def test_no_command_loses_or_doubles_a_tile(commands: list[Command], seed: int) -> None:
    evening = Evening(seed)
    evening.play_on(5)
    evening.until_ours()
    desk = evening.desk

    for command in commands:
        before = desk
        desk, request = obey(desk, command)
        staging = desk.staging
        assert sorted(staging.rack, key=str) == sorted(desk.scene.hand, key=str)
        assert len({one.tile for one in staging.laid}) == len(staging.laid)
        assert len({one.cell for one in staging.laid}) == len(staging.laid)
        assert not {one.tile for one in staging.laid} & set(staging.aside)
        if isinstance(request, Play):
            assert isinstance(before.preview, Legal)


def test_a_move_is_chosen_put_and_confirmed() -> None:
    desk = desk_with("rd ys bo gc px oc", "rs")

    desk = after(desk, Digit(1), Deed.PUT)
    desk, request = obey(desk, Deed.CONFIRM)

    assert isinstance(request, Play)
    assert request.placements[0].face == faces("rd")[0]
    assert desk.sent


def test_a_choice_points_at_a_cell_where_the_tile_fits() -> None:
    desk = after(desk_with("rd ys bo gc px oc", "rs"), Digit(1))

    assert desk.cursor in desk.fitting
    assert desk.fitting == {Cell(-1, 0), Cell(1, 0), Cell(0, -1), Cell(0, 1)}


def test_the_next_fitting_cell_is_found_row_by_row() -> None:
    desk = after(desk_with("rd ys bo gc px oc", "rs"), Digit(1))

    seen = []
    for _ in range(4):
        desk = after(desk, Deed.NEXT_CELL)
        seen.append(desk.cursor)

    assert set(seen) == desk.fitting


@pytest.mark.parametrize(
    ("laid", "clause"),
    [
        pytest.param("bo@1,0", "R5.2", id="R5.2 nothing in common"),
        pytest.param("rd@5,5", "R4.7", id="R4.7 alone"),
        pytest.param("rd@1,0 rc@3,0", "R4.6", id="R4.6 a gap"),
        pytest.param("rd@1,0 rc@0,1", "R4.5", id="R4.5 round a corner"),
    ],
)
def test_why_a_move_is_not_legal_is_seen_at_once(laid: str, clause: str) -> None:
    desk = desk_with("rd rc bo gc px oc", "rs")

    for cell, face in placements(laid):
        number = 1 + [tile.face for tile in desk.staging.rack].index(face)
        desk = after(desk, Digit(number), Point(cell))

    assert desk.preview == Illegal(clause)
    desk, request = obey(desk, Deed.CONFIRM)
    assert request is None
    assert not desk.sent


def test_tiles_come_back_one_by_one_or_all_at_once() -> None:
    desk = desk_with("rd rc bo gc px oc", "rs")
    desk = after(desk, Digit(1), Point(Cell(1, 0)), Digit(2), Point(Cell(2, 0)))

    assert len(after(desk, Deed.TAKE_BACK).staging.laid) == 1
    assert after(desk, Deed.CANCEL).staging.laid == ()
    assert len(after(desk, Point(Cell(1, 0))).staging.laid) == 1


def test_twins_are_laid_one_by_one() -> None:
    desk = desk_with("rd rd bo gc px oc", "rs")

    desk = after(desk, Digit(2), Point(Cell(1, 0)))

    assert [tile.face for tile in desk.staging.loose] == list(faces("rd bo gc px oc"))


def test_the_hand_can_be_sorted_and_moved_about_at_any_time() -> None:
    desk = desk_with("rd ys bo gc px oc", "rs")

    by_colour = after(desk, Deed.SORT)
    by_shape = after(by_colour, Deed.SORT)
    moved = after(desk, Digit(1), Deed.TILE_RIGHT, Deed.TILE_RIGHT)

    assert tuple(tile.face for tile in by_colour.staging.rack) == faces("rd oc ys gc bo px")
    assert tuple(tile.face for tile in by_shape.staging.rack) == faces("bo ys rd oc gc px")
    assert tuple(tile.face for tile in moved.staging.rack) == faces("ys bo rd gc px oc")


def test_no_more_can_be_swapped_than_the_bag_holds() -> None:
    desk = desk_with("rd ys bo gc px oc", "rs", bag_size=2)

    desk = after(desk, Deed.SWAP, Deed.ALL_ASIDE)
    assert len(desk.staging.aside) == 2
    desk = after(desk, Digit(6))

    assert len(desk.staging.aside) == 2
    assert desk.notice is not None
    assert desk.notice.key == "notice.bag-small"


def test_an_empty_bag_has_nothing_to_swap() -> None:
    desk = after(desk_with("rd ys bo gc px oc", "rs", bag_size=0), Deed.SWAP)

    assert not desk.is_swapping
    assert desk.notice is not None
    assert desk.notice.key == "notice.bag-empty"


def test_a_hint_is_laid_out_and_not_played() -> None:
    desk = after(desk_with("rd rc bo gc px oc", "rs"), Deed.HINTS)

    desk, request = obey(desk, Digit(1))

    assert request is None
    assert isinstance(desk.preview, Legal)
    assert desk.preview.points == 5
