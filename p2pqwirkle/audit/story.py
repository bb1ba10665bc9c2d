"""How a game was played, turn by turn, with the hands that the opened keys show."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from p2pqwirkle.bag.group import Scalar
from p2pqwirkle.bag.slots import Slot
from p2pqwirkle.errors import Collapse
from p2pqwirkle.record.entry import SignedEntry
from p2pqwirkle.rules.best import best_play
from p2pqwirkle.rules.lines import QWIRKLE
from p2pqwirkle.rules.moves import Play, Seat
from p2pqwirkle.rules.opening import largest_set
from p2pqwirkle.rules.position import Position
from p2pqwirkle.rules.scoring import lines_made, score_of
from p2pqwirkle.rules.tiles import COPIES, FACES, Face
from p2pqwirkle.table.charter import Charter
from p2pqwirkle.table.entries import Kind, read_claim
from p2pqwirkle.table.hidden import Held, Hidden, face_of
from p2pqwirkle.table.phases import Phase
from p2pqwirkle.table.playing import Playing
from p2pqwirkle.table.playing import Turn as Move
from p2pqwirkle.table.standing import Standing

Hand = tuple[Face | None, ...]
"""Tiles in the order in which they were drawn; None is one that no opened key shows."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn, as it can be told afterwards.

    Attributes:
        number: from 1.
        hands: by seat, before the move.
        put_aside: what a swap gave back.
        drew: what the mover drew after the move.
        best: the most that the hand could score for its lines; None if the hand is not known.
        luck: by how much the tiles drawn were worth more than chance gives; None if some hand
            is not known.
    """

    number: int
    move: Move
    before: Position
    after: Position
    hands: tuple[Hand, ...]
    put_aside: Hand
    drew: Hand
    best: int | None
    luck: float | None

    @property
    def seat(self) -> Seat:
        """Who moved."""
        return self.move.seat

    @property
    def score(self) -> int:
        """The points for lines, without those for going out."""
        match self.move.move:
            case Play(placements):
                return score_of(self.before.board, placements)
            case _:
                return 0

    @property
    def qwirkles(self) -> int:
        """How many lines of six it made."""
        match self.move.move:
            case Play(placements):
                lines = lines_made(self.before.board, placements)
                return sum(len(line) == QWIRKLE for line in lines)
            case _:
                return 0


@dataclass(frozen=True, slots=True)
class Claim:
    """An opening claim, and the hand that it was made for."""

    seat: Seat
    size: int
    hand: Hand

    @property
    def largest(self) -> int | None:
        """The size of the largest set in the hand; None if it is not known."""
        known = [face for face in self.hand if face is not None]
        return largest_set(known) if len(known) == len(self.hand) else None


@dataclass(frozen=True, slots=True)
class Story:
    """A game as far as its record holds.

    Attributes:
        claims: by seat; empty before the first turn.
        opener: who began; None before the first turn.
    """

    charter: Charter
    turns: tuple[Turn, ...]
    claims: tuple[Claim, ...]
    opener: Seat | None


@dataclass(slots=True)
class Chronicler:
    """Looks on while a record is audited, and tells the story afterwards."""

    _last: Standing | None = None
    _dealt: Playing | None = None
    _sizes: dict[Seat, int] = field(default_factory=dict)
    _moves: list[tuple[Playing, Playing]] = field(default_factory=list)

    def __call__(self, before: Standing, signed: SignedEntry, after: Standing) -> None:
        """Take note of one admitted entry."""
        self._last = after
        if before.phase is Phase.CLAIM and signed.entry.kind == Kind.CLAIM:
            seat = Seat(before.moment.charter.identities.index(signed.entry.author))
            self._sizes[seat] = read_claim(signed.entry.body).size
        if isinstance(after.stage, Playing):
            self._dealt = self._dealt or after.stage
            if isinstance(before.stage, Playing) and _is_turn(before.stage, after.stage):
                self._moves.append((before.stage, after.stage))

    def tell(self) -> Story | None:
        """The story of the record; None if there was not even a charter."""
        if self._last is None:
            return None
        charter, stage = self._last.moment.charter, self._last.stage
        opened = stage.opened if isinstance(stage, Playing) else ()
        faces = _Faces(opened or (None,) * len(charter.players))
        for hidden in self._hidden():
            faces.learn(hidden)
        turns = tuple(_turn(number, *move, faces) for number, move in enumerate(self._moves, 1))
        return Story(charter, turns, tuple(self._claims(faces)), self._opener)

    @property
    def _opener(self) -> Seat | None:
        if self._moves:
            return self._moves[0][0].position.mover
        return None if self._dealt is None or not self._sizes else self._dealt.position.mover

    def _hidden(self) -> Iterator[Hidden]:
        if self._dealt is not None:
            yield self._dealt.hidden
        for before, _ in self._moves:
            yield before.hidden

    def _claims(self, faces: "_Faces") -> Iterator[Claim]:
        if self._dealt is None:
            return
        for seat, size in sorted(self._sizes.items()):
            hand = faces.hand(held.slot for held in self._dealt.hidden.hands[seat])
            yield Claim(seat, size, hand)


class _Faces:
    """What the opened keys show of the slots that were in a hand."""

    def __init__(self, opened: Sequence[Scalar | None]) -> None:
        self._opened = opened
        self._by_slot: dict[Slot, Face | None] = {}

    def learn(self, hidden: Hidden) -> None:
        """Open the hands of *hidden* whose owner has opened its key."""
        for seat, hand in enumerate(hidden.hands):
            secret = self._opened[seat]
            for held in hand:
                if secret is not None and held.slot not in self._by_slot:
                    self._by_slot[held.slot] = _open(hidden, held, secret)

    def hand(self, slots: Iterable[Slot]) -> Hand:
        """The faces in *slots*."""
        return tuple(self._by_slot.get(slot) for slot in slots)


def _open(hidden: Hidden, held: Held, secret: Scalar) -> Face | None:
    try:
        return face_of(hidden.number_by_secret(held, secret))
    except Collapse:
        return None  # the audit has said that the game collapsed


def _is_turn(before: Playing, after: Playing) -> bool:
    return before.phase is Phase.TURN and before.last_turn is not after.last_turn


def _turn(number: int, before: Playing, after: Playing, faces: _Faces) -> Turn:
    assert after.last_turn is not None  # a turn was just made
    mover = after.last_turn.seat
    hands = tuple(faces.hand(held.slot for held in hand) for hand in before.hidden.hands)
    drew = faces.hand(drawn.slot for drawn in after.drawing)
    return Turn(
        number=number,
        move=after.last_turn,
        before=before.position,
        after=after.position,
        hands=hands,
        put_aside=faces.hand(held.slot for held in after.aside),
        drew=drew,
        best=_best_score(before.position, hands[mover]),
        luck=_luck(after, hands, drew),
    )


def _best_score(position: Position, hand: Hand) -> int | None:
    known = [face for face in hand if face is not None]
    if len(known) < len(hand):
        return None
    play = best_play(position.board, known, position.opening)
    return 0 if play is None else score_of(position.board, play.placements)


def _luck(after: Playing, hands: tuple[Hand, ...], drew: Hand) -> float | None:
    """How much more the tiles drawn score alone than the bag's do on average.

    Whoever draws gets any tile of the bag with the same chance, so the average is what chance
    gives.
    """
    held = [face for hand in hands for face in hand]
    if not drew or None in held or None in drew:
        return 0.0 if not drew else None
    # What the mover played is both in its hand before and on the board after: count it once.
    gone = Counter(after.position.board.faces.values()) + Counter(held)
    gone -= Counter(_played(after))
    bag = [face for face in FACES for _ in range(COPIES - gone[face])]
    worth = {face: _alone(after.position, face) for face in {*bag, *drew} if face is not None}
    average = sum(worth[face] for face in bag) / len(bag)
    return sum(worth[face] - average for face in drew if face is not None)


def _played(after: Playing) -> Iterator[Face]:
    assert after.last_turn is not None  # a turn was just made
    match after.last_turn.move:
        case Play(placements):
            yield from (placement.face for placement in placements)
        case _:
            return


def _alone(position: Position, face: Face) -> int:
    play = best_play(position.board, [face], None)
    return 0 if play is None else score_of(position.board, play.placements)
