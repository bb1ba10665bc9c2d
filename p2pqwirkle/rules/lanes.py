"""Where plays of two tiles or more can lie.

Such a play lies on one axis, and its faces and those of the run it makes are of one kind: one
colour or one shape.  Its *anchor* is the first of its tiles that touches the table.  The cells
before the anchor are then free of any constraint, and those after it follow one by one.  So each
play belongs to exactly one lane: an axis, a kind and an anchor.

All hints, bots and audits come through here some hundred times a second, so places are bare
tuples, and cells are built only for plays that are listed.
"""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple, TypeAlias

from p2pqwirkle.rules.board import FREE, Board, Cell, Gap
from p2pqwirkle.rules.facesets import KINDS, NO_FACES, FaceSet

Spot: TypeAlias = tuple[int, int]
"""A cell, as a bare tuple; it is equal to the cell."""

Place: TypeAlias = tuple[Spot, FaceSet, FaceSet, int]
"""An empty cell of a lane.

With it, in this order: the faces of the hand that fit its line across the lane; the run between
this place and the next; what the line across the lane is worth with a tile here.
"""


class Step(NamedTuple):
    """What one step along an axis adds to x and to y."""

    right: int
    down: int


STEPS: Final = (Step(1, 0), Step(0, 1))


class Lane(NamedTuple):
    """The cells that plays of two tiles or more from one anchor can fill.

    Attributes:
        group: the faces of the hand that are of the lane's kind.
        before: the run that ends just before the anchor.
        places: the anchor and the empty cells after it, as far as plays can reach.
        free: how many cells before the anchor can be filled, touching nothing.
    """

    step: Step
    group: FaceSet
    before: FaceSet
    places: list[Place]
    free: int

    def cells_in_front(self) -> list[Cell]:
        """The free cells before the anchor, in the order of the axis."""
        (x, y), *_ = self.places[0]
        right, down = self.step
        return [Cell(x - steps * right, y - steps * down) for steps in range(self.free, 0, -1)]


def live_gaps(board: Board, held: FaceSet) -> list[tuple[Cell, Gap]]:
    """The gaps that take a face of the hand, from left to right, each column downwards."""
    return sorted([item for item in board.gaps.items() if item[1].faces & held])


Start: TypeAlias = tuple[Step, FaceSet, FaceSet, Spot, FaceSet, bool]
"""Where a lane begins, before its places are looked at.

Its step and its kind; the faces of the hand that are of that kind; where the anchor is, and the run
that ends just before it; whether the cell before it is free.
"""


def starts(board: Board, live: list[tuple[Cell, Gap]], held: FaceSet) -> Iterator[Start]:
    """Where lanes begin for a hand of the faces *held*: axis by axis, kind by kind, by anchor.

    *live* is what `live_gaps` finds for that hand.
    """
    gaps: Mapping[Spot, Gap] = board.gaps  # type: ignore[assignment] # a cell is found by its spot
    groups = [(kind, kind & held) for kind in KINDS if (kind & held).bit_count() > 1]
    for step in STEPS:
        anchors = [_anchor(gaps, step, cell, gap) for cell, gap in live]
        for kind, group in groups:
            others = ~kind
            for spot, faces, before, run, next_faces, next_after, is_open in anchors:
                if (
                    faces & group
                    and not run & others
                    and (is_open or (next_faces & group and not next_after & others))
                ):
                    yield step, kind, group, spot, before, is_open


def lane_at(board: Board, start: Start) -> Lane:
    """The lane that begins there."""
    step, kind, group, spot, before, is_open = start
    gaps: Mapping[Spot, Gap] = board.gaps  # type: ignore[assignment] # a cell is found by its spot
    places = _places(gaps, step, kind, group, spot)
    free = _free_before(gaps, step, group, spot) if is_open else 0
    return Lane(step, group, before, places, free)


_Anchor: TypeAlias = tuple[Spot, FaceSet, FaceSet, FaceSet, FaceSet, FaceSet, bool]
"""What the first look at an anchor shows, whatever the kind.

Its spot and what fits there; the run before it, and the whole run it joins; the faces that fit the
next place across, and the run after that; whether the cell before it is free.
"""


def _anchor(gaps: Mapping[Spot, Gap], step: Step, cell: Cell, gap: Gap) -> _Anchor:
    right, down = step
    x, y = cell
    row, column, faces = gap
    before, after, _, _ = column if down else row
    steps = 1 + after.bit_count()
    row, column, _ = gaps.get((x + steps * right, y + steps * down), FREE)
    along, crossing = (column, row) if down else (row, column)
    is_open = not before and (x - right, y - down) not in gaps
    return cell, faces, before, before | after, crossing.faces, along.after, is_open


def _places(
    gaps: Mapping[Spot, Gap], step: Step, kind: FaceSet, group: FaceSet, spot: Spot
) -> list[Place]:
    right, down = step
    x, y = spot
    places: list[Place] = []
    for _ in range(group.bit_count()):
        gap = gaps.get((x, y))
        if gap is None:
            places.append(((x, y), group, NO_FACES, 0))
            x, y = x + right, y + down
            continue
        along, crossing, _ = gap
        if down:
            along, crossing = crossing, along
        _, after, _, _ = along
        _, _, faces, score = crossing
        if after & ~kind or not faces & group:
            break
        places.append(((x, y), faces & group, after, score))
        steps = 1 + after.bit_count()
        x, y = x + steps * right, y + steps * down
    return places


def _free_before(gaps: Mapping[Spot, Gap], step: Step, group: FaceSet, spot: Spot) -> int:
    right, down = step
    x, y = spot
    room = group.bit_count() - 1
    for steps in range(2, room + 1):
        if (x - steps * right, y - steps * down) in gaps:
            return steps - 1
    return room
