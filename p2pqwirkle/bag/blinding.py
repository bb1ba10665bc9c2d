"""Blinding: one seat multiplies every component of a list by one fresh secret (B9).

What all seats have blinded can be opened and compared, and says nothing but what is equal.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from p2pqwirkle.bag.dleq import (
    DLEQ_PROOF_SIZE,
    DleqProof,
    DleqStatement,
    decode_dleq,
    encode_dleq,
    prove_dleq,
    verify_dleq,
)
from p2pqwirkle.bag.group import ELEMENT_SIZE, Element, Group
from p2pqwirkle.bag.masking import MASKED_TILE_SIZE, MaskedTile, decode_tiles, encode_tiles
from p2pqwirkle.bag.transcript import Preamble, Seed, Transcript
from p2pqwirkle.errors import Breach


@dataclass(frozen=True, slots=True)
class Blinding:
    """``tiles[j] == (z * A_j, z * B_j)`` and ``element == z * G`` for one z, with one proof.

    The proof weighs all components of both lists and *element* together.  With an exponent of its
    own for hands and bag, or for A and B, tags would match what does not belong together, or
    nothing; the prover alone would know why.
    """

    tiles: tuple[MaskedTile, ...]
    element: Element
    proof: DleqProof


def prove_blinding(
    group: Group, tiles: Sequence[MaskedTile], seed: Seed, preamble: Preamble
) -> Blinding:
    """Blind *tiles*, one or more, by a secret that *seed* has for this list in this place alone.

    The secret is as good as a key: whoever knew those of all seats could read every hand.  It is
    returned nowhere.
    """
    z = _begin(preamble).absorbing(b"inputs", encode_tiles(tiles)).derive(group, seed, b"blinding")
    outputs = tuple(
        MaskedTile(group.multiply(z, tile.a), group.multiply(z, tile.b)) for tile in tiles
    )
    element = group.multiply_base(z)
    statement = _statement(tiles, outputs, element)
    return Blinding(outputs, element, prove_dleq(group, statement, z, seed, _begin(preamble)))


def verify_blinding(
    group: Group,
    tiles: Sequence[MaskedTile],
    blinding: Blinding,
    preamble: Preamble,
    used: Collection[Element] = (),
) -> None:
    """Check that *blinding* is one of *tiles*, which come from one's own standing.

    *used* are the elements of all blindings before it in this game, of aborted rebuilds as well.

    Raises:
        Breach: B9.1 if it has another length, B9.2 if its secret has been used before, B5.2 if the
            proof does not hold.
    """
    if len(blinding.tiles) != len(tiles):
        raise Breach("B9.1", f"a blinding of {len(tiles)} tiles has {len(blinding.tiles)}")
    if blinding.element in used:
        raise Breach("B9.2", "the secret of a blinding has been used in this game before")
    statement = _statement(tiles, blinding.tiles, blinding.element)
    verify_dleq(group, statement, blinding.proof, _begin(preamble))


def encode_blinding(group: Group, blinding: Blinding) -> bytes:
    """64 bytes a tile, 32 of the element, 64 of the proof."""
    return encode_tiles(blinding.tiles) + blinding.element + encode_dleq(group, blinding.proof)


def decode_blinding(group: Group, encoded: bytes, n: int) -> Blinding:
    """Read a blinding of *n* tiles from outside.

    Raises:
        Breach: B9.1 if the length is that of another number, B1.2 to B1.7 for a bad element or
            scalar.
    """
    split = n * MASKED_TILE_SIZE
    middle = split + ELEMENT_SIZE
    if len(encoded) != middle + DLEQ_PROOF_SIZE:
        raise Breach("B9.1", f"a blinding of {n} tiles does not have {len(encoded)} bytes")
    tiles = decode_tiles(group, encoded[:split], n)
    element = group.decode_element(encoded[split:middle])
    return Blinding(tiles, element, decode_dleq(group, encoded[middle:]))


def _begin(preamble: Preamble) -> Transcript:
    return preamble.transcript(b"p2pqwirkle/1 blinding")


def _statement(
    tiles: Sequence[MaskedTile], outputs: Sequence[MaskedTile], element: Element
) -> DleqStatement:
    return DleqStatement(element, _components(tiles), _components(outputs))


def _components(tiles: Sequence[MaskedTile]) -> tuple[Element, ...]:
    return tuple(component for tile in tiles for component in (tile.a, tile.b))
