"""The bodies of all entries and the hashes in them, written a second time from protocol/table.md.

Names are those of the specification.  Whatever is refused raises `Refused` with the clause.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from tests.naive.curve import NotAPoint, decode
from tests.naive.record import Value, array, byte_string, encode, flag, hash_of, number, read, text
from tests.naive.refused import Refused, require

Slot = tuple[int, int]
Cell = tuple[int, int]

MAX_PROOF: Final = 24_576
CONTROLS: Final = (*range(0x20), *range(0x7F, 0xA0), 0x2028, 0x2029)
WORDS: Final = Path(__file__).parents[2] / "protocol" / "spoken-words.txt"


class Player(NamedTuple):
    """T1: one line of the charter."""

    identity: bytes
    name: str
    age: int | None
    nonce: bytes


class Charter(NamedTuple):
    """T1: what all players sign first."""

    body: bytes
    players: list[Player]
    stall_guard: bool
    hints: bool
    turn_seconds: int
    watchers: bool

    @property
    def game(self) -> bytes:
        return hash_of("p2pqwirkle/1 game", self.body)

    @property
    def identities(self) -> tuple[bytes, ...]:
        return tuple(player.identity for player in self.players)


def read_charter(body: bytes) -> Charter:
    version, players, options = array(read(body), 3)
    require(number(version, 0, 65_535) == 1, "T1.1")
    seated = [read_player(player) for player in array(players, at_most=6)]
    guard, hints, seconds, watchers = array(options, 4)
    charter = Charter(
        body, seated, flag(guard), flag(hints), number(seconds, 0, 3_600), flag(watchers)
    )
    require(len(seated) >= 2, "T1.2")
    require(sorted(set(charter.identities)) == list(charter.identities), "T1.3")
    return charter


def read_player(value: Value) -> Player:
    identity, name, age, nonce = array(value, 4)
    player = Player(
        byte_string(identity, 32),
        text(name, 64),
        None if age is None else number(age, 0, 65_535),
        byte_string(nonce, 32),
    )
    try:
        decode(player.identity)
    except NotAPoint:
        raise Refused("C1.2") from None
    require(1 <= len(player.name) <= 24, "T1.4")
    require(all(ord(point) not in CONTROLS for point in player.name), "T1.4")
    require(player.age is None or player.age <= 150, "T1.5")
    return player


class Reveal(NamedTuple):
    """T3."""

    key_share: bytes
    proof: bytes
    nonce: bytes


class Play(NamedTuple):
    """T7."""

    slots: list[Slot]
    cells: list[Cell]
    shares: bytes


class Question(NamedTuple):
    """T11: *purpose* is 0 to go on without *seats*, 1 to pass over."""

    number: int
    seats: tuple[int, ...]
    purpose: int
    grounds: tuple[bytes, ...]

    @property
    def asker(self) -> int:
        return self.number % 6


def read_hash(body: bytes) -> bytes:
    (said,) = array(read(body), 1)
    return byte_string(said, 32)


def read_reveal(body: bytes) -> Reveal:
    key_share, proof, nonce = array(read(body), 3)
    return Reveal(byte_string(key_share, 32), byte_string(proof, 64), byte_string(nonce, 32))


def read_shuffle(body: bytes) -> tuple[bytes, bytes]:
    tiles, argument = array(read(body), 2)
    return byte_string(tiles, at_most=MAX_PROOF), byte_string(argument, at_most=MAX_PROOF)


def read_nothing(body: bytes) -> None:
    array(read(body), 0)


def read_shares(body: bytes) -> bytes:
    (shares,) = array(read(body), 1)
    return byte_string(shares, at_most=MAX_PROOF)


def read_claim(body: bytes) -> tuple[int, bytes]:
    size, salt = array(read(body), 2)
    return number(size, 0, 255), byte_string(salt, 32)


def read_play(body: bytes) -> Play:
    slots, cells, shares = array(read(body), 3)
    play = Play(
        [read_slot(slot) for slot in array(slots, at_most=6)],
        [read_cell(cell) for cell in array(cells, at_most=6)],
        byte_string(shares, at_most=MAX_PROOF),
    )
    require(play.slots == sorted(set(play.slots)), "T7.1")
    require(len(play.slots) == len(play.cells), "T7.2")
    require(play.slots != [], "T7.4")
    return play


def read_swap(body: bytes) -> list[Slot]:
    (slots,) = array(read(body), 1)
    put_aside = [read_slot(slot) for slot in array(slots, at_most=6)]
    require(put_aside == sorted(set(put_aside)), "T7.1")
    require(put_aside != [], "T7.4")
    return put_aside


def read_slot(value: Value) -> Slot:
    bag_number, index = array(value, 2)
    return number(bag_number, 0, 2**31 - 1), number(index, 0, 107)


def read_cell(value: Value) -> Cell:
    x, y = array(value, 2)
    return number(x, -127, 127), number(y, -127, 127)


def read_seal(body: bytes, n: int) -> list[int]:
    (scores,) = array(read(body), 1)
    return [number(score, 0, 65_535) for score in array(scores, n)]


def read_keys(body: bytes) -> bytes | None:
    (secret,) = array(read(body), 1)
    return None if secret is None else byte_string(secret, 32)


def read_answer(body: bytes) -> tuple[Question, bool]:
    """T11."""
    asked, agrees = array(read(body), 2)
    place, seats, purpose, grounds = array(asked, 4)
    question = Question(
        number(place, 0, 2**31 - 1),
        tuple(number(seat, 0, 5) for seat in array(seats, at_most=6)),
        number(purpose, 0, 1),
        tuple(byte_string(name, 32) for name in array(grounds, at_most=16)),
    )
    return question, flag(agrees)


def commitment(game: bytes, seat: int, reveal: Reveal) -> bytes:
    return hash_of("p2pqwirkle/1 commit", game, bytes([seat]), encode(list(reveal)))


def pledge(game: bytes, seat: int, size: int, salt: bytes) -> bytes:
    return hash_of("p2pqwirkle/1 pledge", game, bytes([seat]), bytes([size]), salt)


def turn_order(game: bytes, nonces: Sequence[bytes]) -> list[int]:
    coin = hash_of("p2pqwirkle/1 coin", game, *nonces)
    tickets = [hash_of("p2pqwirkle/1 turn order", coin, bytes([s])) for s in range(len(nonces))]
    return sorted(range(len(nonces)), key=tickets.__getitem__)


def spoken_words(digest: bytes) -> list[str]:
    words = WORDS.read_text(encoding="ascii").split()
    return [words[byte] for byte in digest[:4]]
