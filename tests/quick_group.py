"""A group that hides nothing at all, and costs nothing: for long play and whole-table attacks.

Its elements are numbers, added: whoever sees a key share can divide it by the base.  What a
verifier refuses, it refuses here as well, for that follows from the arithmetic alone.
"""

import hashlib
from dataclasses import dataclass
from typing import Final, cast

from p2pqwirkle.bag.group import ELEMENT_SIZE, SCALAR_SIZE, Element, Scalar
from p2pqwirkle.errors import Breach

_ORDER: Final = 2**127 - 1
_BASE: Final = Element((3).to_bytes(ELEMENT_SIZE, "little"))


@dataclass(frozen=True, slots=True)
class QuickGroup:
    """The numbers modulo a prime of 127 bits, under addition."""

    @property
    def order(self) -> int:
        return _ORDER

    @property
    def base(self) -> Element:
        return _BASE

    @property
    def deferring(self) -> "QuickGroup":
        return self

    def decode_element(self, encoded: bytes) -> Element:
        if len(encoded) != ELEMENT_SIZE:
            raise Breach("B1.1", "a wrong length")
        if int.from_bytes(encoded, "little") >= _ORDER:
            raise Breach("B1.2", "not below the order")
        if not any(encoded):
            raise Breach("B1.3", "the identity")
        return Element(encoded)

    def decode_scalar(self, encoded: bytes) -> Scalar:
        if len(encoded) != SCALAR_SIZE:
            raise Breach("B1.5", "a wrong length")
        number = int.from_bytes(encoded, "little")
        if number >= _ORDER:
            raise Breach("B1.6", "not below the order")
        if number == 0:
            raise Breach("B1.7", "zero")
        return Scalar(number)

    def reduce(self, wide: bytes) -> Scalar:
        return Scalar(int.from_bytes(wide, "little") % _ORDER)

    def encode_scalar(self, scalar: Scalar) -> bytes:
        return scalar.to_bytes(SCALAR_SIZE, "little")

    def multiply(self, scalar: Scalar, element: Element) -> Element:
        return _element(scalar * int.from_bytes(element, "little"))

    def multiply_base(self, scalar: Scalar) -> Element:
        return _element(scalar * 3)

    def add(self, left: Element, right: Element) -> Element:
        return _element(int.from_bytes(left, "little") + int.from_bytes(right, "little"))

    def subtract(self, left: Element, right: Element) -> Element:
        return _element(int.from_bytes(left, "little") - int.from_bytes(right, "little"))

    def hash_to_element(self, label: bytes, index: int) -> Element:
        digest = hashlib.sha512(label + b"\x00" + index.to_bytes(4, "big")).digest()
        return _element(int.from_bytes(digest, "little"))


def _element(number: int) -> Element:
    residue = number % _ORDER
    if residue == 0:
        raise Breach("B1.8", "the identity")
    return cast(Element, residue.to_bytes(ELEMENT_SIZE, "little"))
