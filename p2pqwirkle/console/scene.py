"""What one may see of a game at one moment; all that the views draw comes from here."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from p2pqwirkle.names import player_names
from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.rules.outcome import Outcome
from p2pqwirkle.rules.position import Position
from p2pqwirkle.rules.tiles import Face
from p2pqwirkle.table.agreement import Question
from p2pqwirkle.table.council import may_go_on_without, unanswered
from p2pqwirkle.table.dealing import Dealing
from p2pqwirkle.table.effects import Snapshot, View
from p2pqwirkle.table.leavers import Gone
from p2pqwirkle.table.phases import Phase
from p2pqwirkle.table.playing import Playing, Turn
from p2pqwirkle.table.rebuilding import Rebuilding
from p2pqwirkle.table.seat import Tile
from p2pqwirkle.table.spoken import spoken_words
from p2pqwirkle.table.standing import Standing
from p2pqwirkle.table.verdicts import Collapsed, Fault


@dataclass(frozen=True, slots=True)
class Scene:
    """A moment of the game, seen from one seat, or from none.

    Attributes:
        names: by seat, fit to be shown.
        seat: ours; in a replay, the one we look over the shoulder of; None for who only watches.
        position: None until the opening claims are known.
        shuffles: how many seats have shuffled the bag, of meaning while it is shuffled.
        awaited: the seats that have to speak now.
        words: the four words, once there are any.
        living: the seats that are still in the game.
        asked: what the others ask of us and we have not answered.
        unheard: who has yet to answer what we have agreed to.
        dispensable: who is awaited, and could be done without if all others agree.
        together: all of those, if they are several and could be done without at once.
        turn_seconds: how long a turn may take; 0 for as long as it takes.
        charges: the seats with a fault, each with the clause that it broke.
        grounded: the living seats that have resigned or are at fault.
        gone: who was gone on without, and whose turns were passed over, in that order.
        new_bag: how many steps of making the bag anew are complete, and how many there are; None
            while that is not going on.
        is_out: whether the game goes on without us.
        allows_hints: whether the players have agreed that programs may help: show good moves, and
            count the tiles that are unseen.
    """

    names: tuple[str, ...]
    seat: Seat | None
    phase: Phase
    hand: tuple[Tile, ...] = ()
    position: Position | None = None
    shuffles: int = 0
    awaited: tuple[Seat, ...] = ()
    last_turn: Turn | None = None
    stopped: Fault | Collapsed | None = None
    words: tuple[str, ...] = ()
    living: tuple[Seat, ...] = ()
    asked: tuple[Question, ...] = ()
    unheard: tuple[Seat, ...] = ()
    dispensable: tuple[Seat, ...] = ()
    together: tuple[Seat, ...] = ()
    turn_seconds: int = 0
    charges: tuple[tuple[Seat, str], ...] = ()
    grounded: tuple[Seat, ...] = ()
    gone: tuple[Gone, ...] = ()
    new_bag: tuple[int, int] | None = None
    is_out: bool = False
    allows_hints: bool = True

    @property
    def faces(self) -> tuple[Face, ...]:
        """What the tiles of the hand show."""
        return tuple(tile.face for tile in self.hand)

    @property
    def is_watched(self) -> bool:
        """Whether we have no part in it."""
        return self.seat is None

    def is_awaitable(self, seat: int) -> bool:
        """Whether *seat* is somebody else's, and still in the game."""
        return seat != self.seat and (not self.living or seat in self.living)

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
        return self.stopped is not None or self.is_out or self.phase is Phase.OVER

    @property
    def is_finished(self) -> bool:
        """Whether no move will be made any more."""
        return self.stopped is not None or self.is_out or self.outcome is not None


