"""Computers, switches and cables: a home that a test makes, disturbs, and tears down."""

import subprocess
import sys
from contextlib import ExitStack
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Final, Self

from tests.laboratory.namespace import Namespace

SLOW_CABLE: Final = Path(__file__).with_name("slow_cable.py")
STRIDE: Final = 20
"""How far a computer's next address is from the one before; no home here has more cables."""
PLACES: Final = 240
"""A multiple of it: whoever has moved so far begins again."""


class Family(Enum):
    """Which addresses a network has."""

    IPV4 = "IPv4 alone"
    IPV6 = "IPv6 alone"
    BOTH = "both"
    NONE = "none but those that IPv6 gives by itself"


@dataclass(frozen=True, slots=True)
class Network:
    """A switch, and the addresses of what is plugged into it."""

    walls: Namespace = field(repr=False)
    number: int
    family: Family

    @property
    def switch(self) -> str:
        """The bridge's name."""
        return f"switch{self.number}"

    def addresses(self, place: int) -> tuple[str, ...]:
        """The addresses of the computer at *place*, each with the length of its prefix."""
        four, six = f"10.77.{self.number}.{place}/24", f"fd77:{self.number}::{place}/64"
        match self.family:
            case Family.IPV4:
                return (four,)
            case Family.IPV6:
                return (six,)
            case Family.BOTH:
                return (four, six)
            case Family.NONE:
                return ()


@dataclass(slots=True)
class Cable:
    """From a computer to a network.

    Attributes:
        computer: its network stack.
        plug: the interface at the computer's end.
        port: the interface at the switch's end.
        place: the number in the computer's addresses; another one once it has moved.
    """

    computer: Namespace = field(repr=False)
    network: Network
    plug: str
    port: str
    place: int

    @property
    def address(self) -> str:
        """Where the computer is to be found on this network."""
        return self.network.addresses(self.place)[0].partition("/")[0]

    @property
    def link_local(self) -> str:
        """The address that every IPv6 interface has by itself, without a scope."""
        words = self.computer.run("ip", "-6", "-o", "addr", "show", "dev", self.plug).split()
        return next(word for word in words if word.startswith("fe80:")).partition("/")[0]

    def pull(self) -> None:
        """Pull it out of the switch."""
        self._at_the_switch("ip", "link", "set", self.port, "down")

    def plug_in(self) -> None:
        """Put it back."""
        self._at_the_switch("ip", "link", "set", self.port, "up")

    def switch_off(self) -> None:
        """Switch the computer's adapter off: it loses addresses and routes."""
        self.computer.run("ip", "addr", "flush", "dev", self.plug)
        self.computer.run("ip", "link", "set", self.plug, "down")

    def switch_on(self) -> None:
        """Switch it on, with the addresses that it had."""
        self.computer.run("ip", "link", "set", self.plug, "up")
        self.settle()

    def isolate(self) -> None:
        """Let it reach no other isolated cable, as a guest network does with its clients."""
        self._at_the_switch("bridge", "link", "set", "dev", self.port, "isolated", "on")

    def block_multicast(self) -> None:
        """Let nothing through to the computer that is sent to many; broadcasts excepted."""
        self._at_the_switch("bridge", "link", "set", "dev", self.port, "mcast_flood", "off")

    def lose(self, percent: int) -> None:
        """Lose so much of what comes to the computer, each packet by chance."""
        self._filter("loss", f"numgen random mod 100 < {percent} drop")

    def drop_from(self, other: "Cable") -> None:
        """Let nothing through to the computer that *other* sends, and tell nobody."""
        prefix = f"d{other.place}"
        for number, address in enumerate(other.network.addresses(other.place)):
            family = "ip6" if ":" in address else "ip"
            self._filter(f"{prefix}{number}", f"{family} saddr {address.partition('/')[0]} drop")

    def drop_calls(self) -> None:
        """Let nobody open a connection to the computer, as a strict firewall does."""
        self._filter("calls", "tcp flags & (syn | ack) == syn drop")

    def let_through(self) -> None:
        """Lose and drop nothing any more."""
        self.computer.run("nft", "flush", "ruleset")

    def settle(self) -> None:
        """Give the computer the addresses of its place."""
        for address in self.network.addresses(self.place):
            nodad = ("nodad",) if ":" in address else ()
            self.computer.run("ip", "addr", "add", address, "dev", self.plug, *nodad)

    def move(self) -> None:
        """Give the computer other addresses, in place of the old ones."""
        for address in self.network.addresses(self.place):
            self.computer.run("ip", "addr", "del", address, "dev", self.plug)
        self.place = (self.place + STRIDE) % PLACES
        self.settle()

    def _at_the_switch(self, *command: str) -> None:
        self.network.walls.run(*command)

    def _filter(self, name: str, rule: str) -> None:
        chain = f"type filter hook ingress device {self.plug} priority 0"
        table = f"table netdev {name}-{self.plug}"
        self.computer.run("nft", f"{table} {{ chain c {{ {chain}; {rule}; }}; }}")


