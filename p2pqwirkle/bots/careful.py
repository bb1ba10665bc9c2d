"""A bot that looks at what its play opens to the next player."""

from heapq import nlargest
from typing import Final

from p2pqwirkle.bots.greedy import greedy
from p2pqwirkle.bots.knowledge import Choose, Knowledge
from p2pqwirkle.rules.board import Board
from p2pqwirkle.rules.facesets import FaceSet
from p2pqwirkle.rules.moves import Choice, Play
from p2pqwirkle.rules.plays import scored_plays
from p2pqwirkle.rules.tiles import COPIES, Face

CANDIDATES: Final = 12
"""So many of the highest plays are weighed."""

UNLIKELY: Final = 0.02
"""Below this the rest of the next player's chances is left out."""


def careful(knowledge: Knowledge, choose: Choose) -> Choice:
    """The play with the best score after what it opens; without a play, what greedy does.

    It leaves nothing to chance: the same knowledge gives the same choice.
    """
    position = knowledge.position
    if position.opening is not None:
        return greedy(knowledge, choose)
    unseen = Unseen(knowledge.unseen)
    plays = scored_plays(position.board, knowledge.hand)
    candidates = nlargest(CANDIDATES, plays, key=lambda scored: scored[0])
    if not candidates:
        return greedy(knowledge, choose)
    turn = position.turn_order.index(position.mover)
    following = position.turn_order[(turn + 1) % len(position.turn_order)]
    drawn = position.hand_sizes[following]
    # What one of several others gains is lost to each of them as much as to us.
    share = 1 / (len(position.turn_order) - 1)

    def value(scored: tuple[int, Play]) -> float:
        score, play = scored
        opened = unseen.expected(position.board.placing(play.placements), drawn)
        return score - share * opened

    return max(candidates, key=value)[1]


class Unseen:
    """The tiles in the bag and in the other hands, quick to count by faces."""

    def __init__(self, faces: tuple[Face, ...]) -> None:
        self._size = len(faces)
        self._at_least = [
            sum(1 << face.index for face in set(faces) if faces.count(face) > copies)
            for copies in range(COPIES)
        ]

    def expected(self, board: Board, drawn: int) -> float:
        """What *drawn* of them may score on *board*, one tile alone, at the best of its gaps."""
        gaps = sorted(
            ((gap.across.score + gap.down.score, gap.faces) for gap in board.gaps.values()),
            reverse=True,
        )
        score, left = 0.0, 1.0
        for points, faces in gaps:
            likely = self._chance(faces, drawn)
            score += left * likely * points
            left *= 1 - likely
            if left < UNLIKELY:
                break
        return score

    def _chance(self, faces: FaceSet, drawn: int) -> float:
        """How likely one of *drawn* tiles shows one of *faces*."""
        fitting = sum([(faces & copies).bit_count() for copies in self._at_least])
        return 1.0 - (1 - fitting / self._size) ** drawn if fitting else 0.0
