"""Coming to a table: who gets a seat, who is refused and why, and what one agrees to sign."""

import asyncio
from dataclasses import replace

import pytest

from p2pqwirkle import __version__
from p2pqwirkle.errors import Breach
from p2pqwirkle.net.door import MAX_VISITORS_OF_HOST
from p2pqwirkle.net.frames import Done, Frame, Hello
from p2pqwirkle.net.guest import JoinerLobby, check_charter, reachable
from p2pqwirkle.net.handshake import Handshake
from p2pqwirkle.net.link import Closure, LinkError, Side
from p2pqwirkle.net.lobby import Company
from p2pqwirkle.net.lobby_frames import Ready, Welcome
from p2pqwirkle.net.reactor import Address
from p2pqwirkle.net.seating import Contact, Join, Roster, Seated, Start
from p2pqwirkle.record.codec import encode
from p2pqwirkle.record.entry import GameId
from p2pqwirkle.table.charter import Options, Player, draw_up
from tests.net.links import dialled
from tests.net.living_room import LivingRoom
from tests.net.pair import Listener, credentials_of, joined
from tests.net.rooms import Rooms

HOST_AT = Address("10.77.0.1", 10836)


def join_of(name: str = "south", program: str = __version__) -> Join:
    return Join(program, name, None, bytes(32), 10836)


async def visit(room: LivingRoom, name: str, first: Frame | bytes) -> Closure:
    """How a link ends that *name* begins with a frame, or with any bytes."""
    visitor = await dialled(room, name)
    if isinstance(first, bytes):
        visitor.link._transport.write(len(first).to_bytes(4, "big") + first)
    else:
        visitor.link.send(first)
    await room.until(lambda: bool(visitor.closures))
    return visitor.closure


async def open_table(room: LivingRoom, guests: int) -> None:
    """The first chair hosts, and the next *guests* have joined."""
    host = room.chairs[0]
    room.open_table()
    for chair in room.chairs[1 : guests + 1]:
        before = len(host.rosters)
        chair.join(room.address).addErrback(lambda _: None)
        await room.until(lambda before=before: len(host.rosters) > before)  # type: ignore[misc]


async def test_everybody_sees_who_comes(rooms: Rooms) -> None:
    room = rooms.of(4)
    await open_table(room, guests=2)
    north, south, east, _ = room.chairs
    await room.until(lambda: len(south.rosters) == 2 and len(east.rosters) == 1)

    names = [[one.name for one in roster.seated] for roster in north.rosters]

    assert names == [["north", "south"], ["north", "south", "east"]]
    assert south.rosters == north.rosters
    assert east.rosters == north.rosters[1:]


async def test_a_guest_who_leaves_frees_its_seat(rooms: Rooms) -> None:
    room = rooms.of(3)
    host = room.chairs[0]
    room.open_table()
    guest = await dialled(room, "south")
    guest.link.send(join_of())
    await room.until(lambda: len(host.rosters) == 1)

    guest.link.leave("supper is ready")
    await room.until(lambda: len(host.rosters) == 2)

    assert [one.name for one in host.rosters[1].seated] == ["north"]


async def test_all_agree_on_the_charter_when_the_seats_are_taken(rooms: Rooms) -> None:
    room = rooms.of(3)

    await room.gather()

    charters = {company.charter for company in room.companies.values()}
    assert [set(one.players) for one in charters] == [{chair.player for chair in room.chairs}]


async def test_everybody_is_told_where_the_others_listen(rooms: Rooms) -> None:
    room = rooms.of(3)

    await room.gather()

    north, south, east = (room.key_of(chair.name) for chair in room.chairs)
    addresses = {name: company.addresses for name, company in room.companies.items()}
    assert addresses["south"][north] == addresses["east"][north] == (room.address,)
    assert addresses["north"][south] == addresses["east"][south]
    assert addresses["north"][east] == addresses["south"][east]


async def test_another_version_is_refused_and_both_are_named(rooms: Rooms) -> None:
    room = rooms.of(2)
    await open_table(room, guests=0)

    closure = await visit(room, "south", encode([1, 2, "0.9.0", "whatever comes"]))

    assert (closure.side, closure.clause) == (Side.THEIRS, "L4.1")
    assert closure.refusal is not None
    assert (closure.refusal.protocol, closure.refusal.program) == (1, __version__)
    await room.until(lambda: bool(room.chairs[0].strangers))
    assert "0.9.0" in room.chairs[0].strangers[0][1].detail


