"""Remarks on links: everybody hears each once, and nobody can flood the table (L7)."""

import asyncio

import pytest

from p2pqwirkle.errors import Breach
from p2pqwirkle.net.chat import AT_ONCE, Chat
from p2pqwirkle.net.frames import Chat as ChatFrame
from p2pqwirkle.record.chat import SignedRemark, sign_remark
from p2pqwirkle.record.identity import Identity
from tests.net.chair import Chair
from tests.net.links import standing_link
from tests.net.living_room import LivingRoom
from tests.net.rooms import Rooms
from tests.vectors.record_kit import GAME, NORTH, OTHER_GAME, SOUTH, named

EAST = Identity(named("east"))


def remark(number: int, by: Identity = NORTH, text: str = "good luck") -> SignedRemark:
    return sign_remark(GAME, number, text, by)


def chat() -> Chat:
    return Chat(GAME, (NORTH.player, SOUTH.player), now=0.0)


def test_a_remark_is_taken_once() -> None:
    heard = chat()

    assert heard.take(remark(0).wire, 0.0) == remark(0)
    assert heard.take(remark(0).wire, 0.0) is None
    assert heard.take(remark(0, text="something else").wire, 0.0) is None
    assert heard.take(remark(0, SOUTH).wire, 0.0) == remark(0, SOUTH)


def test_an_author_may_say_so_many_at_once_and_then_one_each_second() -> None:
    heard = chat()
    for number in range(AT_ONCE):
        assert heard.take(remark(number).wire, 0.0) is not None

    assert heard.take(remark(AT_ONCE).wire, 0.5) is None
    assert heard.take(remark(0, SOUTH).wire, 0.5) is not None
    assert heard.take(remark(AT_ONCE).wire, 1.0) is not None
    assert heard.take(remark(AT_ONCE + 1).wire, 1.0) is None


def test_who_was_away_hears_the_latest() -> None:
    heard = chat()
    for number in range(AT_ONCE + 4):
        heard.take(remark(number).wire, float(number))

    assert [one.remark.number for one in heard.latest] == list(range(4, AT_ONCE + 4))


@pytest.mark.parametrize(
    ("wire", "clause"),
    [
        pytest.param(
            sign_remark(OTHER_GAME, 0, "hello", NORTH).wire, "C3.1", id="C3.1 another game"
        ),
        pytest.param(remark(0, EAST).wire, "C3.2", id="C3.2 nobody at this table"),
        pytest.param(remark(0).wire[:-1] + b"\xff", "C1.4", id="C1.4 a damaged signature"),
    ],
)
def test_what_no_honest_peer_passes_on_is_refused(wire: bytes, clause: str) -> None:
    with pytest.raises(Breach) as refusal:
        chat().take(wire, 0.0)

    assert refusal.value.clause == clause


def test_forged_remarks_use_up_nobodys_allowance() -> None:
    heard = chat()
    forged = remark(0).wire[:-32] + bytes(32)
    for _ in range(2 * AT_ONCE):
        with pytest.raises(Breach):
            heard.take(forged, 0.0)

    assert heard.take(remark(0).wire, 0.0) is not None


def say(chair: Chair, number: int, text: str) -> bool:
    return chair.playing.say(sign_remark(chair.playing.id, number, text, chair.identity))


def heard_by(room: LivingRoom) -> dict[str, list[str]]:
    return {chair.name: [one.remark.text for one in chair.remarks] for chair in room.chairs}


async def test_everybody_hears_each_remark_once_also_round_a_corner(rooms: Rooms) -> None:
    room = await rooms.of(3).gathered()
    room.cut("south", "east")
    room.begin()
    await room.until_step(20)

    assert say(room.chair("south"), 0, "good luck")
    await room.until(lambda: all(heard_by(room)[name] for name in ("north", "east")))
    assert say(room.chair("east"), 0, "to you too")
    await room.until(lambda: heard_by(room)["south"] != [])
    await asyncio.sleep(0.05)

    assert heard_by(room) == {
        "north": ["good luck", "to you too"],
        "south": ["to you too"],
        "east": ["good luck"],
    }


async def test_a_remark_in_anothers_name_closes_the_link_and_the_game_goes_on(rooms: Rooms) -> None:
    room = await rooms.of(2).in_play()
    north = room.chair("north")
    honest = sign_remark(north.playing.id, 0, "hello", north.identity)
    link = standing_link(room, "south", "north")

    link.send(ChatFrame(honest.wire[:-32] + bytes(32)))
    await room.until(lambda: not link.is_standing)

    assert heard_by(room) == {"north": [], "south": []}
    assert all(await room.endings_of())
