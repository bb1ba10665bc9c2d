"""The reactor's part of `host`: opens a table, waits for the guests, and plays with them."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from twisted.internet.error import CannotListenError

from p2pqwirkle.cli.announcing import Announcement
from p2pqwirkle.cli.exits import Exit
from p2pqwirkle.cli.opponents import Opponents
from p2pqwirkle.cli.options import DEFAULT_PATIENCE, DEFAULT_PORT
from p2pqwirkle.cli.reasons import cannot_listen
from p2pqwirkle.cli.seat import TakeSeat
from p2pqwirkle.cli.spoilt import Spoilers, Spoilt
from p2pqwirkle.cli.way_out import unless_left
from p2pqwirkle.codes import Code
from p2pqwirkle.net.door import Door
from p2pqwirkle.net.lobby import Company, Deserted, HostLobby, Terms
from p2pqwirkle.net.reactor import EVERYWHERE, EVERYWHERE_ON_IPV4, Address, Reactor
from p2pqwirkle.record.identity import PlayerId
from p2pqwirkle.table.charter import MIN_PLAYERS, Options

LOOPBACK: Final = "127.0.0.1"
GOODBYE_SECONDS: Final = 0.2
"""For the guests to hear that there will be no game."""


@dataclass(frozen=True, slots=True)
class Offer:
    """The table that a host opens.

    Attributes:
        bind: the address to listen on; None means all.
        port: None means the usual one, or any if that is taken.
        is_listed: whether others on the network may find the table by themselves.
        code: what guests have to know; None lets everybody in.
        patience: how many seconds those are waited for who do not come back after a charter that
            has come to nothing.
    """

    players: int
    options: Options
    bind: str | None
    port: int | None
    is_listed: bool
    code: Code | None = None
    patience: float = DEFAULT_PATIENCE


class HostProgram:
    """Hosts a game, and the next ones for the same people.

    Args:
        take_seat: takes the host's own seat; asked before every game.
        offer: the table.
        bots: take some of the seats.
    """

    def __init__(self, take_seat: TakeSeat, offer: Offer, bots: Opponents) -> None:
        self._take_seat = take_seat
        self._offer = offer
        self._bots = bots
        self._played: frozenset[PlayerId] = frozenset()
        self._spoilers = Spoilers()
        self._stop: Callable[[], None] = lambda: None

    async def run(self, reactor: Reactor) -> int:
        """Host a game, and return the exit code; after the first, only who played it comes in.

        A charter that comes to nothing is followed by another one, for the same people.

        Raises:
            Exit: there was none, or it has not come to an end.
        """
        spoilt: Spoilt | None = None
        while True:
            try:
                return await self._run_once(reactor, spoilt)
            except Spoilt as why:
                if why is spoilt:
                    raise  # nobody has come back for another one
                spoilt = why
                self._spoilers.reckon(why)
                self._played -= self._spoilers.out
                if len(self._played) < MIN_PLAYERS:
                    raise

    async def _run_once(self, reactor: Reactor, spoilt: Spoilt | None) -> int:
        """Host one game; the last charter for it was *spoilt*, if any was."""
        seat = self._take_seat(reactor)
        offer, waiting = self._offer, seat.waiting
        door = Door(reactor, seat.credentials, waiting.turned_away)
        # Those for whom seats are kept are known by their keys.
        code = None if self._played else offer.code
        lobby = HostLobby(reactor, seat.player, self._terms(code), waiting)
        door.offer(lobby)
        door.over = frozenset() if spoilt is None else frozenset({spoilt.game})
        waiting.entered(lobby)
        if code is not None:
            waiting.coded(code)
        listening = self._listen(door)
        # Whoever comes back looks where the table was.
        self._offer = replace(self._offer, port=listening.port)
        # The next game of a table is for those who played the last one.
        is_listed = self._offer.is_listed and not self._played
        announced = Announcement(reactor, lobby, listening, waiting.listening, is_listed=is_listed)
        announced.begin()
        waiting.seated(lobby.roster)
        self._bots.sit_down(_from_here(listening), code)
        if spoilt is not None:
            waiting.spoilt(spoilt)
        try:
            company = await self._company(reactor, lobby, spoilt)
            self._stop = seat.leave
            self._played = frozenset(company.charter.identities)
            if not offer.options.watchers:
                announced.end()  # nobody has to find it any more
            return await seat.play(company, lambda game: game.begin_as_host(door, lobby))
        finally:
            await door.shut()
            await announced.end()

    def leave(self) -> None:
        """Close the table, or leave the game."""
        self._stop()

    def _terms(self, code: Code | None) -> Terms:
        wanted = len(self._played) or self._offer.players
        barred, options = self._spoilers.out, self._offer.options
        return Terms(wanted, options, code, kept_for=self._played, barred=barred)

    async def _company(self, reactor: Reactor, lobby: HostLobby, spoilt: Spoilt | None) -> Company:
        """Who has come; after a *spoilt* charter, those who come back soon.

        Raises:
            Exit: nobody has.
        """

        def stop() -> None:
            lobby.close()
            reactor.callLater(GOODBYE_SECONDS, lobby.complete.cancel)

        self._stop = stop
        waits = None
        if spoilt is not None:
            waits = reactor.callLater(self._offer.patience, lobby.settle_for_present)
        try:
            return await unless_left(lobby.complete)
        except Deserted:
            assert spoilt is not None  # or everybody is waited for
            raise spoilt from None
        finally:
            if waits is not None and waits.active():
                waits.cancel()

    def _listen(self, door: Door) -> Address:
        """What we have come to listen on."""
        bind = self._offer.bind or EVERYWHERE
        wanted = DEFAULT_PORT if self._offer.port is None else self._offer.port
        try:
            return _listen(door, Address(bind, wanted))
        except Exit:
            if self._offer.port is not None:
                raise
            return _listen(door, Address(bind, 0))


def _from_here(listening: Address) -> Address:
    """Where a program on this computer finds what listens so."""
    is_everywhere = listening.host in (EVERYWHERE, EVERYWHERE_ON_IPV4)
    return replace(listening, host=LOOPBACK) if is_everywhere else listening


def _listen(door: Door, address: Address) -> Address:
    try:
        return door.listen(address)
    except CannotListenError as error:
        raise cannot_listen(address, error.socketError) from error
