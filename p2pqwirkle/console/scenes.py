"""The scenes of a recorded game: after every turn, from every seat, with all hands open."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from p2pqwirkle.bag.group import Scalar
from p2pqwirkle.bag.slots import Slot
from p2pqwirkle.console.scene import Scene, scene_of
from p2pqwirkle.record.entry import SignedEntry
from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.rules.tiles import Face
from p2pqwirkle.table.effects import Snapshot
from p2pqwirkle.table.hidden import Hidden, face_of
from p2pqwirkle.table.phases import Phase
from p2pqwirkle.table.playing import Playing
from p2pqwirkle.table.seat import Tile
from p2pqwirkle.table.standing import Standing


class Keeper:
    """Looks on while a record is audited, and keeps what is needed to show the game again."""

    def __init__(self) -> None:
        self._between_turns: list[Standing] = []
        self._last: Standing | None = None

    def see(self, _before: Standing, _signed: SignedEntry, standing: Standing) -> None:
        """The audit has come to *standing*."""
        self._last = standing
        stage = standing.stage
        if not isinstance(stage, Playing) or stage.phase not in (Phase.TURN, Phase.SEAL):
            return
        kept = self._between_turns[-1].stage if self._between_turns else None
        if isinstance(kept, Playing) and kept.last_turn == stage.last_turn:
            self._between_turns.pop()  # somebody has left since: show who is still there
        self._between_turns.append(standing)

    def scenes(self) -> tuple[tuple[Scene, ...], ...]:
        """By turn, from the one before the first, and within a turn by seat.

        Empty if the record ends before the first turn.  The hands of seats that have not opened
        their key are empty.
        """
        opened = () if self._last is None else _opened(self._last)
        opener = _Opener()
        return tuple(
            tuple(
                opener.scene(standing, seat, opened[seat] if opened else None)
                for seat in standing.moment.charter.seats
            )
            for standing in self._between_turns
        )


def _opened(last: Standing) -> Sequence[Scalar | None]:
    return last.stage.opened if isinstance(last.stage, Playing) else ()


@dataclass(slots=True)
class _Opener:
    """Opens hands; each tile once."""

    faces: dict[tuple[Seat, Slot], Face] = field(default_factory=dict)

    def scene(self, standing: Standing, seat: Seat, secret: Scalar | None) -> Scene:
        """What *seat* saw at *standing*."""
        assert isinstance(standing.stage, Playing)  # it was chosen for that
        hand = () if secret is None else self._hand(standing.stage.hidden, seat, secret)
        scene = scene_of(Snapshot(standing, seat, hand), None)
        scene = replace(scene, is_out=False, asked=(), unheard=(), dispensable=())
        is_over = standing.stage.position.outcome is not None
        phase = Phase.OVER if is_over else scene.phase
        # What the players did without while they played is no secret any more.
        return replace(scene, phase=phase, awaited=(), allows_hints=True)

    def _hand(self, hidden: Hidden, seat: Seat, secret: Scalar) -> tuple[Tile, ...]:
        for held in hidden.hands[seat]:
            if (seat, held.slot) not in self.faces:
                self.faces[seat, held.slot] = face_of(hidden.number_by_secret(held, secret))
        return tuple(Tile(held.slot, self.faces[seat, held.slot]) for held in hidden.hands[seat])
