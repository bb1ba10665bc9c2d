"""The bag without a departed seat, written a second time from protocol/bag.md, B9 to B11."""

from collections.abc import Collection, Sequence

from tests.naive.bag import (
    Preamble,
    Tile,
    absorb,
    absorb_points,
    begin,
    check_dleq,
    decode_element,
    decode_scalar,
    decode_tiles,
    encode_tiles,
    named,
    pieces,
    tile_element,
)
from tests.naive.bag_prover import derive, prove_dleq, secret_key
from tests.naive.curve import BASE, Point, add, encode, multiply, subtract
from tests.naive.refused import require


def without(tile: Tile, departed: Sequence[Point]) -> Tile:
    """A tile of a living hand without the masks of the seats that have left."""
    a, b = tile
    for share in departed:
        b = named(subtract(b, share), "B1.8")
    return a, b


def masked_list(key: Point, numbers: Sequence[int]) -> list[Tile]:
    return [(BASE, named(add(tile_element(number), key), "B1.8")) for number in numbers]


def components(tiles: Sequence[Tile]) -> list[Point]:
    return [half for tile in tiles for half in tile]


def check_blinding(
    where: Preamble, inputs: Sequence[Tile], used: Collection[bytes], encoded: bytes
) -> list[Tile]:
    """The outputs that *encoded* holds, if it proves them to be *inputs* blinded."""
    n = len(inputs)
    require(len(encoded) == 64 * n + 96, "B9.1")
    outputs = decode_tiles(encoded[: 64 * n], n)
    element = encoded[64 * n : 64 * n + 32]
    z = decode_element(element)
    proof = encoded[64 * n + 32 :]
    for scalar in pieces(proof):
        decode_scalar(scalar)
    require(element not in used, "B9.2")
    state = begin(b"p2pqwirkle/1 blinding", where)
    check_dleq(state, z, components(inputs), components(outputs), proof)
    return outputs


def prove_blinding(where: Preamble, inputs: Sequence[Tile], seed: bytes) -> bytes:
    state = begin(b"p2pqwirkle/1 blinding", where)
    z = derive(seed, absorb(state, b"inputs", encode_tiles(inputs)), b"blinding")
    bases = components(inputs)
    images = [multiply(z, base) for base in bases]
    proof = prove_dleq(state, z, bases, images, seed)
    return b"".join(map(encode, [*images, multiply(z, BASE)])) + proof


def tags_transcript(where: Preamble, tiles: Sequence[Tile]) -> bytes:
    return absorb_points(begin(b"p2pqwirkle/1 tags", where), b"masked", [b for _, b in tiles])


def check_tag_shares(
    where: Preamble, share: bytes, tiles: Sequence[Tile], encoded: bytes
) -> list[Point]:
    """The shares for the tags of *tiles* that *encoded* proves."""
    split = 32 * len(tiles)
    require(len(encoded) == split + 64, "B6.1")
    elements = [decode_element(piece) for piece in pieces(encoded[:split])]
    state = tags_transcript(where, tiles)
    check_dleq(state, decode_element(share), [a for a, _ in tiles], elements, encoded[split:])
    return elements


def prove_tag_shares(where: Preamble, tiles: Sequence[Tile], seed: bytes) -> bytes:
    x, bases = secret_key(seed, where.game), [a for a, _ in tiles]
    images = [multiply(x, base) for base in bases]
    proof = prove_dleq(tags_transcript(where, tiles), x, bases, images, seed)
    return b"".join(map(encode, images)) + proof


def marked(tags: Sequence[bytes], hands: int) -> list[int]:
    """The entries of the list that the first *hands* of *tags* mark, ascending."""
    held, listed = tags[:hands], tags[hands:]
    require(len(set(listed)) == len(listed), "B10.1")
    require(len(set(held)) == len(held), "B10.2")
    for tag in held:
        require(tag in listed, "B10.3")
    return [j for j in range(len(listed)) if listed[j] in held]
