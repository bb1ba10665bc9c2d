"""Decryption shares: one seat takes its mask off masked tiles, as off the slots of a draw (B6)."""

from collections.abc import Sequence
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
from p2pqwirkle.bag.group import ELEMENT_SIZE, Element, Group, Scalar, decode_elements
from p2pqwirkle.bag.keys import key_share
from p2pqwirkle.bag.masking import MaskedTile
from p2pqwirkle.bag.slots import Drawn
from p2pqwirkle.bag.transcript import Preamble, Seed, Transcript, encode_number
from p2pqwirkle.errors import Breach


@dataclass(frozen=True, slots=True)
class Shares:
    """``elements[j] == x * A_j`` for the masked tiles, with one proof for all.

    The proof says that they come from the secret behind the seat's key share.  The transcript
    absorbs where the tiles lie, masked tiles and elements: without the elements a wrong share
    passes, without the slots one that was given for another bag's slot.
    """

    elements: tuple[Element, ...]
    proof: DleqProof


def prove_shares(
    group: Group, x: Scalar, drawn: Sequence[Drawn], seed: Seed, preamble: Preamble
) -> Shares:
    """Make the shares of one slot or more, ascending, from one's own standing: never from outside.

    Multiplying what somebody else chose by *x* would open whatever that is.
    """
    return prove_unmasking(group, x, _tiles(drawn), seed, _transcript(preamble, drawn))


def verify_shares(
    group: Group, key_share: Element, drawn: Sequence[Drawn], shares: Shares, preamble: Preamble
) -> None:
    """Check that *shares* take the mask of *key_share* off all of *drawn*.

    Raises:
        Breach: B5.2 if the proof does not hold.
    """
    verify_unmasking(group, key_share, _tiles(drawn), shares, _transcript(preamble, drawn))


def prove_unmasking(
    group: Group, x: Scalar, tiles: Sequence[MaskedTile], seed: Seed, transcript: Transcript
) -> Shares:
    """Make the shares of *tiles*, one or more; *transcript* says what they are given for.

    As with `prove_shares`, the tiles come from one's own standing.
    """
    elements = tuple(group.multiply(x, tile.a) for tile in tiles)
    statement = _statement(key_share(group, x), tiles, elements)
    proof = prove_dleq(group, statement, x, seed, _absorb_masked(transcript, tiles))
    return Shares(elements, proof)


def verify_unmasking(
    group: Group,
    key_share: Element,
    tiles: Sequence[MaskedTile],
    shares: Shares,
    transcript: Transcript,
) -> None:
    """Check that *shares* take the mask of *key_share* off all of *tiles*.

    Raises:
        Breach: B5.2 if the proof does not hold.
    """
    statement = _statement(key_share, tiles, shares.elements)
    verify_dleq(group, statement, shares.proof, _absorb_masked(transcript, tiles))


def encode_shares(group: Group, shares: Shares) -> bytes:
    """The elements, 32 bytes each, then the proof."""
    return b"".join(shares.elements) + encode_dleq(group, shares.proof)


def decode_shares(group: Group, encoded: bytes, n: int) -> Shares:
    """Read the shares of *n* masked tiles from outside.

    Raises:
        Breach: B6.1 if the length is that of another number, B1.2 to B1.7 for a bad element or
            scalar.
    """
    split = n * ELEMENT_SIZE
    if len(encoded) != split + DLEQ_PROOF_SIZE:
        raise Breach("B6.1", f"shares of {n} tiles do not have {len(encoded)} bytes")
    elements = decode_elements(group, encoded[:split])
    return Shares(elements, decode_dleq(group, encoded[split:]))


def _tiles(drawn: Sequence[Drawn]) -> tuple[MaskedTile, ...]:
    return tuple(each.tile for each in drawn)


def _statement(
    share: Element, tiles: Sequence[MaskedTile], elements: tuple[Element, ...]
) -> DleqStatement:
    return DleqStatement(share, tuple(tile.a for tile in tiles), elements)


def _transcript(preamble: Preamble, drawn: Sequence[Drawn]) -> Transcript:
    slots = (encode_number(each.slot.bag) + encode_number(each.slot.index) for each in drawn)
    return preamble.transcript(b"p2pqwirkle/1 decryption shares").absorbing(
        b"slots", b"".join(slots)
    )


def _absorb_masked(transcript: Transcript, tiles: Sequence[MaskedTile]) -> Transcript:
    return transcript.absorbing_elements(b"masked", (tile.b for tile in tiles))
