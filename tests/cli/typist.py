"""A person who plays in lines at a terminal: what is told is read, and moves are typed."""

import os
import pty
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

ENVIRONMENT = {**os.environ, "TERM": "dumb", "LC_ALL": "C.UTF-8"}
PATIENCE = 300.0
"""Seconds that a busy machine may take for what is waited for; it may be the end of a game."""


class Typist:
    """One process at a terminal of its own; the first hint is always played.

    Attributes:
        told: the lines so far, without their numbers.
    """

    def __init__(self, *words: str) -> None:
        self._ours, theirs = pty.openpty()
        self._close_echo(theirs)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "p2pqwirkle", *words],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=ENVIRONMENT,
            start_new_session=True,
        )
        os.close(theirs)
        self.told: list[str] = []
        self._heard = threading.Condition()
        self._has_told_all = False
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def type(self, line: str) -> None:
        os.write(self._ours, f"{line}\n".encode())

    def sees(self, form: str) -> str:
        """Wait for a line that matches *form*, and return it."""
        found: list[str] = []

        def holds() -> bool:
            found[:] = [line for line in self.told if re.search(form, line)]
            return bool(found) or self._has_told_all

        with self._heard:
            self._heard.wait_for(holds, PATIENCE)
        assert found, "\n".join(self.told)
        return found[0]

    def forget(self) -> None:
        """Let `sees` look at what comes from now on alone."""
        with self._heard:
            self.told.clear()

    def end(self) -> int:
        code = self.process.wait(PATIENCE)
        self._thread.join(10)
        os.close(self._ours)
        return code

    def _read(self) -> None:
        rest = b""
        while True:
            try:
                rest += os.read(self._ours, 4096)
            except OSError:  # the process has gone, and its terminal with it
                break
            *lines, rest = rest.split(b"\n")
            for line in lines:
                self._hear(line.decode().strip().partition(". ")[2])
        with self._heard:
            self._has_told_all = True
            self._heard.notify_all()

    def _hear(self, line: str) -> None:
        with self._heard:
            before = self.told[-1] if self.told else ""
            self.told.append(line)
            self._heard.notify_all()
        if line.startswith("Type ready"):
            self.type("ready")
        elif line.startswith("Your hand:"):
            self.type("hint")
        elif re.match(r"\+\d+ play ", line) and not before.startswith("+"):
            self.type(line.partition(" ")[2])
        elif line.startswith("Type ready"):
            self.type("ready")
        elif "you must swap" in line:
            hand = next(line for line in reversed(self.told) if line.startswith("Your hand:"))
            self.type("swap " + hand.partition(": ")[2].split()[0])

    @staticmethod
    def _close_echo(theirs: int) -> None:
        """Let what is typed not come back as if it had been told."""
        import termios  # noqa: PLC0415 - there is none on Windows

        modes = termios.tcgetattr(theirs)
        modes[3] &= ~termios.ECHO
        termios.tcsetattr(theirs, termios.TCSANOW, modes)


@contextmanager
def table_of_typists(
    folder: Path, names: tuple[str, ...], *options: str
) -> Iterator[dict[str, Typist]]:
    """A table on loopback with a person in every seat; the first one hosts it with *options*."""
    host, *guests = names
    people = {
        host: Typist(
            *("host", "--plain", "--players", str(len(names)), "--bind", "127.0.0.1"),
            *("--port", "0", "--name", host, "--data", str(folder / host), *options),
        )
    }
    try:
        line = people[host].sees(r"p2pqwirkle join 127\.0\.0\.1:\d+ --code")
        _, _, address, _, code = line.split()
        for name in guests:
            people[name] = Typist(
                *("join", "--plain", address, "--code", code),
                *("--name", name, "--data", str(folder / name)),
            )
        yield people
    finally:
        for person in people.values():
            person.process.kill()
            person.process.wait()


def everyone(people: dict[str, Typist], deed: Callable[[Typist], object]) -> None:
    for person in people.values():
        deed(person)
