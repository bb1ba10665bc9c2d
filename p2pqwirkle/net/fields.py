"""What all frames have in common: a kind, the fields after it, and how those are read."""

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import ClassVar, Final, Self

from p2pqwirkle.errors import Breach
from p2pqwirkle.record.codec import Value, read_array, read_int, read_text
from p2pqwirkle.record.entry import PROTOCOL_VERSION

MAX_PROGRAM: Final = 32
"""Bytes of a program's version."""
MAX_VERSION: Final = 2**16 - 1

Fields = tuple[Value, ...]


class FrameKind(IntEnum):
    """What a frame is for; the number is on the wire."""

    REFUSAL = 0
    JOIN = 1
    WELCOME = 2
    ROSTER = 3
    START = 4
    HELLO = 5
    ENTRY = 6
    ASK = 7
    HERE = 8
    DONE = 9
    CHAT = 10
    PROBE = 11
    LISTING = 12
    CHALLENGE = 16
    PROOF = 17
    READY = 18
    RENAME = 19
    CONTACTS = 20
    WATCH = 21


@dataclass(frozen=True, slots=True)
class PlainFrame:
    """A frame that says its attributes as they are, each read for itself.

    Attributes:
        READERS: by attribute, what reads it off the wire, or raises a breach.
    """

    KIND: ClassVar[FrameKind]
    READERS: ClassVar[tuple[Callable[[Value], object], ...]]

    def fields(self) -> Fields:
        """What follows the kind."""
        return tuple(getattr(self, one.name) for one in dataclasses.fields(self))

    @classmethod
    def read(cls, fields: Fields) -> Self:
        """The frame that *fields* say.

        Raises:
            Breach: E2 for their shape, and what the reader of an attribute raises.
        """
        frame: Callable[..., Self] = cls
        values = read_array(fields, len(cls.READERS))
        return frame(*(read(value) for read, value in zip(cls.READERS, values, strict=True)))


def read_shown(value: Value, max_bytes: int) -> str:
    """*value* as a text that may end up in a log or on a screen.

    Raises:
        Breach: E2 for its type or size, L2.3 for a character that cannot be shown.
    """
    text = read_text(value, max_bytes)
    if not text.isprintable():
        raise Breach("L2.3", f"{text!r} holds a character that cannot be shown")
    return text


def read_same_version(fields: Fields) -> str:
    """The version of the program that says *fields*, if it speaks our version of the protocol.

    What another version puts after these two fields is not ours to judge.

    Raises:
        Breach: L4.1 if it does not, E2 or L2.3 for their shape.
    """
    protocol, program = read_array(fields[:2], 2)
    theirs = read_shown(program, MAX_PROGRAM)
    if read_int(protocol, 0, MAX_VERSION) != PROTOCOL_VERSION:
        raise Breach("L4.1", f"protocol {protocol!r} of {theirs}, expected {PROTOCOL_VERSION}")
    return theirs
