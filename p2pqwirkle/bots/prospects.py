"""What a play may lead to: what it opens to the next player, and what it keeps for later."""

from dataclasses import dataclass
from heapq import nlargest
from typing import Final, NamedTuple

from p2pqwirkle.bots.knowledge import Knowledge, without
from p2pqwirkle.bots.unseen import Unseen
from p2pqwirkle.rules.best import best_score
from p2pqwirkle.rules.board import Board
from p2pqwirkle.rules.facesets import face_set
from p2pqwirkle.rules.moves import Play
from p2pqwirkle.rules.plays import scored_plays
from p2pqwirkle.rules.position import BONUS_FOR_GOING_OUT
from p2pqwirkle.rules.tiles import Face

CANDIDATES: Final = 12
"""So many of the highest plays are weighed."""


class Outlook(NamedTuple):
    """What may come of a play.

    Attributes:
        opened: the points that the next player may get, one tile alone.
        follow_up: the points that the kept tiles alone could make next.
        kept: how many tiles are kept, so that no unknown ones are drawn in their place.
        twins: how many of them have a face that is kept already.
    """

    opened: float
    follow_up: int
    kept: int
    twins: int


class Weights(NamedTuple):
    """How many points each part of an outlook counts."""

    opened: float
    follow_up: float
    kept: float
    twins: float

    def of(self, outlook: Outlook) -> float:
        """What *outlook* is worth."""
        return sum([weight * part for weight, part in zip(self, outlook, strict=True)])


DRAWING: Final = {
    1: Weights(opened=-0.8, follow_up=0.6, kept=-0.85, twins=-0.55),
    2: Weights(opened=-0.8, follow_up=0.6, kept=-0.5, twins=-0.75),
    3: Weights(opened=-0.75, follow_up=0.45, kept=-0.5, twins=-0.7),
}
EMPTY_BAG: Final = {
    1: Weights(opened=-0.5, follow_up=1.2, kept=-1.65, twins=-1.3),
    2: Weights(opened=-0.5, follow_up=0.65, kept=-1.9, twins=-0.85),
    3: Weights(opened=-0.6, follow_up=0.6, kept=-1.5, twins=-0.55),
}
"""By how many others play; where more than three do, as for three.

By least squares over 80,000 plays of games of two, 34,000 of three and 52,000 of four between
greedy bots, from how far ahead of the others the player got in the three rounds that followed;
`tests.benchmarks.weights` does it again."""
MOST_WEIGHED: Final = max(DRAWING)


@dataclass(frozen=True, slots=True)
class Prospect:
    """A play, and how it leaves the table and the hand.

    Attributes:
        score: what it scores, the bonus for going out included.
        kept: the rest of the hand.
        worth: the score, and what its outlook is worth.
    """

    play: Play
    score: int
    board: Board
    kept: tuple[Face, ...]
    outlook: Outlook
    worth: float


def prospects(knowledge: Knowledge) -> list[Prospect]:
    """The highest plays of the hand, the one that is worth most first; none if nothing fits."""
    position, unseen = knowledge.position, Unseen(knowledge.unseen)
    following = position.hand_sizes[knowledge.others[0]]
    weights = (DRAWING if position.bag_size else EMPTY_BAG)[
        min(len(knowledge.others), MOST_WEIGHED)
    ]

    def prospect(score: int, play: Play) -> Prospect:
        board = position.board.placing(play.placements)
        kept = without(knowledge.hand, play)
        if not kept and not position.bag_size:
            score += BONUS_FOR_GOING_OUT
        outlook = Outlook(
            opened=unseen.expected(board, following),
            follow_up=best_score(board, kept),
            kept=len(kept),
            twins=len(kept) - face_set(kept).bit_count(),
        )
        return Prospect(play, score, board, kept, outlook, score + weights.of(outlook))

    found = [prospect(score, play) for score, play in _candidates(knowledge)]
    return sorted(found, key=lambda one: -one.worth)


def _candidates(knowledge: Knowledge) -> list[tuple[int, Play]]:
    position = knowledge.position
    plays = scored_plays(position.board, knowledge.hand)
    if position.opening is not None:
        plays = (one for one in plays if len(one[1].placements) == position.opening)
    return nlargest(CANDIDATES, plays, key=lambda scored: scored[0])
