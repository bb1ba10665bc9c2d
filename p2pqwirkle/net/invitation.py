"""An invitation: how a guest and a host prove to each other that they know one code (L10).

Neither says it.  Whoever listens learns nothing, and whoever speaks tries one code, no more.
"""

import hmac
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from math import ldexp
from typing import Final

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from spake2 import SPAKE2_A, SPAKE2_B, SPAKEError

from p2pqwirkle.bag.group import Edwards25519
from p2pqwirkle.codes import Code
from p2pqwirkle.errors import Breach
from p2pqwirkle.record.identity import PlayerId

ELEMENT_SIZE: Final = 32
PROOF_SIZE: Final = 32
MOST_TRIES: Final = 10
"""Of one code; then the host makes another."""
FIRST_PAUSE: Final = 0.25
LONGEST_PAUSE: Final = 16.0
"""Seconds until the next try of anybody; each pause is twice the one before."""
OWN_PAUSE: Final = 4
"""Times as long: until the next try of the key that has failed."""

_JOINER: Final = b"p2pqwirkle/1 code joiner\x00"
_HOST: Final = b"p2pqwirkle/1 code host\x00"
_CONFIRMATION: Final = b"p2pqwirkle/1 code confirmation"
_GROUP: Final = Edwards25519()

Entropy = Callable[[int], bytes]
"""Gives so many fresh bytes."""


@dataclass(frozen=True, slots=True)
class Proofs:
    """What the two sides of one try show each other if they know one code."""

    joiner: bytes = field(repr=False)
    host: bytes = field(repr=False)

    def check_joiner(self, shown: bytes) -> None:
        """Check what the joiner has *shown*.

        Raises:
            Breach: L10.3 if it knows another code.
        """
        if not hmac.compare_digest(shown, self.joiner):
            raise Breach("L10.3", "the joiner knows another code")

    def check_host(self, shown: bytes | None) -> None:
        """Check what the host has *shown*.

        Raises:
            Breach: L10.6 if it knows another code, or none.
        """
        if shown is None or not hmac.compare_digest(shown, self.host):
            raise Breach("L10.6", "the host has not proven that it knows the code")


class JoinerSide:
    """The joiner's side of one try, which speaks first.

    Args:
        code: what the host has said.
        joiner: our key.
        host: the key at the other end of the link.
        entropy: for this try alone.

    Attributes:
        element: what the host needs to answer.
    """

    def __init__(self, code: Code, joiner: PlayerId, host: PlayerId, entropy: Entropy) -> None:
        self._side = SPAKE2_A(code.secret, _JOINER + joiner, _HOST + host, entropy_f=entropy)
        self.element: bytes = self._side.start()[1:]

    def answered(self, element: bytes) -> Proofs:
        """The proofs, now that the host has sent its *element*; to be called once.

        Raises:
            Breach: B1 if it is none, L10.6 if it is ours.
        """
        key = _agreed(self._side, b"B", element, "L10.6")
        return _proofs(key, self.element, element)


def answer(
    code: Code, joiner: PlayerId, host: PlayerId, element: bytes, entropy: Entropy
) -> tuple[bytes, Proofs]:
    """The host's side of one try: its own element, and the proofs.

    Args:
        code: what guests have to know.
        joiner: the key at the other end of the link.
        host: our key.
        element: what the joiner has sent.
        entropy: for this try alone.

    Raises:
        Breach: B1 if *element* is none.
    """
    side = SPAKE2_B(code.secret, _JOINER + joiner, _HOST + host, entropy_f=entropy)
    ours: bytes = side.start()[1:]
    return ours, _proofs(_agreed(side, b"A", element, "L10.3"), element, ours)


class Tries:
    """The tries of one code: how many have failed, and when the next may begin.

    A try counts from its beginning, so that hanging up saves nobody one; a right code takes it
    back.  *now* is always local time in seconds.
    """

    def __init__(self) -> None:
        self._running: Counter[PlayerId] = Counter()
        self._failed: Counter[PlayerId] = Counter()
        self._next = 0.0
        self._next_of: dict[PlayerId, float] = {}

    @property
    def failed(self) -> int:
        """How many have failed."""
        return self._failed.total()

    def begin(self, player: PlayerId, now: float) -> None:
        """*player* begins to try.

        Raises:
            Breach: L10.4 if it is too early, L10.5 if there were too many.
        """
        if self.failed + self._running.total() >= MOST_TRIES:
            raise Breach("L10.5", f"{MOST_TRIES} tries have failed or are under way")
        wait = max(self._next, self._next_of.get(player, 0.0)) - now
        if wait > 0:
            raise Breach("L10.4", f"the next try may begin in {wait:.2f} seconds")
        self._running[player] += 1

    def succeed(self, player: PlayerId) -> None:
        """The try of *player* has ended well."""
        self._end(player)
        self._failed.pop(player, None)
        self._next_of.pop(player, None)

    def fail(self, player: PlayerId, now: float) -> None:
        """The try of *player* has ended without a right code."""
        self._end(player)
        self._failed[player] += 1
        self._next = now + _pause(self.failed)
        self._next_of[player] = now + OWN_PAUSE * _pause(self._failed[player])

    def _end(self, player: PlayerId) -> None:
        self._running[player] -= 1


def _pause(failed: int) -> float:
    return min(ldexp(FIRST_PAUSE, failed - 1), LONGEST_PAUSE)


def _agreed(side: SPAKE2_A | SPAKE2_B, theirs: bytes, element: bytes, clause: str) -> bytes:
    """The key that both sides have if they know one code; the library is given elements alone."""
    _GROUP.decode_element(element)
    try:
        key: bytes = side.finish(theirs + element)
    except SPAKEError as error:
        raise Breach(clause, "our own element was sent back to us") from error
    return key


def _proofs(key: bytes, joiner: bytes, host: bytes) -> Proofs:
    """The proofs for an agreed *key*; *joiner* and *host* are the two elements."""
    keys = HKDF(SHA256(), 2 * PROOF_SIZE, salt=None, info=_CONFIRMATION).derive(key)
    said = joiner + host
    return Proofs(
        joiner=hmac.digest(keys[:PROOF_SIZE], said, sha256),
        host=hmac.digest(keys[PROOF_SIZE:], said, sha256),
    )
