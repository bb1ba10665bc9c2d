"""How a table that was found is told to people and to programs."""

import json
from dataclasses import replace
from ipaddress import ip_interface

from p2pqwirkle.cli.finding import (
    found_tables,
    has_seat,
    line_of,
    may_be_watched,
    trouble_with,
)
from p2pqwirkle.net.discovery import Sighting
from p2pqwirkle.net.interfaces import Interface
from p2pqwirkle.net.link import Closure, Side, Trouble
from p2pqwirkle.net.listing import Listing, TableId
from p2pqwirkle.net.multicast import Hint
from p2pqwirkle.net.reactor import Address
from p2pqwirkle.table.charter import Options

WHERE = (Address("192.168.1.5", 10836), Address("fd77::5", 10836))
HINT = Hint(TableId(bytes(range(16))), 1, "0.1.0", WHERE)
LISTING = Listing("0.1.0", bytes(16), "north", 4, 2, needs_code=True, options=Options())
OPEN = Sighting(HINT, LISTING)


def told(sighting: Sighting) -> str:
    return line_of(found_tables([sighting])[0])


def test_a_program_is_told_what_it_needs_to_join() -> None:
    (table,) = found_tables([OPEN])

    assert json.loads(json.dumps(table.as_json())) == {
        "table": "000102030405060708090a0b0c0d0e0f",
        "name": "north",
        "host": "north",
        "addresses": ["192.168.1.5", "fd77::5"],
        "port": 10836,
        "seats": 4,
        "free": 2,
        "code": True,
        "version": "0.1.0",
    }


def test_the_nearest_address_comes_first() -> None:
    bridge = Address("172.17.0.1", 10836)
    far = replace(OPEN, hint=replace(HINT, addresses=(bridge, *WHERE)))
    own = [
        Interface("docker0", ip_interface("172.17.0.1/16"), "3"),
        Interface("wlan0", ip_interface("192.168.1.9/24"), "2"),
    ]

    (table,) = found_tables([far], around=lambda: own)

    assert str(table.address) == "192.168.1.5:10836"
    assert table.sighting.hint.addresses[-1] == bridge


def test_hosts_of_one_name_are_told_apart() -> None:
    other = replace(OPEN, hint=replace(HINT, table=TableId(bytes(16))))

    assert [table.name for table in found_tables([OPEN, other])] == ["north", "north (2)"]


def test_a_line_has_id_host_seats_and_address() -> None:
    assert told(OPEN) == "00010203  north: free seats 2 of 4, at 192.168.1.5:10836, with a code"


def test_a_host_cannot_write_on_our_screen() -> None:
    bent = replace(OPEN, listing=replace(LISTING, name="nor\u202eth"))

    assert "nor?th" in told(bent)


def test_a_host_whose_firewall_is_shut_is_told_of_with_its_port() -> None:
    silent = Closure(Side.NOBODY, "", "", trouble=Trouble.NO_ANSWER)
    shut = Sighting(HINT, None, is_silent=True, closure=silent)

    assert "does not answer on port 10836" in told(shut)
    assert trouble_with(found_tables([shut])[0]) is not None


def test_a_host_with_another_version_is_told_of_with_both() -> None:
    line = told(Sighting(replace(HINT, protocol=2, program="0.9.0")))

    assert "0.9.0 (protocol 2)" in line
    assert "(protocol 1)" in line


def test_a_table_that_may_be_watched_is_told_of_as_such_also_without_a_free_seat() -> None:
    watched = replace(LISTING, free=0, options=Options(watchers=True))
    sighting = Sighting(HINT, watched)

    assert told(sighting).endswith(
        "free seats 0 of 4, at 192.168.1.5:10836, with a code; may be watched"
    )
    assert may_be_watched(found_tables([sighting])[0])
    assert not has_seat(found_tables([sighting])[0])
    assert not may_be_watched(found_tables([OPEN])[0])
    assert not may_be_watched(found_tables([replace(sighting, is_silent=True)])[0])
