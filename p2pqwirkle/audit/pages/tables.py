"""What the report's tables say of players, turns and claims."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

from p2pqwirkle.audit.pages.pictures import (
    BoardPicture,
    Frame,
    HandPicture,
    board_picture,
    cells_of,
    hand_picture,
)
from p2pqwirkle.audit.pages.sayings import say
from p2pqwirkle.audit.story import Claim, Hand, Story, Turn
from p2pqwirkle.rules.moves import Pass, PassedOver, Play, Seat, Swap
from p2pqwirkle.rules.notation import format_face, format_placement
from p2pqwirkle.rules.tiles import Face

CHANCE_OF_SET: Final = {1: 1.0, 2: 0.995, 3: 0.43, 4: 0.034, 5: 0.001, 6: 0.00001}
"""How likely a hand of six has a largest set of at least so many; counted over random hands."""


@dataclass(frozen=True, slots=True)
class TurnRow:
    """A turn, with its pictures."""

    number: int
    seat: Seat
    move: str
    words: Markup
    points: int
    bonus: int
    qwirkles: int
    best: int | None
    scores: tuple[int, ...]
    bag: int
    drew: HandPicture | None
    board: BoardPicture
    hands: tuple[HandPicture, ...]


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """What a player did in the whole game."""

    seat: Seat
    score: int
    turns: int
    per_turn: float
    best_turn: TurnRow | None
    qwirkles: int
    swaps: int
    passes: int
    possible: int | None
    share: float | None
    luck: float | None


@dataclass(frozen=True, slots=True)
class ClaimRow:
    """An opening claim beside the hand."""

    seat: Seat
    size: int
    largest: int | None
    chance: float
    hand: HandPicture
    opened: bool


def turn_rows(story: Story, frame: Frame, names: Sequence[str]) -> tuple[TurnRow, ...]:
    """All turns, in order; *names* are by seat."""
    return tuple(_turn_row(turn, frame, names[turn.seat]) for turn in story.turns)


def _turn_row(turn: Turn, frame: Frame, name: str) -> TurnRow:
    leaving = _leaving(turn)
    return TurnRow(
        number=turn.number,
        seat=turn.seat,
        move=_notation(turn),
        words=_words(turn, name),
        points=turn.move.points,
        bonus=turn.move.points - turn.score,
        qwirkles=turn.qwirkles,
        best=turn.best,
        scores=turn.after.scores,
        bag=turn.after.bag_size,
        drew=hand_picture(turn.drew) if turn.drew else None,
        board=board_picture(turn.after.board, frame, cells_of(turn.move.move)),
        hands=tuple(
            hand_picture(hand, leaving if seat == turn.seat else ())
            for seat, hand in enumerate(turn.hands)
        ),
    )


def _leaving(turn: Turn) -> Hand:
    match turn.move.move:
        case Play(placements):
            return tuple(placement.face for placement in placements)
        case _:
            return turn.put_aside


def _notation(turn: Turn) -> str:
    match turn.move.move:
        case Play(placements):
            return " ".join(("play", *map(format_placement, placements)))
        case Swap(count):
            known = [format_face(face) for face in turn.put_aside if face is not None]
            return " ".join(("swap", *known)) if len(known) == count else f"swap {count}"
        case Pass():
            return "pass"
        case PassedOver():
            return "-"


def _words(turn: Turn, name: str) -> Markup:
    match turn.move.move:
        case Play(placements):
            key, fields = "page.turn.places", {"count": len(placements)}
        case Swap(count):
            key, fields = "page.turn.swaps", {"count": count}
        case Pass():
            key, fields = "page.turn.passes", {}
        case PassedOver():
            key, fields = "page.turn.passed-over", {}
    return say(key, number=turn.number, name=name, points=turn.move.points, **fields)


def player_rows(story: Story, rows: Sequence[TurnRow]) -> tuple[PlayerRow, ...]:
    """All players, by seat."""
    return tuple(_player_row(seat, story, rows) for seat in story.charter.seats)


def _player_row(seat: Seat, story: Story, rows: Sequence[TurnRow]) -> PlayerRow:
    own = [row for row in rows if row.seat == seat]
    told = [turn for turn in story.turns if turn.seat == seat]
    score = sum(row.points for row in own)
    possible = _total([turn.best for turn in told])
    made = sum(turn.score for turn in told)
    return PlayerRow(
        seat=seat,
        score=score,
        turns=len(own),
        per_turn=score / len(own) if own else 0.0,
        best_turn=max(own, key=lambda row: row.points, default=None),
        qwirkles=sum(turn.qwirkles for turn in told),
        swaps=sum(isinstance(turn.move.move, Swap) for turn in told),
        passes=sum(isinstance(turn.move.move, Pass) for turn in told),
        possible=None if possible is None else round(possible),
        share=made / possible if possible else None,
        luck=_total([turn.luck for turn in told]),
    )


def _total(numbers: Sequence[float | None]) -> float | None:
    known = [number for number in numbers if number is not None]
    return sum(known) if len(known) == len(numbers) else None


def claim_rows(story: Story) -> tuple[ClaimRow, ...]:
    """All opening claims, by seat."""
    return tuple(_claim_row(claim, story) for claim in story.claims)


def _claim_row(claim: Claim, story: Story) -> ClaimRow:
    return ClaimRow(
        seat=claim.seat,
        size=claim.size,
        largest=claim.largest,
        chance=CHANCE_OF_SET[claim.size],
        hand=hand_picture(claim.hand, _largest(claim)),
        opened=claim.seat == story.opener,
    )


def _largest(claim: Claim) -> list[Face]:
    """The tiles that the claim is about, the first such set of the hand."""
    known = list(dict.fromkeys(face for face in claim.hand if face is not None))
    sets = [[face for face in known if face.colour is one.colour] for one in known]
    sets += [[face for face in known if face.shape is one.shape] for one in known]
    return max(sets, key=len, default=[])
