"""This computer's addresses: which of them are of use to others, and which of theirs are near."""

import contextlib
import os
import socket
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from ipaddress import IPv4Interface, IPv6Address, IPv6Interface, ip_address, ip_interface
from typing import Final

import ifaddr

from p2pqwirkle.net.reactor import EVERYWHERE, EVERYWHERE_ON_IPV4, Address
from p2pqwirkle.net.seating import MAX_HOSTS

LOOPBACK: Final = "127.0.0.1"
MAX_TYPED: Final = 3
"""Addresses that a host's screen shows: one of them is nearly always good."""

_VIRTUAL: Final = (
    *("docker", "br-", "veth", "virbr", "lxc", "lxd", "cni", "podman", "vmnet", "vboxnet"),
    *("tun", "tap", "utun", "wg", "zt", "tailscale", "ppp", "vethernet", "awdl", "llw"),
)
"""How the adapters of containers, virtual machines and tunnels are called; few of them lead to
the living room."""
_FAR_AWAY: Final = ("192.0.2.1", 9)
"""An address for documentation: nothing is sent to it, but the way to it leads outside."""


@dataclass(frozen=True, slots=True)
class Interface:
    """One address of this computer.

    Attributes:
        adapter: the system's name of what has it, as "eth0".
        at: the address with its network.
        scope: what stands behind the % of a link-local address that is reached through it.
    """

    adapter: str
    at: IPv4Interface | IPv6Interface
    scope: str

    @property
    def host(self) -> str:
        """The address alone."""
        return str(self.at.ip)

    @property
    def is_ipv4(self) -> bool:
        """Whether it is of the older version of the Internet Protocol."""
        return isinstance(self.at, IPv4Interface)

    @property
    def is_virtual(self) -> bool:
        """Whether it is likely to lead nowhere but into this computer."""
        return self.adapter.lower().startswith(_VIRTUAL)


def own_interfaces() -> tuple[Interface, ...]:
    """All addresses of this computer, loopback included; none if the system does not tell."""
    try:
        return tuple(_listed())
    except OSError:
        return ()


def told_addresses(listening: Address, interfaces: Iterable[Interface]) -> tuple[Address, ...]:
    """What to tell others of where we are *listening*, the most useful address first."""
    if listening.host == EVERYWHERE_ON_IPV4:
        interfaces = [one for one in interfaces if one.is_ipv4]
    elif listening.host != EVERYWHERE:
        return (listening,)
    return tuple(replace(listening, host=host) for host in told_hosts(interfaces))


def typed_addresses(
    where: Sequence[Address], interfaces: Iterable[Interface]
) -> tuple[Address, ...]:
    """Those of our addresses *where* that are worth typing on another computer, a few at most."""
    odd = {one.host for one in interfaces if one.is_virtual or one.at.ip.is_link_local}
    plain = [address for address in where if address.host not in odd]
    return tuple(plain or where)[:MAX_TYPED]


def told_hosts(interfaces: Iterable[Interface]) -> tuple[str, ...]:
    """The addresses to tell others, the most useful first; loopback if there is no other."""
    outward = outward_host()
    useful = sorted(
        (one for one in interfaces if not one.at.ip.is_loopback),
        key=lambda one: (*_usefulness(one, outward), one.host),
    )
    hosts = tuple(dict.fromkeys(one.host for one in useful))
    return hosts[:MAX_HOSTS] or (LOOPBACK,)


def nearest_first(
    addresses: Iterable[Address], interfaces: Sequence[Interface]
) -> tuple[Address, ...]:
    """*addresses* in the order in which to dial them, the link-local ones through every adapter.

    Those of a network that we are in come first.  Those that are our own come late: a bridge of
    containers has the same address on many computers.
    """
    own = {one.host for one in interfaces}
    scoped = [one for address in addresses for one in _through_all(address, interfaces)]

    def distance(address: Address) -> tuple[bool, bool]:
        is_own = address.host in own and not address.is_loopback
        return (is_own, not is_near(address, interfaces))

    return tuple(sorted(dict.fromkeys(scoped), key=distance))


def is_near(address: Address, interfaces: Iterable[Interface]) -> bool:
    """Whether *address* is of a network that we are in."""
    return any(_holds(one, address.host) for one in interfaces)


def outward_host() -> str | None:
    """Our address on the network that leads outside, if there is one."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(_FAR_AWAY)
            host: str = probe.getsockname()[0]
    except OSError:  # no such network, or no IPv4 at all
        return None
    return host


def _listed() -> Iterator[Interface]:
    for adapter in ifaddr.get_adapters():
        # On Windows the name is a number that nobody knows.
        name = adapter.nice_name if os.name == "nt" else adapter.name
        for ip in adapter.ips:
            host = ip.ip if isinstance(ip.ip, str) else ip.ip[0]
            with contextlib.suppress(ValueError):  # an odd adapter must not hide the others
                at = ip_interface(f"{host}/{ip.network_prefix}")
                yield Interface(name, at, str(adapter.index or adapter.name))


def _usefulness(interface: Interface, outward: str | None) -> tuple[bool, bool, bool, bool]:
    """Lower is more useful: IPv4 is easier to type, and a link-local address needs more luck.

    The network that leads outside is the one of the home, unless it leads through a tunnel.
    """
    is_outward = interface.host == outward
    is_link_local = interface.at.ip.is_link_local
    return (is_link_local, interface.is_virtual, not is_outward, not interface.is_ipv4)


def _through_all(address: Address, interfaces: Sequence[Interface]) -> tuple[Address, ...]:
    """*address*, or if it is link-local and nobody says through which adapter, once for each."""
    if not _is_link_local(address.host) or "%" in address.host:
        return (address,)
    scopes = dict.fromkeys(
        one.scope for one in interfaces if not one.is_ipv4 and one.at.ip.is_link_local
    )
    return tuple(replace(address, host=f"{address.host}%{scope}") for scope in scopes)


def _is_link_local(host: str) -> bool:
    try:
        ip = ip_address(host)
    except ValueError:
        return False
    return isinstance(ip, IPv6Address) and ip.is_link_local


def _holds(interface: Interface, host: str) -> bool:
    plain, _, scope = host.partition("%")
    try:
        ip = ip_address(plain)
    except ValueError:
        return False
    return ip in interface.at.network and scope in ("", interface.scope)
