"""Records of one game, held beside each other."""

from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest

from p2pqwirkle.audit.compare import Parting, parting_of
from p2pqwirkle.record.entry import SignedEntry, sign_entry
from p2pqwirkle.record.record import RecordReader, RecordWriter
from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.table.agreement import Answer, Question, write_answer
from p2pqwirkle.table.entries import Kind, write_nothing
from p2pqwirkle.table.phases import Phase
from tests.lan import Lan, Neighbour
from tests.scenes import Scene, scene

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


def test_a_record_that_runs_on_alone_past_a_cut_convicts_nobody() -> None:
    """East has heard all keys, and the others nothing more of east: they go on without it.

    North, whose entry is the first of the step in both records, has said its key and agreed.
    """
    lan = scene(Scene.SEAL)
    lan["east"].lie = lambda _peer, entry: [] if entry.kind == Kind.KEYS else [entry]
    lan.play()
    lan.cut |= {frozenset(("east", other.name)) for other in lan.others("east")}
    lan.perform(lan["north"], lan["north"].table.ask_out([lan["east"].seat]))
    lan.play()
    (ballot,) = lan["south"].snapshot.standing.ballots
    lan.perform(lan["south"], lan["south"].table.answer(ballot.question, agrees=True))
    lan.play()

    parted = parting(lan.record("east"), lan.record("north"))

    assert lan["east"].phase is lan["north"].phase is Phase.OVER
    assert parted is not None
    assert parted.first is not None
    assert parted.second is not None
    assert {parted.name_of(parted.first), parted.name_of(parted.second)} == {"north"}
    assert not parted.two_stories


FLIGHT = (Kind.RESIGN, write_nothing())
WORD = (Kind.PLEDGE, b"")


def answer(number: int, seats: tuple[int, ...], *, agrees: bool = True) -> tuple[Kind, bytes]:
    question = Question(number, tuple(map(Seat, seats)))
    return (Kind.ANSWER, write_answer(Answer(question, agrees)))


@pytest.mark.parametrize(
    ("one", "other", "is_fault"),
    [
        pytest.param(WORD, FLIGHT, False, id="speaks and resigns"),
        pytest.param(WORD, answer(0, (2,)), False, id="speaks and agrees"),
        pytest.param(answer(0, (2,)), answer(6, (2,)), False, id="agrees to two questions"),
        pytest.param(answer(0, (2,)), answer(0, (1,)), True, id="to two with one number"),
        pytest.param(answer(0, (2,)), answer(0, (2,), agrees=False), True, id="two answers"),
        pytest.param(answer(0, (2,)), answer(0, (1,), agrees=False), False, id="one for each"),
        pytest.param(answer(0, (2,)), FLIGHT, True, id="agrees and resigns"),
        pytest.param(answer(0, (2,), agrees=False), FLIGHT, False, id="declines and resigns"),
        pytest.param(answer(0, (2,)), (Kind.ANSWER, b"\xc1"), False, id="rubbish"),
    ],
)
def test_what_may_be_said_in_one_step_is_no_second_story(
    one: tuple[Kind, bytes],
    other: tuple[Kind, bytes],
    is_fault: bool,  # noqa: FBT001
) -> None:
    lan = Lan(("north", "south"), seed=8)
    south = pledging(lan)
    charter, entry = south.said[0], south.said[-1].entry
    told = [
        sign_entry(replace(entry, kind=kind, body=body), south.identity)
        for kind, body in (one, other)
    ]

    for first, second in (told, told[::-1]):
        parted = parting(record_of([charter, first]), record_of([charter, second]))

        assert parted is not None
        assert parted.two_stories == is_fault
