"""The small frames before a game: a seat is given, a code proven, somebody wants to watch."""

from dataclasses import dataclass, field
from functools import partial
from typing import ClassVar, Self

from p2pqwirkle.net.fields import Fields, FrameKind, PlainFrame, read_same_version
from p2pqwirkle.net.seating import CODE_FIELD_SIZE, MAX_ROSTER, read_code_field
from p2pqwirkle.record.codec import Value, read_array, read_bytes, read_flag, read_int, read_text
from p2pqwirkle.record.entry import PROTOCOL_VERSION
from p2pqwirkle.table.charter import MAX_NAME_BYTES, check_name


def _read_name(value: Value) -> str:
    name = read_text(value, MAX_NAME_BYTES)
    check_name(name)
    return name


@dataclass(frozen=True, slots=True)
class Welcome(PlainFrame):
    """The joiner has a seat.

    Attributes:
        proof: that the host knows the code (L10), or None if there is none.
    """

    KIND: ClassVar = FrameKind.WELCOME
    READERS: ClassVar = (read_code_field,)

    proof: bytes | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Challenge(PlainFrame):
    """The host's answer to somebody who says that it knows the code (L10)."""

    KIND: ClassVar = FrameKind.CHALLENGE
    READERS: ClassVar = (partial(read_bytes, size=CODE_FIELD_SIZE),)

    element: bytes


@dataclass(frozen=True, slots=True)
class Proof(PlainFrame):
    """The joiner shows that it knows the code (L10)."""

    KIND: ClassVar = FrameKind.PROOF
    READERS: ClassVar = (partial(read_bytes, size=CODE_FIELD_SIZE),)

    proof: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Ready(PlainFrame):
    """The sender is ready to play with those in a roster, or is so no more.

    Attributes:
        number: the roster's.
    """

    KIND: ClassVar = FrameKind.READY
    READERS: ClassVar = (partial(read_int, low=0, high=MAX_ROSTER), read_flag)

    number: int
    is_ready: bool


@dataclass(frozen=True, slots=True)
class Rename(PlainFrame):
    """The sender wants to be called otherwise."""

    KIND: ClassVar = FrameKind.RENAME
    READERS: ClassVar = (_read_name,)

    name: str


@dataclass(frozen=True, slots=True)
class Watch:
    """The sender wants to follow the game; its first two fields are the same in every version.

    Attributes:
        program: the watcher's version of its program.
    """

    KIND: ClassVar = FrameKind.WATCH

    program: str

    def fields(self) -> Fields:
        """What follows the kind."""
        return (PROTOCOL_VERSION, self.program)

    @classmethod
    def read(cls, fields: Fields) -> Self:
        """The wish that *fields* say.

        Raises:
            Breach: L4.1 if another version of the protocol speaks, E2 or L2.3 for their shape.
        """
        program = read_same_version(fields)
        read_array(fields, 2)
        return cls(program)
