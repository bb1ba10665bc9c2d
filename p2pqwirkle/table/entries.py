"""The kinds of entry and the shapes of their bodies.

A body is one canonical msgpack array of fixed length.  What its fields mean is checked
by the phase that awaits it; here they only become values of the right type and range.
"""

from dataclasses import dataclass
from enum import IntEnum
from itertools import pairwise
from typing import Final

from p2pqwirkle.bag.slots import Slot
from p2pqwirkle.errors import Breach
from p2pqwirkle.record.codec import (
    Value,
    decode,
    encode,
    read_array,
    read_blob,
    read_bytes,
    read_int,
    read_list,
)
from p2pqwirkle.rules.board import Cell
from p2pqwirkle.rules.position import HAND_SIZE

HASH_SIZE: Final = 32
SALT_SIZE: Final = 32
MAX_CELL: Final = 127
"""A cell's coordinates lie within this of zero: 108 tiles, the first at 0,0, reach no farther."""
MAX_BAG: Final = 2**31 - 1
MAX_INDEX: Final = 107
MAX_CLAIM: Final = 255
"""What fits the byte that is pledged; the rules allow less (R3.1)."""
MAX_SCORE: Final = 2**16 - 1
MAX_PROOF: Final = 24_576
"""Bytes; the largest, a shuffle argument for 108 tiles, has 13,984."""


class Kind(IntEnum):
    """What an entry says; the number is on the wire."""

    CHARTER = 0
    COMMIT = 1
    REVEAL = 2
    SHUFFLE = 3
    READY = 4
    DEAL = 5
    PLEDGE = 6
    CLAIM = 7
    PLAY = 8
    SWAP = 9
    PASS = 10
    DRAW = 11
    SEAL = 12
    KEYS = 13
    BLIND = 14
    TAGS = 15
    ANSWER = 16
    RESIGN = 17


@dataclass(frozen=True, slots=True)
class RevealBody:
    """The opening of a commitment; elements and scalars are still encoded."""

    key_share: bytes
    possession: bytes
    coin_nonce: bytes


@dataclass(frozen=True, slots=True)
class ShuffleBody:
    """The remasked bag and its argument, still encoded."""

    tiles: bytes
    argument: bytes


@dataclass(frozen=True, slots=True)
class ClaimBody:
    """The opening of a pledge: the size of the largest set in hand, and the salt."""

    size: int
    salt: bytes


@dataclass(frozen=True, slots=True)
class PlayBody:
    """Which slots go to which cells, and the mover's shares for them, still encoded."""

    slots: tuple[Slot, ...]
    cells: tuple[Cell, ...]
    shares: bytes


def write_hash(digest: bytes) -> bytes:
    """The body of `commit` or `pledge`."""
    return encode((digest,))


def read_hash(body: bytes) -> bytes:
    """The hash in the body of `commit` or `pledge`.

    Raises:
        Breach: E1 or E2.
    """
    (digest,) = read_array(decode(body), 1)
    return read_bytes(digest, HASH_SIZE)


def write_reveal(reveal: RevealBody) -> bytes:
    """The body of `reveal`."""
    return encode((reveal.key_share, reveal.possession, reveal.coin_nonce))


def read_reveal(body: bytes) -> RevealBody:
    """The opening in the body of `reveal`.

    Raises:
        Breach: E1 or E2.
    """
    key_share, possession, coin_nonce = read_array(decode(body), 3)
    return RevealBody(
        key_share=read_bytes(key_share, 32),
        possession=read_bytes(possession, 64),
        coin_nonce=read_bytes(coin_nonce, 32),
    )


def write_shuffle(shuffle: ShuffleBody) -> bytes:
    """The body of `shuffle`."""
    return encode((shuffle.tiles, shuffle.argument))


def read_shuffle(body: bytes) -> ShuffleBody:
    """The shuffled bag in the body of `shuffle`.

    Raises:
        Breach: E1 or E2.
    """
    tiles, argument = read_array(decode(body), 2)
    return ShuffleBody(read_blob(tiles, MAX_PROOF), read_blob(argument, MAX_PROOF))


def write_nothing() -> bytes:
    """The body of `ready`, `pass` and `resign`."""
    return encode(())


def read_nothing(body: bytes) -> None:
    """Check that the body of `ready`, `pass` or `resign` is empty.

    Raises:
        Breach: E1 or E2.
    """
    read_array(decode(body), 0)


