"""Players as they really are: each a program of its own, at a computer of its own."""

import contextlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Condition, Thread
from time import monotonic, process_time
from typing import Final, Protocol, Self

ENVIRONMENT: Final = {**os.environ, "LC_ALL": "C.UTF-8"}
PATIENT_SECONDS: Final = 300.0
"""How long a test waits for what must come: a machine that is busy is no fault."""


class Computer(Protocol):
    """Where programs run."""

    def within(self, command: Sequence[str]) -> list[str]:
        """*command*, to be run there."""


class Here:
    """This computer itself, for games over loopback."""

    def within(self, command: Sequence[str]) -> list[str]:
        """*command* as it is."""
        return [*command]


WORK: Final = 3_000_000
"""Additions: some hundredths of a second."""


@dataclass(frozen=True, slots=True)
class Line:
    """What a seat has said, and when by the clock of this machine."""

    text: str
    said: float


class Seat:
    """One player's program.

    Attributes:
        name: the player's.
        lines: what it has said so far.
    """

    def __init__(self, computer: Computer, folder: Path, name: str, *words: str) -> None:
        self.name = name
        self.data = folder / name
        self.lines: list[Line] = []
        self._told = Condition()
        command = [*(sys.executable, "-m", "p2pqwirkle"), *words]
        seat = ("--as-bot", "greedy", "--name", name, "--data", str(self.data))
        self.process = subprocess.Popen(
            computer.within([*command, *seat]),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=ENVIRONMENT,
        )
        self._ear = Thread(target=self._listen, daemon=True)
        self._ear.start()

    @property
    def record(self) -> Path:
        """What it has written of the game."""
        (record,) = (self.data / "games").glob("*.qwk")
        return record

    def until(self, beginning: str, after: int = 0, *, times: int = 1) -> Line:
        """The line that begins so for the last of some *times*, counted from the line *after* on.

        Waits for it.
        """
        deadline = monotonic() + PATIENT_SECONDS
        with self._told:
            while True:
                found = [line for line in self.lines[after:] if line.text.startswith(beginning)]
                if len(found) >= times:
                    return found[times - 1]
                left = deadline - monotonic()
                news = self._told.wait(min(left, 1))
                if left < 0 or not (news or self._ear.is_alive()):
                    raise AssertionError(f"{self.name} never said {beginning!r}: {self.said()}")

    def said(self) -> list[str]:
        """All that it has said, without the times."""
        return [line.text for line in self.lines]

    def turns(self) -> list[str]:
        """What it has said of each turn."""
        return [text for text in self.said() if text.startswith("turn ")]

    def end(self) -> tuple[int, str]:
        """The exit code, and what was said on standard error; waits for the end."""
        self.process.wait(PATIENT_SECONDS)
        self._ear.join()
        assert self.process.stderr is not None  # asked for above
        return self.process.returncode, self.process.stderr.read()

    def waited(self) -> float:
        """For how many seconds its threads were kept from a processor; 0 if that is not told."""
        nanoseconds = 0
        for thread in Path(f"/proc/{self.process.pid}/task").glob("*/schedstat"):
            with contextlib.suppress(OSError):  # it has ended meanwhile
                nanoseconds += int(thread.read_text(encoding="ascii").split()[1])
        return nanoseconds / 1e9

    def freeze(self) -> None:
        """Let the computer sleep."""
        self.process.send_signal(signal.SIGSTOP)

    def wake(self) -> None:
        """Let it wake up."""
        self.process.send_signal(signal.SIGCONT)

    def clear_away(self) -> None:
        """Leave no process behind."""
        self.process.kill()
        self.process.wait()
        self._ear.join()
        for stream in (self.process.stdout, self.process.stderr):
            assert stream is not None  # asked for above
            stream.close()

    def _listen(self) -> None:
        assert self.process.stdout is not None  # asked for above
        for text in self.process.stdout:
            with self._told:
                self.lines.append(Line(text.rstrip("\n"), monotonic()))
                self._told.notify_all()


INVITED: Final = ("--code", "puma oxygen bike")
"""What the host says to everybody."""


