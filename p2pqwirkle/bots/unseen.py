"""What may be drawn: the tiles in the bag and in the other hands, which look alike from a seat."""

from typing import Final

from p2pqwirkle.rules.board import Board
from p2pqwirkle.rules.facesets import FaceSet, face_set
from p2pqwirkle.rules.tiles import COPIES, Face

UNLIKELY: Final = 0.02
"""Below this the rest of the next player's chances is left out."""


class Unseen:
    """The tiles that a seat has not seen, quick to count by faces."""

    def __init__(self, faces: tuple[Face, ...]) -> None:
        self._size = len(faces)
        self._at_least = [
            face_set(face for face in set(faces) if faces.count(face) > copies)
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
