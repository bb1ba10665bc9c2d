"""What players say to each other beside the game: signed, but in no step and in no record.

A remark convicts nobody and proves nothing about a game; its signature only says whose it is.
"""

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import BinaryIO, Final

from p2pqwirkle.errors import Breach
from p2pqwirkle.record.codec import (
    Value,
    decode,
    encode,
    read_array,
    read_blob,
    read_bytes,
    read_int,
    read_text,
)
from p2pqwirkle.record.entry import HASH_SIZE, GameId
from p2pqwirkle.record.identity import (
    KEY_SIZE,
    SIGNATURE_SIZE,
    Identity,
    PlayerId,
    verify_signature,
)
from p2pqwirkle.record.tape import TapeReader, TapeWriter

MAX_REMARK: Final = 512
"""Bytes of a signed remark; the largest has 403."""
MAX_TEXT: Final = 256
"""Bytes of its text in UTF-8: a few lines of a small terminal."""
MAX_NUMBER: Final = 2**32 - 1
CHAT_PREFIX: Final = b"p2pqwirkle/1 chat\x00"
"""Stands before the signed bytes: no remark passes for an entry, and no entry for a remark."""
CHAT_MAGIC: Final = b"p2pqwirkle/1 talk\x00"
"""What the file begins with in which a player keeps the remarks of one game."""
_UNSPEAKABLE: Final = ("Cc", "Cs", "Zl", "Zp")


@dataclass(frozen=True, slots=True)
class Remark:
    """What an author says to all others in a game.

    Attributes:
        number: counts the author's remarks in this game, from 0.
        text: as it was said; not fit for a screen before `showable`.
    """

    game: GameId
    author: PlayerId
    number: int
    text: str


@dataclass(frozen=True, slots=True)
class SignedRemark:
    """A remark with its author's signature; made by `sign_remark` or `read_signed_remark` alone."""

    remark: Remark
    wire: bytes = field(repr=False)


def sign_remark(game: GameId, number: int, text: str, identity: Identity) -> SignedRemark:
    """What the owner of *identity* says.

    Raises:
        Breach: E2.4 or C8.1 if nobody would take the text.
    """
    encoded = encode((game, identity.player, number, text))
    remark = _read_remark(encoded)
    return SignedRemark(remark, encode((encoded, identity.sign(CHAT_PREFIX + encoded))))


def read_remark(wire: bytes) -> Remark:
    """Read what somebody seems to have said, while it is open who.

    Raises:
        Breach: E1 or E2 for its shape, C8.1 for its text.
    """
    encoded, _ = _read_wire(wire)
    return _read_remark(encoded)


def read_signed_remark(wire: bytes) -> SignedRemark:
    """Read what somebody said, once it is certain who.

    Raises:
        Breach: E1 or E2 for its shape, C8.1 for its text, C1 for its signature.
    """
    encoded, signature = _read_wire(wire)
    remark = _read_remark(encoded)
    verify_signature(remark.author, CHAT_PREFIX + encoded, signature)
    return SignedRemark(remark, wire)


def check_text(text: str) -> None:
    """Check that *text* can be said.

    Raises:
        Breach: C8.1 if it is empty, or holds a control character or a line break.
    """
    if not text or any(unicodedata.category(one) in _UNSPEAKABLE for one in text):
        raise Breach("C8.1", f"{text!r} is nothing that can be said")


def fit_to_say(text: str) -> str:
    """*text* as it can be said: without what nobody would take, and cut to the longest there is.

    Empty if nothing is left of it.
    """
    spoken = (" " if unicodedata.category(one) in _UNSPEAKABLE else one for one in text)
    shown = " ".join("".join(spoken).split())
    return shown.encode()[:MAX_TEXT].decode(errors="ignore").strip()


class ChatWriter(TapeWriter):
    """Appends remarks to a file.

    Args:
        stream: open for writing at its end.
        sync: returns when all that was flushed has reached the disk.
    """

    def __init__(self, stream: BinaryIO, sync: Callable[[], None]) -> None:
        super().__init__(stream, sync, CHAT_MAGIC)

    def append(self, signed: SignedRemark) -> None:
        """Put a remark on the disk.

        Raises:
            OSError: if that failed.
        """
        self._append(signed.wire)


class ChatReader(TapeReader):
    """Iterates over the wire form of the remarks in a file; what they are is not looked at."""

    def __init__(self, stream: BinaryIO) -> None:
        super().__init__(stream, CHAT_MAGIC, SIGNATURE_SIZE)


def _read_wire(wire: bytes) -> tuple[bytes, bytes]:
    encoded, signature = read_array(decode(wire), 2)
    return read_blob(encoded, MAX_REMARK), read_bytes(signature, SIGNATURE_SIZE)


def _read_remark(encoded: bytes) -> Remark:
    remark = _remark_of(decode(encoded))
    check_text(remark.text)
    return remark


def _remark_of(value: Value) -> Remark:
    game, author, number, text = read_array(value, 4)
    return Remark(
        game=GameId(read_bytes(game, HASH_SIZE)),
        author=PlayerId(read_bytes(author, KEY_SIZE)),
        number=read_int(number, 0, MAX_NUMBER),
        text=read_text(text, MAX_TEXT),
    )
