import pytest

from p2pqwirkle.errors import Breach
from p2pqwirkle.rules.moves import Move, Pass, Seat, Swap
from p2pqwirkle.rules.outcome import Ending, Outcome
from tests.notation import board, play
from tests.rules.positions import midgame

LINE = board("rs rd rt")

ALL_BUT_THE_LAST_CORNER = board("""
ro rs rd rt rc rx
oo os od ot oc ox
yo ys yd yt yc yx
go gs gd gt gc gx
bo bs bd bt bc bx
po ps pd pt pc .
""")


def test_who_places_the_last_tile_of_the_hand_gets_six_and_the_game_is_over() -> None:
    position = midgame(LINE, bag_size=0, scores=(10, 12), hand_sizes=(1, 4))

    after = position.after(play("rc@3,0"))

    assert after.scores == (10 + 4 + 6, 12)
    assert after.outcome == Outcome(Ending.WENT_OUT, (Seat(0),))
    assert after.drawn == 0


def test_tiles_left_in_other_hands_cost_nothing() -> None:
    position = midgame(LINE, bag_size=0, scores=(10, 100), hand_sizes=(1, 6))

    after = position.after(play("rc@3,0"))

    assert after.scores == (20, 100)
    assert after.outcome == Outcome(Ending.WENT_OUT, (Seat(1),))


def test_an_empty_hand_that_can_draw_is_no_end() -> None:
    after = midgame(LINE, bag_size=1, hand_sizes=(1, 6)).after(play("rc@3,0"))

    assert after.outcome is None
    assert after.scores == (4, 0)
    assert after.hand_sizes == (1, 6)


@pytest.mark.parametrize(
    "bag_size",
    [
        pytest.param(0, id="R10 with an empty bag"),
        pytest.param(60, id="R10 with tiles in the bag: a closed table"),
    ],
)
def test_when_no_tile_left_fits_anywhere_the_game_is_over_without_bonus(bag_size: int) -> None:
    position = midgame(ALL_BUT_THE_LAST_CORNER, bag_size=bag_size, scores=(7, 31))

    after = position.after(play("px@5,5"))

    assert after.scores == (31, 31)
    assert after.outcome == Outcome(Ending.NOTHING_FITS, (Seat(0), Seat(1)))
    assert after.drawn == 0
    assert after.hand_sizes == (5, 6)
    assert after.bag_size == bag_size


def test_going_out_comes_before_nothing_fits() -> None:
    position = midgame(ALL_BUT_THE_LAST_CORNER, bag_size=0, hand_sizes=(1, 6))

    after = position.after(play("px@5,5"))

    assert after.scores == (30, 0)
    assert after.outcome == Outcome(Ending.WENT_OUT, (Seat(0),))


def test_as_long_as_one_tile_left_fits_the_game_goes_on() -> None:
    position = midgame(ALL_BUT_THE_LAST_CORNER, bag_size=0)

    assert position.after(Pass()).outcome is None


@pytest.mark.parametrize("seats", [2, 3, 6])
@pytest.mark.parametrize(
    ("bag_size", "move"), [(9, Swap(1)), (0, Pass())], ids=["R10 swaps", "R10 passes"]
)
def test_three_rounds_without_a_placement_end_the_game_without_bonus(
    seats: int, bag_size: int, move: Move
) -> None:
    scores = tuple(range(seats))
    position = midgame(LINE, bag_size=bag_size, scores=scores, hand_sizes=(6,) * seats)

    for _ in range(3 * seats - 1):
        position = position.after(move)
        assert position.outcome is None
    position = position.after(move)

    assert position.outcome == Outcome(Ending.STALLED, (Seat(seats - 1),))
    assert position.scores == scores
    assert position.drawn == 0


def test_a_placement_starts_the_count_anew() -> None:
    position = midgame(LINE, bag_size=20)
    for _ in range(5):
        position = position.after(Swap(1))

    position = position.after(play("rc@3,0"))

    assert position.turns_without_placement == 0
    for _ in range(5):
        position = position.after(Swap(1))
    assert position.outcome is None


def test_without_the_stall_guard_swaps_go_on_for_ever() -> None:
    position = midgame(LINE, stall_guard=False)

    for _ in range(50):
        position = position.after(Swap(6))

    assert position.outcome is None


@pytest.mark.parametrize(
    "move", [play("oc@3,1"), Swap(1), Pass()], ids=["R10.1 play", "R10.1 swap", "R10.1 pass"]
)
def test_a_finished_game_admits_nothing(move: Move) -> None:
    over = midgame(LINE, bag_size=0, hand_sizes=(1, 4)).after(play("rc@3,0"))

    with pytest.raises(Breach) as refusal:
        over.after(move)

    assert refusal.value.clause == "R10.1"


@pytest.mark.parametrize(
    ("scores", "winners"),
    [
        pytest.param((9, 30, 12), (1,), id="R11 the highest score"),
        pytest.param((30, 9, 30), (0, 2), id="R11 equal highest scores share the win"),
        pytest.param((8, 8, 8), (0, 1, 2), id="R11 all of them"),
    ],
)
def test_who_wins(scores: tuple[int, ...], winners: tuple[int, ...]) -> None:
    position = midgame(LINE, bag_size=0, scores=scores, hand_sizes=(6, 6, 6))

    for _ in range(9):
        position = position.after(Pass())

    assert position.outcome == Outcome(Ending.STALLED, tuple(map(Seat, winners)))
