"""Separate processes over loopback: whole games, and peers that go away."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ENVIRONMENT = {**os.environ, "LC_ALL": "C.UTF-8"}
HARDLY_ANY = ("--patience", "20")
"""Patience that is soon over, and yet longer than a busy machine takes for a shuffle."""
PATIENCE = 300
"""Seconds that a busy machine may take for a whole game."""


class Peer:
    """One process that takes a seat."""

    def __init__(
        self, folder: Path, name: str, *words: str, program: Sequence[str] = ("p2pqwirkle",)
    ) -> None:
        self.data = folder / name
        command = [sys.executable, "-m", *program, *words, "--as-bot", "greedy"]
        self.process = subprocess.Popen(
            [*command, "--name", name, "--data", str(self.data)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=ENVIRONMENT,
        )
        self.lines: list[str] = []

    def until(self, beginning: str) -> str:
        """Read on to a line that begins so."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line.rstrip("\n"))
            if line.startswith(beginning):
                return self.lines[-1]
        raise AssertionError(f"no line begins with {beginning!r}: {self.lines}")

    def end(self) -> tuple[int, str]:
        """Read to the end: the exit code, and what was said on standard error."""
        out, err = self.process.communicate(timeout=PATIENCE)
        self.lines += out.splitlines()
        return self.process.returncode, err

    @property
    def records(self) -> list[Path]:
        return list((self.data / "games").glob("*.qwk"))


@pytest.fixture
def table(tmp_path: Path) -> Iterator["Table"]:
    table = Table(tmp_path)
    yield table
    for peer in table.peers:
        if peer.process.poll() is None:
            peer.process.kill()
        peer.process.communicate()


