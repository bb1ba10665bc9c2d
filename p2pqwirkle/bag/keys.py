"""One seat's secret and key share, the proof that it has the secret, and the joint key (B3)."""

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
    sum_of,
)
from p2pqwirkle.bag.transcript import Preamble, Seed, Transcript
from p2pqwirkle.errors import Breach

POSSESSION_PROOF_SIZE: Final = 2 * SCALAR_SIZE


@dataclass(frozen=True, slots=True)
class PossessionProof:
    """The prover knows x with ``share == x * G``: the challenge and the response.

    Source: Schnorr, *Efficient Signature Generation by Smart Cards* (1991), made non-interactive.

    Without the game, seat and identities in the challenge the proof can be copied by another seat
    or into another game; without the key share, share and proof can be made without a secret.
    """

    challenge: Scalar
    response: Scalar


def secret_key(group: Group, seed: Seed, game: bytes) -> Scalar:
    """The secret that *seed* has for *game*; fresh for every game."""
    transcript = Transcript.begin(b"p2pqwirkle/1 secret key").absorbing(b"game", game)
    return transcript.derive(group, seed, b"secret key")


def key_share(group: Group, x: Scalar) -> Element:
    """The public part of the secret *x*."""
    return group.multiply_base(x)


def check_secret(group: Group, x: Scalar, share: Element) -> None:
    """Check that *x* is the secret of *share*.

    Raises:
        Breach: B3.5 if it is not.
    """
    if key_share(group, x) != share:
        raise Breach("B3.5", "the opened secret does not belong to the key share")


def prove_possession(group: Group, x: Scalar, seed: Seed, preamble: Preamble) -> PossessionProof:
    """Prove that one has the secret *x* of one's key share."""
    transcript = _transcript(preamble, key_share(group, x))
    nonce = transcript.derive(group, seed, b"nonce")
    challenge = _challenge(group, transcript, group.multiply_base(nonce))
    return PossessionProof(challenge, residue(group, nonce + challenge * x))


def verify_possession(
    group: Group, share: Element, proof: PossessionProof, preamble: Preamble
) -> None:
    """Check that the prover has the secret of *share*.

    Raises:
        Breach: B3.2 if the proof does not hold.
    """
    try:
        commitment = group.subtract(
            group.multiply_base(proof.response), group.multiply(proof.challenge, share)
        )
    except Breach as breach:
        raise Breach("B3.2", "the commitment is the identity") from breach
    if _challenge(group, _transcript(preamble, share), commitment) != proof.challenge:
        raise Breach("B3.2", "the possession proof does not hold")


def encode_possession(group: Group, proof: PossessionProof) -> bytes:
    """64 bytes: the challenge, then the response."""
    return group.encode_scalar(proof.challenge) + group.encode_scalar(proof.response)


def decode_possession(group: Group, encoded: bytes) -> PossessionProof:
    """Read a proof from outside.

    Raises:
        Breach: B3.1 if its length is wrong, B1.6 or B1.7 for a bad scalar.
    """
    if len(encoded) != POSSESSION_PROOF_SIZE:
        raise Breach("B3.1", f"a proof has {POSSESSION_PROOF_SIZE} bytes, not {len(encoded)}")
    return PossessionProof(*decode_scalars(group, encoded))


def joint_key(group: Group, shares: Sequence[Element]) -> Element:
    """The sum of all living seats' key shares; their possession proofs are verified before.

    Raises:
        Breach: B3.3 if two seats have the same key share, B3.4 if the sum is the identity.
    """
    if len(set(shares)) < len(shares):
        raise Breach("B3.3", "two seats have the same key share")
    # The sum starts at an element nobody can cancel, so that only the whole of it can vanish.
    start = group.hash_to_element(b"p2pqwirkle/1 start of a sum", 0)
    try:
        return group.subtract(sum_of(group, [start, *shares]), start)
    except Breach as breach:
        raise Breach("B3.4", "the key shares sum to the identity") from breach


def _transcript(preamble: Preamble, share: Element) -> Transcript:
    return preamble.transcript(b"p2pqwirkle/1 possession").absorbing(b"key share", share)


def _challenge(group: Group, transcript: Transcript, commitment: Element) -> Scalar:
    return transcript.absorbing(b"commitment", commitment).challenge(group)
