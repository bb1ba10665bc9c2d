"""The hidden bag, written a second time from protocol/bag.md alone; slow, and bytes all over.

Names are those of the specification.  Whatever is refused raises `Refused` with the clause.
"""

import functools
import hashlib
import math
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from tests.naive.curve import (
    BASE,
    IDENTITY,
    NotAPoint,
    P,
    Point,
    Q,
    add,
    combine,
    decode_any,
    encode,
    multiply,
    subtract,
)
from tests.naive.refused import Refused, require

TILES: Final = 108
Tile = tuple[Point, Point]


class Preamble(NamedTuple):
    """Where in a game a proof stands (B2)."""

    game: bytes
    step: int
    digest: bytes
    seat: int
    identities: Sequence[bytes]
    key_shares: Sequence[tuple[int, bytes]]
    joint_key: bytes


@functools.lru_cache(1 << 14)  # half of all the work; the vectors say much of it many times
def decode_element(encoded: bytes) -> Point:
    require(len(encoded) == 32, "B1.1")
    y = int.from_bytes(encoded, "little") % 2**255
    negative = encoded[31] >= 128
    require(y < P and not (negative and y in {1, P - 1}), "B1.2")
    require((y, negative) != (1, False), "B1.3")
    try:
        point = decode_any(encoded)
    except NotAPoint:
        raise Refused("B1.4") from None
    require(multiply(Q, point) == IDENTITY, "B1.4")
    return point


def decode_scalar(encoded: bytes) -> int:
    require(len(encoded) == 32, "B1.5")
    value = int.from_bytes(encoded, "little")
    require(value < Q, "B1.6")
    require(value != 0, "B1.7")
    return value


def encode_scalar(scalar: int) -> bytes:
    return scalar.to_bytes(32, "little")


def pieces(encoded: bytes) -> Iterator[bytes]:
    return (encoded[i : i + 32] for i in range(0, len(encoded), 32))


def named(element: Point, clause: str) -> Point:
    require(element != IDENTITY, clause)
    return element


def reduce(wide: bytes) -> int:
    return int.from_bytes(wide, "little") % Q


def u32(number: int) -> bytes:
    return number.to_bytes(4, "big")


def u64(number: int) -> bytes:
    return number.to_bytes(8, "big")


@functools.cache
def hash_to_element(label: bytes, i: int) -> Point:
    for counter in range(2**32):
        digest = hashlib.sha512(label + b"\x00" + u32(i) + u32(counter)).digest()
        try:
            point = multiply(8, decode_any(digest[:32]))
        except NotAPoint:
            continue
        if point != IDENTITY:
            return point
    raise AssertionError("one counter in two gives a point")


def frame(tag: bytes, content: bytes) -> bytes:
    return u32(len(tag)) + tag + u32(len(content)) + content


def absorb(state: bytes, tag: bytes, content: bytes) -> bytes:
    return hashlib.sha512(state + frame(tag, content)).digest()


def transcript(label: bytes) -> bytes:
    return absorb(bytes(64), b"label", label)


def challenge(state: bytes, i: int = 0) -> int:
    return reduce(hashlib.sha512(state + frame(b"challenge", u64(i))).digest())


def weight(state: bytes, i: int) -> int:
    squeezed = hashlib.sha512(state + frame(b"weight", u64(i))).digest()
    return int.from_bytes(squeezed[:16], "little")


def begin(label: bytes, where: Preamble) -> bytes:
    """The specification's preamble(label)."""
    state = transcript(label)
    state = absorb(state, b"game", where.game)
    state = absorb(state, b"step", u64(where.step))
    state = absorb(state, b"digest", where.digest)
    state = absorb(state, b"seat", u64(where.seat))
    state = absorb(state, b"identity", where.identities[where.seat])
    state = absorb(state, b"identities", b"".join(where.identities))
    shares = b"".join(u64(seat) + share for seat, share in where.key_shares)
    state = absorb(state, b"key shares", shares)
    return absorb(state, b"joint key", where.joint_key)


def absorb_points(state: bytes, tag: bytes, points: Sequence[Point]) -> bytes:
    return absorb(state, tag, b"".join(map(encode, points)))


