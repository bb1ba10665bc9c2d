"""The play with the highest score, found without listing all others."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from p2pqwirkle.rules.board import Board, Cell, Gap
from p2pqwirkle.rules.facesets import FaceSet, face_set, faces_in
from p2pqwirkle.rules.lanes import STEPS, Lane, Spot, Step, lane_at, live_gaps, starts
from p2pqwirkle.rules.lines import QWIRKLE, line_score
from p2pqwirkle.rules.moves import Placement, Play
from p2pqwirkle.rules.opening import largest_set
from p2pqwirkle.rules.plays import plays
from p2pqwirkle.rules.tiles import Face


def best_play(board: Board, hand: Iterable[Face], opening: int | None) -> Play | None:
    """The play of *hand* that scores most for its lines; None if there is none.

    Of several with that score it is the first that `plays` lists.  *opening* is the number of tiles
    that an opener has to place, None after the opening.
    """
    held = face_set(hand)
    if not board.faces:
        return _best_opening(held, opening)
    gaps = live_gaps(board, held)
    single = _best_single(gaps)
    score, lane = _best_lane(board, gaps, held, at_least=single)
    if lane is not None:
        return _Search(lane, score).find()
    for cell, gap in gaps:
        if gap.across.score + gap.down.score == single:
            return Play((Placement(cell, faces_in(gap.faces & held)[0]),))
    return None


def best_score(board: Board, hand: Iterable[Face]) -> int:
    """What the best play of *hand* scores on a board that is not empty; 0 if there is none."""
    held = face_set(hand)
    gaps = live_gaps(board, held)
    single = _best_single(gaps)
    return max(single, _best_lane(board, gaps, held, at_least=single)[0])


def _best_opening(held: FaceSet, opening: int | None) -> Play | None:
    """All lines of one length are worth the same before there is anything to cross."""
    hand = tuple(faces_in(held))
    size = largest_set(hand) if opening is None else opening
    plays_of_size = (play for play in plays(Board.empty(), hand) if len(play.placements) == size)
    return next(plays_of_size, None)


def _best_single(gaps: list[tuple[Cell, Gap]]) -> int:
    """The most that a single tile scores in one of *gaps*."""
    return max((gap.across.score + gap.down.score for _, gap in gaps), default=0)


def _best_lane(
    board: Board, gaps: list[tuple[Cell, Gap]], held: FaceSet, at_least: int
) -> tuple[int, Lane | None]:
    """The highest score of a play of two tiles or more, and the first lane that has one."""
    best, lane_of_best = at_least - 1, None
    further = {step: _further(gaps, step) for step in STEPS}
    for start in starts(board, gaps, held):
        step, _, group, spot, before, _ = start
        tiles, across = further[step][spot]
        tiles += before.bit_count() + group.bit_count()
        if across + line_score(min(tiles, QWIRKLE)) > best:
            lane = lane_at(board, start)
            if _most(lane) > best and (score := _best_of(lane)) > best:
                best, lane_of_best = score, lane
    return best, lane_of_best


def _further(gaps: list[tuple[Cell, Gap]], step: Step) -> dict[Spot, tuple[int, int]]:
    """What a play from each of *gaps* on may come to if it filled all that follow in its line.

    That is how many tiles of the table it would join, and what the lines across are worth.
    """
    further: dict[Spot, tuple[int, int]] = {}
    by_line: dict[int, tuple[int, int]] = {}
    for cell, (row, column, _) in reversed(gaps):
        along, crossing, line = (column, row, cell.x) if step.down else (row, column, cell.y)
        tiles, across = by_line.get(line, (0, 0))
        further[cell] = by_line[line] = tiles + along.after.bit_count(), across + crossing.score
    return further


def _most(lane: Lane) -> int:
    """No play of *lane* gets more than this."""
    _, group, before, places, _ = lane
    tiles, across = before.bit_count() + group.bit_count(), 0
    for _, _, after, score in places:
        tiles += after.bit_count()
        across += score
    return line_score(min(tiles, QWIRKLE)) + across


def _best_of(lane: Lane) -> int:
    """The most that a play of two tiles or more gets in *lane*; 0 if there is none.

    That is one that reaches as far as any: a tile less there leaves room for at most one more
    before the anchor, where nothing is crossed.  How it scores does not depend on which faces it
    has, so the ways to come so far are told apart by the line alone.
    """
    lines, crossed, reached = {lane.before}, 0, 0
    for _, faces, after, score in lane.places:
        longer = {
            line | 1 << face.index | after
            for line in lines
            if not after & line
            for face in faces_in(faces & ~line & ~after)
        }
        if not longer:
            break
        lines, crossed, reached = longer, crossed + score, reached + 1
    line = lines.pop()
    filled = min(lane.free, (lane.group & ~line).bit_count())
    if reached + filled == 1:
        return 0
    return crossed + line_score(line.bit_count() + filled)


@dataclass(slots=True)
class _Search:
    """For the first play of *lane* with *score*, as `plays` lists them; there is one.

    *failed* are runs, up to and with some place, that have led nowhere.
    """

    lane: Lane
    score: int
    failed: set[FaceSet] = field(default_factory=set)

    def find(self) -> Play:
        """Search for it."""
        lane = self.lane
        found = self._onwards(0, lane.before, 0)
        assert found is not None  # the score is the lane's
        line, placements = found
        left = faces_in(lane.group & ~line)[: lane.free]
        cells = lane.cells_in_front()[lane.free - len(left) :]
        return Play((*map(Placement, cells, left), *placements))

    def _onwards(
        self, index: int, line: FaceSet, crossed: int
    ) -> tuple[FaceSet, tuple[Placement, ...]] | None:
        """The first placements from the place *index* on that make it, and the run they make.

        As many tiles as there is room and hand for go before the anchor.  *line* is the run up to
        that place, *crossed* what the lines across it are worth so far.
        """
        spot, faces, after, across = self.lane.places[index]
        if after & line:
            return None
        crossed += across
        for face in faces_in(faces & ~line & ~after):
            longer = line | 1 << face.index | after
            if longer in self.failed:
                continue
            here = Placement(Cell(*spot), face)
            if self._is_reached(index, longer, crossed):
                return longer, (here,)
            if index + 1 < len(self.lane.places):
                found = self._onwards(index + 1, longer, crossed)
                if found is not None:
                    return found[0], (here, *found[1])
            self.failed.add(longer)
        return None

    def _is_reached(self, index: int, line: FaceSet, crossed: int) -> bool:
        filled = min(self.lane.free, (self.lane.group & ~line).bit_count())
        score = crossed + line_score(line.bit_count() + filled)
        return score == self.score and index + filled > 0
