"""However a game ends, the terminal is as it was; and nothing else writes on the screen."""

import os
import signal
from pathlib import Path

import pytest

from tests.cli.tmux import WHOLE, Terminal, assert_whole, needs_tmux, terminal

pytestmark = [pytest.mark.slow, needs_tmux]

ON_SCREEN = "Your turn"


def begin(pane: Terminal, how: str, log: Path) -> str:
    """Run a staged play until its screen is up; returns how the keyboard was read before."""
    modes = pane.modes()
    pane.run("-m", "tests.cli.staged", how, str(log))
    pane.sees(ON_SCREEN)
    pane.until(lambda: pane.flags.startswith("1 1"))
    return modes


def test_leaving_leaves_the_terminal_whole(tmp_path: Path) -> None:
    with terminal() as pane:
        modes = begin(pane, "well", tmp_path / "log")

        pane.type("q")
        pane.sees("Do you want to leave?")
        pane.type("y")

        pane.sees("code=0")
        assert_whole(pane, modes)


def test_ctrl_c_asks_and_leaves(tmp_path: Path) -> None:
    with terminal() as pane:
        modes = begin(pane, "well", tmp_path / "log")

        pane.type("C-c")
        pane.sees("Do you want to leave?")
        pane.type("C-c")

        pane.sees("code=0")
        assert_whole(pane, modes)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_leaves_the_terminal_whole(tmp_path: Path, number: signal.Signals) -> None:
    with terminal() as pane:
        modes = begin(pane, "well", tmp_path / "log")

        os.kill(pane.child(), number)

        pane.sees("code=3")
        assert_whole(pane, modes)


def test_sigint_from_outside_asks_like_the_key(tmp_path: Path) -> None:
    with terminal() as pane:
        modes = begin(pane, "well", tmp_path / "log")

        os.kill(pane.child(), signal.SIGINT)
        pane.sees("Do you want to leave?")
        pane.type("y")

        pane.sees("code=0")
        assert_whole(pane, modes)


def test_somebody_stopping_the_reactor_leaves_the_terminal_whole(tmp_path: Path) -> None:
    with terminal() as pane:
        modes = begin(pane, "stop", tmp_path / "log")

        pane.sees("code=3")
        assert_whole(pane, modes)


def test_a_crash_of_the_play_leaves_the_terminal_whole(tmp_path: Path) -> None:
    with terminal() as pane:
        modes = pane.modes()
        pane.run("-m", "tests.cli.staged", "crash", str(tmp_path / "log"))

        pane.sees("code=1")
        assert_whole(pane, modes)
        assert "ZeroDivisionError: on purpose" in pane.text


@pytest.mark.parametrize("how", ["task", "reactor", "thread"])
def test_an_error_beside_the_screen_goes_to_the_log_and_the_game_goes_on(
    tmp_path: Path, how: str
) -> None:
    log = tmp_path / "log"
    with terminal() as pane:
        modes = begin(pane, how, log)
        pane.until(lambda: log.exists() and "on purpose" in log.read_text())

        pane.type("?")
        pane.sees("choose a tile")
        pane.type("q", "y")

        pane.sees("code=0")
        assert_whole(pane, modes)
        assert "on purpose" not in pane.text


def test_an_error_in_a_key_handler_goes_to_the_log_and_the_game_goes_on(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with terminal() as pane:
        modes = begin(pane, "well", log)
        pane.type("1", "Space", "Enter")
        pane.until(lambda: log.exists() and "on purpose" in log.read_text())

        pane.type("q")
        pane.sees("Do you want to leave?")
        pane.type("y")

        pane.sees("code=0")
        assert_whole(pane, modes)


def test_nothing_else_writes_on_the_screen(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with terminal() as pane:
        begin(pane, "print", log)
        pane.until(lambda: log.exists() and "stray twisted" in log.read_text())

        told = log.read_text()
        assert "stray" not in pane.text
        for text in ("stray print", "stray error", "stray bytes", "stray log"):
            assert text in told


def test_a_killed_screen_is_mended_by_hand(tmp_path: Path) -> None:
    with terminal() as pane:
        modes = begin(pane, "well", tmp_path / "log")
        os.kill(pane.child(), signal.SIGKILL)
        pane.until(lambda: "code=137" in pane.text)
        assert pane.flags != WHOLE

        pane.type("C-j")
        pane.type("-l", "PYTHONPATH=$PYTHONPATH ")
        pane.run("-m", "p2pqwirkle", "--reset-terminal")

        pane.sees("code=0")
        assert_whole(pane, modes)


def test_a_smaller_window_in_mid_game_recovers_by_itself(tmp_path: Path) -> None:
    with terminal() as pane:
        begin(pane, "well", tmp_path / "log")
        pane.type("1", "Space")
        pane.sees("Legal.")

        pane.resize(40, 10)
        pane.sees("Make me 60 by 20.")
        pane.resize(100, 30)

        pane.sees("Legal.")
        pane.sees("◆r+")
