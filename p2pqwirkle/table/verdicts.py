"""What the referee says of an entry: that it holds, or what is wrong with it, and whose fault."""

from dataclasses import dataclass, field

from p2pqwirkle.record.entry import SignedEntry
from p2pqwirkle.record.identity import PlayerId
from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.table.agreement import Question


@dataclass(frozen=True, slots=True)
class Admitted:
    """The entry is new and holds."""

    signed: SignedEntry


@dataclass(frozen=True, slots=True)
class Known:
    """The very same entry is here already, or it can change nothing any more."""

    signed: SignedEntry


@dataclass(frozen=True, slots=True)
class Void:
    """The entry is new and at no fault, but its step was cut without it: it changes nothing (T12).

    It may still be one of two stories.
    """

    signed: SignedEntry


@dataclass(frozen=True, slots=True)
class Late:
    """A new answer to a question about a step that is complete here."""

    signed: SignedEntry
    step: int
    question: Question


@dataclass(frozen=True, slots=True)
class Ahead:
    """The entry is of a later step; it is kept, and judged when its step is open."""

    signed: SignedEntry


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """The entry follows steps that are not ours, or is too far ahead: ask for those below it."""

    signed: SignedEntry


@dataclass(frozen=True, slots=True)
class Damage:
    """Bytes that convict nobody.

    Attributes:
        author: who is claimed to have said it; for a message, never for a verdict.
    """

    clause: str
    detail: str = field(compare=False)
    author: PlayerId | None = None


@dataclass(frozen=True, slots=True)
class Fault:
    """A breach with a proven author: a signature over an entry that follows our own steps.

    Attributes:
        entry: the faulty entry.
        against: for two stories (C4), the other exhibit.
    """

    seat: Seat
    clause: str
    entry: SignedEntry
    against: SignedEntry | None = None
    detail: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Collapsed:
    """The game cannot go on, and nobody can be held to it (T8)."""

    clause: str
    entry: SignedEntry
    detail: str = field(default="", compare=False)


Verdict = Admitted | Known | Void | Late | Ahead | Elsewhere | Damage | Fault | Collapsed
