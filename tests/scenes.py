"""Places in one honest game from which tests go on: each is played to once, then copied."""

from collections.abc import Callable
from enum import Enum
from functools import cache
from io import BytesIO

from p2pqwirkle.audit.replay import audit
from p2pqwirkle.audit.report import Report
from p2pqwirkle.bag.group import Group
from p2pqwirkle.rules.position import Position
from p2pqwirkle.table.phases import Phase
from p2pqwirkle.table.playing import Playing
from tests.lan import Lan
from tests.quick_group import QuickGroup


class Scene(Enum):
    """How far the game of north, south and east, which are seats 0, 1 and 2, has come.

    Where one peer is the first to reach a phase, nobody has said anything of the phase after it.
    """

    START = "nobody has said anything"
    REVEAL = "one peer has come to the reveal"
    SHUFFLE = "one peer has come to the first shuffle"
    READY = "one peer has come to the ready"
    OPENING = "all wait for the opener"
    MIDGAME = "all wait for south, with plays of everybody on the board"
    ENDGAME = "all wait for a mover who may swap, but not the whole hand"
    EMPTY = "all wait for a mover, and the bag is empty"
    SEAL = "one peer has come to the seal"


def scene(where: Scene, group: Group | None = None) -> Lan:
    """The game at *where*, for the test alone."""
    return _reached(where, group or QuickGroup()).fork()


@cache
def honest_end(group: Group) -> Report:
    """The audit of the same game when nobody lies in it."""
    lan = scene(Scene.SEAL, group)
    lan.play()
    return audit(BytesIO(lan.record("north")), group)


@cache
def _reached(where: Scene, group: Group) -> Lan:
    if where is Scene.START:
        return Lan(group=group)
    scenes = list(Scene)
    lan = scene(scenes[scenes.index(where) - 1], group)
    lan.play(until=_ARRIVES[where])
    return lan


def _somebody_in(phase: Phase) -> Callable[[Lan], bool]:
    return lambda lan: any(peer.phase is phase for peer in lan.peers.values())


def _all_wait(wanted: Callable[[Position], bool]) -> Callable[[Lan], bool]:
    def arrives(lan: Lan) -> bool:
        stages = [peer.snapshot.standing.stage for peer in lan.peers.values()]
        return all(
            isinstance(stage, Playing) and stage.phase is Phase.TURN and wanted(stage.position)
            for stage in stages
        )

    return arrives


_ARRIVES = {
    Scene.REVEAL: _somebody_in(Phase.REVEAL),
    Scene.SHUFFLE: _somebody_in(Phase.SHUFFLE),
    Scene.READY: _somebody_in(Phase.READY),
    Scene.OPENING: _all_wait(lambda position: position.opening is not None),
    Scene.MIDGAME: _all_wait(lambda position: position.mover == 1 and len(position.board) > 12),
    Scene.ENDGAME: _all_wait(lambda position: 0 < position.bag_size < 5),
    Scene.EMPTY: _all_wait(lambda position: position.bag_size == 0),
    Scene.SEAL: _somebody_in(Phase.SEAL),
}
