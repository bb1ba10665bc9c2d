"""One signed statement, and the hashes that chain the steps.

This file does not know what a body says: to it, a body is opaque.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final, NewType

from p2pqwirkle.errors import Breach
from p2pqwirkle.record.codec import (
    MAX_SIZE,
    Value,
    decode,
    encode,
    read_array,
    read_blob,
    read_bytes,
    read_int,
)
from p2pqwirkle.record.identity import (
    KEY_SIZE,
    SIGNATURE_SIZE,
    Identity,
    PlayerId,
    verify_signature,
)

GameId = NewType("GameId", bytes)
"""The hash of a game's charter, 32 bytes."""
Digest = NewType("Digest", bytes)
"""The hash of all completed steps of a game, 32 bytes."""

PROTOCOL_VERSION: Final = 1
HASH_SIZE: Final = 32
MAX_ENTRY_SIZE: Final = 65_536
"""Bytes of a signed entry on the wire; the largest, a shuffle of 108 tiles, has 21,000."""
MAX_STEP: Final = 2**32 - 1
MAX_KIND: Final = 255
_ENTRY_AT: Final = {b"\xc4": 3, b"\xc5": 4}
"""Where an entry begins on the wire, by the second byte there."""
_AUTHOR_AT: Final = slice(38, 38 + KEY_SIZE)
"""Where the author stands in the bytes of every entry."""
SIGNATURE_PREFIX: Final = b"p2pqwirkle/1 entry\x00"
"""Stands before the signed bytes; no signed part of TLS or X.509 can begin like this."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What an author says in a step of a game.

    Attributes:
        after: the digest of all steps before.
        kind: what the body is about; its meaning is the table's.
        body: opaque here; may be anything an author chose to sign.
    """

    game: GameId
    author: PlayerId
    step: int
    after: Digest
    kind: int
    body: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class SignedEntry:
    """An entry with its author's signature; made by `sign_entry` or `read_signed_entry` alone.

    Attributes:
        encoded: the exact bytes that were signed; nobody encodes another's entry again.
    """

    entry: Entry
    encoded: bytes = field(repr=False)
    signature: bytes = field(repr=False)

    @property
    def wire(self) -> bytes:
        """The form on links and in files."""
        return encode((self.encoded, self.signature))


def sign_entry(entry: Entry, identity: Identity) -> SignedEntry:
    """*entry*, signed by its author.

    Raises:
        Breach: C2.1 if it would be too large, C2.3 if *identity* is not its author.
    """
    if identity.player != entry.author:
        raise Breach("C2.3", "an entry is signed by its author")
    encoded = encode(
        (
            PROTOCOL_VERSION,
            entry.game,
            entry.author,
            entry.step,
            entry.after,
            entry.kind,
            entry.body,
        )
    )
    signed = SignedEntry(entry, encoded, identity.sign(SIGNATURE_PREFIX + encoded))
    _check_size(signed.wire)
    return signed


def read_signed_entry(wire: bytes) -> SignedEntry:
    """Read what somebody said, once it is certain who.

    Raises:
        Breach: C2.1 for its size, E1 or E2 for its shape, C2.2 for its version,
            C1 for its signature.
    """
    _check_size(wire)
    encoded, signature = _read_wire(wire)
    entry = _read_entry(encoded)
    verify_signature(entry.author, SIGNATURE_PREFIX + encoded, signature)
    return SignedEntry(entry, encoded, signature)


def claimed_author(wire: bytes) -> PlayerId | None:
    """Whose entry *wire*, damaged or cut off, would be; for a message, never for a verdict."""
    start = _ENTRY_AT.get(wire[1:2])
    if start is None:
        return None
    author = wire[start:][_AUTHOR_AT]
    return PlayerId(author) if len(author) == KEY_SIZE else None


def contradict(first: SignedEntry, second: SignedEntry) -> bool:
    """Whether the two together show that their author told two stories (C4)."""
    one, other = first.entry, second.entry
    same_place = (one.author, one.game, one.after) == (other.author, other.game, other.after)
    return same_place and first.encoded != second.encoded


def labelled_hash(label: bytes, *parts: bytes) -> bytes:
    """SHA-256 of *label* and *parts*, each after its length: no two lists hash alike."""
    framed = (len(part).to_bytes(4, "big") + part for part in (label, *parts))
    return sha256(b"".join(framed)).digest()


def first_digest(game: GameId) -> Digest:
    """The digest before step 0 of *game*."""
    return Digest(labelled_hash(b"p2pqwirkle/1 start", game))


def step_digest(previous: Digest, entries: Sequence[SignedEntry]) -> Digest:
    """The digest after a step whose *entries*, ascending by seat, followed *previous*."""
    spoken = (signed.encoded for signed in entries)
    return Digest(labelled_hash(b"p2pqwirkle/1 step", previous, *spoken))


def _check_size(wire: bytes) -> None:
    if len(wire) > MAX_ENTRY_SIZE:
        raise Breach("C2.1", f"an entry of {len(wire)} bytes, at most {MAX_ENTRY_SIZE}")


def _read_wire(wire: bytes) -> tuple[bytes, bytes]:
    encoded, signature = read_array(decode(wire), 2)
    return read_blob(encoded, MAX_SIZE), read_bytes(signature, SIGNATURE_SIZE)


def _read_entry(encoded: bytes) -> Entry:
    head = decode(encoded)
    _check_version(head)
    _, game, author, step, after, kind, body = read_array(head, 7)
    return Entry(
        game=GameId(read_bytes(game, HASH_SIZE)),
        author=PlayerId(read_bytes(author, KEY_SIZE)),
        step=read_int(step, 0, MAX_STEP),
        after=Digest(read_bytes(after, HASH_SIZE)),
        kind=read_int(kind, 0, MAX_KIND),
        body=read_blob(body, MAX_SIZE),
    )


def _check_version(head: Value) -> None:
    """Check the first thing in *head*, whatever else another version may have put there."""
    version = head[0] if isinstance(head, tuple) and head else None
    if read_int(version, 0, MAX_STEP) != PROTOCOL_VERSION:
        raise Breach("C2.2", f"protocol version {version}, expected {PROTOCOL_VERSION}")
