"""The seats of a demo: each a process of its own, with a data directory of its own.

Nothing but TLS on loopback is between them; what they print is all that is known of them here.
"""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from time import monotonic
from typing import IO, Final, Self

from p2pqwirkle.cli.exits import Exit, ExitCode

GOODBYE_SECONDS: Final = 5
"""For a seat to end once it was told to."""
_LISTENING: Final = "listening "


@dataclass(frozen=True, slots=True)
class Said:
    """A line that a seat has printed.

    Attributes:
        seat: who, by the order of the seats here.
        at: when it was heard, in seconds of a monotonic clock.
    """

    seat: int
    line: str
    at: float


class Seats:
    """The processes of one demo; use as a context, so that none is left behind."""

    def __init__(self, names: Sequence[str], level: str, folder: Path) -> None:
        self.names = names
        self._level = level
        self._folder = folder
        self._lines: SimpleQueue[Said | int] = SimpleQueue()
        self._processes: list[subprocess.Popen[str]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        running = [process for process in self._processes if process.poll() is None]
        for process in running:
            process.terminate()
        for process in running:
            try:
                process.wait(GOODBYE_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def play(self) -> Iterator[Said]:
        """Play a whole game; everything that is said, as it is said.

        Raises:
            Exit: a seat could not play to the end.
        """
        players = str(len(self.names))
        here = ("--bind", "127.0.0.1", "--port", "0", "--unlisted")
        self._begin("host", "--players", players, *here, "--open")
        silent = 0
        while silent < len(self.names):
            said = self._lines.get()
            if isinstance(said, int):
                self._check_ended_well(said)
                silent += 1
                continue
            if said.line.startswith(_LISTENING):
                for _ in self.names[1:]:
                    self._begin("join", said.line.removeprefix(_LISTENING))
            yield said

    def record_of(self, seat: int) -> Path:
        """Where *seat* has its record."""
        return next((self._data_of(seat) / "games").glob("*.qwk"))

    def _begin(self, *words: str) -> None:
        seat = len(self._processes)
        command = [sys.executable, "-m", "p2pqwirkle", *words]
        command += ["--as-bot", self._level, "--name", self.names[seat]]
        process = subprocess.Popen(  # noqa: S603 - our own program
            [*command, "--data", str(self._data_of(seat))],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=(self._folder / f"{seat}.err").open("wb"),
            encoding="utf-8",
            errors="backslashreplace",
            env={**os.environ, "PYTHONUTF8": "1"},
        )
        self._processes.append(process)
        assert process.stdout is not None  # it is a pipe
        Thread(target=self._listen, args=(seat, process.stdout), daemon=True).start()

    def _listen(self, seat: int, stream: IO[str]) -> None:
        """Pass on what *seat* prints, and its number when it prints no more."""
        for line in stream:
            self._lines.put(Said(seat, line.rstrip("\n"), monotonic()))
        self._lines.put(seat)

    def _check_ended_well(self, seat: int) -> None:
        code = self._processes[seat].wait()
        if code != ExitCode.DONE:
            told = (self._folder / f"{seat}.err").read_text(encoding="utf-8", errors="replace")
            last = told.strip().splitlines()[-1:] or [f"exit code {code}"]
            worst = ExitCode(code) if code in list(ExitCode) else ExitCode.COULD_NOT
            raise Exit(worst, "seat-failed", name=self.names[seat], reason=last[0])

    def _data_of(self, seat: int) -> Path:
        return self._folder / str(seat)
