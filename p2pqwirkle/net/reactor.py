"""What this package needs of a reactor and its transports, as types, and the two ways to a link.

Twisted describes these with interfaces that a type checker cannot read: every place where that
matters is in this file.  The reactor is an argument; importing this installs none.
"""

import socket
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from typing import Final, Protocol, cast

from OpenSSL.crypto import X509
from twisted.internet.abstract import isIPv6Address
from twisted.internet.base import DelayedCall
from twisted.internet.defer import Deferred
from twisted.internet.endpoints import HostnameEndpoint, TCP6ClientEndpoint, wrapClientTLS
from twisted.internet.error import CannotListenError
from twisted.internet.interfaces import (
    IOpenSSLClientConnectionCreator,
    IOpenSSLServerConnectionCreator,
    IProtocolFactory,
    IReactorTime,
    IStreamClientEndpoint,
)
from twisted.internet.protocol import Factory
from twisted.internet.protocol import Protocol as Connection
from twisted.protocols.tls import TLSMemoryBIOFactory

BACKLOG: Final = 50
"""Connections that the system keeps until we take them."""
DIAL_SECONDS: Final = 4
"""How long a computer may take to answer a dial; a firewall that drops never does."""
EVERYWHERE: Final = "::"
"""To listen on all addresses of this computer, of both versions of the Internet Protocol."""
EVERYWHERE_ON_IPV4: Final = "0.0.0.0"  # noqa: S104 - it is said only by who wants just that


class Clock(Protocol):
    """Local monotonic time; the only time there is in this package."""

    def seconds(self) -> float:
        """Seconds since some moment in the past."""

    def callLater(self, delay: float, call: Callable[..., object], /, *args: object) -> DelayedCall:
        """Do *call* with *args* after *delay* seconds."""


class Reactor(Clock, Protocol):
    """The event loop."""

    def callFromThread(self, call: Callable[..., object], /, *args: object) -> None:
        """Do *call* with *args* in the loop's thread."""


class SocketAddress(Protocol):
    """One end of a TCP connection."""

    host: str
    port: int


class Port(Protocol):
    """A listening socket."""

    def getHost(self) -> SocketAddress:
        """The address it listens on."""

    def stopListening(self) -> Deferred[None] | None:
        """Take no more connections."""


class Transport(Protocol):
    """A TLS connection, as the protocol on top of it sees it."""

    negotiatedProtocol: bytes | None

    def write(self, data: bytes) -> None:
        """Send *data*, sooner or later."""

    def loseConnection(self) -> None:
        """Close when all that was written is out."""

    def abortConnection(self) -> None:
        """Close now."""

    def pauseProducing(self) -> None:
        """Read no more from the socket."""

    def resumeProducing(self) -> None:
        """Read on."""

    def registerProducer(self, producer: object, streaming: bool) -> None:  # noqa: FBT001
        """Tell *producer* when too much waits to be sent."""

    def unregisterProducer(self) -> None:
        """Tell it no more."""

    def setTcpNoDelay(self, enabled: bool) -> None:  # noqa: FBT001
        """Send small frames at once."""

    def getPeer(self) -> SocketAddress:
        """The other side's address."""

    def getHost(self) -> SocketAddress:
        """Our own address, as the other side sees it if nothing translates."""

    def getPeerCertificate(self) -> X509 | None:
        """What the other side showed, once the handshake is complete."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where a peer listens: a name or number of its computer, and a port."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @property
    def is_loopback(self) -> bool:
        """Whether it is of use on its own computer only."""
        try:
            return ip_address(self.host).is_loopback
        except ValueError:
            return self.host == "localhost"


def plain_host(host: str) -> str:
    """*host* without the disguise in which an IPv4 address reaches an IPv6 socket."""
    try:
        number = ip_address(host)
    except ValueError:
        return host
    mapped = number.ipv4_mapped if isinstance(number, IPv6Address) else None
    return host if mapped is None else str(mapped)


def dial(
    reactor: Reactor,
    address: Address,
    creator: object,
    build: Callable[[str], Connection],
) -> Deferred[Connection]:
    """Connect to *address* by TLS; fires once TCP stands, before the handshake."""
    kind = TCP6ClientEndpoint if isIPv6Address(address.host) else HostnameEndpoint
    endpoint = kind(reactor, address.host, address.port, timeout=DIAL_SECONDS)
    secure = wrapClientTLS(
        cast("IOpenSSLClientConnectionCreator", creator),
        cast("IStreamClientEndpoint", endpoint),
        clock=cast("IReactorTime", reactor),
    )
    connect = cast("Callable[[object], Deferred[Connection]]", secure.connect)
    return connect(_Building(build))


def listen(
    reactor: Reactor,
    address: Address,
    creator: object,
    build: Callable[[str], Connection],
) -> Port:
    """Listen on *address*, port 0 for any; *build* is told where each connection comes from.

    Raises:
        CannotListenError: the port is taken, or the address is not of this computer.
    """
    secure = TLSMemoryBIOFactory(
        cast("IOpenSSLServerConnectionCreator", creator),
        isClient=False,
        wrappedFactory=cast("IProtocolFactory", _Building(build)),
        # Without it, Twisted would install a reactor of its own choice.
        clock=cast("IReactorTime", reactor),
    )
    if address.host == EVERYWHERE:
        return _listen_everywhere(reactor, address.port, secure)
    listen_tcp: Callable[..., Port] = reactor.listenTCP  # type: ignore[attr-defined]
    return listen_tcp(address.port, secure, interface=address.host)


def _listen_everywhere(reactor: Reactor, port: int, factory: object) -> Port:
    """Listen with one socket for both versions of the Internet Protocol, where there are both.

    Twisted leaves it to the system whether a socket for version 6 hears version 4 too, and on
    Windows it does not.
    """
    if not socket.has_dualstack_ipv6():
        listen_tcp: Callable[..., Port] = reactor.listenTCP  # type: ignore[attr-defined]
        return listen_tcp(port, factory, interface=EVERYWHERE_ON_IPV4)
    try:
        both = socket.create_server(
            (EVERYWHERE, port), family=socket.AF_INET6, dualstack_ipv6=True, backlog=BACKLOG
        )
    except OSError as error:
        raise CannotListenError(EVERYWHERE, port, error) from error  # type: ignore[no-untyped-call]
    with both:  # Twisted takes a copy
        both.setblocking(False)  # noqa: FBT003 - of the standard library
        adopt: Callable[..., Port] = reactor.adoptStreamPort  # type: ignore[attr-defined]
        return adopt(both.fileno(), socket.AF_INET6, factory)


class _Building(Factory):
    """Makes the protocol on top of each connection."""

    noisy = False

    def __init__(self, build: Callable[[str], Connection]) -> None:
        self._build = build

    def buildProtocol(self, address: object) -> Connection:
        return self._build(plain_host(cast("SocketAddress", address).host))
