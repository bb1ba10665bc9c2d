"""The kit that writes wrong bytes: what no honest encoder, signer or recorder would produce.

Nothing here bends the product's encoder.  Bytes are put together by hand, points and scalars
come from plain integers, so that a lie is exactly the one that was asked for.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha512
from typing import Final

from p2pqwirkle.record.codec import Value, encode
from p2pqwirkle.record.entry import PROTOCOL_VERSION, SIGNATURE_PREFIX, Entry
from p2pqwirkle.record.identity import Identity, PlayerId
from p2pqwirkle.record.record import MAGIC
from tests.naive.curve import BASE, P, Point, Q, add, decode, decode_any, multiply
from tests.naive.curve import encode as encode_point

_WIDTHS: Final = (1, 2, 4, 8)
FORBIDDEN: Final[dict[str, bytes]] = {
    "an empty map": b"\x80",
    "a map": b"\x81\x01\x02",
    "a map with a 16-bit size": b"\xde\x00\x01\x01\x02",
    "a map with a 32-bit size": b"\xdf\x00\x00\x00\x01\x01\x02",
    "a float of 32 bits": b"\xca\x3f\x80\x00\x00",
    "a float of 64 bits": b"\xcb\x3f\xf0\x00\x00\x00\x00\x00\x00",
    "not a number": b"\xcb\x7f\xf8\x00\x00\x00\x00\x00\x00",
    "the unused byte": b"\xc1",
    "an extension of 1 byte": b"\xd4\x05\x00",
    "an extension of 2 bytes": b"\xd5\x05" + bytes(2),
    "an extension of 4 bytes": b"\xd6\x05" + bytes(4),
    "an extension of 8 bytes": b"\xd7\x05" + bytes(8),
    "an extension of 16 bytes": b"\xd8\x05" + bytes(16),
    "an extension with an 8-bit size": b"\xc7\x00\x05",
    "an extension with a 16-bit size": b"\xc8\x00\x00\x05",
    "an extension with a 32-bit size": b"\xc9\x00\x00\x00\x00\x05",
    "a timestamp": b"\xd6\xff\x00\x00\x00\x00",
}
"""Lawful msgpack, but for the unused byte, of types that the protocol does not know."""

NOT_UTF8: Final[dict[str, bytes]] = {
    "a lone surrogate": b"\xa3\xed\xa0\x80",
    "a pair of surrogates": b"\xa6\xed\xa0\xbd\xed\xb8\x80",
    "an overlong slash": b"\xa2\xc0\xaf",
    "an overlong zero": b"\xa2\xc0\x80",
    "a continuation byte alone": b"\xa1\x80",
    "a character cut short": b"\xa2\xe2\x82",
    "beyond the last code point": b"\xa4\xf4\x90\x80\x80",
    "a byte that UTF-8 never holds": b"\xa1\xff",
}
"""Texts whose bytes are no UTF-8."""


def _length(kept: bytes, claimed: int | None) -> int:
    return len(kept) if claimed is None else claimed


def raw_int(number: int, width: int) -> bytes:
    """*number* in *width* bytes after its first, unsigned unless it is negative."""
    code = (0xCC if number >= 0 else 0xD0) + _WIDTHS.index(width)
    return bytes([code]) + number.to_bytes(width, "big", signed=number < 0)


def raw_signed_int(number: int, width: int) -> bytes:
    """*number* in one of the signed forms, which no number from 0 up may have."""
    return bytes([0xD0 + _WIDTHS.index(width)]) + number.to_bytes(width, "big", signed=True)


def raw_bytes(kept: bytes, width: int, size: int | None = None) -> bytes:
    """*kept* after a length of *width* bytes that claims *size*, or tells the truth."""
    return bytes([0xC4 + _WIDTHS.index(width)]) + _length(kept, size).to_bytes(width, "big") + kept


def raw_text(text: bytes, width: int, size: int | None = None) -> bytes:
    """*text* after a length of *width* bytes, 0 for that inside the first byte."""
    claimed = _length(text, size)
    if width == 0:
        return bytes([0xA0 + claimed]) + text
    return bytes([0xD9 + _WIDTHS.index(width)]) + claimed.to_bytes(width, "big") + text


def raw_array(values: Sequence[bytes], width: int = 0, length: int | None = None) -> bytes:
    """An array of encoded *values* whose length takes *width* bytes: 0, 2 or 4."""
    claimed = len(values) if length is None else length
    if width == 0:
        return bytes([0x90 + claimed]) + b"".join(values)
    return bytes([{2: 0xDC, 4: 0xDD}[width]]) + claimed.to_bytes(width, "big") + b"".join(values)


def nested(depth: int) -> bytes:
    """That many arrays inside one another, the innermost empty."""
    return b"\x91" * (depth - 1) + b"\x90"


def longer_forms(value: Value) -> Iterator[bytes]:
    """Every encoding of *value* in which one header, its own or one inside, is too long."""
    shortest = encode(value)
    yield from (form for form in _forms(value) if len(form) > len(shortest))
    if isinstance(value, list | tuple):
        encoded = [encode(inner) for inner in value]
        head = shortest[: -len(b"".join(encoded)) or None]
        for place, inner in enumerate(value):
            before, after = b"".join(encoded[:place]), b"".join(encoded[place + 1 :])
            yield from (head + before + form + after for form in longer_forms(inner))


def _forms(value: Value) -> Iterator[bytes]:
    match value:
        case None | bool():
            return
        case int():
            yield from _int_forms(value)
        case str():
            text = value.encode()
            yield from (raw_text(text, width) for width in (1, 2, 4) if len(text) < 256**width)
        case bytes():
            yield from (raw_bytes(value, width) for width in (1, 2, 4) if len(value) < 256**width)
        case _:
            encoded = [encode(inner) for inner in value]
            yield from (raw_array(encoded, width) for width in (2, 4))


def _int_forms(number: int) -> Iterator[bytes]:
    for width in _WIDTHS:
        if 0 <= number < 256**width:
            yield raw_int(number, width)
        if -(256**width) // 2 <= number < 256**width // 2:
            yield raw_signed_int(number, width)


_ORDER_EIGHT: Final = bytes.fromhex(
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"
)
SMALL_ORDER: Final[tuple[bytes, ...]] = tuple(
    encode_point(multiply(times, decode_any(_ORDER_EIGHT))) for times in range(8)
)
"""The eight points whose order divides 8, by their multiple of one of them; 0 is the identity."""

NOT_CANONICAL: Final[tuple[bytes, ...]] = (
    *((y | sign << 255).to_bytes(32, "little") for y in range(P, 2**255) for sign in (0, 1)),
    (1 | 1 << 255).to_bytes(32, "little"),
    (P - 1 | 1 << 255).to_bytes(32, "little"),
)
"""Encodings that RFC 8032 does not allow: y from p up, and a sign on x = 0."""


def with_torsion(encoded: bytes, part: int = 1) -> bytes:
    """The point in *encoded* with a part of small order: not in the group any more."""
    return encode_point(add(decode(encoded), decode_any(SMALL_ORDER[part])))


def plus_order(scalar: bytes) -> bytes:
    """The scalar q higher: the same to arithmetic, but another encoding."""
    return (int.from_bytes(scalar, "little") + Q).to_bytes(32, "little")


def scalar_of(identity: Identity) -> int:
    """The secret scalar behind *identity*, as RFC 8032 derives it."""
    clamped = bytearray(sha512(identity.secret).digest()[:32])
    clamped[0] &= 248
    clamped[31] &= 127
    clamped[31] |= 64
    return int.from_bytes(clamped, "little")


def mixed_key(scalar: int, part: int) -> PlayerId:
    """The public key of *scalar* plus a part of small order, which may be the identity."""
    return PlayerId(encode_point(_mixed(scalar, part)))


def sign_with_nonce(
    scalar: int, message: bytes, nonce: int, *, key_part: int = 0, r_part: int = 0
) -> bytes:
    """A signature that holds with cofactor; without parts, it holds everywhere."""
    key, r = mixed_key(scalar, key_part), mixed_key(nonce, r_part)
    s = (nonce + _challenge(r, key, message) * scalar) % Q
    return r + s.to_bytes(32, "little")


def grind_signature(scalar: int, message: bytes, *, key_part: int, r_part: int) -> bytes:
    """A signature with small-order parts that cancel: it holds with cofactor and without."""
    key = mixed_key(scalar, key_part)
    for nonce in range(1, 1_000):
        challenge = _challenge(mixed_key(nonce, r_part), key, message)
        if (r_part + challenge * key_part) % 8 == 0:
            return sign_with_nonce(scalar, message, nonce, key_part=key_part, r_part=r_part)
    raise ValueError("these parts never cancel")


def _mixed(scalar: int, part: int) -> Point:
    return add(multiply(scalar, BASE), decode_any(SMALL_ORDER[part]))


def _challenge(r: bytes, key: bytes, message: bytes) -> int:
    return int.from_bytes(sha512(r + key + message).digest(), "little") % Q


def entry_bytes(entry: Entry, **bent: bytes) -> bytes:
    """The bytes to sign for *entry*, with the encodings of the fields in *bent* put in."""
    fields: dict[str, Value] = {
        "version": PROTOCOL_VERSION,
        "game": entry.game,
        "author": entry.author,
        "step": entry.step,
        "after": entry.after,
        "kind": entry.kind,
        "body": entry.body,
    }
    encoded = {name: encode(value) for name, value in fields.items()} | bent
    return raw_array(list(encoded.values()))


def sign_bytes(encoded: bytes, identity: Identity) -> bytes:
    """The wire form of whatever *encoded* is, signed by the real key of *identity*."""
    return wire_of(encoded, identity.sign(SIGNATURE_PREFIX + encoded))


def wire_of(encoded: bytes, signature: bytes) -> bytes:
    """The pair that travels, whatever its parts are."""
    return encode((encoded, signature))


def framed(pair: bytes, size: int | None = None) -> bytes:
    """An item of a file, whose length claims *size* or tells the truth."""
    return _length(pair, size).to_bytes(4, "big") + pair


def record_of(wires: Sequence[bytes]) -> bytes:
    """A record that holds *wires*, whatever they are."""
    return MAGIC + b"".join(framed(wire) for wire in wires)


def flipped(written: bytes, place: int, mask: int = 0xFF) -> bytes:
    """*written* with some bits of one byte turned over."""
    return written[:place] + bytes([written[place] ^ mask]) + written[place + 1 :]
