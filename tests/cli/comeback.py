"""Bots in processes of their own, killed at any moment, and what has become of their game."""

import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

ENVIRONMENT: Final = {**os.environ, "LC_ALL": "C.UTF-8"}
SEATS: Final = ("north", "south", "east", "west", "up", "down")
GAME_SECONDS: Final = 280.0


class Bot:
    """One player's program, and all that came before it with the same data.

    Attributes:
        lines: what it has said, over all runs.
    """

    def __init__(self, folder: Path, name: str) -> None:
        self.data = folder / name
        self.name = name
        self.lines: list[str] = []
        self.complaints = folder / f"{name}.complaints"
        self._process: subprocess.Popen[str] | None = None
        self._news: queue.SimpleQueue[str | None] = queue.SimpleQueue()

    def run(self, *words: str) -> None:
        with self.complaints.open("a", encoding="utf-8") as complaints:
            self._process = subprocess.Popen(
                [
                    *(sys.executable, "-m", "p2pqwirkle", *words),
                    *("--as-bot", "greedy", "--data", str(self.data)),
                ],
                stdout=subprocess.PIPE,
                stderr=complaints,
                text=True,
                env=ENVIRONMENT,
            )
        self._news = queue.SimpleQueue()
        reader = threading.Thread(target=self._read, args=(self._process, self._news), daemon=True)
        reader.start()

    def resume(self, *words: str) -> None:
        self.run("resume", "--patience", "120", *words)

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def until(self, beginning: str, seconds: float = 120.0) -> str:
        """Wait for a line that begins so."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            line = self._news.get(timeout=max(0.01, deadline - time.monotonic()))
            if line is None:
                break
            if line.startswith(beginning):
                return line
        raise AssertionError(f"{self.name} never said {beginning!r}: {self.lines} {self.errors}")

    def kill(self) -> None:
        """Stop it as a power cut would, as far as its memory goes."""
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    @contextmanager
    def asleep(self) -> Iterator[None]:
        """While this lasts, the game waits for this player."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._process.send_signal(signal.SIGCONT)

    def end(self, seconds: float = GAME_SECONDS) -> int:
        """Wait for its end, and return the exit code."""
        assert self._process is not None
        return self._process.wait(seconds)

    @property
    def errors(self) -> str:
        return self.complaints.read_text("utf-8") if self.complaints.exists() else ""

    @property
    def record(self) -> Path:
        (found,) = (self.data / "games").glob("*.qwk")
        return found

    def _read(
        self, process: "subprocess.Popen[str]", news: "queue.SimpleQueue[str | None]"
    ) -> None:
        assert process.stdout is not None
        for line in process.stdout:
            self.lines.append(line.rstrip("\n"))
            news.put(self.lines[-1])
        process.stdout.close()
        news.put(None)


class Home:
    """A table of bots on loopback, which its host opens with *words*."""

    def __init__(self, folder: Path, players: int, *words: str) -> None:
        self._words = words
        self.bots = [Bot(folder, name) for name in SEATS[:players]]

    def begin(self) -> None:
        """Let all of them sit down, and the game begin."""
        host, *guests = self.bots
        host.run(
            *("host", "--players", str(len(self.bots)), "--open", "--unlisted"),
            *("--bind", "127.0.0.1", "--port", "0", "--name", host.name, "--patience", "120"),
            *self._words,
        )
        address = host.until("listening ").removeprefix("listening ")
        for guest in guests:
            guest.run("join", address, "--name", guest.name, "--patience", "120")
        for bot in self.bots:
            bot.until("game ")

    def kill_all(self, bots: Iterable[Bot] | None = None) -> None:
        for bot in self.bots if bots is None else bots:
            if bot.is_running:
                bot.kill()

    def check_fair(self) -> None:
        """Check that all have come to the end, with one record of a fair game."""
        codes = {bot.name: bot.end() for bot in self.bots}
        told = {bot.name: (bot.errors, bot.lines[-5:]) for bot in self.bots}
        assert codes == dict.fromkeys(codes, 0), (codes, told)
        assert len({bot.record.read_bytes() for bot in self.bots}) == 1
        for bot in self.bots:
            assert not list((bot.data / "games").glob("*.journal"))
            assert not list((bot.data / "games").glob("*.where"))
        report = audited(self.bots[0].record)
        assert report["verdict"] == "fair", report


def audited(record: Path) -> dict[str, object]:
    done = program("audit", str(record), "--json")
    report: dict[str, object] = json.loads(done.stdout)
    return report


def program(*words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "p2pqwirkle", *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        env=ENVIRONMENT,
    )


def at_home(folder: Path, players: int, play: Callable[[Home], None], *words: str) -> None:
    """Let *play* happen at a table, and leave no process behind."""
    home = Home(folder, players, *words)
    try:
        home.begin()
        play(home)
    finally:
        home.kill_all()
