"""The peer is its key: which certificates and handshakes are taken."""

from datetime import datetime
from typing import cast

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.x509 import Certificate, CertificateBuilder, Name
from OpenSSL import SSL
from twisted.internet.protocol import Protocol as Connection
from twisted.internet.task import Clock

from p2pqwirkle.net.handshake import Handshake
from p2pqwirkle.net.link import Side
from p2pqwirkle.net.reactor import Transport
from p2pqwirkle.net.tls import ALPN, Dialling
from tests.net.pair import Listener, Pair, credentials_of, pair_of, secured

Key = Ed25519PrivateKey | ec.EllipticCurvePrivateKey


def certificate(key: Key, first_year: int = 2000, last_year: int = 2099) -> Certificate:
    nobody = Name([])
    digest = None if isinstance(key, Ed25519PrivateKey) else hashes.SHA256()
    return (
        CertificateBuilder(nobody, nobody, key.public_key(), 1)
        .not_valid_before(datetime(first_year, 1, 1))  # noqa: DTZ001 - as X.509 has it
        .not_valid_after(datetime(last_year, 1, 1))  # noqa: DTZ001
        .sign(key, digest)
    )


def stranger(context: SSL.Context) -> tuple[Listener, Listener]:
    """North, visited by whoever *context* makes; what both have seen."""
    north, south, clock = Listener(), Listener(), Clock()
    pair = Pair(
        _accepting(north, clock),
        secured(
            Dialling(context),
            lambda: Handshake(clock, south, south.closures.append),
            clock,
            is_client=True,
        ),
        clock,
    )
    pair.flush()
    return north, south


def context_of(key: Key | None, shown: Certificate | None) -> SSL.Context:
    context = SSL.Context(SSL.TLS_METHOD)
    context.set_alpn_protos([ALPN])
    if key is not None and shown is not None:
        context.use_certificate(shown)
        context.use_privatekey(key)
    return context


def test_the_pinned_key_is_taken() -> None:
    north, south = Listener(), Listener()

    pair_of(north, south, pin=credentials_of("north").player)

    assert south.link.peer == credentials_of("north").player


def test_another_key_than_the_pinned_one_is_refused_by_the_dialler() -> None:
    north, south = Listener(), Listener()

    pair_of(north, south, pin=credentials_of("east").player)

    assert south.links == []
    assert (south.closure.side, south.closure.clause) == (Side.OURS, "L1.3")
    assert north.heard == []


@pytest.mark.parametrize(("first", "last"), [(1999, 2001), (2090, 2099)])
def test_the_dates_of_a_certificate_mean_nothing(first: int, last: int) -> None:
    key = Ed25519PrivateKey.generate()

    north, south = stranger(context_of(key, certificate(key, first, last)))

    assert north.link.peer == key.public_key().public_bytes_raw()
    assert north.closures == south.closures == []


def test_a_peer_without_a_certificate_is_refused() -> None:
    north, south = stranger(context_of(None, None))

    assert north.links == []
    assert (north.closure.side, north.closure.clause) == (Side.OURS, "L1.2")
    assert (south.closure.side, south.closure.clause) == (Side.THEIRS, "L1.2")


def test_a_key_of_another_kind_is_refused() -> None:
    key = ec.generate_private_key(ec.SECP256R1())

    north, _ = stranger(context_of(key, certificate(key)))

    assert north.links == []
    assert north.closure.clause == "L1.2"


def test_tls_1_2_is_refused() -> None:
    key = Ed25519PrivateKey.generate()
    context = context_of(key, certificate(key))
    context.set_max_proto_version(SSL.TLS1_2_VERSION)

    north, _ = stranger(context)

    assert north.links == []
    assert (north.closure.side, north.closure.clause) == (Side.OURS, "L1.1")


@pytest.mark.parametrize("offered", [[], [b"h2"]])
def test_another_application_protocol_is_refused(offered: list[bytes]) -> None:
    key = Ed25519PrivateKey.generate()
    context = SSL.Context(SSL.TLS_METHOD)
    if offered:
        context.set_alpn_protos(offered)
    context.use_certificate(certificate(key))
    context.use_privatekey(key)

    north, _ = stranger(context)

    assert north.links == []
    assert (north.closure.side, north.closure.clause) == (Side.OURS, "L1.4")


@pytest.mark.parametrize("rubbish", [b"GET / HTTP/1.1\r\n\r\n", bytes(100), b"\xff" * 3000])
def test_plain_text_is_refused(rubbish: bytes) -> None:
    class Stranger(Connection):
        def connectionMade(self) -> None:
            cast("Transport", self.transport).write(rubbish)

    north, clock = Listener(), Clock()

    Pair(_accepting(north, clock), Stranger(), clock).flush()

    assert north.links == []
    assert (north.closure.side, north.closure.clause) == (Side.OURS, "L1.1")


def test_a_connection_that_says_nothing_is_closed_after_ten_seconds() -> None:
    north, clock = Listener(), Clock()
    pair = Pair(_accepting(north, clock), Connection(), clock)

    pair.wait(11)

    assert (north.closure.side, north.closure.clause) == (Side.OURS, "L3.1")


def test_a_handshake_broken_off_breaks_no_clause() -> None:
    north, clock = Listener(), Clock()
    pair = Pair(_accepting(north, clock), Connection(), clock)

    pair.cut()

    assert (north.links, north.closure.clause) == ([], "")


def _accepting(north: Listener, clock: Clock) -> Connection:
    return secured(
        credentials_of("north").accepting(),
        lambda: Handshake(clock, north, north.closures.append),
        clock,
        is_client=False,
    )