async def test_a_full_table_takes_nobody(rooms: Rooms) -> None:
    room = rooms.of(2)
    room.chairs[0].is_hasty = False
    await open_table(room, guests=1)

    closure = await visit(room, "east", join_of("east"))

    assert closure.clause == "L4.3"


async def test_a_game_that_has_begun_takes_nobody(rooms: Rooms) -> None:
    room = await rooms.of(2).gathered()

    closure = await visit(room, "east", join_of("east"))

    assert closure.clause == "L4.2"


@pytest.mark.parametrize("name", ["north", "south"])
async def test_one_identity_has_one_seat(name: str, rooms: Rooms) -> None:
    room = rooms.of(3)
    await open_table(room, guests=1)

    closure = await visit(room, name, join_of("an alias"))

    assert closure.clause == "L4.4"
    assert len(room.chairs[0].rosters) == 1


@pytest.mark.parametrize("name", ["", "x" * 25, "so\nuth", "so\x1b[2Juth"])
async def test_a_name_that_no_charter_takes_gets_no_seat(name: str, rooms: Rooms) -> None:
    room = rooms.of(2)
    await open_table(room, guests=0)

    closure = await visit(room, "south", join_of(name))

    assert closure.clause == "T1.4"


async def test_a_name_in_broken_utf_8_gets_no_seat(rooms: Rooms) -> None:
    room = rooms.of(2)
    await open_table(room, guests=0)
    join = encode([1, 1, "0.1.0", "@@@@", None, bytes(32), 10836])

    closure = await visit(room, "south", join.replace(b"@@@@", b"\xed\xa0\x80@"))

    assert closure.clause == "E1.5"


async def test_a_joiner_gives_no_seats(rooms: Rooms) -> None:
    room = rooms.of(3)
    await open_table(room, guests=1)
    room.address = room.chairs[1].door_address

    closure = await visit(room, "east", join_of("east"))

    assert closure.clause == "L4.5"


async def test_a_link_begins_with_join_or_hello(rooms: Rooms) -> None:
    room = rooms.of(2)
    await open_table(room, guests=0)

    closure = await visit(room, "south", Done())

    assert closure.clause == "L2.4"


async def test_a_guest_asks_once(rooms: Rooms) -> None:
    room = rooms.of(3)
    await open_table(room, guests=0)
    guest = await dialled(room, "south")

    guest.link.send(join_of())
    guest.link.send(join_of())
    await room.until(lambda: bool(guest.closures))

    assert guest.heard[0] == Welcome()
    assert guest.closure.clause == "L2.4"


async def test_who_says_nothing_keeps_nobody_out_for_long(rooms: Rooms) -> None:
    room = rooms.of(2)
    await open_table(room, guests=0)
    idlers = [await asyncio.open_connection("127.0.0.1", room.address.port) for _ in range(20)]
    host = room.chairs[0]

    await room.until(lambda: len(host.strangers) == len(idlers) - MAX_VISITORS_OF_HOST)

    assert {closure.clause for _, closure in host.strangers} == {"L3.4"}
    for _, writer in idlers:
        writer.close()
    await room.until(lambda: len(host.strangers) == len(idlers))
    assert (await visit(room, "south", Done())).clause == "L2.4"


async def test_who_shows_no_certificate_is_never_seated(rooms: Rooms) -> None:
    room = rooms.of(2)
    await open_table(room, guests=0)
    _, writer = await asyncio.open_connection("127.0.0.1", room.address.port)

    writer.write(b"GET / HTTP/1.1\r\n\r\n")
    await room.until(lambda: bool(room.chairs[0].strangers))

    assert room.chairs[0].strangers[0][1].clause == "L1.1"
    assert room.chairs[0].rosters == []
    writer.close()


# What a joiner signs.

OWN = Player(credentials_of("south").player, "south", 41, bytes(32))
HOST = Player(credentials_of("north").player, "north", None, bytes([1]) * 32)
EAST = Player(credentials_of("east").player, "east", None, bytes([2]) * 32)


def roster_of(*players: Player) -> Roster:
    return Roster(
        number=1,
        wanted=len(players),
        options=Options(),
        seated=tuple(Seated(one.identity, one.name, one.age) for one in players),
    )


