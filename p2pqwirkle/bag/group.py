"""Elements and scalars.  This file alone knows which group they belong to."""

import hashlib
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import count
from typing import Final, NewType, Protocol

import nacl.exceptions
from nacl.bindings import (
    crypto_core_ed25519_add,
    crypto_core_ed25519_is_valid_point,
    crypto_core_ed25519_sub,
    crypto_scalarmult_ed25519_base_noclamp,
    crypto_scalarmult_ed25519_noclamp,
)

from p2pqwirkle.errors import Breach

Element = NewType("Element", bytes)
"""A member of the group other than the identity, in its one encoding of 32 bytes."""

Scalar = NewType("Scalar", int)
"""A number below the group's order."""

ELEMENT_SIZE: Final = 32
SCALAR_SIZE: Final = 32

_ORDER: Final = 2**252 + 27742317777372353535851937790883648493
_FIELD: Final = 2**255 - 19
_SIGN_BIT: Final = 1 << 255
_BASE: Final = Element(bytes([0x58]) + bytes([0x66]) * 31)
_IDENTITY: Final = bytes([1]) + bytes(31)


class Group(Hashable, Protocol):
    """A group of prime order in which discrete logarithms are hard, written additively.

    The identity is no element: an operation that would give it raises.
    """

    @property
    def order(self) -> int:
        """How many members the group has, the identity included: a prime."""

    @property
    def base(self) -> Element:
        """G, of which every element is a multiple."""

    @property
    def deferring(self) -> "Group":
        """The same group, for reading elements that will all be multiplied before they are used.

        Its `decode_element` may leave to `multiply` what that refuses anyway.
        """

    def decode_element(self, encoded: bytes) -> Element:
        """Read an element from outside.

        Raises:
            Breach: B1.1 to B1.4 if it is not the canonical encoding of an element.
        """

    def decode_scalar(self, encoded: bytes) -> Scalar:
        """Read a scalar from outside: one of the two ways from bytes to a scalar.

        Raises:
            Breach: B1.5 to B1.7 if it is not 32 bytes that say a number from 1 to order - 1.
        """

    def reduce(self, wide: bytes) -> Scalar:
        """The scalar that 64 hash bytes stand for: the other way, without noticeable bias."""

    def encode_scalar(self, scalar: Scalar) -> bytes:
        """The 32 bytes that `decode_scalar` reads."""

    def multiply(self, scalar: Scalar, element: Element) -> Element:
        """``scalar * element``; raises Breach B1.8 for the identity."""

    def multiply_base(self, scalar: Scalar) -> Element:
        """``scalar * G``; raises Breach B1.8 for the identity."""

    def add(self, left: Element, right: Element) -> Element:
        """``left + right``; raises Breach B1.8 for the identity."""

    def subtract(self, left: Element, right: Element) -> Element:
        """``left - right``; raises Breach B1.8 for the identity."""

    def hash_to_element(self, label: bytes, index: int) -> Element:
        """The element of *label* and *index*, to which nobody knows a relation (B1)."""


def decode_elements(group: Group, encoded: bytes) -> tuple[Element, ...]:
    """Read elements one after another; whoever calls has checked the length."""
    starts = range(0, len(encoded), ELEMENT_SIZE)
    return tuple(group.decode_element(encoded[i : i + ELEMENT_SIZE]) for i in starts)


def decode_scalars(group: Group, encoded: bytes) -> tuple[Scalar, ...]:
    """Read scalars one after another; whoever calls has checked the length."""
    starts = range(0, len(encoded), SCALAR_SIZE)
    return tuple(group.decode_scalar(encoded[i : i + SCALAR_SIZE]) for i in starts)


def residue(group: Group, value: int) -> Scalar:
    """What *value*, the outcome of arithmetic on scalars, is modulo the order."""
    return Scalar(value % group.order)


def sum_of(group: Group, elements: Iterable[Element]) -> Element:
    """The sum of one element or more."""
    return reduce(group.add, elements)


def weighted_sum(group: Group, weights: Sequence[Scalar], elements: Sequence[Element]) -> Element:
    """The sum of ``weights[j] * elements[j]``, of one element or more."""
    terms = zip(weights, elements, strict=True)
    return sum_of(group, (group.multiply(weight, element) for weight, element in terms))


