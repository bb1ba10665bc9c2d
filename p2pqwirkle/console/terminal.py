"""The terminal itself: kept whole, kept from all other output, measured."""

import os
import select
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from time import monotonic
from typing import IO, Final

ORDINARY_SCREEN: Final = "\x1b[?1049l"
RESET: Final = (
    ORDINARY_SCREEN + "\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?1015l"  # no mouse
    "\x1b[?1004l"  # no focus reports
    "\x1b[?2004l"  # no brackets around pasted text
    "\x1b[?1l\x1b>"  # ordinary cursor keys
    "\x1b[?7h"  # long lines wrap
    "\x1b[?25h"  # a cursor
    "\x1b[0m"  # no colours
)
"""Undoes all that a full-screen program may have asked of a terminal."""

PROBE_SECONDS: Final = 1.0
"""How long a terminal may take for its answer, which comes in milliseconds unless the line is slow
or the machine busy; what comes later would be taken for keys."""
PROBED: Final = "●"
"""A sign whose width terminals disagree about; where it is one column wide all others are."""
WHERE_IS_THE_CURSOR: Final = "\x1b[6n"
MOST_ANSWER: Final = 64

STRAYS: Final = (2,) if sys.platform == "win32" else (1, 2)
"""Standard output and error; on Windows the console itself is found by the number of the first."""


def is_terminal() -> bool:
    """Whether keys come from a terminal and frames go to one."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def reset_terminal() -> None:
    """Mend the terminal after a program that was killed."""
    sys.stdout.write(RESET)
    sys.stdout.flush()
    if sys.platform == "win32" or not sys.stdin.isatty():
        return
    import termios  # noqa: PLC0415 - there is none on Windows

    number = sys.stdin.fileno()
    modes = termios.tcgetattr(number)
    modes[0] |= termios.ICRNL | termios.IXON
    modes[1] |= termios.OPOST | termios.ONLCR
    modes[3] |= termios.ICANON | termios.ECHO | termios.ECHOE | termios.ISIG | termios.IEXTEN
    termios.tcsetattr(number, termios.TCSADRAIN, modes)


@contextmanager
def if_it_is_there() -> Iterator[None]:
    """Let the block mend the terminal; one whose window is closed needs it no more."""
    if sys.platform == "win32":
        with suppress(OSError):
            yield
        return
    import termios  # noqa: PLC0415 - there is none on Windows

    with suppress(OSError, termios.error):
        yield


@contextmanager
def kept_whole() -> Iterator[None]:
    """Leave the terminal as it was, however the block ends."""
    if sys.platform == "win32":
        yield
        return
    import termios  # noqa: PLC0415 - there is none on Windows

    before = termios.tcgetattr(sys.stdin.fileno())
    try:
        yield
    finally:
        with if_it_is_there():
            termios.tcsetattr(sys.stdin.fileno(), termios.TCSADRAIN, before)
            # On the ordinary screen, leaving the other one would put the cursor somewhere else.
            sys.stdout.write(RESET.removeprefix(ORDINARY_SCREEN))
            sys.stdout.flush()


@contextmanager
def stray_output_to(log: Path, strays: tuple[int, ...] = STRAYS) -> Iterator[IO[str]]:
    """Send all that anybody prints to *log*, and give the terminal to the block alone.

    It is done below Python, by the numbers *strays* of the files, so that libraries are caught
    too; and in Python, where all strays cannot be caught below.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    kept = {number: os.dup(number) for number in strays}
    terminal = os.fdopen(os.dup(1), "w", encoding="utf-8", errors="replace")
    sink = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    printed = os.fdopen(os.dup(sink), "w", encoding="utf-8", errors="replace", buffering=1)
    try:
        for number in strays:
            os.dup2(sink, number)
        with redirect_stdout(printed), redirect_stderr(printed):
            yield terminal
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        for number, copy in kept.items():
            os.dup2(copy, number)
            os.close(copy)
        printed.close()
        os.close(sink)
        with if_it_is_there():
            terminal.close()


def draws_one_column() -> bool:
    """Whether the terminal draws the signs of tiles one column wide; False if it does not say."""
    if sys.platform == "win32":
        return True
    import termios  # noqa: PLC0415 - there is none on Windows
    import tty  # noqa: PLC0415 - as termios

    number = sys.stdin.fileno()
    before = termios.tcgetattr(number)
    try:
        tty.setcbreak(number)
        sys.stdout.write(f"\r{PROBED}{WHERE_IS_THE_CURSOR}")
        sys.stdout.flush()
        answer = _answer(number)
        sys.stdout.write("\r \r")
        sys.stdout.flush()
    finally:
        termios.tcsetattr(number, termios.TCSADRAIN, before)
    return answer.endswith(b";2R")


def _answer(number: int) -> bytes:
    """What the terminal says to a question: all up to its letter R, or what came in time."""
    answer = b""
    deadline = monotonic() + PROBE_SECONDS
    while not answer.endswith(b"R") and len(answer) < MOST_ANSWER:
        ready, _, _ = select.select([number], [], [], max(0.0, deadline - monotonic()))
        if not ready:
            break
        answer += os.read(number, 1)
    return answer
