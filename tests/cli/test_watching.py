"""Somebody watches: a program of its own, beside those of the players."""

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.cli.comeback import Home, at_home
from tests.cli.test_departures import check_finished
from tests.cli.test_processes import (
    ENVIRONMENT,
    HARDLY_ANY,
    PATIENCE,
    Peer,
    Table,
    run,
    table,
)
from tests.cli.tmux import needs_tmux, terminal

pytestmark = pytest.mark.slow
__all__ = ("table",)

ODD = "tests.cli.odd_seat"


class Watcher:
    """One process that watches, in lines, with nobody at its keyboard."""

    def __init__(self, data: Path, *words: str) -> None:
        self.data = data
        command = [sys.executable, "-m", "p2pqwirkle", "watch", *words, "--plain"]
        self.process = subprocess.Popen(
            [*command, "--data", str(data)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=ENVIRONMENT,
        )
        self.lines: list[str] = []

    def until(self, part: str) -> str:
        """Read on to a line with *part* in it."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line.rstrip("\n"))
            if part in line:
                return self.lines[-1]
        raise AssertionError(f"no line has {part!r}: {self.lines}")

    def end(self) -> tuple[int, str]:
        """Read to the end: the exit code, and what was said on standard error."""
        out, err = self.process.communicate(timeout=PATIENCE)
        self.lines += out.splitlines()
        return self.process.returncode, err

    @property
    def record(self) -> Path:
        (found,) = (self.data / "games").glob("*.qwk")
        return found


@pytest.fixture
def watchers() -> Iterator[list[Watcher]]:
    watchers: list[Watcher] = []
    yield watchers
    for watcher in watchers:
        if watcher.process.poll() is None:
            watcher.process.kill()
        watcher.process.communicate()


@contextmanager
def asleep(peer: Peer) -> Iterator[None]:
    """While this lasts, the game waits for *peer*."""
    if not hasattr(signal, "SIGSTOP"):
        pytest.skip("no SIGSTOP there")
    peer.process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        peer.process.send_signal(signal.SIGCONT)


def first_to_come(table: Table, watchers: list[Watcher], data: Path, *words: str) -> Watcher:
    """Somebody who is there before the game begins."""
    watchers.append(Watcher(data, table.address, *words))
    watchers[-1].until("The game has not begun yet")
    return watchers[-1]


def test_who_watches_from_before_the_beginning_has_the_record_of_the_players(
    table: Table, watchers: list[Watcher], tmp_path: Path
) -> None:
    north = table.host("north", 2, "--watchers")
    first_to_come(table, watchers, tmp_path / "w")
    south = table.join("south")
    south.until("turn 1 ")
    with asleep(south):
        watchers.append(Watcher(tmp_path / "late", table.address))
        watchers[-1].until("Turn: ")

    ends = [peer.end() for peer in (north, south)]
    seen = [watcher.end() for watcher in watchers]

    assert ends == seen == [(0, "")] * 2
    records = {peer.records[0].read_bytes() for peer in (north, south)}
    assert {watcher.record.read_bytes() for watcher in watchers} == records
    assert len(records) == 1
    for watcher in watchers:
        text = "\n".join(watcher.lines)
        assert "The winner" in text  # or the winners
        assert "Fair: every entry holds" in text
        assert "Your" not in text
    told = (line for line in north.lines if line.startswith("watching "))
    assert next(told) == "watching 1"
    assert "watching 2" in north.lines
    kept = {path.name for path in (tmp_path / "w").rglob("*")}
    assert "identity" not in kept
    assert not any(name.endswith(".journal") for name in kept)


def test_nobody_watches_players_who_have_not_agreed_to_it(
    table: Table, watchers: list[Watcher], tmp_path: Path
) -> None:
    table.host("north", 2)
    south = table.join("south")
    south.until("turn 1 ")
    with asleep(south):
        watchers.append(Watcher(tmp_path / "w", table.address))
        code, err = watchers[0].end()

    assert code == 4
    assert err.count("\n") == 1
    assert "have not agreed to be watched" in err
    assert "--watchers" in err


def test_when_the_players_are_gone_what_was_seen_is_kept(
    table: Table, watchers: list[Watcher], tmp_path: Path
) -> None:
    table.host("north", 2, "--watchers")
    first_to_come(table, watchers, tmp_path / "w", *HARDLY_ANY)
    table.join("south")
    watchers[0].until("Turn: ")

    for peer in table.peers:
        peer.process.kill()
    code, err = watchers[0].end()

    assert code == 3
    assert "Nobody of the players was heard for 20 seconds" in err
    assert str(watchers[0].record) in err
    assert json.loads(run(["audit", str(watchers[0].record), "--json"]).stdout)["verdict"] == (
        "unfinished"
    )


def test_a_cheater_is_put_out_at_once_the_others_finish_and_all_is_seen(
    table: Table, watchers: list[Watcher], tmp_path: Path
) -> None:
    north = table.host("north", 3, "--watchers")
    first_to_come(table, watchers, tmp_path / "w")
    south = table.join("south", program=(ODD, "liar"))
    east = table.join("east")

    report = check_finished([north, east], 1, south, "fault")
    code, _ = watchers[0].end()

    assert report["verdict"] == "fault"
    assert {one["name"] for one in report["faults"]} == {"south"}
    assert any(line.startswith("fault south: ") for line in north.lines)
    assert code == 1
    assert watchers[0].record.read_bytes() == north.records[0].read_bytes()
    assert any("south broke a rule" in line for line in watchers[0].lines)


@pytest.mark.parametrize("how", ["spoiler", "mute"])
def test_who_watches_a_charter_come_to_nothing_watches_the_game_of_the_next(
    how: str, table: Table, watchers: list[Watcher], tmp_path: Path
) -> None:
    north = table.host("north", 3, "--watchers", *HARDLY_ANY)
    first_to_come(table, watchers, tmp_path / "w")
    table.join("south", program=(ODD, how))
    table.join("east", program=(ODD, "sleeper"))  # or bots have played it before anybody asks

    assert north.end() == watchers[0].end() == (0, "")

    told = [line for line in watchers[0].lines if "There was no game" in line]
    # What is broken at once is over before a watcher asks; what is only waited for is not.
    assert how == "spoiler" or "south did not open it with the others" in told[0]
    played = [line.removeprefix("game ") for line in north.lines if line.startswith("game ")][-1]
    record = tmp_path / "w" / "games" / f"{played}.qwk"
    assert record.read_bytes() == (north.data / "games" / record.name).read_bytes()


def test_who_watches_sees_players_crash_and_come_back(
    watchers: list[Watcher], tmp_path: Path
) -> None:
    def crash(home: Home) -> None:
        listening = (one for one in home.bots[0].lines if one.startswith("listening "))
        address = next(listening).partition(" ")[2]
        watchers.append(Watcher(tmp_path / "w", address))
        watchers[0].until("Turn: ")
        home.bots[0].until("turn 4 ")
        home.kill_all(home.bots[:1])
        home.bots[0].resume()
        home.bots[0].until("coming back")
        home.bots[1].kill()
        home.bots[1].resume()

        home.check_fair()

        assert watchers[0].end() == (0, "")
        assert watchers[0].record.read_bytes() == home.bots[0].record.read_bytes()

    at_home(tmp_path, 2, crash, "--watchers")


@needs_tmux
def test_a_person_watches_in_a_terminal(table: Table, tmp_path: Path) -> None:
    table.host("north", 2, "--watchers")
    with terminal() as pane:
        pane.run("-m", "p2pqwirkle", "watch", table.address, "--data", str(tmp_path / "w"))
        pane.sees("The game has not begun yet")
        table.join("south")
        pane.sees("You watch: no tiles are yours.")
        pane.type("l")
        pane.sees("+")
        pane.type("Escape")

        pane.sees("The result")
        pane.sees("Fair: every entry holds")
        pane.type("q")

        pane.sees("code=0")
        assert pane.flags == "0 0 1"


@needs_tmux
def test_a_person_leaves_a_game_that_it_watches(table: Table, tmp_path: Path) -> None:
    table.host("north", 2, "--watchers")
    with terminal() as pane:
        pane.run("-m", "p2pqwirkle", "watch", table.address, "--data", str(tmp_path / "w"))
        pane.sees("The game has not begun yet")
        south = table.join("south")
        south.until("turn 1 ")
        with asleep(south):
            pane.sees("You watch: no tiles are yours.")
            pane.type("q")
            pane.sees("code=3")
        assert pane.flags == "0 0 1"
    assert not table.peers[0].process.poll()
