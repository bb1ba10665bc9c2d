"""A step of the protocol as a pair of functions: check one entry, fold them all."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from p2pqwirkle.record.entry import Entry
from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.table.moment import Moment

StageT = TypeVar("StageT")
SaidT = TypeVar("SaidT")
NextT = TypeVar("NextT")


@dataclass(frozen=True, slots=True)
class Step(Generic[StageT, SaidT, NextT]):
    """What happens in one phase of a stage.

    Attributes:
        check: what an entry comes to, judged by the last complete step alone; raises Breach.
            A `Collapse` convicts nobody.
        fold: the stage that follows when all awaited seats have spoken, given what they said
            by seat; raises nothing but `Collapse`.
    """

    check: Callable[[StageT, Moment, Seat, Entry], SaidT]
    fold: Callable[[StageT, Moment, tuple[SaidT, ...]], NextT]
