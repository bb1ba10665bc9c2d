"""What is asked of the terminal itself, on one that a test answers for."""

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

import p2pqwirkle.console as package

PROBE = "from p2pqwirkle.console.terminal import draws_one_column; print(draws_one_column())"
QUESTION = b"\x1b[6n"


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        pytest.param(b"\x1b[1;2R", b"True", id="one column"),
        pytest.param(b"\x1b[1;3R", b"False", id="two columns"),
        pytest.param(b"", b"False", id="no answer"),
    ],
)
def test_the_width_of_a_sign_is_measured(answer: bytes, told: bytes) -> None:
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-c", PROBE], stdin=theirs, stdout=theirs, close_fds=True
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


def test_no_handler_ends_the_program() -> None:
    sources = Path(package.__path__[0]).glob("*.py")

    assert [
        path.name for path in sources if re.search(r"sys\.exit|os\._exit", path.read_text())
    ] == []