def start_of(*players: Player, stall_guard: bool = True) -> Start:
    charter = draw_up(players, Options(stall_guard=stall_guard))
    contacts = (Contact(one.identity, 1, ("10.77.0.2", "127.0.0.1")) for one in players)
    return Start(charter.encode(), tuple(contacts))


def told(*frames: Frame, is_ready: bool = True) -> "tuple[Listener, list[Company | LinkError]]":
    """What becomes of a joiner whose host says *frames*."""
    host = Listener()

    def shown(_roster: Roster) -> None:
        if is_ready:
            lobby.say_ready(is_ready=True)

    lobby = JoinerLobby(OWN, HOST_AT, lambda _: (HOST_AT,), shown)
    results: list[Company | LinkError] = []
    lobby.complete.addCallbacks(
        lambda answer: results.append(answer[0]), lambda failure: results.append(failure.value)
    )
    pair = joined(
        lambda clock: Handshake(clock, host, host.closures.append),
        lambda clock: Handshake(clock, lobby, lobby.failed),
    )
    for frame in frames:
        host.link.send(frame)
    pair.flush()
    return host, results


def test_a_joiner_asks_with_its_versions_name_age_nonce_and_port() -> None:
    host, _ = told()

    assert host.heard == [Join(__version__, "south", 41, bytes(32), 10836, ("10.77.0.1",))]


def test_a_joiner_takes_a_charter_that_is_what_the_lobby_has_shown() -> None:
    _, results = told(Welcome(), roster_of(HOST, OWN, EAST), start_of(HOST, OWN, EAST))

    assert results == [
        Company(
            draw_up((HOST, OWN, EAST), Options()),
            {
                HOST.identity: (HOST_AT, Address("10.77.0.2", 1)),
                EAST.identity: (Address("10.77.0.2", 1),),
            },
        )
    ]


@pytest.mark.parametrize(
    "altered",
    [
        pytest.param(replace(OWN, nonce=bytes([9]) * 32), id="L5.1 an old nonce"),
        pytest.param(replace(OWN, name="nobody"), id="L5.1 another name"),
        pytest.param(replace(OWN, age=4), id="L5.1 another age"),
        pytest.param(replace(OWN, identity=credentials_of("west").player), id="L5.1 another key"),
    ],
)
def test_nobody_signs_a_charter_without_his_own_line(altered: Player) -> None:
    host, results = told(Welcome(), roster_of(HOST, OWN), start_of(HOST, altered))

    assert host.closure.clause == "L5.1"
    assert [type(one) for one in results] == [LinkError]


@pytest.mark.parametrize(
    "start",
    [
        pytest.param(start_of(HOST, OWN, EAST), id="L5.2 one player more"),
        pytest.param(start_of(HOST, OWN, stall_guard=False), id="L5.2 another option"),
        pytest.param(start_of(replace(HOST, name="nord"), OWN), id="L5.2 another name"),
        pytest.param(start_of(EAST, OWN), id="L5.2 another host"),
    ],
)
def test_nobody_signs_what_the_lobby_has_not_shown(start: Start) -> None:
    host, _ = told(Welcome(), roster_of(HOST, OWN), start)

    assert host.closure.clause == "L5.2"


def test_nobody_is_drawn_into_a_game_that_it_is_not_ready_for() -> None:
    host, results = told(Welcome(), roster_of(HOST, OWN), start_of(HOST, OWN), is_ready=False)

    assert host.closure.clause == "L5.4"
    assert [type(one) for one in results] == [LinkError]


def test_a_readiness_for_others_is_none_for_these() -> None:
    before = replace(roster_of(HOST, OWN), number=7)
    host, _ = told(Welcome(), before, roster_of(HOST, OWN, EAST), start_of(HOST, OWN, EAST))

    assert [frame for frame in host.heard if isinstance(frame, Ready)] == [
        *(Ready(7, is_ready=True), Ready(1, is_ready=True))
    ]


async def test_a_guest_takes_another_name_and_signs_it(rooms: Rooms) -> None:
    room = rooms.of(2)
    guest = room.chair("south")
    guest.is_hasty = False
    table = room.open_table()
    joined_in = guest.join(room.address)
    await room.until(lambda: bool(guest.rosters))
    assert guest.lobby is not None

    guest.lobby.rename("súd")
    table.rename("nord")
    await room.until(lambda: [one.name for one in guest.rosters[-1].seated] == ["nord", "súd"])
    guest.lobby.say_ready(is_ready=True)
    company, _ = await joined_in.asFuture(room.loop)

    assert {player.name for player in company.charter.players} == {"nord", "súd"}


