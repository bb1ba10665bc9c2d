"""Faults that public Qwirkle programs have had; each is impossible here."""

import pytest

from p2pqwirkle.errors import Breach
from p2pqwirkle.rules.choice import check_choice
from p2pqwirkle.rules.legal import check_play
from p2pqwirkle.rules.moves import Pass, Seat, Swap
from p2pqwirkle.rules.notation import parse_choice
from p2pqwirkle.rules.outcome import Ending, Outcome
from p2pqwirkle.rules.scoring import score_of
from tests.notation import board, faces, placements, play
from tests.rules.positions import midgame
from tests.rules.symmetry import Symmetry

LINE = board("rs rd rt")


def clause_of_refused(seen: Symmetry, drawing: str, played: str) -> str:
    with pytest.raises(Breach) as refusal:
        check_play(seen.board(board(drawing)), seen.placements(placements(played)))
    return refusal.value.clause


def test_the_bonus_is_not_paid_once_per_placed_tile(seen: Symmetry) -> None:
    table = seen.board(board("rs rd rt rc"))

    assert score_of(table, seen.placements(placements("ro@-1,0 rx@4,0"))) == 12


def test_a_bridge_is_judged_as_a_whole_and_does_not_join_twins(seen: Symmetry) -> None:
    two_red_squares = """
    rs .  rs
    os .  gs
    ys ps bs
    """

    assert clause_of_refused(seen, two_red_squares, "rd@1,0") == "R5.1"


def test_a_bridge_does_not_join_a_line_of_one_colour_to_one_of_one_shape(seen: Symmetry) -> None:
    red_then_squares = """
    rd .  os
    gd .  gs
    yd yc ys
    """

    assert clause_of_refused(seen, red_then_squares, "rs@1,0") == "R5.2"


def test_rows_are_not_columns(seen: Symmetry) -> None:
    table = seen.board(LINE)

    check_play(table, seen.placements(placements("rc@3,0")))
    assert score_of(table, seen.placements(placements("rc@3,0"))) == 4
    assert score_of(table, seen.placements(placements("rc@2,1"))) == 2


def test_cells_may_be_negative() -> None:
    table = board("rs rd rt", origin=(-1, -1))

    check_play(table, placements("rc@-2,-1 rx@2,-1"))


def test_the_board_has_no_edge() -> None:
    staircase = midgame(board("rs"), bag_size=80)
    steps = "rd od ot yt yc gc gx bx bo po ps"

    for number, step in enumerate(steps.split(), start=1):
        x, y = (number + 1) // 2, number // 2
        staircase = staircase.after(play(f"{step}@{-x},{-y}"))

    assert len(staircase.board) == 12


def test_a_free_standing_pair_is_refused(seen: Symmetry) -> None:
    assert clause_of_refused(seen, "rs rd rt", "gs@0,2 gd@1,2") == "R4.7"


def test_two_tiles_do_not_go_on_one_cell(seen: Symmetry) -> None:
    assert clause_of_refused(seen, "rs rd rt", "rc@3,0 rx@3,0") == "R4.3"
    assert clause_of_refused(seen, "rs rd rt", "rc@2,0") == "R4.4"


def test_a_tile_that_is_not_in_the_hand_is_refused() -> None:
    with pytest.raises(Breach) as refusal:
        check_choice(midgame(LINE), faces("rx oo gx bt bo po"), parse_choice("play rc@3,0"))

    assert refusal.value.clause == "R4.2"


def test_of_twins_in_the_hand_only_the_one_played_leaves() -> None:
    twins = faces("rc rc oo gx bt bo")
    position = midgame(LINE, bag_size=0)

    check_choice(position, twins, parse_choice("play rc@3,0"))

    assert position.after(play("rc@3,0")).hand_sizes == (5, 6)


def test_a_swap_larger_than_the_bag_does_not_shrink_the_hand() -> None:
    with pytest.raises(Breach) as refusal:
        midgame(LINE, bag_size=2).after(Swap(3))

    assert refusal.value.clause == "R7.3"
    assert midgame(LINE, bag_size=2).after(Swap(2)).hand_sizes == (6, 6)


def test_a_refused_move_changes_nothing_and_does_not_pass_the_turn() -> None:
    position = midgame(LINE)

    with pytest.raises(Breach):
        position.after(play("oc@3,0"))

    assert position == midgame(LINE)
    assert position.mover == 0


def test_one_bad_run_refuses_the_whole_play(seen: Symmetry) -> None:
    assert clause_of_refused(seen, "rs rd rt", "os@0,1 od@1,1 ox@2,1") == "R5.2"


def test_the_game_ends_when_nothing_fits() -> None:
    grid_without_a_corner = board("""
    ro rs rd rt rc rx
    oo os od ot oc ox
    yo ys yd yt yc yx
    go gs gd gt gc gx
    bo bs bd bt bc bx
    po ps pd pt pc .
    """)

    after = midgame(grid_without_a_corner).after(play("px@5,5"))

    assert after.outcome == Outcome(Ending.NOTHING_FITS, (Seat(0),))


def test_the_game_does_not_end_because_of_passes_long_ago() -> None:
    position = midgame(LINE, bag_size=0)
    for _ in range(5):
        position = position.after(Pass())

    position = position.after(play("rc@3,0"))

    assert position.after(Pass()).outcome is None


def test_a_tie_is_not_shown_as_a_win_of_one() -> None:
    position = midgame(LINE, bag_size=0, scores=(6, 16), hand_sizes=(1, 6))

    assert position.after(play("rc@3,0")).outcome == Outcome(Ending.WENT_OUT, (Seat(0), Seat(1)))


@pytest.mark.parametrize("played", ["rc@3,0", "os@0,1 od@1,1", "rc@3,0 ro@4,0 rx@5,0"])
def test_a_preview_shows_the_real_score(played: str) -> None:
    preview = score_of(LINE, placements(played))

    assert midgame(LINE).after(play(played)).scores == (preview, 0)


def test_a_score_does_not_fit_in_a_byte() -> None:
    position = midgame(board("rs rd rt rc ro"), scores=(250, 0))

    assert position.after(play("rx@5,0")).scores == (262, 0)


def test_the_game_does_not_stick_when_the_bag_runs_out() -> None:
    after = midgame(LINE, bag_size=0).after(play("rc@3,0"))

    assert after.drawn == 0
    assert after.outcome is None
    assert after.mover == 1
