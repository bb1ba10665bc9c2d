"""Signs of life: who is silent, and who only seems so."""

import pytest

from p2pqwirkle.net.life import LifeSigns
from p2pqwirkle.rules.moves import Seat

NORTH, SOUTH, EAST = Seat(0), Seat(1), Seat(2)


def signs(own: Seat = NORTH, now: float = 100.0) -> LifeSigns:
    return LifeSigns(3, own, now)


def test_a_seat_that_was_never_heard_is_silent_after_the_patience() -> None:
    life = signs()
    life.hear(SOUTH, 155.0)

    assert life.silent(160.0, patience=60) == ()
    assert life.silent(160.1, patience=60) == (EAST,)


def test_a_seat_falls_silent_when_it_is_heard_no_more() -> None:
    life = signs()
    life.hear(SOUTH, 110.0)
    life.hear(EAST, 120.0)

    assert life.silent(175.0, patience=60) == (SOUTH,)


def test_a_seat_that_only_owes_an_entry_is_heard() -> None:
    life = signs()
    life.owe(4, (SOUTH,), 100.0)
    life.hear(SOUTH, 130.0)

    assert life.silent(131.0, patience=30) == (SOUTH, EAST)
    assert life.unheard(131.0, 30) == (EAST,)


def test_we_are_never_silent_to_ourselves() -> None:
    assert signs().silent(1000.0, patience=60) == (SOUTH, EAST)


def test_whom_a_neighbour_hears_is_not_silent() -> None:
    life = signs()
    life.hear(SOUTH, 170.0)

    life.relay((0, 0, 5_000), 170.0)

    assert life.silent(224.9, patience=60) == ()
    assert life.silent(225.1, patience=60) == (EAST,)


def test_older_news_changes_nothing() -> None:
    life = signs()
    life.hear(EAST, 170.0)

    life.relay((0, 0, 50_000), 171.0)

    assert life.ages(172.0) == (0, 1_000, 2_000)


def test_two_peers_cannot_keep_a_third_alive_by_telling_each_other() -> None:
    """wire-10: each has a clock of its own, and only ages are told."""
    north, south = signs(NORTH, 0.0), signs(SOUTH, 0.0)
    north.hear(EAST, 0.0)
    now = 0.0

    for _ in range(200):
        now += 0.3337
        north.relay(south.ages(now), now)
        south.relay(north.ages(now), now)

    assert EAST in north.silent(now, patience=60)
    assert EAST in south.silent(now, patience=60)


def test_a_seat_that_is_alive_but_owes_an_entry_is_silent_after_the_patience() -> None:
    life = signs()
    life.owe(4, (NORTH, EAST), 200.0)
    for seat in (SOUTH, EAST):
        life.hear(seat, 265.0)

    assert life.silent(260.0, patience=60) == ()
    assert life.silent(260.1, patience=60) == (EAST,)


def test_each_step_has_the_whole_patience() -> None:
    life = signs()
    life.owe(4, (EAST,), 200.0)
    life.owe(5, (EAST,), 250.0)
    for seat in (SOUTH, EAST):
        life.hear(seat, 300.0)

    assert life.silent(305.0, patience=60) == ()


def test_what_is_still_owed_in_a_step_is_owed_since_its_beginning() -> None:
    life = signs()
    life.owe(4, (SOUTH, EAST), 200.0)
    life.owe(4, (EAST,), 255.0)
    for seat in (SOUTH, EAST):
        life.hear(seat, 260.0)

    assert life.silent(261.0, patience=60) == (EAST,)


def test_nobody_is_blamed_for_the_time_that_this_computer_slept() -> None:
    life = signs()
    life.hear(SOUTH, 101.0)
    life.hear(EAST, 101.0)
    life.owe(4, (EAST,), 101.0)
    life.tick(101.0)

    life.tick(5_000.0)

    assert life.silent(5_000.0, patience=60) == ()
    assert life.silent(5_061.0, patience=60) == (SOUTH, EAST)


@pytest.mark.parametrize(
    ("passed", "age"), [(0.0, 0), (0.0001, 1), (1.5, 1_500), (1e12, 2**32 - 1)]
)
def test_ages_are_whole_milliseconds_rounded_up(passed: float, age: int) -> None:
    life = signs(now=0.0)
    life.hear(SOUTH, 0.0)

    assert life.ages(passed) == (0, age, None)


def test_silence_is_since_a_seat_was_heard_or_began_to_owe() -> None:
    life = signs()
    life.owe(4, (EAST,), 200.0)
    life.hear(SOUTH, 205.0)
    life.hear(EAST, 207.0)

    assert [life.silence(seat, 210.0) for seat in (NORTH, SOUTH, EAST)] == [0.0, 5.0, 10.0]
    assert [life.absence(seat, 210.0) for seat in (NORTH, SOUTH, EAST)] == [0.0, 5.0, 3.0]


def test_whoever_was_away_is_back_since_it_was_heard_again() -> None:
    life = signs()
    life.hear(SOUTH, 101.0)
    life.hear(SOUTH, 103.0)
    life.hear(EAST, 101.0)
    life.relay((0, None, 1_000), 120.0)

    assert life.presence(SOUTH, 121.0) == 20.0
    assert life.presence(EAST, 121.0) == 1.0


def test_after_this_computer_slept_everybody_is_back() -> None:
    life = signs()
    life.hear(SOUTH, 101.0)
    life.tick(101.0)

    life.tick(5_000.0)

    assert life.presence(SOUTH, 5_002.0) == 2.0
