"""Finding tables on home networks as they are: several, odd, silent, and changing meanwhile."""

import json
import subprocess
import sys
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from tests.laboratory.building import Family, Home
from tests.laboratory.evening import ENVIRONMENT, Evening, sit_down
from tests.laboratory.namespace import Namespace

pytestmark = pytest.mark.slow

LIAR = Path(__file__).with_name("liar.py")
FOUND_SECONDS = 30.0
"""Until two players whose addresses are all new have found each other, and both have moved."""
Tables = list[dict[str, Any]]


class Look:
    """Somebody at a computer who looks for tables."""

    def __init__(self, computer: Namespace, seconds: int, *words: str) -> None:
        command = [sys.executable, "-m", "p2pqwirkle", "tables", "--seconds", str(seconds), *words]
        self._process = subprocess.Popen(
            computer.within(command),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=ENVIRONMENT,
        )

    def end(self) -> str:
        """What was told in the end."""
        out, err = self._process.communicate(timeout=120)
        assert (self._process.returncode, err) == (0, "")
        return out


def found(computer: Namespace, seconds: int = 5) -> Tables:
    """The tables that a program is told of."""
    return list(json.loads(Look(computer, seconds, "--json").end()))


def test_a_table_on_two_networks_is_one_line_on_each(home: Home, evening: Evening) -> None:
    host = home.computer()
    cables = [home.cable(host, home.network()) for _ in range(2)]
    guests = [home.cable(home.computer(), cable.network) for cable in cables]
    for computer in (host, *(guest.computer for guest in guests)):
        home.dead_bridge(computer)
    seat = evening.host(host, "north", players=3)

    looks = [Look(guest.computer, 6, "--json") for guest in guests]
    lists: list[Tables] = [json.loads(look.end()) for look in looks]

    port = int(seat.until("listening ").text.rpartition(":")[2])
    for tables, cable in zip(lists, cables, strict=True):
        (table,) = tables
        assert (table["name"], table["seats"], table["free"]) == ("north", 3, 2)
        assert table["port"] == port
        assert cable.address in table["addresses"]
    assert lists[0][0]["table"] == lists[1][0]["table"]


@pytest.mark.parametrize("family", [Family.IPV4, Family.IPV6, Family.NONE])
def test_tables_are_found_and_joined_with_every_kind_of_address(
    family: Family, home: Home, evening: Evening
) -> None:
    lan = home.network(family)
    host, guest = (home.cable(home.computer(), lan) for _ in range(2))
    evening.host(host.computer, "north", players=2)

    (table,) = found(guest.computer)
    evening.find(guest.computer, "south", table["table"][:8])

    evening.check_seated()


def test_who_names_no_table_joins_the_only_one(home: Home, evening: Evening) -> None:
    lan = home.network()
    host, guest = (home.cable(home.computer(), lan) for _ in range(2))
    evening.host(host.computer, "north", players=2)

    evening.find(guest.computer, "south")

    evening.check_seated()


def test_six_computers_find_one_table_and_play(home: Home, evening: Evening) -> None:
    lan = home.network()
    host, *guests = [home.cable(home.computer(), lan) for _ in range(6)]
    evening.host(host.computer, "north", players=6)

    for guest, name in zip(guests, ("south", "east", "west", "centre", "attic"), strict=True):
        evening.find(guest.computer, name)

    evening.check_fair()


def test_an_unlisted_table_is_not_found(home: Home, evening: Evening) -> None:
    lan = home.network()
    host, guest = (home.cable(home.computer(), lan) for _ in range(2))
    evening.host(host.computer, "north", "--unlisted", players=2)

    assert found(guest.computer) == []


def test_where_multicast_is_blocked_nothing_is_found_and_nothing_fails(
    home: Home, evening: Evening
) -> None:
    lan = home.network()
    host, guest = (home.cable(home.computer(), lan) for _ in range(2))
    for cable in (host, guest):
        cable.block_multicast()
    evening.host(host.computer, "north", players=2)

    assert found(guest.computer) == []


def test_without_any_network_nothing_is_found_and_nothing_fails(home: Home) -> None:
    alone = home.computer()
    alone.run("ip", "link", "set", "lo", "down")

    assert found(alone, 2) == []


def test_tables_of_this_computer_are_found_without_a_network(home: Home, evening: Evening) -> None:
    alone = home.computer()
    evening.host(alone, "north", players=2)

    (table,) = found(alone)

    assert table["addresses"] == ["127.0.0.1"]


def test_a_network_that_comes_while_one_looks_is_seen_within_10_seconds(
    home: Home, evening: Evening
) -> None:
    lan = home.network()
    host, guest = home.computer(), home.computer()
    evening.host(host, "north", players=2)
    look = Look(guest, 12, "--json")

    home.cable(host, lan)
    home.cable(guest, lan)

    assert [table["name"] for table in json.loads(look.end())] == ["north"]


def test_a_cable_that_is_plugged_in_again_brings_the_list_back_within_10_seconds(
    home: Home, evening: Evening
) -> None:
    lan = home.network()
    host, guest = (home.cable(home.computer(), lan) for _ in range(2))
    evening.host(host.computer, "north", players=2)
    guest.pull()
    look = Look(guest.computer, 14, "--json")
    sleep(4)  # the first questions were for nobody

    guest.plug_in()

    assert [table["name"] for table in json.loads(look.end())] == ["north"]


