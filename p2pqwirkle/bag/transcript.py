"""The one Fiat-Shamir transcript: what a proof says is hashed, tagged and length-framed (B2)."""

import hashlib
import hmac
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NewType

from p2pqwirkle.bag.group import Element, Group, Scalar, residue

Seed = NewType("Seed", bytes)
"""32 bytes from the system's generator, fresh for each game and never said to anyone."""

SEED_SIZE: Final = 32
WEIGHT_SIZE: Final = 16
"""In bytes.  Errors in a batch cancel with a chance of one in 2^128."""


@dataclass(frozen=True, slots=True)
class Transcript:
    """What has been absorbed so far, as a chained hash; a value: absorbing gives another one."""

    state: bytes

    @classmethod
    def begin(cls, label: bytes) -> "Transcript":
        """The transcript that has absorbed *label*, a literal of the specification, alone."""
        return cls(bytes(hashlib.sha512().digest_size)).absorbing(b"label", label)

    def absorbing(self, tag: bytes, content: bytes) -> "Transcript":
        """This transcript, followed by *content* under the name *tag*."""
        return Transcript(hashlib.sha512(self.state + _frame(tag, content)).digest())

    def absorbing_elements(self, tag: bytes, elements: Iterable[Element]) -> "Transcript":
        """This transcript, followed by a list; its length is framed with it."""
        return self.absorbing(tag, b"".join(elements))

    def challenge(self, group: Group, index: int = 0) -> Scalar:
        """Challenge number *index* to all that was absorbed: 64 hash bytes modulo the order."""
        return group.reduce(self._squeeze(b"challenge", index))

    def weight(self, group: Group, index: int) -> Scalar:
        """The weight of member *index* of a batch, of 128 bits."""
        squeezed = self._squeeze(b"weight", index)[:WEIGHT_SIZE]
        return residue(group, int.from_bytes(squeezed, "little"))

    def derive(self, group: Group, seed: Seed, purpose: bytes, index: int = 0) -> Scalar:
        """The secret scalar that *seed* has for *purpose* here: same transcript, same scalar.

        Another transcript gives another one, so no nonce ever serves two statements.
        """
        return group.reduce(self.derive_bytes(seed, purpose, index))

    def derive_below(self, bound: int, seed: Seed, purpose: bytes, index: int) -> int:
        """As `derive`, for a number from 0 to *bound* - 1; the bias is below 2^-500."""
        return int.from_bytes(self.derive_bytes(seed, purpose, index), "little") % bound

    def derive_bytes(self, seed: Seed, purpose: bytes, index: int = 0) -> bytes:
        """As `derive`, for 64 bytes."""
        message = self.state + _frame(purpose, encode_number(index))
        return hmac.digest(seed, message, "sha512")

    def _squeeze(self, tag: bytes, index: int) -> bytes:
        return hashlib.sha512(self.state + _frame(tag, encode_number(index))).digest()


@dataclass(frozen=True, slots=True)
class Preamble:
    """Where a proof stands, absorbed before anything of its own.

    Without it a proof could be used again: in another game, step or seat, or after other words.

    Attributes:
        game: the game id, 32 bytes.
        step: the number of the step the proof is made in.
        digest: of all steps before it, 32 bytes.
        seat: the prover's.
        identities: of all players in the order of the seats, 32 bytes each.
        key_shares: of the living seats, ascending; none yet in a possession proof.
        joint_key: their sum; None in a possession proof.
    """

    game: bytes
    step: int
    digest: bytes
    seat: int
    identities: tuple[bytes, ...]
    key_shares: tuple[tuple[int, Element], ...] = ()
    joint_key: Element | None = None

    def transcript(self, label: bytes) -> Transcript:
        """The transcript with which a proof of the kind *label* begins."""
        shares = (encode_number(seat) + share for seat, share in self.key_shares)
        return (
            Transcript.begin(label)
            .absorbing(b"game", self.game)
            .absorbing(b"step", encode_number(self.step))
            .absorbing(b"digest", self.digest)
            .absorbing(b"seat", encode_number(self.seat))
            .absorbing(b"identity", self.identities[self.seat])
            .absorbing(b"identities", b"".join(self.identities))
            .absorbing(b"key shares", b"".join(shares))
            .absorbing(b"joint key", self.joint_key or b"")
        )


def encode_number(number: int) -> bytes:
    """*number* as transcripts write it: 8 bytes, big-endian."""
    return number.to_bytes(8, "big")


def _frame(tag: bytes, content: bytes) -> bytes:
    """*tag* and *content*, each behind its length, so that no two lists of frames look alike."""
    return len(tag).to_bytes(4, "big") + tag + len(content).to_bytes(4, "big") + content