def check_possession(where: Preamble, share: bytes, proof: bytes) -> Point:
    """The key share that *share* encodes, if *proof* is one of its possession."""
    x = decode_element(share)
    require(len(proof) == 64, "B3.1")
    c, z = map(decode_scalar, pieces(proof))
    state = absorb(begin(b"p2pqwirkle/1 possession", where), b"key share", share)
    r = named(combine([z, Q - c], [BASE, x]), "B3.2")
    require(challenge(absorb(state, b"commitment", encode(r))) == c, "B3.2")
    return x


def joint_key(shares: Sequence[Point]) -> Point:
    require(len(set(shares)) == len(shares), "B3.3")
    return named(combine([1] * len(shares), shares), "B3.4")


def check_secret(secret: bytes, share: bytes) -> None:
    require(encode(multiply(decode_scalar(secret), BASE)) == share, "B3.5")


def tile_element(j: int) -> Point:
    return hash_to_element(b"p2pqwirkle/1 tile", j)


def first_bag(key: Point) -> list[Tile]:
    return [(BASE, add(tile_element(j), key)) for j in range(TILES)]


def decode_tiles(encoded: bytes, n: int) -> list[Tile]:
    require(len(encoded) == 64 * n, "B4.1")
    elements = [decode_element(piece) for piece in pieces(encoded)]
    return list(zip(elements[::2], elements[1::2], strict=True))


def encode_tiles(tiles: Sequence[Tile]) -> bytes:
    return b"".join(encode(a) + encode(b) for a, b in tiles)


def unmask(tile: Tile, shares: Sequence[Point]) -> Point:
    _, masked = tile
    return named(combine([1] + [Q - 1] * len(shares), [masked, *shares]), "B1.8")


class Dleq(NamedTuple):
    """What the sides of a proof of equal logarithms have in common."""

    state: bytes
    base: Point
    image: Point

    @classmethod
    def of(
        cls, state: bytes, image: Point, bases: Sequence[Point], images: Sequence[Point]
    ) -> "Dleq":
        state = absorb_points(state, b"image", [image])
        state = absorb_points(state, b"bases", bases)
        state = absorb_points(state, b"images", images)
        weights = [weight(state, j) for j in range(len(bases))]
        return cls(state, combine(weights, bases), combine(weights, images))

    def challenge(self, r: Point, s: Point) -> int:
        return challenge(absorb_points(self.state, b"commitments", [r, s]))


def check_dleq(
    state: bytes, image: Point, bases: Sequence[Point], images: Sequence[Point], proof: bytes
) -> None:
    require(len(proof) == 64, "B5.1")
    c, z = map(decode_scalar, pieces(proof))
    dleq = Dleq.of(state, image, bases, images)
    a, d = named(dleq.base, "B5.2"), named(dleq.image, "B5.2")
    r = named(combine([z, Q - c], [BASE, image]), "B5.2")
    s = named(combine([z, Q - c], [a, d]), "B5.2")
    require(dleq.challenge(r, s) == c, "B5.2")


def shares_transcript(
    where: Preamble, slots: Sequence[tuple[int, int]], tiles: Sequence[Tile]
) -> bytes:
    state = begin(b"p2pqwirkle/1 decryption shares", where)
    state = absorb(state, b"slots", b"".join(u64(bag) + u64(index) for bag, index in slots))
    return absorb_points(state, b"masked", [b for _, b in tiles])


def check_shares(
    where: Preamble,
    share: bytes,
    slots: Sequence[tuple[int, int]],
    tiles: Sequence[Tile],
    encoded: bytes,
) -> list[Point]:
    """The decryption shares that *encoded* proves for the slots and their masked tiles."""
    split = 32 * len(slots)
    require(len(encoded) == split + 64, "B6.1")
    elements = [decode_element(piece) for piece in pieces(encoded[:split])]
    state = shares_transcript(where, slots, tiles)
    check_dleq(state, decode_element(share), [a for a, _ in tiles], elements, encoded[split:])
    return elements


def chain_start() -> Point:
    return hash_to_element(b"p2pqwirkle/1 chain", 0)


def generators(n: int) -> list[Point]:
    return [hash_to_element(b"p2pqwirkle/1 commitment", i) for i in range(n)]


