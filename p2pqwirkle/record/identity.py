"""A player's key: who signs, and which signatures count.

Every library has to agree on what verifies: with cofactor or without, alone or in a batch.
So key and R pass the point check of the bag, and S has one form.
"""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, NewType

from nacl.bindings import (
    crypto_core_ed25519_is_valid_point,
    crypto_sign,
    crypto_sign_open,
    crypto_sign_seed_keypair,
)
from nacl.exceptions import BadSignatureError

from p2pqwirkle.errors import Breach

PlayerId = NewType("PlayerId", bytes)
"""A player's Ed25519 public key, 32 bytes."""

KEY_SIZE: Final = 32
SIGNATURE_SIZE: Final = 64
ORDER: Final = 2**252 + 27742317777372353535851937790883648493
"""The prime order q of the group."""


@dataclass(frozen=True, slots=True)
class Identity:
    """A player's own key pair.

    Attributes:
        secret: the 32 bytes that RFC 8032 calls the private key.
        player: the key that others know this player by.

    Raises:
        Breach: C1.1 if the secret has another length.
    """

    secret: bytes = field(repr=False)
    player: PlayerId = field(init=False)

    def __post_init__(self) -> None:
        if len(self.secret) != KEY_SIZE:
            raise Breach("C1.1", f"a secret of {len(self.secret)} bytes, expected {KEY_SIZE}")
        public, _ = crypto_sign_seed_keypair(self.secret)
        object.__setattr__(self, "player", PlayerId(public))

    def sign(self, message: bytes) -> bytes:
        """The Ed25519 signature of *message*, 64 bytes; the same every time."""
        _, key_pair = crypto_sign_seed_keypair(self.secret)
        return crypto_sign(message, key_pair)[:SIGNATURE_SIZE]


def check_player(player: bytes) -> PlayerId:
    """*player*, as the key of somebody who can sign.

    Raises:
        Breach: C1.2 if it is no canonical, prime-order point other than the identity.
    """
    if len(player) != KEY_SIZE or not _is_point(player):
        raise Breach("C1.2", f"{player.hex()} is no key")
    return PlayerId(player)


@lru_cache(maxsize=64)  # a game's few players sign every entry
def _is_point(encoded: bytes) -> bool:
    return crypto_core_ed25519_is_valid_point(encoded)


def verify_signature(player: PlayerId, message: bytes, signature: bytes) -> None:
    """Check that *signature* is one of *player* on *message*.

    Raises:
        Breach: C1.2 for a bad key, C1.3 for a bad R, C1.4 for S not below q,
            C1.5 if it is another key's, or another message's.
    """
    check_player(player)
    if len(signature) != SIGNATURE_SIZE or not crypto_core_ed25519_is_valid_point(signature[:32]):
        raise Breach("C1.3", "R of the signature is no point of the group")
    if int.from_bytes(signature[32:], "little") >= ORDER:
        raise Breach("C1.4", "S of the signature is not below q")
    try:
        crypto_sign_open(signature + message, player)
    except BadSignatureError as error:
        raise Breach("C1.5", f"no signature of {player.hex()} on this message") from error
