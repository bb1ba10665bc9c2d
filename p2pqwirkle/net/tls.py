"""TLS 1.3 between identity keys: a peer is its key, and nothing else about it is believed.

Both sides show a certificate that they made themselves.  Its dates and names mean nothing: the
clocks of a living room differ by hours.
"""

from datetime import UTC, datetime
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import (
    Ed25519PrivateKey,
    Ed25519PublicKey,
)
from cryptography.x509 import Certificate, CertificateBuilder, Name
from OpenSSL import SSL
from OpenSSL.crypto import X509
from twisted.internet.interfaces import (
    IOpenSSLClientConnectionCreator,
    IOpenSSLServerConnectionCreator,
)
from zope.interface import implementer

from p2pqwirkle.errors import Breach
from p2pqwirkle.net.reactor import Transport
from p2pqwirkle.record.identity import Identity, PlayerId, check_player

ALPN: Final = b"p2pqwirkle"
"""The application protocol (L1.4); its version is told by the first frame, so that a refusal can
name both versions."""

_FROM: Final = datetime(2000, 1, 1, tzinfo=UTC)
_UNTIL: Final = datetime(2099, 12, 31, tzinfo=UTC)
"""A certificate must have dates; nobody looks at them."""


class Credentials:
    """One identity's certificate, and what makes connections with it."""

    def __init__(self, identity: Identity) -> None:
        self.player = identity.player
        self._key = Ed25519PrivateKey.from_private_bytes(identity.secret)
        self._certificate = make_certificate(self._key)

    def accepting(self) -> "Accepting":
        """For a listening socket; whose key it is, is judged when a link says what it wants."""
        return Accepting(self._context(pin=None))

    def dialling(self, pin: PlayerId | None) -> "Dialling":
        """For one dial; with a *pin*, no other key will do."""
        return Dialling(self._context(pin))

    def _context(self, pin: PlayerId | None) -> SSL.Context:
        context = SSL.Context(SSL.TLS_METHOD)
        context.set_min_proto_version(SSL.TLS1_3_VERSION)
        # Nothing is resumed: every link verifies its peer anew.
        context.set_session_cache_mode(SSL.SESS_CACHE_OFF)
        context.set_options(SSL.OP_NO_TICKET)
        context.use_certificate(self._certificate)
        context.use_privatekey(self._key)
        context.set_alpn_protos([ALPN])
        # To refuse here would not fail the handshake: `peer_of` looks at what came of it.
        context.set_alpn_select_callback(
            lambda _, offered: ALPN if ALPN in offered else SSL.NO_OVERLAPPING_PROTOCOLS
        )

        # OpenSSL asks several times: for each doubt about signer and dates, then without one.
        # The answer is the same each time.  It must not raise: that would end in no reason.
        def judge(_: SSL.Connection, certificate: X509, _doubt: int, depth: int, _ok: int) -> bool:
            return depth == 0 and _is_welcome(certificate, pin)

        context.set_verify(SSL.VERIFY_PEER | SSL.VERIFY_FAIL_IF_NO_PEER_CERT, judge)
        return context


@implementer(IOpenSSLServerConnectionCreator)
class Accepting:
    """Makes the TLS side of accepted connections; Twisted calls it."""

    def __init__(self, context: SSL.Context) -> None:
        self._context = context

    def serverConnectionForTLS(self, _protocol: object) -> SSL.Connection:
        """A connection that waits for the other side's first word."""
        return SSL.Connection(self._context, None)


@implementer(IOpenSSLClientConnectionCreator)
class Dialling:
    """Makes the TLS side of one dialled connection; Twisted calls it."""

    def __init__(self, context: SSL.Context) -> None:
        self._context = context

    def clientConnectionForTLS(self, _protocol: object) -> SSL.Connection:
        """A connection that speaks first."""
        return SSL.Connection(self._context, None)


def make_certificate(key: Ed25519PrivateKey) -> Certificate:
    """A certificate of *key*, signed by itself."""
    nobody = Name([])
    return (
        CertificateBuilder(nobody, nobody, key.public_key(), 1)
        .not_valid_before(_FROM)
        .not_valid_after(_UNTIL)
        .sign(key, None)
    )


def peer_of(transport: Transport) -> PlayerId:
    """Whose key is at the other end, once the handshake is complete.

    Raises:
        Breach: L1.4 if the other side speaks another protocol, C1.2 if its key is none that
            could sign.
    """
    if transport.negotiatedProtocol != ALPN:
        raise Breach("L1.4", f"application protocol {transport.negotiatedProtocol!r}")
    shown = transport.getPeerCertificate()
    key = None if shown is None else _key_of(shown)
    return check_player(b"" if key is None else key)


def failed_handshake(error: SSL.Error, pin: PlayerId | None) -> Breach:
    """Which clause a handshake broke that ended in *error*."""
    reason = _reason(error)
    if "certificate verify failed" in reason and pin is not None:
        return Breach("L1.3", f"another key than {pin.hex()}")
    if "certificate" in reason:
        return Breach("L1.2", reason)
    return Breach("L1.1", reason)


def _reason(error: SSL.Error) -> str:
    """OpenSSL's own words for *error*; they reach developers only."""
    reasons = error.args[0] if error.args else []
    return ", ".join(str(reason[-1]) for reason in reasons) or "no reason given"


def _is_welcome(certificate: X509, pin: PlayerId | None) -> bool:
    key = _key_of(certificate)
    return key is not None and pin in (None, key)


def _key_of(certificate: X509) -> bytes | None:
    """The Ed25519 key in *certificate*, or None if it holds another kind."""
    try:
        key = certificate.to_cryptography().public_key()
    except Exception:  # noqa: BLE001 - a stranger's bytes; whatever is wrong, they hold no key
        return None
    return key.public_bytes_raw() if isinstance(key, Ed25519PublicKey) else None
