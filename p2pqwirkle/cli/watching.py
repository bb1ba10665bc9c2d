"""The reactor's part of `watch`: finds a table, asks for its game, and watches it."""

from dataclasses import replace
from typing import Final

from p2pqwirkle.cli.console_watcher import ConsoleWatcher
from p2pqwirkle.cli.exits import Exit
from p2pqwirkle.cli.goals import Aim, Goal
from p2pqwirkle.cli.reasons import no_seat
from p2pqwirkle.cli.redials import PAUSE_SECONDS, Redials
from p2pqwirkle.cli.spoilt import Spoilt
from p2pqwirkle.cli.way_out import WayOut
from p2pqwirkle.net.link import LinkError
from p2pqwirkle.net.lobby import Company
from p2pqwirkle.net.reactor import Reactor
from p2pqwirkle.net.watch_lobby import WatcherLobby

ASK_AGAIN_SECONDS: Final = 2.0
"""Until a player is asked again whose game has not begun."""
MISSING_SECONDS: Final = 10.0
"""How long a table that we have found may be missing until it is there again."""
NOT_BEGUN: Final = "L11.1"
"""What such a player refuses by."""


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
                return await self._games(reactor, goal, company)

    def leave(self) -> None:
        """Watch no longer."""
        self._way_out.take()

    async def _games(self, reactor: Reactor, goal: Goal, company: Company) -> int:
        """Watch what *company* plays; if that comes to nothing, what the same table plays then.

        Raises:
            Exit: no game of it has come to an end.
        """
        while True:
            self._way_out.take = self._watcher.leave
            try:
                return await self._watcher.watch(company)
            except Spoilt as why:
                self._watcher.asking(goal.addresses[0])
                self._watcher.spoilt(why)
                company = await self._company_later(reactor, goal, why)

    async def _company(self, reactor: Reactor, goal: Goal) -> Company:
        """Who plays, once the game has begun.

        Raises:
            Exit: nobody says so, or we are to leave before.
        """
        redials = Redials()
        while True:
            try:
                return await self._asked(reactor, goal)
            except LinkError as error:
                if error.closure.clause == NOT_BEGUN:
                    self._watcher.put_off()
                    return await self._company_later(reactor, goal)
                if not redials.take(error.closure):
                    raise no_seat(error.closure, goal.addresses[0]) from error
            await self._way_out.pause(reactor, PAUSE_SECONDS)

    async def _company_later(
        self, reactor: Reactor, goal: Goal, spoilt: Spoilt | None = None
    ) -> Company:
        """Who plays next at a table where somebody was a moment ago, after a *spoilt* charter.

        Raises:
            Exit: nobody says so any more, or we are to leave before.
        """
        # A table that is opened again is another one at the same place.
        goal = replace(goal, table=None)
        until = reactor.seconds() + MISSING_SECONDS
        while True:
            await self._way_out.pause(reactor, ASK_AGAIN_SECONDS)
            try:
                company = await self._asked(reactor, goal)
            except LinkError as error:
                if error.closure.clause == NOT_BEGUN:
                    until = reactor.seconds() + MISSING_SECONDS
                elif reactor.seconds() > until:
                    raise spoilt or no_seat(error.closure, goal.addresses[0]) from error
            else:
                # Without a fault it may be we who were away, and that game goes on.
                if spoilt is None or not spoilt.clause or company.charter.game != spoilt.game:
                    return company
                if reactor.seconds() > until:
                    raise spoilt

    async def _asked(self, reactor: Reactor, goal: Goal) -> Company:
        """Who plays, as one player says.

        Raises:
            LinkError: it does not say so.
            Exit: we are to leave before.
        """
        lobby = WatcherLobby(goal.addresses[0])
        goal.dial(reactor, self._watcher.credentials, keeper=lobby, failed=lobby.failed)
        return await self._way_out.until(lobby.complete)
