"""C5 and C6: what is on the disk is there; what was cut off or changed shows."""

import tracemalloc
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pqwirkle.errors import Breach
from p2pqwirkle.record.codec import MAX_SIZE, encode
from p2pqwirkle.record.entry import MAX_ENTRY_SIZE, SignedEntry, claimed_author, read_signed_entry
from p2pqwirkle.record.record import MAGIC, RecordReader, RecordWriter, whole_size
from tests.forge import flipped, framed, raw_array, raw_bytes, record_of
from tests.record.strategies import NORTH, SIGNED, SOUTH, said
from tests.record.streams import (
    Disk,
    Endless,
    FullDisk,
    ShortWrites,
    Trickle,
    nothing_to_sync,
)

STEP = [said(author=NORTH), said(bytes(300), author=SOUTH)]
RECORD = record_of([signed.wire for signed in STEP])
ENDS = {0, len(MAGIC), len(MAGIC) + 4 + len(STEP[0].wire), len(RECORD)}


def entries(written: bytes) -> list[SignedEntry]:
    return [read_signed_entry(wire) for wire in RecordReader(BytesIO(written))]


def refusal(written: bytes) -> str:
    with pytest.raises(Breach) as refused:
        entries(written)
    return refused.value.clause


def test_a_record_is_its_magic_and_framed_entries() -> None:
    disk = Disk()
    RecordWriter(disk, disk.sync).append(*STEP)

    assert MAGIC == b"p2pqwirkle/1 record\x00"
    assert disk.synced == MAGIC + b"".join(
        len(signed.wire).to_bytes(4, "big") + signed.wire for signed in STEP
    )


@given(st.lists(SIGNED, max_size=4))
def test_what_was_appended_is_read_back(said: list[SignedEntry]) -> None:
    disk = Disk()
    writer = RecordWriter(disk, disk.sync)
    for signed in said:
        writer.append(signed)

    assert entries(disk.synced) == said


def test_an_entry_is_on_the_disk_when_append_returns() -> None:
    disk = Disk()
    writer = RecordWriter(disk, disk.sync)
    assert disk.synced == MAGIC

    writer.append(STEP[0])
    assert entries(disk.synced) == STEP[:1]

    writer.append(STEP[1])
    assert entries(disk.synced) == STEP


def test_nothing_stays_in_a_buffer(tmp_path: Path) -> None:
    path = tmp_path / "game.qwk"
    at_sync: list[bytes] = []

    with path.open("xb") as stream:
        RecordWriter(stream, lambda: at_sync.append(path.read_bytes())).append(*STEP)

    assert at_sync == [MAGIC, RECORD]


def test_a_record_is_gone_on_with_at_its_end() -> None:
    disk = Disk()
    RecordWriter(disk, disk.sync).append(STEP[0])

    RecordWriter(disk, disk.sync).append(STEP[1])

    assert disk.synced == RECORD


def test_every_proper_prefix_is_torn_or_ends_with_an_entry_and_is_never_damage() -> None:
    for size in range(len(RECORD)):
        reader = RecordReader(BytesIO(RECORD[:size]))
        whole = list(reader)

        assert whole == [signed.wire for signed in STEP[: len(whole)]]
        assert reader.end in ENDS
        assert reader.end + reader.torn == size
        assert (reader.torn == 0) == (size in ENDS)


def test_every_flipped_byte_is_damage_and_never_a_torn_end() -> None:
    for place in range(len(RECORD)):
        for mask in (0x01, 0x08, 0x80, 0xFF):
            assert refusal(flipped(RECORD, place, mask))


def test_every_value_of_every_byte_outside_signatures_is_damage() -> None:
    heads = {*range(len(MAGIC) + 12)}
    for start in sorted(ENDS)[1:-1]:
        heads |= {*range(start, start + 12)}
    for place in heads:
        for mask in range(1, 256):
            assert refusal(flipped(RECORD, place, mask))


def test_a_torn_end_is_cut_and_the_record_goes_on() -> None:
    torn = BytesIO(RECORD[:-1])
    end = whole_size(torn)
    torn.truncate(end)
    torn.seek(end)

    RecordWriter(torn, nothing_to_sync).append(STEP[1])

    assert torn.getvalue() == RECORD


def test_a_record_torn_in_its_magic_is_begun_again() -> None:
    torn = BytesIO(MAGIC[:7])
    end = whole_size(torn)
    torn.truncate(end)
    torn.seek(end)

    RecordWriter(torn, nothing_to_sync).append(*STEP)

    assert torn.getvalue() == RECORD


def test_the_whole_size_of_a_damaged_record_is_not_told() -> None:
    with pytest.raises(Breach) as refused:
        whole_size(BytesIO(flipped(RECORD, len(MAGIC))))

    assert refused.value.clause == "C5.2"


