"""Lies about swaps."""

from collections.abc import Callable

import pytest

from p2pqwirkle.audit.report import Verdict
from p2pqwirkle.bag.slots import Slot
from p2pqwirkle.record.codec import Value, encode
from p2pqwirkle.table.charter import Options
from p2pqwirkle.table.entries import Kind, write_swap
from p2pqwirkle.table.phases import Phase
from p2pqwirkle.table.playing import Playing
from tests.attacks.naming import (
    Named,
    already_played,
    anothers,
    downwards,
    none,
    not_drawn,
    of_an_older_bag,
    one_twice,
    own,
)
from tests.attacks.trial import assert_convicted, audited
from tests.lan import Lan, Neighbour, swapping_bot
from tests.lies import Liar, SaysInTurn
from tests.quick_group import QuickGroup
from tests.scenes import Scene, scene


def one_more_than_the_bag(liar: Liar) -> list[Slot]:
    return own(liar)[: len(liar.hidden.bag) + 1]


@pytest.mark.parametrize(
    ("named", "where", "clause"),
    [
        pytest.param(anothers, Scene.MIDGAME, "T7.3", id="swap-2 of another seat"),
        pytest.param(of_an_older_bag, Scene.MIDGAME, "T7.3", id="swap-1 of another bag"),
        pytest.param(already_played, Scene.MIDGAME, "T7.3", id="swap-1 already played"),
        pytest.param(not_drawn, Scene.MIDGAME, "T7.3", id="swap-2 not drawn"),
        pytest.param(one_twice, Scene.MIDGAME, "T7.1", id="swap-1 named twice"),
        pytest.param(downwards, Scene.MIDGAME, "T7.1", id="in another order"),
        pytest.param(none, Scene.MIDGAME, "T7.4", id="swap-1 no slot"),
        pytest.param(one_more_than_the_bag, Scene.ENDGAME, "R7.3", id="swap-5 more than the bag"),
        pytest.param(lambda liar: own(liar)[:1], Scene.EMPTY, "R7.1", id="from an empty bag"),
        pytest.param(own, Scene.OPENING, "R3.2", id="instead of the opening"),
    ],
)
def test_a_swap_of_what_may_not_be_swapped_is_its_authors_fault(
    named: Named, where: Scene, clause: str
) -> None:
    lan = scene(where)
    mover = lan.mover
    mover.lie = SaysInTurn(Kind.SWAP, lambda liar: write_swap(tuple(named(liar))))

    lan.play()

    assert_convicted(lan, mover.name, clause)


@pytest.mark.parametrize(
    "tile",
    [
        pytest.param(lambda held: (held.drawn.tile.a, held.drawn.tile.b), id="its masked tile"),
        pytest.param(lambda held: held.drawn.tile.a + held.drawn.tile.b, id="as one string"),
        pytest.param(lambda held: (held.slot.bag, held.slot.index, held.drawn.tile.a), id="beside"),
    ],
)
def test_a_swap_has_no_room_for_a_masked_tile(tile: Callable[[object], Value]) -> None:
    """swap-1, draw-6: whoever could hand one in would have it opened."""
    lan = scene(Scene.MIDGAME)

    def handed_in(liar: Liar) -> bytes:
        return encode(((tile(liar.hidden.hands[liar.seat][0]),),))

    lan["south"].lie = SaysInTurn(Kind.SWAP, handed_in)

    lan.play()

    (fault,) = {peer.stopped for peer in lan.others("south")}
    assert fault is not None
    assert fault.clause.startswith("E2.")
    assert_convicted(lan, "south", fault.clause)


def test_all_that_the_bag_holds_may_be_swapped() -> None:
    """swap-5"""
    lan = scene(Scene.ENDGAME)
    mover = lan.mover
    lan.bot = swapping_bot
    size = len(Liar.of(mover).hidden.bag)

    lan.play(until=lambda lan: lan["north"].phase is Phase.SHUFFLE)

    stage = lan["north"].table._standing.stage
    assert isinstance(stage, Playing)
    assert len(stage.hidden.bag) == size


def test_nobody_draws_what_it_has_just_put_aside() -> None:
    """swap-3"""
    lan = scene(Scene.MIDGAME)
    mover = lan.mover
    before = Liar.of(mover).hidden
    lan.bot = swapping_bot

    lan.play(until=lambda lan: lan["south"].phase is Phase.SHUFFLE)

    stage = lan["south"].table._standing.stage
    assert isinstance(stage, Playing)
    drawn = [held.drawn.tile for held in stage.hidden.hands[mover.seat]]
    returned = [held.drawn.tile for held in before.hands[mover.seat]]
    assert drawn == list(before.bag.tiles[:6])
    assert stage.hidden.bag.tiles == (*before.bag.tiles[6:], *returned)


def test_every_seat_shuffles_after_a_swap() -> None:
    """swap-4"""
    lan = scene(Scene.MIDGAME)
    lan.bot = swapping_bot
    said = {name: len(peer.said) for name, peer in lan.peers.items()}

    lan.play(until=lambda lan: lan["north"].phase is Phase.READY)

    for name, peer in lan.peers.items():
        assert Kind.SHUFFLE in {one.entry.kind for one in peer.said[said[name] :]}


def test_a_tile_that_was_swapped_may_be_drawn_again() -> None:
    """play-3: the bag is small, so it comes back; nobody takes that for a broken shuffle."""
    lan = scene(Scene.ENDGAME)
    lan.bot = swapping_bot

    lan.play()

    report = audited(lan, "north")
    assert (report.verdict, report.ending, report.swaps) == (Verdict.FAIR, "stalled", 9)


def test_swaps_go_on_for_ever_without_the_stall_guard() -> None:
    """swap-8"""
    lan = Lan(("north", "south"), group=QuickGroup(), options=Options(stall_guard=False))
    lan.play(until=lambda lan: any(is_bag_small(peer) for peer in lan.peers.values()))
    lan.bot = swapping_bot

    lan.play(until=lambda lan: swaps_by(lan) >= 50)

    assert {peer.stopped for peer in lan.peers.values()} == {None}
    assert lan["north"].phase is not Phase.SEAL


def is_bag_small(peer: Neighbour) -> bool:
    stage = peer.table._standing.stage
    return isinstance(stage, Playing) and stage.position.bag_size < 4


def swaps_by(lan: Lan) -> int:
    said = [one.entry.kind for peer in lan.peers.values() for one in peer.said]
    return said.count(Kind.SWAP)