def scene_of(snapshot: Snapshot, before: Scene | None) -> Scene:
    """What *snapshot* shows; *before* is the scene that it follows, if there is one."""
    standing = snapshot.standing
    return replace(
        watched_scene(snapshot, before),
        seat=snapshot.seat,
        hand=snapshot.hand,
        awaited=_awaited(snapshot),
        asked=() if snapshot.is_finished else _asked(standing, snapshot.seat),
        unheard=() if snapshot.is_finished else _unheard(standing, snapshot.seat),
        dispensable=() if snapshot.is_finished else _dispensable(snapshot),
        together=() if snapshot.is_finished else _together(snapshot),
        is_out=snapshot.is_put_out or snapshot.has_resigned,
    )


def past_scenes(snapshot: Snapshot) -> tuple[Scene, ...]:
    """How the game went that we have come back to, as far as it was on our disk."""
    scenes: list[Scene] = []
    for standing in snapshot.past:
        scenes.append(watched_scene(View(standing), scenes[-1] if scenes else None))
    return tuple(scenes)


def watched_scene(view: View, before: Scene | None) -> Scene:
    """What *view* shows to somebody who has no part in the game, as `scene_of` tells the rest."""
    standing = view.standing
    stage = standing.stage
    # While the bag is made anew, the table lies as it was.
    going_on = stage.then if isinstance(stage, Rebuilding) else stage
    playing = going_on if isinstance(going_on, Playing) else None
    charter = standing.moment.charter
    return Scene(
        names=player_names([player.name for player in charter.players]),
        seat=None,
        phase=standing.phase,
        position=None if playing is None else playing.position,
        shuffles=stage.shuffles if isinstance(stage, Dealing | Playing) else 0,
        awaited=standing.awaited,
        last_turn=None if playing is None else playing.last_turn,
        stopped=view.stopped,
        words=_words_of(standing, () if before is None else before.words),
        living=standing.living,
        turn_seconds=charter.options.turn_seconds,
        charges=tuple((fault.seat, fault.clause) for fault in view.faults),
        grounded=view.grounded,
        gone=view.gone,
        new_bag=stage.progress if isinstance(stage, Rebuilding) else None,
        allows_hints=charter.options.hints,
    )


def _asked(standing: Standing, own: Seat) -> tuple[Question, ...]:
    return tuple(one.question for one in unanswered(standing, own) if not one.is_dead)


def _unheard(standing: Standing, own: Seat) -> tuple[Seat, ...]:
    """Whose answer is missing to what we have agreed to."""
    for ballot in reversed(standing.ballots):
        given = ballot.answer_of(own)
        if given is not None and given.agrees and not ballot.is_dead:
            heard = {one.seat for one in ballot.answers} | set(ballot.question.seats)
            return tuple(seat for seat in standing.living if seat not in heard)
    return ()


def _dispensable(snapshot: Snapshot) -> tuple[Seat, ...]:
    """Who has yet to say what the step waits for, be it an answer, and could be done without."""
    standing = snapshot.standing
    waited_for = {*standing.awaited, *_unheard(standing, snapshot.seat)} - {snapshot.seat}
    return tuple(
        seat
        for seat in sorted(waited_for)
        if may_go_on_without(standing, (seat,), snapshot.grounded)
    )


def _together(snapshot: Snapshot) -> tuple[Seat, ...]:
    seats = _dispensable(snapshot)
    is_enough = may_go_on_without(snapshot.standing, seats, snapshot.grounded)
    return seats if len(seats) > 1 and is_enough else ()


def _awaited(snapshot: Snapshot) -> tuple[Seat, ...]:
    """Who has to speak now; not we, as long as we are asked what we said before a crash."""
    awaited = snapshot.standing.awaited
    if snapshot.is_catching_up:
        return tuple(seat for seat in awaited if seat != snapshot.seat)
    return awaited


def _words_of(standing: Standing, known: Sequence[str]) -> tuple[str, ...]:
    """The four words: they come from the digest that the first shuffle follows."""
    match standing.stage:
        case Dealing(phase=Phase.SHUFFLE, shuffles=0):
            return spoken_words(standing.moment.digest)
        case _:
            return tuple(known)
