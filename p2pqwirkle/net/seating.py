"""The lobby's frames: asking for a seat, who sits at the table, and what everyone is to sign."""

from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import ClassVar, Final, Self

from p2pqwirkle.errors import Breach
from p2pqwirkle.net.fields import Fields, FrameKind, read_same_version
from p2pqwirkle.net.reactor import Address
from p2pqwirkle.record.codec import (
    Value,
    read_array,
    read_blob,
    read_bytes,
    read_flag,
    read_int,
    read_list,
    read_text,
)
from p2pqwirkle.record.entry import PROTOCOL_VERSION
from p2pqwirkle.record.identity import KEY_SIZE, PlayerId
from p2pqwirkle.table.charter import (
    MAX_AGE,
    MAX_NAME_BYTES,
    MAX_PLAYERS,
    MIN_PLAYERS,
    NONCE_SIZE,
    Options,
    check_name,
    read_options,
)

MAX_CHARTER: Final = 2_048
"""Bytes; six players with the longest names need 860."""
MAX_HOST: Final = 64
"""Bytes of the text of an IP address."""
MAX_HOSTS: Final = 8
"""Addresses that one peer tells of itself; each costs whoever dials it a quarter of a second."""
MAX_PORT: Final = 65_535
MAX_ROSTER: Final = 2**32 - 1
"""The highest number of a roster."""
CODE_FIELD_SIZE: Final = 32
"""Bytes of an element, and of a proof (L10)."""


@dataclass(frozen=True, slots=True)
class Join:
    """Asks the host for a seat; its first two fields are the same in every version (L2).

    Attributes:
        program: the joiner's version of its program.
        nonce: the joiner's own, fresh, for its line in the charter.
        port: where the joiner listens for the other players.
        hosts: its computer's addresses, as far as it knows them.
        element: begins a proof that it knows the code (L10), or None if it knows of none.
    """

    KIND: ClassVar = FrameKind.JOIN

    program: str
    name: str
    age: int | None
    nonce: bytes
    port: int
    hosts: tuple[str, ...] = ()
    element: bytes | None = None

    def fields(self) -> Fields:
        """What follows the kind."""
        player = (self.name, self.age, self.nonce)
        return (PROTOCOL_VERSION, self.program, *player, self.port, self.hosts, self.element)

    @classmethod
    def read(cls, fields: Fields) -> Self:
        """The request that *fields* say.

        Raises:
            Breach: L4.1 if another version of the protocol speaks, E2 or L2.3 for their shape.
        """
        theirs = read_same_version(fields)
        _, _, name, age, nonce, port, hosts, element = read_array(fields, 8)
        return cls(
            program=theirs,
            name=read_text(name, MAX_NAME_BYTES),
            age=_read_age(age),
            nonce=read_bytes(nonce, NONCE_SIZE),
            port=_read_port(port),
            hosts=_read_hosts(hosts),
            element=read_code_field(element),
        )


@dataclass(frozen=True, slots=True)
class Seated:
    """A line of the roster.

    Attributes:
        is_ready: whether its player is ready to play with all others in the roster.
    """

    player: PlayerId
    name: str
    age: int | None
    is_ready: bool = False


@dataclass(frozen=True, slots=True)
class Roster:
    """Who sits at the table so far, in the order in which they came, and what is played.

    Attributes:
        number: a new one whenever players or names have changed.
        wanted: how many players the game begins with.
        options: as they will stand in the charter.
    """

    KIND: ClassVar = FrameKind.ROSTER

    number: int
    wanted: int
    options: Options
    seated: tuple[Seated, ...]

    @property
    def is_full(self) -> bool:
        """Whether all seats are taken."""
        return len(self.seated) == self.wanted

    def is_ready(self, player: PlayerId) -> bool:
        """Whether *player* is ready to play with all others in it."""
        return any(one.is_ready for one in self.seated if one.player == player)

    def fields(self) -> Fields:
        """What follows the kind."""
        seated = tuple((one.player, one.name, one.age, one.is_ready) for one in self.seated)
        return (self.number, self.wanted, self.options.write(), seated)

    @classmethod
    def read(cls, fields: Fields) -> Self:
        """The roster that *fields* say.

        Raises:
            Breach: E2 for their shape, T1.4 for a name.
        """
        number, wanted, options, seated = read_array(fields, 4)
        return cls(
            number=read_int(number, 0, MAX_ROSTER),
            wanted=read_int(wanted, MIN_PLAYERS, MAX_PLAYERS),
            options=read_options(options),
            seated=tuple(_read_seated(one) for one in read_list(seated, MAX_PLAYERS)),
        )


