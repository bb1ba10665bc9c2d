"""edwards25519 in plain integers: slow, and nothing to learn it from but RFC 8032, section 5.1.

A point is a pair (x, y) that satisfies ``-x^2 + y^2 = 1 + d*x^2*y^2`` mod p.
"""

from collections.abc import Sequence
from typing import Final

Point = tuple[int, int]

P: Final = 2**255 - 19
Q: Final = 2**252 + 27742317777372353535851937790883648493
D: Final = -121665 * pow(121666, -1, P) % P
ROOT: Final = pow(2, (P - 1) // 4, P)
"""A square root of -1."""
IDENTITY: Final[Point] = (0, 1)


class NotAPoint(ValueError):  # noqa: N818 - it is what the bytes are
    """Bytes that no element of the group is encoded as."""


def add(left: Point, right: Point) -> Point:
    (x1, y1), (x2, y2) = left, right
    product = D * x1 * x2 * y1 * y2 % P
    x = (x1 * y2 + x2 * y1) * pow(1 + product, -1, P)
    y = (y1 * y2 + x1 * x2) * pow(1 - product, -1, P)
    return x % P, y % P


def negate(point: Point) -> Point:
    x, y = point
    return -x % P, y


def subtract(left: Point, right: Point) -> Point:
    return add(left, negate(right))


def multiply(scalar: int, point: Point) -> Point:
    """*scalar* times *point*, by doubling and adding in projective coordinates."""
    total = (0, 1, 1)
    running = (*point, 1)
    while scalar:
        if scalar & 1:
            total = _add_projective(total, running)
        running = _add_projective(running, running)
        scalar >>= 1
    x, y, z = total
    inverse = pow(z, -1, P)
    return x * inverse % P, y * inverse % P


def combine(scalars: Sequence[int], points: Sequence[Point]) -> Point:
    """The sum of each scalar times its point; the doublings are shared, which is all the speed."""
    pairs = [(scalar, (*point, 1)) for scalar, point in zip(scalars, points, strict=True)]
    total = (0, 1, 1)
    longest = max((scalar.bit_length() for scalar in scalars), default=0)
    for bit in reversed(range(longest)):
        total = _add_projective(total, total)
        for scalar, point in pairs:
            if scalar >> bit & 1:
                total = _add_projective(total, point)
    x, y, z = total
    inverse = pow(z, -1, P)
    return x * inverse % P, y * inverse % P


def is_on_curve(point: Point) -> bool:
    x, y = point
    return (-x * x + y * y - 1 - D * x * x * y * y) % P == 0


def encode(point: Point) -> bytes:
    x, y = point
    return (y | (x & 1) << 255).to_bytes(32, "little")


def decode_any(encoded: bytes) -> Point:
    """A point of the whole curve, of whatever order, from its canonical encoding."""
    if len(encoded) != 32:
        raise NotAPoint("not 32 bytes")
    number = int.from_bytes(encoded, "little")
    sign, y = number >> 255, number & (2**255 - 1)
    if y >= P:
        raise NotAPoint("y is not below p")
    x = _root((y * y - 1) * pow(D * y * y + 1, -1, P) % P)
    if x == 0 and sign:
        raise NotAPoint("minus zero")
    return (x if x & 1 == sign else P - x), y


def decode(encoded: bytes) -> Point:
    """An element of the prime-order group other than the identity."""
    point = decode_any(encoded)
    if point == IDENTITY:
        raise NotAPoint("the identity")
    if multiply(Q, point) != IDENTITY:
        raise NotAPoint("outside the prime-order group")
    return point


def _root(square: int) -> int:
    """The even square root of *square*."""
    root = pow(square, (P + 3) // 8, P)
    if root * root % P != square:
        root = root * ROOT % P
    if root * root % P != square:
        raise NotAPoint("no x for this y")
    return root if root & 1 == 0 else P - root


def _add_projective(
    left: tuple[int, int, int], right: tuple[int, int, int]
) -> tuple[int, int, int]:
    (x1, y1, z1), (x2, y2, z2) = left, right
    zz = z1 * z2 % P
    squared = zz * zz % P
    xx, yy = x1 * x2 % P, y1 * y2 % P
    product = D * xx * yy % P
    minus, plus = squared - product, squared + product
    cross = (x1 + y1) * (x2 + y2) - xx - yy
    return zz * minus * cross % P, zz * plus * (yy + xx) % P, minus * plus % P


BASE: Final[Point] = decode(b"\x58" + b"\x66" * 31)
"""The base point G: y = 4/5, x even."""
