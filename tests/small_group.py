"""A group too small to hide anything, and quick: for the logic of the bag and long simulations."""

import hashlib
from dataclasses import dataclass
from typing import Final

from p2pqwirkle.bag.group import ELEMENT_SIZE, SCALAR_SIZE, Element, Scalar
from p2pqwirkle.errors import Breach

_ORDER: Final = 4611686018427385619
_FIELD: Final = 2 * _ORDER + 1
"""A safe prime of 63 bits, so that its squares are a group of prime order."""

_BASE: Final = Element((4).to_bytes(ELEMENT_SIZE, "little"))


@dataclass(frozen=True, slots=True)
class SmallGroup:
    """The squares modulo a safe prime: the clauses of `p2pqwirkle.bag.group.Group`, no safety."""

    @property
    def order(self) -> int:
        return _ORDER

    @property
    def base(self) -> Element:
        return _BASE

    @property
    def deferring(self) -> "SmallGroup":
        return self

    def decode_element(self, encoded: bytes) -> Element:
        if len(encoded) != ELEMENT_SIZE:
            raise Breach("B1.1", "a wrong length")
        number = _number(encoded)
        if number >= _FIELD:
            raise Breach("B1.2", "not below the prime")
        if number == 1:
            raise Breach("B1.3", "the identity")
        if pow(number, _ORDER, _FIELD) != 1:
            raise Breach("B1.4", "not a square")
        return Element(encoded)

    def decode_scalar(self, encoded: bytes) -> Scalar:
        if len(encoded) != SCALAR_SIZE:
            raise Breach("B1.5", "a wrong length")
        if _number(encoded) >= _ORDER:
            raise Breach("B1.6", "not below the order")
        if not any(encoded):
            raise Breach("B1.7", "zero")
        return Scalar(_number(encoded))

    def reduce(self, wide: bytes) -> Scalar:
        return Scalar(_number(wide) % _ORDER)

    def encode_scalar(self, scalar: Scalar) -> bytes:
        return scalar.to_bytes(SCALAR_SIZE, "little")

    def multiply(self, scalar: Scalar, element: Element) -> Element:
        return _element(pow(_number(element), scalar, _FIELD))

    def multiply_base(self, scalar: Scalar) -> Element:
        return self.multiply(scalar, _BASE)

    def add(self, left: Element, right: Element) -> Element:
        return _element(_number(left) * _number(right))

    def subtract(self, left: Element, right: Element) -> Element:
        return _element(_number(left) * pow(_number(right), -1, _FIELD))

    def hash_to_element(self, label: bytes, index: int) -> Element:
        digest = hashlib.sha512(label + b"\x00" + index.to_bytes(4, "big")).digest()
        return _element(_number(digest) ** 2)


def _number(encoded: bytes) -> int:
    return int.from_bytes(encoded, "little")


def _element(number: int) -> Element:
    if number % _FIELD == 1:
        raise Breach("B1.8", "the identity")
    return Element((number % _FIELD).to_bytes(ELEMENT_SIZE, "little"))
