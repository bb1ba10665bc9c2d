"""What is asked of the terminal itself, on one that a test answers for."""

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

import p2pqwirkle.console as package

PROBE = """
from p2pqwirkle.console import terminal
terminal.PROBE_SECONDS = {seconds}
print(terminal.draws_one_column())
"""
QUESTION = b"\x1b[6n"


@pytest.mark.parametrize(
    ("answer", "seconds", "told"),
    [
        pytest.param(b"\x1b[1;2R", 60, b"True", id="one column"),
        pytest.param(b"\x1b[1;3R", 60, b"False", id="two columns"),
        pytest.param(b"", 0.25, b"False", id="no answer"),
    ],
)
def test_the_width_of_a_sign_is_measured(answer: bytes, seconds: float, told: bytes) -> None:
    ours, theirs = pty.openpty()
    probe = PROBE.format(seconds=seconds)
    with subprocess.Popen(
        [sys.executable, "-c", probe], stdin=theirs, stdout=theirs, close_fds=True
    ) as process:
        os.close(theirs)
        written = b""
        while QUESTION not in written:
            written += os.read(ours, 1024)
        os.write(ours, answer)
        while told not in written and b"True" not in written:
            written += os.read(ours, 1024)
        process.wait()
    os.close(ours)

    assert told in written


STRAY = """
import os, sys
from pathlib import Path
from p2pqwirkle.console.terminal import stray_output_to
with stray_output_to(Path(sys.argv[1]), {strays}) as terminal:
    print("stray print")
    print("stray error", file=sys.stderr)
    os.write(2, b"stray bytes\\n")
    terminal.write("the screen")
print("afterwards")
"""


@pytest.mark.parametrize(
    "strays",
    [pytest.param((1, 2), id="as here"), pytest.param((2,), id="as on Windows")],
)
def test_what_anybody_prints_goes_to_the_log_alone(tmp_path: Path, strays: tuple[int, ...]) -> None:
    log = tmp_path / "log"

    shown = subprocess.run(
        [sys.executable, "-c", STRAY.format(strays=strays), str(log)],
        check=True,
        capture_output=True,
        text=True,
    )

    assert (shown.stdout, shown.stderr) == ("the screenafterwards\n", "")
    assert sorted(log.read_text().split("\n")) == ["", "stray bytes", "stray error", "stray print"]


POSIX_ALONE = ("termios", "tty", "pty", "fcntl", "resource", "pwd", "grp")
GUARD = 'sys.platform == "win32"'


def test_what_windows_does_not_have_is_imported_behind_a_guard() -> None:
    root = Path(package.__path__[0]).parent
    for path in root.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if re.search(rf"^ *import ({'|'.join(POSIX_ALONE)})$", text, re.MULTILINE):
            assert GUARD in text, path.name
            assert not re.search(rf"^import ({'|'.join(POSIX_ALONE)})$", text, re.MULTILINE)
        if "SIGHUP" in text or "add_signal_handler" in text:
            assert GUARD in text or 'sys.platform != "win32"' in text, path.name


def test_no_handler_ends_the_program() -> None:
    sources = Path(package.__path__[0]).glob("*.py")

    assert [
        path.name for path in sources if re.search(r"sys\.exit|os\._exit", path.read_text())
    ] == []


CLOSED = """
import contextlib, os, signal, sys
from p2pqwirkle.console.curtain import curtain
from p2pqwirkle.console.terminal import kept_whole
signal.signal(signal.SIGHUP, signal.SIG_IGN)
with kept_whole(), curtain("one moment"):
    print("ready", file=sys.stderr, flush=True)
    with contextlib.suppress(OSError):
        sys.stdin.readline()
os._exit(0)  # without a last look at standard output
"""


def test_a_terminal_whose_window_is_closed_needs_no_mending() -> None:
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-c", CLOSED], stdin=theirs, stdout=theirs, stderr=subprocess.PIPE
    ) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == b"ready\n"
        os.close(theirs)
        os.close(ours)
        told = process.stderr.read()

    assert told == b""
    assert process.returncode == 0
