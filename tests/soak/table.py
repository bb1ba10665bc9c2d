"""Whole games between real tables in memory: any order of arrival, links missing, all endings."""

from io import BytesIO
from itertools import combinations
from random import Random
from typing import Final

from p2pqwirkle.audit.replay import audit
from p2pqwirkle.audit.report import Verdict
from p2pqwirkle.bots.knowledge import Knowledge
from p2pqwirkle.bots.levels import BOTS
from p2pqwirkle.rules.moves import Choice
from p2pqwirkle.rules.tiles import TILE_COUNT
from p2pqwirkle.table.charter import Options
from p2pqwirkle.table.effects import Snapshot
from p2pqwirkle.table.phases import Phase
from p2pqwirkle.table.playing import Playing
from tests.lan import NAMES, Lan, swapping_bot
from tests.open_game import QUICK
from tests.quick_group import QuickGroup

GROUP = QuickGroup()
STALLED_FROM: Final = 85
"""Tiles on the table; from there on a stalling game swaps, till the guard ends it."""


def run(seed: int, games: int) -> None:
    """Play *games* games of two to six, every third with a link missing, and audit each."""
    for number in range(games):
        lan = _seated(seed + number, players=number % 5 + 2)
        lan.play(until=_check_tiles)
        records = {peer.record.getvalue() for peer in lan.peers.values()}
        assert {peer.phase for peer in lan.peers.values()} == {Phase.OVER}, number
        assert len(records) == 1, number
        _check_histories(lan)
        report = audit(BytesIO(records.pop()), GROUP)
        assert report.verdict is Verdict.FAIR, (number, report)
        print(f"{number + 1}: {len(lan.peers)} players, {report.ending}, {report.turns} turns")


def _seated(seed: int, players: int) -> Lan:
    random = Random(seed)
    is_stalling = random.randrange(8) == 0
    levels = [random.choice(QUICK) for _ in range(players)]

    def bot(snapshot: Snapshot, random: Random) -> Choice:
        stage = snapshot.standing.stage
        assert isinstance(stage, Playing)
        if is_stalling and len(stage.position.board) > STALLED_FROM:
            return swapping_bot(snapshot, random)
        hand = tuple(tile.face for tile in snapshot.hand)
        return BOTS[levels[snapshot.seat]](Knowledge(stage.position, hand), random.randrange)

    lan = Lan(
        NAMES[:players],
        seed=seed,
        group=GROUP,
        options=Options(stall_guard=is_stalling or random.random() < 0.5),
        bot=bot,
        repeats=random.randrange(2),
    )
    if players > 2 and random.randrange(3) == 0:
        lan.cut.add(frozenset(random.choice(list(combinations(lan.peers, 2)))))
    return lan


def _check_histories(lan: Lan) -> None:
    """Every peer has folded the same standings, step by step."""
    histories = [
        {one.standing.moment.step: (one.standing.moment, one.standing.stage) for one in peer.shown}
        for peer in lan.peers.values()
    ]
    assert all(history == histories[0] for history in histories)


def _check_tiles(lan: Lan) -> bool:
    """No tile is lost or doubled at any peer, after every delivery; play never stops for it."""
    for peer in lan.peers.values():
        stage = peer.snapshot.standing.stage
        if isinstance(stage, Playing) and stage.phase is Phase.TURN:
            held = sum(map(len, stage.hidden.hands))
            left = len(stage.hidden.bag)
            assert len(stage.position.board) + held + left == TILE_COUNT
            assert tuple(map(len, stage.hidden.hands)) == stage.position.hand_sizes
    return False
