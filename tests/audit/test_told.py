"""What an audit says of those who have left."""

from dataclasses import replace

import pytest

from p2pqwirkle.audit.pages.page import render
from p2pqwirkle.audit.report import Departure, Finding, Report, Scored, Unchecked, Verdict, Why
from p2pqwirkle.audit.told import departure_lines, unchecked_line, verdict_line
from p2pqwirkle.rules.moves import Seat

NORTH, SOUTH, EAST = Seat(0), Seat(1), Seat(2)
NAMES = ("north", "south", "east")


def report(*departures: Departure) -> Report:
    return Report(
        Verdict.FAIR,
        game="00" * 32,
        players=tuple(Scored(Seat(seat), name, 0) for seat, name in enumerate(NAMES)),
        winners=(NORTH,),
        ending="departed",
        departures=departures,
    )


@pytest.mark.parametrize(
    ("reason", "said"),
    [
        ("resigned", "south resigned, and left the game in step 40"),
        ("fault", "south broke a rule, and was put out in step 40"),
        ("silent", "In step 40 all who stayed agreed to go on without south."),
        ("time", "In step 40 all others agreed to pass over the turn of south."),
    ],
)
def test_every_departure_is_told_with_its_reason(reason: str, said: str) -> None:
    (line,) = departure_lines(report(Departure(SOUTH, "south", reason, 40)), NAMES)

    assert line.startswith(said)


def test_a_draw_that_was_made_again_is_told_with_the_drawer() -> None:
    gone = Departure(SOUTH, "south", "silent", 40, voided=(EAST,))

    _, line = departure_lines(report(gone), NAMES)

    assert line.startswith("What east drew in that step counts for nothing")


@pytest.mark.parametrize(
    ("reason", "said"),
    [("silent", "What south said of its own hand stays unchecked"), ("time", "Not checked of")],
)
def test_why_something_is_unchecked_is_told(reason: str, said: str) -> None:
    unchecked = Unchecked(SOUTH, "R3.5", Why.CLOSED)

    line = unchecked_line(report(Departure(SOUTH, "south", reason, 40)), unchecked, NAMES)

    assert line.startswith(said)


def test_the_page_tells_of_departures_and_of_an_end_by_them() -> None:
    gone = Departure(SOUTH, "south", "resigned", 40)

    page = render(report(gone), None, b"", "game.qwk")

    assert "<bdi>south</bdi> resigned, and left the game in step 40" in page
    assert "All others have left." in page


def test_a_fair_game_that_somebody_left_is_not_said_to_have_all_keys() -> None:
    gone = Departure(SOUTH, "south", "silent", 40)
    left = replace(report(gone), unchecked=(Unchecked(SOUTH, "R3.5", Why.LEFT),))

    assert "every key is open" in verdict_line(report(gone), NAMES)
    assert "all who stayed opened their keys" in verdict_line(left, NAMES)


def test_who_is_at_fault_twice_is_named_once() -> None:
    twice = tuple(Finding(SOUTH, "south", "B5.2", entry, "") for entry in (30, 31))
    found = Report(Verdict.FAULT, faults=twice)

    assert verdict_line(found, NAMES).startswith("Not fair: south broke a rule")


def test_a_game_whose_keys_stay_closed_is_not_said_to_have_no_end() -> None:
    closed = replace(report(), verdict=Verdict.UNFINISHED)
    cut = replace(closed, ending=None)

    assert "not every key was opened" in verdict_line(closed, NAMES)
    assert "not the whole game" in verdict_line(cut, NAMES)
