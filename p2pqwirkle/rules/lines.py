"""Lines: which faces make one, and what one is worth."""

from collections.abc import Sequence
from typing import Final

from p2pqwirkle.errors import Breach
from p2pqwirkle.rules.tiles import Face

QWIRKLE: Final = 6
"""Length of the longest line."""

QWIRKLE_BONUS: Final = 6
"""Points for a line of six beside its length."""


def check_line(faces: Sequence[Face]) -> None:
    """Check that *faces*, in any order, make a line.

    Raises:
        Breach: R5.1 if a face repeats, R5.2 if they share neither colour nor shape.
    """
    check_lines([faces])


def check_lines(runs: Sequence[Sequence[Face]]) -> None:
    """Check that each of *runs* is a line.

    Raises:
        Breach: R5.1 if a face repeats in any of them, else R5.2 if the faces of one share neither
            colour nor shape.
    """
    for faces in runs:
        if len(set(faces)) < len(faces):
            raise Breach("R5.1", "a line holds no face twice")
    for faces in runs:
        first = faces[0]
        one_colour = all(face.colour is first.colour for face in faces)
        one_shape = all(face.shape is first.shape for face in faces)
        if not (one_colour or one_shape):
            raise Breach("R5.2", "a line has one colour or one shape")


def line_score(length: int) -> int:
    """What a line of *length* tiles is worth (R6)."""
    return length + QWIRKLE_BONUS if length == QWIRKLE else length
