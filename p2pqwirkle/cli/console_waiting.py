"""A person before the game: between one console and one lobby."""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, Protocol

from twisted.internet.defer import Deferred

from p2pqwirkle.cli.acquaintances import keep, recall
from p2pqwirkle.cli.finding import FoundTable, trouble_with
from p2pqwirkle.cli.folder import DataFolder
from p2pqwirkle.cli.reasons import no_seat
from p2pqwirkle.cli.seat import Entered
from p2pqwirkle.cli.spoilt import Spoilt
from p2pqwirkle.codes import Code, make_code
from p2pqwirkle.console.commands import GiveCode, NewCode, PutOut, Ready, Rename, Request, Sit
from p2pqwirkle.console.desk import Notice
from p2pqwirkle.console.lobby import Lobby, Place
from p2pqwirkle.console.search import Found, Search
from p2pqwirkle.console.states import State
from p2pqwirkle.net.invitation import MOST_TRIES
from p2pqwirkle.net.link import Closure
from p2pqwirkle.net.lobby import Company, HostLobby
from p2pqwirkle.net.reactor import Address
from p2pqwirkle.net.seating import Roster, Seated
from p2pqwirkle.record.identity import PlayerId
from p2pqwirkle.table.charter import Options

ASKING: Final = {"L10.1": None, "L10.3": Notice("lobby.wrong-code")}
"""Refusals after which a guest is asked for the code, and what it is told."""


class Shown(Protocol):
    """What the person sees."""

    state: State

    def become(self, state: State) -> None:
        """Show another state."""


