"""What a click asks for, in every screen."""

import pytest

from p2pqwirkle.console.canvas import Size
from p2pqwirkle.console.commands import Command, Deed, Digit, Leave, Visit
from p2pqwirkle.console.desk import Panel
from p2pqwirkle.console.lobby import Lobby
from p2pqwirkle.console.replay import Replay
from p2pqwirkle.console.states import State, frame_of, obeyed, pointed
from tests.console.desks import desk_with, text_of
from tests.console.test_replay import after as leafed
from tests.console.test_replay import replay as replay  # noqa: PLC0414 - a fixture
from tests.console.test_staging import after

SIZE = Size(80, 24)


def clicked_on(state: State, text: str, *, row: int = -1, size: Size = SIZE) -> Command | None:
    """What a click on the first letter of *text* asks for, in the bottom row if not said else."""
    rows = text_of(frame_of(state, size)).split("\n")
    rows += [""] * (size.height - len(rows))
    return pointed(state, size, rows[row].index(text), row % size.height)


@pytest.mark.parametrize(
    ("text", "command"),
    [
        pytest.param("swap", Deed.SWAP, id="a word"),
        pytest.param("h hint", Deed.HINTS, id="its key"),
        pytest.param("choose", Digit(1), id="a range of keys"),
        pytest.param("leave", Deed.LEAVE, id="the last one"),
    ],
)
def test_the_bottom_row_of_a_game_can_be_clicked(text: str, command: Command) -> None:
    assert clicked_on(desk_with("rd rc bo gc px oc", "rs"), text) == command


def test_every_key_of_the_bottom_row_does_what_it_does_when_pressed() -> None:
    desk = desk_with("rd rc bo gc px oc", "rs")
    laid = after(desk, Deed.HINTS, Digit(1))

    assert clicked_on(laid, "Enter") is Deed.CONFIRM
    assert clicked_on(laid, "all back") is Deed.CANCEL
    assert clicked_on(after(desk, Deed.SWAP), "a all") is Deed.ALL_ASIDE
    assert clicked_on(after(desk, Deed.LEAVE), "stay") is Deed.CANCEL
    assert clicked_on(after(desk, Deed.CHAT), "say it") is Deed.SAY


def test_a_line_with_a_number_can_be_clicked() -> None:
    desk = desk_with("rd rc bo gc px oc", "rs")

    assert clicked_on(after(desk, Deed.HINTS), "2  +", row=4) == Digit(2)
    assert clicked_on(after(desk, Deed.LOOKS), "5  ", row=7) == Digit(5)
    assert clicked_on(after(desk, Deed.HINTS), "Good moves", row=2) is Deed.CANCEL
    assert pointed(after(desk, Deed.HINTS), SIZE, 40, 15) is Deed.CANCEL


def test_the_lobby_is_left_with_the_mouse_alone() -> None:
    lobby: State = Lobby(host="10.0.0.1:10836")
    requests = []
    for word in ("leave", "y"):
        command = clicked_on(lobby, word)
        assert command is not None
        lobby, request = obeyed(lobby, command)
        requests.append(request)

    assert requests == [None, Leave.LEAVE]


def test_nothing_is_clicked_where_the_terminal_is_too_small() -> None:
    desk = desk_with("rd rc bo gc px oc", "rs")

    assert {pointed(desk, Size(30, 5), column, 4) for column in range(30)} == {None}


def test_a_replay_is_leafed_through_with_the_mouse(replay: Replay) -> None:
    assert clicked_on(replay, "next") is Deed.FORWARD
    assert clicked_on(replay, "last") is Deed.LAST
    assert clicked_on(replay, "next hand") is Deed.NEXT_SEAT
    assert clicked_on(leafed(replay, Deed.HELP), "close") is Deed.CANCEL


def test_a_click_on_a_line_of_the_log_goes_to_that_turn(replay: Replay) -> None:
    shown = leafed(replay, Digit(6))
    rows = text_of(frame_of(shown, SIZE)).split("\n")
    beside = [row.partition("│")[2] for row in rows]
    row = next(number for number, text in enumerate(beside) if text.startswith("  4 "))

    command = pointed(shown, SIZE, 60, row)

    assert command == Visit(4)
    assert leafed(shown, command).turn == 4


def test_a_click_on_a_tile_goes_to_the_turn_in_which_it_was_placed(replay: Replay) -> None:
    shown = leafed(replay, Deed.LAST)
    hits = {
        command.turn
        for row in range(2, 18)
        for column in range(4, 52)
        if isinstance(command := pointed(shown, SIZE, column, row), Visit)
    }

    assert hits <= set(range(1, replay.last + 1))
    assert len(hits) > replay.last // 2
    turn = min(hits)
    assert leafed(shown, Visit(turn)).turn == turn


def test_a_click_closes_a_panel_of_a_replay(replay: Replay) -> None:
    shown = leafed(replay, Deed.LOG)

    assert shown.desk.panel is Panel.LOG
    assert pointed(shown, SIZE, 10, 5) is Deed.CANCEL
