"""Frames: bytes to values and back, and what is refused."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2pqwirkle.errors import Breach
from p2pqwirkle.net.frames import Ask, Chat, Contacts, Done, Frame, Hello, Here, Refusal, Said
from p2pqwirkle.net.framing import MAX_FRAME, FrameBuffer, read_frame, write_frame
from p2pqwirkle.net.listing import Listing, Probe
from p2pqwirkle.net.lobby_frames import Challenge, Proof, Ready, Rename, Watch, Welcome
from p2pqwirkle.net.seating import Contact, Join, Roster, Seated, Start
from p2pqwirkle.record.codec import Value, encode
from p2pqwirkle.record.entry import MAX_ENTRY_SIZE, GameId
from p2pqwirkle.record.identity import PlayerId
from p2pqwirkle.table.charter import Options

NORTH = PlayerId(bytes(range(32)))
JOIN: list[Value] = [1, 1, "0.1.0", "south", None, bytes(32), 10836, [], None]
ALL_FRAMES: list[Frame] = [
    Refusal(1, "0.1.0", "L4.3", "all seats are taken"),
    Join("0.1.0", "sœur", 41, bytes(32), 10836, ("fd77::1",)),
    Welcome(),
    Challenge(bytes(32)),
    Proof(bytes(32)),
    Ready(7, is_ready=True),
    Rename("sœur"),
    Roster(7, 3, options=Options(stall_guard=False), seated=(Seated(NORTH, "north", None),)),
    Start(b"charter", (Contact(NORTH, 1, ("fe80::1", "10.77.0.1")),)),
    Hello(GameId(bytes(32)), bytes(16)),
    Said(bytes(MAX_ENTRY_SIZE)),
    Ask(2**32 - 1),
    Here((None, 0, 2**32 - 1)),
    Done(),
    Chat(bytes(300)),
    Probe(),
    Listing("0.1.0", bytes(16), "north", 6, 5, needs_code=False, options=Options()),
    Contacts((Contact(NORTH, 65_535, ("fe80::1",)),)),
    Watch("0.1.0"),
]
SMALL_FRAMES: list[Frame] = [frame for frame in ALL_FRAMES if not isinstance(frame, Said)]
SMALL_FRAMES.append(Said(bytes(300)))


@pytest.mark.parametrize("frame", ALL_FRAMES, ids=lambda frame: type(frame).__name__)
def test_a_frame_reads_back(frame: Frame) -> None:
    assert read_frame(write_frame(frame)[4:]) == frame


@settings(deadline=None)
@given(st.lists(st.sampled_from(SMALL_FRAMES), max_size=5), st.data())
def test_frames_come_out_whole_however_the_bytes_arrive(
    frames: list[Frame], data: st.DataObject
) -> None:
    stream = b"".join(write_frame(frame) for frame in frames)
    buffer = FrameBuffer()
    heard = []

    while stream:
        size = data.draw(st.integers(1, len(stream)))
        buffer.feed(stream[:size])
        stream = stream[size:]
        while (content := buffer.take()) is not None:
            heard.append(read_frame(content))

    assert heard == frames


@settings(deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_end_in_a_frame_or_a_breach(content: bytes) -> None:
    try:
        read_frame(content)
    except Breach as breach:
        assert breach.clause[0] in "ELT"  # noqa: PT017 - any clause, and nothing else, may be raised


@settings(deadline=None)
@given(st.sampled_from(ALL_FRAMES), st.data())
def test_a_changed_byte_ends_in_a_frame_or_a_breach(frame: Frame, data: st.DataObject) -> None:
    content = bytearray(write_frame(frame)[4:])
    content[data.draw(st.integers(0, len(content) - 1))] ^= data.draw(st.integers(1, 255))

    try:
        read_frame(bytes(content))
    except Breach as breach:
        assert breach.clause[0] in "ELT"  # noqa: PT017 - as above


def refused(content: bytes) -> str:
    with pytest.raises(Breach) as refusal:
        read_frame(content)
    return refusal.value.clause


@pytest.mark.parametrize("size", [0, MAX_FRAME + 1, 2**32 - 1])
def test_a_frame_of_no_or_too_many_bytes_is_refused_by_its_length(size: int) -> None:
    buffer = FrameBuffer()
    buffer.feed(size.to_bytes(4, "big"))

    with pytest.raises(Breach) as refusal:
        buffer.take()

    assert refusal.value.clause == "L2.1"


@pytest.mark.parametrize("value", [7, "join", [], None])
def test_a_frame_is_an_array_led_by_its_kind(value: Value) -> None:
    assert refused(encode(value)) == "L2.2"


def test_the_largest_frame_holds_the_largest_entry() -> None:
    assert len(write_frame(Said(bytes(MAX_ENTRY_SIZE)))) <= MAX_FRAME
    assert refused(encode([6, bytes(MAX_ENTRY_SIZE + 1)])) == "E2.4"


def test_an_unknown_kind_is_no_breach() -> None:
    assert read_frame(encode([99, "whatever", [1, 2, 3]])) is None


@pytest.mark.parametrize("kind", [True, -1, 256, "6"])
def test_a_kind_is_a_small_number(kind: Value) -> None:
    assert refused(encode([kind])) in ("E2.1", "E2.2")


@pytest.mark.parametrize("clause", ["L4.3", "T1.4", "C2", "R10.12"])
def test_a_refusal_names_a_clause(clause: str) -> None:
    assert isinstance(read_frame(encode([0, 1, "0.1.0", clause, ""])), Refusal)


@pytest.mark.parametrize("clause", ["", "l4.3", "L4.", "L4.3\n", "L444", "4.3"])
def test_a_refusal_without_a_clause_is_refused(clause: str) -> None:
    assert refused(encode([0, 1, "0.1.0", clause, ""])) == "L2.3"


def test_a_refusal_cannot_write_on_our_screen() -> None:
    assert refused(encode([0, 1, "0.1.0", "L4.3", "\x1b[2J"])) == "L2.3"


def test_another_version_is_named_before_anything_else_of_it_is_judged() -> None:
    assert refused(encode([1, 2, "0.2.0", "a join of the future", None])) == "L4.1"
    assert refused(encode([1, 0, "0.0.9"])) == "L4.1"


@pytest.mark.parametrize(
    ("place", "value", "clause"),
    [
        pytest.param(1, True, "E2.1", id="E2.1 a boolean for the version"),
        pytest.param(2, "x" * 33, "E2.4", id="E2.4 a long program version"),
        pytest.param(2, "0.1\x07", "L2.3", id="L2.3 a bell in the program version"),
        pytest.param(3, "x" * 65, "E2.4", id="E2.4 a long name"),
        pytest.param(3, b"south", "E2.1", id="E2.1 bytes for a name"),
        pytest.param(4, -1, "E2.2", id="E2.2 a negative age"),
        pytest.param(5, bytes(31), "E2.3", id="E2.3 a short nonce"),
        pytest.param(6, 0, "E2.2", id="E2.2 port 0"),
        pytest.param(6, 65_536, "E2.2", id="E2.2 no such port"),
    ],
)
def test_a_field_of_join_out_of_its_range_is_refused(place: int, value: Value, clause: str) -> None:
    join = list(JOIN)
    join[place] = value

    assert refused(encode(join)) == clause


def test_a_roster_cannot_show_a_name_that_no_charter_takes() -> None:
    assert (
        refused(encode([3, 0, 2, Options().write(), [[NORTH, "nor\x00th", None, False]]])) == "T1.4"
    )
