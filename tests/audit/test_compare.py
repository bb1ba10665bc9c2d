"""Records of one game, held beside each other."""

from dataclasses import replace
from io import BytesIO
from pathlib import Path

from p2pqwirkle.audit.compare import Parting, parting_of
from p2pqwirkle.record.entry import SignedEntry, sign_entry
from p2pqwirkle.record.record import RecordReader, RecordWriter
from p2pqwirkle.table.entries import Kind
from tests.lan import Lan, Neighbour

GAMES = Path(__file__).parents[2] / "protocol" / "vectors" / "games"
TWO_PLAYERS = (GAMES / "two-players.qwk").read_bytes()


def parting(first: bytes, second: bytes) -> Parting | None:
    return parting_of(BytesIO(first), BytesIO(second))


def record_of(entries: list[SignedEntry]) -> bytes:
    stream = BytesIO()
    RecordWriter(stream, lambda: None).append(*entries)
    return stream.getvalue()


def pledging(lan: Lan) -> Neighbour:
    """South, when it has just said its pledge."""
    south = lan["south"]
    lan.play(until=lambda _: bool(south.said) and south.said[-1].entry.kind == Kind.PLEDGE)
    return south


def test_equal_records_do_not_part() -> None:
    assert parting(TWO_PLAYERS, TWO_PLAYERS) is None


def test_a_record_that_ends_earlier_tells_no_other_story() -> None:
    ended = parting(TWO_PLAYERS, TWO_PLAYERS[:-500])

    assert ended is not None
    assert ended.is_an_end
    assert not ended.two_stories


def test_bytes_that_cannot_be_read_end_a_record() -> None:
    broken = bytearray(TWO_PLAYERS)
    broken[-20] ^= 1

    ended = parting(TWO_PLAYERS, bytes(broken))

    assert ended is not None
    assert ended.second is None
    assert ended.entry == sum(1 for _ in RecordReader(BytesIO(TWO_PLAYERS))) - 1


def test_two_entries_about_one_step_convict_their_author() -> None:
    lan = Lan(("north", "south"), seed=8)
    south = pledging(lan)
    said = south.said[-1]
    other = sign_entry(replace(said.entry, body=said.entry.body[:-1] + b"\x00"), south.identity)
    charter = south.said[0]

    parted = parting(record_of([charter, said]), record_of([charter, other]))

    assert parted is not None
    assert parted.entry == 1
    assert parted.two_stories
    assert parted.first is not None
    assert parted.name_of(parted.first) == "south"


def test_entries_of_two_authors_convict_nobody() -> None:
    lan = Lan(("north", "south"), seed=8)
    lan.play(until=lambda lan: all(peer.said for peer in lan.peers.values()))
    charters = [peer.said[0] for peer in lan.peers.values()]

    parted = parting(record_of(charters[:1]), record_of(charters[1:]))

    assert parted is not None
    assert not parted.two_stories
