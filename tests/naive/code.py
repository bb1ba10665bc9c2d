"""The proof of an invitation code (L10), written from `protocol/link.md` alone."""

import hashlib
import hmac
from dataclasses import dataclass
from typing import Final

from tests.naive.curve import BASE, Q, add, decode, encode, multiply, subtract

M: Final = decode(bytes.fromhex("15cfd18e385952982b6a8f8c7854963b58e34388c8e6dae891db756481a02312"))
N: Final = decode(bytes.fromhex("f04f2e7eb734b2a8f8b472eaf9c3c632576ac64aea650b496a8a20ff00e583c3"))


@dataclass(frozen=True)
class Run:
    """What one try comes to, for both sides."""

    joiner_element: bytes
    host_element: bytes
    joiner_proof: bytes
    host_proof: bytes


def joiner_element(code: bytes, random: bytes) -> bytes:
    """X, from the joiner's 64 random bytes."""
    return encode(add(multiply(scalar_of(random), BASE), multiply(code_scalar(code), M)))


def host_element(code: bytes, random: bytes) -> bytes:
    """Y, from the host's 64 random bytes."""
    return encode(add(multiply(scalar_of(random), BASE), multiply(code_scalar(code), N)))


def as_joiner(code: bytes, joiner: bytes, host: bytes, random: bytes, theirs: bytes) -> Run:
    """What the joiner works out from the host's element."""
    ours = joiner_element(code, random)
    shared = multiply(scalar_of(random), subtract(decode(theirs), multiply(code_scalar(code), N)))
    return _run(code, joiner, host, (ours, theirs, encode(shared)))


def as_host(code: bytes, joiner: bytes, host: bytes, random: bytes, theirs: bytes) -> Run:
    """What the host works out from the joiner's element."""
    ours = host_element(code, random)
    shared = multiply(scalar_of(random), subtract(decode(theirs), multiply(code_scalar(code), M)))
    return _run(code, joiner, host, (theirs, ours, encode(shared)))


def scalar_of(random: bytes) -> int:
    return int.from_bytes(random, "big") % Q


def code_scalar(code: bytes) -> int:
    return int.from_bytes(hkdf(code, b"SPAKE2 pw", 48), "big") % Q


def hkdf(secret: bytes, info: bytes, size: int) -> bytes:
    """HKDF-SHA-256 of RFC 5869 without a salt."""
    key = hmac.digest(bytes(32), secret, "sha256")
    block, output = b"", b""
    for number in range(1, 1 + -(-size // 32)):
        block = hmac.digest(key, block + info + bytes([number]), "sha256")
        output += block
    return output[:size]


def _run(code: bytes, joiner: bytes, host: bytes, said: tuple[bytes, bytes, bytes]) -> Run:
    x, y, shared = said
    parts = (code, b"p2pqwirkle/1 code joiner\0" + joiner, b"p2pqwirkle/1 code host\0" + host)
    hashed = b"".join(hashlib.sha256(part).digest() for part in parts)
    key = hashlib.sha256(hashed + x + y + shared).digest()
    keys = hkdf(key, b"p2pqwirkle/1 code confirmation", 64)
    return Run(
        joiner_element=x,
        host_element=y,
        joiner_proof=hmac.digest(keys[:32], x + y, "sha256"),
        host_proof=hmac.digest(keys[32:], x + y, "sha256"),
    )
