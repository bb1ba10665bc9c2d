"""Who is waited for no longer, and what a game comes to then; nothing here needs a network."""

from dataclasses import replace

import pytest

from p2pqwirkle.net.endings import Silence, Unopened
from p2pqwirkle.net.patience import ending_by_host, ending_in_silence, not_waited_for
from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.table.effects import Snapshot
from p2pqwirkle.table.verdicts import Fault
from tests.scenes import Scene, scene

NORTH, SOUTH, EAST = Seat(0), Seat(1), Seat(2)


def at(where: Scene, name: str = "north") -> Snapshot:
    lan = scene(where)
    if where is Scene.START:
        lan.perform(lan[name], lan[name].table.start())
    return lan[name].snapshot


@pytest.mark.parametrize("where", [Scene.START, Scene.REVEAL])
def test_a_host_ends_a_charter_that_somebody_does_not_open(where: Scene) -> None:
    ending = ending_in_silence((SOUTH,), at(where), own=NORTH, host=NORTH)

    assert ending == Unopened((SOUTH,))


def test_a_guest_gives_up_on_nobody_but_its_host_before_there_are_keys() -> None:
    snapshot = at(Scene.REVEAL, "east")

    assert ending_in_silence((SOUTH,), snapshot, own=EAST, host=NORTH) is None
    assert ending_in_silence((NORTH, SOUTH), snapshot, own=EAST, host=NORTH) == Silence((NORTH,))


def test_a_game_that_was_taken_up_again_has_no_host() -> None:
    ending = ending_in_silence((SOUTH,), at(Scene.REVEAL), own=NORTH, host=None)

    assert ending == Silence((SOUTH,))


def test_once_there_are_keys_it_ends_where_too_few_are_left_to_agree() -> None:
    snapshot = at(Scene.MIDGAME)

    assert ending_in_silence((SOUTH,), snapshot, own=NORTH, host=NORTH) is None
    ending = ending_in_silence((SOUTH, EAST), snapshot, own=NORTH, host=NORTH)
    assert ending == Silence((SOUTH, EAST))


def test_when_the_host_ends_it_those_are_shown_who_have_not_spoken() -> None:
    assert ending_by_host(at(Scene.START, "east"), own=EAST, host=NORTH) == Unopened((SOUTH,))
    assert ending_by_host(at(Scene.MIDGAME, "east"), own=EAST, host=NORTH) is None


def test_who_has_spoilt_the_charter_is_not_waited_for_at_its_end() -> None:
    snapshot = at(Scene.REVEAL)
    entry = next(iter(snapshot.standing.heard)).signed
    stopped = replace(snapshot, stopped=Fault(SOUTH, "T3.1", entry))

    assert not_waited_for(stopped, ()) == {SOUTH}
    assert not_waited_for(replace(stopped, stopped=None), (EAST,)) == {EAST}
