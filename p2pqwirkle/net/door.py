"""The door: what listens, and looks after a new link until it has told what it is for."""

from collections import Counter
from collections.abc import Callable
from typing import Final, Protocol, cast

from twisted.internet.defer import Deferred, succeed
from twisted.internet.protocol import Protocol as Connection

from p2pqwirkle.errors import Breach
from p2pqwirkle.net.frames import Frame, Hello, Here
from p2pqwirkle.net.handshake import Handshake
from p2pqwirkle.net.link import Closure, Link, Side
from p2pqwirkle.net.listing import Listing, Probe
from p2pqwirkle.net.lobby_frames import Watch
from p2pqwirkle.net.reactor import EVERYWHERE, Address, Port, Reactor, Transport, listen
from p2pqwirkle.net.seating import Join, Start
from p2pqwirkle.net.tls import Credentials
from p2pqwirkle.record.entry import GameId

MAX_VISITORS: Final = 64
"""Links that have not told yet what they are for (L3.4); each has seconds to do so."""
MAX_VISITORS_OF_HOST: Final = 16
"""The same from one address: six players on one computer fit, and nobody keeps others out."""


class Seats(Protocol):
    """Who gives seats, if anybody does behind this door."""

    def listing(self) -> Listing:
        """What somebody who only looks is told."""

    def seat(self, link: Link, join: Join) -> None:
        """Give a seat, and look after the link from now on.

        Raises:
            Breach: L4 or T1, and the link stays where it is.
        """


class Greeter(Protocol):
    """Who plays the game behind this door."""

    def expects(self, host: str) -> bool:
        """Whether a player may come from the address *host*."""

    def greet(self, link: Link, hello: Hello) -> None:
        """Take the link into the game, and look after it from now on.

        Raises:
            Breach: L6 or L11, and the link stays where it is.
        """

    def start(self, link: Link) -> Start:
        """What the peer of *link* has to know to watch the game.

        Raises:
            Breach: L11 if it may not, L6.4 if the game is over.
        """


class Door:
    """Listens, and looks after each new link until its first frame.

    Args:
        reactor: the event loop.
        credentials: ours.
        turned_away: told which address was not let in, and why.

    Attributes:
        listening: where it listens, or None if it does not yet.
        over: games that were played here and are not gone on with.
    """

    def __init__(
        self,
        reactor: Reactor,
        credentials: Credentials,
        turned_away: Callable[[str, Closure], None],
    ) -> None:
        self.listening: Address | None = None
        self.over: frozenset[GameId] = frozenset()
        self._reactor = reactor
        self._credentials = credentials
        self._turned_away = turned_away
        self._seats: Seats | None = None
        self._greeter: Greeter | None = None
        self._port: Port | None = None
        self._visitors: Counter[str] = Counter()
        self._early: dict[Link, Hello] = {}
        self._lookers: set[Link] = set()

    def listen(self, address: Address) -> Address:
        """Begin to listen on *address*; port 0 means any.

        Returns:
            The address with the port that it has come to be.

        Raises:
            CannotListenError: the port is taken, or the address is not of this computer.
        """
        self._port = listen(self._reactor, address, self._credentials.accepting(), self._build)
        taken = self._port.getHost()
        # A name has become a number; everywhere stays everywhere.
        host = address.host if address.host == EVERYWHERE else taken.host
        self.listening = Address(host, taken.port)
        return self.listening

    def offer(self, seats: Seats) -> None:
        """From now on *seats* answers who wants to join."""
        self._seats = seats

    def open_to(self, greeter: Greeter) -> None:
        """From now on *greeter* answers who wants to play, those included who came early."""
        self._greeter = greeter
        early, self._early = self._early, {}
        for link, hello in early.items():
            self._admit(link, hello)

    def shut(self) -> "Deferred[None]":
        """Listen no more; fires when others can listen there."""
        stopped = None if self._port is None else self._port.stopListening()
        return succeed(None) if stopped is None else stopped

    def opened(self, link: Link) -> None:
        """Wait for its first frame."""

    def received(self, link: Link, frame: Frame) -> None:
        """Hand *link* to whom its first frame is for.

        Raises:
            Breach: L4, L6 or L11 from whoever answers; L2.4 if this is no first frame.
        """
        match frame:
            case Join():
                if self._seats is None:
                    raise Breach("L4.5", "this peer gives no seats")
                self._seats.seat(link, frame)
                self._leave(link)
            case Probe() if link not in self._lookers:
                self._lookers.add(link)
                link.send(Here() if self._seats is None else self._seats.listing())
            case Watch():
                if self._greeter is None:
                    raise Breach("L11.1", "the game has not begun")
                link.send(self._greeter.start(link))
                self._lookers.add(link)
                link.leave("the players are to be dialled now")
            case Hello(game) if game in self.over:
                raise Breach("L6.4", "the game is over here")
            case Hello() if self._greeter is None and link not in self._early:
                self._early[link] = frame
            case Hello() if self._greeter is not None:
                self._greeter.greet(link, frame)
                self._leave(link)
            case _:
                raise Breach("L2.4", f"{frame.KIND.name} is no first frame")

    def closed(self, link: Link, closure: Closure) -> None:
        """A visitor has gone."""
        self._early.pop(link, None)
        only_looked = link in self._lookers and not closure.clause
        self._leave(link)
        if not only_looked:
            self._turned_away(link.far_host, closure)

    def sign_of_life(self) -> Here:
        """Nothing but that we are there."""
        return Here()

    def _admit(self, link: Link, hello: Hello) -> None:
        try:
            self.received(link, hello)
        except Breach as breach:
            link.refuse(breach)

    def _leave(self, link: Link) -> None:
        self._lookers.discard(link)
        self._count_out(link.far_host)

    def _count_out(self, host: str) -> None:
        self._visitors[host] -= 1
        if not self._visitors[host]:
            del self._visitors[host]  # a stranger may have more addresses than we have memory

    def _build(self, host: str) -> Connection:
        try:
            self._check_room(host)
        except Breach as breach:
            self._turned_away(host, Closure(Side.OURS, breach.clause, breach.detail))
            return _TurnedAway()
        self._visitors[host] += 1

        def failed(closure: Closure) -> None:
            self._count_out(host)
            self._turned_away(host, closure)

        return Handshake(self._reactor, self, failed)

    def _check_room(self, host: str) -> None:
        is_player = self._greeter is not None and self._greeter.expects(host)
        if self._visitors.total() >= MAX_VISITORS and not is_player:
            raise Breach("L3.4", f"{MAX_VISITORS} links have not told what they are for")
        if self._visitors[host] >= MAX_VISITORS_OF_HOST:
            raise Breach("L3.4", f"{MAX_VISITORS_OF_HOST} of them come from this address")


class _TurnedAway(Connection):
    """A connection for which there is no room: to tell it why would cost a handshake."""

    def connectionMade(self) -> None:
        cast("Transport", self.transport).abortConnection()
