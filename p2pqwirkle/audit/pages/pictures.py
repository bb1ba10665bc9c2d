"""Boards, hands and scores as numbers that a template draws (SVG)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from p2pqwirkle.audit.pages.sayings import tile_words
from p2pqwirkle.audit.story import Hand, Story
from p2pqwirkle.rules.board import Board, Cell
from p2pqwirkle.rules.moves import Move, PassedOver, Play
from p2pqwirkle.rules.notation import format_face
from p2pqwirkle.rules.tiles import Face
from p2pqwirkle.words import sentence

TILE: Final = 10
"""Units of a picture that a tile is wide."""
LEAST_WIDTH: Final = 15
LEAST_HEIGHT: Final = 9
"""Cells of a picture, so that the tiles of a short game are not giants."""
UNKNOWN: Final = "unknown"
"""The picture of a tile that no opened key shows."""


@dataclass(frozen=True, slots=True)
class PlacedTile:
    """A tile in a picture, by the name of its face."""

    face: str
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """A board; *last* are the corners of the tiles to be marked."""

    box: str
    tiles: tuple[PlacedTile, ...]
    last: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class HandPicture:
    """A hand, left to right, in words too; of each tile, whether it leaves the hand."""

    tiles: tuple[tuple[str, bool], ...]
    words: str


@dataclass(frozen=True, slots=True)
class Frame:
    """The part of the table that all pictures of one game show."""

    left: int
    top: int
    width: int
    height: int

    @classmethod
    def around(cls, cells: Iterable[Cell]) -> "Frame":
        """A frame with an empty cell on every side, and not too small."""
        columns, rows = zip(*(cells or [Cell(0, 0)]), strict=True)
        left, width = _span(columns, LEAST_WIDTH)
        top, height = _span(rows, LEAST_HEIGHT)
        return cls(left, top, width, height)

    @property
    def box(self) -> str:
        """The frame as SVG writes it."""
        corner = f"{TILE * self.left} {TILE * self.top}"
        return f"{corner} {TILE * self.width} {TILE * self.height}"


def _span(places: Sequence[int], least: int) -> tuple[int, int]:
    """Where a frame around *places* begins, and how many cells it has; *least* or more."""
    first, count = min(places) - 1, max(places) - min(places) + 3
    more = max(0, least - count)
    return first - more // 2, count + more


def frame_of(story: Story) -> Frame:
    """The frame of the last board, which holds all others."""
    cells = story.turns[-1].after.board.faces if story.turns else ()
    return Frame.around(list(cells))


def board_picture(board: Board, frame: Frame, last: Sequence[Cell]) -> BoardPicture:
    """*board* with the tiles on *last* marked."""
    tiles = tuple(
        PlacedTile(format_face(face), TILE * cell.x, TILE * cell.y)
        for cell, face in sorted(board.faces.items())
    )
    return BoardPicture(frame.box, tiles, tuple((TILE * x, TILE * y) for x, y in last))


def hand_picture(hand: Hand, leaving: Iterable[Face | None] = ()) -> HandPicture:
    """*hand*; each of the *leaving* tiles is marked once."""
    gone = list(leaving)
    tiles: list[tuple[str, bool]] = []
    for face in hand:
        leaves = face is not None and face in gone
        if leaves:
            gone.remove(face)
        tiles.append((UNKNOWN if face is None else format_face(face), leaves))
    return HandPicture(tuple(tiles), ", ".join(map(tile_words, hand)) or sentence("page.no-tile"))


def cells_of(move: Move | PassedOver) -> tuple[Cell, ...]:
    """Where *move* places tiles."""
    if isinstance(move, Play):
        return tuple(placement.cell for placement in move.placements)
    return ()


@dataclass(frozen=True, slots=True)
class Curve:
    """One player's score over the turns, as points of a picture, and where its label stands."""

    points: str
    end: tuple[float, float]
    label: float
    score: int


@dataclass(frozen=True, slots=True)
class Chart:
    """The scores of all players over time."""

    curves: tuple[Curve, ...]
    ticks: tuple[tuple[int, float], ...]
    turns: tuple[tuple[int, float], ...]


WIDTH: Final = 600
HEIGHT: Final = 260
_LEAST_GAP: Final = 18
"""Between the labels of two curves that end close together."""


def chart_of(story: Story) -> Chart:
    """The score of every player after every turn, by seat."""
    rows = [(0,) * len(story.charter.seats), *(turn.after.scores for turn in story.turns)]
    most = max(20, *rows[-1])

    def across(turn: int) -> float:
        return round(WIDTH * turn / max(1, len(rows) - 1), 1)

    def down(score: int) -> float:
        return round(HEIGHT * (1 - score / most), 1)

    labels = _apart([down(score) for score in rows[-1]])
    curves = tuple(
        Curve(
            points=" ".join(f"{across(turn)},{down(row[seat])}" for turn, row in enumerate(rows)),
            end=(across(len(rows) - 1), down(rows[-1][seat])),
            label=labels[seat],
            score=rows[-1][seat],
        )
        for seat in story.charter.seats
    )
    step = next(step for step in (5, 10, 20, 50, 100, 200, 500) if most / step <= 8)  # noqa: PLR2004 - lines that do not crowd
    ticks = tuple((score, down(score)) for score in range(0, most + 1, step))
    turns = tuple((turn, across(turn)) for turn in range(0, len(rows), 10))
    return Chart(curves, ticks, turns)


def _apart(heights: Sequence[float]) -> list[float]:
    """*heights*, pushed down where two are too close to be read."""
    moved = list(heights)
    order = sorted(range(len(moved)), key=lambda place: moved[place])
    for above, below in pairwise(order):
        moved[below] = max(moved[below], moved[above] + _LEAST_GAP)
    return moved
