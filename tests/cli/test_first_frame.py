"""A frame is there at once, before the network and the cryptography are loaded."""

import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.tmux import assert_whole, needs_tmux, terminal

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs Linux's /proc")

FIRST_FRAME = "Opening a table."
MEASURED = """
import sys, time
from p2pqwirkle.cli import main
from p2pqwirkle.console import curtain
write = curtain._write
def write_and_tell(text):
    write(text)
    print(time.process_time(), file=sys.stderr, flush=True)
curtain._write = write_and_tell
sys.exit(main())
"""
"""The program, which tells what it has used of the processor whenever a frame of it is written.

Whoever looks at it from outside comes later, and it goes on meanwhile.
"""


def test_the_first_frame_takes_less_than_half_a_second_of_cpu(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
    with subprocess.Popen(
        [sys.executable, "-c", MEASURED, "play", "--data", str(tmp_path)],
        stdin=theirs,
        stdout=theirs,
        stderr=subprocess.PIPE,
        env=environment,
        start_new_session=True,
    ) as process:
        os.close(theirs)
        written = b""
        while FIRST_FRAME.encode() not in written:
            written += os.read(ours, 4096)
        assert process.stderr is not None
        used = float(process.stderr.readline())
        process.send_signal(signal.SIGTERM)
        while True:
            try:
                written += os.read(ours, 4096)
            except OSError:  # nobody has the other side any more
                break
    os.close(ours)

    assert used < 0.5
    assert b"\x1b[?1049l" in written


def test_what_draws_the_first_frame_loads_nothing_heavy() -> None:
    heavy = {"twisted", "nacl", "msgpack", "cryptography", "prompt_toolkit", "OpenSSL", "asyncio"}
    program = f"import p2pqwirkle.console.curtain, sys; print(*({heavy} & set(sys.modules)))"

    told = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    ).stdout

    assert told.split() == []


@needs_tmux
@pytest.mark.slow
def test_a_refusal_after_the_first_frame_is_read_on_the_ordinary_screen(tmp_path: Path) -> None:
    (tmp_path / "identity").write_bytes(b"too short")
    with terminal() as pane:
        modes = pane.modes()
        pane.run("-m", "p2pqwirkle", "play", "--data", str(tmp_path))

        pane.sees("code=2")

        assert "is damaged" in pane.text
        assert_whole(pane, modes)


@needs_tmux
@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_while_all_is_loaded_leaves_the_terminal_whole(
    tmp_path: Path, number: signal.Signals
) -> None:
    with terminal() as pane:
        modes = pane.modes()
        pane.run("-m", "tests.cli.curtained", str(tmp_path / "up"))
        pane.until((tmp_path / "up").exists)
        pane.until(lambda: pane.flags.startswith("1 0 0"))

        os.kill(pane.child(), number)

        pane.sees("code=3")
        assert_whole(pane, modes)


@needs_tmux
@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_in_the_game_leaves_the_terminal_whole_behind_the_first_frame(
    tmp_path: Path, number: signal.Signals
) -> None:
    with terminal() as pane:
        modes = pane.modes()
        pane.type("-l", "echo before")
        pane.type("Enter")
        pane.run("-m", "p2pqwirkle", "play", "--data", str(tmp_path))
        pane.sees("Your turn", "Turn:")

        os.kill(pane.child(), number)

        pane.sees("code=3")
        assert "before" in pane.text
        assert_whole(pane, modes)
