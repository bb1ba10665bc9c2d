"""Encoding and record, written a second time from protocol/encoding.md and record.md alone.

Names are those of the specification.  Whatever is refused raises `Refused` with the clause.
Ed25519 is done in plain integers; nothing here comes from the package under test.
"""

import functools
import hashlib
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

from tests.naive.curve import BASE, NotAPoint, Point, Q, add, decode, multiply
from tests.naive.curve import encode as encode_point
from tests.naive.refused import Refused, require

Value: TypeAlias = "bool | int | str | bytes | list[Value] | None"
Lines: TypeAlias = tuple[tuple[int, int], ...]

MAX_SIZE: Final = 131_072
MAX_ENTRY: Final = 65_536
MAX_DEPTH: Final = 8
RECORD_MAGIC: Final = b"p2pqwirkle/1 record\x00"
JOURNAL_MAGIC: Final = b"p2pqwirkle/1 journal\x00"

UNSIGNED: Final = ((0xCC, 1), (0xCD, 2), (0xCE, 4), (0xCF, 8))
SIGNED: Final = ((0xD0, 1), (0xD1, 2), (0xD2, 4), (0xD3, 8))
TEXT: Final = ((0xD9, 1), (0xDA, 2), (0xDB, 4))
BYTES: Final = ((0xC4, 1), (0xC5, 2), (0xC6, 4))
ARRAY: Final = ((0xDC, 2), (0xDD, 4))


def encode(value: Value) -> bytes:
    if value is None:
        return b"\xc0"
    if isinstance(value, bool):
        return b"\xc3" if value else b"\xc2"
    if isinstance(value, int):
        return _encode_number(value)
    if isinstance(value, str):
        text = value.encode()
        short = len(text) < 32
        return (bytes([0xA0 + len(text)]) if short else _head(len(text), TEXT)) + text
    if isinstance(value, bytes):
        return _head(len(value), BYTES) + value
    short = len(value) < 16
    head = bytes([0x90 + len(value)]) if short else _head(len(value), ARRAY)
    return head + b"".join(map(encode, value))


