"""What may stand in a charter (T1); the vectors have its bytes."""

from dataclasses import replace

import pytest

from p2pqwirkle.errors import Breach
from p2pqwirkle.table.charter import Options, check_age, check_name, draw_up, read_charter
from tests.lan import NAMES, charter_of


@pytest.mark.parametrize("name", ["a", "A" * 24, "żółw", "七対子", "north (2)", "𝄞" * 16])
def test_a_name_is_one_to_24_characters(name: str) -> None:
    check_name(name)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("", id="nothing"),
        pytest.param("A" * 25, id="25 characters"),
        pytest.param("𝄞" * 17, id="68 bytes"),
        pytest.param("nor\nth", id="a line break"),
        pytest.param("nor\u2028th", id="a line separator"),
        pytest.param("\x1b[2J", id="an escape"),
        pytest.param("\x85", id="a control character of Latin-1"),
        pytest.param("\ud800", id="a lone surrogate"),
    ],
)
def test_any_other_name_is_refused(name: str) -> None:
    with pytest.raises(Breach) as refusal:
        check_name(name)

    assert refusal.value.clause == "T1.4"


@pytest.mark.parametrize("age", [-1, 151])
def test_an_age_that_nobody_has_is_refused(age: int) -> None:
    check_age(None)
    check_age(0)
    check_age(150)

    with pytest.raises(Breach) as refusal:
        check_age(age)

    assert refusal.value.clause == "T1.5"


def test_the_seats_follow_the_keys_in_whichever_order_players_came() -> None:
    charter = charter_of(NAMES, seed=1)

    assert draw_up(charter.players[::-1], charter.options) == charter
    assert list(charter.identities) == sorted(charter.identities)


def test_one_key_has_one_seat() -> None:
    north, south = charter_of(NAMES[:2], seed=1).players

    with pytest.raises(Breach) as refusal:
        draw_up((north, replace(south, identity=north.identity)), Options())

    assert refusal.value.clause == "T1.3"


def test_nobody_plays_alone() -> None:
    (north, _) = charter_of(NAMES[:2], seed=1).players

    with pytest.raises(Breach) as refusal:
        draw_up((north,), Options())

    assert refusal.value.clause == "T1.2"


def test_equal_names_are_two_players() -> None:
    north, south = charter_of(NAMES[:2], seed=1).players
    charter = draw_up((north, replace(south, name=north.name)), Options(stall_guard=False))

    assert read_charter(charter.encode()) == charter
    assert charter.seats == (0, 1)
