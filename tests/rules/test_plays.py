import tracemalloc
from collections.abc import Callable

import pytest

from p2pqwirkle.rules.best import best_play
from p2pqwirkle.rules.board import Board, Cell
from p2pqwirkle.rules.legal import can_play, check_play, fits_somewhere
from p2pqwirkle.rules.notation import format_choice
from p2pqwirkle.rules.plays import plays
from p2pqwirkle.rules.scoring import score_of
from tests.notation import board, faces, play
from tests.rules.symmetry import Symmetry

LINE = board("rs rd rt")

ALL_RED = "ro rs rd rt rc rx"

GRID = board("""
ro rs rd rt rc rx
oo os od ot oc ox
yo ys yd yt yc yx
go gs gd gt gc gx
bo bs bd bt bc bx
po ps pd pt pc px
""")


def listed(table: Board, hand: str) -> set[str]:
    return {format_choice(found) for found in plays(table, faces(hand))}


def test_all_plays_of_a_hand_are_listed() -> None:
    assert listed(LINE, "rc yt") == {
        "play rc@-1,0",
        "play rc@3,0",
        *("play rc@0,-1", "play rc@1,-1", "play rc@2,-1"),
        *("play rc@0,1", "play rc@1,1", "play rc@2,1"),
        "play yt@2,-1",
        "play yt@2,1",
    }


def test_plays_of_several_tiles_are_listed_whole_and_once() -> None:
    assert listed(board("rs"), "os ys") == {
        *("play os@-1,0", "play os@1,0", "play os@0,-1", "play os@0,1"),
        *("play ys@-1,0", "play ys@1,0", "play ys@0,-1", "play ys@0,1"),
        *("play os@1,0 ys@2,0", "play ys@1,0 os@2,0"),
        *("play os@-2,0 ys@-1,0", "play ys@-2,0 os@-1,0"),
        *("play os@-1,0 ys@1,0", "play ys@-1,0 os@1,0"),
        *("play os@0,1 ys@0,2", "play ys@0,1 os@0,2"),
        *("play os@0,-2 ys@0,-1", "play ys@0,-2 os@0,-1"),
        *("play os@0,-1 ys@0,1", "play ys@0,-1 os@0,1"),
    } | {
        text
        for one, other in (("os", "ys"), ("ys", "os"))
        for text in (
            f"play {one}@0,-1 {other}@1,-1",
            f"play {one}@-1,-1 {other}@0,-1",
            f"play {one}@0,1 {other}@1,1",
            f"play {one}@-1,1 {other}@0,1",
            f"play {one}@-1,0 {other}@-1,1",
            f"play {one}@-1,-1 {other}@-1,0",
            f"play {one}@1,0 {other}@1,1",
            f"play {one}@1,-1 {other}@1,0",
        )
    }


@pytest.mark.parametrize(
    ("drawing", "hand"),
    [
        pytest.param("rs .  rs\nos .  gs\nys ps bs", "rd", id="twins"),
        pytest.param("rd .  os\ngd .  gs\nyd yc ys", "rs", id="one colour and one shape"),
    ],
)
def test_a_tile_that_goes_with_both_its_neighbours_may_still_not_join_them(
    seen: Symmetry, drawing: str, hand: str
) -> None:
    table, between = seen.board(board(drawing)), seen.cell(Cell(1, 0))

    for found in plays(table, faces(hand)):
        assert found.placements[0].cell != between
    assert table.gap_at(between).faces == 0


def test_twins_in_the_hand_are_one_face() -> None:
    assert listed(LINE, "rc rc rc") == listed(LINE, "rc")


def test_the_order_of_the_hand_makes_no_difference() -> None:
    assert listed(LINE, "rc rx oo gs") == listed(LINE, "gs oo rx rc")


def test_an_opening_begins_at_the_origin_on_either_axis() -> None:
    assert listed(Board.empty(), "rs rd gx") == {
        *("play rs@0,0", "play rd@0,0", "play gx@0,0"),
        *("play rs@0,0 rd@1,0", "play rd@0,0 rs@1,0"),
        *("play rs@0,0 rd@0,1", "play rd@0,0 rs@0,1"),
    }


def test_a_long_list_comes_lazily() -> None:
    hand = faces("ro rs rd rt rc")

    first = memory_of(lambda: next(plays(LINE, hand)))

    assert first < memory_of(lambda: list(plays(LINE, hand))) / 50


def memory_of(work: Callable[[], object]) -> int:
    """The most bytes that are held at once for *work*."""
    tracemalloc.start()
    work()
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most


@pytest.mark.parametrize(
    ("table", "hand", "possible"),
    [
        pytest.param(Board.empty(), "gx", True, id="anything opens"),
        pytest.param(Board.empty(), "", False, id="an empty hand does not"),
        pytest.param(LINE, "gx yo rt", True, id="below the star of the same colour"),
        pytest.param(LINE, "gx yo bc", False, id="nothing in common with any"),
        pytest.param(LINE, "", False, id="no tile, no play"),
        pytest.param(GRID, ALL_RED, False, id="a closed table"),
    ],
)
def test_a_hand_can_play_if_one_of_its_tiles_fits(
    table: Board, hand: str, *, possible: bool
) -> None:
    assert can_play(table, faces(hand)) is possible
    assert fits_somewhere(table, faces(hand)) is possible
    assert any(plays(table, faces(hand))) is possible
    assert (best_play(table, faces(hand), None) is not None) is possible


@pytest.mark.parametrize(
    ("drawing", "hand", "best"),
    [
        pytest.param("rs rd rt", "rc gx bo", "play rc@-1,0", id="the longer line"),
        pytest.param("rs rd rt", "rc ro rx", "play rc@-3,0 ro@-2,0 rx@-1,0", id="a Qwirkle"),
        pytest.param("rs rd rt", "os od ot", "play os@0,-1 od@1,-1 ot@2,-1", id="three crossing"),
        pytest.param(
            "rs .\nrd .\nrt bt\n.  bs",
            "rc ro rx",
            "play rc@0,-3 ro@0,-2 rx@0,-1",
            id="a Qwirkle on the open side",
        ),
        pytest.param("rs rd rt\nos .  ot", "od oc", "play oc@-1,1 od@1,1", id="through a hole"),
    ],
)
def test_the_best_play_scores_most(seen: Symmetry, drawing: str, hand: str, best: str) -> None:
    table = board(drawing)

    found = best_play(seen.board(table), faces(hand), None)

    assert found is not None
    check_play(seen.board(table), found.placements)
    assert score_of(seen.board(table), found.placements) == score_of(
        table, play(best.removeprefix("play ")).placements
    )


def test_of_several_best_plays_it_is_the_first_listed() -> None:
    assert best_play(LINE, faces("rc"), None) == play("rc@-1,0")


def test_the_best_opening_places_as_many_as_claimed() -> None:
    hand = faces("rs rd rt os gx bc")

    best = best_play(Board.empty(), hand, 3)

    assert best == play("rs@0,0 rd@1,0 rt@2,0")
    assert best == best_play(Board.empty(), hand, None)
    assert best_play(Board.empty(), hand, 4) is None
    assert best_play(Board.empty(), (), None) is None
