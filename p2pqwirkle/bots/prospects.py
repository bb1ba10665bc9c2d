"""What a play may lead to: what it opens to the next player, and what it keeps for later."""

from collections.abc import Iterable
from dataclasses import dataclass
from heapq import nlargest
from typing import Final

from p2pqwirkle.bots.knowledge import Knowledge
from p2pqwirkle.bots.unseen import Unseen
from p2pqwirkle.rules.best import best_score
from p2pqwirkle.rules.board import Board
from p2pqwirkle.rules.facesets import face_set
from p2pqwirkle.rules.moves import Placement, Play
from p2pqwirkle.rules.plays import scored_plays
from p2pqwirkle.rules.position import BONUS_FOR_GOING_OUT
from p2pqwirkle.rules.tiles import Face

CANDIDATES: Final = 12
"""So many of the highest plays are weighed."""


@dataclass(frozen=True, slots=True)
class Weights:
    """How many points a point counts that is not made yet, and a tile that is kept.

    Attributes:
        opened: of each point that the next player may get, one tile alone.
        follow_up: of each point that the kept tiles alone could make next.
        kept: of each tile kept, against the unknown one that would be drawn in its place.
        twins: of each tile kept whose face is kept already.
    """

    opened: float
    follow_up: float
    kept: float
    twins: float


DRAWING: Final = Weights(opened=-0.8, follow_up=0.6, kept=-0.85, twins=-0.55)
EMPTY_BAG: Final = Weights(opened=-0.5, follow_up=1.2, kept=-1.65, twins=-1.3)
"""Both from least squares over 80,000 plays of greedy games of two: by how much their makers got
ahead in the six turns that followed."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """A play, and how it leaves the table and the hand.

    Attributes:
        score: what it scores, the bonus for going out included.
        kept: the rest of the hand.
        worth: the score, and what may come of the play in the next turns.
    """

    play: Play
    score: int
    board: Board
    kept: tuple[Face, ...]
    worth: float


def prospects(knowledge: Knowledge) -> list[Prospect]:
    """The highest plays of the hand, the one that is worth most first; none if nothing fits."""
    position, unseen = knowledge.position, Unseen(knowledge.unseen)
    following, *_ = knowledge.others
    drawn = position.hand_sizes[following]
    weights = DRAWING if position.bag_size else EMPTY_BAG
    # What one of several others gains is lost to each of them as much as to us.
    share = 1 / len(knowledge.others)

    def prospect(score: int, play: Play) -> Prospect:
        board = position.board.placing(play.placements)
        kept = without(knowledge.hand, play.placements)
        if not kept and not position.bag_size:
            score += BONUS_FOR_GOING_OUT
        worth = (
            score
            + weights.opened * share * unseen.expected(board, drawn)
            + weights.follow_up * best_score(board, kept)
            + weights.kept * len(kept)
            + weights.twins * (len(kept) - face_set(kept).bit_count())
        )
        return Prospect(play, score, board, kept, worth)

    found = [prospect(score, play) for score, play in _candidates(knowledge)]
    return sorted(found, key=lambda one: -one.worth)


def _candidates(knowledge: Knowledge) -> list[tuple[int, Play]]:
    position = knowledge.position
    plays = scored_plays(position.board, knowledge.hand)
    if position.opening is not None:
        plays = (one for one in plays if len(one[1].placements) == position.opening)
    return nlargest(CANDIDATES, plays, key=lambda scored: scored[0])


def without(hand: Iterable[Face], placements: Iterable[Placement]) -> tuple[Face, ...]:
    """*hand* without the tiles of a play."""
    kept = list(hand)
    for placement in placements:
        kept.remove(placement.face)
    return tuple(kept)
