"""Where a console runs: one loop for the screen and the network, and a terminal left whole.

Asyncio's coroutines and Twisted's Deferreds meet in this file, and so do the terminal and the log.
"""

import asyncio
import gc
import logging
import signal
import sys
import tempfile
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Protocol, TextIO, cast

from twisted.internet.defer import Deferred

from p2pqwirkle.cli.exits import ExitCode
from p2pqwirkle.cli.running import run_in_reactor
from p2pqwirkle.console.commands import Request
from p2pqwirkle.console.paper import Paper, typed_lines
from p2pqwirkle.console.states import State
from p2pqwirkle.console.terminal import kept_whole, stray_output_to
from p2pqwirkle.net.reactor import Reactor


class Console(Protocol):
    """The screen, or plain mode."""

    state: State

    async def run(self) -> None:
        """Show the state until `leave` is called."""

    def become(self, state: State) -> None:
        """Show another state."""

    def leave(self) -> None:
        """End `run`."""


@dataclass(frozen=True, slots=True)
class Stage:
    """What a play needs to be performed.

    Attributes:
        terminal: where frames and lines go; nothing else does.
        log: where all other output goes.
    """

    loop: asyncio.AbstractEventLoop
    reactor: Reactor
    terminal: TextIO
    log: Path
    is_plain: bool

    @property
    def has_an_audience(self) -> bool:
        """Whether somebody may want to look at the end, and say what comes after it."""
        return not self.is_plain or sys.stdin.isatty()

    def console(self, state: State, ask: Callable[[Request], None]) -> Console:
        """The screen, or plain mode, with its first state."""
        return self._paper(state, ask) if self.is_plain else self._screen(state, ask)

    def _paper(self, state: State, ask: Callable[[Request], None]) -> Console:
        paper = Paper(state, ask, self.terminal)
        typed_lines(sys.stdin, self.loop, paper.read)
        return paper

    def _screen(self, state: State, ask: Callable[[Request], None]) -> Console:
        from prompt_toolkit.input import create_input  # noqa: PLC0415 - plain mode needs none
        from prompt_toolkit.output import create_output  # noqa: PLC0415

        from p2pqwirkle.console.screen import Screen  # noqa: PLC0415

        return Screen(state, ask, (create_input(sys.stdin), create_output(self.terminal)))


Play = Callable[[Stage], Coroutine[Any, Any, int]]
"""What is performed; it returns the exit code."""


def perform(play: Play, log: Path, *, is_plain: bool) -> int:
    """Run *play* to its end, and return what it returns.

    Whatever ends it, an error or a signal too, the terminal is as it was before.
    """
    if is_plain:
        with _logging_to(log):
            return run_in_reactor(_Performance(play, sys.stdout, log, is_plain=True), log)
    with kept_whole(), stray_output_to(log) as terminal, _logging_to(log):
        return run_in_reactor(_Performance(play, terminal, log, is_plain=False), log)


@contextmanager
def temporary_log() -> Iterator[Path]:
    """A log for a play that has no data directory."""
    with tempfile.TemporaryDirectory(prefix="p2pqwirkle-") as folder:
        yield Path(folder) / "log"


class _Performance:
    """One play in the reactor's loop."""

    def __init__(self, play: Play, terminal: IO[str], log: Path, *, is_plain: bool) -> None:
        self._play = play
        self._terminal = cast("TextIO", terminal)
        self._log = log
        self._is_plain = is_plain
        self._task: asyncio.Task[int] | None = None

    async def run(self, reactor: Reactor) -> int:
        """Perform it."""
        # Twisted begins before the loop runs, which is the one that was set.
        loop = asyncio.get_event_loop()
        loop.set_exception_handler(log_failure)
        if sys.platform != "win32":
            loop.add_signal_handler(signal.SIGHUP, self.leave)
        # All that is loaded stays: to look through it for waste would stop the screen for a while.
        gc.freeze()
        stage = Stage(loop, reactor, self._terminal, self._log, self._is_plain)
        self._task = loop.create_task(self._play(stage))
        try:
            return await Deferred.fromFuture(self._task)
        except asyncio.CancelledError:
            return ExitCode.UNFINISHED

    def leave(self) -> None:
        """A signal ends the play; it puts everything in order on its way out."""
        if self._task is not None:
            self._task.cancel()


def log_failure(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """An error in a key handler, a task or a callback: the screen goes on, the log tells."""
    logging.getLogger("p2pqwirkle").error(
        "%s", context.get("message"), exc_info=context.get("exception")
    )


@contextmanager
def _logging_to(log: Path) -> Iterator[None]:
    """Let everything that logs or warns write to *log*; it is made only if something does."""
    handler = logging.FileHandler(log, encoding="utf-8", delay=True)
    root = logging.getLogger()
    root.addHandler(handler)
    logging.captureWarnings(capture=True)
    try:
        yield
    finally:
        root.removeHandler(handler)
        logging.captureWarnings(capture=False)
        handler.close()
