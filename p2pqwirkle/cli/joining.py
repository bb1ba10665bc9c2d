"""The reactor's part of `join`: asks a host for a seat, and plays with those who have come."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from twisted.internet.error import CannotListenError

from p2pqwirkle.cli.exits import Exit
from p2pqwirkle.cli.goals import Aim, Goal
from p2pqwirkle.cli.options import DEFAULT_PORT
from p2pqwirkle.cli.redials import PAUSE_SECONDS, Redials
from p2pqwirkle.cli.seat import SomeSeat, TakeSeat, Waiting
from p2pqwirkle.cli.spoilt import Spoilers, Spoilt
from p2pqwirkle.cli.way_out import WayOut
from p2pqwirkle.codes import Code
from p2pqwirkle.net.door import Door
from p2pqwirkle.net.guest import JoinerLobby
from p2pqwirkle.net.handshake import connect
from p2pqwirkle.net.interfaces import own_interfaces, told_addresses
from p2pqwirkle.net.link import Closure, Keeper, LinkError, Trouble
from p2pqwirkle.net.neighbour import NETWORK
from p2pqwirkle.net.reactor import EVERYWHERE, Address, Reactor
from p2pqwirkle.net.seeking import Seeker
from p2pqwirkle.net.tls import Credentials
from p2pqwirkle.net.wayback import WayBack
from p2pqwirkle.record.identity import PlayerId

PAUSES: Final = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 16.0)
"""Seconds until we ask again, when others have tried wrong codes."""
REOPENING_SECONDS: Final = 60.0
"""How long a host has to open its table again after a charter that has come to nothing."""
LOOK_AGAIN_SECONDS: Final = 1.0
"""Until we ask a host again that has not opened its table for the next game."""


class JoinProgram:
    """Takes a seat in a game, and in the next ones at the same table.

    Args:
        take_seat: takes it on our side; asked before every game.
        aim: finds out where the table is.
        code: what its host has said, as far as that is known before it is asked.
    """

    def __init__(self, take_seat: TakeSeat, aim: Aim, code: Code | None = None) -> None:
        self._take_seat = take_seat
        self._aim = aim
        self._known = code
        self._code = code
        self._goal: Goal | None = None
        self._host: PlayerId | None = None
        self._spoilers = Spoilers()
        self._spoilt: Spoilt | None = None
        self._until_open = 0.0
        self._redials = Redials()
        self._way_out = WayOut()

    async def run(self, reactor: Reactor) -> int:
        """Play a game, and return the exit code; after the first, wait for the host to be back.

        A charter that comes to nothing is followed by another one at the same table.

        Raises:
            Exit: there was no seat, or the game has not come to an end.
        """
        while True:
            try:
                return await self._one_game(reactor)
            except Spoilt as why:
                if why is self._spoilt:
                    raise
                self._spoilers.reckon(why)
                if self._host in self._spoilers.out:
                    raise
                self._spoilt = why
                self._until_open = reactor.seconds() + REOPENING_SECONDS

    async def _one_game(self, reactor: Reactor) -> int:
        seat = self._take_seat(reactor)
        goal = await self._aimed(reactor, seat)
        if self._spoilt is not None:
            seat.waiting.spoilt(self._spoilt)
        pauses = iter(PAUSES)
        self._redials = Redials()
        while True:
            try:
                return await self._run_once(reactor, seat, goal)
            except LinkError as error:
                goal = await self._after(reactor, seat, error.closure, goal, pauses)

    async def _after(
        self,
        reactor: Reactor,
        seat: SomeSeat,
        refusal: Closure,
        goal: Goal,
        pauses: Iterator[float],
    ) -> Goal:
        """The same goal again, once that is worth while, or another one."""
        try:
            await self._answer(reactor, seat.waiting, refusal, goal, pauses)
        except Exit as told:
            if self._host is not None or not self._aim.missed(told):
                raise
            self._goal, self._code = None, self._known
            return await self._aimed(reactor, seat)
        return goal

    async def _aimed(self, reactor: Reactor, seat: SomeSeat) -> Goal:
        """Where to sit; the next game of a table is another table at the same place.

        It needs no code: its seats are kept for us by our key, and only the same host will do.
        """
        if self._goal is None:
            self._way_out.take = self._aim.leave
            self._goal = await self._aim.goal(reactor, seat.waiting)
        goal = self._goal
        if self._host is not None:
            goal, self._code = replace(goal, table=None, host=self._host), None
        seat.waiting.asking(goal.addresses[0])
        return goal

    async def _run_once(self, reactor: Reactor, seat: SomeSeat, goal: Goal) -> int:
        door = Door(reactor, seat.credentials, seat.waiting.turned_away)
        if self._spoilt is not None:
            door.over = frozenset({self._spoilt.game})
        host, listen = goal.addresses[0], partial(_listen, door)
        seeker = partial(_seeker, reactor, seat.credentials, goal.addresses)
        way_back = WayBack(reactor, seeker, seat.waiting.lost)
        lobby = JoinerLobby(
            seat.player, host, listen, seat.waiting.seated, code=self._code, way_back=way_back
        )
        seat.waiting.entered(lobby)
        goal.dial(reactor, seat.credentials, keeper=lobby, failed=lobby.failed)
        try:
            company, host_link = await self._way_out.until(lobby.complete)
            self._host, self._spoilt = host_link.peer, None
            self._way_out.take = seat.leave
            return await seat.play(company, lambda game: game.begin_as_joiner(door, host_link))
        finally:
            way_back.end()
            await door.shut()

    def leave(self) -> None:
        """Ask for no seat any more, or leave the game."""
        self._way_out.take()

    async def _answer(
        self,
        reactor: Reactor,
        waiting: Waiting,
        refusal: Closure,
        goal: Goal,
        pauses: Iterator[float],
    ) -> None:
        """Wait, or ask for the code, whatever makes it worth while to ask the host again.

        Raises:
            Exit: nothing does.
        """
        is_broken = self._spoilt is not None and refusal.clause in NETWORK
        if self._host is not None and (is_broken or _is_not_open_yet(refusal)):
            if self._spoilt is not None and reactor.seconds() > self._until_open:
                raise self._spoilt
            await self._way_out.pause(reactor, LOOK_AGAIN_SECONDS)
            return
        if self._redials.take(refusal):
            await self._way_out.pause(reactor, PAUSE_SECONDS)
            return
        pause = next(pauses, None) if refusal.clause == "L10.4" else None
        if pause is None:
            code = waiting.code_for(refusal, goal.addresses[0])
            self._code = await self._way_out.until(code)
            return
        waiting.put_off(pause)
        await self._way_out.pause(reactor, pause)


def _seeker(
    reactor: Reactor,
    credentials: Credentials,
    addresses: Sequence[Address],
    host: PlayerId,
    keeper: Keeper,
) -> Seeker:
    """What dials *host* at *addresses*, until it is told to stop."""
    dial = partial(connect, reactor, credentials, pin=host)
    return Seeker(reactor, dial, lambda: addresses, keeper)


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
