"""The reactor's part of `join`: asks a host for a seat, and plays with those who have come."""

from collections.abc import Callable
from functools import partial

from twisted.internet.defer import CancelledError
from twisted.internet.error import CannotListenError

from p2pqwirkle.cli.exits import Exit, ExitCode
from p2pqwirkle.cli.options import DEFAULT_PORT
from p2pqwirkle.cli.reasons import no_seat
from p2pqwirkle.cli.seat import TakeSeat
from p2pqwirkle.net.door import Door
from p2pqwirkle.net.handshake import connect
from p2pqwirkle.net.interfaces import told_addresses
from p2pqwirkle.net.link import Link, LinkError
from p2pqwirkle.net.lobby import Company, JoinerLobby
from p2pqwirkle.net.reactor import EVERYWHERE, Address, Reactor


class JoinProgram:
    """Takes a seat in one game.

    Args:
        take_seat: takes it on our side.
        host: where the table is.
    """

    def __init__(self, take_seat: TakeSeat, host: Address) -> None:
        self._take_seat = take_seat
        self._host = host
        self._stop: Callable[[], None] = lambda: None

    async def run(self, reactor: Reactor) -> int:
        """Play the game, and return the exit code.

        Raises:
            Exit: there was no seat, or the game has not come to an end.
        """
        seat = self._take_seat(reactor)
        door = Door(reactor, seat.credentials, seat.turned_away)
        lobby = JoinerLobby(seat.player, self._host, partial(_listen, door), seat.seated)
        connect(reactor, seat.credentials, self._host, keeper=lobby, failed=lobby.failed)
        try:
            company, host_link = await self._company(lobby)
            self._stop = seat.leave
            return await seat.play(company, lambda game: game.begin_as_joiner(door, host_link))
        finally:
            door.shut()

    def leave(self) -> None:
        """Ask for no seat any more, or leave the game."""
        self._stop()

    async def _company(self, lobby: JoinerLobby) -> tuple[Company, Link]:
        self._stop = lobby.complete.cancel
        try:
            return await lobby.complete
        except LinkError as error:
            raise no_seat(error.closure, self._host) from error
        except CancelledError as error:
            raise Exit(ExitCode.UNFINISHED, "interrupted") from error


def _listen(door: Door, near: str) -> tuple[Address, ...]:
    """Listen for the other players, on the usual port if it is free, so that one rule opens it.

    Returns:
        Where they may find us.
    """
    bind = near if Address(near, DEFAULT_PORT).is_loopback else EVERYWHERE
    try:
        listening = door.listen(Address(bind, DEFAULT_PORT))
    except CannotListenError:
        listening = door.listen(Address(bind, 0))
    return told_addresses(listening)
