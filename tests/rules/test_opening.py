import pytest

from p2pqwirkle.errors import Breach
from p2pqwirkle.rules.moves import Move, Pass, Seat, Swap
from p2pqwirkle.rules.opening import check_claim, largest_set, order_of_opening
from p2pqwirkle.rules.position import Position
from tests.notation import faces, play

SEATS = (Seat(0), Seat(1), Seat(2))


@pytest.mark.parametrize(
    ("hand", "size"),
    [
        pytest.param("rs od yt gc bx po", 1, id="R3 nothing in common"),
        pytest.param("rs rs rs gc gc gc", 1, id="R3 twins count once"),
        pytest.param("rs od yt gc bx rx", 2, id="R3 two of a colour, two of a shape"),
        pytest.param("rs rd rt os ys gs", 4, id="R3 four squares beat three red ones"),
        pytest.param("rs rs os os ys ys", 3, id="R3 three squares, twice"),
        pytest.param("ro rs rd rt rc rx", 6, id="R3 all six"),
    ],
)
def test_a_claim_is_the_largest_set_of_different_tiles_with_one_attribute(
    hand: str, size: int
) -> None:
    assert largest_set(faces(hand)) == size
    check_claim(faces(hand), size)


@pytest.mark.parametrize("claimed", [2, 4], ids=["R3.5 too low", "R3.5 too high"])
def test_any_other_claim_is_found_when_the_hand_is_known(claimed: int) -> None:
    with pytest.raises(Breach) as refusal:
        check_claim(faces("rs rd rt os yc gx"), claimed)

    assert refusal.value.clause == "R3.5"


@pytest.mark.parametrize("claimed", [0, 7, -1])
def test_a_claim_is_one_to_six(claimed: int) -> None:
    with pytest.raises(Breach) as refusal:
        Position.start(SEATS, [3, claimed, 2], [None] * 3, stall_guard=True)

    assert refusal.value.clause == "R3.1"


@pytest.mark.parametrize("seats", [0, 1, 7])
def test_two_to_six_play(seats: int) -> None:
    turn_order = [Seat(seat) for seat in range(seats)]

    with pytest.raises(Breach) as refusal:
        Position.start(turn_order, [3] * seats, [None] * seats, stall_guard=True)

    assert refusal.value.clause == "R2.1"


@pytest.mark.parametrize(
    ("claims", "ages", "turn_order", "first"),
    [
        pytest.param((2, 4, 3), (80, 20, 50), (0, 1, 2), 1, id="R3 the highest claim"),
        pytest.param((3, 3, 2), (30, 31, 90), (0, 1, 2), 1, id="R3 tied: the oldest"),
        pytest.param((3, 3, 3), (None, 9, None), (0, 2, 1), 1, id="R3 no age is the youngest"),
        pytest.param((3, 3, 2), (None, 0, None), (0, 1, 2), 1, id="R3 an age of nought is an age"),
        pytest.param((3, 3, 3), (40, 40, 40), (2, 0, 1), 2, id="R3 still tied: the turn order"),
        pytest.param((2, 3, 3), (None, None, None), (0, 2, 1), 2, id="R3 of the tied only"),
    ],
)
def test_who_opens(
    claims: tuple[int, ...],
    ages: tuple[int | None, ...],
    turn_order: tuple[int, ...],
    first: int,
) -> None:
    order = tuple(map(Seat, turn_order))

    position = Position.start(order, claims, ages, stall_guard=True)

    assert order_of_opening(claims, ages, order)[0] == first
    assert position.mover == first
    assert position.opening == claims[first]


@pytest.fixture
def claimed_three() -> Position:
    return Position.start(SEATS, [2, 3, 2], [None] * 3, stall_guard=True)


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("rs@0,0 rd@1,0 rt@2,0", id="R3 to the right"),
        pytest.param("rs@0,-2 rd@0,-1 rt@0,0", id="R3 upwards"),
        pytest.param("rs@1,0 rd@-1,0 rt@0,0", id="R3 around 0,0"),
    ],
)
def test_the_opener_places_as_many_as_claimed(claimed_three: Position, line: str) -> None:
    after = claimed_three.after(play(line))

    assert after.scores == (0, 3, 0)
    assert after.opening is None
    assert after.mover == 2
    assert after.drawn == 3
    assert after.hand_sizes == (6, 6, 6)
    assert after.bag_size == 108 - 18 - 3


@pytest.mark.parametrize(
    ("move", "clause"),
    [
        pytest.param(Swap(3), "R3.2", id="R3.2 a swap"),
        pytest.param(Pass(), "R3.2", id="R3.2 a pass"),
        pytest.param(play("rs@0,0 rd@1,0"), "R3.3", id="R3.3 fewer than claimed"),
        pytest.param(play("rs@0,0 rd@1,0 rt@2,0 rc@3,0"), "R3.3", id="R3.3 more than claimed"),
        pytest.param(play("rs@1,0 rd@2,0 rt@3,0"), "R3.4", id="R3.4 beside 0,0"),
        pytest.param(play("rs@0,0 rd@1,0 ot@2,0"), "R5.2", id="R5.2 no line"),
        pytest.param(play("rs@0,0 rd@1,0 rt@3,0"), "R4.6", id="R4.6 not in one piece"),
    ],
)
def test_the_opener_does_nothing_else(claimed_three: Position, move: Move, clause: str) -> None:
    with pytest.raises(Breach) as refusal:
        claimed_three.after(move)

    assert refusal.value.clause == clause


def test_a_claim_of_one_places_one_tile_for_one_point() -> None:
    start = Position.start(SEATS, [1, 1, 1], [None, None, 7], stall_guard=True)

    assert start.after(play("gx@0,0")).scores == (0, 0, 1)


def test_nobody_else_opens(claimed_three: Position) -> None:
    after = claimed_three.after(play("rs@0,0 rd@1,0 rt@2,0"))

    assert after.after(play("os@0,1")).scores == (0, 3, 2)
