"""Two ends of one link in memory: real TLS, no sockets, and a clock that the test turns."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import cast

from twisted.internet.address import IPv4Address
from twisted.internet.interfaces import IProtocolFactory, IReactorTime, ITransport
from twisted.internet.protocol import Factory
from twisted.internet.protocol import Protocol as Connection
from twisted.internet.task import Clock
from twisted.protocols.tls import TLSMemoryBIOFactory
from twisted.test.iosim import FakeTransport, IOPump

from p2pqwirkle.net.frames import Frame, Here
from p2pqwirkle.net.handshake import Handshake
from p2pqwirkle.net.link import Closure, Link
from p2pqwirkle.net.tls import Credentials
from p2pqwirkle.record.entry import labelled_hash
from p2pqwirkle.record.identity import Identity, PlayerId

NORTH_HOST = "10.77.0.1"
SOUTH_HOST = "10.77.0.2"


def credentials_of(name: str) -> Credentials:
    return Credentials(Identity(labelled_hash(b"tests link", name.encode())))


@dataclass(eq=False)
class Listener:
    """A keeper that takes everything, and remembers it."""

    links: list[Link] = field(default_factory=list)
    heard: list[Frame] = field(default_factory=list)
    closures: list[Closure] = field(default_factory=list)
    takes_part: bool = True

    @property
    def link(self) -> Link:
        return self.links[-1]

    @property
    def closure(self) -> Closure:
        return self.closures[-1]

    def opened(self, link: Link) -> None:
        self.links.append(link)
        if self.takes_part:
            link.settle()

    def received(self, link: Link, frame: Frame) -> None:  # noqa: ARG002
        self.heard.append(frame)

    def closed(self, link: Link, closure: Closure) -> None:  # noqa: ARG002
        self.closures.append(closure)

    def sign_of_life(self) -> Here:
        return Here()


class Wire(FakeTransport):
    """A TCP connection in memory, with the addresses of two computers."""

    def __init__(self, connection: object, *, is_server: bool) -> None:
        near, far = (NORTH_HOST, SOUTH_HOST) if is_server else (SOUTH_HOST, NORTH_HOST)
        super().__init__(  # type: ignore[no-untyped-call]
            connection,
            is_server,
            hostAddress=IPv4Address("TCP", near, 10836),
            peerAddress=IPv4Address("TCP", far, 40000),
        )


class Pair:
    """North has accepted what south has dialled."""

    def __init__(self, north: Connection, south: Connection, clock: Clock) -> None:
        self.clock = clock
        self.north_wire = Wire(north, is_server=True)
        self.south_wire = Wire(south, is_server=False)
        _join(north, self.north_wire)
        _join(south, self.south_wire)
        self._pump = IOPump(south, north, self.south_wire, self.north_wire, None, clock=clock)  # type: ignore[no-untyped-call]

    def flush(self) -> None:
        """Deliver all that is under way."""
        self._pump.flush()  # type: ignore[no-untyped-call]

    def cut(self) -> None:
        """Let the network between the two fail."""
        self.south_wire.loseConnection()  # type: ignore[no-untyped-call]
        self.flush()

    def wait(self, seconds: float, step: float = 1.0) -> None:
        """Let time pass, delivering what comes up."""
        passed = 0.0
        while passed < seconds:
            self.clock.advance(min(step, seconds - passed))
            passed += step
            self.flush()


def _join(connection: Connection, wire: Wire) -> None:
    connection.makeConnection(cast("ITransport", wire))  # type: ignore[no-untyped-call]


def secured(
    creator: object, build: Callable[[], Connection], clock: Clock, *, is_client: bool
) -> Connection:
    """A connection with TLS under it."""

    class Building(Factory):
        def buildProtocol(self, _address: object) -> Connection:
            return build()

    factory = TLSMemoryBIOFactory(
        creator,  # type: ignore[arg-type]
        is_client,
        cast("IProtocolFactory", Building()),
        clock=cast("IReactorTime", clock),
    )
    return cast("Connection", factory.buildProtocol(None))


def pair_of(north: Listener, south: Listener, *, pin: PlayerId | None = None) -> Pair:
    """Two honest ends; *pin* is the key that south expects."""
    return joined(
        lambda clock: Handshake(clock, north, north.closures.append),
        lambda clock: Handshake(clock, south, south.closures.append, pin),
        pin=pin,
    )


def joined(
    north: Callable[[Clock], Connection],
    south: Callable[[Clock], Connection],
    *,
    pin: PlayerId | None = None,
) -> Pair:
    """Two ends of any kind, once all is said that they say by themselves."""
    clock = Clock()
    pair = Pair(
        secured(credentials_of("north").accepting(), lambda: north(clock), clock, is_client=False),
        secured(credentials_of("south").dialling(pin), lambda: south(clock), clock, is_client=True),
        clock,
    )
    pair.flush()
    return pair
