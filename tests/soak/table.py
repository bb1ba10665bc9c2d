"""Whole games between real tables in memory: any order of arrival, links missing, both bots."""

from io import BytesIO
from itertools import combinations
from random import Random

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
from tests.lan import NAMES, Lan
from tests.quick_group import QuickGroup

GROUP = QuickGroup()


def run(seed: int, games: int) -> None:
    """Play *games* games of two to six, every third with a link missing, and audit each."""
    for number in range(games):
        lan = _seated(seed + number, players=number % 5 + 2)
        lan.play(until=_check_tiles)
        records = {peer.record.getvalue() for peer in lan.peers.values()}
        assert {peer.phase for peer in lan.peers.values()} == {Phase.OVER}, number
        assert len(records) == 1, number
        report = audit(BytesIO(records.pop()), GROUP)
        assert report.verdict is Verdict.FAIR, (number, report)
        print(f"{number + 1}: {len(lan.peers)} players, {report.ending}, {report.turns} turns")


def _seated(seed: int, players: int) -> Lan:
    random = Random(seed)
    level = random.choice(tuple(BOTS))

    def bot(snapshot: Snapshot, random: Random) -> Choice:
        stage = snapshot.standing.stage
        assert isinstance(stage, Playing)
        hand = tuple(tile.face for tile in snapshot.hand)
        return BOTS[level](Knowledge(stage.position, hand), random.randrange)

    options = Options(stall_guard=random.random() < 0.5)
    lan = Lan(NAMES[:players], seed=seed, group=GROUP, options=options, bot=bot)
    if players > 2 and random.randrange(3) == 0:
        lan.cut.add(frozenset(random.choice(list(combinations(lan.peers, 2)))))
    return lan


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
