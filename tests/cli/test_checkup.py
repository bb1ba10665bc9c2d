"""What the doctor makes of what was measured, on every kind of computer."""

import errno
from ipaddress import ip_interface

import pytest

from p2pqwirkle.cli.checkup import (
    Finding,
    State,
    System,
    check_host,
    check_multicast,
    check_network,
    check_port,
    check_public,
    check_terminal,
)
from p2pqwirkle.cli.reasons import no_seat
from p2pqwirkle.console.canvas import Size
from p2pqwirkle.net.ear import Heard, worth_asking
from p2pqwirkle.net.frames import Here
from p2pqwirkle.net.interfaces import Interface
from p2pqwirkle.net.link import Closure, Side, Trouble
from p2pqwirkle.net.listing import Listing
from p2pqwirkle.net.reactor import Address
from p2pqwirkle.table.charter import Options

HOST = Address("192.168.1.5", 10836)
LISTING = Listing("0.1.0", bytes(16), "nor\u202eth", 3, 2, needs_code=False, options=Options())
LINUX = System("linux", "/usr/bin/python3")
NOTHING = Heard(frozenset(), frozenset(), ())


def interface(adapter: str, address: str, scope: str = "2") -> Interface:
    return Interface(adapter, ip_interface(address), scope)


WLAN = interface("wlan0", "192.168.1.9/24")
LOOPBACK = interface("lo", "127.0.0.1/8", "1")


def heard(*others: str, echo: bool = True, refusal: OSError | None = None) -> Heard:
    refusals = () if refusal is None else (("192.168.1.9", refusal),)
    return Heard(frozenset({"192.168.1.9"} if echo else ()), frozenset(others), refusals)


def closure(trouble: Trouble) -> Closure:
    return Closure(Side.NOBODY, "", "", trouble=trouble)


@pytest.mark.parametrize(
    ("interfaces", "state", "part"),
    [
        pytest.param([LOOPBACK, WLAN], State.GOOD, "192.168.1.9 (wlan0)", id="at home"),
        pytest.param([LOOPBACK], State.BAD, "on no network", id="nowhere"),
        pytest.param(
            [LOOPBACK, interface("docker0", "172.17.0.1/16")],
            State.DOUBTFUL,
            "containers",
            id="a bridge alone",
        ),
    ],
)
def test_networks(interfaces: list[Interface], state: State, part: str) -> None:
    finding = check_network(interfaces)

    assert finding.state is state
    assert part in finding.says


def test_a_port_that_is_taken_is_no_calamity() -> None:
    assert check_port(None).state is State.GOOD

    told = "Address already in use (while attempting to bind on address ('', 10836))"
    taken = check_port(OSError(errno.EADDRINUSE, told))

    assert taken.state is State.DOUBTFUL
    assert taken.says == "Port 10836 cannot be had (Address already in use)."
    assert "another one" in taken.do


@pytest.mark.parametrize(
    ("what", "state", "part"),
    [
        pytest.param(heard("192.168.1.1"), State.GOOD, "heard: 1", id="others"),
        pytest.param(heard(), State.DOUBTFUL, "no other device", id="only ourselves"),
        pytest.param(heard(echo=False), State.BAD, "does not come back", id="not even ourselves"),
        pytest.param(
            heard(echo=False, refusal=PermissionError(errno.EPERM, "Operation not permitted")),
            State.BAD,
            "Operation not permitted",
            id="the system refuses",
        ),
    ],
)
def test_multicast(what: Heard, state: State, part: str) -> None:
    finding = check_multicast(what, LINUX)

    assert finding.state is state
    assert part in finding.says
    assert bool(finding.do) is (state is not State.GOOD)


def test_a_mac_that_refuses_multicast_wants_a_permission() -> None:
    refusal = OSError(errno.EHOSTUNREACH, "No route to host")

    finding = check_multicast(heard(echo=False, refusal=refusal), System("darwin", "python3"))

    assert "Local Network" in finding.do


@pytest.mark.parametrize(
    ("system", "part"),
    [
        pytest.param(
            System("linux", "python3", frozenset({"firewall-cmd"})),
            "firewall-cmd --add-service=mdns --add-port=10836/tcp",
            id="Fedora",
        ),
        pytest.param(
            System("linux", "python3", frozenset({"ufw"})), "ufw allow 10836/tcp", id="Ubuntu"
        ),
        pytest.param(LINUX, "TCP port 10836 and UDP port 5353", id="another Linux"),
        pytest.param(System("win32", r"C:\python.exe"), r"tick Private for C:\python.exe", id="W"),
        pytest.param(System("darwin", "/usr/bin/python3"), "System Settings", id="Mac"),
    ],
)
def test_every_system_has_a_firewall_of_its_own(system: System, part: str) -> None:
    assert part in system.opens_by


def test_a_public_network_is_what_windows_calls_so() -> None:
    assert check_public("Private\r\nPublic\r\n") is not None
    assert check_public("Private\r\n") is None
    assert check_public("") is None


def host_finding(answer: Listing | Here | Closure, what: Heard = NOTHING) -> Finding:
    return check_host(HOST, answer, what)


def test_a_host_that_answers() -> None:
    finding = host_finding(LISTING)

    assert finding.state is State.GOOD
    assert "nor?th" in finding.says
    assert host_finding(Here()).state is State.DOUBTFUL


def test_a_host_that_is_heard_and_does_not_answer_has_a_firewall() -> None:
    silent = closure(Trouble.NO_ANSWER)

    assert "firewall is in the way" in host_finding(silent, heard(HOST.host)).do
    assert host_finding(silent, heard("192.168.1.77")).do == ""
    assert host_finding(closure(Trouble.REFUSED), heard(HOST.host)).do == ""


def test_a_host_of_our_own_network_without_a_way_to_it_is_kept_apart() -> None:
    nowhere = closure(Trouble.NO_ROUTE)

    near = str(no_seat(nowhere, HOST, around=lambda: [LOOPBACK, WLAN]))
    far = str(no_seat(nowhere, Address("10.1.2.3", 1), around=lambda: [LOOPBACK, WLAN]))

    assert "keeps its guests apart" in near
    assert "No network leads to 10.1.2.3" in far


@pytest.mark.parametrize(
    ("environment", "size", "state", "part"),
    [
        pytest.param({"LANG": "C.UTF-8"}, Size(80, 24), State.GOOD, "unicode", id="good"),
        pytest.param({"LANG": "C"}, Size(80, 24), State.DOUBTFUL, "ascii", id="no UTF-8"),
        pytest.param({"LANG": "C.UTF-8"}, Size(40, 24), State.DOUBTFUL, "40 by 24", id="small"),
        pytest.param({}, None, State.DOUBTFUL, "no terminal", id="none"),
    ],
)
def test_terminals(environment: dict[str, str], size: Size | None, state: State, part: str) -> None:
    finding = check_terminal(environment, size)

    assert finding.state is state
    assert part in finding.says


def test_a_terminal_with_wide_signs_gets_letters() -> None:
    finding = check_terminal({"LANG": "C.UTF-8"}, Size(80, 24), is_narrow=False)

    assert "ascii" in finding.says
    assert "two columns" in finding.do


def test_a_program_reads_states_by_name() -> None:
    assert check_network([]).as_json()["state"] == "bad"


def test_each_adapter_is_asked_once_for_each_version_of_the_protocol() -> None:
    second, link = interface("wlan0", "10.0.0.9/8"), interface("wlan0", "fe80::9/64")
    six = interface("wlan0", "fd00::9/64")

    assert worth_asking([LOOPBACK, WLAN, second, link, six]) == (WLAN, link)
