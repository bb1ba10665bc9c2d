"""Somebody who watches: between one console and one game, from the search to the verdict."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from time import monotonic

from p2pqwirkle.bag.group import Edwards25519
from p2pqwirkle.cli.console_waiting import found_in_list
from p2pqwirkle.cli.exits import Exit, ExitCode
from p2pqwirkle.cli.finding import FoundTable, may_be_watched, nobody_yet
from p2pqwirkle.cli.folder import DataFolder
from p2pqwirkle.cli.looking_back import look_back
from p2pqwirkle.cli.reasons import reason
from p2pqwirkle.cli.seat import check_not_stopped
from p2pqwirkle.cli.spoilt import Spoilt, check_opened
from p2pqwirkle.cli.stage import Console, Stage
from p2pqwirkle.console.arrivals import ended, first_desk, hearing, showing
from p2pqwirkle.console.commands import Leave, Request, Sit
from p2pqwirkle.console.desk import Desk, Habits
from p2pqwirkle.console.lobby import Lobby
from p2pqwirkle.console.scene import watched_scene
from p2pqwirkle.console.search import Found, Search
from p2pqwirkle.names import player_names
from p2pqwirkle.net.endings import Abandoned
from p2pqwirkle.net.lobby import Company
from p2pqwirkle.net.reactor import Address
from p2pqwirkle.net.watching import Ending, PlayersGone, Seen, Watching
from p2pqwirkle.record.chat import SignedRemark
from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.table.effects import View
from p2pqwirkle.table.onlooker import Onlooker
from p2pqwirkle.words import sentence


class ConsoleWatcher:
    """One person who watches one game, and is nobody to its players.

    Args:
        stage: where the console is.
        folder: keeps the record.
        patience: for how many seconds the players are looked for when nobody is heard.
        first: what the console shows first.
        habits: what the person has set.

    Attributes:
        console: what the person sees.
        again: never set: who wants to watch another game begins anew.
    """

    def __init__(
        self,
        stage: Stage,
        folder: DataFolder,
        patience: int,
        first: Lobby | Search,
        habits: Habits,
    ) -> None:
        self._stage = stage
        self._folder = folder
        self._patience = patience
        self._looks = first.looks
        self._habits = habits
        self._choose: Callable[[str], None] | None = None
        self._watching: Watching | None = None
        self.credentials = nobody_yet()
        self.again = asyncio.Event()
        self.console: Console = stage.console(first, self._asked)

    @property
    def is_playing(self) -> bool:
        """Whether there is a game to be seen."""
        return self._watching is not None

    def begin_again(self) -> None:
        """Does not happen."""

    def leave(self) -> None:
        """Watch no longer."""
        if self._watching is not None:
            self._watching.abandon()

    def choosing(self, choose: Callable[[str], None], why: str) -> None:
        """Let the person *choose* one of the tables that are `offered` from now on, by its id."""
        self._choose = choose
        if not isinstance(self.console.state, Search):
            self.console.become(Search(self._looks, notice=why, command="watch"))

    def offered(self, tables: Sequence[FoundTable]) -> None:
        """There are these tables now."""
        shown = self.console.state
        if isinstance(shown, Search):
            found = tuple(_found_to_watch(table) for table in tables)
            if found != shown.tables:
                self.console.become(shown.showing(found))

    def asking(self, player: Address) -> None:
        """We ask the *player* for its game now."""
        self._watching = None
        self.console.become(Lobby(self._looks, host=str(player), is_watching=True))

    def put_off(self) -> None:
        """The game has not begun: we ask again soon."""
        shown = self.console.state
        if isinstance(shown, Lobby):
            self.console.become(shown.saying("lobby.not-begun"))

    def spoilt(self, why: Spoilt) -> None:
        """The players' charter has come to nothing: they may meet for another one."""
        shown = self.console.state
        if isinstance(shown, Lobby):
            self.console.become(shown.saying(f"cli.{why.key}", **why.fields))

    async def watch(self, company: Company) -> int:
        """Watch to the end, look at the record, and return the exit code.

        Raises:
            Spoilt: the players have not even begun.
            Exit: there is no end to be seen, or the disk is full.
        """
        try:
            ending, record = await self._ending(company)
        except OSError as error:
            cause = error.strerror or error
            path = self._folder.path
            raise Exit(ExitCode.COULD_NOT, "no-disk", path=path, reason=cause) from error
        self._check_seen(ending, company, record)
        result, code = await look_back(self._stage.reactor, record)
        if isinstance(self.console.state, Desk):
            self.console.become(ended(self.console.state, result))
        return code

    def linked(self, seats: frozenset[Seat]) -> None:
        """Signs of life tell a person more than links do; the game calls this."""

    def seen(self, view: View) -> None:
        """The game has changed; it calls this."""
        now, before = monotonic(), self.console.state
        if isinstance(before, Desk):
            desk, _ = showing(before, watched_scene(view, before.scene), now)
        else:
            desk = first_desk(watched_scene(view, None), self._looks, now, self._habits)
        self.console.become(desk)

    def heard(self, signed: SignedRemark) -> None:
        """A player has said something; the game calls this."""
        desk = self.console.state
        if self._watching is not None and isinstance(desk, Desk):
            seat = self._watching.seat_of(signed.remark.author)
            self.console.become(hearing(desk, seat, signed.remark.text))

    def silences(self) -> Sequence[float]:
        """For how many seconds nobody has heard each seat, or it has owed an entry."""
        return () if self._watching is None else self._watching.silences()

    async def _ending(self, company: Company) -> tuple[Ending, Path]:
        """How watching ends, and where the record is."""
        record, writer, stream = self._folder.watched_game(company.charter.game)
        onlooker = Onlooker(charter=company.charter, group=Edwards25519(), record=writer)
        with stream:
            self._watching = Watching(
                self._stage.reactor,
                self.credentials,
                company,
                onlooker,
                patience=self._patience,
                eyes=self,
            )
            self._watching.begin()
            return await self._watching.ended, record

    def _check_seen(self, ending: Ending, company: Company, record: Path) -> None:
        check_opened(ending, company)
        match ending:
            case Seen(view):
                names = player_names([player.name for player in company.charter.players])
                check_not_stopped(view.stopped, names, record)
            case PlayersGone(clause):
                told = {"seconds": self._patience, "path": record}
                if clause:
                    told["reason"] = reason(clause)
                key = "players-refuse" if clause else "players-gone"
                raise Exit(ExitCode.UNFINISHED, key, **told)
            case Abandoned():
                raise Exit(ExitCode.UNFINISHED, "watched-left", path=record)

    def _asked(self, request: Request) -> None:
        """The person asks for something."""
        match request:
            case Leave():
                self.console.leave()
            case Sit(table) if self._choose is not None:
                self._choose(table)
            case _:
                pass  # there is nothing else to ask for


def _found_to_watch(table: FoundTable) -> Found:
    """*table* as the console lists it to somebody who wants to watch."""
    found = replace(found_in_list(table), is_to_watch=True)
    if found.trouble or may_be_watched(table):
        return found
    return replace(found, trouble=sentence("search.unwatched"))
