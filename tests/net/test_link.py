"""One link: deadlines, limits, reasons."""

from p2pqwirkle.errors import Breach
from p2pqwirkle.net.flow import FRAMES_PER_SECOND, MAX_BACKLOG
from p2pqwirkle.net.frames import Ask, Hello, Said
from p2pqwirkle.net.framing import MAX_FRAME
from p2pqwirkle.net.link import Side
from p2pqwirkle.record.codec import encode
from p2pqwirkle.record.entry import GameId
from tests.net.pair import NORTH_HOST, SOUTH_HOST, Listener, credentials_of, pair_of

HELLO = Hello(GameId(bytes(32)), bytes(16))


def test_each_side_learns_the_others_key_and_hears_its_frames() -> None:
    north, south = Listener(), Listener()
    pair = pair_of(north, south)

    south.link.send(HELLO)
    north.link.send(Ask(7))
    pair.flush()

    assert (north.link.peer, south.link.peer) == (
        credentials_of("south").player,
        credentials_of("north").player,
    )
    assert (north.heard, south.heard) == ([HELLO], [Ask(7)])
    assert (north.link.far_host, north.link.near_host) == (SOUTH_HOST, NORTH_HOST)


def test_a_refused_peer_is_told_the_clause_and_the_versions() -> None:
    north, south = Listener(), Listener()
    pair = pair_of(north, south)

    north.link.refuse(Breach("L4.3", "all 2 seats are taken\n"))
    pair.flush()

    assert (north.closure.side, north.closure.clause) == (Side.OURS, "L4.3")
    assert (south.closure.side, south.closure.clause) == (Side.THEIRS, "L4.3")
    assert south.closure.refusal is not None
    assert south.closure.refusal.protocol == 1
    assert south.closure.refusal.detail == "all 2 seats are taken"


def test_all_that_was_said_before_leaving_arrives() -> None:
    north, south = Listener(), Listener()
    pair = pair_of(north, south)

    for step in range(20):
        north.link.send(Ask(step))
    north.link.leave("enough")
    north.link.send(Ask(99))
    pair.flush()

    assert south.heard == [Ask(step) for step in range(20)]
    assert (south.closure.side, south.closure.clause) == (Side.THEIRS, "")


def test_a_frame_too_large_closes_the_link_at_its_length() -> None:
    north, south = Listener(), Listener()
    pair = pair_of(north, south)

    south.link._transport.write((MAX_FRAME + 1).to_bytes(4, "big"))
    pair.flush()

    assert (north.closure.side, north.closure.clause) == (Side.OURS, "L2.1")
    assert south.closure.clause == "L2.1"


def test_rubbish_in_a_frame_closes_the_link() -> None:
    north, south = Listener(), Listener()
    pair = pair_of(north, south)

    south.link._transport.write(b"\x00\x00\x00\x02\xc1\xc1")
    pair.flush()

    assert north.closure.clause == "E1.3"
    assert north.heard == []


def test_a_frame_of_a_kind_yet_to_come_is_ignored() -> None:
    north, south = Listener(), Listener()
    pair = pair_of(north, south)

    later = encode((200, "something new"))
    south.link._transport.write(len(later).to_bytes(4, "big") + later)
    south.link.send(HELLO)
    pair.flush()

    assert north.heard == [HELLO]


def test_a_link_that_never_tells_what_it_is_for_is_closed() -> None:
    north, south = Listener(takes_part=False), Listener()
    pair = pair_of(north, south)

    pair.wait(11)

    assert (north.closure.side, north.closure.clause) == (Side.OURS, "L3.1")
    assert south.closure.clause == "L3.1"


def test_signs_of_life_keep_a_link() -> None:
    north, south = Listener(), Listener()
    pair = pair_of(north, south)

    pair.wait(120)

    assert north.closures == []
    assert len(north.heard) >= 119


def test_a_silent_peer_is_closed_after_twenty_seconds() -> None:
    north, south = Listener(), Listener(takes_part=False)
    pair = pair_of(north, south)
    south.link._alarm.cancel()

    pair.wait(19)
    assert north.closures == []
    pair.wait(2)

    assert (north.closure.side, north.closure.clause) == (Side.OURS, "L3.2")


def test_bytes_that_complete_no_frame_are_no_sign_of_life() -> None:
    north, south = Listener(), Listener(takes_part=False)
    pair = pair_of(north, south)
    south.link._alarm.cancel()

    south.link._transport.write(MAX_FRAME.to_bytes(4, "big"))
    for _ in range(21):
        south.link._transport.write(b"\x00")
        pair.wait(1)

    assert north.closure.clause == "L3.2"


def test_a_peer_that_does_not_read_is_dropped_when_too_much_waits() -> None:
    north, south = Listener(), Listener()
    pair = pair_of(north, south)
    north.link._outflow.pauseProducing()

    for _ in range(40):
        north.link.send(Said(bytes(60_000)))
    pair.flush()

    assert (north.closure.side, north.closure.clause) == (Side.OURS, "L3.3")


def test_what_waited_for_a_slow_reader_arrives_in_order() -> None:
    north, south = Listener(), Listener()
    pair = pair_of(north, south)
    north.link._outflow.pauseProducing()
    for step in range(5):
        north.link.send(Ask(step))

    north.link._outflow.resumeProducing()
    north.link.send(Ask(5))
    pair.flush()

    assert south.heard == [Ask(step) for step in range(6)]


def test_a_link_is_read_no_further_while_the_table_is_behind() -> None:
    north, south = Listener(), Listener()
    pair = pair_of(north, south)
    waiting = [north.link.put_off() for _ in range(MAX_BACKLOG)]

    south.link.send(HELLO)
    pair.flush()
    assert north.heard == []
    waiting.pop()()
    pair.wait(0.1)

    assert north.heard == [HELLO]


def test_nobody_is_called_silent_for_not_being_listened_to() -> None:
    north, south = Listener(), Listener()
    pair = pair_of(north, south)
    for _ in range(MAX_BACKLOG):
        north.link.put_off()

    pair.wait(60)

    assert north.closures == []


def test_a_flood_is_read_in_portions() -> None:
    north, south = Listener(), Listener()
    pair = pair_of(north, south)

    for step in range(3 * FRAMES_PER_SECOND):
        south.link.send(Ask(step))
    pair.flush()
    at_once = len(north.heard)
    pair.wait(1)

    assert at_once == FRAMES_PER_SECOND
    assert len(north.heard) == 2 * FRAMES_PER_SECOND


def test_nothing_is_heard_after_a_refusal() -> None:
    north, south = Listener(), Listener()
    pair = pair_of(north, south)

    south.link._transport.write(b"\x00\x00\x00\x02\xc1\xc1")
    south.link.send(HELLO)
    pair.flush()

    assert north.heard == []
