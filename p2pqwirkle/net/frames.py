"""What peers say to each other over a link: one class a frame, one line of meaning each.

A frame's fields are a fixed-length array; what they mean is for whoever looks after the link.
"""

import re
from dataclasses import dataclass, field
from functools import partial
from typing import ClassVar, Final, Self

from p2pqwirkle.errors import Breach
from p2pqwirkle.net.fields import (
    MAX_PROGRAM,
    MAX_VERSION,
    Fields,
    FrameKind,
    PlainFrame,
    read_shown,
)
from p2pqwirkle.net.listing import Listing, Probe
from p2pqwirkle.net.lobby_frames import Challenge, Proof, Ready, Rename, Watch, Welcome
from p2pqwirkle.net.seating import Contact, Join, Roster, Start, read_contacts, write_contacts
from p2pqwirkle.record.chat import MAX_REMARK
from p2pqwirkle.record.codec import (
    Value,
    read_array,
    read_blob,
    read_bytes,
    read_int,
    read_list,
    read_text,
)
from p2pqwirkle.record.entry import HASH_SIZE, MAX_ENTRY_SIZE, MAX_STEP, GameId
from p2pqwirkle.table.charter import MAX_PLAYERS

MAX_CLAUSE: Final = 8
MAX_DETAIL: Final = 200
MAX_SILENCE: Final = 2**32 - 1
"""Milliseconds."""
RUN_SIZE: Final = 16
"""Bytes of what tells two runs of one player's program apart."""
_CLAUSE: Final = re.compile(r"[A-Z][0-9]{1,2}(\.[0-9]{1,2})?")


def _read_ages(value: Value) -> tuple[int | None, ...]:
    return tuple(_read_age(age) for age in read_list(value, MAX_PLAYERS))


def _read_age(value: Value) -> int | None:
    return None if value is None else read_int(value, 0, MAX_SILENCE)


@dataclass(frozen=True, slots=True)
class Refusal:
    """The sender closes the link, and why; of this shape in every version (L2).

    Attributes:
        protocol: the sender's version of the protocol.
        program: the sender's version of its program.
        clause: the clause that was broken.
        detail: for developers; not for a player's screen.
    """

    KIND: ClassVar = FrameKind.REFUSAL

    protocol: int
    program: str
    clause: str
    detail: str

    def fields(self) -> Fields:
        """What follows the kind."""
        return (self.protocol, self.program, self.clause, self.detail)

    @classmethod
    def read(cls, fields: Fields) -> Self:
        """The refusal that *fields* say.

        Raises:
            Breach: E2 for their shape, L2.3 if they cannot be shown.
        """
        protocol, program, clause, detail = read_array(fields, 4)
        refusal = cls(
            protocol=read_int(protocol, 0, MAX_VERSION),
            program=read_shown(program, MAX_PROGRAM),
            clause=read_text(clause, MAX_CLAUSE),
            detail=read_shown(detail, MAX_DETAIL),
        )
        if not _CLAUSE.fullmatch(refusal.clause):
            raise Breach("L2.3", f"{refusal.clause!r} is no clause")
        return refusal


@dataclass(frozen=True, slots=True)
class Hello(PlainFrame):
    """This link is for that game; said once by each side, the dialler first.

    Attributes:
        run: the same in every greeting of one run of the sender's program, and in no other.
    """

    KIND: ClassVar = FrameKind.HELLO
    READERS: ClassVar = (
        partial(read_bytes, size=HASH_SIZE),
        partial(read_bytes, size=RUN_SIZE),
    )

    game: GameId
    run: bytes


@dataclass(frozen=True, slots=True)
class Said(PlainFrame):
    """Somebody's signed entry: the sender's, or one that it passes on; still unread."""

    KIND: ClassVar = FrameKind.ENTRY
    READERS: ClassVar = (partial(read_blob, max_size=MAX_ENTRY_SIZE),)

    wire: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Ask(PlainFrame):
    """The sender wants the entries of *step*."""

    KIND: ClassVar = FrameKind.ASK
    READERS: ClassVar = (partial(read_int, low=0, high=MAX_STEP),)

    step: int


@dataclass(frozen=True, slots=True)
class Here(PlainFrame):
    """A sign of life.

    Attributes:
        ages: by seat, how many milliseconds ago the sender last knew it alive, rounded up, or
            None if never; empty in the lobby.
    """

    KIND: ClassVar = FrameKind.HERE
    READERS: ClassVar = (_read_ages,)

    ages: tuple[int | None, ...] = ()


@dataclass(frozen=True, slots=True)
class Done(PlainFrame):
    """The game is over for the sender, and it needs nothing more."""

    KIND: ClassVar = FrameKind.DONE
    READERS: ClassVar = ()


@dataclass(frozen=True, slots=True)
class Chat(PlainFrame):
    """Somebody's signed remark: the sender's, or one that it passes on; still unread."""

    KIND: ClassVar = FrameKind.CHAT
    READERS: ClassVar = (partial(read_blob, max_size=MAX_REMARK),)

    wire: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Contacts:
    """Where players listen: the sender, if it is among them, and others where it has found them.

    Attributes:
        contacts: one line for each player at most; others than the sender may be elsewhere by now.
    """

    KIND: ClassVar = FrameKind.CONTACTS

    contacts: tuple[Contact, ...]

    def fields(self) -> Fields:
        """What follows the kind."""
        return (write_contacts(self.contacts),)

    @classmethod
    def read(cls, fields: Fields) -> Self:
        """The whereabouts that *fields* say.

        Raises:
            Breach: E2 for their shape, L2.3 or L5.3 for an address.
        """
        (contacts,) = read_array(fields, 1)
        return cls(read_contacts(contacts))


Frame = (
    Refusal
    | Join
    | Welcome
    | Roster
    | Start
    | Hello
    | Said
    | Ask
    | Here
    | Done
    | Chat
    | Probe
    | Listing
    | Contacts
    | Challenge
    | Proof
    | Ready
    | Rename
    | Watch
)

FRAMES: Final[tuple[type[Frame], ...]] = (
    Refusal,
    Join,
    Welcome,
    Roster,
    Start,
    Hello,
    Said,
    Ask,
    Here,
    Done,
    Chat,
    Probe,
    Listing,
    Contacts,
    Challenge,
    Proof,
    Ready,
    Rename,
    Watch,
)
