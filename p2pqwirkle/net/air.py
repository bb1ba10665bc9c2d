"""The air: multicast DNS on every interface of this computer, as they come and go.

The only file that opens zeroconf.  One odd bridge, or no network at all, must not end anything:
whatever fails here is tried again, and nobody needs it.
"""

import asyncio
import contextlib
from collections.abc import Callable, Coroutine, Iterable
from typing import TYPE_CHECKING, Any, Final

from p2pqwirkle.net.interfaces import Interface, own_interfaces

if TYPE_CHECKING:
    from zeroconf import IPVersion
    from zeroconf.asyncio import AsyncZeroconf

POLL_SECONDS: Final = 2.0
"""Between two looks at the interfaces; no system tells us of a change by itself."""

Places = tuple[str | int, ...]
"""Where multicast goes: IPv4 addresses of ours, and numbers of adapters that have IPv6."""


class Air:
    """zeroconf's sockets on all interfaces, which it follows as they come and go.

    Args:
        tuned: called with a new zeroconf, and again with the same one when it has got other
            interfaces or when *refresh* seconds have passed.
        hosts: the addresses of ours to use, or None for all.
        refresh: None for never.
    """

    def __init__(
        self,
        tuned: "Callable[[AsyncZeroconf], Coroutine[Any, Any, None]]",
        hosts: frozenset[str] | None,
        refresh: float | None = None,
    ) -> None:
        self._tuned = tuned
        self._hosts = hosts
        self._refresh = refresh
        self._zeroconf: AsyncZeroconf | None = None
        self._places: Places = ()
        self._task: asyncio.Task[None] | None = None
        self._closing: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Begin, now or as soon as the loop runs."""
        self._task = asyncio.get_event_loop().create_task(self._follow())

    def close(self) -> "asyncio.Task[None]":
        """End; the result is done when the sockets are closed."""
        if self._closing is None:
            self._closing = asyncio.get_event_loop().create_task(self._end())
        return self._closing

    async def _follow(self) -> None:
        clock = asyncio.get_running_loop().time
        tuned_at = clock()
        while True:
            places = places_of(own_interfaces(), self._hosts)
            is_old = self._refresh is not None and clock() > tuned_at + self._refresh
            if places != self._places or (places and is_old):
                tuned_at = clock()
                await self._tune(places)
            await asyncio.sleep(POLL_SECONDS)

    async def _tune(self, places: Places) -> None:
        try:
            await self._move(places)
            self._places = places
            if self._zeroconf is not None:
                await self._tuned(self._zeroconf)
        except troubles():
            await self._shut()

    async def _move(self, places: Places) -> None:
        """Have sockets on *places*, and nowhere else."""
        if self._zeroconf is not None and places == self._places:
            return
        # The last version that Intel Macs have cannot move.
        move = getattr(self._zeroconf, "async_update_interfaces", None)
        if places and move is not None:
            await move(list(places), _version_of(places))
            return
        await self._shut()
        self._zeroconf = await _opened(places)

    async def _end(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})
        await self._shut()

    async def _shut(self) -> None:
        zeroconf, self._zeroconf, self._places = self._zeroconf, None, ()
        if zeroconf is not None:
            with contextlib.suppress(*troubles()):
                await zeroconf.async_close()


def places_of(interfaces: Iterable[Interface], hosts: frozenset[str] | None) -> Places:
    """Where to send and hear multicast: at all of *hosts*, or everywhere."""
    places: dict[str | int, None] = {}
    for one in interfaces:
        if hosts is not None and one.host not in hosts:
            continue
        if one.is_ipv4:
            places[one.host] = None
        elif one.scope.isdecimal() and not one.at.ip.is_loopback:
            # IPv6's own loopback takes no multicast, and IPv4's does for both.
            places[int(one.scope)] = None
    return tuple(places)


async def _opened(places: Places) -> "AsyncZeroconf | None":
    """Zeroconf on those of *places* that take it; None if none does."""
    from zeroconf.asyncio import AsyncZeroconf  # noqa: PLC0415 - slow to import

    if not places:
        return None
    try:
        return AsyncZeroconf(interfaces=list(places), ip_version=_version_of(places))
    except troubles():
        if len(places) == 1:
            return None
    good: list[str | int] = []
    for place in places:
        alone = await _opened((place,))
        if alone is not None:
            good.append(place)
            await alone.async_close()
    return None if len(good) == len(places) else await _opened(tuple(good))


def _version_of(places: Places) -> "IPVersion":
    from zeroconf import IPVersion  # noqa: PLC0415 - slow to import

    versions = {isinstance(place, int) for place in places}
    if versions == {True, False}:
        return IPVersion.All
    return IPVersion.V6Only if versions == {True} else IPVersion.V4Only


def troubles() -> tuple[type[Exception], ...]:
    """What an odd adapter, or a network that has just gone away, has in store."""
    from zeroconf import Error  # noqa: PLC0415 - slow to import

    return (Error, OSError, RuntimeError)
