"""People play on when somebody has given up, or does not come back."""

from pathlib import Path
from signal import SIGKILL

import pytest

from tests.cli.typist import everyone, table_of_typists

pytestmark = pytest.mark.slow


def test_whoever_gives_up_lets_the_others_play_on(tmp_path: Path) -> None:
    with table_of_typists(tmp_path, ("north", "south", "east")) as people:
        everyone(people, lambda one: one.sees("^3 "))
        south = people.pop("south")
        south.type("give-up")

        everyone(people, lambda one: one.sees("^9 "))
        people["east"].type("give-up")
        people["north"].sees("The winner is north")
        people["north"].sees("Fair: every entry holds")
        south.type("quit")
        assert south.end() == 0


def test_the_others_are_asked_to_go_on_without_who_is_gone(tmp_path: Path) -> None:
    with table_of_typists(tmp_path, ("north", "south", "east")) as people:
        everyone(people, lambda one: one.sees("^3 "))
        south = people.pop("south")
        south.process.kill()
        assert south.end() == -SIGKILL
        people["north"].sees("^Waiting for south")

        people["north"].type("without south")
        people["north"].sees("You have asked")
        people["east"].sees("north asks to go on without south.")
        people["east"].type("yes")

        everyone(people, lambda one: one.sees("^9 "))
