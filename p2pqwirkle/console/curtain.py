"""The first frame, drawn before all that a screen needs is loaded.

Rule of this file: it imports next to nothing, neither network nor cryptography nor the library
that draws the screens.
"""

import os
import shutil
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final, NoReturn

from p2pqwirkle.console.canvas import Canvas, Line, Size
from p2pqwirkle.console.looks import looks_for
from p2pqwirkle.console.terminal import if_it_is_there

OTHER_SCREEN: Final = "\x1b[?1049h\x1b[?25l\x1b[2J\x1b[H"
ORDINARY_SCREEN: Final = "\x1b[0m\x1b[?25h\x1b[?1049l"
"""Twice does no harm: the cursor is where the first time has put it."""
TITLE: Final = "p2pqwirkle"
BLANK_ROW: Final = "\x1b[2;1H"
"""Where the cursor waits; what is tried out there is not seen."""
_LOOKS: Final = {"": "\x1b[0m", "bold": "\x1b[0;1m", "bold reverse": "\x1b[0;1;7m"}
TITLE_STYLE: Final = "bold reverse"


@contextmanager
def curtain(words: str) -> Iterator[None]:
    """Show *words* on a screen of its own while the block prepares what comes.

    However the block ends, the terminal is as it was before.
    """
    if sys.platform == "win32":
        _write(words + "\n")  # an old console reads no escape sequences yet
        yield
        return
    with _ended_by_signals(), _no_echo():
        # A signal may come at any time: what is undone is inside of what undoes it.
        try:
            size = Size(*shutil.get_terminal_size())
            _write(OTHER_SCREEN + painted(first_frame(words, size)) + BLANK_ROW)
            yield
        finally:
            with if_it_is_there():
                _write(ORDINARY_SCREEN)


def first_frame(words: str, size: Size) -> tuple[Line, ...]:
    """A title, and *words* where the screens say what is going on."""
    canvas = Canvas(size, is_ascii=looks_for(os.environ).glyphs.is_ascii)
    canvas.write(0, 0, " " * size.width, TITLE_STYLE)
    canvas.write(1, 0, TITLE, TITLE_STYLE)
    canvas.write(2, 2, words, "bold")
    return canvas.lines()


def painted(lines: tuple[Line, ...]) -> str:
    """*lines* as a terminal takes them, from its first row on."""
    rows = ("".join(_LOOKS[style] + text for style, text in line) for line in lines)
    return "\r\n".join(rows)


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


@contextmanager
def _ended_by_signals() -> Iterator[None]:
    """Let signals that would end us on the spot pass through every `finally` first."""

    def end(_number: int, _frame: FrameType | None) -> NoReturn:
        raise KeyboardInterrupt

    if sys.platform == "win32":
        yield
        return
    before = {number: signal.signal(number, end) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def _no_echo() -> Iterator[None]:
    """Let keys that are pressed too early wait unseen."""
    if sys.platform == "win32":
        yield
        return
    import termios  # noqa: PLC0415 - there is none on Windows

    number = sys.stdin.fileno()
    before = termios.tcgetattr(number)
    modes = termios.tcgetattr(number)
    modes[3] &= ~(termios.ECHO | termios.ICANON)
    try:
        termios.tcsetattr(number, termios.TCSADRAIN, modes)
        yield
    finally:
        with if_it_is_there():
            termios.tcsetattr(number, termios.TCSADRAIN, before)