@pytest.mark.parametrize(
    "written",
    [
        pytest.param(b"PK\x03\x04" + bytes(100), id="C5.1 another file"),
        pytest.param(b"p2pqwirkle/2 record\x00" + RECORD[len(MAGIC) :], id="C5.1 another version"),
        pytest.param(b"p2pqwirkle/1 journal\x00", id="C5.1 a journal"),
        pytest.param(b"x", id="C5.1 one byte"),
        pytest.param(RECORD[1:], id="C5.1 its first byte missing"),
    ],
)
def test_a_foreign_file_is_no_record(written: bytes) -> None:
    assert refusal(written) == "C5.1"


@pytest.mark.parametrize("size", [0, 1, 68, MAX_SIZE + 1, 2**32 - 1])
def test_a_size_no_entry_can_have_is_refused(size: int) -> None:
    assert refusal(MAGIC + framed(STEP[0].wire, size)) == "C5.2"


@pytest.mark.parametrize(
    "pair",
    [
        pytest.param(flipped(STEP[0].wire, 0), id="no pair"),
        pytest.param(raw_array([encode("text"), encode(bytes(64))]), id="a text in it"),
        pytest.param(STEP[0].wire + b"\x00", id="longer than its parts"),
        pytest.param(STEP[0].wire[:-1], id="shorter than its parts"),
        pytest.param(raw_array([raw_bytes(b"", 4, size=2**32 - 1), bytes(80)]), id="huge"),
    ],
)
def test_a_size_that_contradicts_those_inside_is_refused(pair: bytes) -> None:
    assert refusal(MAGIC + framed(pair)) == "C5.3"


@pytest.mark.parametrize("more", [-100, -1, 1, 2, 255, 65_536])
def test_a_wrong_size_is_damage_even_where_the_file_ends(more: int) -> None:
    wire = STEP[1].wire

    assert refusal(MAGIC + framed(wire, len(wire) + more)) == "C5.3"


def test_a_damaged_pair_is_left_to_look_at() -> None:
    reader = RecordReader(BytesIO(MAGIC + framed(STEP[0].wire, len(STEP[0].wire) + 1)))
    with pytest.raises(Breach) as refused:
        list(reader)

    assert refused.value.clause == "C5.3"
    assert claimed_author(reader.pair) == NORTH.player
    assert reader.end == len(MAGIC)


def test_a_pair_longer_than_an_entry_may_be_is_refused_as_an_entry() -> None:
    large = encode((bytes(MAX_ENTRY_SIZE), bytes(64)))

    assert refusal(MAGIC + framed(large)) == "C2.1"


def test_a_file_that_comes_piecemeal_is_read_whole() -> None:
    reader = RecordReader(Trickle(RECORD))

    assert list(reader) == [signed.wire for signed in STEP]
    assert (reader.end, reader.torn) == (len(RECORD), 0)


@pytest.mark.parametrize("filling", [b"\x00", b"\xff", b"\x00\x00\x00\x80\x92\xc4", MAGIC])
def test_an_endless_file_is_refused_after_a_few_bytes(filling: bytes) -> None:
    for opening in (b"", MAGIC, RECORD):
        endless = Endless(opening, filling)
        with pytest.raises(Breach):
            list(RecordReader(endless))

        assert endless.taken <= len(opening) + MAX_SIZE + 4


def test_a_long_record_is_read_one_entry_at_a_time() -> None:
    endless = Endless(MAGIC, framed(said(bytes(50_000)).wire))
    tracemalloc.start()
    for number, _ in enumerate(RecordReader(endless)):
        if number == 200:
            break
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert peak < 500_000


def test_a_full_disk_is_told_and_nothing_is_claimed_to_be_kept() -> None:
    disk = FullDisk(room=len(RECORD) - 20)
    writer = RecordWriter(disk, nothing_to_sync)
    writer.append(STEP[0])

    with pytest.raises(OSError, match="No space left"):
        writer.append(STEP[1])

    assert entries(disk.getvalue()) == STEP[:1]


def test_after_a_failed_append_a_writer_appends_no_more() -> None:
    disk = FullDisk(room=len(RECORD) - 20)
    writer = RecordWriter(disk, nothing_to_sync)
    with pytest.raises(OSError, match="No space left"):
        writer.append(*STEP)
    written = disk.getvalue()

    with pytest.raises(OSError, match="an earlier write failed"):
        writer.append(STEP[0])

    assert disk.getvalue() == written


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device here")
def test_a_buffered_file_on_a_full_disk_is_told_as_well() -> None:
    with pytest.raises(OSError, match="No space left"), Path("/dev/full").open("wb") as full:
        RecordWriter(full, nothing_to_sync)


def test_a_write_that_took_only_a_part_has_failed() -> None:
    with pytest.raises(OSError, match="only a part"):
        RecordWriter(ShortWrites(), nothing_to_sync)


def test_an_entry_that_did_not_reach_the_disk_is_not_kept() -> None:
    disk = Disk()
    failures = iter([None, OSError(5, "Input/output error")])

    def sync() -> None:
        if failure := next(failures):
            raise failure

    writer = RecordWriter(disk, sync)

    with pytest.raises(OSError, match="Input/output"):
        writer.append(STEP[0])
    with pytest.raises(OSError, match="an earlier write failed"):
        writer.append(STEP[0])
