"""Damage: whatever is done to a file without a key is found, and convicts nobody."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from io import BytesIO
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2pqwirkle.audit.replay import audit
from p2pqwirkle.audit.report import Verdict
from p2pqwirkle.bag.group import Edwards25519
from p2pqwirkle.record.entry import Entry, GameId, read_signed_entry, sign_entry
from p2pqwirkle.record.record import MAGIC
from p2pqwirkle.table.entries import Kind
from tests.audit.mutants import (
    Mutant,
    assert_damage,
    changed,
    doubled,
    exchanged,
    followed,
    moved,
    replaced,
    report_on,
    wires_of,
    without,
)
from tests.forge import framed, record_of
from tests.lan import NAMES, Lan, identity_of
from tests.small_group import SmallGroup
from tests.vectors.text import FOLDER

GROUP: Final = SmallGroup()
SEED: Final = 3
STRIDE: Final = 7
"""Every so many entries one is laid hands on; the soak takes all."""
REVEALED: Final = 6
"""How many entries two players have made when keys are shared and nothing is shuffled yet."""


@cache
def game(evening: int = 1) -> tuple[bytes, ...]:
    """The entries of a whole game of two."""
    lan = Lan(NAMES[:2], seed=SEED, group=GROUP, evening=evening)
    lan.play()
    return tuple(wires_of(lan.record("north")))


@cache
def real_game() -> tuple[bytes, ...]:
    """The entries of a whole game over the product's group."""
    return tuple(wires_of((FOLDER / "games" / "two-players.qwk").read_bytes()))


def some_entries() -> list[int]:
    return list(range(0, len(game()), STRIDE))


def first_of_kind(wires: tuple[bytes, ...], kind: Kind) -> int:
    return [read_signed_entry(wire).entry.kind for wire in wires].index(kind)


def places(wires: tuple[bytes, ...], entry: int) -> dict[str, int]:
    """Where each part of an entry begins or ends, in bytes from the start of the file."""
    start = len(MAGIC) + sum(4 + len(wire) for wire in wires[:entry])
    size = len(wires[entry])
    inside = start + 4 + (3 if wires[entry][1] == 0xC4 else 4)
    return {
        "the length": start + 3,
        "the pair": start + 4,
        "the entry's own length": inside - 1,
        "the array": inside,
        "the version": inside + 1,
        "the game": inside + 4,
        "the author": inside + 38,
        "the step": inside + 70,
        "after": inside + 80,
        "the body": start + 4 + size - 64 - 2 - 1,
        "the signature's length": start + 4 + size - 65,
        "R": start + 4 + size - 64,
        "S": start + 4 + size - 1,
    }


def first_entry_as(bent: Callable[[Entry], Entry]) -> bytes:
    """A record of the first entry alone, bent and signed again by its author."""
    entry = read_signed_entry(game()[0]).entry
    author = next(
        identity
        for identity in (identity_of(name, SEED) for name in NAMES[:2])
        if identity.player == entry.author
    )
    return record_of([sign_entry(bent(entry), author).wire])


@pytest.mark.parametrize("mask", [0x01, 0xFF])
def test_any_changed_byte_of_a_short_record_is_damage(mask: int) -> None:
    wires = game()[:REVEALED]

    for place in range(len(record_of(wires))):
        assert_damage(changed(wires, place, mask), GROUP)


@pytest.mark.parametrize("kind", [Kind.SHUFFLE, Kind.DEAL, Kind.PLAY, Kind.DRAW, Kind.KEYS])
def test_any_changed_part_of_an_entry_is_damage(kind: Kind) -> None:
    wires = game()
    entry = first_of_kind(wires, kind)

    for place in places(wires, entry).values():
        mutant = changed(wires[: entry + 1], place, 0x01)
        assert mutant.entry == entry
        assert_damage(mutant, GROUP)


@pytest.mark.parametrize("part", ["the length", "the author", "the body", "R", "S"])
def test_a_changed_byte_of_a_real_record_is_damage(part: str) -> None:
    wires = real_game()
    entry = first_of_kind(wires, Kind.DRAW)

    assert_damage(changed(wires, places(wires, entry)[part], 0x40), Edwards25519())


def test_an_entry_doubled_is_damage() -> None:
    for entry in [*some_entries(), len(game()) - 1]:
        assert_damage(doubled(game(), entry), GROUP)


def test_any_entry_missing_but_the_last_ones_is_damage() -> None:
    for entry in [*some_entries(), len(game()) - 2]:
        assert_damage(without(game(), entry), GROUP)


def test_entries_exchanged_within_a_step_are_damage() -> None:
    for entry in (0, 2, 4, 8, 10, 12, 14, len(game()) - 2):
        assert_damage(exchanged(game(), entry, entry + 1), GROUP)


