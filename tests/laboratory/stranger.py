"""Somebody on the network who was not invited: ``python -m tests.laboratory.stranger HOST PORT``.

Prints "ready" once all is under way, and goes on until standard input ends.
"""

import contextlib
import select
import socket
import ssl
import sys
import tempfile
from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from typing import Final

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from p2pqwirkle.net.framing import MAX_FRAME
from p2pqwirkle.net.tls import ALPN, make_certificate

AT_ONCE: Final = 100
"""Connections that the stranger keeps open."""
HURRY_SECONDS: Final = 0.01
"""Between two of them: a hundred a second."""


def half_open(host: str, port: int) -> socket.socket:
    """Say nothing at all."""
    return socket.create_connection((host, port), timeout=1)


def rubbish(host: str, port: int) -> socket.socket:
    """Say what is no TLS."""
    connection = half_open(host, port)
    connection.sendall(b"GET / HTTP/1.1\r\n\r\n" * 100)
    return connection


def half_handshake(host: str, port: int) -> socket.socket:
    """Begin a handshake, and keep the rest."""
    connection = half_open(host, port)
    connection.sendall(b"\x16\x03\x01\x40\x00" + bytes(1_000))
    return connection


def huge_frame(host: str, port: int) -> socket.socket:
    """Announce a frame of four gigabytes."""
    link = secured(host, port)
    link.sendall(b"\xff" * 4 + bytes(10_000))
    return link


def endless_frame(host: str, port: int) -> socket.socket:
    """Announce the largest frame that may be, and send some of it."""
    link = secured(host, port)
    link.sendall(MAX_FRAME.to_bytes(4, "big") + bytes(100))
    return link


def secured(host: str, port: int) -> socket.socket:
    """A link as peers have it, with a key that nobody knows."""
    return _context().wrap_socket(half_open(host, port))


WAYS: Final[tuple[Callable[[str, int], socket.socket], ...]] = (
    half_open,
    rubbish,
    half_handshake,
    huge_frame,
    endless_frame,
)


def main() -> None:
    host, port = sys.argv[1], int(sys.argv[2])
    kept: list[socket.socket] = []
    for number, way in enumerate(cycle(WAYS)):
        if number == AT_ONCE:
            print("ready", flush=True)  # noqa: T201 - the test waits for this
        with contextlib.suppress(OSError):  # closed at once is what a stranger should be
            kept.append(way(host, port))
        if len(kept) > AT_ONCE:
            kept.pop(0).close()
        if select.select([0], [], [], HURRY_SECONDS)[0]:
            return


def _context() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    context.set_alpn_protocols([ALPN.decode()])
    key = Ed25519PrivateKey.generate()
    pem = serialization.Encoding.PEM
    with tempfile.TemporaryDirectory() as folder:
        shown = Path(folder) / "shown.pem"
        shown.write_bytes(
            key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
            + make_certificate(key).public_bytes(pem)
        )
        context.load_cert_chain(shown)
    return context


if __name__ == "__main__":
    main()
