"""A real terminal: tmux runs it, types into it, and tells how it was left."""

import contextlib
import os
import shlex
import shutil
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

PATIENCE = 300.0
"""Seconds that a busy machine may take for what is waited for; it may be the end of a game."""
PROMPT = "ready$ "
WHOLE = "0 0 1"
"""The flags of a terminal that was left as it was."""

needs_tmux = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")


class Terminal:
    """One pane with a shell in it, and a server of its own: nothing that ends elsewhere ends it."""

    def __init__(self, name: str) -> None:
        self.name = name

    def type(self, *keys: str) -> None:
        """Press *keys*, as tmux names them."""
        self._tmux("send-keys", *keys)

    def click(self, text: str) -> None:
        """Press and release the left button on the first letter of *text*, if it is there."""
        rows = self.text.split("\n")
        found = [(row, line.index(text)) for row, line in enumerate(rows, 1) if text in line]
        for row, column in found[-1:]:
            for end in "Mm":
                self.type("-l", f"\x1b[<0;{column + 1};{row}{end}")

    def run(self, *words: str) -> None:
        """Let the shell run our Python with *words*, and print the exit code."""
        command = shlex.join((sys.executable, *words))
        self.type("-l", f"{command}; echo code=$?")
        self.type("Enter")

    @property
    def text(self) -> str:
        return self._tmux("capture-pane", "-p")

    @property
    def painted(self) -> str:
        """The text with the escape sequences of its colours."""
        return self._tmux("capture-pane", "-p", "-e")

    @property
    def flags(self) -> str:
        """Whether the other screen is on, the mouse is, and the cursor is."""
        form = "#{alternate_on} #{mouse_any_flag} #{cursor_flag}"
        return self._tmux("display-message", "-p", form).strip()

    def resize(self, width: int, height: int) -> None:
        self._tmux("resize-window", "-x", str(width), "-y", str(height))

    def sees(self, *texts: str) -> str:
        """Wait until one of *texts* is on the screen, and return which."""
        self.until(lambda: any(text in self.text for text in texts))
        return next((text for text in texts if text in self.text), texts[0])

    def until(self, holds: Callable[[], bool]) -> None:
        deadline = time.monotonic() + PATIENCE
        while not holds():
            if time.monotonic() > deadline:
                raise AssertionError(f"not seen on\n{self.text}")
            time.sleep(0.1)

    def modes(self) -> str:
        """How the keyboard is read, by `stty`."""
        tty = self._tmux("display-message", "-p", "#{pane_tty}").strip()
        told = subprocess.run(
            ["stty", "-a", "-F", tty],  # noqa: S607
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        return told.partition("line = ")[2]

    def child(self) -> int:
        """The process that the shell has started."""
        shell = self._tmux("display-message", "-p", "#{pane_pid}").strip()
        children = Path(f"/proc/{shell}/task/{shell}/children").read_text(encoding="ascii")
        return int(children.split()[0])

    def begin(self, *words: str) -> None:
        """Start the shell, as *words* describe it to tmux."""
        self._tmux("-f", os.devnull, "new-session", "-d", *words, "bash", "--norc")

    def end(self) -> None:
        socket = Path(self._tmux("display-message", "-p", "#{socket_path}").strip())
        self._tmux("kill-server")
        socket.unlink(missing_ok=True)

    def _tmux(self, *words: str) -> str:
        return subprocess.run(
            ["tmux", "-L", self.name, *words],  # noqa: S607
            check=True,
            capture_output=True,
            text=True,
            encoding="utf-8",
        ).stdout


def assert_whole(pane: Terminal, modes: str) -> None:
    """Check that the terminal is as it was, once the shell reads the keyboard as in *modes*.

    It prints the exit code before.
    """
    pane.until(lambda: pane.flags == WHOLE)
    pane.until(lambda: pane.modes() == modes)


@contextlib.contextmanager
def terminal(environment: Mapping[str, str] | None = None) -> Iterator[Terminal]:
    """A terminal with a shell that waits for a command."""
    shown = {"LANG": "C.UTF-8", "PS1": PROMPT, "PYTHONPATH": os.getcwd(), **(environment or {})}  # noqa: PTH109
    words = [word for key, value in shown.items() for word in ("-e", f"{key}={value}")]
    pane = Terminal(f"p2pqwirkle-{uuid.uuid4().hex[:8]}")
    pane.begin("-x", "80", "-y", "24", *words)
    try:
        pane.sees(PROMPT.strip())
        if "TERM" in shown:  # tmux has set another one
            pane.type("-l", f"export TERM={shown['TERM']}; clear")
            pane.type("Enter")
        yield pane
    finally:
        pane.end()
