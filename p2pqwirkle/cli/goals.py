"""Where a joiner wants to sit: at an address, at the table with an id, or at one that is found."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, Protocol, assert_never

from twisted.internet.defer import Deferred

from p2pqwirkle.cli.exits import Exit, ExitCode
from p2pqwirkle.cli.finding import (
    SHORT_ID,
    FoundTable,
    Search,
    found_tables,
    has_seat,
    nobody_yet,
)
from p2pqwirkle.cli.seat import Choosing
from p2pqwirkle.cli.way_out import unless_left
from p2pqwirkle.errors import Breach
from p2pqwirkle.net.dialling import Judge, listing_of, race
from p2pqwirkle.net.discovery import Finder, Sighting
from p2pqwirkle.net.link import Closure, Keeper, Link
from p2pqwirkle.net.listing import TableId
from p2pqwirkle.net.probing import probe_table
from p2pqwirkle.net.reactor import Address, Reactor
from p2pqwirkle.net.tls import Credentials
from p2pqwirkle.record.identity import PlayerId

PATIENT_SECONDS: Final = 10
"""How long a table is looked for by its id: its host may just have opened it."""
SETTLING_SECONDS: Final = 5
"""How long all tables are looked for, where nobody can choose later."""


@dataclass(frozen=True, slots=True)
class Goal:
    """A table to join.

    Attributes:
        addresses: where it may be.
        table: its id, or None if any table will do that is there.
        host: its host's key, if only that one will do.
    """

    addresses: tuple[Address, ...]
    table: TableId | None = None
    host: PlayerId | None = None

    def dial(
        self,
        reactor: Reactor,
        credentials: Credentials,
        *,
        keeper: Keeper,
        failed: Callable[[Closure], None],
    ) -> None:
        """Dial it at all of its addresses; either *keeper* gets a link, or *failed* is told."""
        judge: Judge | None = None if self.table is None else partial(listing_of, self.table)
        if self.host is not None:
            judge = partial(_check_host, self.host)
        race(reactor, credentials, self.addresses, keeper=keeper, failed=failed, judge=judge)


def _check_host(host: PlayerId, link: Link, _answer: object) -> None:
    """Check that *link* leads to *host*.

    Raises:
        Breach: L1.3 if somebody else answers at its address.
    """
    if link.peer != host:
        raise Breach("L1.3", f"another key than {host.hex()}")


class Aim(Protocol):
    """Finds out where to sit."""

    async def goal(self, reactor: Reactor, chooser: Choosing) -> Goal:
        """The table to join.

        Raises:
            Exit: there is none, or nobody waits for it any more.
        """

    def missed(self, why: Exit) -> bool:
        """There was no seat; whether there may be one elsewhere, so that one can aim again."""

    def leave(self) -> None:
        """Wait no longer."""


class AtAddress:
    """Sit where somebody has said."""

    def __init__(self, address: Address) -> None:
        self._address = address

    async def goal(self, _reactor: Reactor, _chooser: Choosing) -> Goal:
        """The address, whatever is there."""
        return Goal((self._address,))

    def missed(self, _why: Exit) -> bool:
        """There is no other address."""
        return False

    def leave(self) -> None:
        """There is nothing to wait for."""


class AtTable:
    """Sit at the table whose id begins with some digits."""

    def __init__(self, digits: str) -> None:
        self._digits = digits
        self._search = Search(PATIENT_SECONDS, self._is_it)

    async def goal(self, reactor: Reactor, _chooser: Choosing) -> Goal:
        """The table, once it is found.

        Raises:
            Exit: it is not there.
        """
        await self._search.run(reactor)
        named = [table for table in self._search.found if self._is_it(table)]
        if len(named) != 1:
            raise Exit(ExitCode.COULD_NOT, "no-such-table", id=self._digits)
        return goal_of(named[0])

    def missed(self, _why: Exit) -> bool:
        """No other table was named."""
        return False

    def leave(self) -> None:
        """Look no longer."""
        self._search.leave()

    def _is_it(self, table: FoundTable) -> bool:
        return table.id.startswith(self._digits) and table.sighting.is_open


class AtTheOnlyTable:
    """Sit at the one table that will do: there is nobody to choose among several.

    Args:
        fits: whether a table will do.
        none: the sentence that says that none does.
        many: the sentence that names several that do.
    """

    def __init__(
        self,
        fits: Callable[[FoundTable], bool] = has_seat,
        *,
        none: str = "no-table-found",
        many: str = "many-tables",
    ) -> None:
        self._search = Search(SETTLING_SECONDS)
        self._fits = fits
        self._none = none
        self._many = many

    async def goal(self, reactor: Reactor, _chooser: Choosing) -> Goal:
        """The table.

        Raises:
            Exit: there is none, or more than one.
        """
        await self._search.run(reactor)
        tables = [table for table in self._search.found if self._fits(table)]
        if len(tables) > 1:
            ids = ", ".join(f"{table.id[:SHORT_ID]} ({table.name})" for table in tables)
            raise Exit(ExitCode.COULD_NOT, self._many, tables=ids)
        if not tables:
            raise Exit(ExitCode.COULD_NOT, self._none)
        return goal_of(tables[0])

    def missed(self, _why: Exit) -> bool:
        """There was no other table."""
        return False

    def leave(self) -> None:
        """Look no longer."""
        self._search.leave()


class AtChosenTable:
    """Sit at the table that the player chooses of those that are found."""

    def __init__(self) -> None:
        self._choice: Deferred[str] = Deferred()
        self._found: tuple[FoundTable, ...] = ()
        self._why = ""

    async def goal(self, reactor: Reactor, chooser: Choosing) -> Goal:
        """The table, once it is chosen.

        Raises:
            Exit: the player has left.
        """

        def changed(sightings: Sequence[Sighting]) -> None:
            self._found = found_tables(sightings)
            chooser.offered(self._found)

        self._choice = Deferred()
        chooser.choosing(self.choose, self._why)
        finder = Finder(reactor, partial(probe_table, reactor, nobody_yet()), changed)
        finder.open()
        try:
            chosen = await unless_left(self._choice)
        finally:
            await Deferred.fromFuture(finder.close())
        return goal_of(next(table for table in self._found if table.id == chosen))

    def missed(self, why: Exit) -> bool:
        """Let the player choose another one, unless it was the player who gave up."""
        self._why = str(why)
        return why.code is ExitCode.COULD_NOT

    def choose(self, table: str) -> None:
        """The player has chosen the table with this id."""
        if not self._choice.called and any(one.id == table for one in self._found):
            self._choice.callback(table)

    def leave(self) -> None:
        """The player wants none."""
        self._choice.cancel()


def aim_at(named: str | tuple[str, int] | None, *, otherwise: Aim) -> Aim:
    """Sit where somebody has *named* a table by its id or its address; *otherwise* if nowhere."""
    match named:
        case None:
            return otherwise
        case str() as digits:
            return AtTable(digits)
        case host, port:
            return AtAddress(Address(host, port))
        case _ as other:
            assert_never(other)


def goal_of(table: FoundTable) -> Goal:
    """Joining *table*."""
    return Goal(table.sighting.hint.addresses, table.sighting.table)