class Home:
    """All networks and computers of one test.

    The switches are in a namespace of their own, so that a test may look at a computer's
    interfaces as its player sees them.
    """

    def __init__(self) -> None:
        self._open = ExitStack()
        self._walls = self._open.enter_context(Namespace())
        self._networks = 0
        self._cables = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def network(self, family: Family = Family.BOTH) -> Network:
        """A switch that nothing is plugged into."""
        network = Network(self._walls, self._networks, family)
        self._networks += 1
        snooping = ("mcast_snooping", "0")  # a switch from the shop floods multicast
        self._walls.run("ip", "link", "add", network.switch, "type", "bridge", *snooping)
        self._walls.run("ip", "link", "set", network.switch, "up")
        return network

    def computer(self) -> Namespace:
        """A computer with no cable."""
        computer = self._open.enter_context(Namespace())
        computer.run("sysctl", "-q", "-w", "net.ipv6.conf.default.accept_dad=0")
        return computer

    def cable(self, computer: Namespace, network: Network) -> Cable:
        """Plug *computer* into *network*."""
        cable = self._next_cable(computer, network)
        far = ("peer", "name", cable.plug, "netns", str(computer.process))
        self._walls.run("ip", "link", "add", cable.port, "type", "veth", *far)
        return self._plugged_in(cable)

    def slow_cable(self, computer: Namespace, network: Network, milliseconds: int) -> Cable:
        """Plug *computer* into *network* by a way that takes *milliseconds* in each direction."""
        cable = self._next_cable(computer, network)
        words = [sys.executable, str(SLOW_CABLE), cable.port, cable.plug, str(milliseconds)]
        relay = subprocess.Popen(
            self._walls.within(words), stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self._open.callback(relay.communicate)  # it ends with its standard input
        assert relay.stdout is not None  # asked for above
        assert relay.stdout.readline() == b"ready\n"
        self._walls.run("ip", "link", "set", cable.plug, "netns", str(computer.process))
        return self._plugged_in(cable)

    def dead_bridge(self, computer: Namespace) -> None:
        """Give *computer* what programs for containers leave behind: a bridge to nowhere."""
        computer.run("ip", "link", "add", "docker0", "type", "bridge")
        computer.run("ip", "addr", "add", "172.17.0.1/16", "dev", "docker0")
        computer.run("ip", "link", "set", "docker0", "up")

    def _next_cable(self, computer: Namespace, network: Network) -> Cable:
        self._cables += 1
        number = self._cables
        return Cable(computer, network, f"eth{number}", f"port{number}", place=number)

    def _plugged_in(self, cable: Cable) -> Cable:
        self._walls.run("ip", "link", "set", cable.port, "master", cable.network.switch, "up")
        cable.computer.run("ip", "link", "set", cable.plug, "up")
        cable.settle()
        return cable
