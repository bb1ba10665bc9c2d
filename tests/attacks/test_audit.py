"""Records tampered with: what anybody can do to a file convicts nobody."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from io import BytesIO
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2pqwirkle.audit.replay import audit
from p2pqwirkle.audit.report import Report, Verdict
from p2pqwirkle.record.entry import read_signed_entry, sign_entry
from p2pqwirkle.record.record import MAGIC
from p2pqwirkle.table.entries import Kind, write_seal
from p2pqwirkle.table.phases import Phase
from tests.attacks.trial import assert_convicted
from tests.forge import flipped, record_of, sign_bytes
from tests.lan import Lan, Lie
from tests.lies import Instead, Twice, proven_anew, random_share
from tests.quick_group import QuickGroup
from tests.scenes import Scene, scene

GROUP = QuickGroup()
Wires = list[bytes]


def audited(record: bytes) -> Report:
    return audit(BytesIO(record), GROUP)


@cache
def finished() -> tuple[bytes, ...]:
    """The entries of a fair game, from the charter to the keys."""
    lan = scene(Scene.SEAL)
    lan.play()
    return tuple(lan["north"].wires)


@cache
def begun() -> tuple[bytes, ...]:
    """The entries of the first turns of that game, whole steps all."""
    return tuple(scene(Scene.MIDGAME)["north"].wires)


def assert_damaged(record: bytes, clause: str | None = None, entry: int | None = None) -> None:
    """It is unreadable, in one place, and nobody's fault."""
    report = audited(record)
    (finding,) = report.faults
    assert report.verdict is Verdict.UNREADABLE
    assert finding.seat is None
    assert "claimed author" in finding.detail
    assert clause is None or finding.clause == clause
    assert entry is None or finding.entry == entry


def test_the_whole_record_is_fair() -> None:
    report = audited(record_of(finished()))

    assert report.verdict is Verdict.FAIR
    assert report.faults == ()
    assert report.unchecked == ()


def test_a_record_that_lacks_its_last_entries_is_unfinished_and_never_fair() -> None:
    last = len(finished())
    for count in (0, 1, 2, 3, 7, 11, last // 2, last - 4, last - 3, last - 2, last - 1):
        assert audited(record_of(finished()[:count])).verdict is Verdict.UNFINISHED, count


def test_a_torn_record_is_unfinished_and_never_fair() -> None:
    record = record_of(begun())
    start = len(record_of(begun()[:-1]))

    for size in (0, 1, len(MAGIC) - 1, len(MAGIC), *range(start + 1, len(record), 29)):
        assert audited(record[:size]).verdict is Verdict.UNFINISHED, size


def test_every_flipped_byte_is_damage_in_the_entry_where_it_lies() -> None:
    """wire-7, audit-1"""
    record = record_of(begun())
    ends = [len(record_of(begun()[:count])) for count in range(1, len(begun()) + 1)]
    random = Random(7)

    for place in (*range(len(MAGIC) + 8), *random.sample(range(len(record)), 60)):
        entry = next(number for number, end in enumerate(ends) if place < end)
        assert_damaged(flipped(record, place, 1 << random.randrange(8)), entry=entry)


def test_a_flipped_byte_in_a_finished_record_is_damage() -> None:
    record = record_of(finished())
    random = Random(8)

    for place in random.sample(range(len(record)), 8):
        assert_damaged(flipped(record, place))


def doubled(wires: Wires) -> Wires:
    return [*wires[:20], wires[19], *wires[20:]]


def left_out(wires: Wires) -> Wires:
    return [*wires[:20], *wires[21:]]


def left_out_with_its_step(wires: Wires) -> Wires:
    steps = [read_signed_entry(wire).entry.step for wire in wires]
    return [wire for wire, step in zip(wires, steps, strict=True) if step != steps[20]]


def turned_round_in_a_step(wires: Wires) -> Wires:
    return [wires[1], wires[0], *wires[2:]]


def moved_across_steps(wires: Wires) -> Wires:
    return [*wires[:8], wires[30], *wires[8:30], *wires[31:]]


def said_early(wires: Wires) -> Wires:
    return [*wires[:20], wires[40], *wires[20:]]


@pytest.mark.parametrize(
    "tamper",
    [
        doubled,
        left_out,
        left_out_with_its_step,
        turned_round_in_a_step,
        moved_across_steps,
        said_early,
    ],
)
def test_an_entry_out_of_its_place_is_damage(tamper: Callable[[Wires], Wires]) -> None:
    """wire-3, wire-7"""
    assert_damaged(record_of(tamper(list(begun()))), "A2.2")


def test_an_entry_of_another_game_is_damage() -> None:
    """proof-3"""
    other = Lan(group=GROUP, evening=2)
    other.play(until=lambda lan: lan["north"].phase is Phase.COMMIT)
    foreign = other["north"].wires[0]

    assert_damaged(record_of([*begun()[:20], foreign, *begun()[20:]]), "C3.1", entry=20)


def test_what_stands_behind_the_end_is_damage() -> None:
    record = record_of(finished())
    behind = record_of([finished()[-1]])[len(MAGIC) :]

    for added in (behind, behind[:-1], behind[:2], b"\x00"):
        assert_damaged(record + added, "A2.3", entry=len(finished()))


def test_a_record_begins_with_its_charter() -> None:
    assert_damaged(record_of(begun()[3:]), "A2.1", entry=0)


def test_a_charter_of_another_game_is_none_of_this() -> None:
    lan = scene(Scene.MIDGAME)
    entry = read_signed_entry(begun()[0]).entry
    other = Lan(group=GROUP, evening=2).charter

    signed = sign_entry(replace(entry, body=other.encode()), lan.named(0).identity)

    assert_damaged(record_of([signed.wire]), "A2.1", entry=0)


def test_a_file_that_is_no_record_is_damage() -> None:
    for record in (b"PK\x03\x04", b"\x00" * 40, MAGIC[:-1] + b"\x01", b"p2pqwirkle/2 record\x00"):
        assert_damaged(record, "C5.1", entry=0)


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=200), st.booleans())
def test_no_file_makes_the_audit_stumble(written: bytes, has_magic: bool) -> None:  # noqa: FBT001
    """local-9"""
    report = audited(MAGIC + written if has_magic else written)

    assert report.verdict in (Verdict.UNREADABLE, Verdict.UNFINISHED)
    assert all(finding.seat is None for finding in report.faults)


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_no_mixture_of_true_entries_convicts_anybody(chaos: st.DataObject) -> None:
    """wire-9: all are signed, by whom they say."""
    picks = chaos.draw(st.lists(st.integers(0, len(begun()) - 1), max_size=12))
    start = chaos.draw(st.integers(0, 14))

    report = audited(record_of([*begun()[:start], *(begun()[pick] for pick in picks)]))

    assert report.verdict in (Verdict.UNREADABLE, Verdict.UNFINISHED)
    assert all(finding.seat is None for finding in report.faults)