class Table:
    """A host, and whoever joins it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.peers: list[Peer] = []
        self.address = ""

    def host(
        self, name: str, players: int, *words: str, program: Sequence[str] = ("p2pqwirkle",)
    ) -> Peer:
        listen = ("--bind", "127.0.0.1", "--port", "0", "--open")
        seats = ("host", "--players", str(players))
        peer = self._seat(name, *seats, *listen, *words, program=program)
        self.address = peer.until("listening ").removeprefix("listening ")
        return peer

    def join(self, name: str, *words: str, program: Sequence[str] = ("p2pqwirkle",)) -> Peer:
        return self._seat(name, "join", self.address, *words, program=program)

    def _seat(self, name: str, *words: str, program: Sequence[str] = ("p2pqwirkle",)) -> Peer:
        peer = Peer(self.folder, name, *words, program=program)
        self.peers.append(peer)
        return peer


def test_a_host_and_its_guests_play_a_game_to_its_end(table: Table) -> None:
    table.host("north", 3)
    table.join("south")
    table.join("east")

    ends = [peer.end() for peer in table.peers]

    assert ends == [(0, "")] * 3
    records = [peer.records for peer in table.peers]
    assert [len(found) for found in records] == [1, 1, 1]
    assert len({found[0].read_bytes() for found in records}) == 1
    assert {found[0].name for found in records} == {f"{game_of(table.peers[0])}.qwk"}
    assert not any(found[0].with_suffix(".journal").exists() for found in records)
    assert verdict_on(records[0][0]) == "fair"


def test_all_screens_show_the_same_four_words(table: Table) -> None:
    table.host("north", 2)
    table.join("south")

    words = [peer.until("words ") for peer in table.peers]

    assert words[0] == words[1]
    assert len(words[0].split()) == 5


def test_whoever_comes_too_late_hears_why(table: Table) -> None:
    table.host("north", 2)
    south = table.join("south")
    south.until("linked 1/1")

    code, told = table.join("east").end()

    assert code == 4
    assert "has begun" in told or "All seats" in told
    for peer in table.peers[:2]:
        peer.until("turn 3 ")


def test_one_key_has_one_seat(table: Table) -> None:
    north = table.host("north", 3)
    south = table.join("south")
    north.until("seats 2/3")
    twin = table.folder / "twin"
    twin.mkdir()
    (twin / "identity").write_bytes((south.data / "identity").read_bytes())

    code, told = table.join("twin").end()

    assert code == 4
    assert "Your key has a seat" in told


def test_one_directory_has_one_player(table: Table) -> None:
    north = table.host("north", 3)

    code, told = table.join("north").end()

    assert code == 4
    assert f"Another p2pqwirkle uses {north.data}" in told


def test_a_player_who_is_killed_is_named_by_the_other(table: Table) -> None:
    table.host("north", 2, *HARDLY_ANY)
    south = table.join("south", *HARDLY_ANY)
    south.until("turn 3 ")

    south.process.kill()
    code, told = table.peers[0].end()

    assert code == 3
    assert told.count("\n") == 1
    assert "Nothing was heard of south for 20 seconds" in told
    assert verdict_on(table.peers[0].records[0]) == "unfinished"
    assert table.peers[0].records[0].with_suffix(".journal").exists()


def test_a_frozen_player_is_named_by_the_others(table: Table) -> None:
    if sys.platform == "win32":
        pytest.skip("no SIGSTOP there")
    table.host("north", 2, *HARDLY_ANY)
    south = table.join("south", *HARDLY_ANY)
    south.until("turn 2 ")

    south.process.send_signal(signal.SIGSTOP)
    code, told = table.peers[0].end()

    assert code == 3
    assert "Nothing was heard of south" in told


def test_a_guest_whose_link_is_cut_at_the_start_comes_back_by_itself(table: Table) -> None:
    table.host("north", 3, program=("tests.cli.odd_seat", "cutter"))
    south = table.join("south")
    south.until("seats 2/3")
    table.join("east")

    turns = {peer.until("turn 3 ") for peer in table.peers}

    assert "host lost" in south.lines
    assert len(turns) == 1


def test_a_host_that_closes_the_table_says_so(table: Table) -> None:
    north = table.host("north", 3)
    south = table.join("south")
    south.until("seats 2/3")

    north.process.send_signal(signal.SIGINT)

    assert north.end() == (3, "p2pqwirkle: Interrupted before the end.\n")
    code, told = south.end()
    assert code == 4
    assert "has closed the table" in told


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_player_who_leaves_keeps_the_record(number: signal.Signals, table: Table) -> None:
    table.host("north", 2, *HARDLY_ANY)
    south = table.join("south")
    south.until("turn 2 ")

    south.process.send_signal(number)
    code, told = south.end()

    assert code == 3
    assert str(south.records[0]) in told
    assert table.peers[0].end()[0] == 3


def test_a_seat_plays_on_when_nobody_reads_what_it_says(table: Table) -> None:
    table.host("north", 2)
    south = table.join("south")
    south.until("turn 2 ")
    assert south.process.stdout is not None

    south.process.stdout.close()

    assert table.peers[0].end() == (0, "")
    assert south.process.wait(PATIENCE) in (0, 4)
    assert south.records[0].read_bytes() == table.peers[0].records[0].read_bytes()


def test_a_full_disk_ends_the_game_in_one_line(table: Table) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no full disk at hand")
    import resource  # noqa: PLC0415 - there is none everywhere

    table.host("north", 2, *HARDLY_ANY)
    south = table.join("south")
    south.until("turn 1 ")
    resource.prlimit(south.process.pid, resource.RLIMIT_FSIZE, (40_000, 40_000))

    code, told = south.end()

    assert code == 4
    assert told.count("\n") == 1
    assert "could not be written" in told
    assert table.peers[0].end()[0] == 3
    assert verdict_on(south.records[0]) == "unfinished"


def test_a_demo_tells_scripts_all_about_it(tmp_path: Path) -> None:
    record = tmp_path / "demo.qwk"

    done = demo("--players", "2", "--record", str(record), "--json")

    summary = json.loads(done.stdout.splitlines()[-1])
    assert (done.returncode, done.stderr) == (0, "")
    assert list(summary) == [
        *("game", "players", "winners", "ending", "turns", "swaps"),
        *("record", "audit", "seconds", "bytes"),
    ]
    assert {player["name"] for player in summary["players"]} == {"north", "south"}
    assert summary["audit"] == "fair"
    assert summary["record"] == str(record)
    assert summary["bytes"] == record.stat().st_size
    assert set(summary["seconds"]) == {"setup", "play", "audit"}
    assert verdict_on(record) == "fair"


def test_a_demo_shows_the_game_the_board_the_scores_and_the_verdict() -> None:
    done = demo("--players", "2")

    lines = done.stdout.splitlines()
    assert (done.returncode, done.stderr) == (0, "")
    # A swap is followed by shuffles of its own, so only those before the deal can be counted.
    before_the_deal = lines[: lines.index("dealt")]
    assert [line for line in before_the_deal if line.startswith("shuffle ")] == [
        "shuffle 1/2",
        "shuffle 2/2",
    ]
    turns = sum(line.startswith("turn ") for line in lines)
    assert turns > 20
    assert sum(line.startswith("* ") for line in lines) >= 1
    assert lines[-1].startswith("Fair:")
    assert "\x1b" not in done.stdout


def test_a_demo_that_is_interrupted_leaves_nothing_behind(tmp_path: Path) -> None:
    record = tmp_path / "demo.qwk"
    folder = tmp_path / "temporary"
    folder.mkdir()
    process = subprocess.Popen(
        [sys.executable, "-m", "p2pqwirkle", "demo", "--players", "2", "--record", str(record)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**ENVIRONMENT, "TMPDIR": str(folder), "TEMP": str(folder)},
    )
    assert process.stdout is not None
    next(line for line in process.stdout if line.startswith("shuffle"))

    process.send_signal(signal.SIGTERM)
    _, told = process.communicate(timeout=PATIENCE)

    assert (process.returncode, told) == (3, "p2pqwirkle: Interrupted before the end.\n")
    assert not record.exists()
    time.sleep(0.1)
    assert list(folder.iterdir()) == []


def demo(*words: str) -> "subprocess.CompletedProcess[str]":
    return run(["demo", *words])


def run(words: Sequence[str]) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "p2pqwirkle", *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
        env=ENVIRONMENT,
    )


def verdict_on(record: Path) -> str:
    return str(json.loads(run(["audit", str(record), "--json"]).stdout)["verdict"])


def game_of(peer: Peer) -> str:
    return next(line for line in peer.lines if line.startswith("game ")).removeprefix("game ")
