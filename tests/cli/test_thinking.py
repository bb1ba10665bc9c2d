"""A bot's thinking delays neither the network nor the screen."""

import sys
import threading
import time
from collections.abc import Iterator

import pytest

from p2pqwirkle.bots.knowledge import Knowledge
from p2pqwirkle.bots.levels import BOTS
from p2pqwirkle.cli.thinking import USUAL, Effort, decide
from p2pqwirkle.rules.choice import check_choice
from tests.notation import board, faces
from tests.rules.positions import midgame

TABLE = midgame(board("rs rd rt ro\n.  .  gt ."))
KNOWLEDGE = Knowledge(TABLE, faces("rc gd yo bt ps gx"))

NO_END = 10**9


@pytest.fixture(autouse=True)
def _slices() -> Iterator[None]:
    before = sys.getswitchinterval()
    yield
    sys.setswitchinterval(before)


def never() -> bool:
    return False


@pytest.mark.parametrize("level", BOTS)
def test_every_level_decides(level: str) -> None:
    check_choice(TABLE, KNOWLEDGE.hand, decide(level, KNOWLEDGE, never))


def test_thinking_ends_after_its_time() -> None:
    started = time.thread_time()

    decide("strong", KNOWLEDGE, never, Effort(USUAL.seconds, samples=NO_END))

    assert time.thread_time() - started < 2 * USUAL.seconds


def test_nobody_thinks_on_when_the_game_is_over() -> None:
    choice = decide("strong", KNOWLEDGE, lambda: True, Effort(seconds=NO_END, samples=NO_END))

    assert choice == decide("careful", KNOWLEDGE, never)


def test_while_a_bot_thinks_its_program_goes_on() -> None:
    """What the network and the screen live on is a turn every few milliseconds.

    They are counted against the time that thinking took, since a busy machine slows both.
    """
    thought: list[float] = []

    def think() -> None:
        decide("strong", KNOWLEDGE, never, Effort(USUAL.seconds, samples=NO_END))
        thought.append(time.thread_time())

    thread = threading.Thread(target=think)
    turns = 0

    thread.start()
    while thread.is_alive():
        time.sleep(0.001)
        turns += 1

    assert turns > thought[0] / 0.02
