"""The reactor's part of `join`: asks a host for a seat, and plays with those who have come."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final, cast

from twisted.internet.defer import CancelledError, Deferred
from twisted.internet.error import CannotListenError
from twisted.internet.interfaces import IReactorTime
from twisted.internet.task import deferLater

from p2pqwirkle.cli.exits import Exit, ExitCode
from p2pqwirkle.cli.goals import Aim, Goal
from p2pqwirkle.cli.options import DEFAULT_PORT
from p2pqwirkle.cli.reasons import no_seat
from p2pqwirkle.cli.seat import SomeSeat, TakeSeat
from p2pqwirkle.net.door import Door
from p2pqwirkle.net.interfaces import own_interfaces, told_addresses
from p2pqwirkle.net.link import Closure, Link, LinkError, Trouble
from p2pqwirkle.net.lobby import Company, JoinerLobby
from p2pqwirkle.net.reactor import EVERYWHERE, Address, Reactor

LOOK_AGAIN_SECONDS: Final = 1.0
"""Until we ask a host again that has not opened its table for the next game."""


class JoinProgram:
    """Takes a seat in a game, and in the next ones at the same table.

    Args:
        take_seat: takes it on our side; asked before every game.
        aim: finds out where the table is.
    """

    def __init__(self, take_seat: TakeSeat, aim: Aim) -> None:
        self._take_seat = take_seat
        self._aim = aim
        self._goal: Goal | None = None
        self._has_played = False
        self._stop: Callable[[], None] = lambda: None

    async def run(self, reactor: Reactor) -> int:
        """Play a game, and return the exit code; after the first, wait for the host to be back.

        Raises:
            Exit: there was no seat, or the game has not come to an end.
        """
        seat = self._take_seat(reactor)
        goal = await self._aimed(reactor, seat)
        while True:
            try:
                return await self._run_once(reactor, seat, goal)
            except LinkError as error:
                if not self._has_played or not _is_not_open_yet(error.closure):
                    raise no_seat(error.closure, goal.addresses[0]) from error
                await self._wait(reactor)

    async def _aimed(self, reactor: Reactor, seat: SomeSeat) -> Goal:
        """Where to sit; the next game of a table is another table at the same place."""
        if self._goal is None:
            self._stop = self._aim.leave
            self._goal = await self._aim.goal(reactor, seat)
        goal = replace(self._goal, table=None) if self._has_played else self._goal
        seat.asking(goal.addresses[0])
        return goal

    async def _run_once(self, reactor: Reactor, seat: SomeSeat, goal: Goal) -> int:
        door = Door(reactor, seat.credentials, seat.turned_away)
        host, listen = goal.addresses[0], partial(_listen, door)
        lobby = JoinerLobby(seat.player, host, listen, seat.seated)
        goal.dial(reactor, seat.credentials, keeper=lobby, failed=lobby.failed)
        try:
            company, host_link = await self._company(lobby)
            self._has_played = True
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
        except CancelledError as error:
            raise Exit(ExitCode.UNFINISHED, "interrupted") from error

    async def _wait(self, reactor: Reactor) -> None:
        pause: Deferred[None] = deferLater(cast("IReactorTime", reactor), LOOK_AGAIN_SECONDS)
        self._stop = pause.cancel
        try:
            await pause
        except CancelledError as error:
            raise Exit(ExitCode.UNFINISHED, "interrupted") from error


def _is_not_open_yet(closure: Closure) -> bool:
    """Whether the table may be open again soon: nobody listens there, or its game still ends."""
    return closure.trouble in (Trouble.REFUSED, Trouble.NO_ANSWER) or closure.clause == "L4.2"


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
    return told_addresses(listening, own_interfaces())
