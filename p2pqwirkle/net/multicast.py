"""Tables on multicast DNS: being found, and finding.

zeroconf speaks asyncio; its coroutines run on the loop that the reactor runs on.
"""

import asyncio
import contextlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from ipaddress import ip_address
from typing import TYPE_CHECKING, Final

from p2pqwirkle.net.air import Air, troubles
from p2pqwirkle.net.listing import TableId
from p2pqwirkle.net.reactor import Address
from p2pqwirkle.net.seating import MAX_HOSTS, MAX_PORT, MAX_PROGRAM, MAX_VERSION

if TYPE_CHECKING:
    from zeroconf import ServiceInfo, ServiceStateChange
    from zeroconf.asyncio import AsyncServiceBrowser, AsyncZeroconf

SERVICE: Final = "_p2pqwirkle._tcp.local."
ASK_AGAIN_SECONDS: Final = 6.0
"""zeroconf asks ever more rarely, and would miss a cable that is plugged in again."""
LOOK_UP_MILLISECONDS: Final = 3_000
MAX_TABLES: Final = 32
"""No home has so many; whoever announces more wants to fill memories."""

_ID: Final = "id"
_PROTOCOL: Final = "v"
_PROGRAM: Final = "p"
_ID_FORM: Final = re.compile("[0-9a-f]{32}")
_NUMBER_FORM: Final = re.compile("[0-9]{1,5}")
_SHORT: Final = 8


@dataclass(frozen=True, slots=True)
class Hint:
    """What multicast DNS says of a table; anybody on the network can have said it.

    Attributes:
        table: its id; only its host's key can answer for it.
        protocol: the version of the protocol that the host speaks.
        program: the version of its program.
        addresses: where it is said to listen.
    """

    table: TableId
    protocol: int
    program: str
    addresses: tuple[Address, ...]


class Beacon:
    """Lets a table be found.

    Args:
        hint: what to say of it; asked again when the interfaces have changed.
        hosts: the addresses of ours at which to say it, or None for all.
    """

    def __init__(self, hint: Callable[[], Hint], hosts: frozenset[str] | None = None) -> None:
        self._hint = hint
        self._air = Air(self._register, hosts)
        self._registered: tuple[AsyncZeroconf, str] | None = None

    def light(self) -> None:
        """Begin; it takes seconds, in the background."""
        self._air.open()

    def put_out(self) -> "asyncio.Task[None]":
        """End, and say so; it takes a quarter of a second."""
        return self._air.close()

    async def _register(self, zeroconf: "AsyncZeroconf") -> None:
        info = _info_of(self._hint())
        if self._registered is not None and self._registered[0] is zeroconf:
            info.name = self._registered[1]
            await zeroconf.async_update_service(info)
        else:
            await zeroconf.async_register_service(info, allow_name_change=True)
            self._registered = (zeroconf, info.name)


class Lookout:
    """Looks for tables.

    Args:
        seen: told of each hint, again and again.
        withdrawn: told of a table whose host has said that it is closed.
    """

    def __init__(self, seen: Callable[[Hint], None], withdrawn: Callable[[TableId], None]) -> None:
        self._seen = seen
        self._withdrawn = withdrawn
        self._air = Air(self._browse, None, refresh=ASK_AGAIN_SECONDS)
        self._browser: AsyncServiceBrowser | None = None
        self._tables: dict[str, TableId] = {}
        self._lookups: dict[str, asyncio.Task[None]] = {}

    def open(self) -> None:
        """Begin."""
        self._air.open()

    def close(self) -> "asyncio.Task[None]":
        """End."""
        for lookup in tuple(self._lookups.values()):
            lookup.cancel()
        return self._air.close()

    async def _browse(self, zeroconf: "AsyncZeroconf") -> None:
        from zeroconf.asyncio import AsyncServiceBrowser  # noqa: PLC0415 - slow to import

        if self._browser is not None:
            await self._browser.async_cancel()
        changed = partial(self._changed, zeroconf)
        self._browser = AsyncServiceBrowser(zeroconf.zeroconf, SERVICE, handlers=[changed])

    def _changed(
        self,
        asked: "AsyncZeroconf",
        *,
        name: str,
        state_change: "ServiceStateChange",
        **_: object,
    ) -> None:
        if state_change.name == "Removed":
            self._forget(name)
        else:
            self._look_up(asked, name)

    def _look_up(self, zeroconf: "AsyncZeroconf", name: str) -> None:
        if name in self._lookups or len(self._lookups) >= MAX_TABLES:
            return
        task = asyncio.get_running_loop().create_task(self._resolve(zeroconf, name))
        self._lookups[name] = task
        task.add_done_callback(lambda _: self._lookups.pop(name, None))

    async def _resolve(self, zeroconf: "AsyncZeroconf", name: str) -> None:
        with contextlib.suppress(*troubles()):
            info = await zeroconf.async_get_service_info(SERVICE, name, LOOK_UP_MILLISECONDS)
            hint = None if info is None else _hint_of(info)
            if hint is not None and len(self._tables) < MAX_TABLES:
                self._tables[name] = hint.table
                self._seen(hint)

    def _forget(self, name: str) -> None:
        table = self._tables.pop(name, None)
        if table is not None and table not in self._tables.values():
            self._withdrawn(table)


def _info_of(hint: Hint) -> "ServiceInfo":
    from zeroconf import ServiceInfo  # noqa: PLC0415 - slow to import

    name = hint.table.hex()
    return ServiceInfo(
        SERVICE,
        f"{name}.{SERVICE}",
        port=hint.addresses[0].port,
        parsed_addresses=[address.host for address in hint.addresses],
        properties={_ID: name, _PROTOCOL: str(hint.protocol), _PROGRAM: hint.program},
        # A name of its own: the computer's may be another responder's to answer for.
        server=f"p2pqwirkle-{name[:_SHORT]}.local.",
    )


def _hint_of(info: "ServiceInfo") -> Hint | None:
    """What *info* says, if it could be a table of ours; its bytes are a stranger's."""
    text = {
        key: value.decode("ascii", "replace")
        for key, value in info.properties.items()
        if value is not None
    }
    name, protocol, program = (text.get(key.encode(), "") for key in (_ID, _PROTOCOL, _PROGRAM))
    if not (_ID_FORM.fullmatch(name) and _NUMBER_FORM.fullmatch(protocol)):
        return None
    if not program.isprintable() or len(program) > MAX_PROGRAM:
        return None
    if info.port is None or not 1 <= info.port <= MAX_PORT:
        return None
    hosts = [host for host in info.parsed_scoped_addresses() if _is_dialled(host)]
    if not hosts or int(protocol) > MAX_VERSION:
        return None
    addresses = tuple(Address(host, info.port) for host in hosts[:MAX_HOSTS])
    return Hint(TableId(bytes.fromhex(name)), int(protocol), program, addresses)


def _is_dialled(host: str) -> bool:
    ip = ip_address(host)
    return not (ip.is_multicast or ip.is_unspecified or ip.is_reserved)
