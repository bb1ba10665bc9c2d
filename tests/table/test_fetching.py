"""What a neighbour is asked for, and how often."""

from dataclasses import replace

from p2pqwirkle.record.entry import SignedEntry, read_signed_entry
from p2pqwirkle.table.effects import Ask
from p2pqwirkle.table.fetching import Fetching
from tests.scenes import Scene, scene

OPEN = 9


def entries_of_another_history(steps: range) -> list[SignedEntry]:
    """As an answer brings them: those of several steps, one after the other."""
    signed = read_signed_entry(scene(Scene.REVEAL)["north"].wires[0])
    return [replace(signed, entry=replace(signed.entry, step=step)) for step in steps]


def test_where_histories_do_not_meet_each_step_is_asked_for_once() -> None:
    """wire-3: each answer would bring more questions than the one before it."""
    fetching, peer = Fetching(), scene(Scene.REVEAL)["north"].player
    others = entries_of_another_history(range(6, 9))

    asks = [ask for _ in range(3) for one in others for ask in fetching.ask_below(peer, one, OPEN)]

    assert asks == [Ask(peer, step) for step in (5, 6, 7)]


def test_over_a_new_link_and_in_a_new_step_all_is_asked_for_again() -> None:
    fetching, peer = Fetching(), scene(Scene.REVEAL)["north"].player
    (other,) = entries_of_another_history(range(6, 7))
    fetching.ask_below(peer, other, OPEN)
    assert fetching.ask_below(peer, other, OPEN) == []

    fetching.forget(peer)
    assert fetching.ask_below(peer, other, OPEN) == [Ask(peer, 5)]

    fetching.ask(peer, OPEN)
    assert fetching.ask_below(peer, other, OPEN + 1) == [Ask(peer, 5)]
