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
from typing import TYPE_CHECKING, Final, Generic, TypeVar, assert_never

from p2pqwirkle.net.air import Air, troubles
from p2pqwirkle.net.fields import MAX_PROGRAM, MAX_VERSION
from p2pqwirkle.net.listing import TableId
from p2pqwirkle.net.reactor import Address
from p2pqwirkle.net.seating import MAX_HOSTS, MAX_PORT

if TYPE_CHECKING:
    from zeroconf import ServiceInfo, ServiceStateChange
    from zeroconf.asyncio import AsyncServiceBrowser, AsyncZeroconf

Said = TypeVar("Said")

SERVICE: Final = "_p2pqwirkle._tcp.local."
LOOK_UP_MILLISECONDS: Final = 3_000
MAX_SAID: Final = 256
"""No home has so many tables and players; whoever says more wants to fill memories."""

_ID: Final = "id"
_MARK: Final = "player"
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


@dataclass(frozen=True, slots=True)
class Trace:
    """What multicast DNS says of a player in a game; to others than its players it says nothing.

    Attributes:
        mark: made of the player's key and the game.
        addresses: where the player is said to listen.
    """

    mark: bytes
    addresses: tuple[Address, ...]


class Beacon:
    """Lets a table, or a player, be found.

    Args:
        hint: what to say of it; asked again when the interfaces have changed.
        hosts: the addresses of ours at which to say it, or None for all.
    """

    def __init__(
        self, hint: Callable[[], Hint | Trace], hosts: frozenset[str] | None = None
    ) -> None:
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


class Lookout(Generic[Said]):
    """Looks for what beacons say.

    Args:
        read: makes something of what was said, or None if it is of no interest.
        seen: told of it, again and again.
        withdrawn: told that whoever has said it, or somebody else, takes it back.
        refresh: seconds after which everybody is asked again.
    """

    def __init__(
        self,
        read: "Callable[[ServiceInfo], Said | None]",
        *,
        seen: Callable[[Said], None],
        withdrawn: Callable[[Said], None],
        refresh: float,
    ) -> None:
        self._read = read
        self._seen = seen
        self._withdrawn = withdrawn
        self._air = Air(self._browse, None, refresh=refresh)
        self._browser: AsyncServiceBrowser | None = None
        self._said: dict[str, Said] = {}
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
        if name in self._lookups or len(self._lookups) >= MAX_SAID:
            return
        task = asyncio.get_running_loop().create_task(self._resolve(zeroconf, name))
        self._lookups[name] = task
        task.add_done_callback(lambda _: self._lookups.pop(name, None))

    async def _resolve(self, zeroconf: "AsyncZeroconf", name: str) -> None:
        with contextlib.suppress(*troubles()):
            info = await zeroconf.async_get_service_info(SERVICE, name, LOOK_UP_MILLISECONDS)
            said = None if info is None else self._read(info)
            if said is not None:
                self._keep(name, said)
                self._seen(said)

    def _keep(self, name: str, said: Said) -> None:
        """Remember who has said what, of too many only the latest."""
        self._said.pop(name, None)
        self._said[name] = said
        if len(self._said) > MAX_SAID:
            del self._said[next(iter(self._said))]

    def _forget(self, name: str) -> None:
        said = self._said.pop(name, None)
        if said is not None:
            self._withdrawn(said)


def _info_of(hint: Hint | Trace) -> "ServiceInfo":
    from zeroconf import ServiceInfo  # noqa: PLC0415 - slow to import

    match hint:
        case Hint():
            name = hint.table.hex()
            properties = {_ID: name, _PROTOCOL: str(hint.protocol), _PROGRAM: hint.program}
        case Trace():
            name = hint.mark.hex()
            properties = {_MARK: name}
        case _:
            assert_never(hint)
    return ServiceInfo(
        SERVICE,
        f"{name}.{SERVICE}",
        port=hint.addresses[0].port,
        parsed_addresses=[address.host for address in hint.addresses],
        properties=properties,
        # A name of its own: the computer's may be another responder's to answer for.
        server=f"p2pqwirkle-{name[:_SHORT]}.local.",
    )


def read_hint(info: "ServiceInfo") -> Hint | None:
    """The table that *info* is about, if it could be one; its bytes are a stranger's."""
    name, protocol, program = (_text(info, key) for key in (_ID, _PROTOCOL, _PROGRAM))
    if not (_ID_FORM.fullmatch(name) and _NUMBER_FORM.fullmatch(protocol)):
        return None
    if not program.isprintable() or len(program) > MAX_PROGRAM or int(protocol) > MAX_VERSION:
        return None
    if not (addresses := _addresses(info)):
        return None
    return Hint(TableId(bytes.fromhex(name)), int(protocol), program, addresses)


def read_trace(info: "ServiceInfo") -> Trace | None:
    """The player that *info* is about, if it could be one; its bytes are a stranger's."""
    mark, addresses = _text(info, _MARK), _addresses(info)
    return Trace(bytes.fromhex(mark), addresses) if _ID_FORM.fullmatch(mark) and addresses else None


def _text(info: "ServiceInfo", key: str) -> str:
    return (info.properties.get(key.encode()) or b"").decode("ascii", "replace")


def _addresses(info: "ServiceInfo") -> tuple[Address, ...]:
    if info.port is None or not 1 <= info.port <= MAX_PORT:
        return ()
    hosts = [host for host in info.parsed_scoped_addresses() if _is_dialled(host)]
    return tuple(Address(host, info.port) for host in hosts[:MAX_HOSTS])


def _is_dialled(host: str) -> bool:
    ip = ip_address(host)
    return not (ip.is_multicast or ip.is_unspecified or ip.is_reserved)
