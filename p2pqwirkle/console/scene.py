"""What one player may see of a game at one moment; all that the views draw comes from here."""

from collections.abc import Sequence
from dataclasses import dataclass

from p2pqwirkle.names import player_names
from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.rules.outcome import Outcome
from p2pqwirkle.rules.position import Position
from p2pqwirkle.rules.tiles import Face
from p2pqwirkle.table.dealing import Dealing
from p2pqwirkle.table.effects import Snapshot
from p2pqwirkle.table.phases import Phase
from p2pqwirkle.table.playing import Playing, Turn
from p2pqwirkle.table.referee import Collapsed, Fault
from p2pqwirkle.table.seat import Tile
from p2pqwirkle.table.spoken import spoken_words
from p2pqwirkle.table.standing import Standing


@dataclass(frozen=True, slots=True)
class Scene:
    """A moment of the game, seen from one seat.

    Attributes:
        names: by seat, fit to be shown.
        seat: ours; in a replay, the one we look over the shoulder of.
        position: None until the opening claims are known.
        shuffles: how many seats have shuffled the bag, of meaning while it is shuffled.
        awaited: the seats that have to speak now.
        words: the four words, once there are any.
        allows_hints: whether the players have agreed that programs may help: show good moves, and
            count the tiles that are unseen.
    """

    names: tuple[str, ...]
    seat: Seat
    phase: Phase
    hand: tuple[Tile, ...] = ()
    position: Position | None = None
    shuffles: int = 0
    awaited: tuple[Seat, ...] = ()
    last_turn: Turn | None = None
    stopped: Fault | Collapsed | None = None
    words: tuple[str, ...] = ()
    allows_hints: bool = True

    @property
    def faces(self) -> tuple[Face, ...]:
        """What the tiles of the hand show."""
        return tuple(tile.face for tile in self.hand)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return None if self.position is None else self.position.outcome

    @property
    def is_our_turn(self) -> bool:
        """Whether the table waits for this player's move."""
        return self.phase is Phase.TURN and self.seat in self.awaited and self.stopped is None

    @property
    def mover(self) -> Seat | None:
        """Whose move is awaited; None while there is none to make."""
        if self.position is None or self.phase is not Phase.TURN or self.stopped is not None:
            return None
        return self.position.mover

    @property
    def is_over(self) -> bool:
        """Whether nothing at all will be said any more."""
        return self.stopped is not None or self.phase is Phase.OVER

    @property
    def is_finished(self) -> bool:
        """Whether no move will be made any more."""
        return self.stopped is not None or self.outcome is not None


def scene_of(snapshot: Snapshot, before: Scene | None) -> Scene:
    """What *snapshot* shows; *before* is the scene that it follows, if there is one."""
    standing = snapshot.standing
    stage = standing.stage
    playing = stage if isinstance(stage, Playing) else None
    charter = standing.moment.charter
    return Scene(
        names=player_names([player.name for player in charter.players]),
        seat=snapshot.seat,
        phase=standing.phase,
        hand=snapshot.hand,
        position=None if playing is None else playing.position,
        shuffles=stage.shuffles if isinstance(stage, Dealing | Playing) else 0,
        awaited=standing.awaited,
        last_turn=None if playing is None else playing.last_turn,
        stopped=snapshot.stopped,
        words=_words_of(standing, () if before is None else before.words),
        allows_hints=charter.options.hints,
    )


def _words_of(standing: Standing, known: Sequence[str]) -> tuple[str, ...]:
    """The four words: they come from the digest that the first shuffle follows."""
    match standing.stage:
        case Dealing(phase=Phase.SHUFFLE, shuffles=0):
            return spoken_words(standing.moment.digest)
        case _:
            return tuple(known)
