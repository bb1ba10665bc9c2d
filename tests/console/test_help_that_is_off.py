"""A table whose players have agreed that no program helps them."""

from dataclasses import replace

import pytest

from p2pqwirkle.console.canvas import Size
from p2pqwirkle.console.commands import Deed
from p2pqwirkle.console.desk import Desk, Panel
from p2pqwirkle.console.plain import typed
from p2pqwirkle.console.scene import scene_of
from p2pqwirkle.console.view import view
from p2pqwirkle.table.charter import Options
from tests.console.desks import desk_with, text_of
from tests.console.test_staging import after
from tests.lan import Lan
from tests.small_group import SmallGroup


def strict_desk() -> Desk:
    desk = desk_with("rd rc bo gc px oc", "rs")
    return replace(desk, scene=replace(desk.scene, allows_hints=False))


@pytest.mark.parametrize("deed", [Deed.HINTS, Deed.UNSEEN])
def test_no_key_opens_what_the_players_do_without(deed: Deed) -> None:
    desk = after(strict_desk(), deed)

    assert desk.panel is Panel.NONE
    assert desk.notice is not None
    assert desk.notice.key == "hints.off"


def test_a_large_screen_does_not_count_either_and_nothing_offers_a_hint() -> None:
    size = Size(200, 60)
    strict, usual = strict_desk(), desk_with("rd rc bo gc px oc", "rs")

    assert "Unseen tiles" in text_of(view(usual, size))
    assert "h hint" in text_of(view(usual, size))
    assert "Unseen tiles" not in text_of(view(strict, size))
    assert "h hint" not in text_of(view(strict, size))


@pytest.mark.parametrize("word", ["hint", "unseen"])
def test_lines_tell_nothing_either(word: str) -> None:
    _, lines, request = typed(strict_desk(), word)

    assert request is None
    assert "agreed to play without" in lines[0]


@pytest.mark.parametrize("hints", [True, False])
def test_the_charter_decides(*, hints: bool) -> None:
    lan = Lan(("north", "south"), group=SmallGroup(), options=Options(hints=hints))
    lan.play(until=lambda lan: bool(lan.peers["north"].shown))

    assert scene_of(lan.peers["north"].shown[-1], None).allows_hints is hints