@dataclass(frozen=True, slots=True)
class Contact:
    """Where a player listens: one port, at one address or more of its computer."""

    player: PlayerId
    port: int
    hosts: tuple[str, ...]

    @property
    def addresses(self) -> tuple[Address, ...]:
        """Where to dial it."""
        return tuple(Address(host, self.port) for host in self.hosts)


@dataclass(frozen=True, slots=True)
class Start:
    """All seats are taken.

    Attributes:
        charter: what everyone is to sign, still unread.
        contacts: where to find each player, the reader and the host among them.
    """

    KIND: ClassVar = FrameKind.START

    charter: bytes = field(repr=False)
    contacts: tuple[Contact, ...]

    def fields(self) -> Fields:
        """What follows the kind."""
        return (self.charter, write_contacts(self.contacts))

    @classmethod
    def read(cls, fields: Fields) -> Self:
        """What everyone is to sign, as *fields* say.

        Raises:
            Breach: E2 for their shape, L2.3 for an address.
        """
        charter, contacts = read_array(fields, 2)
        return cls(
            charter=read_blob(charter, MAX_CHARTER),
            contacts=read_contacts(contacts),
        )


def read_code_field(value: Value) -> bytes | None:
    """An element or a proof (L10), or None where nothing is said of a code.

    Raises:
        Breach: E2 for its type or size.
    """
    return None if value is None else read_bytes(value, CODE_FIELD_SIZE)


def write_contacts(contacts: tuple[Contact, ...]) -> Value:
    """Where players listen, as one field."""
    return tuple((one.player, one.port, one.hosts) for one in contacts)


def read_contacts(value: Value) -> tuple[Contact, ...]:
    """Where players listen, as *value* says: one line for each at most.

    Raises:
        Breach: E2 for its shape, L2.3 for a host that is no address, L5.3 without one.
    """
    return tuple(_read_contact(one) for one in read_list(value, MAX_PLAYERS))


def _read_contact(value: Value) -> Contact:
    player, port, hosts = read_array(value, 3)
    contact = Contact(
        player=PlayerId(read_bytes(player, KEY_SIZE)),
        port=_read_port(port),
        hosts=_read_hosts(hosts),
    )
    if not contact.hosts:
        raise Breach("L5.3", "a player without an address")
    return contact


def _read_hosts(value: Value) -> tuple[str, ...]:
    return tuple(_read_host(one) for one in read_list(value, MAX_HOSTS))


def _read_host(value: Value) -> str:
    host = read_text(value, MAX_HOST)
    try:
        # A scope would be that of the sender's computer, and a name would ask strangers.
        return str(ip_address(host if "%" not in host else ""))
    except ValueError as error:
        raise Breach("L2.3", f"{host!r} is no address") from error


def _read_seated(value: Value) -> Seated:
    player, name, age, is_ready = read_array(value, 4)
    seated = Seated(
        player=PlayerId(read_bytes(player, KEY_SIZE)),
        name=read_text(name, MAX_NAME_BYTES),
        age=_read_age(age),
        is_ready=read_flag(is_ready),
    )
    check_name(seated.name)
    return seated


def _read_age(value: Value) -> int | None:
    return None if value is None else read_int(value, 0, MAX_AGE)


def _read_port(value: Value) -> int:
    return read_int(value, 1, MAX_PORT)