@dataclass(frozen=True, slots=True)
class Edwards25519:
    """The prime-order subgroup of edwards25519, encoded as in RFC 8032.

    Elements are read as RFC 9591 reads them for FROST(Ed25519): canonical, in the subgroup, not
    the identity.  Additions of the library check neither subgroup nor identity, so both are
    checked here.
    """

    @property
    def order(self) -> int:
        """The prime q."""
        return _ORDER

    @property
    def base(self) -> Element:
        """The base point of RFC 8032."""
        return _BASE

    @property
    def deferring(self) -> Group:
        """Decodes without the look at curve and subgroup, with which each multiplication begins."""
        return _Deferring()

    def decode_element(self, encoded: bytes) -> Element:
        """Read an element from outside; raises Breach B1.1 to B1.4."""
        element = _written_as_element(encoded)
        if not crypto_core_ed25519_is_valid_point(element):
            raise Breach("B1.4", f"{element.hex()} is outside the prime-order subgroup")
        return element

    def decode_scalar(self, encoded: bytes) -> Scalar:
        """Read a scalar from outside; raises Breach B1.5 to B1.7."""
        if len(encoded) != SCALAR_SIZE:
            raise Breach("B1.5", f"a scalar has {SCALAR_SIZE} bytes, not {len(encoded)}")
        value = int.from_bytes(encoded, "little")
        if value >= _ORDER:
            raise Breach("B1.6", "a scalar is below the order of the group")
        if value == 0:
            raise Breach("B1.7", "a scalar from outside is not zero")
        return Scalar(value)

    def reduce(self, wide: bytes) -> Scalar:
        """64 bytes, little-endian, modulo q."""
        return Scalar(int.from_bytes(wide, "little") % _ORDER)

    def encode_scalar(self, scalar: Scalar) -> bytes:
        """32 bytes, little-endian."""
        return scalar.to_bytes(SCALAR_SIZE, "little")

    def multiply(self, scalar: Scalar, element: Element) -> Element:
        """``scalar * element``; raises Breach B1.8 for the identity."""
        return _element(crypto_scalarmult_ed25519_noclamp, self.encode_scalar(scalar), element)

    def multiply_base(self, scalar: Scalar) -> Element:
        """``scalar * G``; raises Breach B1.8 for the identity."""
        return _element(crypto_scalarmult_ed25519_base_noclamp, self.encode_scalar(scalar))

    def add(self, left: Element, right: Element) -> Element:
        """``left + right``; raises Breach B1.8 for the identity."""
        return _element(crypto_core_ed25519_add, left, right)

    def subtract(self, left: Element, right: Element) -> Element:
        """``left - right``; raises Breach B1.8 for the identity."""
        return _element(crypto_core_ed25519_sub, left, right)

    def hash_to_element(self, label: bytes, index: int) -> Element:
        """Eight times the first point among SHA-512(label, index, 0), (label, index, 1), … (B1)."""
        prefix = label + b"\x00" + index.to_bytes(4, "big")
        attempts = (hashlib.sha512(prefix + i.to_bytes(4, "big")).digest() for i in count())
        return next(filter(None, (_eightfold(digest[:ELEMENT_SIZE]) for digest in attempts)))


@dataclass(frozen=True, slots=True)
class _Deferring(Edwards25519):
    """Leaves B1.4 to the multiplications of the library, which check it with the same functions."""

    def decode_element(self, encoded: bytes) -> Element:
        """Read what is an element if it can be multiplied; raises Breach B1.1 to B1.3."""
        return _written_as_element(encoded)


def _written_as_element(encoded: bytes) -> Element:
    """What is written as an element is, whether or not there is such a point; B1.1 to B1.3."""
    if len(encoded) != ELEMENT_SIZE:
        raise Breach("B1.1", f"an element has {ELEMENT_SIZE} bytes, not {len(encoded)}")
    if not _is_canonical(encoded):
        raise Breach("B1.2", f"{encoded.hex()} is not a canonical encoding")
    if encoded == _IDENTITY:
        raise Breach("B1.3", "the identity is no element")
    return Element(encoded)


def _is_canonical(encoded: bytes) -> bool:
    """Whether y is below the field's prime, and no x of zero is called negative."""
    number = int.from_bytes(encoded, "little")
    y = number % _SIGN_BIT
    x_is_zero = y in {1, _FIELD - 1}
    return y < _FIELD and not (x_is_zero and number & _SIGN_BIT)


def _element(operation: Callable[..., bytes], *operands: bytes) -> Element:
    """What an *operation* of the library gives, if it is an element.

    Its multiplications raise where they would give the identity, its additions do not.
    """
    try:
        point = operation(*operands)
    except nacl.exceptions.RuntimeError as error:
        raise Breach("B1.8", "an operation gave no element") from error
    if point == _IDENTITY:
        raise Breach("B1.8", "an operation gave the identity")
    return Element(point)


def _eightfold(encoded: bytes) -> Element | None:
    """Eight times the point *encoded*, a member of the subgroup; None if that is no element.

    By additions, since they take any point of the curve and multiplications only members of the
    subgroup.
    """
    if not _is_canonical(encoded):
        return None
    point = encoded
    try:
        for _ in range(3):
            point = crypto_core_ed25519_add(point, point)
    except nacl.exceptions.RuntimeError:
        return None
    return Element(point) if point != _IDENTITY else None
