"""A share of the catalogue over the product's own group, where the others use a quick one."""

import pytest

from p2pqwirkle.bag.group import Edwards25519
from p2pqwirkle.table.entries import Kind
from tests.attacks.trial import assert_convicted, audited
from tests.lies import (
    Bend,
    Forked,
    Instead,
    cancelling_shares,
    doubled_tile,
    equal_b,
    foreign_tile,
    other_shuffle,
    random_share,
    shares_for_next_slots,
    with_share_of_another_slot,
)
from tests.scenes import Scene, scene

GROUP = Edwards25519()


@pytest.mark.parametrize(
    ("where", "kind", "bend", "clause"),
    [
        pytest.param(Scene.SHUFFLE, Kind.SHUFFLE, doubled_tile, "B7.5", id="shuffle-1"),
        pytest.param(Scene.SHUFFLE, Kind.SHUFFLE, foreign_tile, "B7.5", id="shuffle-2"),
        pytest.param(Scene.SHUFFLE, Kind.SHUFFLE, equal_b, "B7.2", id="shuffle-4"),
        pytest.param(Scene.READY, Kind.DEAL, shares_for_next_slots, "B5.2", id="draw-1"),
        pytest.param(Scene.READY, Kind.DEAL, cancelling_shares, "B5.2", id="proof-9"),
        pytest.param(Scene.OPENING, Kind.DRAW, random_share, "B5.2", id="draw-12"),
        pytest.param(Scene.MIDGAME, Kind.PLAY, with_share_of_another_slot, "B5.2", id="play-1"),
    ],
)
def test_a_lie_is_its_authors_fault(where: Scene, kind: Kind, bend: Bend, clause: str) -> None:
    lan = scene(where, GROUP)
    lan["south"].lie = Instead(kind, bend)

    lan.play()

    assert_convicted(lan, "south", clause)


def test_a_forked_shuffle_opens_no_tile() -> None:
    """shuffle-10"""
    lan = scene(Scene.SHUFFLE, GROUP)
    lan["east"].lie = Forked(Kind.SHUFFLE, other_shuffle, ("north",))

    lan.play()

    assert_convicted(lan, "east", "C4.1")
    for peer in lan.others("east"):
        (gone,) = audited(lan, peer.name).departures
        dealt = [signed.entry.step for signed in peer.said if signed.entry.kind == Kind.DEAL]
        assert all(step > gone.step for step in dealt)
