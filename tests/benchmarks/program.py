"""The program as a process: how soon it answers, and how much memory a peer takes."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from typing import Final

from tests.benchmarks.result import Result

ANSWER_SECONDS: Final = 0.1
PEAK_MEGABYTES: Final = 120
ROUNDS: Final = 5
P2PQWIRKLE: Final = (sys.executable, "-m", "p2pqwirkle")
AS_BOT: Final = ("--as-bot", "greedy", "--open", "--players", "2", "--bind", "127.0.0.1")


def measure() -> Iterator[Result]:
    """The quick answers, then one peer of a whole game."""
    for option in ("--version", "--help"):
        seconds = min(_cpu_seconds_of(option) for _ in range(ROUNDS))
        yield Result(f"CPU of {option}", seconds, "s", ANSWER_SECONDS)
    yield Result("peak memory of a peer", _peak_megabytes(), "MB", PEAK_MEGABYTES)


def _cpu_seconds_of(option: str) -> float:
    with subprocess.Popen([*P2PQWIRKLE, option], stdout=subprocess.DEVNULL) as process:
        _, _, usage = os.wait4(process.pid, 0)
        process.returncode = 0
    return usage.ru_utime + usage.ru_stime


def _peak_megabytes() -> float:
    """Of the host in a game of two."""
    with tempfile.TemporaryDirectory() as here, tempfile.TemporaryDirectory() as there:
        host = subprocess.Popen(
            [*P2PQWIRKLE, "host", *AS_BOT, "--port", "0", "--data", here, "--name", "north"],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert host.stdout is not None  # it is a pipe
        address = next(word for line in host.stdout for word in line.split() if _is_address(word))
        joiner = [*P2PQWIRKLE, "join", address, "--as-bot", "greedy", "--name", "south"]
        subprocess.run([*joiner, "--data", there], stdout=subprocess.DEVNULL, check=True)
        host.stdout.read()
        _, status, usage = os.wait4(host.pid, 0)
        host.returncode = status
    if status != 0:
        raise AssertionError(f"the host ended with {status}")
    return usage.ru_maxrss / 1024


def _is_address(word: str) -> bool:
    return word.startswith("127.0.0.1:")