def test_a_host_that_was_killed_is_gone_within_30_seconds(home: Home, evening: Evening) -> None:
    lan = home.network()
    host, guest = (home.cable(home.computer(), lan) for _ in range(2))
    seat = evening.host(host.computer, "north", players=2)
    greyed, gone = Look(guest.computer, 18, "--json"), Look(guest.computer, 38)
    assert len(found(guest.computer, 4)) == 1

    seat.process.kill()

    assert json.loads(greyed.end()) == []
    assert gone.end().startswith("No table was heard of.")


def test_a_table_whose_host_has_a_strict_firewall_is_told_of_with_its_port(
    home: Home, evening: Evening
) -> None:
    lan = home.network()
    host, guest = (home.cable(home.computer(), lan) for _ in range(2))
    evening.host(host.computer, "north", players=2)
    host.drop_calls()

    assert "does not answer on port 10836" in Look(guest.computer, 9).end()
    assert found(guest.computer) == []


def test_a_table_whose_first_addresses_are_dead_is_joined_by_the_good_one(
    home: Home, evening: Evening
) -> None:
    lan = home.network()
    host, guest = (home.cable(home.computer(), lan) for _ in range(2))
    home.dead_bridge(host.computer)
    evening.host(host.computer, "north", players=2)
    rule = "type filter hook output priority 0; ip6 daddr fd77::/16 drop;"
    guest.computer.run("nft", f"table inet six {{ chain c {{ {rule} }}; }}")

    (table,) = found(guest.computer)
    evening.find(guest.computer, "south", table["table"][:8])

    evening.check_seated()


def test_two_tables_at_one_computer_are_two_lines(home: Home, evening: Evening) -> None:
    lan = home.network()
    host, guest = (home.cable(home.computer(), lan) for _ in range(2))
    ports = []
    for name in ("north", "east"):
        seat = evening.host(host.computer, name, players=2)
        ports.append(int(seat.until("listening ").text.rpartition(":")[2]))

    tables = found(guest.computer, 6)

    assert {(table["name"], table["port"]) for table in tables} == {
        ("north", ports[0]),
        ("east", ports[1]),
    }
    assert ports[0] == 10836


def test_a_table_that_is_full_is_in_nobodys_list(home: Home, evening: Evening) -> None:
    lan = home.network()
    cables = [home.cable(home.computer(), lan) for _ in range(3)]
    evening.host(cables[0].computer, "north", players=2)
    look = Look(cables[2].computer, 10, "--json")
    evening.join(cables[1].computer, "south", cables[0].address)

    assert [table["free"] for table in json.loads(look.end())] in ([], [0])
    evening.check_seated()


def test_a_game_that_may_be_watched_is_found_while_it_is_played(
    home: Home, evening: Evening, tmp_path: Path
) -> None:
    lan = home.network()
    cables = [home.cable(home.computer(), lan) for _ in range(3)]
    evening.host(cables[0].computer, "north", "--watchers", players=2)
    words = ("-m", "p2pqwirkle", "watch", "--plain", "--data", str(tmp_path / "watcher"))
    with subprocess.Popen(
        cables[2].computer.within([sys.executable, *words]),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=ENVIRONMENT,
    ) as watcher:
        assert watcher.stdout is not None
        told = iter(watcher.stdout.readline, "")
        assert any("The game has not begun yet" in line for line in told)
        south = evening.join(cables[1].computer, "south", cables[0].address)
        assert any("Turn: " in line for line in told)
        south.freeze()  # or their game may be over before the list is there

        tables = found(cables[2].computer, 4)
        watcher.kill()

    assert [(table["name"], table["free"]) for table in tables] == [("north", 0)]


def test_two_players_whose_addresses_both_change_find_each_other_again(
    home: Home, evening: Evening
) -> None:
    lan = home.network(Family.IPV4)
    cables = [home.cable(home.computer(), lan) for _ in range(2)]
    for cable in cables:
        # Without these, each would be found where it was all the time.
        cable.computer.run("sysctl", "-q", "-w", "net.ipv6.conf.all.disable_ipv6=1")
    north, _ = sit_down(evening, [cable.computer for cable in cables], cables[0].address)
    north.until("turn 3 ")

    for cable in cables:
        cable.move()

    evening.check_all_play(within=FOUND_SECONDS)


def test_a_liar_on_the_network_neither_hides_a_table_nor_takes_its_place(
    home: Home, evening: Evening, tmp_path: Path
) -> None:
    """wire-12: it even listens where it says that the table is."""
    lan = home.network(Family.IPV4)
    host, guest, liar = (home.cable(home.computer(), lan) for _ in range(3))
    evening.host(host.computer, "north", players=2)
    (table,) = found(guest.computer)
    trap = Evening(tmp_path / "trap")
    command = [sys.executable, str(LIAR), table["table"], liar.address, str(table["port"])]
    with (
        trap,
        subprocess.Popen(
            liar.computer.within(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=ENVIRONMENT,
        ) as lying,
    ):
        trap.host(liar.computer, "west", "--unlisted", players=2)
        assert lying.stdout is not None  # asked for above
        assert lying.stdout.readline() == "ready\n"

        tables = found(guest.computer, 8)
        evening.find(guest.computer, "south", table["table"][:12])
        evening.check_seated()
        lying.kill()

    assert [(one["table"], one["name"]) for one in tables] == [(table["table"], "north")]
