"""What goes wrong on one's own machine: a power cut, a full disk, a copied disk."""

from collections.abc import Iterable
from inspect import getmembers, isfunction
from io import BytesIO
from typing import get_type_hints

import pytest

from p2pqwirkle.bag.group import Element, Scalar
from p2pqwirkle.bag.masking import MaskedTile
from p2pqwirkle.record.journal import read_journal
from p2pqwirkle.table.effects import Effect, Say
from p2pqwirkle.table.entries import Kind
from p2pqwirkle.table.seat import OwnSeat
from tests.attacks.bench import about_to_say
from tests.lan import Lan, Neighbour
from tests.quick_group import QuickGroup
from tests.scenes import Scene, scene

GROUP = QuickGroup()


class CarefulLan(Lan):
    """Looks at a peer's disk before it lets anything out."""

    def perform(self, peer: Neighbour, effects: Iterable[Effect]) -> None:
        effects = list(effects)
        for effect in effects:
            if isinstance(effect, Say):
                assert effect.wire in peer.journal.kept
        folded = [
            signed.wire
            for step in range(peer.table._standing.moment.step)
            for signed in peer.table._referee.course.entries(step)
        ]
        assert all(wire in peer.record.kept for wire in folded[-12:])
        super().perform(peer, effects)


def test_nothing_leaves_before_it_is_on_the_disk() -> None:
    """local-2"""
    lan = CarefulLan(group=GROUP)

    lan.play()

    assert all(peer.said for peer in lan.peers.values())


def test_the_seed_is_on_the_disk_before_anything_is_said() -> None:
    """local-2"""
    lan = Lan(group=GROUP)

    for peer in lan.peers.values():
        notes = read_journal(BytesIO(peer.journal.kept), lan.charter.game)
        assert notes is not None
        assert notes.seed == peer.seed
        assert peer.said == []


CHOICES = (Kind.PLAY, Kind.SWAP, Kind.PASS, Kind.ANSWER, Kind.RESIGN)


@pytest.mark.parametrize("disk", ["journal", "record"])
def test_nothing_leaves_when_the_disk_is_full(disk: str) -> None:
    """local-2"""
    lan = scene(Scene.READY)
    south = lan["south"]
    getattr(south, disk).is_full = True

    with pytest.raises(OSError, match="no space"):
        lan.play()

    heard = {wire for peer in lan.others("south") for wire in peer.received}
    unsafe = [one for one in south.said if one.entry.kind == Kind.DEAL]
    assert not heard & {one.wire for one in unsafe}


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind not in CHOICES])
def test_a_seat_asked_again_says_the_same(kind: Kind) -> None:
    """local-3, local-4: from a restored copy of its disk as well."""
    held = about_to_say(kind, GROUP)
    peer = held.author

    restored = OwnSeat.take(GROUP, peer.seat, peer.seed, held.lan.charter.game)

    assert held.liar.own.owes(held.liar.standing) == (kind, held.entry.body)
    assert restored.owes(held.liar.standing) == (kind, held.entry.body)


def test_no_function_of_a_seat_takes_an_element_from_outside() -> None:
    """draw-7: there is no way to have the secret put to one."""
    foreign = {Element, Scalar, MaskedTile}

    for name, function in getmembers(OwnSeat, isfunction):
        if not name.startswith("_"):
            assert foreign.isdisjoint(get_type_hints(function).values()), name
