"""Tells where a table is, on its host's screen and on the network, as long as it takes players."""

from collections.abc import Callable, Sequence
from typing import Final

from twisted.internet.base import DelayedCall
from twisted.internet.defer import Deferred, succeed

from p2pqwirkle import __version__
from p2pqwirkle.net.interfaces import Interface, own_interfaces, told_addresses, typed_addresses
from p2pqwirkle.net.lobby import HostLobby
from p2pqwirkle.net.multicast import Beacon, Hint
from p2pqwirkle.net.reactor import EVERYWHERE, EVERYWHERE_ON_IPV4, Address, Clock
from p2pqwirkle.record.entry import PROTOCOL_VERSION

LOOK_SECONDS: Final = 2.0
"""Between two looks at our addresses: a Wi-Fi may come up after the table."""


class Announcement:
    """One table, told of.

    Args:
        clock: local time.
        lobby: the table's; tells its guests.
        listening: where it listens.
        told: told at which addresses others can join, the best one first.
        is_listed: whether strangers may hear of it by multicast.
        interfaces: our addresses at present.
    """

    def __init__(  # noqa: PLR0913 - what is told, to whom, and how
        self,
        clock: Clock,
        lobby: HostLobby,
        listening: Address,
        told: Callable[[Sequence[Address]], None],
        *,
        is_listed: bool,
        interfaces: Callable[[], Sequence[Interface]] = own_interfaces,
    ) -> None:
        self._clock = clock
        self._lobby = lobby
        self._told = told
        self._listening = listening
        self._interfaces = interfaces
        self._next: DelayedCall | None = None
        self._beacon = Beacon(self._hint, _places(listening)) if is_listed else None

    def begin(self) -> None:
        """Tell where the table is, and again when that changes."""
        self._look()
        if self._beacon is not None:
            self._beacon.light()

    def end(self) -> "Deferred[None]":
        """Tell nobody any more; fires when the network has heard that."""
        if self._next is not None and self._next.active():
            self._next.cancel()
        return (
            succeed(None) if self._beacon is None else Deferred.fromFuture(self._beacon.put_out())
        )

    def _look(self) -> None:
        self._next = self._clock.callLater(LOOK_SECONDS, self._look)
        interfaces = self._interfaces()
        where = told_addresses(self._listening, interfaces)
        if where != self._lobby.where:
            self._lobby.where = where
            self._told(typed_addresses(where, interfaces))

    def _hint(self) -> Hint:
        """What is said of the table where it can be found."""
        where = told_addresses(self._listening, self._interfaces())
        return Hint(self._lobby.table, PROTOCOL_VERSION, __version__, where)


def _places(listening: Address) -> frozenset[str] | None:
    """At which addresses of ours the table can be found; None for all.

    Where nobody can come in, nobody need hear of it.
    """
    is_everywhere = listening.host in (EVERYWHERE, EVERYWHERE_ON_IPV4)
    return None if is_everywhere else frozenset({listening.host})