def shuffle_transcript(
    where: Preamble, key: bytes, inputs: Sequence[Tile], outputs: Sequence[Tile]
) -> bytes:
    state = absorb(begin(b"p2pqwirkle/1 shuffle", where), b"key", key)
    state = absorb(state, b"length", u64(len(inputs)))
    state = absorb(state, b"inputs", encode_tiles(inputs))
    return absorb(state, b"outputs", encode_tiles(outputs))


def remask_transcript(
    where: Preamble, key: bytes, inputs: Sequence[Tile], outputs: Sequence[Tile]
) -> bytes:
    state = absorb(begin(b"p2pqwirkle/1 remask", where), b"key", key)
    state = absorb(state, b"inputs", encode_tiles(inputs))
    return absorb(state, b"outputs", encode_tiles(outputs))


def check_shuffle(
    where: Preamble, inputs: Sequence[Tile], encoded: bytes, argument: bytes
) -> list[Tile]:
    """The tiles that *encoded* holds, if *argument* proves them a shuffle of *inputs*."""
    n = len(inputs)
    outputs = decode_tiles(encoded, n)
    if n == 1:
        require(len(argument) == 64, "B5.1")
    else:
        require(len(argument) == 128 * n + 160, "B7.4")
    fields = list(pieces(argument))
    split = 0 if n == 1 else 2 * n
    elements = [decode_element(piece) for piece in fields[:split]]
    scalars = [decode_scalar(piece) for piece in fields[split:]]
    require(len({a for a, _ in outputs}) == n, "B7.1")
    require(len({b for _, b in outputs}) == n, "B7.2")
    require(set(outputs).isdisjoint(inputs), "B7.3")
    if n == 1:
        check_remask(where, inputs, outputs, argument)
    else:
        check_argument(where, inputs, outputs, elements, scalars)
    return outputs


def check_remask(
    where: Preamble, inputs: Sequence[Tile], outputs: Sequence[Tile], argument: bytes
) -> None:
    ((a, b),), ((a_, b_),) = inputs, outputs
    require(a != a_ and b != b_, "B7.6")
    key = decode_element(where.joint_key)
    state = remask_transcript(where, where.joint_key, inputs, outputs)
    check_dleq(state, subtract(a_, a), [key], [subtract(b_, b)], argument)


def check_argument(
    where: Preamble,
    inputs: Sequence[Tile],
    outputs: Sequence[Tile],
    elements: Sequence[Point],
    scalars: Sequence[int],
) -> None:
    n = len(inputs)
    key, h, hs = decode_element(where.joint_key), chain_start(), generators(n)
    commitment, chain = elements[:n], elements[n:]
    c, s1, s2, s3, s4 = scalars[:5]
    a, b = scalars[5 : 5 + n], scalars[5 + n :]

    t0 = shuffle_transcript(where, where.joint_key, inputs, outputs)
    t1 = absorb_points(t0, b"permutation", commitment)
    u = [challenge(t1, j) for j in range(n)]
    t2 = absorb_points(t1, b"chain", chain)

    i1 = subtract(combine([1] * n, commitment), combine([1] * n, hs))
    i2 = subtract(chain[-1], multiply(math.prod(u) % Q, h))
    i3 = combine(u, commitment)
    i4 = combine(u, [tile[0] for tile in inputs])
    i5 = combine(u, [tile[1] for tile in inputs])
    minus = Q - c
    commitments = [
        combine([s1, minus], [BASE, i1]),
        combine([s2, minus], [BASE, i2]),
        combine([s3, *b, minus], [BASE, *hs, i3]),
        combine([s4, *b, minus], [BASE, *(tile[0] for tile in outputs), i4]),
        combine([s4, *b, minus], [key, *(tile[1] for tile in outputs), i5]),
        *(
            combine([a[i], b[i], minus], [BASE, chain[i - 1] if i else h, chain[i]])
            for i in range(n)
        ),
    ]
    for element in (i1, i2, i3, i4, i5, *commitments):
        named(element, "B7.5")
    require(challenge(absorb_points(t2, b"commitments", commitments)) == c, "B7.5")
