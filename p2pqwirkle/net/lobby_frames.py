"""The small frames before a game: a seat is given, a code proven, somebody wants to watch."""

from dataclasses import dataclass, field
from typing import ClassVar, Self

from p2pqwirkle.net.seating import (
    CODE_FIELD_SIZE,
    MAX_ROSTER,
    Fields,
    FrameKind,
    read_same_version,
)
from p2pqwirkle.record.codec import read_array, read_bytes, read_flag, read_int, read_text
from p2pqwirkle.record.entry import PROTOCOL_VERSION
from p2pqwirkle.table.charter import MAX_NAME_BYTES, check_name


@dataclass(frozen=True, slots=True)
class Welcome:
    """The joiner has a seat.

    Attributes:
        proof: that the host knows the code (L10), or None if there is none.
    """

    KIND: ClassVar = FrameKind.WELCOME

    proof: bytes | None = field(default=None, repr=False)

    def fields(self) -> Fields:
        """What follows the kind."""
        return (self.proof,)

    @classmethod
    def read(cls, fields: Fields) -> Self:
        """The welcome in *fields*.

        Raises:
            Breach: E2 for their shape.
        """
        (proof,) = read_array(fields, 1)
        return cls(None if proof is None else read_bytes(proof, CODE_FIELD_SIZE))


@dataclass(frozen=True, slots=True)
class Challenge:
    """The host's answer to somebody who says that it knows the code (L10)."""

    KIND: ClassVar = FrameKind.CHALLENGE

    element: bytes

    def fields(self) -> Fields:
        """What follows the kind."""
        return (self.element,)

    @classmethod
    def read(cls, fields: Fields) -> Self:
        """The answer in *fields*.

        Raises:
            Breach: E2 for their shape.
        """
        (element,) = read_array(fields, 1)
        return cls(read_bytes(element, CODE_FIELD_SIZE))


@dataclass(frozen=True, slots=True)
class Proof:
    """The joiner shows that it knows the code (L10)."""

    KIND: ClassVar = FrameKind.PROOF

    proof: bytes = field(repr=False)

    def fields(self) -> Fields:
        """What follows the kind."""
        return (self.proof,)

    @classmethod
    def read(cls, fields: Fields) -> Self:
        """The proof in *fields*.

        Raises:
            Breach: E2 for their shape.
        """
        (proof,) = read_array(fields, 1)
        return cls(read_bytes(proof, CODE_FIELD_SIZE))


@dataclass(frozen=True, slots=True)
class Ready:
    """The sender is ready to play with those in a roster, or is so no more.

    Attributes:
        number: the roster's.
    """

    KIND: ClassVar = FrameKind.READY

    number: int
    is_ready: bool

    def fields(self) -> Fields:
        """What follows the kind."""
        return (self.number, self.is_ready)

    @classmethod
    def read(cls, fields: Fields) -> Self:
        """What *fields* say.

        Raises:
            Breach: E2 for their shape.
        """
        number, is_ready = read_array(fields, 2)
        return cls(read_int(number, 0, MAX_ROSTER), read_flag(is_ready))


@dataclass(frozen=True, slots=True)
class Rename:
    """The sender wants to be called otherwise."""

    KIND: ClassVar = FrameKind.RENAME

    name: str

    def fields(self) -> Fields:
        """What follows the kind."""
        return (self.name,)

    @classmethod
    def read(cls, fields: Fields) -> Self:
        """What *fields* say.

        Raises:
            Breach: E2 for their shape, T1.4 for the name.
        """
        (said,) = read_array(fields, 1)
        name = read_text(said, MAX_NAME_BYTES)
        check_name(name)
        return cls(name)


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