def write_shares(shares: bytes) -> bytes:
    """The body of `deal`, `draw`, `blind` and `tags`: one byte string of proven elements."""
    return encode((shares,))


def read_shares(body: bytes) -> bytes:
    """The byte string in the body of `deal`, `draw`, `blind` or `tags`.

    Raises:
        Breach: E1 or E2.
    """
    (shares,) = read_array(decode(body), 1)
    return read_blob(shares, MAX_PROOF)


def write_claim(claim: ClaimBody) -> bytes:
    """The body of `claim`."""
    return encode((claim.size, claim.salt))


def read_claim(body: bytes) -> ClaimBody:
    """The opened pledge in the body of `claim`.

    Raises:
        Breach: E1 or E2.
    """
    size, salt = read_array(decode(body), 2)
    return ClaimBody(read_int(size, 0, MAX_CLAIM), read_bytes(salt, SALT_SIZE))


def write_play(play: PlayBody) -> bytes:
    """The body of `play`."""
    cells = tuple((cell.x, cell.y) for cell in play.cells)
    return encode((_write_slots(play.slots), cells, play.shares))


def read_play(body: bytes) -> PlayBody:
    """Slots, cells and shares in the body of `play`.

    Raises:
        Breach: E1, E2, T7.1 if the slots do not ascend, T7.2 if there are not as many cells,
            T7.4 if there is none.
    """
    slots, cells, shares = read_array(decode(body), 3)
    play = PlayBody(
        slots=_read_slots(slots),
        cells=tuple(_read_cell(cell) for cell in read_list(cells, HAND_SIZE)),
        shares=read_blob(shares, MAX_PROOF),
    )
    _check_ascending(play.slots)
    if len(play.slots) != len(play.cells):
        raise Breach("T7.2", f"{len(play.slots)} slots for {len(play.cells)} cells")
    _check_not_empty(play.slots)
    return play


def write_swap(slots: tuple[Slot, ...]) -> bytes:
    """The body of `swap`."""
    return encode((_write_slots(slots),))


def read_swap(body: bytes) -> tuple[Slot, ...]:
    """The slots put aside in the body of `swap`.

    Raises:
        Breach: E1, E2, T7.1 if the slots do not ascend, T7.4 if there is none.
    """
    (named,) = read_array(decode(body), 1)
    slots = _read_slots(named)
    _check_ascending(slots)
    _check_not_empty(slots)
    return slots


def write_seal(scores: tuple[int, ...]) -> bytes:
    """The body of `seal`: final scores, by seat."""
    return encode((scores,))


def read_seal(body: bytes, players: int) -> tuple[int, ...]:
    """The scores in the body of `seal`.

    Raises:
        Breach: E1 or E2.
    """
    (scores,) = read_array(decode(body), 1)
    return tuple(read_int(score, 0, MAX_SCORE) for score in read_array(scores, players))


def write_keys(secret: bytes | None) -> bytes:
    """The body of `keys`: a secret key, or nil for 'not opened'."""
    return encode((secret,))


def read_keys(body: bytes) -> bytes | None:
    """The encoded secret key in the body of `keys`, or None for 'not opened'.

    Raises:
        Breach: E1 or E2.
    """
    (secret,) = read_array(decode(body), 1)
    return None if secret is None else read_bytes(secret, 32)


def _write_slots(slots: tuple[Slot, ...]) -> Value:
    return tuple((slot.bag, slot.index) for slot in slots)


def _read_slots(value: Value) -> tuple[Slot, ...]:
    return tuple(_read_slot(slot) for slot in read_list(value, HAND_SIZE))


def _check_ascending(slots: tuple[Slot, ...]) -> None:
    if any(left >= right for left, right in pairwise(slots)):
        raise Breach("T7.1", "slots are not in strictly ascending order")


def _check_not_empty(slots: tuple[Slot, ...]) -> None:
    # No proof is about nothing: its verifier would have no base to start from.
    if not slots:
        raise Breach("T7.4", "no slot is named")


def _read_slot(value: Value) -> Slot:
    bag, index = read_array(value, 2)
    return Slot(read_int(bag, 0, MAX_BAG), read_int(index, 0, MAX_INDEX))


def _read_cell(value: Value) -> Cell:
    x, y = read_array(value, 2)
    return Cell(read_int(x, -MAX_CELL, MAX_CELL), read_int(y, -MAX_CELL, MAX_CELL))