def _encode_number(number: int) -> bytes:
    if 0 <= number < 128:
        return bytes([number])
    if -32 <= number < 0:
        return bytes([256 + number])
    if number >= 0:
        return _head(number, UNSIGNED)
    first, width = next(line for line in SIGNED if -number <= 256 ** line[1] // 2)
    return bytes([first]) + ((1 << 8 * width) + number).to_bytes(width, "big")


def _head(number: int, lines: Lines) -> bytes:
    first, width = next(line for line in lines if number < 256 ** line[1])
    return bytes([first]) + number.to_bytes(width, "big")


def read(encoded: bytes) -> Value:
    """E1, Reading."""
    require(len(encoded) <= MAX_SIZE, "E1.1")
    value, end = _read_at(encoded, 0, 0)
    require(end == len(encoded), "E1.6")
    require(encode(value) == encoded, "E1.7")
    return value


def _read_at(encoded: bytes, at: int, depth: int) -> tuple[Value, int]:
    require(at < len(encoded), "E1.2")
    first, at = encoded[at], at + 1
    if first < 0x80 or first >= 0xE0:
        return (first if first < 0x80 else first - 256), at
    if first in (0xC0, 0xC2, 0xC3):
        return {0xC0: None, 0xC2: False, 0xC3: True}[first], at
    if 0x90 <= first < 0xA0:
        return _read_array(encoded, at, first - 0x90, depth)
    if 0xA0 <= first < 0xC0:
        return _read_text(encoded, at, first - 0xA0)
    return _read_headed(encoded, at, first, depth)


def _read_headed(encoded: bytes, at: int, first: int, depth: int) -> tuple[Value, int]:
    width = dict((*UNSIGNED, *SIGNED, *TEXT, *BYTES, *ARRAY)).get(first)
    if width is None:
        raise Refused("E1.3")
    announced, at = _take(encoded, at, width)
    number = int.from_bytes(announced, "big")
    if first in dict(UNSIGNED):
        return number, at
    if first in dict(SIGNED):
        return (number - 256**width if announced[0] >= 128 else number), at
    if first in dict(TEXT):
        return _read_text(encoded, at, number)
    if first in dict(BYTES):
        return _take(encoded, at, number)
    return _read_array(encoded, at, number, depth)


def _read_array(encoded: bytes, at: int, length: int, depth: int) -> tuple[Value, int]:
    require(depth < MAX_DEPTH, "E1.4")
    require(length <= len(encoded) - at, "E1.2")
    values: list[Value] = []
    for _ in range(length):
        value, at = _read_at(encoded, at, depth + 1)
        values.append(value)
    return values, at


def _read_text(encoded: bytes, at: int, size: int) -> tuple[Value, int]:
    text, at = _take(encoded, at, size)
    try:
        return text.decode("utf-8"), at
    except UnicodeDecodeError:
        raise Refused("E1.5") from None


def _take(encoded: bytes, at: int, size: int) -> tuple[bytes, int]:
    require(size <= len(encoded) - at, "E1.2")
    return encoded[at : at + size], at + size


def number(value: Value, low: int, high: int) -> int:
    """E2: a number from *low* to *high*."""
    if not isinstance(value, int) or value is True or value is False:
        raise Refused("E2.1")
    require(low <= value <= high, "E2.2")
    return value


def flag(value: Value) -> bool:
    """E2: a boolean."""
    if value is not True and value is not False:
        raise Refused("E2.1")
    return value


def byte_string(value: Value, size: int | None = None, at_most: int = MAX_SIZE) -> bytes:
    """E2: a byte string of *size* bytes, or of at most so many."""
    if not isinstance(value, bytes):
        raise Refused("E2.1")
    require(size is None or len(value) == size, "E2.3")
    require(len(value) <= at_most, "E2.4")
    return value


def text(value: Value, at_most: int) -> str:
    """E2: a text of at most so many bytes."""
    if not isinstance(value, str):
        raise Refused("E2.1")
    require(len(value.encode()) <= at_most, "E2.4")
    return value


def array(value: Value, length: int | None = None, at_most: int = MAX_SIZE) -> list[Value]:
    """E2: an array of *length* values, or of at most so many."""
    if not isinstance(value, list):
        raise Refused("E2.1")
    require(length is None or len(value) == length, "E2.5")
    require(len(value) <= at_most, "E2.6")
    return value


def hash_of(label: str, *parts: bytes) -> bytes:
    """The `hash` of C."""
    framed = b""
    for part in (label.encode("ascii"), *parts):
        framed += len(part).to_bytes(4, "big") + part
    return hashlib.sha256(framed).digest()


def key_of(secret: bytes) -> bytes:
    """C1: the key of a secret."""
    require(len(secret) == 32, "C1.1")
    scalar, _ = _expand(secret)
    return encode_point(multiply(scalar, BASE))


def sign(secret: bytes, message: bytes) -> bytes:
    """RFC 8032, 5.1.6."""
    scalar, prefix = _expand(secret)
    nonce = _scalar(prefix + message)
    r = encode_point(multiply(nonce, BASE))
    s = (nonce + _scalar(r + key_of(secret) + message) * scalar) % Q
    return r + s.to_bytes(32, "little")


@functools.lru_cache(1 << 12)
def verify(key: bytes, message: bytes, signature: bytes) -> None:
    """C1: the four steps."""
    a = _element(key, "C1.2")
    r = _element(signature[:32], "C1.3")
    s = int.from_bytes(signature[32:], "little")
    require(s < Q, "C1.4")
    k = _scalar(signature[:32] + key + message)
    require(multiply(s, BASE) == add(r, multiply(k, a)), "C1.5")


def _expand(secret: bytes) -> tuple[int, bytes]:
    expanded = hashlib.sha512(secret).digest()
    clamped = int.from_bytes(expanded[:32], "little") & (2**254 - 8) | 2**254
    return clamped, expanded[32:]


def _scalar(hashed: bytes) -> int:
    return int.from_bytes(hashlib.sha512(hashed).digest(), "little") % Q


def _element(encoded: bytes, clause: str) -> Point:
    try:
        return decode(encoded)
    except NotAPoint:
        raise Refused(clause) from None


class Entry(NamedTuple):
    """C2: an entry that was read, with the bytes that were signed."""

    game: bytes
    author: bytes
    step: int
    after: bytes
    kind: int
    body: bytes
    encoded: bytes


def read_entry(wire: bytes) -> Entry:
    """C2, Reading an entry."""
    require(len(wire) <= MAX_ENTRY, "C2.1")
    kept, seal = array(read(wire), 2)
    encoded = byte_string(kept)
    signature = byte_string(seal, 64)
    fields = read(encoded)
    version = number((array(fields) or [None])[0], 0, 2**32 - 1)
    require(version == 1, "C2.2")
    _, game, author, step, after, kind, body = array(fields, 7)
    entry = Entry(
        byte_string(game, 32),
        byte_string(author, 32),
        number(step, 0, 2**32 - 1),
        byte_string(after, 32),
        number(kind, 0, 255),
        byte_string(body),
        encoded,
    )
    verify(entry.author, b"p2pqwirkle/1 entry\x00" + encoded, signature)
    return entry


def digest_before(game: bytes) -> bytes:
    """C3: the digest before step 0."""
    return hash_of("p2pqwirkle/1 start", game)


def digest_after(previous: bytes, entries: Sequence[Entry]) -> bytes:
    """C3: the digest after a step; seats ascend with their keys."""
    by_seat = sorted(entries, key=lambda entry: entry.author)
    return hash_of("p2pqwirkle/1 step", previous, *(entry.encoded for entry in by_seat))


def check_one_story(earlier: Entry, later: Entry) -> None:
    """C4: refuse the second of two stories."""
    same = all(
        getattr(earlier, name) == getattr(later, name) for name in ("author", "game", "after")
    )
    require(not (same and earlier.encoded != later.encoded), "C4.1")


class Pairs(NamedTuple):
    """C5: what a file holds."""

    pairs: list[bytes]
    end: int
    torn: int


def items(content: bytes, magic: bytes, seal: int) -> Iterator[tuple[bytes, int]]:
    """C5, Reading: each pair with the place where it ends."""
    begun = content[: len(magic)]
    require(magic.startswith(begun), "C5.1")
    end = len(magic)
    while len(content) - end >= 4:
        size = int.from_bytes(content[end : end + 4], "big")
        require(5 + seal <= size <= MAX_SIZE, "C5.2")
        pair = content[end + 4 : end + 4 + size]
        _check_pair(pair, size, seal)
        if len(pair) < size:
            return
        end += 4 + size
        yield pair, end


def _check_pair(pair: bytes, size: int, seal: int) -> None:
    if len(pair) >= 1:
        require(pair[0] == 0x92, "C5.3")
    if len(pair) >= 2:
        require(pair[1] in dict(BYTES), "C5.3")
        width = dict(BYTES)[pair[1]]
        if len(pair) >= 2 + width:
            kept = int.from_bytes(pair[2 : 2 + width], "big")
            require(1 + 1 + width + kept + 2 + seal == size, "C5.3")


def read_record(content: bytes) -> Pairs:
    """C6: a record's pairs."""
    end = len(RECORD_MAGIC) if content.startswith(RECORD_MAGIC) else 0
    pairs = []
    for pair, after in items(content, RECORD_MAGIC, 64):
        pairs.append(pair)
        end = after
    return Pairs(pairs, end, len(content) - end)


class Notes(NamedTuple):
    """C7: what a journal holds."""

    seed: bytes
    key_share: bytes
    spoken: list[Entry]
    end: int


def read_journal(content: bytes, game: bytes) -> Notes | None:
    """C7, On coming back."""
    noted = ((_note(pair), end) for pair, end in items(content, JOURNAL_MAGIC, 32))
    first, end = next(noted, (None, 0))
    if first is None:
        return None
    owner, seed, key_share = array(read(first), 3)
    require(byte_string(owner, 32) == game, "C7.2")
    secrets = byte_string(seed, 32), byte_string(key_share, 32)
    spoken: list[tuple[bytes, Entry]] = []
    for note, after in noted:
        topic, wire = array(read(note), 2)
        about, entry = byte_string(topic), read_entry(byte_string(wire))
        require(entry.game == game, "C7.2")
        earlier = (said for other, said in spoken if other == about)
        require(not any(_two_stories(said, entry) for said in earlier), "C7.3")
        spoken.append((about, entry))
        end = after
    return Notes(*secrets, [entry for _, entry in spoken], end)


def _note(pair: bytes) -> bytes:
    kept, seal = array(read(pair), 2)
    note = byte_string(kept)
    require(byte_string(seal, 32) == hash_of("p2pqwirkle/1 note", note), "C7.1")
    return note


def _two_stories(earlier: Entry, later: Entry) -> bool:
    try:
        check_one_story(earlier, later)
    except Refused:
        return True
    return False
