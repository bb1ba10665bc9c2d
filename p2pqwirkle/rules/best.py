"""The play with the highest score, found without listing all others."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

from p2pqwirkle.rules.board import Board
from p2pqwirkle.rules.facesets import FaceSet, face_set, faces_in
from p2pqwirkle.rules.lanes import Lane, lanes, live_gaps
from p2pqwirkle.rules.lines import QWIRKLE, line_score
from p2pqwirkle.rules.moves import Placement, Play
from p2pqwirkle.rules.opening import largest_set
from p2pqwirkle.rules.plays import in_a_row, plays
from p2pqwirkle.rules.tiles import Face


def best_play(board: Board, hand: Iterable[Face], opening: int | None) -> Play | None:
    """The play of *hand* that scores most for its lines; None if there is none.

    Of several with that score it is the first that `plays` lists.  *opening* is the number of tiles
    that an opener has to place, None after the opening.
    """
    held = face_set(hand)
    if not board.faces:
        return _best_opening(held, opening)
    search = _Search()
    for lane in lanes(board, held):
        search.try_onwards(lane, 0, line=lane.before, crossed=0, placements=())
    search.try_single_tiles(board, held)
    return Play(search.placements) if search.placements else None


def _best_opening(held: FaceSet, opening: int | None) -> Play | None:
    """All lines of one length are worth the same before there is anything to cross."""
    hand = tuple(faces_in(held))
    size = largest_set(hand) if opening is None else opening
    plays_of_size = (play for play in plays(Board.empty(), hand) if len(play.placements) == size)
    return next(plays_of_size, None)


@dataclass(slots=True)
class _Search:
    """The best play so far; nothing is tried that cannot beat it."""

    score: int = 0
    placements: tuple[Placement, ...] = ()

    def try_single_tiles(self, board: Board, held: FaceSet) -> None:
        for cell, gap in live_gaps(board, held):
            score = gap.across.score + gap.down.score
            if score > self.score:
                face = next(faces_in(gap.faces & held))
                self.score, self.placements = score, (Placement(cell, face),)

    def try_onwards(
        self,
        lane: Lane,
        index: int,
        *,
        line: FaceSet,
        crossed: int,
        placements: tuple[Placement, ...],
    ) -> None:
        """Try what lengthens *placements* from the place *index* on.

        *line* is the run up to that place; *crossed* is what the lines across are worth so far.
        """
        if index == len(lane.places) or crossed + _most(lane, index) <= self.score:
            return
        cell, faces, after, across = lane.places[index]
        if after & line:
            return
        crossed += across
        for face in faces_in(faces & ~line & ~after):
            longer = line | 1 << face.index | after
            more = (*placements, Placement(cell, face))
            self._try_filled(lane, line=longer, crossed=crossed, placements=more)
            self.try_onwards(lane, index + 1, line=longer, crossed=crossed, placements=more)

    def _try_filled(
        self, lane: Lane, *, line: FaceSet, crossed: int, placements: tuple[Placement, ...]
    ) -> None:
        """Try *placements* with as many tiles before them as there is room and hand for.

        Those touch nothing, so each lengthens the line and which they are makes no difference.
        """
        left = lane.group & ~line
        filled = min(lane.free, left.bit_count())
        score = crossed + line_score(line.bit_count() + filled)
        if filled + len(placements) > 1 and score > self.score:
            start = lane.axis.along(placements[0].cell, -filled)
            first = in_a_row(start, lane.axis, islice(faces_in(left), filled))
            self.score, self.placements = score, first + placements


def _most(lane: Lane, index: int) -> int:
    """No play of *lane* gets more than this from its line and the places from *index* on."""
    tiles = lane.free + lane.before.bit_count() + len(lane.places)
    tiles += sum(place.after.bit_count() for place in lane.places)
    across = sum(place.score for place in lane.places[index:])
    return line_score(min(tiles, QWIRKLE)) + across
