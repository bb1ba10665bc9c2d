import pytest

from p2pqwirkle.errors import Breach
from p2pqwirkle.rules.board import Board
from p2pqwirkle.rules.choice import check_choice, check_pass
from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.rules.notation import parse_choice
from p2pqwirkle.rules.position import Position
from tests.notation import board, faces
from tests.rules.positions import midgame

LINE = board("rs rd rt")


@pytest.mark.parametrize(
    ("hand", "choice"),
    [
        pytest.param("rc rx oo oo gx bt", "play rc@3,0 rx@4,0", id="R4 tiles of the hand"),
        pytest.param("rc rc oo oo gx bt", "swap rc rc", id="R7 both twins"),
        pytest.param("rc rx oo oo gx bt", "swap oo", id="R7 one of two twins"),
        pytest.param("rc rx oo oo gx bt", "swap bt gx oo oo rx rc", id="R7 the whole hand"),
    ],
)
def test_a_player_plays_or_swaps_what_the_hand_holds(hand: str, choice: str) -> None:
    check_choice(midgame(LINE), faces(hand), parse_choice(choice))


@pytest.mark.parametrize(
    ("hand", "choice", "clause"),
    [
        pytest.param("rx oo oo gx bt bo", "play rc@3,0", "R4.2", id="R4.2 not in the hand"),
        pytest.param("rc oo oo gx bt bo", "play oc@3,0", "R4.2", id="R4.2 comes before R5"),
        pytest.param("rc oo gx bt bo po", "swap oo oo", "R7.2", id="R7.2 one tile, named twice"),
        pytest.param("rc oo gx bt bo po", "swap px", "R7.2", id="R7.2 not in the hand"),
        pytest.param("rc oc gx bt bo po", "play oc@3,0", "R5.2", id="R5.2 not legal"),
        pytest.param("rc oo gx bt bo po", "pass", "R8.1", id="R8.1 the bag is not empty"),
    ],
)
def test_any_other_choice_is_refused_before_anything_is_said(
    hand: str, choice: str, clause: str
) -> None:
    with pytest.raises(Breach) as refusal:
        check_choice(midgame(LINE), faces(hand), parse_choice(choice))

    assert refusal.value.clause == clause


def test_the_opener_cannot_choose_to_swap() -> None:
    start = Position.start((Seat(0), Seat(1)), (3, 2), (None, None), stall_guard=True)

    with pytest.raises(Breach) as refusal:
        check_choice(start, faces("rs rd rt oo gx bc"), parse_choice("swap gx"))

    assert refusal.value.clause == "R3.2"


def test_a_pass_is_for_a_hand_of_which_no_tile_fits() -> None:
    nothing_fits, rx_fits = faces("oo gx bc"), faces("oo gx rx")
    end = midgame(LINE, bag_size=0, hand_sizes=(3, 3))

    check_choice(end, nothing_fits, parse_choice("pass"))
    check_pass(LINE, nothing_fits)

    with pytest.raises(Breach) as refusal:
        check_choice(end, rx_fits, parse_choice("pass"))
    assert refusal.value.clause == "R8.2"
    with pytest.raises(Breach) as refusal:
        check_pass(LINE, rx_fits)
    assert refusal.value.clause == "R8.2"


def test_on_an_empty_table_everything_fits() -> None:
    with pytest.raises(Breach) as refusal:
        check_pass(Board.empty(), faces("rs"))

    assert refusal.value.clause == "R8.2"
