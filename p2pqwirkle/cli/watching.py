"""The reactor's part of `watch`: finds a table, asks for its game, and watches it."""

from typing import Final

from p2pqwirkle.cli.console_watcher import ConsoleWatcher
from p2pqwirkle.cli.exits import Exit
from p2pqwirkle.cli.goals import Aim, Goal
from p2pqwirkle.cli.reasons import no_seat
from p2pqwirkle.cli.way_out import WayOut
from p2pqwirkle.net.link import LinkError
from p2pqwirkle.net.lobby import Company
from p2pqwirkle.net.reactor import Reactor
from p2pqwirkle.net.watch_lobby import WatcherLobby

ASK_AGAIN_SECONDS: Final = 2.0
"""Until a player is asked again whose game has not begun."""


class WatchProgram:
    """Watches one game.

    Args:
        watcher: who watches.
        aim: finds out where the table is.
    """

    def __init__(self, watcher: ConsoleWatcher, aim: Aim) -> None:
        self._watcher = watcher
        self._aim = aim
        self._way_out = WayOut()

    async def run(self, reactor: Reactor) -> int:
        """Watch a game, and return the exit code.

        Raises:
            Exit: there was none to watch, or it has not come to an end.
        """
        while True:
            self._way_out.take = self._aim.leave
            goal = await self._aim.goal(reactor, self._watcher)
            self._watcher.asking(goal.addresses[0])
            try:
                company = await self._company(reactor, goal)
            except Exit as told:
                if not self._aim.missed(told):
                    raise
            else:
                self._way_out.take = self._watcher.leave
                return await self._watcher.watch(company)

    def leave(self) -> None:
        """Watch no longer."""
        self._way_out.take()

    async def _company(self, reactor: Reactor, goal: Goal) -> Company:
        """Who plays, once the game has begun.

        Raises:
            Exit: nobody says so, or we are to leave before.
        """
        while True:
            lobby = WatcherLobby(goal.addresses[0])
            goal.dial(reactor, self._watcher.credentials, keeper=lobby, failed=lobby.failed)
            try:
                return await self._way_out.until(lobby.complete)
            except LinkError as error:
                if error.closure.clause != "L11.1":
                    raise no_seat(error.closure, goal.addresses[0]) from error
            self._watcher.put_off()
            await self._way_out.pause(reactor, ASK_AGAIN_SECONDS)
