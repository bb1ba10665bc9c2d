"""What a host says of its table to somebody who only looks: the probe, and the answer to it."""

from dataclasses import dataclass
from typing import ClassVar, Final, NewType, Self

from p2pqwirkle.errors import Breach
from p2pqwirkle.net.fields import Fields, FrameKind, PlainFrame, read_same_version
from p2pqwirkle.record.codec import Value, read_array, read_bytes, read_flag, read_int, read_text
from p2pqwirkle.record.entry import PROTOCOL_VERSION, labelled_hash
from p2pqwirkle.record.identity import PlayerId
from p2pqwirkle.table.charter import (
    MAX_NAME_BYTES,
    MAX_PLAYERS,
    MIN_PLAYERS,
    Options,
    Player,
    check_name,
    read_options,
)

TABLE_ID_SIZE: Final = 16
SALT_SIZE: Final = 16

TableId = NewType("TableId", bytes)
"""Names one table among all; it is a hash of the host's key, so that nobody else answers to it."""


@dataclass(frozen=True, slots=True)
class Probe(PlainFrame):
    """The sender wants to know who is there, and nothing else."""

    KIND: ClassVar = FrameKind.PROBE
    READERS: ClassVar = ()


@dataclass(frozen=True, slots=True)
class Listing:
    """What a host says of its table; its first two fields are the same in every version (L9).

    Attributes:
        program: the host's version of its program.
        salt: makes the table's id of the host's key.
        name: the host's.
        wanted: how many players the game begins with, the host included.
        free: how many seats nobody has yet.
        needs_code: whether one has to be invited.
        options: as they will stand in the charter.
    """

    KIND: ClassVar = FrameKind.LISTING

    program: str
    salt: bytes
    name: str
    wanted: int
    free: int
    needs_code: bool
    options: Options

    def fields(self) -> Fields:
        """What follows the kind."""
        table: tuple[Value, ...] = (self.salt, self.name, self.wanted, self.free, self.needs_code)
        return (PROTOCOL_VERSION, self.program, *table, self.options.write())

    @classmethod
    def read(cls, fields: Fields) -> Self:
        """What *fields* say.

        Raises:
            Breach: L4.1 if another version of the protocol speaks, E2, L2.3 or T1.4 for their
                shape.
        """
        theirs = read_same_version(fields)
        _, _, salt, name, wanted, free, needs_code, options = read_array(fields, 8)
        listing = cls(
            program=theirs,
            salt=read_bytes(salt, SALT_SIZE),
            name=read_text(name, MAX_NAME_BYTES),
            wanted=read_int(wanted, MIN_PLAYERS, MAX_PLAYERS),
            free=read_int(free, 0, MAX_PLAYERS - 1),
            needs_code=read_flag(needs_code),
            options=read_options(options),
        )
        check_name(listing.name)
        return listing


def salt_of(host: Player) -> bytes:
    """The salt of the table that *host* opens with this line of the charter."""
    return labelled_hash(b"p2pqwirkle/1 table salt", host.nonce)[:SALT_SIZE]


def table_id(host: PlayerId, salt: bytes) -> TableId:
    """The id of the table that *host* opens."""
    return TableId(labelled_hash(b"p2pqwirkle/1 table", host, salt)[:TABLE_ID_SIZE])


def check_listing(listing: Listing, host: PlayerId, sought: TableId) -> None:
    """Check that the peer with the key *host* has the table that is *sought*.

    Raises:
        Breach: L9.1 if it is another table, or somebody else's.
    """
    found = table_id(host, listing.salt)
    if found != sought:
        raise Breach("L9.1", f"table {found.hex()}, {sought.hex()} was sought")
