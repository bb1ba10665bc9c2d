"""What a player sets in one game is there in the next."""

from dataclasses import replace
from pathlib import Path

import pytest

from p2pqwirkle.cli.taste import FILE, Taste, keep, recall, taste_in
from p2pqwirkle.console.commands import Deed, Digit
from p2pqwirkle.console.desk import Bell, Habits
from p2pqwirkle.console.looks import Looks
from p2pqwirkle.console.obey import obey
from p2pqwirkle.console.palette import Ground
from tests.console.desks import desk_with


def test_what_was_set_is_remembered(tmp_path: Path) -> None:
    desk = desk_with("rd ys bo gc px oc", "rs")
    for command in (Deed.LOOKS, Digit(3), Digit(4), Digit(5), Digit(6)):
        desk, _ = obey(desk, command)

    keep(taste_in(desk), tmp_path)

    assert recall(tmp_path) == Taste(
        Ground.DARK, lettered=False, habits=Habits(mouse=False, bell=Bell.ALWAYS)
    )
    assert recall(tmp_path).applied(Looks()) == replace(Looks(), ground=Ground.DARK, lettered=False)


@pytest.mark.parametrize("kept", ["", "[]", "{", '{"tiles": "golden"}', '{"tiles": 3}'])
def test_what_cannot_be_read_is_forgotten(tmp_path: Path, kept: str) -> None:
    (tmp_path / FILE).write_text(kept)

    assert recall(tmp_path) == Taste()


def test_where_nothing_was_kept_all_is_as_usual(tmp_path: Path) -> None:
    assert recall(tmp_path) == Taste()
