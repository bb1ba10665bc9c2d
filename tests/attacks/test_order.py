"""Who speaks when: lies about steps, turns and kinds (T2)."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from p2pqwirkle.record.entry import Entry
from p2pqwirkle.table.entries import Kind, write_nothing
from p2pqwirkle.table.phases import Phase
from tests.attacks.trial import assert_convicted
from tests.lan import Neighbour
from tests.lies import Liar
from tests.scenes import Scene, scene


@pytest.mark.parametrize("kind", [Kind.COMMIT, Kind.DEAL, Kind.PLAY])
def test_an_entry_has_the_number_of_its_step(kind: Kind) -> None:
    lan = scene(Scene.START)

    def one_too_high(_peer: Neighbour, entry: Entry) -> Iterator[Entry]:
        yield replace(entry, step=entry.step + 1) if entry.kind == kind else entry

    lan["south"].lie = one_too_high

    lan.play()

    assert_convicted(lan, "south", "T2.1")


@pytest.mark.parametrize("step", [0, 1, 2**32 - 1], ids=["its own", "the next", "the last"])
@pytest.mark.parametrize("kind", [Kind.PASS, 255])
def test_nobody_speaks_out_of_turn_whatever_step_it_gives(step: int, kind: int) -> None:
    """Who has gone on names the same clause as who has not."""
    lan = scene(Scene.OPENING)
    mover = lan.mover
    idle, other = lan.others(mover.name)
    unasked = Liar.of(idle).entry(kind, write_nothing())
    forged = replace(unasked, step=min(unasked.step + step, 2**32 - 1))
    lan.cut |= {frozenset({mover.name, other.name}), frozenset({idle.name, other.name})}
    lan.play(until=lambda _: mover.phase is not Phase.TURN)
    lan.cut.clear()

    lan.tell(idle.name, forged)
    assert other.table._standing.moment.step < mover.table._standing.moment.step

    lan.play()

    assert_convicted(lan, idle.name, "T2.2")


def test_who_shuffles_out_of_turn_is_at_fault() -> None:
    """shuffle-6: one seat left out."""
    lan = scene(Scene.REVEAL)
    lan.play(until=lambda lan: lan["east"].phase is Phase.SHUFFLE)
    east = Liar.of(lan["east"])

    lan.tell("east", east.entry(Kind.SHUFFLE, east.own._shuffle(east.hidden, east.moment)))
    lan.play()

    assert_convicted(lan, "east", "T2.2")
