"""Whether multicast gets through: our own questions, and what others on the network say.

Finding tables needs it and nothing else does.  This blocks for seconds, so it is for a command
that has nothing else to do meanwhile.
"""

import os
import selectors
import socket
import struct
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from time import monotonic
from typing import Final

from p2pqwirkle.net.interfaces import Interface
from p2pqwirkle.net.reactor import plain_host

PORT: Final = 5353
GROUP_IPV4: Final = "224.0.0.251"
GROUP_IPV6: Final = "ff02::fb"
_LARGEST: Final = 9_000
_QUESTION: Final = (
    b"\x00\x00"  # a plain question
    b"\x00\x01\x00\x00\x00\x00\x00\x00"  # one of it, and nothing else
    b"\x09_services\x07_dns-sd\x04_udp\x05local\x00"
    b"\x00\x0c\x00\x01"  # which kinds of services are there, everybody?
)
"""A question that every device with services answers (RFC 6763, section 9), without its number."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What came of asking at every interface.

    Attributes:
        echoes: the addresses of ours whose question came back to us.
        others: the addresses of other devices that have said something.
        refusals: by address of ours, why the system would not send there.
    """

    echoes: frozenset[str]
    others: frozenset[str]
    refusals: tuple[tuple[str, OSError], ...]


def listen_around(interfaces: Sequence[Interface], seconds: float) -> Heard:
    """Ask at each adapter of *interfaces*, all of this computer's; listen for *seconds*."""
    asked: dict[bytes, str] = {}
    refusals: list[tuple[str, OSError]] = []
    with ExitStack() as opened, selectors.DefaultSelector() as ears:
        for one in worth_asking(interfaces):
            number = os.urandom(2)
            try:
                ear = opened.enter_context(_ear_at(one))
                ear.sendto(number + _QUESTION, _group_of(one))
            except OSError as error:
                refusals.append((one.host, error))
            else:
                asked[number] = one.host
                ears.register(ear, selectors.EVENT_READ)
        echoes, others = _listen(ears, asked, seconds) if asked else (frozenset(), frozenset())
    own = {one.host for one in interfaces}
    return Heard(echoes, others - own, tuple(refusals))


def _listen(
    ears: selectors.BaseSelector, asked: dict[bytes, str], seconds: float
) -> tuple[frozenset[str], frozenset[str]]:
    echoes: set[str] = set()
    others: set[str] = set()
    deadline = monotonic() + seconds
    while (left := deadline - monotonic()) > 0:
        for key, _ in ears.select(left):
            ear = key.fileobj
            assert isinstance(ear, socket.socket)  # nothing else was registered
            try:
                packet, sender = ear.recvfrom(_LARGEST)
            except OSError:
                continue
            if packet[2:] == _QUESTION and packet[:2] in asked:
                echoes.add(asked[packet[:2]])
            else:
                others.add(plain_host(sender[0].partition("%")[0]))
    return frozenset(echoes), frozenset(others)


def _ear_at(interface: Interface) -> socket.socket:
    """A socket that sends multicast through *interface*, and hears it.

    Raises:
        OSError: the system, a firewall on it or an odd adapter refuses.
    """
    ear = socket.socket(socket.AF_INET if interface.is_ipv4 else socket.AF_INET6, socket.SOCK_DGRAM)
    try:
        ear.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "SO_REUSEPORT"):
            ear.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        if interface.is_ipv4:
            _join_ipv4(ear, interface.host)
        else:
            _join_ipv6(ear, int(interface.scope))
        ear.setblocking(False)  # noqa: FBT003 - of the standard library
    except OSError:
        ear.close()
        raise
    return ear


def _join_ipv4(ear: socket.socket, host: str) -> None:
    ear.bind(("", PORT))
    own = socket.inet_aton(host)
    ear.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, own)
    ear.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, socket.inet_aton(GROUP_IPV4) + own)
    ear.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 255)


def _join_ipv6(ear: socket.socket, number: int) -> None:
    ear.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
    ear.bind(("::", PORT))
    index = struct.pack("@I", number)
    ear.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_IF, index)
    group = socket.inet_pton(socket.AF_INET6, GROUP_IPV6)
    ear.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_JOIN_GROUP, group + index)
    ear.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_HOPS, 255)


def _group_of(interface: Interface) -> tuple[str, int] | tuple[str, int, int, int]:
    if interface.is_ipv4:
        return (GROUP_IPV4, PORT)
    return (GROUP_IPV6, PORT, 0, int(interface.scope))


def worth_asking(interfaces: Iterable[Interface]) -> tuple[Interface, ...]:
    """One address of each adapter and version of the Internet Protocol, loopback left out."""
    asked: dict[tuple[str, bool], Interface] = {}
    for one in interfaces:
        if not one.at.ip.is_loopback and (one.is_ipv4 or one.scope.isdecimal()):
            asked.setdefault((one.adapter, one.is_ipv4), one)
    return tuple(asked.values())