class ConsoleWaiting:
    """What a person sees and does before the game.

    Args:
        shown: what the person sees, once there is anything.
        folder: knows whom the person has met.
        lobby: what is shown of the lobby first.
        among_bots: whether nobody but bots of our own comes; the person is ready at once then.

    Attributes:
        lobby: what is shown of it at the beginning of a game.
    """

    def __init__(
        self,
        shown: Callable[[], Shown],
        folder: DataFolder,
        lobby: Lobby,
        *,
        among_bots: bool = False,
    ) -> None:
        self._shown = shown
        self._folder = folder
        self.lobby = lobby
        self._own = lobby.own
        self._among_bots = among_bots
        self._met = recall(folder.path)
        self._entered: Entered | None = None
        self._choose: Callable[[str], None] | None = None
        self._played: frozenset[PlayerId] = frozenset()
        self._answered = -1
        self._code: Deferred[Code] | None = None

    def entered(self, lobby: Entered) -> None:
        """*lobby* is where the person waits now."""
        self._entered = lobby

    def coded(self, code: Code) -> None:
        """Guests have to know *code* from now on."""
        self._change(lambda state: replace(state, code=code))

    def listening(self, where: Sequence[Address]) -> None:
        """Others can join now, best at the first address *where*."""
        if self._among_bots or self._played:
            return  # whoever comes knows the way
        addresses = tuple(str(address) for address in where)
        self._change(lambda state: replace(state, addresses=addresses))

    def choosing(self, choose: Callable[[str], None], why: str) -> None:
        """Let the person *choose* one of the tables that are `offered` from now on, by its id."""
        self._choose = choose
        if not isinstance(self._shown().state, Search):
            self._shown().become(Search(self.lobby.looks, notice=why))

    def offered(self, tables: Sequence[FoundTable]) -> None:
        """There are these tables now."""
        shown = self._shown()
        if isinstance(shown.state, Search):
            found = tuple(found_in_list(table) for table in tables)
            if found != shown.state.tables:
                shown.become(shown.state.showing(found))

    def asking(self, host: Address) -> None:
        """We ask for a seat at the table of *host* now."""
        self.lobby = replace(self.lobby, host=str(host))
        if isinstance(self._shown().state, Search):
            self._shown().become(self.lobby)

    def seated(self, roster: Roster) -> None:
        """Somebody has come, gone, become ready or taken another name."""
        if roster.is_full and self._is_ready_at_once(roster):
            self._say_ready(is_ready=True)  # and hear of a roster that shows it
            return
        places = [self._place(one) for one in roster.seated]
        agreed = agreed_options(roster.options)
        self._change(lambda state: state.joined(places, roster.wanted, agreed))

    def turned_away(self, host: str, closure: Closure) -> None:
        """Strangers at the door are no news to a person."""

    def tried(self, host: str, failed: int) -> None:
        """Somebody at *host* did not know the code; *failed* tries of it have failed now."""
        key = "lobby.spent" if failed >= MOST_TRIES else "lobby.knocked"
        self._change(lambda state: state.saying(key, host=host, failed=failed, most=MOST_TRIES))

    def coming_back(self, torn: int) -> None:
        """We go on with a game; *torn* bytes were only half written when it stopped."""
        if torn:
            self._change(lambda state: state.saying("lobby.mended", bytes=torn))

    def lost(self) -> None:
        """The link to the host has broken, and it is dialled again."""
        self._change(lambda state: state.saying("lobby.lost"))

    def spoilt(self, why: Spoilt) -> None:
        """The last charter has come to nothing: the same people meet for another one."""
        self._change(lambda state: state.saying(f"cli.{why.key}", **why.fields))

    def put_off(self, seconds: float) -> None:
        """Others have tried wrong codes: we ask again in so many *seconds*."""
        self._change(lambda state: state.saying("lobby.too-soon", seconds=round(seconds, 1)))

    def code_for(self, closure: Closure, host: Address) -> "Deferred[Code]":
        """The code that the person types after a refusal.

        Raises:
            Exit: the refusal is about something else.
        """
        if closure.clause not in ASKING:
            raise no_seat(closure, host)
        self._code = Deferred()
        self._change(lambda state: state.wanting_code(ASKING[closure.clause]))
        return self._code

    def begun(self, company: Company) -> None:
        """The game begins: its players are known from now on."""
        self._played = frozenset(company.charter.identities)
        self._answered = -1
        others = [
            (player.identity, player.name)
            for player in company.charter.players
            if player.identity != self._own
        ]
        if not self._among_bots:
            self._met = self._met.having_met(others)
            keep(self._met, self._folder.path)

    def asked(self, request: Request) -> None:
        """The person asks for something."""
        lobby = self._entered
        match request:
            case Sit(table) if self._choose is not None:
                self._choose(table)
            case Ready(is_ready):
                self._say_ready(is_ready=is_ready)
            case Rename(name) if lobby is not None:
                lobby.rename(name)
            case GiveCode(code) if self._code is not None and not self._code.called:
                self._code.callback(code)
            case PutOut(player) if isinstance(lobby, HostLobby):
                lobby.put_out(player)
            case NewCode() if isinstance(lobby, HostLobby):
                code = make_code(secrets.token_bytes)
                lobby.gate.renew(code)
                self.coded(code)
                self._change(lambda state: state.saying("lobby.new-code"))
            case _:
                pass

    def _is_ready_at_once(self, roster: Roster) -> bool:
        """Whether nobody need be asked: bots came, or all have asked for another game."""
        if self._answered == roster.number:
            return False
        self._answered = roster.number
        players = frozenset(one.player for one in roster.seated)
        # Whoever was content with more of them is so with fewer: some were put out, or are gone.
        return self._among_bots or players <= self._played

    def _say_ready(self, *, is_ready: bool) -> None:
        if self._entered is not None:
            self._entered.say_ready(is_ready=is_ready)

    def _place(self, seated: Seated) -> Place:
        own = seated.player == self._own
        remark = None if own or self._among_bots else self._met.remark(seated.player, seated.name)
        return Place(seated.player, seated.name, seated.is_ready, remark)

    def _change(self, changed: Callable[[Lobby], Lobby]) -> None:
        shown = self._shown()
        if isinstance(shown.state, Lobby):
            shown.become(changed(shown.state))


def found_in_list(table: FoundTable) -> Found:
    """*table* as the console lists it."""
    listing, trouble = table.sighting.listing, trouble_with(table)
    return Found(
        id=table.id,
        name=table.name if listing is not None else table.address.host,
        seats=None if listing is None else listing.wanted,
        free=0 if listing is None else listing.free,
        needs_code=listing is not None and listing.needs_code,
        address=str(table.address),
        options=() if listing is None else agreed_options(listing.options),
        trouble="" if trouble is None else str(trouble),
    )


def agreed_options(options: Options) -> tuple[Notice, ...]:
    """What the players agree on, in words."""
    told = [Notice("lobby.stall-guard" if options.stall_guard else "lobby.no-stall-guard")]
    if not options.hints:
        told.append(Notice("lobby.no-hints"))
    if options.watchers:
        told.append(Notice("lobby.watchers"))
    if options.turn_seconds:
        told.append(Notice("lobby.turn-seconds", (("seconds", options.turn_seconds),)))
    return tuple(told)
