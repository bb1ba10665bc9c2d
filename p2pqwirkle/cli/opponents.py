"""The bots that sit at a host's table: each a peer in a process of its own, like any other.

Only TLS on this computer is between them and the host; their data directories go when they do.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack, nullcontext, suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Final, Self

from p2pqwirkle.codes import Code
from p2pqwirkle.net.reactor import Address
from p2pqwirkle.words import sentence

NAMES: Final = ("Ada", "Emil", "Grete", "Ivo", "Nora")
GOODBYE_SECONDS: Final = 5
"""For a bot to end once the game is over, or it was told to."""


def bot_name(name: str, level: str) -> str:
    """What a bot is called among people, who should know that it is one, and how it plays."""
    return sentence("bots.name", name=name, level=sentence(f"bots.level.{level}"))


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

    def sit_down(self, address: Address, code: Code | None) -> None:
        """Let all of them join the table at *address*, those too who have played before."""
        while self._processes:
            _end(self._processes.pop())  # mostly it has ended by itself
        with self._log.open("ab") if self._names else nullcontext() as complaints:
            for number, name in enumerate(self._names):
                words = ["join", str(address), "--as-bot", self._level, "--name", name]
                words += [] if code is None else ["--code", "-"]
                words += ["--data", str(self._folder / str(number))]
                bot = _begin(words, complaints)
                self._processes.append(bot)
                assert bot.stdin is not None  # it is a pipe
                with suppress(BrokenPipeError), bot.stdin as stdin:
                    # Not as a word of the command line, which all on this computer may read.
                    stdin.write(f"{code}\n".encode())


def _begin(words: Sequence[str], complaints: IO[bytes] | None) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-m", "p2pqwirkle", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=complaints,
        env={**os.environ, "PYTHONUTF8": "1"},
        # Ctrl-C in the terminal is for the host's program alone.
        start_new_session=True,
    )


def _end(process: "subprocess.Popen[bytes]") -> None:
    process.terminate()
    try:
        process.wait(GOODBYE_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
