"""Decryption shares: one seat takes its mask off the slots of one draw or play (B6)."""

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
from p2pqwirkle.bag.slots import Drawn
from p2pqwirkle.bag.transcript import Preamble, Seed, Transcript, encode_number
from p2pqwirkle.errors import Breach


@dataclass(frozen=True, slots=True)
class Shares:
    """``elements[j] == x * A_j`` for the masked tiles of the slots, with one proof for all.

    The proof says that they come from the secret behind the seat's key share.  The transcript
    absorbs slots, masked tiles and elements: without the elements a wrong share passes, without
    the slots one that was given for another bag's slot.
    """

    elements: tuple[Element, ...]
    proof: DleqProof


def prove_shares(
    group: Group, x: Scalar, drawn: Sequence[Drawn], seed: Seed, preamble: Preamble
) -> Shares:
    """Make the shares of one slot or more, ascending, from one's own standing: never from outside.

    Multiplying what somebody else chose by *x* would open whatever that is.
    """
    elements = tuple(group.multiply(x, each.tile.a) for each in drawn)
    statement = _statement(key_share(group, x), drawn, elements)
    return Shares(elements, prove_dleq(group, statement, x, seed, _transcript(preamble, drawn)))


def verify_shares(
    group: Group, key_share: Element, drawn: Sequence[Drawn], shares: Shares, preamble: Preamble
) -> None:
    """Check that *shares* take the mask of *key_share* off all of *drawn*.

    Raises:
        Breach: B5.2 if the proof does not hold.
    """
    statement = _statement(key_share, drawn, shares.elements)
    verify_dleq(group, statement, shares.proof, _transcript(preamble, drawn))


def encode_shares(group: Group, shares: Shares) -> bytes:
    """The elements, 32 bytes each, then the proof."""
    return b"".join(shares.elements) + encode_dleq(group, shares.proof)


def decode_shares(group: Group, encoded: bytes, n: int) -> Shares:
    """Read the shares of *n* slots from outside.

    Raises:
        Breach: B6.1 if the length is that of another number, B1.2 to B1.7 for a bad element or
            scalar.
    """
    split = n * ELEMENT_SIZE
    if len(encoded) != split + DLEQ_PROOF_SIZE:
        raise Breach("B6.1", f"shares of {n} slots do not have {len(encoded)} bytes")
    elements = decode_elements(group, encoded[:split])
    return Shares(elements, decode_dleq(group, encoded[split:]))


def _statement(
    share: Element, drawn: Sequence[Drawn], elements: tuple[Element, ...]
) -> DleqStatement:
    return DleqStatement(share, tuple(each.tile.a for each in drawn), elements)


def _transcript(preamble: Preamble, drawn: Sequence[Drawn]) -> Transcript:
    slots = (encode_number(each.slot.bag) + encode_number(each.slot.index) for each in drawn)
    return (
        preamble.transcript(b"p2pqwirkle/1 decryption shares")
        .absorbing(b"slots", b"".join(slots))
        .absorbing_elements(b"masked", (each.tile.b for each in drawn))
    )
