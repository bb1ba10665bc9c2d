"""What the doctor says of home networks with something wrong in each."""

import json
import subprocess
import sys

import pytest

from tests.laboratory.building import Home
from tests.laboratory.evening import ENVIRONMENT, Evening
from tests.laboratory.namespace import Namespace

pytestmark = pytest.mark.slow


def examined(computer: Namespace, *words: str) -> dict[str, dict[str, str]]:
    """The findings at a computer, by what was looked at."""
    command = [sys.executable, "-m", "p2pqwirkle", "doctor", "--seconds", "6", "--json", *words]
    done = subprocess.run(
        computer.within(command),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env=ENVIRONMENT,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return {finding["check"]: finding for finding in json.loads(done.stdout)}


def test_where_all_is_well_the_doctor_has_nothing_to_say(home: Home, evening: Evening) -> None:
    lan = home.network()
    host, guest = (home.cable(home.computer(), lan) for _ in range(2))
    evening.host(host.computer, "north", players=3)

    findings = examined(guest.computer, host.address)

    good = ("network", "port", "multicast", "tables", "host")
    assert {check: findings[check]["state"] for check in good} == dict.fromkeys(good, "good")
    assert guest.address in findings["network"]["says"]
    assert "north" in findings["host"]["says"]
    assert "north" in findings["tables"]["says"]


def test_a_computer_on_no_network_is_told_so(home: Home) -> None:
    findings = examined(home.computer())

    assert findings["network"]["state"] == "bad"
    assert "on no network" in findings["network"]["says"]


def test_a_network_that_parts_its_guests_is_named(home: Home, evening: Evening) -> None:
    lan = home.network()
    host, guest = (home.cable(home.computer(), lan) for _ in range(2))
    for cable in (host, guest):
        cable.isolate()
    evening.host(host.computer, "north", players=2)

    findings = examined(guest.computer, host.address)

    assert "keeps its guests apart" in findings["host"]["says"]
    assert findings["multicast"]["state"] == "doubtful"


def test_a_host_that_is_heard_and_does_not_answer_has_a_firewall(
    home: Home, evening: Evening
) -> None:
    lan = home.network()
    host, guest = (home.cable(home.computer(), lan) for _ in range(2))
    evening.host(host.computer, "north", players=2)
    host.drop_calls()

    findings = examined(guest.computer, host.address)

    assert "does not answer on port 10836" in findings["host"]["says"]
    assert "its firewall is in the way" in findings["host"]["do"]
    assert findings["multicast"]["state"] == "good"


def test_a_firewall_here_that_drops_multicast_is_named(home: Home) -> None:
    cable = home.cable(home.computer(), home.network())
    rule = "type filter hook output priority 0; udp dport 5353 drop;"
    cable.computer.run("nft", f"table inet mdns {{ chain c {{ {rule} }}; }}")

    findings = examined(cable.computer)

    assert findings["multicast"]["state"] == "bad"
    assert "5353" in findings["multicast"]["do"]


def test_nobody_at_an_address_is_told_from_a_firewall(home: Home) -> None:
    lan = home.network()
    host, guest = (home.cable(home.computer(), lan) for _ in range(2))

    findings = examined(guest.computer, host.address)

    assert "Nobody has a table open" in findings["host"]["says"]


def test_joining_fails_in_the_words_of_the_doctor(home: Home, evening: Evening) -> None:
    lan = home.network()
    host, guest = (home.cable(home.computer(), lan) for _ in range(2))
    for cable in (host, guest):
        cable.isolate()
    evening.host(host.computer, "north", players=2)

    joiner = evening.join(guest.computer, "south", host.address)

    code, told = joiner.end()
    assert code == 4
    assert "keeps its guests apart" in told
