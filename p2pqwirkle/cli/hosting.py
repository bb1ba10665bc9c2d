"""The reactor's part of `host`: opens a table, waits for the guests, and plays with them."""

import socket
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from twisted.internet.defer import CancelledError
from twisted.internet.error import CannotListenError

from p2pqwirkle.cli.exits import Exit, ExitCode
from p2pqwirkle.cli.options import DEFAULT_PORT
from p2pqwirkle.cli.reasons import cannot_listen
from p2pqwirkle.cli.seat import TakeSeat
from p2pqwirkle.net.door import Door
from p2pqwirkle.net.lobby import Company, HostLobby
from p2pqwirkle.net.reactor import Address, Reactor
from p2pqwirkle.table.charter import Options

GOODBYE_SECONDS: Final = 0.2
"""For the guests to hear that there will be no game."""
_EVERYWHERE: Final = "0.0.0.0"  # noqa: S104 - it is what a host does unless told otherwise
_FAR_AWAY: Final = ("192.0.2.1", 9)
"""An address for documentation: nothing is sent to it, but the way to it leads outside."""


@dataclass(frozen=True, slots=True)
class Offer:
    """The table that a host opens.

    Attributes:
        bind: the address to listen on; None means all.
        port: None means the usual one, or any if that is taken.
    """

    players: int
    options: Options
    bind: str | None
    port: int | None


class HostProgram:
    """Hosts one game.

    Args:
        take_seat: takes the host's own seat.
        offer: the table.
    """

    def __init__(self, take_seat: TakeSeat, offer: Offer) -> None:
        self._take_seat = take_seat
        self._offer = offer
        self._stop: Callable[[], None] = lambda: None

    async def run(self, reactor: Reactor) -> int:
        """Host the game, and return the exit code.

        Raises:
            Exit: there was none, or it has not come to an end.
        """
        seat = self._take_seat(reactor)
        door = Door(reactor, seat.credentials, seat.turned_away)
        lobby = HostLobby(seat.player, self._offer.players, self._offer.options, seat.seated)
        door.offer(lobby)
        seat.listening(str(self._listen(door)))
        seat.seated(lobby.roster)
        company = await self._company(reactor, lobby)
        self._stop = seat.leave
        try:
            return await seat.play(company, lambda game: game.begin_as_host(door, lobby))
        finally:
            door.shut()

    def leave(self) -> None:
        """Close the table, or leave the game."""
        self._stop()

    async def _company(self, reactor: Reactor, lobby: HostLobby) -> Company:
        def stop() -> None:
            lobby.close()
            reactor.callLater(GOODBYE_SECONDS, lobby.complete.cancel)

        self._stop = stop
        try:
            return await lobby.complete
        except CancelledError as error:
            raise Exit(ExitCode.UNFINISHED, "interrupted") from error

    def _listen(self, door: Door) -> Address:
        """Where others can reach us."""
        bind = self._offer.bind or _EVERYWHERE
        wanted = DEFAULT_PORT if self._offer.port is None else self._offer.port
        try:
            listening = _listen(door, Address(bind, wanted))
        except Exit:
            if self._offer.port is not None:
                raise
            listening = _listen(door, Address(bind, 0))
        host = _outward_host() if bind == _EVERYWHERE else bind
        return Address(host, listening.port)


def _listen(door: Door, address: Address) -> Address:
    try:
        return door.listen(address)
    except CannotListenError as error:
        raise cannot_listen(address, error.socketError) from error


def _outward_host() -> str:
    """Our address on the network that leads outside, for others to type."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_FAR_AWAY)
        except OSError:  # there is no such network
            return "127.0.0.1"
        host: str = probe.getsockname()[0]
        return host
