"""Which tables are shown: one for each id, live ones only, whatever the network says."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, cast

import pytest
from twisted.internet.task import Clock

from p2pqwirkle.net.discovery import MAX_TABLES, Finder, Sighting
from p2pqwirkle.net.link import Closure, Side, Trouble
from p2pqwirkle.net.listing import Listing, TableId
from p2pqwirkle.net.multicast import Hint, read_hint
from p2pqwirkle.net.probing import probe_table
from p2pqwirkle.net.reactor import Address
from p2pqwirkle.table.charter import Options
from tests.net.living_room import LivingRoom
from tests.net.pair import credentials_of
from tests.net.rooms import Rooms

HERE = Address("10.77.0.1", 10836)
THERE = Address("fd77::1", 10836)
TABLE = TableId(bytes(16))
HINT = Hint(TABLE, 1, "0.1.0", (HERE,))
LISTING = Listing("0.1.0", bytes(16), "north", 3, 2, needs_code=False, options=Options())
REFUSED = Closure(Side.NOBODY, "", "", trouble=Trouble.REFUSED)


@dataclass
class Home:
    """A network on which tables answer, or do not, as the test wants.

    Attributes:
        answers: what comes of a probe.
        alive: the tables that answer anyway.
    """

    clock: Clock = field(default_factory=Clock)
    answers: Listing | Closure | None = LISTING
    alive: frozenset[TableId] = frozenset()
    probes: int = 0
    given_up: int = 0
    shown: list[tuple[Sighting, ...]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.finder = Finder(self.clock, self.probe, self.shown.append)

    def probe(
        self,
        hint: Hint,
        *,
        answered: Callable[[Listing], None],
        failed: Callable[[Closure], None],
    ) -> Callable[[], None]:
        self.probes += 1
        match LISTING if hint.table in self.alive else self.answers:
            case Listing() as listing:
                self.clock.callLater(0.01, answered, listing)
            case Closure() as closure:
                self.clock.callLater(0.01, failed, closure)
        return self.give_up

    def give_up(self) -> None:
        self.given_up += 1

    def hear(self, hint: Hint = HINT) -> None:
        self.finder._seen(hint)
        self.wait(0.1)

    def wait(self, seconds: float) -> None:
        for _ in range(round(seconds * 10)):
            self.clock.advance(0.1)

    @property
    def only(self) -> Sighting:
        (sighting,) = self.finder.sightings
        return sighting


def test_a_table_is_shown_as_open_when_its_host_has_answered() -> None:
    home = Home(answers=None)
    home.hear()
    assert home.finder.sightings == ()

    home.answers = LISTING
    home.wait(3)

    assert home.only.is_open
    assert home.shown[-1] == home.finder.sightings


def test_one_table_is_one_line_whatever_ways_it_was_heard_of() -> None:
    home = Home()
    home.hear()
    home.hear(replace(HINT, addresses=(THERE,)))

    assert home.only.hint.addresses == (THERE, HERE)


def test_seats_are_those_of_the_last_answer() -> None:
    home = Home()
    home.hear()
    home.answers = replace(LISTING, free=0)
    home.wait(3)

    assert home.only.listing is not None
    assert home.only.listing.free == 0


@pytest.mark.parametrize("answer", [REFUSED, None], ids=["refused", "silent"])
def test_a_host_that_was_killed_is_greyed_within_10_seconds_and_gone_within_30(
    answer: Closure | None,
) -> None:
    home = Home()
    home.hear()
    home.answers = answer

    home.wait(2.6)
    assert home.only.is_open
    home.wait(7.4)
    assert home.only.is_silent
    assert home.only.closure is not None
    home.wait(20)
    assert home.finder.sightings == ()


def test_one_lost_probe_changes_nothing() -> None:
    home = Home()
    home.hear()
    home.answers = None
    home.wait(2.5)
    home.answers = LISTING
    home.wait(5)

    assert all(one.is_open for shown in home.shown[1:] for one in shown)


def test_a_table_that_was_gone_comes_back_by_itself() -> None:
    home = Home()
    home.hear()
    home.answers = REFUSED
    home.wait(60)
    home.answers = LISTING
    home.wait(11)

    assert home.only.is_open


def test_what_multicast_remembers_of_a_dead_table_does_not_bring_it_back() -> None:
    home = Home()
    home.hear()
    home.answers = REFUSED
    home.wait(60)
    home.hear()

    assert home.finder.sightings == ()


def test_a_computer_that_slept_asks_again_before_it_forgets() -> None:
    home = Home()
    home.hear()
    home.answers = None
    home.clock.advance(3_600)
    assert home.finder.sightings != ()

    home.answers = LISTING
    home.wait(3)

    assert home.only.is_open


def test_a_host_that_never_answers_stays_with_the_reason() -> None:
    home = Home(answers=REFUSED)
    home.hear()
    home.wait(60)

    assert home.only.is_silent
    assert home.only.closure == REFUSED


def test_whoever_announces_dead_tables_does_not_keep_us_busy() -> None:
    home = Home(answers=REFUSED)
    home.hear()
    home.wait(60)

    assert home.probes < 9


def test_a_table_of_another_version_is_shown_and_never_asked() -> None:
    home = Home()
    home.hear(replace(HINT, protocol=2, program="0.9.0"))
    home.wait(10)

    assert home.only.hint.program == "0.9.0"
    assert not home.only.is_open
    assert home.probes == 0


def test_nobody_can_withdraw_the_table_of_another() -> None:
    home = Home()
    home.hear()
    home.finder._withdrawn(HINT)
    home.wait(3)

    assert home.only.is_open


def test_a_table_that_was_withdrawn_and_is_dead_goes() -> None:
    home = Home(answers=REFUSED)
    home.hear()
    home.finder._withdrawn(HINT)

    assert home.finder.sightings == ()


def test_nobody_fills_our_memory_with_tables() -> None:
    home = Home(answers=None)
    for number in range(100):
        home.finder._seen(replace(HINT, table=TableId(number.to_bytes(16))))
    for number in range(100):
        home.hear(replace(HINT, table=TableId(bytes(16)), addresses=(Address("10.0.0.1", number),)))
    home.wait(10)

    assert len(home.finder.sightings) == MAX_TABLES
    assert all(len(one.hint.addresses) <= 8 for one in home.finder.sightings)


def test_tables_that_never_answer_make_room_for_one_that_does() -> None:
    home = Home(answers=REFUSED, alive=frozenset({TABLE}))
    for number in range(1, 100):
        home.hear(replace(HINT, table=TableId(number.to_bytes(16))))
    home.hear()
    for number in range(100, 200):
        home.hear(replace(HINT, table=TableId(number.to_bytes(16))))

    assert [one.table for one in home.finder.sightings if one.listing is not None] == [TABLE]
    assert len(home.finder._tables) == MAX_TABLES


def test_after_the_end_nobody_is_asked() -> None:
    home = Home(answers=None)
    home.hear()
    for asking in home.finder._tables.values():
        asking.stop()
    home.wait(30)

    assert home.probes == 1
    assert home.given_up == 1
    assert home.clock.getDelayedCalls() == []


async def asked(room: LivingRoom, hint: Hint) -> Listing | Closure:
    heard: list[Listing | Closure] = []
    probe_table(
        room.reactor, credentials_of("west"), hint, answered=heard.append, failed=heard.append
    )
    await room.until(lambda: bool(heard))
    return heard[0]


async def test_the_host_of_a_table_answers_a_probe(rooms: Rooms) -> None:
    room = rooms.of(3)
    host = room.open_table()

    answer = await asked(room, Hint(host.table, 1, "0.1.0", (room.address,)))

    assert answer == host.listing()


async def test_nobody_else_answers_for_a_table(rooms: Rooms) -> None:
    """wire-12: not even somebody who says again what the host has said."""
    room = rooms.of(3)
    impostor = room.chairs[1]
    host = room.open_table()
    lobby, at = impostor.open_table(3)
    own = host.listing()
    lobby.listing = lambda: own  # type: ignore[method-assign]

    answer = await asked(room, Hint(host.table, 1, "0.1.0", (at,)))

    assert isinstance(answer, Closure)
    assert answer.clause == "L9.1"


async def test_a_peer_without_a_table_does_not_answer_for_one(rooms: Rooms) -> None:
    room = rooms.of(2)
    at = room.chairs[1].door.listen(Address("127.0.0.1", 0))

    answer = await asked(room, Hint(TABLE, 1, "0.1.0", (at,)))

    assert isinstance(answer, Closure)
    assert answer.clause == "L9.1"


@dataclass
class Info:
    """What multicast DNS has brought, as zeroconf hands it over."""

    properties: Mapping[bytes, bytes | None]
    port: int | None = 10836
    hosts: tuple[str, ...] = ("10.77.0.1", "fe80::1%2")

    def parsed_scoped_addresses(self) -> list[str]:
        return list(self.hosts)


GOOD = {b"id": b"0" * 32, b"v": b"1", b"p": b"0.1.0"}


def read(info: Info) -> Hint | None:
    return read_hint(cast("Any", info))


def test_a_hint_has_the_addresses_with_their_scopes() -> None:
    addresses = (Address("10.77.0.1", 10836), Address("fe80::1%2", 10836))

    assert read(Info(GOOD)) == Hint(TABLE, 1, "0.1.0", addresses)


@pytest.mark.parametrize(
    "info",
    [
        pytest.param(Info({}), id="nothing said"),
        pytest.param(Info({**GOOD, b"id": None}), id="no id"),
        pytest.param(Info({**GOOD, b"id": b"F" * 32}), id="capitals in the id"),
        pytest.param(Info({**GOOD, b"id": b"0" * 31}), id="a short id"),
        pytest.param(Info({**GOOD, b"id": b"0" * 32 + b"\n"}), id="a line break behind the id"),
        pytest.param(Info({**GOOD, b"v": b"-1"}), id="a negative version"),
        pytest.param(Info({**GOOD, b"v": b"99999"}), id="a version too high"),
        pytest.param(Info({**GOOD, b"v": "\uff11".encode()}), id="a digit of another script"),
        pytest.param(Info({**GOOD, b"p": b"\x1b[2J"}), id="a program that clears the screen"),
        pytest.param(Info({**GOOD, b"p": b"x" * 33}), id="a long program version"),
        pytest.param(Info(GOOD, port=None), id="no port"),
        pytest.param(Info(GOOD, port=0), id="port 0"),
        pytest.param(Info(GOOD, hosts=()), id="no address"),
        pytest.param(Info(GOOD, hosts=("224.0.0.1", "::", "0.0.0.0")), id="nobody's addresses"),  # noqa: S104
    ],
)
def test_what_cannot_be_a_table_is_not_looked_at(info: Info) -> None:
    assert read(info) is None


def test_a_flood_of_addresses_is_cut() -> None:
    hint = read(Info(GOOD, hosts=tuple(f"10.0.0.{number}" for number in range(1, 200))))

    assert hint is not None
    assert len(hint.addresses) == 8
