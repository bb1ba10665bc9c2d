"""What becomes of a stage when seats leave, or when a turn is passed over (T12, T13)."""

from collections.abc import Collection
from dataclasses import replace
from functools import reduce

from p2pqwirkle.rules.moves import PassedOver, Seat
from p2pqwirkle.rules.position import Position
from p2pqwirkle.table.dealing import Dealing
from p2pqwirkle.table.hidden import Hidden
from p2pqwirkle.table.phases import Phase
from p2pqwirkle.table.playing import Playing, Turn
from p2pqwirkle.table.rebuilding import Rebuilding


def departed(
    stage: Dealing | Playing | Rebuilding, seats: Collection[Seat]
) -> Dealing | Playing | Rebuilding:
    """The stage without *seats*: their hands fall into a bag that the others build anew.

    All that was said in the open step is void.  After the end nothing is built any more: a seat
    that does not seal, or does not open its key, keeps its result.

    Raises:
        Collapse: B3.4 or T8.1 if the keys that are left hide nothing.
    """
    match stage:
        case Playing(phase=Phase.SEAL | Phase.KEYS):
            ring = stage.hidden.ring.without(stage.hidden.group, seats)
            hidden = replace(stage.hidden, ring=ring)
            return replace(stage, hidden=hidden, silent=stage.silent | set(seats))
        case Rebuilding(hidden=hidden, then=then):
            return _going_on(hidden, then, seats)
        case _:
            return _going_on(stage.hidden, stage, seats)


def passed_over(stage: Playing) -> Playing:
    """The stage after a turn that the others have passed over."""
    position = stage.position.passed_over()
    phase = Phase.TURN if position.outcome is None else Phase.SEAL
    turn = Turn(stage.position.mover, PassedOver(), points=0, drawn=0)
    return replace(stage, phase=phase, position=position, last_turn=turn)


def _going_on(
    hidden: Hidden, then: Dealing | Playing, seats: Collection[Seat]
) -> Dealing | Playing | Rebuilding:
    left = hidden.departed(seats)
    if len(left.living) == 1:
        return _deserted(left, then, seats)
    match then:
        case Dealing(has_hands=False):
            order = tuple(seat for seat in then.turn_order if seat in left.living)
            return Dealing(Phase.SHUFFLE, left, order)
        case Dealing():
            order = tuple(seat for seat in then.turn_order if seat in left.living)
            return Rebuilding(Phase.SHUFFLE, left, replace(then, turn_order=order))
        case Playing():
            return Rebuilding(Phase.SHUFFLE, left, _without(then, left, seats))


def _without(stage: Playing, left: Hidden, seats: Collection[Seat]) -> Playing:
    """What the game goes on with when the bag is built."""
    position = reduce(Position.without, sorted(seats), stage.position)
    is_drawing = stage.phase is Phase.DRAW and stage.drawer in left.living
    return replace(
        stage,
        phase=Phase.DRAW if is_drawing else Phase.TURN,
        position=position,
        drawing=(),
        aside=left.rekeyed(stage.aside, seats) if is_drawing else (),
        shuffles=0,
    )


def _deserted(left: Hidden, then: Dealing | Playing, seats: Collection[Seat]) -> Playing:
    """One seat is left: it has won, and no tile moves any more."""
    if isinstance(then, Playing):
        position = reduce(Position.without, sorted(seats), then.position)
    else:
        position = Position.deserted(len(left.hands), left.living[0])
    return Playing(Phase.SEAL, left, position, last_turn=_last_turn(then))


def _last_turn(then: Dealing | Playing) -> Turn | None:
    return then.last_turn if isinstance(then, Playing) else None
