"""Whole games between real replicas, joined in memory."""

from collections import deque
from functools import cache
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2pqwirkle.errors import Breach
from p2pqwirkle.rules.moves import Pass, PutAside
from p2pqwirkle.table.effects import Answer, Ask
from p2pqwirkle.table.entries import Kind
from p2pqwirkle.table.phases import FOLLOWS, Phase
from p2pqwirkle.table.playing import Playing
from tests.lan import NAMES, Lan
from tests.lies import Instead, random_share
from tests.quick_group import QuickGroup
from tests.scenes import Scene, scene


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_a_game_ends_with_the_same_record_at_every_peer(players: int) -> None:
    lan = Lan(NAMES[:players], seed=players, group=QuickGroup())

    lan.play()

    assert {peer.snapshot.standing.phase for peer in lan.peers.values()} == {Phase.OVER}
    assert len({peer.record.getvalue() for peer in lan.peers.values()}) == 1


@cache
def whole_game() -> Lan:
    lan = Lan(seed=3, group=QuickGroup())
    lan.play()
    return lan


@settings(max_examples=4, deadline=None)
@given(order=st.integers(0, 2**32), repeats=st.integers(0, 2))
def test_order_and_repetition_change_nothing(order: int, repeats: int) -> None:
    lan = Lan(seed=3, group=QuickGroup(), repeats=repeats)
    lan.random.seed(order)

    lan.play()

    assert {lan.record(name) for name in lan.peers} == {whole_game().record("north")}


def test_all_peers_fold_the_same_standings_step_by_step() -> None:
    histories = [
        {one.standing.moment.step: one.standing.stage for one in peer.shown}
        for peer in whole_game().peers.values()
    ]

    assert histories[0].keys() == set(range(len(histories[0])))
    assert histories[1:] == histories[:-1]


def test_phases_follow_each_other_as_the_table_says() -> None:
    lan = Lan(seed=4, group=QuickGroup())

    lan.play()

    phases = [snapshot.standing for snapshot in lan["north"].shown]
    changes = {
        (before.phase, after.phase)
        for before, after in pairwise(phases)
        if before.moment != after.moment
    }
    assert all(after in FOLLOWS[before] for before, after in changes)


def test_nobody_moves_out_of_turn() -> None:
    lan = Lan(seed=5, group=QuickGroup())
    lan.play(until=lambda lan: all(peer.phase is Phase.TURN for peer in lan.peers.values()))
    idle = next(peer for peer in lan.peers.values() if not peer.is_to_move)

    with pytest.raises(Breach) as refusal:
        idle.table.intend(Pass())

    assert refusal.value.clause == "T2.2"


def test_a_move_that_is_refused_changes_nothing() -> None:
    lan = Lan(seed=5, group=QuickGroup())
    lan.play(until=lambda lan: all(peer.phase is Phase.TURN for peer in lan.peers.values()))
    mover = next(peer for peer in lan.peers.values() if peer.is_to_move)
    hand, record = mover.snapshot.hand, mover.record.getvalue()

    with pytest.raises(Breach) as refusal:
        mover.table.intend(PutAside((hand[0].face,)))
    lan.play()

    assert refusal.value.clause == "R3.2"
    assert mover.record.getvalue().startswith(record)
    assert mover.phase is Phase.OVER


def test_every_hand_holds_what_the_rules_count() -> None:
    lan = Lan(seed=6, group=QuickGroup())

    lan.play()

    for peer in lan.peers.values():
        for snapshot in peer.shown:
            stage = snapshot.standing.stage
            if isinstance(stage, Playing) and stage.phase is Phase.TURN:
                assert tuple(map(len, stage.hidden.hands)) == stage.position.hand_sizes
                assert len(stage.hidden.bag) == stage.position.bag_size
                assert len(snapshot.hand) == stage.position.hand_sizes[snapshot.seat]


@pytest.mark.parametrize("pair", [("north", "south"), ("north", "east"), ("south", "east")])
def test_a_game_goes_on_when_any_one_link_is_missing(pair: tuple[str, str]) -> None:
    lan = Lan(seed=7, group=QuickGroup())
    lan.cut.add(frozenset(pair))

    lan.play()

    assert {peer.phase for peer in lan.peers.values()} == {Phase.OVER}


def test_who_has_missed_a_whole_game_catches_up_with_one_neighbour() -> None:
    lan, again = (Lan(NAMES[:2], seed=8, group=QuickGroup()) for _ in range(2))
    lan.play()
    north, late = lan["north"], again["south"]

    effects = deque([*late.table.start(), *late.table.connected(north.player)])
    while effects:
        match effects.popleft():
            case Ask(_, step):
                for answer in north.table.asked(late.player, step):
                    assert isinstance(answer, Answer)
                    for wire in answer.wires:
                        effects += late.table.receive(north.player, wire)
            case _:
                pass

    assert late.record.getvalue() == north.record.getvalue()


def test_who_was_away_when_the_game_stopped_is_told_why() -> None:
    lan = scene(Scene.OPENING)
    giver, away = (peer.name for peer in lan.others(lan.mover.name))
    mover = lan.mover.name
    lan.cut |= {frozenset({away, mover}), frozenset({away, giver})}
    lan[giver].lie = Instead(Kind.DRAW, random_share)
    lan.play()
    assert lan[away].stopped is None

    lan.cut.remove(frozenset({away, mover}))
    lan.perform(lan[mover], lan[mover].table.connected(lan[away].player))
    lan.play()

    assert lan[away].stopped == lan[mover].stopped
    assert lan.record(away) == lan.record(mover)