class Evening:
    """One game, with a seat at each of several computers.

    Attributes:
        port: on which the host listens.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.seats: list[Seat] = []
        self.port = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for seat in self.seats:
            seat.clear_away()

    def host(self, computer: Computer, name: str, *words: str, players: int) -> Seat:
        """Open a table at *computer*."""
        table = ("--players", str(players), *INVITED)
        seat = self._seat(computer, name, "host", *table, *words)
        self.port = int(seat.until("listening ").text.rpartition(":")[2])
        return seat

    def join(
        self, computer: Computer, name: str, address: str, *words: str, port: int | None = None
    ) -> Seat:
        """Join that table, where *address* is the host's, or that of a way to it."""
        host = f"[{address}]" if ":" in address else address
        at = f"{host}:{port or self.port}"
        return self._seat(computer, name, "join", at, *INVITED, *words)

    def find(self, computer: Computer, name: str, *table: str) -> Seat:
        """Join the *table* with an id, or the only one there is, wherever it is found."""
        return self._seat(computer, name, "join", *INVITED, *table)

    def seat(self, name: str) -> Seat:
        return next(seat for seat in self.seats if seat.name == name)

    def check_all_play(self, within: float) -> None:
        """Check that soon everybody sees a turn of everybody, made from now on.

        Args:
            within: seconds, on a machine that has nothing else to do; a busy one takes longer.
        """
        began, busy, waited = monotonic(), slowness(), self._waited()
        enough = len(self.seats) + 1  # the first may have been under way
        heard = [len(seat.lines) for seat in self.seats]
        for seat, after in zip(self.seats, heard, strict=True):
            seat.until("turn ", after, times=enough)
        waited = max(0.0, self._waited() - waited)
        assert monotonic() - began - waited < within * max(busy, slowness())

    def check_seated(self) -> None:
        """Wait until everybody has a link with everybody else, and see that it is one table."""
        assert len({seat.until("words ").text for seat in self.seats}) == 1

    def check_alike(self, turns: int = 6) -> None:
        """Wait until everybody has seen so many *turns*, and see that they are the same.

        Whoever does not need the end of a game need not wait for it.
        """
        for seat in self.seats:
            seat.until("turn ", times=turns)
        told = {tuple(seat.turns()) for seat in self.seats}
        least = min(map(len, told))
        assert len({seen[:least] for seen in told}) == 1

    def check_fair(self) -> None:
        """Wait for the end, and look at what everybody has written."""
        ends = {seat.name: seat.end() for seat in self.seats}
        assert ends == {seat.name: (0, "") for seat in self.seats}
        records = {seat.record.read_bytes() for seat in self.seats}
        assert len(records) == 1
        assert verdict_on(self.seats[0].record) == "fair"

    def _waited(self) -> float:
        """For how many seconds all programs together have been kept from a processor so far."""
        return sum(seat.waited() for seat in self.seats)

    def _seat(self, computer: Computer, name: str, *words: str) -> Seat:
        seat = Seat(computer, self._folder, name, *words)
        self.seats.append(seat)
        return seat


def slowness() -> float:
    """How many times longer than it could this machine takes for some work, by all it has to do.

    What it takes right now may be luck, so the last minute counts as well.
    """
    began, spent = monotonic(), process_time()
    sum(range(WORK))
    right_now = (monotonic() - began) / (process_time() - spent)
    lately = os.getloadavg()[0] / (os.cpu_count() or 1)
    return max(1.0, right_now, lately)


def verdict_on(record: Path) -> str:
    """What an audit says."""
    done = subprocess.run(
        [sys.executable, "-m", "p2pqwirkle", "audit", str(record), "--json"],
        capture_output=True,
        text=True,
        check=False,
        env=ENVIRONMENT,
    )
    return str(json.loads(done.stdout)["verdict"])


def sit_down(
    evening: Evening, computers: Sequence[Computer], address: str, *words: str
) -> list[Seat]:
    """Everybody takes a seat; the first one hosts, and is found at *address*."""
    names = ("north", "south", "east", "west", "centre", "attic")
    host, *others = computers
    evening.host(host, names[0], *words, players=len(computers))
    for computer, name in zip(others, names[1:], strict=False):
        evening.join(computer, name, address, *words)
    return evening.seats