async def test_a_player_who_takes_its_readiness_back_is_waited_for(rooms: Rooms) -> None:
    room = rooms.of(2)
    host, guest = room.chairs
    host.is_hasty = guest.is_hasty = False
    table = room.open_table()
    joined_in = guest.join(room.address)
    await room.until(lambda: bool(guest.rosters))
    assert guest.lobby is not None

    guest.lobby.say_ready(is_ready=True)
    await room.until(lambda: host.rosters[-1].is_ready(guest.identity.player))
    guest.lobby.say_ready(is_ready=False)
    await room.until(lambda: not host.rosters[-1].is_ready(guest.identity.player))
    table.say_ready(is_ready=True)
    await room.until(lambda: guest.rosters[-1].is_ready(host.identity.player))
    assert not table.complete.called
    guest.lobby.say_ready(is_ready=True)

    company, _ = await joined_in.asFuture(room.loop)
    assert len(company.charter.players) == 2


def test_the_host_sits_at_its_own_table() -> None:
    with pytest.raises(Breach) as refusal:
        check_charter(draw_up((EAST, OWN), Options()), OWN, HOST.identity, roster_of(EAST, OWN))

    assert refusal.value.clause == "L5.2"


@pytest.mark.parametrize("players", [[], [OWN.identity, EAST.identity], [EAST.identity] * 3])
def test_there_is_one_line_of_addresses_for_each_player(players: list[bytes]) -> None:
    charter = draw_up((HOST, OWN, EAST), Options()).encode()
    contacts = tuple(Contact(player, 1, ("10.77.0.2",)) for player in players)  # type: ignore[arg-type]

    host, _ = told(Welcome(), roster_of(HOST, OWN, EAST), Start(charter, contacts))

    assert host.closure.clause == "L5.3"


@pytest.mark.parametrize(
    "frames",
    [
        pytest.param((roster_of(HOST, OWN),), id="L2.4 a roster before the welcome"),
        pytest.param((Welcome(), Welcome()), id="L2.4 two welcomes"),
        pytest.param((Welcome(), start_of(HOST, OWN)), id="L2.4 a charter before any roster"),
        pytest.param((Hello(GameId(bytes(32)), bytes(16)),), id="L2.4 a greeting from nowhere"),
        pytest.param(
            (Welcome(), roster_of(HOST, OWN), start_of(HOST, OWN), start_of(HOST, OWN)),
            id="L2.4 two charters",
        ),
    ],
)
def test_a_host_keeps_to_the_order_of_things(frames: tuple[Frame, ...]) -> None:
    host, _ = told(*frames)

    assert host.closure.clause == "L2.4"


def test_a_charter_that_is_none_is_refused() -> None:
    host, _ = told(Welcome(), roster_of(HOST, OWN), Start(b"\xc0", ()))

    assert host.closure.clause == "E2.1"


def test_a_joiner_without_a_welcome_gives_up() -> None:
    host = Listener(takes_part=False)
    lobby = JoinerLobby(OWN, HOST_AT, lambda _: (HOST_AT,), lambda _: None)
    closures: list[Closure] = []
    lobby.complete.addCallbacks(
        lambda _: None, lambda failure: closures.append(failure.value.closure)
    )
    pair = joined(
        lambda clock: Handshake(clock, host, host.closures.append),
        lambda clock: Handshake(clock, lobby, lobby.failed),
    )

    pair.wait(11)

    assert closures[0].clause == "L3.1"


@pytest.mark.parametrize(
    ("far", "host", "ports"),
    [
        ("10.77.0.3", "10.77.0.1", {1}),
        ("127.0.0.1", "10.77.0.1", set()),
        ("127.0.0.1", "127.0.0.1", {1}),
        ("127.0.0.1", "localhost", {1}),
        ("::1", "10.77.0.1", set()),
    ],
)
def test_a_loopback_address_is_of_use_on_its_own_computer_only(
    far: str, host: str, ports: set[int]
) -> None:
    dialled = reachable([Address(far, 1)], Address(host, 10836))

    assert {address.port for address in dialled} == ports
