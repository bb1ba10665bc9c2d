"""The charter: what all players sign before anything else."""

import unicodedata
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from p2pqwirkle.errors import Breach
from p2pqwirkle.record.codec import (
    Value,
    decode,
    encode,
    read_array,
    read_bytes,
    read_flag,
    read_int,
    read_list,
    read_text,
)
from p2pqwirkle.record.entry import GameId, labelled_hash
from p2pqwirkle.record.identity import KEY_SIZE, PlayerId, check_player
from p2pqwirkle.rules.moves import Seat

RULES_VERSION: Final = 1
MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = 6
NONCE_SIZE: Final = 32
MAX_NAME_CHARACTERS: Final = 24
MAX_NAME_BYTES: Final = 64
MAX_AGE: Final = 150
MAX_NUMBER: Final = 2**16 - 1
MAX_TURN_SECONDS: Final = 3600


@dataclass(frozen=True, slots=True)
class Player:
    """One line of the charter.

    Attributes:
        identity: the key that signs for this player.
        name: a label; equal names are allowed, the key tells players apart.
        age: in years, or None if not stated.
        nonce: 32 fresh bytes of the player's own, so that no old charter passes for a new one.
    """

    identity: PlayerId
    name: str
    age: int | None
    nonce: bytes


@dataclass(frozen=True, slots=True)
class Options:
    """What a table agrees on beside the rules.

    Attributes:
        stall_guard: three full rounds without a placement end the game (R10).
        hints: whether the programs may show good moves and count the unseen tiles.
        turn_seconds: how long a turn may take before the others may pass over it (T12), 0 for
            as long as it takes.
        watchers: whether peers without a seat may follow the game.
    """

    stall_guard: bool = True
    hints: bool = True
    turn_seconds: int = 0
    watchers: bool = False

    def write(self) -> Value:
        """What stands for the options in a charter."""
        return (self.stall_guard, self.hints, self.turn_seconds, self.watchers)


@dataclass(frozen=True, slots=True)
class Charter:
    """The players in ascending order of their keys, which is the order of the seats.

    Attributes:
        game: the game's identifier, which is the charter's hash (T1).
    """

    players: tuple[Player, ...]
    options: Options
    game: GameId = field(init=False, compare=False)
    seats: tuple[Seat, ...] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        # Every entry asks for both, so they are not computed anew for each.
        game = GameId(labelled_hash(b"p2pqwirkle/1 game", self.encode()))
        object.__setattr__(self, "game", game)
        seats = tuple(Seat(seat) for seat in range(len(self.players)))
        object.__setattr__(self, "seats", seats)

    @property
    def identities(self) -> tuple[PlayerId, ...]:
        """The players' keys, by seat."""
        return tuple(player.identity for player in self.players)

    def encode(self) -> bytes:
        """The body of every charter entry of this game."""
        players = tuple((one.identity, one.name, one.age, one.nonce) for one in self.players)
        return encode((RULES_VERSION, players, self.options.write()))


def draw_up(players: tuple[Player, ...], options: Options) -> Charter:
    """The charter for *players*, given in any order.

    Raises:
        Breach: T1 if it would not be one.
    """
    charter = Charter(tuple(sorted(players, key=lambda one: one.identity)), options)
    return read_charter(charter.encode())


def read_charter(encoded: bytes) -> Charter:
    """Read a charter that somebody else drew up.

    Raises:
        Breach: E1, E2, C1.2 or T1.
    """
    version, players, options = read_array(decode(encoded), 3)
    if read_int(version, 0, MAX_NUMBER) != RULES_VERSION:
        raise Breach("T1.1", f"rules version {version!r}, expected {RULES_VERSION}")
    charter = Charter(
        players=tuple(_read_player(player) for player in read_list(players, MAX_PLAYERS)),
        options=read_options(options),
    )
    _check_seats(charter.identities)
    return charter


def read_options(value: Value) -> Options:
    """The table options in a charter, or in what a lobby shows.

    Raises:
        Breach: E2.
    """
    stall_guard, hints, turn_seconds, watchers = read_array(value, 4)
    return Options(
        stall_guard=read_flag(stall_guard),
        hints=read_flag(hints),
        turn_seconds=read_int(turn_seconds, 0, MAX_TURN_SECONDS),
        watchers=read_flag(watchers),
    )


def check_name(name: str) -> None:
    """Check that *name* can stand in a charter.

    Raises:
        Breach: T1.4 if it is empty, too long, or holds a character that cannot be shown.
    """
    try:
        size = len(name.encode())
    except UnicodeEncodeError as error:
        raise Breach("T1.4", "the name is not valid UTF-8") from error
    if not 1 <= len(name) <= MAX_NAME_CHARACTERS or size > MAX_NAME_BYTES:
        raise Breach("T1.4", f"a name of {len(name)} characters, {size} bytes")
    if any(unicodedata.category(character) in ("Cc", "Zl", "Zp") for character in name):
        raise Breach("T1.4", "the name holds a control character")


def check_age(age: int | None) -> None:
    """Check that *age* is not stated, or a number of years.

    Raises:
        Breach: T1.5.
    """
    if age is not None and not 0 <= age <= MAX_AGE:
        raise Breach("T1.5", f"age {age}, expected 0 to {MAX_AGE}")


def _read_player(value: Value) -> Player:
    identity, name, age, nonce = read_array(value, 4)
    player = Player(
        identity=PlayerId(read_bytes(identity, KEY_SIZE)),
        name=read_text(name, MAX_NAME_BYTES),
        age=None if age is None else read_int(age, 0, MAX_NUMBER),
        nonce=read_bytes(nonce, NONCE_SIZE),
    )
    check_player(player.identity)
    check_name(player.name)
    check_age(player.age)
    return player


def _check_seats(identities: tuple[PlayerId, ...]) -> None:
    if len(identities) < MIN_PLAYERS:
        raise Breach("T1.2", f"{len(identities)} players, {MIN_PLAYERS} to {MAX_PLAYERS} expected")
    if any(left >= right for left, right in pairwise(identities)):
        raise Breach("T1.3", "identities are not in strictly ascending order")
