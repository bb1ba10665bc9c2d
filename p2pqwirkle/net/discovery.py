"""Which tables there are on the home network: one for each id, and live ones only.

Multicast DNS remembers a table for a quarter of an hour after its host was killed, and anybody can
say anything there.  So every table is asked, again and again, and only its host's key can answer.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, Protocol

from twisted.internet.base import DelayedCall

from p2pqwirkle.net.link import Closure, Side, Trouble
from p2pqwirkle.net.listing import Listing, TableId
from p2pqwirkle.net.multicast import Hint, Lookout, read_hint
from p2pqwirkle.net.reactor import Clock
from p2pqwirkle.net.seating import MAX_HOSTS
from p2pqwirkle.record.entry import PROTOCOL_VERSION

MAX_TABLES: Final = 32
"""No home has so many; whoever announces more wants to fill lists."""
ASK_AGAIN_SECONDS: Final = 6.0
"""zeroconf asks ever more rarely, and would miss a cable that is plugged in again."""
PROBE_SECONDS: Final = 2.5
"""From one probe to the next, and how long one may take."""
SILENT_AFTER: Final = 2
"""Probes without an answer before a table is shown as silent: one may be lost."""
GONE_SECONDS: Final = 20.0
"""After the last answer a table is forgotten; `GONE_AFTER` probes have to fail too, since this
computer may have slept."""
GONE_AFTER: Final = 3
RARE_PROBE_SECONDS: Final = 10.0
"""From one probe to the next of a table that is gone, or has never answered."""
NO_ANSWER: Final = Closure(Side.NOBODY, "", "no answer in time", trouble=Trouble.NO_ANSWER)


class Probe(Protocol):
    """Asks a table once."""

    def __call__(
        self, hint: Hint, *, answered: Callable[[Listing], None], failed: Callable[[Closure], None]
    ) -> Callable[[], None]:
        """Either *answered* or *failed* is called later; the result gives up asking."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """A table as it was found.

    Attributes:
        hint: what was said of it, with all addresses that it was said to have.
        listing: what its host has last answered, or None if it never has.
        is_silent: whether it does not answer at present.
        closure: why the last probe failed, or None if it did not.
    """

    hint: Hint
    listing: Listing | None = None
    is_silent: bool = False
    closure: Closure | None = None

    @property
    def table(self) -> TableId:
        """Its id."""
        return self.hint.table

    @property
    def is_open(self) -> bool:
        """Whether it is there, as far as can be known."""
        return self.listing is not None and not self.is_silent


class Finder:
    """Finds tables as long as it is open.

    Args:
        clock: local time.
        probe: asks a table; see `probe_table`.
        changed: told of all tables, in the order in which they were found, at each change.
    """

    def __init__(
        self, clock: Clock, probe: Probe, changed: Callable[[tuple[Sighting, ...]], None]
    ) -> None:
        self._clock = clock
        self._probe = probe
        self._changed = changed
        self._tables: dict[TableId, _Asking] = {}
        self._lookout = Lookout(
            read_hint,
            seen=self._seen,
            withdrawn=self._withdrawn,
            refresh=ASK_AGAIN_SECONDS,
        )

    def open(self) -> None:
        """Begin."""
        self._lookout.open()

    def close(self) -> "asyncio.Task[None]":
        """End; the result is done when nothing of it is left."""
        for asking in self._tables.values():
            asking.stop()
        return self._lookout.close()

    @property
    def sightings(self) -> tuple[Sighting, ...]:
        """All tables that there are now."""
        asked = self._tables.values()
        return tuple(asking.sighting for asking in asked if asking.is_shown)

    def _seen(self, hint: Hint) -> None:
        known = self._tables.get(hint.table)
        if known is not None:
            known.learn(hint)
        elif self._has_room():
            asking = _Asking(self._clock, self._probe, hint, self._tell)
            self._tables[hint.table] = asking
            asking.ask()
        self._tell()

    def _has_room(self) -> bool:
        """Whether one more table can be kept, for which one that has never answered may go."""
        if len(self._tables) < MAX_TABLES:
            return True
        dumb = (table for table, one in self._tables.items() if one.has_failed)
        oldest = next(dumb, None)
        if oldest is None:
            return False
        self._tables.pop(oldest).stop()
        return True

    def _tell(self) -> None:
        self._changed(self.sightings)

    def _withdrawn(self, hint: Hint) -> None:
        """Somebody says that a table is closed; if its host has ever answered, it knows better."""
        table = hint.table
        asking = self._tables.get(table)
        if asking is None:
            return
        if asking.sighting.listing is None or asking.is_gone:
            self._tables.pop(table).stop()
            self._tell()
        else:
            asking.ask()


class _Asking:
    """One table, which is asked every few seconds whether it is still there.

    A table that is gone is asked on, though more rarely: its host may have been asleep.

    Args:
        clock: local time.
        probe: asks it once.
        hint: what was said of it first.
        told: told when the sighting has become another one.
    """

    def __init__(self, clock: Clock, probe: Probe, hint: Hint, told: Callable[[], None]) -> None:
        self.sighting = Sighting(hint)
        self._clock = clock
        self._probe = probe
        self._told = told
        self._heard_at = clock.seconds()
        self._missed = 0
        self._give_up: Callable[[], None] | None = None
        self._next: DelayedCall | None = None

    @property
    def is_shown(self) -> bool:
        """Whether it is known what has become of it, and it is not gone."""
        sighting = self.sighting
        is_known = sighting.listing is not None or sighting.is_silent or not self.is_askable
        return is_known and not self.is_gone

    @property
    def has_failed(self) -> bool:
        """Whether it has never answered, although it was asked."""
        is_asked = self._missed > 0 or not self.is_askable
        return self.sighting.listing is None and is_asked

    @property
    def is_askable(self) -> bool:
        """Whether the host would understand a probe."""
        return self.sighting.hint.protocol == PROTOCOL_VERSION

    @property
    def is_gone(self) -> bool:
        """Whether it has answered once, and does not any more.

        A host that is heard and never answers has a firewall; that is worth showing.
        """
        is_late = self._clock.seconds() - self._heard_at > GONE_SECONDS
        return self.sighting.listing is not None and is_late and self._missed >= GONE_AFTER

    def learn(self, hint: Hint) -> None:
        """Take up what was said of the table now."""
        addresses = dict.fromkeys((*hint.addresses, *self.sighting.hint.addresses))
        merged = replace(hint, addresses=tuple(addresses)[:MAX_HOSTS])
        self.sighting = replace(self.sighting, hint=merged)

    def ask(self) -> None:
        """Ask now, unless an answer is awaited anyway, and every few seconds from now on."""
        if self._give_up is not None or not self.is_askable:
            return
        self._stop_waiting()
        self._next = self._clock.callLater(self._pause, self._ask_again)
        self._give_up = self._probe(
            self.sighting.hint, answered=self._answered, failed=self._failed
        )

    @property
    def _pause(self) -> float:
        """Seconds until the next probe: many dead tables must not keep us busy."""
        never_answers = self.sighting.listing is None and self._missed >= SILENT_AFTER
        return RARE_PROBE_SECONDS if self.is_gone or never_answers else PROBE_SECONDS

    def stop(self) -> None:
        """Ask no more."""
        self._stop_waiting()
        if self._give_up is not None:
            self._give_up()

    def _ask_again(self) -> None:
        if self._give_up is not None:
            self._give_up()
            self._failed(NO_ANSWER)
        self.ask()

    def _answered(self, listing: Listing) -> None:
        self._give_up = None
        self._missed = 0
        self._heard_at = self._clock.seconds()
        self._become(Sighting(self.sighting.hint, listing))

    def _failed(self, closure: Closure) -> None:
        self._give_up = None
        self._missed += 1
        is_silent = self._missed >= SILENT_AFTER
        self._become(replace(self.sighting, is_silent=is_silent, closure=closure))

    def _become(self, sighting: Sighting) -> None:
        self.sighting = sighting
        self._told()

    def _stop_waiting(self) -> None:
        if self._next is not None and self._next.active():
            self._next.cancel()