def test_scores_that_all_have_sealed_wrongly_are_recomputed() -> None:
    """audit-5"""
    lan = scene(Scene.SEAL)
    lan.play()
    wires = list(lan["north"].wires)
    seals = range(len(wires) - 6, len(wires) - 3)
    for seat, place in enumerate(seals):
        entry = read_signed_entry(wires[place]).entry
        assert entry.kind == Kind.SEAL
        forged = replace(entry, body=write_seal((1, 2, 3)))
        wires[place] = sign_entry(forged, lan.named(seat).identity).wire

    report = audited(record_of(wires))

    assert report.verdict is Verdict.FAULT
    assert [(one.seat, one.clause, one.entry) for one in report.faults] == [(0, "T9.1", seals[0])]


def stopped_by(lie: Lie, clause: str) -> Lan:
    """A game of two that has stopped on what south said: there is nobody to go on with."""
    lan = Lan(("north", "south"), group=QuickGroup())
    lan["south"].lie = lie
    lan.play()
    assert_convicted(lan, "south", clause)
    return lan


def two_stories() -> Lan:
    return stopped_by(Twice(Kind.DRAW, proven_anew), "C4.1")


def test_of_two_exhibits_either_may_come_first() -> None:
    *steps, first, second = two_stories()["north"].wires

    report = audited(record_of([*steps, second, first]))

    assert report.verdict is Verdict.FAULT
    assert [(one.seat, one.clause, one.entry) for one in report.faults] == [
        (1, "C4.1", len(steps) + 1)
    ]


def test_one_exhibit_of_two_convicts_nobody() -> None:
    *steps, first, _ = two_stories()["north"].wires

    report = audited(record_of([*steps, first]))

    assert report.verdict in (Verdict.UNREADABLE, Verdict.UNFINISHED)
    assert all(finding.seat is None for finding in report.faults)


def test_a_flipped_byte_in_the_faulty_entry_convicts_nobody() -> None:
    lan = stopped_by(Instead(Kind.DEAL, random_share), "B5.2")
    record = lan.record("north")
    start = len(record_of(lan["north"].wires[:-1]))

    for place in range(start, len(record), 37):
        assert_damaged(flipped(record, place))


def test_the_first_entry_that_does_not_hold_is_named() -> None:
    wires = stopped_by(Instead(Kind.DEAL, random_share), "B5.2")["north"].wires

    report = audited(record_of([*wires, wires[0], b"\x92\xc4\x01\x00\xc4\x40" + bytes(64)]))

    assert report == audited(record_of(wires))


def test_a_signed_entry_of_an_unknown_form_convicts_nobody_but_its_author() -> None:
    """bytes-6: the head is nobody's word before it is read; the body is its signer's."""
    lan = scene(Scene.MIDGAME)
    nonsense = sign_bytes(b"\x93\x01\x02\x03", lan["south"].identity)

    assert_damaged(record_of([*begun(), nonsense]), "E2.5", entry=len(begun()))
