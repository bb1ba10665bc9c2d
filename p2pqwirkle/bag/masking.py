"""Tiles under a mask that only all seats together take off (B4): ElGamal under the joint key."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from typing import Final

from p2pqwirkle.bag.group import ELEMENT_SIZE, Element, Group, Scalar, decode_elements
from p2pqwirkle.errors import Breach

TILE_COUNT: Final = 108
"""How many tiles the first bag holds; the bag knows no more about them."""

MASKED_TILE_SIZE: Final = 2 * ELEMENT_SIZE


@dataclass(frozen=True, slots=True)
class MaskedTile:
    """``a == r * G`` and ``b == M + r * K`` for a tile element M and a mask r."""

    a: Element
    b: Element


@lru_cache
def tile_elements(group: Group) -> tuple[Element, ...]:
    """The elements that stand for the tiles, by number; nobody knows a relation between them."""
    return tuple(group.hash_to_element(b"p2pqwirkle/1 tile", j) for j in range(TILE_COUNT))


def mask_elements(
    group: Group, joint_key: Element, elements: Sequence[Element]
) -> tuple[MaskedTile, ...]:
    """*elements* under masks of 1, which hide nothing before the first shuffle."""
    return tuple(MaskedTile(group.base, group.add(element, joint_key)) for element in elements)


def first_bag(group: Group, joint_key: Element) -> tuple[MaskedTile, ...]:
    """All tiles by number, under masks of 1."""
    return mask_elements(group, joint_key, tile_elements(group))


def remask(group: Group, joint_key: Element, tile: MaskedTile, mask: Scalar) -> MaskedTile:
    """*tile* under another mask; nobody without *mask* or all secrets sees that it is the same."""
    return MaskedTile(
        group.add(tile.a, group.multiply_base(mask)),
        group.add(tile.b, group.multiply(mask, joint_key)),
    )


def unmask(group: Group, tile: MaskedTile, shares: Sequence[Element]) -> Element:
    """The tile element under the mask, from the decryption shares of all living seats.

    Raises:
        Breach: B1.8 if what remains is the identity.
    """
    return reduce(group.subtract, shares, tile.b)


def without_share(group: Group, tile: MaskedTile, share: Element) -> MaskedTile:
    """*tile* as it is under the joint key without one seat's key share, whose *share* this is.

    Raises:
        Breach: B1.8 if the identity remains.
    """
    return MaskedTile(tile.a, group.subtract(tile.b, share))


def encode_tiles(tiles: Sequence[MaskedTile]) -> bytes:
    """64 bytes a tile: a, then b."""
    return b"".join(tile.a + tile.b for tile in tiles)


def decode_tiles(group: Group, encoded: bytes, n: int) -> tuple[MaskedTile, ...]:
    """Read *n* masked tiles from outside.

    Raises:
        Breach: B4.1 if the length is that of another number, B1.2 to B1.4 for a bad element.
    """
    if len(encoded) != n * MASKED_TILE_SIZE:
        raise Breach("B4.1", f"{n} tiles have {n * MASKED_TILE_SIZE} bytes, not {len(encoded)}")
    elements = decode_elements(group, encoded)
    return tuple(map(MaskedTile, elements[::2], elements[1::2]))
