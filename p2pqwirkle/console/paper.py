"""Plain mode's shell: numbered lines out, typed lines in, around the same states as the screen."""

import asyncio
from collections.abc import Callable
from threading import Thread
from typing import TextIO

from p2pqwirkle.console.commands import Leave, Request
from p2pqwirkle.console.desk import Desk
from p2pqwirkle.console.lobby import Lobby
from p2pqwirkle.console.lobby_lines import lobby_news, typed_in_lobby
from p2pqwirkle.console.plain import Lines, desk_news, typed
from p2pqwirkle.console.search import Search, search_news, typed_in_search
from p2pqwirkle.console.states import State, needs_nobody
from p2pqwirkle.console.text import as_ascii


class Paper:
    """Everything in lines, the oldest first.

    Args:
        state: the first one.
        ask: told of what the player asks of the program.
        out: where lines go; in ASCII if it cannot take more.

    Attributes:
        state: what the last lines were about.
    """

    def __init__(self, state: State, ask: Callable[[Request], None], out: TextIO) -> None:
        self.state = state
        self._ask = ask
        self._out = out
        self._number = 0
        self._left = asyncio.Event()
        self._tell(_news(None, state))

    async def run(self) -> None:
        """Wait until `leave` is called."""
        await self._left.wait()

    def leave(self) -> None:
        """End `run`."""
        self._left.set()

    def become(self, state: State) -> None:
        """Tell what is new in *state*."""
        before, self.state = self.state, state
        self._tell(_news(before, state))

    def read(self, line: str) -> None:
        """The player has typed *line*; an empty text is the end of all typing."""
        if not line:
            if not needs_nobody(self.state):
                self._ask(Leave.LEAVE)
            return
        state, answer, request = _read(self.state, line)
        self._tell(answer)
        self.become(state)
        if request is not None:
            self._ask(request)

    def _tell(self, lines: Lines) -> None:
        """Write *lines*; with nobody to read them any more, there is nobody to go on for."""
        try:
            for line in lines:
                self._number += 1
                self._out.write(self._writable(f"{self._number}. {line}") + "\n")
            self._out.flush()
        except OSError:  # a pipe that is closed, a terminal that is gone
            self.leave()

    def _writable(self, line: str) -> str:
        try:
            line.encode(self._out.encoding or "ascii")
        except UnicodeEncodeError:
            return as_ascii(line)
        return line


def _read(state: State, line: str) -> tuple[State, Lines, Request | None]:
    if line.strip().lower() == "quit":
        return state, (), Leave.LEAVE
    match state:
        case Search():
            return state, *typed_in_search(state, line)
        case Lobby():
            return typed_in_lobby(state, line)
        case Desk():
            return typed(state, line)
        case _:
            return state, (), None


def _news(before: State | None, state: State) -> Lines:
    match state:
        case Search():
            return search_news(before if isinstance(before, Search) else None, state)
        case Lobby():
            return lobby_news(before if isinstance(before, Lobby) else None, state)
        case Desk():
            return desk_news(before if isinstance(before, Desk) else None, state)
        case _:
            return ()


def typed_lines(
    source: TextIO, loop: asyncio.AbstractEventLoop, read: Callable[[str], None]
) -> None:
    """Hand each line of *source* to *read* in the thread of *loop*, and an empty text at its end.

    A thread waits for the lines: no loop can wait for a file on every system.
    """

    def wait() -> None:
        line = " "
        while line:
            line = source.readline()
            try:
                loop.call_soon_threadsafe(read, line)
            except RuntimeError:  # the loop is closed: nobody listens any more
                return

    Thread(target=wait, name="typed lines", daemon=True).start()
