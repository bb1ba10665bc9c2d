"""A bag that is broken although every proof holds: all is kept, and nobody is convicted.

No lie leads here, so the bad tile is put into the standing of every peer below the checks.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

import pytest

from p2pqwirkle.audit.report import Verdict
from p2pqwirkle.bag.group import Element
from p2pqwirkle.bag.masking import MaskedTile, tile_elements
from p2pqwirkle.rules.board import Cell
from p2pqwirkle.rules.moves import Play
from p2pqwirkle.table.entries import Kind
from p2pqwirkle.table.hidden import Hidden
from p2pqwirkle.table.phases import Phase
from p2pqwirkle.table.playing import Playing
from p2pqwirkle.table.verdicts import Collapsed
from tests.attacks.trial import audited
from tests.lan import Lan, Neighbour, greedy_bot, swapping_bot
from tests.lies import Liar, played
from tests.quick_group import QuickGroup
from tests.scenes import Scene, scene

GROUP = QuickGroup()
NOTHING = GROUP.hash_to_element(b"tests nothing", 0)


def rig(lan: Lan, change: Callable[[Hidden], Hidden]) -> None:
    """Change what every peer holds of the hidden side, in the same way."""
    for peer in lan.peers.values():
        referee = peer.table._referee
        stage = referee.standing.stage
        assert isinstance(stage, Playing)
        rigged = replace(stage, hidden=change(stage.hidden))
        referee.course.standing = replace(referee.standing, stage=rigged)


def next_in_bag(element: Element) -> Callable[[Hidden], Hidden]:
    """*element*, well masked, where the next tile of the bag was."""

    def put(hidden: Hidden) -> Hidden:
        tile = MaskedTile(GROUP.base, GROUP.add(element, hidden.ring.joint_key))
        return hidden.with_bag(replace(hidden.bag, tiles=(tile, *hidden.bag.tiles[1:])))

    return put


def first_in_hand(owner: Neighbour, element: Element) -> Callable[[Hidden], Hidden]:
    """*element* where the first tile of *owner*'s hand was."""

    def put(hidden: Hidden) -> Hidden:
        first, *rest = hidden.hands[owner.seat]
        share = GROUP.multiply(owner.table._seat.secret, first.drawn.tile.a)
        hand = (replace(first, veiled=GROUP.add(element, share)), *rest)
        hands = (*hidden.hands[: owner.seat], hand, *hidden.hands[owner.seat + 1 :])
        return replace(hidden, hands=hands)

    return put


def nowhere(_peer: Neighbour) -> Element:
    return NOTHING


def on_the_board(peer: Neighbour) -> Element:
    return tile_elements(GROUP)[min(Liar.of(peer).hidden.played)]


def in_hand(peer: Neighbour) -> Element:
    """The element of the last tile in hand that the greedy bot keeps there."""
    hidden = Liar.of(peer).hidden
    choice = greedy_bot(peer.snapshot, Random())
    assert isinstance(choice, Play)
    leaving = {placement.face for placement in choice.placements}
    kept = [tile.slot for tile in peer.snapshot.hand if tile.face not in leaving]
    (held,) = hidden.held(peer.seat, kept[-1:])
    return tile_elements(GROUP)[hidden.number_by_secret(held, peer.table._seat.secret)]


BROKEN = [
    pytest.param(nowhere, "T8.1", id="draw-11 no tile"),
    pytest.param(on_the_board, "T8.2", id="play-3 on the board already"),
    pytest.param(in_hand, "T8.3", id="play-3 twice in the hand"),
]


@pytest.mark.parametrize(("element", "clause"), BROKEN)
def test_whoever_draws_what_cannot_be_stops_and_convicts_nobody(
    element: Callable[[Neighbour], Element], clause: str
) -> None:
    lan = scene(Scene.MIDGAME)
    drawer = lan["south"]
    rig(lan, next_in_bag(element(drawer)))

    lan.play()

    assert isinstance(drawer.stopped, Collapsed)
    assert drawer.stopped.clause == clause
    for peer in lan.others("south"):
        assert peer.stopped is None
        assert lan.record(peer.name).startswith(lan.record("south"))


@pytest.mark.parametrize(("element", "clause"), BROKEN)
def test_whatever_cannot_be_played_stops_all_and_convicts_nobody(
    element: Callable[[Neighbour], Element], clause: str
) -> None:
    lan = scene(Scene.MIDGAME)
    south = lan["south"]
    rig(lan, first_in_hand(south, element(south)))
    cells = [Cell(90 + place, 90) for place in range(6)]

    lan.tell("south", Liar.of(south).entry(Kind.PLAY, played(Liar.of(south), cells)))
    lan.play()

    for peer in lan.peers.values():
        assert isinstance(peer.stopped, Collapsed)
        assert peer.stopped.clause == clause
        assert peer.wires[-1] == south.told[0].wire


def test_a_share_that_leaves_nothing_of_a_played_tile_convicts_nobody() -> None:
    lan = scene(Scene.MIDGAME)
    south = lan["south"]
    rig(lan, first_in_hand(south, on_the_board(south)))
    veil_away(lan, south)

    lan.tell("south", Liar.of(south).entry(Kind.PLAY, played(Liar.of(south), [Cell(90, 90)])))
    lan.play()

    assert {clause_of(peer) for peer in lan.peers.values()} == {"T8.1"}


def veil_away(lan: Lan, owner: Neighbour) -> None:
    """Leave of the first tile in *owner*'s hand nothing but the owner's own share."""

    def bare(hidden: Hidden) -> Hidden:
        first, *rest = hidden.hands[owner.seat]
        share = GROUP.multiply(owner.table._seat.secret, first.drawn.tile.a)
        hand = (replace(first, veiled=share), *rest)
        hands = (*hidden.hands[: owner.seat], hand, *hidden.hands[owner.seat + 1 :])
        return replace(hidden, hands=hands)

    rig(lan, bare)


def test_a_share_that_leaves_nothing_of_a_drawn_tile_convicts_nobody() -> None:
    lan = scene(Scene.MIDGAME)
    giver = lan["north"]

    def bare(hidden: Hidden) -> Hidden:
        a = GROUP.base
        tile = MaskedTile(a, GROUP.multiply(giver.table._seat.secret, a))
        return hidden.with_bag(replace(hidden.bag, tiles=(tile, *hidden.bag.tiles[1:])))

    rig(lan, bare)
    lan.play()

    assert {clause_of(peer) for peer in lan.peers.values()} == {"T8.1"}


def clause_of(peer: Neighbour) -> str | None:
    return peer.stopped.clause if isinstance(peer.stopped, Collapsed) else None


@dataclass(frozen=True, slots=True)
class DoubledTile(QuickGroup):
    """A group in which the last two of the 108 tile elements are one and the same."""

    def hash_to_element(self, label: bytes, index: int) -> Element:
        doubled = label == b"p2pqwirkle/1 tile" and index == 107
        return QuickGroup.hash_to_element(self, label, 106 if doubled else index)


def test_a_broken_bag_that_play_has_not_met_shows_at_the_audit() -> None:
    lan = Lan(group=DoubledTile(), bot=swapping_bot)

    lan.play()

    assert {peer.phase for peer in lan.peers.values()} == {Phase.OVER}
    report = audited(lan, "north")
    assert report.verdict is Verdict.UNREADABLE
    assert [(one.seat, one.clause, one.entry) for one in report.faults] == [(None, "A3.1", None)]
