"""How a bot thinks: in a thread beside the network, for a while and no longer."""

import secrets
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from time import monotonic
from typing import Final

from p2pqwirkle.bots.knowledge import Bot, Knowledge
from p2pqwirkle.bots.levels import BOTS
from p2pqwirkle.bots.strong import Strong
from p2pqwirkle.rules.moves import Choice


@dataclass(frozen=True, slots=True)
class Effort:
    """The most that one move of a bot that looks ahead may take."""

    seconds: float = 1.0
    samples: int = 64
    positions: int = 20_000


USUAL: Final = Effort()

SLICE: Final = 0.001
"""Seconds after which thinking lets the network have its turn; Python's own slice is five times as
long, and a thread that does nothing but compute uses every one of them up."""


def decide(
    level: str, knowledge: Knowledge, is_over: Callable[[], bool], effort: Effort = USUAL
) -> Choice:
    """What the bot of *level* does; *is_over* says that nobody waits for it any more."""
    sys.setswitchinterval(SLICE)
    end = monotonic() + effort.seconds
    bot = _bot(level, effort, lambda: monotonic() >= end or is_over())
    return bot(knowledge, secrets.randbelow)


def _bot(level: str, effort: Effort, stop: Callable[[], bool]) -> Bot:
    bot = BOTS[level]
    if isinstance(bot, Strong):
        return replace(bot, samples=effort.samples, positions=effort.positions, stop=stop)
    return bot
