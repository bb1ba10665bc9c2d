"""What is said in the model, and the histories it makes: each value exists once, in a `Book`.

An entry stands for its author, its `after` and what it says; a digest is the history itself.
"""

from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import Final, TypeVar

Seats = frozenset[int]
STORIES: Final = (0, 1)
"""What a step's entry can say; who says both at one place equivocates."""
BAD: Final = 2
"""A story that breaks a clause: nobody takes it in, and everybody can hold its author to it."""
SEATS_A_ROUND: Final = 6


class Kind(Enum):
    """What a question would do with the seats that it names."""

    OUT = "out"
    SKIP = "skip"


@dataclass(frozen=True, eq=False)
class History:
    """The steps that one has completed; the digest of each length of it.

    Attributes:
        parent: all but the last step; None before the first.
        fold: what completed the last step: everybody's entries, or a question.
        living: the seats that no step has put out.
    """

    parent: "History | None"
    fold: "tuple[Entry, ...] | Question | None"
    living: Seats

    @cached_property
    def step(self) -> int:
        """The number of the step that is open after it."""
        return 0 if self.parent is None else self.parent.step + 1

    @cached_property
    def line(self) -> "tuple[History, ...]":
        """The history after no step, after one, and so on, up to itself."""
        return (self,) if self.parent is None else (*self.parent.line, self)

    @cached_property
    def spoken(self) -> Seats:
        """Who has spoken in the last step."""
        folded = self.fold if isinstance(self.fold, tuple) else ()
        return frozenset(entry.seat for entry in folded)

    def holds(self, other: "History") -> bool:
        """Whether this is *other*, or goes on from it."""
        return other.step <= self.step and self.line[other.step] is other

    def __repr__(self) -> str:
        return "/".join(_fold_text(one) for one in self.line[1:]) or "start"


@dataclass(frozen=True, eq=False)
class Entry:
    """What *seat* says in the step after *after*."""

    seat: int
    after: History
    story: int = 0

    def __repr__(self) -> str:
        return f"{self.seat}:{'ab!'[self.story]}@{self.after.step}"


@dataclass(frozen=True, eq=False)
class Resignation:
    """I speak no more, from the step after *after* on."""

    seat: int
    after: History

    def __repr__(self) -> str:
        return f"{self.seat} resigns@{self.after.step}"


@dataclass(frozen=True, eq=False)
class Question:
    """Whether the step after *after* shall be completed without *named*.

    Attributes:
        number: round times six, plus the asker's seat.
        grounds: what some of *named* have signed and can be held to.
        parted: two statements that follow different histories: the step may be a completed one.
    """

    after: History
    number: int
    named: Seats
    kind: Kind = Kind.OUT
    grounds: "tuple[Entry | Answer | Resignation, ...]" = ()
    parted: "tuple[Entry | Answer, ...]" = ()

    @property
    def asker(self) -> int:
        """Whose question it is."""
        return self.number % SEATS_A_ROUND

    @property
    def is_reopening(self) -> bool:
        """Whether those who have completed the step may have to go back to it."""
        return bool(self.parted) or self.kind is Kind.SKIP

    @cached_property
    def jury(self) -> Seats:
        """The seats whose answers count: all living ones that are not named."""
        return self.after.living - self.named

    @cached_property
    def excused(self) -> Seats:
        """The named seats that are not counted: they have resigned, or are proven at fault."""
        return self.named & frozenset(one.seat for one in self.grounds)

    def __repr__(self) -> str:
        named = ",".join(map(str, sorted(self.named)))
        ground = " with ground" if self.grounds else ""
        healing = ", going back" if self.parted else ""
        return f"#{self.number} {self.kind.value} {{{named}}}@{self.after.step}{ground}{healing}"


@dataclass(frozen=True, eq=False)
class Answer:
    """What *seat* says to *question*, for ever."""

    seat: int
    question: Question
    agrees: bool

    @property
    def after(self) -> History:
        """Where it stands."""
        return self.question.after

    def __repr__(self) -> str:
        return f"{self.seat} {'agrees to' if self.agrees else 'declines'} {self.question}"


Message = Entry | Answer | Resignation
_Value = TypeVar("_Value")


@dataclass
class Book:
    """Every value that has come up, once: so that equal ones are the same, and quick to hash.

    Attributes:
        places: by value, when it first came up: an order that does not depend on the run.
    """

    values: dict[tuple[object, ...], object] = field(default_factory=dict)
    places: dict[object, int] = field(default_factory=dict)

    def the(self, make: type[_Value], *parts: object) -> _Value:
        """The one value that *make* makes of *parts*."""
        found = self.values.get((make, *parts))
        if found is None:
            found = self.values[make, *parts] = make(*parts)
            self.places[found] = len(self.places)
        assert isinstance(found, make)  # it was filed under *make*
        return found

    def then(self, before: History, fold: tuple[Entry, ...] | Question) -> History:
        """The history that goes on from *before* with *fold*."""
        gone: Seats = frozenset()
        if isinstance(fold, Question) and fold.kind is Kind.OUT:
            gone = fold.named
        return self.the(History, before, fold, before.living - gone)

    def place(self, value: object) -> int:
        """Sorts values in the order in which they came up."""
        return self.places[value]


def _fold_text(history: History) -> str:
    if isinstance(history.fold, Question):
        return f"[{history.fold}]"
    return "".join("ab!"[entry.story] for entry in history.fold or ())
