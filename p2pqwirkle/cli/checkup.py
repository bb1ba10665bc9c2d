"""What a look at this computer's network and terminal comes to, and what to do about it.

Rule of this file: it measures nothing; what was measured goes in, findings come out.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import Enum
from typing import Final

from p2pqwirkle.cli.finding import FoundTable, line_of, trouble_with
from p2pqwirkle.cli.options import DEFAULT_PORT
from p2pqwirkle.cli.reasons import cause_of, no_seat
from p2pqwirkle.console.canvas import Size
from p2pqwirkle.console.glyphs import ASCII
from p2pqwirkle.console.layout import SMALLEST, is_too_small
from p2pqwirkle.console.looks import looks_for, speaks_utf8
from p2pqwirkle.names import showable
from p2pqwirkle.net.dialling import Answer
from p2pqwirkle.net.ear import Heard
from p2pqwirkle.net.interfaces import Interface
from p2pqwirkle.net.link import Closure, Trouble
from p2pqwirkle.net.listing import Listing
from p2pqwirkle.net.reactor import Address
from p2pqwirkle.words import sentence

MDNS_PORT: Final = 5353
"""Of multicast DNS."""


class State(Enum):
    """How good a finding is; scripts read the value."""

    GOOD = "good"
    DOUBTFUL = "doubtful"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at.

    Attributes:
        check: what, for scripts.
        says: what was found.
        do: what to do about it; empty if nothing.
    """

    check: str
    state: State
    says: str
    do: str = ""

    def as_json(self) -> dict[str, str]:
        """The finding of a program."""
        return {**asdict(self), "state": self.state.value}


@dataclass(frozen=True, slots=True)
class System:
    """What kind of computer this is.

    Attributes:
        platform: as Python calls it.
        program: what firewalls know us as.
        tools: which programs of firewalls are installed.
    """

    platform: str
    program: str
    tools: frozenset[str] = frozenset()

    @property
    def opens_by(self) -> str:
        """How to let others in here."""
        fields = {"port": DEFAULT_PORT, "mdns": MDNS_PORT, "program": self.program}
        if self.platform == "win32":
            return sentence("doctor.open-windows", **fields)
        if self.platform == "darwin":
            return sentence("doctor.open-mac", **fields)
        if "firewall-cmd" in self.tools:
            command = f"sudo firewall-cmd --add-service=mdns --add-port={DEFAULT_PORT}/tcp"
            return sentence("doctor.open-command", command=command)
        if "ufw" in self.tools:
            command = f"sudo ufw allow {DEFAULT_PORT}/tcp && sudo ufw allow {MDNS_PORT}/udp"
            return sentence("doctor.open-command", command=command)
        return sentence("doctor.open-ports", **fields)


def check_network(interfaces: Sequence[Interface]) -> Finding:
    """Whether this computer is on a network."""
    real = [one for one in interfaces if not one.at.ip.is_loopback]
    told = ", ".join(f"{one.host} ({showable(one.adapter)})" for one in real)
    if not real:
        says, do = sentence("doctor.no-network"), sentence("doctor.get-network")
        return Finding("network", State.BAD, says, do)
    if all(one.is_virtual for one in real):
        says, do = sentence("doctor.odd-network", addresses=told), sentence("doctor.get-network")
        return Finding("network", State.DOUBTFUL, says, do)
    return Finding("network", State.GOOD, sentence("doctor.network", addresses=told))


def check_port(trouble: OSError | None) -> Finding:
    """Whether a table here would get the usual port."""
    if trouble is None:
        return Finding("port", State.GOOD, sentence("doctor.port", port=DEFAULT_PORT))
    says = sentence("doctor.busy-port", port=DEFAULT_PORT, reason=cause_of(trouble))
    return Finding("port", State.DOUBTFUL, says, sentence("doctor.other-port"))


def check_multicast(heard: Heard, system: System) -> Finding:
    """Whether tables can be found, as far as this computer can tell alone."""
    if heard.others:
        says = sentence("doctor.multicast", count=len(heard.others))
        return Finding("multicast", State.GOOD, says)
    if heard.echoes:
        says, do = sentence("doctor.multicast-alone"), sentence("doctor.by-address")
        return Finding("multicast", State.DOUBTFUL, says, do)
    if heard.refusals:
        _, error = heard.refusals[0]
        says = sentence("doctor.multicast-refused", reason=error.strerror or error)
        do = system.opens_by
        if system.platform == "darwin":
            do = sentence("doctor.permit-mac")
        return Finding("multicast", State.BAD, says, do)
    return Finding("multicast", State.BAD, sentence("doctor.multicast-deaf"), system.opens_by)


def check_tables(tables: Sequence[FoundTable]) -> tuple[Finding, ...]:
    """Which tables are found, and why some of them cannot be joined."""
    if not tables:
        return (Finding("tables", State.GOOD, sentence("doctor.no-tables")),)
    return tuple(
        Finding(
            "tables",
            State.GOOD if trouble_with(table) is None else State.DOUBTFUL,
            line_of(table),
        )
        for table in tables
    )


def check_host(address: Address, answer: Answer | Closure, heard: Heard) -> Finding:
    """Whether a host can be reached, and if not, what is most likely in the way."""
    match answer:
        case Listing():
            fields = {"name": showable(answer.name), "free": answer.free, "seats": answer.wanted}
            says = sentence("doctor.host", address=address, **fields)
            return Finding("host", State.GOOD, says)
        case Closure():
            says = str(no_seat(answer, address))
            is_heard = address.host.partition("%")[0] in heard.others
            is_shut = is_heard and answer.trouble is Trouble.NO_ANSWER
            do = sentence("doctor.heard-but-shut") if is_shut else ""
            return Finding("host", State.BAD, says, do)
        case _:
            says = sentence("doctor.host-plays", address=address)
            return Finding("host", State.DOUBTFUL, says)


def check_public(categories: str) -> Finding | None:
    """Whether Windows takes a network for a public one, by what it says of all that are in use."""
    if "public" not in categories.lower():
        return None
    says, do = sentence("doctor.public-network"), sentence("doctor.make-private")
    return Finding("firewall", State.DOUBTFUL, says, do)


def check_firewall(system: System) -> Finding:
    """How to let others in; no computer can tell alone whether they are kept out."""
    return Finding("firewall", State.GOOD, sentence("doctor.firewall"), system.opens_by)


def check_terminal(
    environment: Mapping[str, str], size: Size | None, *, is_narrow: bool = True
) -> Finding:
    """What the terminal can show.

    Args:
        environment: what describes it.
        size: None if there is no terminal.
        is_narrow: whether it draws the signs of tiles one column wide.
    """
    if size is None:
        return Finding("terminal", State.DOUBTFUL, sentence("doctor.no-terminal"))
    looks = looks_for(environment)
    says = sentence(
        "doctor.terminal",
        colours=sentence(f"looks.depth.{looks.depth.value}"),
        signs=looks.glyphs.name if is_narrow else ASCII.name,
        columns=size.width,
        rows=size.height,
    )
    if is_too_small(size):
        do = sentence("doctor.larger", columns=SMALLEST.width, rows=SMALLEST.height)
        return Finding("terminal", State.DOUBTFUL, says, do)
    if not speaks_utf8(environment) and not environment.get("WT_SESSION"):
        return Finding("terminal", State.DOUBTFUL, says, sentence("doctor.utf8"))
    if not is_narrow:
        return Finding("terminal", State.DOUBTFUL, says, sentence("doctor.wide"))
    return Finding("terminal", State.GOOD, says)
