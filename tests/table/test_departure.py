"""Going on without a seat, or without its turn, between real tables (T11 to T13)."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from io import BytesIO
from typing import Final

import pytest

from p2pqwirkle.audit.replay import audit
from p2pqwirkle.errors import Breach
from p2pqwirkle.record.entry import sign_entry
from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.table.agreement import Answer, Purpose, Question, write_answer
from p2pqwirkle.table.charter import Options
from p2pqwirkle.table.entries import Kind, write_nothing
from p2pqwirkle.table.leavers import Why
from p2pqwirkle.table.phases import Phase
from p2pqwirkle.table.verdicts import Fault
from tests.lan import Lan
from tests.lies import Liar
from tests.quick_group import QuickGroup
from tests.scenes import Scene, scene

NORTH, SOUTH, EAST = Seat(0), Seat(1), Seat(2)
SILENT: Final = Question(NORTH, (SOUTH,))
"""North asks to go on without south, who is to move in the middle of the game."""


def deliver(lan: Lan) -> None:
    """Deliver all that is under way, and let nobody move."""
    while lan.deliver_one():
        pass


def with_clock() -> Lan:
    """The first turn of a game in which turns have a time."""
    lan = Lan(group=QuickGroup(), options=Options(turn_seconds=60))
    lan.play(until=lambda lan: all(peer.phase is Phase.TURN for peer in lan.peers.values()))
    return lan


def say(lan: Lan, name: str, question: Question, *, agrees: bool = True) -> set[str]:
    """The clauses by which the others refuse what *name* answers."""
    body = write_answer(Answer(question, agrees))
    lan.tell(name, Liar.of(lan[name]).entry(Kind.ANSWER, body))
    deliver(lan)
    found = [peer.stopped for peer in lan.others(name)]
    return {one.clause for one in found if isinstance(one, Fault)}


@contextmanager
def refusing(clause: str) -> Iterator[None]:
    """Expect our own table to refuse by *clause*."""
    with pytest.raises(Breach) as refused:
        yield
    assert refused.value.clause == clause


def silence(lan: Lan, name: str) -> None:
    """Let nobody hear *name* any more, nor *name* anybody."""
    lan.cut |= {frozenset((name, other.name)) for other in lan.others(name)}


@pytest.mark.parametrize(
    ("clause", "question"),
    [
        ("T11.1", Question(EAST, ())),
        ("T11.1", Question(EAST, (SOUTH, NORTH))),
        ("T11.1", Question(EAST, (SOUTH, SOUTH))),
        ("T11.2", Question(EAST, (SOUTH, Seat(3)))),
        ("T11.3", Question(SOUTH, (SOUTH,))),
        ("T11.3", Question(3, (SOUTH,))),
        ("T11.4", Question(NORTH, (EAST,))),
        ("T12.1", Question(EAST, (SOUTH,), Purpose.PASS_OVER)),
    ],
)
def test_nobody_agrees_to_what_cannot_be_asked(clause: str, question: Question) -> None:
    assert say(scene(Scene.MIDGAME), "east", question) == {clause}


@pytest.mark.parametrize("seats", [(), (SOUTH, NORTH), (Seat(5),), (EAST,)])
def test_declining_is_no_fault_whatever_was_asked(seats: tuple[Seat, ...]) -> None:
    """Nor does anybody else agree to it by itself: what names nobody is no departure."""
    assert say(scene(Scene.MIDGAME), "east", Question(NORTH, seats), agrees=False) == set()


def test_only_the_player_to_move_is_passed_over() -> None:
    lan = with_clock()
    mover, other = lan.mover.seat, next(peer for peer in lan.peers.values() if not peer.is_to_move)
    third = next(seat for seat in lan.charter.seats if seat not in (mover, other.seat))

    refused = say(lan, other.name, Question(other.seat, (third,), Purpose.PASS_OVER))

    assert refused == {"T12.1"}


def test_nobody_answers_before_there_are_keys() -> None:
    lan = scene(Scene.REVEAL)

    assert say(lan, "east", Question(EAST, (SOUTH,))) == {"T2.2"}


def test_nobody_fills_the_memory_of_others_with_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("p2pqwirkle.table.agreement.MAX_ANSWERS", 2)
    lan = scene(Scene.MIDGAME)

    found = [say(lan, "east", Question(number, (SOUTH,)), agrees=False) for number in (0, 6, 12)]

    assert found == [set(), set(), {"T11.5"}]


def test_our_own_player_does_not_ask_more_than_others_would_take(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("p2pqwirkle.table.agreement.MAX_ANSWERS", 1)
    lan = scene(Scene.MIDGAME)
    lan["north"].table.ask_out([SOUTH])

    with refusing("T11.5"):
        lan["north"].table.ask_out([SOUTH])


def test_what_somebody_declines_is_not_asked_again_by_itself() -> None:
    lan = scene(Scene.MIDGAME)
    north, south = lan["north"], lan["south"]
    silence(lan, "south")
    lan.perform(lan["east"], lan["east"].table.resign())
    deliver(lan)
    (asked,) = north.snapshot.standing.ballots

    declined = write_answer(Answer(asked.question, agrees=False))
    signed = sign_entry(Liar.of(south).entry(Kind.ANSWER, declined), south.identity)
    lan.perform(north, north.table.receive(south.player, signed.wire))

    (dead,) = north.snapshot.standing.ballots
    assert dead.is_dead
    lan.perform(north, north.table.ask_out([EAST]))
    assert len(north.snapshot.standing.ballots) > 1


def test_nobody_tells_two_answers_to_one_question() -> None:
    """gone-10"""
    lan = scene(Scene.MIDGAME)

    assert say(lan, "east", SILENT, agrees=False) == set()
    assert say(lan, "east", SILENT) == {"C4.1"}


@pytest.mark.parametrize("seats", [(NORTH,), (SOUTH, EAST)], ids=["not awaited", "too many"])
def test_our_own_player_cannot_ask_what_does_not_count(seats: tuple[Seat, ...]) -> None:
    lan = scene(Scene.MIDGAME)
    asker = lan["north"] if NORTH not in seats else lan["east"]

    with refusing("T11.6"):
        asker.table.ask_out(seats)

    assert not asker.snapshot.standing.ballots


def test_our_own_player_cannot_ask_before_there_are_keys() -> None:
    lan = scene(Scene.REVEAL)

    with refusing("T11.6"):
        lan["north"].table.ask_out([SOUTH])


def test_our_own_player_answers_what_is_asked_and_once() -> None:
    lan = scene(Scene.MIDGAME)
    east = lan["east"]
    with refusing("T11.6"):
        east.table.answer(SILENT, agrees=True)
    lan.perform(lan["north"], lan["north"].table.ask_out([SOUTH]))
    deliver(lan)
    lan.perform(east, east.table.answer(SILENT, agrees=False))

    with refusing("T11.6"):
        east.table.answer(SILENT, agrees=True)


def test_two_go_on_without_a_third_who_is_silent() -> None:
    lan = scene(Scene.MIDGAME)
    silence(lan, "south")

    lan.perform(lan["north"], lan["north"].table.ask_out([SOUTH]))
    deliver(lan)
    lan.perform(lan["east"], lan["east"].table.answer(SILENT, agrees=True))
    lan.play()

    report = audit(BytesIO(lan.record("north")), lan.group)
    assert lan.record("north") == lan.record("east")
    assert [(one.seat, one.reason) for one in report.departures] == [(SOUTH, "silent")]
    assert report.verdict.value == "fair"


def test_a_question_that_is_declined_changes_nothing() -> None:
    lan = scene(Scene.MIDGAME)

    lan.perform(lan["north"], lan["north"].table.ask_out([SOUTH]))
    deliver(lan)
    lan.perform(lan["east"], lan["east"].table.answer(SILENT, agrees=False))
    lan.play()

    assert len({peer.record.getvalue() for peer in lan.peers.values()}) == 1
    assert not audit(BytesIO(lan.record("north")), lan.group).departures


def test_who_resigns_is_out_without_anybody_being_asked() -> None:
    lan = scene(Scene.MIDGAME)

    lan.perform(lan["east"], lan["east"].table.resign())
    lan.play()

    report = audit(BytesIO(lan.record("north")), lan.group)
    assert lan.record("north") == lan.record("south")
    assert [(one.seat, one.reason) for one in report.departures] == [(EAST, "resigned")]
    assert {one.seat for one in report.unchecked} == {EAST}


@pytest.mark.parametrize("order", [1, -1], ids=["resigns first", "agrees first"])
def test_nobody_resigns_and_agrees_in_one_step(order: int) -> None:
    lan = scene(Scene.MIDGAME)
    east = Liar.of(lan["east"])
    agreeing = write_answer(Answer(Question(EAST, (SOUTH,)), agrees=True))
    told = [east.entry(Kind.RESIGN, write_nothing()), east.entry(Kind.ANSWER, agreeing)]

    for entry in told[::order]:
        lan.tell("east", entry)
        deliver(lan)

    for peer in lan.others("east"):
        (fault,) = peer.snapshot.faults
        assert (fault.seat, fault.clause) == (EAST, "C4.1")
        assert peer.snapshot.standing.living == (NORTH, SOUTH)


def test_who_declines_may_resign_in_the_same_step() -> None:
    lan = scene(Scene.MIDGAME)

    refused = say(lan, "east", SILENT, agrees=False)
    lan.perform(lan["east"], lan["east"].table.resign())
    deliver(lan)

    assert refused == set()
    assert not lan["north"].snapshot.faults
    assert lan["north"].snapshot.standing.living == (NORTH, SOUTH)


def test_a_resignation_has_the_number_of_the_step_that_it_is_said_in() -> None:
    lan = scene(Scene.MIDGAME)
    entry = Liar.of(lan["east"]).entry(Kind.RESIGN, write_nothing())

    lan.tell("east", replace(entry, step=entry.step + 1))
    deliver(lan)

    for peer in lan.others("east"):
        (fault,) = peer.snapshot.faults
        (gone,) = peer.snapshot.gone
        assert (fault.seat, fault.clause, gone.why) == (EAST, "T2.1", Why.FAULT)


def test_a_turn_is_passed_over_when_all_others_agree() -> None:
    lan = with_clock()
    late = lan.mover
    asker, other = lan.others(late.name)

    lan.perform(asker, asker.table.ask_to_pass_over())
    deliver(lan)
    (ballot,) = other.snapshot.standing.ballots
    lan.perform(other, other.table.answer(ballot.question, agrees=True))
    deliver(lan)

    assert lan.mover in (asker, other)
    assert all(peer.snapshot.standing.living == (NORTH, SOUTH, EAST) for peer in lan.peers.values())
