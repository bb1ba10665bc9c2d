"""The bots that sit at a host's table: each a peer in a process of its own, like any other.

Only TLS on this computer is between them and the host.  Their data directories are within the
host's, and stay there as long as a game is unfinished, so that they come back to it with the host.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Final, Self

from p2pqwirkle.cli.folder import FOLDER_MODE
from p2pqwirkle.codes import Code
from p2pqwirkle.net.reactor import Address
from p2pqwirkle.record.entry import GameId
from p2pqwirkle.words import sentence

NAMES: Final = ("Ada", "Emil", "Grete", "Ivo", "Nora")
GOODBYE_SECONDS: Final = 5
"""For a bot to end once the game is over, or it was told to."""
HOME: Final = "bots"
"""Within the host's data directory: `bots/<level>-…/<number>` is the data directory of one bot."""


def bot_name(name: str, level: str) -> str:
    """What a bot is called among people, who should know that it is one, and how it plays."""
    return sentence("bots.name", name=name, level=sentence(f"bots.level.{level}"))


class Opponents:
    """The processes of the bots; use as a context, so that none is left behind.

    Args:
        names: one for each bot.
        level: how well they play.
        data: the host's data directory.
    """

    def __init__(self, names: Sequence[str], level: str, data: Path) -> None:
        self._names = names
        self._level = level
        self._data = data
        self._folder = data / HOME
        self._processes: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> Self:
        if self._names:
            self._folder.mkdir(mode=FOLDER_MODE, exist_ok=True)
            self._folder = Path(tempfile.mkdtemp(prefix=f"{self._level}-", dir=self._folder))
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        _dismiss(self._processes, self._data)

    def sit_down(self, address: Address, code: Code | None) -> None:
        """Let all of them join the table at *address*, those too who have played before."""
        while self._processes:
            _end(self._processes.pop())  # mostly it has ended by itself
        for number, name in enumerate(self._names):
            words = ["join", str(address), "--as-bot", self._level, "--name", name]
            words += [] if code is None else ["--code", "-"]
            words += ["--data", str(self._folder / str(number))]
            # Not as a word of the command line, which all on this computer may read.
            self._processes.append(_begin(words, self._data, f"{code}\n"))


@contextmanager
def opponents_of(game: GameId, data: Path) -> Iterator[None]:
    """Let the bots come back to *game* that sat there, if any did, and stay as long as we do.

    Args:
        game: one that is gone on with.
        data: the host's data directory.
    """
    processes: list[subprocess.Popen[bytes]] = []
    try:
        for journal in sorted((data / HOME).glob(f"*/*/games/{game.hex()}.journal")):
            _games, own, together, *_ = journal.parents
            level = together.name.partition("-")[0]
            words = ["resume", game.hex(), "--as-bot", level, "--data", str(own)]
            processes.append(_begin(words, data))
        yield
    finally:
        _dismiss(processes, data)


def _dismiss(processes: Sequence["subprocess.Popen[bytes]"], data: Path) -> None:
    """End the bots, and forget those whose games their host does not go on with either."""
    for process in processes:
        _end(process)
    for together in (data / HOME).glob("*"):
        journals = (path.name for path in together.glob("*/games/*.journal"))
        if not any((data / "games" / name).exists() for name in journals):
            shutil.rmtree(together, ignore_errors=True)


def _begin(words: Sequence[str], data: Path, said: str = "") -> "subprocess.Popen[bytes]":
    """Let a bot run our program with *words*, and hear what is *said*; it complains in the log."""
    with (data / "log").open("ab") as complaints:
        bot = _process(words, complaints)
    assert bot.stdin is not None  # it is a pipe
    with suppress(BrokenPipeError), bot.stdin as stdin:
        stdin.write(said.encode())
    return bot


def _process(words: Sequence[str], complaints: IO[bytes]) -> "subprocess.Popen[bytes]":
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
