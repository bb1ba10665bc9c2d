import pytest

from p2pqwirkle.errors import Breach
from p2pqwirkle.rules.moves import Move, Pass, Play, PutAside, Seat, Swap, seen_by_all
from p2pqwirkle.rules.position import Position
from tests.notation import board, faces, play
from tests.rules.positions import midgame

LINE = board("rs rd rt")


def test_turns_go_round_in_the_turn_order() -> None:
    order = (Seat(2), Seat(0), Seat(1))
    position = Position.start(order, (1, 1, 1), (None, None, None), stall_guard=True)
    movers = [position.mover]

    for move in (play("rs@0,0"), play("rd@1,0"), Swap(1), play("rt@2,0")):
        position = position.after(move)
        movers.append(position.mover)

    assert movers == [2, 0, 1, 2, 0]


def test_a_play_scores_for_the_mover_alone() -> None:
    position = midgame(LINE, scores=(10, 20, 30), hand_sizes=(6, 6, 6))

    after = position.after(play("rc@3,0"))

    assert after.scores == (14, 20, 30)


@pytest.mark.parametrize(
    ("bag_size", "drawn"),
    [
        pytest.param(50, 2, id="R9 back to six"),
        pytest.param(2, 2, id="R9 the last ones of the bag"),
        pytest.param(1, 1, id="R9 as many as there are"),
        pytest.param(0, 0, id="R9 nothing from an empty bag"),
    ],
)
def test_after_a_play_the_hand_is_filled_as_far_as_the_bag_goes(bag_size: int, drawn: int) -> None:
    after = midgame(LINE, bag_size=bag_size).after(play("rc@3,0 rx@4,0"))

    assert after.drawn == drawn
    assert after.hand_sizes == (4 + drawn, 6)
    assert after.bag_size == bag_size - drawn


@pytest.mark.parametrize("count", [1, 3, 6])
def test_a_swap_draws_as_many_as_it_puts_aside(count: int) -> None:
    position = midgame(LINE, bag_size=6)

    after = position.after(Swap(count))

    assert after.drawn == count
    assert after.hand_sizes == (6, 6)
    assert after.bag_size == 6
    assert after.scores == (0, 0)
    assert after.board == LINE
    assert after.mover == 1


def test_a_swap_is_open_to_who_could_play_and_the_others_see_no_face() -> None:
    assert seen_by_all(PutAside(faces("rc rx"))) == Swap(2)
    assert seen_by_all(Pass()) == Pass()
    assert seen_by_all(play("rc@3,0")) == play("rc@3,0")


def test_a_pass_with_an_empty_bag_gives_the_turn_on() -> None:
    after = midgame(LINE, bag_size=0).after(Pass())

    assert after.mover == 1
    assert after.drawn == 0
    assert after.hand_sizes == (6, 6)
    assert after.turns_without_placement == 1


@pytest.mark.parametrize(
    ("bag_size", "move", "clause"),
    [
        pytest.param(0, Swap(1), "R7.1", id="R7.1 a swap with an empty bag"),
        pytest.param(50, Swap(0), "R7.2", id="R7.2 a swap of nothing"),
        pytest.param(50, Swap(-1), "R7.2", id="R7.2 a swap of less than nothing"),
        pytest.param(50, Swap(7), "R7.2", id="R7.2 a swap of more than the hand"),
        pytest.param(3, Swap(4), "R7.3", id="R7.3 a swap of more than the bag"),
        pytest.param(1, Pass(), "R8.1", id="R8.1 a pass with a tile in the bag"),
        pytest.param(50, play("oc@3,0"), "R5.2", id="R5.2 a play that is not legal"),
        pytest.param(50, Play(()), "R4.1", id="R4.1 a play of nothing"),
    ],
)
def test_any_other_turn_is_refused(bag_size: int, move: Move, clause: str) -> None:
    with pytest.raises(Breach) as refusal:
        midgame(LINE, bag_size=bag_size).after(move)

    assert refusal.value.clause == clause


def test_nobody_places_more_tiles_than_the_hand_holds() -> None:
    position = midgame(LINE, bag_size=0, hand_sizes=(1, 6))

    with pytest.raises(Breach) as refusal:
        position.after(play("rc@3,0 rx@4,0"))

    assert refusal.value.clause == "R4.2"


def test_nobody_swaps_more_tiles_than_the_hand_holds() -> None:
    position = midgame(LINE, bag_size=6, hand_sizes=(2, 6))

    with pytest.raises(Breach) as refusal:
        position.after(Swap(3))

    assert refusal.value.clause == "R7.2"


def test_the_tiles_not_on_the_table_are_known_to_all() -> None:
    unplaced = midgame(LINE).unplaced()

    assert len(unplaced) == 105
    assert unplaced.count(*faces("rs")) == 2
    assert unplaced.count(*faces("px")) == 3
