"""What the referee does with entries that come early, late or again."""

from dataclasses import replace
from functools import cache

import pytest

from p2pqwirkle.record.entry import Digest, SignedEntry, read_signed_entry, sign_entry
from p2pqwirkle.table.early import STEPS_AHEAD
from p2pqwirkle.table.referee import Referee
from p2pqwirkle.table.verdicts import Admitted, Ahead, Elsewhere, Known
from tests.lan import Lan
from tests.quick_group import QuickGroup
from tests.scenes import Scene, scene

GROUP = QuickGroup()


@cache
def game() -> Lan:
    return scene(Scene.MIDGAME)


@cache
def steps() -> tuple[tuple[SignedEntry, ...], ...]:
    """What was said in a game, step by step."""
    said = [read_signed_entry(wire) for wire in game()["north"].wires]
    last = said[-1].entry.step
    return tuple(tuple(one for one in said if one.entry.step == step) for step in range(last + 1))


def referee_after(count: int) -> Referee:
    """A referee that has seen the first *count* steps."""
    referee = Referee(GROUP, game().charter)
    for step in steps()[:count]:
        for signed in step:
            assert isinstance(referee.admit(signed.wire), Admitted)
        assert referee.settle() is not None
    return referee


def test_the_entries_of_a_step_may_come_in_any_order() -> None:
    straight, crooked = referee_after(1), referee_after(0)

    for signed in reversed(steps()[0]):
        crooked.admit(signed.wire)
    crooked.settle()

    assert crooked.standing == straight.standing
    assert crooked.course.entries(0) == straight.course.entries(0)


@pytest.mark.parametrize("count", [1, 2, 4], ids=["just heard", "folded", "long ago"])
def test_an_entry_said_again_is_known(count: int) -> None:
    referee = referee_after(count)
    standing = referee.standing

    verdict = referee.admit(steps()[0][1].wire)

    assert verdict == Known(steps()[0][1])
    assert referee.standing == standing


def test_an_entry_of_the_open_step_said_again_is_known() -> None:
    referee = referee_after(1)
    first = steps()[1][0]
    referee.admit(first.wire)

    assert referee.admit(first.wire) == Known(first)
    assert referee.course.entries(1) == (first,)


def test_an_entry_of_a_later_step_is_kept_until_its_step_is_open() -> None:
    referee = referee_after(0)
    early = steps()[1][0]

    assert referee.admit(early.wire) == Ahead(early)
    assert referee.admit(early.wire) == Known(early)
    assert referee.due() is None
    for signed in steps()[0]:
        referee.admit(signed.wire)
    referee.settle()
    assert referee.due() == early
    assert referee.due() is None
    assert referee.admit(early.wire) == Admitted(early)


def test_one_entry_of_an_author_is_kept_for_a_step() -> None:
    """wire-3, wire-8: nobody fills another's memory."""
    referee = referee_after(0)
    early = steps()[1][0]
    author = next(one for one in game().peers.values() if one.player == early.entry.author)
    other = sign_entry(replace(early.entry, after=Digest(bytes(32))), author.identity)

    assert referee.admit(other.wire) == Ahead(other)
    assert referee.admit(early.wire) == Elsewhere(early)


def test_entries_are_kept_for_a_few_steps_ahead() -> None:
    referee = referee_after(0)
    last, beyond = steps()[STEPS_AHEAD][0], steps()[STEPS_AHEAD + 1][0]

    assert referee.admit(last.wire) == Ahead(last)
    assert referee.admit(beyond.wire) == Elsewhere(beyond)


def test_an_entry_of_our_own_step_after_other_steps_is_elsewhere() -> None:
    """Its author has heard another story, or tells one: the steps below will show which."""
    referee = referee_after(3)
    (open_one, *_) = steps()[3]
    author = next(one for one in game().peers.values() if one.player == open_one.entry.author)
    other = sign_entry(replace(open_one.entry, after=Digest(bytes(32))), author.identity)

    assert referee.admit(other.wire) == Elsewhere(other)
    assert referee.course.entries(3) == ()


def test_steps_that_nobody_has_seen_have_no_entries() -> None:
    referee = referee_after(2)

    assert [referee.course.entries(step) for step in (-1, 2, 3)] == [(), (), ()]
