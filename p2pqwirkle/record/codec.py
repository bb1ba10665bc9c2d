"""Canonical msgpack: every value has exactly one encoding, and only that one is read.

The reader is written out rather than left to a library: which bytes are refused, and under
which clause, has to be the same for every replica.
"""

from collections.abc import Sequence
from typing import Final, TypeAlias

import msgpack

from p2pqwirkle.errors import Breach

Value: TypeAlias = "bool | int | str | bytes | Sequence[Value] | None"
"""What can be encoded; a decoded array is a tuple."""

MAX_SIZE: Final = 131_072
"""Bytes of one encoded value: twice the largest signed entry, so that any frame holds one."""
MAX_DEPTH: Final = 8
"""Arrays inside arrays, the outermost counted; the deepest that is used has four."""

_POSITIVE: Final = range(0x80)
_SHORT_ARRAY: Final = range(0x90, 0xA0)
_SHORT_TEXT: Final = range(0xA0, 0xC0)
_NEGATIVE: Final = range(0xE0, 0x100)
"""First bytes that hold a number or a length themselves."""
_CONSTANTS: Final = {0xC0: None, 0xC2: False, 0xC3: True}
_BYTES: Final = {0xC4: 1, 0xC5: 2, 0xC6: 4}
_UNSIGNED: Final = {0xCC: 1, 0xCD: 2, 0xCE: 4, 0xCF: 8}
_SIGNED: Final = {0xD0: 1, 0xD1: 2, 0xD2: 4, 0xD3: 8}
_TEXT: Final = {0xD9: 1, 0xDA: 2, 0xDB: 4}
_ARRAY: Final = {0xDC: 2, 0xDD: 4}
"""First bytes with the number of bytes that tell the length, or the number, after them."""


def encode(value: Value) -> bytes:
    """The one encoding of *value*."""
    encoded: bytes = msgpack.packb(value)
    return encoded


def decode(encoded: bytes) -> Value:
    """Read the one value that fills *encoded*.

    Raises:
        Breach: E1 if it is not the canonical encoding of one value.
    """
    if len(encoded) > MAX_SIZE:
        raise Breach("E1.1", f"{len(encoded)} bytes, at most {MAX_SIZE}")
    reader = _Reader(encoded)
    value = reader.value(depth=0)
    if reader.left:
        raise Breach("E1.6", f"{reader.left} bytes after the value")
    if encode(value) != encoded:
        raise Breach("E1.7", "a shorter form says the same")
    return value


def read_int(value: Value, low: int, high: int) -> int:
    """*value* as a number from *low* to *high*.

    Raises:
        Breach: E2.1 if it is no number, E2.2 if it is outside.
    """
    if not isinstance(value, int) or isinstance(value, bool):
        raise _mistyped(value, "a number")
    if not low <= value <= high:
        raise Breach("E2.2", f"{value}, expected {low} to {high}")
    return value


def read_flag(value: Value) -> bool:
    """*value* as a boolean.

    Raises:
        Breach: E2.1 if it is none.
    """
    if not isinstance(value, bool):
        raise _mistyped(value, "a boolean")
    return value


def read_bytes(value: Value, size: int) -> bytes:
    """*value* as a byte string of exactly *size* bytes.

    Raises:
        Breach: E2.1 if it is no byte string, E2.3 if it has another length.
    """
    if not isinstance(value, bytes):
        raise _mistyped(value, "a byte string")
    if len(value) != size:
        raise Breach("E2.3", f"{len(value)} bytes, expected {size}")
    return value


def read_blob(value: Value, max_size: int) -> bytes:
    """*value* as a byte string of at most *max_size* bytes.

    Raises:
        Breach: E2.1 if it is no byte string, E2.4 if it is longer.
    """
    if not isinstance(value, bytes):
        raise _mistyped(value, "a byte string")
    if len(value) > max_size:
        raise Breach("E2.4", f"{len(value)} bytes, at most {max_size}")
    return value


