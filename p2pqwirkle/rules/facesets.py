"""Sets of faces as 36-bit integers: bit i stands for ``FACES[i]``.

What fits a cell is the intersection of a few such sets, and the tiles of a line are one: a line
holds no face twice.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, TypeAlias

from p2pqwirkle.rules.tiles import FACES, Colour, Face, Shape

FaceSet: TypeAlias = int

NO_FACES: Final[FaceSet] = 0
ALL_FACES: Final[FaceSet] = (1 << len(FACES)) - 1


def face_set(faces: Iterable[Face]) -> FaceSet:
    """The set of *faces*; twins count once."""
    members = NO_FACES
    for face in faces:
        members |= 1 << face.index
    return members


@lru_cache(maxsize=4096)
def faces_in(members: FaceSet) -> tuple[Face, ...]:
    """The faces of a set, by index."""
    return tuple(face for face in FACES if members & 1 << face.index)


KINDS: Final[tuple[FaceSet, ...]] = (
    *(face_set(face for face in FACES if face.colour is colour) for colour in Colour),
    *(face_set(face for face in FACES if face.shape is shape) for shape in Shape),
)
"""The twelve sets a line can come from: all faces of one colour, all faces of one shape.

Two different faces are together in at most one of them, so a line of two or more has one kind.
"""


def joining(members: FaceSet) -> FaceSet:
    """The faces that make a longer line with all *members*; none if these make no line."""
    partners = NO_FACES
    for kind in KINDS:
        if members & ~kind == NO_FACES:
            partners |= kind
    return partners & ~members
