"""Finding tables on the network, and how a found one is told to people and to programs."""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from twisted.internet.defer import Deferred

from p2pqwirkle.cli.exits import Exit
from p2pqwirkle.cli.reasons import no_seat, other_version
from p2pqwirkle.names import player_names
from p2pqwirkle.net.discovery import NO_ANSWER, Finder, Sighting
from p2pqwirkle.net.interfaces import Interface, nearest_first, own_interfaces
from p2pqwirkle.net.multicast import Hint
from p2pqwirkle.net.probing import probe_table
from p2pqwirkle.net.reactor import Address, Reactor
from p2pqwirkle.net.tls import Credentials
from p2pqwirkle.record.entry import PROTOCOL_VERSION
from p2pqwirkle.record.identity import KEY_SIZE, Identity
from p2pqwirkle.words import sentence

SHORT_ID: Final = 8
"""Digits of a table's id that are shown, and that are enough to join it."""


@dataclass(frozen=True, slots=True)
class FoundTable:
    """A table that is open, or at least heard of.

    Attributes:
        name: its host's, told apart from others of that name.
        sighting: how it was found.
    """

    name: str
    sighting: Sighting

    @property
    def id(self) -> str:
        """Its whole id, in hexadecimal digits."""
        return self.sighting.table.hex()

    @property
    def address(self) -> Address:
        """Where to find it, most likely."""
        return self.sighting.hint.addresses[0]

    def as_json(self) -> dict[str, object]:
        """The line of a program; only for a table that is open."""
        listing, hint = self.sighting.listing, self.sighting.hint
        assert listing is not None  # it is open
        return {
            "table": self.id,
            "name": self.name,
            "host": listing.name,
            "addresses": [address.host for address in hint.addresses],
            "port": self.address.port,
            "seats": listing.wanted,
            "free": listing.free,
            "code": listing.needs_code,
            "version": listing.program,
        }


def found_tables(
    sightings: Sequence[Sighting],
    *,
    around: Callable[[], Sequence[Interface]] = own_interfaces,
) -> tuple[FoundTable, ...]:
    """All *sightings*, each with a name of its own, and the nearest of its addresses first.

    Args:
        sightings: how tables were found.
        around: our own addresses.
    """
    interfaces = around()
    said = [one.listing.name if one.listing is not None else "?" for one in sightings]
    names = player_names(said)
    return tuple(
        FoundTable(name, replace(one, hint=_nearest_first(one.hint, interfaces)))
        for name, one in zip(names, sightings, strict=True)
    )


def _nearest_first(hint: Hint, interfaces: Sequence[Interface]) -> Hint:
    ordered = nearest_first(hint.addresses, interfaces)
    return replace(hint, addresses=ordered or hint.addresses)


def nobody_yet() -> Credentials:
    """The key of somebody who only looks: no host need know who we are."""
    return Credentials(Identity(secrets.token_bytes(KEY_SIZE)))


class Search:
    """A look at the network.

    Args:
        seconds: how long.
        is_enough: ends it earlier, as soon as it holds for what was found.

    Attributes:
        found: what there was when it ended.
    """

    def __init__(
        self, seconds: float, is_enough: Callable[[FoundTable], bool] = lambda _: False
    ) -> None:
        self.found: tuple[FoundTable, ...] = ()
        self._seconds = seconds
        self._is_enough = is_enough
        self._enough: Deferred[None] = Deferred()

    async def run(self, reactor: Reactor) -> int:
        """Look, and keep what was found."""
        finder = Finder(reactor, partial(probe_table, reactor, nobody_yet()), self._changed)
        finder.open()
        over = reactor.callLater(self._seconds, self.leave)
        await self._enough
        if over.active():
            over.cancel()
        self.found = found_tables(finder.sightings)
        await Deferred.fromFuture(finder.close())
        return 0

    def leave(self) -> None:
        """Look no longer."""
        if not self._enough.called:
            self._enough.callback(None)

    def _changed(self, sightings: Sequence[Sighting]) -> None:
        if any(self._is_enough(table) for table in found_tables(sightings)):
            self.leave()


def has_seat(table: FoundTable) -> bool:
    """Whether one can sit down at *table* now."""
    listing = table.sighting.listing
    return trouble_with(table) is None and listing is not None and listing.free > 0


def may_be_watched(table: FoundTable) -> bool:
    """Whether one can watch the game of *table*, now or once it has begun."""
    listing = table.sighting.listing
    return trouble_with(table) is None and listing is not None and listing.options.watchers


def trouble_with(table: FoundTable) -> Exit | None:
    """Why nobody can sit down at *table* at present, or None if one can."""
    sighting = table.sighting
    if sighting.hint.protocol != PROTOCOL_VERSION:
        return other_version(sighting.hint.program, sighting.hint.protocol)
    if sighting.listing is None or sighting.is_silent:
        return no_seat(sighting.closure or NO_ANSWER, table.address)
    return None


def line_of(table: FoundTable) -> str:
    """One line for people."""
    listing, trouble = table.sighting.listing, trouble_with(table)
    if listing is None or trouble is not None:
        return str(trouble)
    line = sentence(
        "tables.with-code" if listing.needs_code else "tables.line",
        id=table.id[:SHORT_ID],
        name=table.name,
        free=listing.free,
        seats=listing.wanted,
        address=table.address,
    )
    return sentence("tables.watched", line=line) if listing.options.watchers else line
