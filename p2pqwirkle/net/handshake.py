"""From a TCP connection to a link, and what can go wrong before the other side's key is known."""

import errno
import socket
from collections.abc import Callable
from typing import Final, cast

from OpenSSL import SSL
from twisted.internet import error
from twisted.internet.interfaces import IHandshakeListener
from twisted.internet.protocol import Protocol as Connection
from twisted.internet.protocol import connectionDone
from twisted.python.failure import Failure
from zope.interface import implementer

from p2pqwirkle.errors import Breach
from p2pqwirkle.net.link import OPENING_SECONDS, Closure, Keeper, Link, Side, Trouble
from p2pqwirkle.net.reactor import Address, Clock, Reactor, Transport, dial
from p2pqwirkle.net.tls import Credentials, failed_handshake, peer_of
from p2pqwirkle.record.identity import PlayerId

_TROUBLES: Final[tuple[tuple[type[BaseException], Trouble], ...]] = (
    (error.ConnectionRefusedError, Trouble.REFUSED),
    (error.TimeoutError, Trouble.NO_ANSWER),
    (error.TCPTimedOutError, Trouble.NO_ANSWER),
    (error.NoRouteError, Trouble.NO_ROUTE),
    (error.DNSLookupError, Trouble.UNKNOWN_NAME),
    (error.UnknownHostError, Trouble.UNKNOWN_NAME),
    (socket.gaierror, Trouble.UNKNOWN_NAME),
)
_UNREACHABLE: Final = (errno.EHOSTUNREACH, errno.ENETUNREACH)


def connect(  # noqa: PLR0913 - whom to dial, as whom, and whom to tell
    reactor: Reactor,
    credentials: Credentials,
    address: Address,
    *,
    keeper: Keeper,
    failed: Callable[[Closure], None],
    pin: PlayerId | None = None,
) -> Callable[[], None]:
    """Dial *address*; either *keeper* gets a link, or *failed* is told why there is none.

    Args:
        reactor: the event loop.
        credentials: ours.
        address: where the other side listens.
        keeper: looks after the link first.
        failed: called at most once, and never after the keeper.
        pin: the only key that will do, or None if any will.

    Returns:
        What gives up dialling; no use once the link is there.
    """

    def build(_host: str) -> Connection:
        return Handshake(reactor, keeper, failed, pin)

    def unreachable(failure: Failure) -> None:
        if not isinstance(failure.value, error.ConnectingCancelledError):
            failed(_trouble_of(failure))

    dialled = dial(reactor, address, credentials.dialling(pin), build)
    dialled.addErrback(unreachable)
    return dialled.cancel


@implementer(IHandshakeListener)
class Handshake(Connection):
    """Twisted's end of one connection; hands its bytes to a link once the peer's key is known.

    Args:
        keeper: looks after the link first.
        failed: told why, if there will be no link.
        pin: the only key that will do, or None if any will.
    """

    def __init__(
        self,
        clock: Clock,
        keeper: Keeper,
        failed: Callable[[Closure], None],
        pin: PlayerId | None = None,
    ) -> None:
        self._clock = clock
        self._keeper = keeper
        self._failed = failed
        self._pin = pin
        self._link: Link | None = None
        self._breach: Breach | None = None

    @property
    def _wire(self) -> Transport:
        return cast("Transport", self.transport)

    def connectionMade(self) -> None:
        """TCP stands; TLS begins."""
        self._wire.setTcpNoDelay(enabled=True)
        self._deadline = self._clock.callLater(OPENING_SECONDS, self._give_up)

    def handshakeCompleted(self) -> None:
        """TLS stands for us; the other side may still refuse our certificate."""
        self._deadline.cancel()
        try:
            peer = peer_of(self._wire)
        except Breach as breach:
            self._breach = breach
            self._wire.abortConnection()
            return
        self._link = Link(self._clock, self._wire, peer, self._keeper)
        self._keeper.opened(self._link)

    def dataReceived(self, data: bytes) -> None:
        """Bytes of a frame, or of several."""
        if self._link is not None:
            self._link.feed(data)

    def connectionLost(self, reason: Failure = connectionDone) -> None:
        """The connection has ended."""
        if self._deadline.active():
            self._deadline.cancel()
        closure = self._explain(reason.value)
        if self._link is None:
            self._failed(closure)
        else:
            self._link.lost(closure)

    def _give_up(self) -> None:
        self._breach = Breach("L3.1", f"no handshake in {OPENING_SECONDS} seconds")
        self._wire.abortConnection()

    def _explain(self, cause: BaseException | None) -> Closure:
        if self._breach is not None:
            return Closure(Side.OURS, self._breach.clause, self._breach.detail)
        if isinstance(cause, SSL.Error):
            breach = failed_handshake(cause, self._pin)
            side = Side.THEIRS if "alert" in breach.detail else Side.OURS
            return Closure(side, breach.clause, breach.detail)
        side = Side.THEIRS if isinstance(cause, error.ConnectionDone) else Side.NOBODY
        return Closure(side, "", str(cause))


def _trouble_of(failure: Failure) -> Closure:
    if getattr(failure.value, "osError", None) in _UNREACHABLE:
        return Closure(Side.NOBODY, "", str(failure.value), trouble=Trouble.NO_ROUTE)
    for kind, trouble in _TROUBLES:
        if isinstance(failure.value, kind):
            return Closure(Side.NOBODY, "", str(failure.value), trouble=trouble)
    return Closure(Side.NOBODY, "", str(failure.value), trouble=Trouble.OTHER)
