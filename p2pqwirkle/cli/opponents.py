"""The bots that a person plays against: each a peer in a process of its own, like any other.

Only TLS on loopback is between them and the player; their data directories go when they do.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Final, Self

GOODBYE_SECONDS: Final = 5
"""For a bot to end once the game is over, or it was told to."""


class Opponents:
    """The processes of the bots; use as a context, so that none is left behind.

    Args:
        names: one for each bot.
        level: how well they play.
        log: where they complain.
    """

    def __init__(self, names: Sequence[str], level: str, log: Path) -> None:
        self._names = names
        self._level = level
        self._log = log
        self._processes: list[subprocess.Popen[bytes]] = []
        self._open = ExitStack()

    def __enter__(self) -> Self:
        self._folder = Path(self._open.enter_context(tempfile.TemporaryDirectory()))
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        for process in self._processes:
            _end(process)
        self._open.close()

    def sit_down(self, address: str) -> None:
        """Let all of them join the table at *address*, those too who have played before."""
        while self._processes:
            _end(self._processes.pop())  # mostly it has ended by itself
        complaints = self._open.enter_context(self._log.open("ab"))
        for number, name in enumerate(self._names):
            words = ("join", address, "--as-bot", self._level, "--name", name)
            self._processes.append(
                subprocess.Popen(  # noqa: S603 - our own program
                    [
                        *(sys.executable, "-m", "p2pqwirkle", *words),
                        *("--data", str(self._folder / str(number))),
                    ],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=complaints,
                    env={**os.environ, "PYTHONUTF8": "1"},
                    # Ctrl-C in the terminal is for the player's program alone.
                    start_new_session=True,
                )
            )


def _end(process: "subprocess.Popen[bytes]") -> None:
    process.terminate()
    try:
        process.wait(GOODBYE_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
