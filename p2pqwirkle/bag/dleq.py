"""Equal discrete logarithms: one secret lies behind a whole list of elements (B5)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from p2pqwirkle.bag.group import (
    SCALAR_SIZE,
    Element,
    Group,
    Scalar,
    decode_scalars,
    residue,
    weighted_sum,
)
from p2pqwirkle.bag.transcript import Seed, Transcript
from p2pqwirkle.errors import Breach

DLEQ_PROOF_SIZE: Final = 2 * SCALAR_SIZE


@dataclass(frozen=True, slots=True)
class DleqStatement:
    """There is one x with ``image == x * G`` and ``images[j] == x * bases[j]`` for every j.

    Source: Chaum, Pedersen, *Wallet Databases with Observers* (1992).  The list is folded into one
    pair by weights of 128 bits, hashed over all its members: errors cannot be made to cancel.

    Image, bases and images are absorbed.  A proof whose challenge leaves out an image passes for a
    wrong one: choose the commitments first, then the image that fits the challenge.
    """

    image: Element
    bases: tuple[Element, ...]
    images: tuple[Element, ...]


@dataclass(frozen=True, slots=True)
class DleqProof:
    """The challenge and the response; the commitments are computed from them again."""

    challenge: Scalar
    response: Scalar


def prove_dleq(
    group: Group, statement: DleqStatement, x: Scalar, seed: Seed, transcript: Transcript
) -> DleqProof:
    """Prove *statement* by its witness *x*.

    The nonce follows from seed, transcript and statement: one statement, one proof.
    """
    transcript = _absorb(transcript, statement)
    base = weighted_sum(group, _weights(group, statement, transcript), statement.bases)
    nonce = transcript.derive(group, seed, b"nonce")
    commitments = (group.multiply_base(nonce), group.multiply(nonce, base))
    challenge = _challenge(group, transcript, commitments)
    return DleqProof(challenge, residue(group, nonce + challenge * x))


def verify_dleq(
    group: Group, statement: DleqStatement, proof: DleqProof, transcript: Transcript
) -> None:
    """Check *proof* of *statement*.

    Raises:
        Breach: B5.2 if it is none.
    """
    transcript = _absorb(transcript, statement)
    try:
        commitments = _commitments(group, statement, proof, transcript)
    except Breach as breach:
        raise Breach("B5.2", "a commitment is the identity") from breach
    if _challenge(group, transcript, commitments) != proof.challenge:
        raise Breach("B5.2", "the proof of equal logarithms does not hold")


def encode_dleq(group: Group, proof: DleqProof) -> bytes:
    """64 bytes: the challenge, then the response."""
    return group.encode_scalar(proof.challenge) + group.encode_scalar(proof.response)


def decode_dleq(group: Group, encoded: bytes) -> DleqProof:
    """Read a proof from outside.

    Raises:
        Breach: B5.1 if its length is wrong, B1.6 or B1.7 for a bad scalar.
    """
    if len(encoded) != DLEQ_PROOF_SIZE:
        raise Breach("B5.1", f"a proof has {DLEQ_PROOF_SIZE} bytes, not {len(encoded)}")
    return DleqProof(*decode_scalars(group, encoded))


def _absorb(transcript: Transcript, statement: DleqStatement) -> Transcript:
    return (
        transcript.absorbing(b"image", statement.image)
        .absorbing_elements(b"bases", statement.bases)
        .absorbing_elements(b"images", statement.images)
    )


def _weights(group: Group, statement: DleqStatement, transcript: Transcript) -> Sequence[Scalar]:
    return [transcript.weight(group, j) for j in range(len(statement.bases))]


def _commitments(
    group: Group, statement: DleqStatement, proof: DleqProof, transcript: Transcript
) -> tuple[Element, Element]:
    """What the prover must have committed to, if the proof is right."""
    weights = _weights(group, statement, transcript)
    base = weighted_sum(group, weights, statement.bases)
    image = weighted_sum(group, weights, statement.images)
    challenge, response = proof.challenge, proof.response
    return (
        group.subtract(group.multiply_base(response), group.multiply(challenge, statement.image)),
        group.subtract(group.multiply(response, base), group.multiply(challenge, image)),
    )


def _challenge(
    group: Group, transcript: Transcript, commitments: tuple[Element, Element]
) -> Scalar:
    return transcript.absorbing_elements(b"commitments", commitments).challenge(group)
