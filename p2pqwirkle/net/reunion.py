"""The players of one game find each other again by multicast, wherever they are by now.

Links tell their ends where everybody is; this is for those who have no link left: a computer that
was off, or a network that was set up anew.
"""

import asyncio
from collections.abc import Callable, Iterable
from typing import Final

from p2pqwirkle.net.interfaces import Interface, own_interfaces, told_addresses
from p2pqwirkle.net.multicast import Beacon, Lookout, Trace, read_trace
from p2pqwirkle.net.reactor import Address
from p2pqwirkle.record.entry import GameId, labelled_hash
from p2pqwirkle.record.identity import PlayerId

MARK_SIZE: Final = 16
ASK_AGAIN_SECONDS: Final = 20.0
"""Rarely: while all have their links, nobody needs it."""


class Reunion:
    """Says where we are, and hears where the others are.

    Args:
        game: the game that is played.
        own: our key.
        others: the keys of the others.
        listening: where we listen.
        found: told where one of the others may listen; anybody can have said it.
        interfaces: our addresses at present.
    """

    def __init__(  # noqa: PLR0913 - who seeks whom, where, and for what
        self,
        game: GameId,
        own: PlayerId,
        others: Iterable[PlayerId],
        *,
        listening: Address,
        found: Callable[[PlayerId, tuple[Address, ...]], None],
        interfaces: Callable[[], tuple[Interface, ...]] = own_interfaces,
    ) -> None:
        self._players = {mark_of(player, game): player for player in others}
        self._found = found

        def trace() -> Trace:
            return Trace(mark_of(own, game), told_addresses(listening, interfaces()))

        self._beacon = Beacon(trace)
        self._lookout = Lookout(
            read_trace, seen=self._seen, withdrawn=lambda _: None, refresh=ASK_AGAIN_SECONDS
        )

    def open(self) -> None:
        """Begin."""
        self._beacon.light()
        self._lookout.open()

    def close(self) -> "asyncio.Task[None]":
        """End; the result is done when nothing of it is left."""
        closing = (self._beacon.put_out(), self._lookout.close())
        return asyncio.get_event_loop().create_task(_all(closing))

    def _seen(self, trace: Trace) -> None:
        player = self._players.get(trace.mark)
        if player is not None:
            self._found(player, trace.addresses)


def mark_of(player: PlayerId, game: GameId) -> bytes:
    """What *player* is known by while it plays *game*, to those who know both."""
    return labelled_hash(b"p2pqwirkle/1 player", player, game)[:MARK_SIZE]


async def _all(tasks: "Iterable[asyncio.Task[None]]") -> None:
    await asyncio.wait(tuple(tasks))
