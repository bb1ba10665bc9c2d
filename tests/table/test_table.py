"""Whole games between real replicas, joined in memory."""

from collections import deque
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2pqwirkle.errors import Breach
from p2pqwirkle.rules.moves import Pass, PutAside
from p2pqwirkle.table.effects import Answer, Ask
from p2pqwirkle.table.phases import FOLLOWS, Phase
from p2pqwirkle.table.playing import Playing
from tests.lan import NAMES, Lan
from tests.small_group import SmallGroup


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_a_game_ends_with_the_same_record_at_every_peer(players: int) -> None:
    lan = Lan(NAMES[:players], seed=players, group=SmallGroup())

    lan.play()

    assert {peer.snapshot.standing.phase for peer in lan.peers.values()} == {Phase.OVER}
    assert len({peer.record.getvalue() for peer in lan.peers.values()}) == 1


@settings(max_examples=5, deadline=None)
@given(st.integers(0, 2**32))
def test_the_order_of_arrival_changes_nothing(order: int) -> None:
    lan, other = (Lan(seed=3, group=SmallGroup()) for _ in range(2))
    other.random.seed(order)

    lan.play()
    other.play()

    assert other.record("north") == lan.record("north")


def test_phases_follow_each_other_as_the_table_says() -> None:
    lan = Lan(seed=4, group=SmallGroup())

    lan.play()

    phases = [snapshot.standing for snapshot in lan["north"].shown]
    changes = {
        (before.phase, after.phase)
        for before, after in pairwise(phases)
        if before.moment != after.moment
    }
    assert all(after in FOLLOWS[before] for before, after in changes)


def test_nobody_moves_out_of_turn() -> None:
    lan = Lan(seed=5, group=SmallGroup())
    lan.play(until=lambda lan: all(peer.phase is Phase.TURN for peer in lan.peers.values()))
    idle = next(peer for peer in lan.peers.values() if not peer.is_to_move)

    with pytest.raises(Breach) as refusal:
        idle.table.intend(Pass())

    assert refusal.value.clause == "T2.2"


def test_a_move_that_is_refused_changes_nothing() -> None:
    lan = Lan(seed=5, group=SmallGroup())
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
    lan = Lan(seed=6, group=SmallGroup())

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
    lan = Lan(seed=7, group=SmallGroup())
    lan.cut.add(frozenset(pair))

    lan.play()

    assert {peer.phase for peer in lan.peers.values()} == {Phase.OVER}


def test_who_has_missed_a_whole_game_catches_up_with_one_neighbour() -> None:
    lan, again = (Lan(NAMES[:2], seed=8, group=SmallGroup()) for _ in range(2))
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
