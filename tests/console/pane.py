"""A terminal in memory: keys go in by a pipe, and what is drawn can be looked at."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final, TextIO, cast

import pyte
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.input.base import PipeInput
from prompt_toolkit.output.vt100 import Vt100_Output

from p2pqwirkle.console.commands import Request
from p2pqwirkle.console.screen import Screen
from p2pqwirkle.console.states import State

PATIENCE: Final = 3_000
"""Hundredths of a second that a busy machine may take to draw what is waited for."""

UP, DOWN, RIGHT, LEFT = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"
ENTER, BACKSPACE, ESCAPE = "\r", "\x7f", "\x1b"


class _Sink:
    """Where the output is written to."""

    encoding = "utf-8"

    def __init__(self, stream: pyte.Stream) -> None:
        self._stream = stream
        self.written = ""

    def write(self, text: str) -> int:
        self.written += text
        self._stream.feed(text)
        return len(text)

    def flush(self) -> None:
        pass

    def isatty(self) -> bool:
        return True

    def fileno(self) -> int:
        raise NotImplementedError


class Pane:
    """A terminal with a screen running on it."""

    def __init__(self, keys: PipeInput, width: int, height: int) -> None:
        self.size = Size(rows=height, columns=width)
        self.terminal = pyte.Screen(width, height)
        self.sink = _Sink(pyte.Stream(self.terminal))
        self.asked: list[Request] = []
        self.keys = keys
        self.output = Vt100_Output(
            cast("TextIO", self.sink),
            lambda: self.size,
            term="xterm-256color",
            enable_cpr=False,
        )
        self.screen: Screen | None = None

    @property
    def text(self) -> str:
        return "\n".join(row.rstrip() for row in self.terminal.display)

    @property
    def written(self) -> str:
        return self.sink.written

    async def press(self, *keys: str) -> None:
        for key in keys:
            self.keys.send_text(key)
            await asyncio.sleep(0.08 if key == ESCAPE else 0.02)

    async def click(self, column: int, row: int) -> None:
        """Press and release the left button; columns and rows count from 0."""
        place = f"{column + 1};{row + 1}"
        await self.press(f"\x1b[<0;{place}M", f"\x1b[<0;{place}m")

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait for something to have happened; what is seen instead is said."""
        for _ in range(PATIENCE):
            if holds():
                return
            await asyncio.sleep(0.01)
        raise AssertionError(f"not seen on\n{self.text}")

    async def sees(self, text: str) -> None:
        await self.until(lambda: text in self.text)

    def resize(self, width: int, height: int) -> None:
        self.size = Size(rows=height, columns=width)
        self.terminal.resize(height, width)
        assert self.screen is not None
        self.screen._app._on_resize()


@asynccontextmanager
async def running(state: State, *, width: int = 80, height: int = 24) -> AsyncIterator[Pane]:
    """A screen that shows *state*; it is left in the end."""
    with create_pipe_input() as keys:
        pane = Pane(keys, width, height)
        pane.screen = Screen(state, pane.asked.append, (keys, pane.output))
        task = asyncio.get_running_loop().create_task(pane.screen.run())
        try:
            await pane.until(lambda: "\x1b[?1049h" in pane.written)
            await asyncio.sleep(0.02)
            yield pane
        finally:
            pane.screen.leave()
            await task