def read_text(value: Value, max_bytes: int) -> str:
    """*value* as a text of at most *max_bytes* bytes of UTF-8.

    Raises:
        Breach: E2.1 if it is no text, E2.4 if it is longer.
    """
    if not isinstance(value, str):
        raise _mistyped(value, "a text")
    if (size := len(value.encode())) > max_bytes:
        raise Breach("E2.4", f"{size} bytes of UTF-8, at most {max_bytes}")
    return value


def read_array(value: Value, length: int) -> tuple[Value, ...]:
    """*value* as an array of exactly *length* values.

    Raises:
        Breach: E2.1 if it is no array, E2.5 if it has another length.
    """
    if not isinstance(value, tuple):
        raise _mistyped(value, "an array")
    if len(value) != length:
        raise Breach("E2.5", f"an array of {len(value)}, expected {length}")
    return value


def read_list(value: Value, max_length: int) -> tuple[Value, ...]:
    """*value* as an array of at most *max_length* values.

    Raises:
        Breach: E2.1 if it is no array, E2.6 if it is longer.
    """
    if not isinstance(value, tuple):
        raise _mistyped(value, "an array")
    if len(value) > max_length:
        raise Breach("E2.6", f"an array of {len(value)}, at most {max_length}")
    return value


def _mistyped(value: Value, expected: str) -> Breach:
    return Breach("E2.1", f"a {type(value).__name__}, expected {expected}")


class _Reader:
    """Reads values off the front of some bytes; takes any form, short or long."""

    def __init__(self, encoded: bytes) -> None:
        self._encoded = encoded
        self._at = 0

    @property
    def left(self) -> int:
        """How many bytes have not been read yet."""
        return len(self._encoded) - self._at

    def value(self, depth: int) -> Value:
        """The next value, inside *depth* arrays."""
        first = self._number(1)
        if first in _POSITIVE:
            return first
        if first in _NEGATIVE:
            return first - _NEGATIVE.stop
        if first in _SHORT_ARRAY:
            return self._array(first - _SHORT_ARRAY.start, depth)
        if first in _SHORT_TEXT:
            return self._text(first - _SHORT_TEXT.start)
        return self._headed(first, depth)

    def _headed(self, first: int, depth: int) -> Value:
        """The rest of a value whose *first* byte holds nothing but its type."""
        if first in _BYTES:
            return self._take(self._number(_BYTES[first]))
        if first in _UNSIGNED:
            return self._number(_UNSIGNED[first])
        if first in _SIGNED:
            return int.from_bytes(self._take(_SIGNED[first]), "big", signed=True)
        if first in _TEXT:
            return self._text(self._number(_TEXT[first]))
        if first in _ARRAY:
            return self._array(self._number(_ARRAY[first]), depth)
        if first in _CONSTANTS:
            return _CONSTANTS[first]
        raise Breach("E1.3", f"first byte {first:#04x}: a map, a float, an extension or nothing")

    def _array(self, length: int, depth: int) -> tuple[Value, ...]:
        if depth == MAX_DEPTH:
            raise Breach("E1.4", f"more than {MAX_DEPTH} arrays inside one another")
        # Every value takes a byte: what cannot be there is refused before it is looked for.
        self._check_left(length)
        return tuple(self.value(depth + 1) for _ in range(length))

    def _text(self, size: int) -> str:
        try:
            return self._take(size).decode()
        except UnicodeDecodeError as error:
            raise Breach("E1.5", "a text is not UTF-8") from error

    def _number(self, size: int) -> int:
        return int.from_bytes(self._take(size), "big")

    def _take(self, size: int) -> bytes:
        self._check_left(size)
        self._at += size
        return self._encoded[self._at - size : self._at]

    def _check_left(self, size: int) -> None:
        if size > self.left:
            raise Breach("E1.2", f"{size} bytes or values announced, {self.left} bytes left")