def test_entries_exchanged_across_steps_are_damage() -> None:
    for entry in some_entries()[:-1]:
        assert_damage(exchanged(game(), entry, entry + STRIDE), GROUP)


def test_an_entry_moved_forwards_or_back_is_damage() -> None:
    for entry in some_entries()[1:-1]:
        assert_damage(moved(game(), entry, entry - 3), GROUP)
        assert_damage(moved(game(), entry, entry + 3), GROUP)


def test_an_entry_of_another_game_is_damage() -> None:
    for entry in some_entries()[1:]:
        assert_damage(replaced(game(), entry, game(evening=2)[entry]), GROUP)


@pytest.mark.parametrize("size", [1, 3, 4, 5, 70, 200])
def test_bytes_behind_the_end_are_damage(size: int) -> None:
    assert_damage(followed(game(), bytes(size)), GROUP)


def test_a_whole_entry_behind_the_end_is_damage_whosever_it_is() -> None:
    for wire in (game()[-1], game()[20], game(evening=2)[0]):
        assert_damage(followed(game(), framed(wire)), GROUP)


def test_damage_behind_the_first_entry_that_does_not_hold_is_not_looked_at() -> None:
    gap = without(game()[:REVEALED], 2)

    assert_damage(Mutant("gap and rubbish", gap.record + bytes(50), 2), GROUP)


def test_a_gap_before_what_cannot_be_read_is_named_first() -> None:
    gap = [*game()[:2], game()[3]]

    assert_damage(Mutant("gap and rubbish", record_of(gap) + bytes(50), 2), GROUP)


def test_a_charter_is_the_one_whose_hash_is_the_game() -> None:
    mutant = first_entry_as(lambda entry: replace(entry, game=GameId(bytes(32))))

    assert_damage(Mutant("another game", mutant, 0, frozenset({"A2.1"})), GROUP)


def test_a_charter_that_cannot_be_read_convicts_nobody() -> None:
    mutant = first_entry_as(lambda entry: replace(entry, body=entry.body[:-1]))

    assert_damage(Mutant("a charter cut", mutant, 0, frozenset({"E1.2"})), GROUP)


def test_a_record_cut_between_entries_is_unfinished() -> None:
    for count in [*some_entries(), len(game()) - 1]:
        report = report_on(record_of(game()[:count]), GROUP)

        assert (report.verdict, report.faults) == (Verdict.UNFINISHED, ())


def test_a_record_cut_within_an_entry_is_unfinished_and_says_so() -> None:
    whole = record_of(game()[:19])
    last = 4 + len(game()[18])

    for left in (1, 3, 4, 5, 6, 7, 8, 50, last - 65, last - 1):
        report = report_on(whole[: len(whole) - last + left], GROUP)

        assert (report.verdict, report.faults) == (Verdict.UNFINISHED, ())
        assert report.torn == left


def test_a_record_cut_anywhere_at_its_beginning_is_unfinished() -> None:
    short = record_of(game()[:REVEALED])

    verdicts = {report_on(short[:size], GROUP).verdict for size in range(len(short) + 1)}

    assert verdicts == {Verdict.UNFINISHED}


def test_a_record_cut_after_one_of_two_exhibits_cannot_be_told_from_a_gap() -> None:
    exhibits = wires_of((FOLDER / "games" / "two-pledges.qwk").read_bytes())

    report = report_on(record_of(exhibits[:-1]), Edwards25519())

    assert report.verdict is Verdict.UNREADABLE
    assert [(one.seat, one.clause) for one in report.faults] == [(None, "A2.2")]


def test_damage_names_the_claimed_author_and_no_culprit() -> None:
    wires = real_game()
    south = places(wires, 3)

    (finding,) = report_on(changed(wires, south["S"], 0x01).record, Edwards25519()).faults
    (unknown,) = report_on(changed(wires, south["the author"], 0x01).record, Edwards25519()).faults

    assert finding.detail.endswith("; claimed author: south")
    assert unknown.detail.endswith(read_signed_entry(wires[3]).entry.author.hex()[2:])


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=400), st.booleans())
def test_no_file_makes_an_audit_stumble(content: bytes, is_record: bool) -> None:  # noqa: FBT001
    report = report_on((MAGIC if is_record else b"") + content, GROUP)

    assert report.verdict in (Verdict.UNREADABLE, Verdict.UNFINISHED)
    assert all(finding.seat is None for finding in report.faults)


def test_a_stream_that_hands_out_single_bytes_is_read_the_same() -> None:
    class Piecemeal(BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            return super().read(1 if size else size)

    assert audit(Piecemeal(record_of(game())), GROUP).verdict is Verdict.FAIR
