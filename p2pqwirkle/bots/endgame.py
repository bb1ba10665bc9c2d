"""The end of a game of two: with an empty bag each knows what the other holds.

The search is that of alpha and beta, one turn deeper each time, until it sees the end in all that
matters; with few tiles left it goes straight there.  Where it does not see the end yet, both are
taken to play greedily from there on.  A margin is what the mover will score from a position on,
less what the other will.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

from p2pqwirkle.bots.knowledge import without
from p2pqwirkle.rules.best import best_play
from p2pqwirkle.rules.board import Board
from p2pqwirkle.rules.facesets import face_set
from p2pqwirkle.rules.legal import any_fits
from p2pqwirkle.rules.moves import Placement, Play
from p2pqwirkle.rules.plays import scored_plays
from p2pqwirkle.rules.position import BONUS_FOR_GOING_OUT
from p2pqwirkle.rules.scoring import score_of
from p2pqwirkle.rules.tiles import Face

_BEYOND: Final = 10_000
"""No margin is as large."""

_THE_END: Final = 1_000
"""Turns ahead that no game has left."""

_FEW: Final = 8
"""With so many tiles in both hands looking a turn deeper each time costs three times as many
positions as going straight to the end."""

Hand: TypeAlias = tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """The best play that was found, and the margin before it.

    Attributes:
        is_exact: whether nothing is better, whatever the other does.
    """

    play: Play
    margin: int
    is_exact: bool


def best_end(board: Board, mine: Hand, theirs: Hand, stop: Callable[[], bool]) -> Found | None:
    """The play of *mine* that leads to the best end; None if nothing fits.

    *stop* is asked at each position that is looked at, whether this has to do.
    """
    search, root = _Search(stop), _Node(board, mine, theirs)
    turns = search.turns_of(root)
    if not turns:
        return None
    margin, is_exact, depth = turns[0].score, False, 1
    try:
        while not is_exact:
            margin, is_exact = search.best_of(root, depth, -_BEYOND, _BEYOND)
            depth = depth + 1 if len(mine) + len(theirs) > _FEW else _THE_END
    except _Stopped:
        pass
    return Found(turns[0].play, margin, is_exact)


class _Turn(NamedTuple):
    """A play of the mover, what it scores with the bonus for going out, and what it keeps."""

    score: int
    play: Play
    kept: Hand


class _Node(NamedTuple):
    """A position: what was *placed* since the search began tells its board from others."""

    board: Board
    mine: Hand
    theirs: Hand
    placed: frozenset[Placement] = frozenset()

    def after(self, turn: _Turn) -> "_Node":
        """The other's turn, after *turn*."""
        placements = turn.play.placements
        board = self.board.placing(placements)
        return _Node(board, self.theirs, turn.kept, self.placed.union(placements))

    def passed(self) -> "_Node":
        """The other's turn, after a pass."""
        return _Node(self.board, self.theirs, self.mine, self.placed)


_Key: TypeAlias = tuple[frozenset[Placement], Hand]
"""Tells nodes apart: what was placed, and what the mover has left."""


class _Known(NamedTuple):
    """That a margin is from *low* to *high*, as seen so many turns ahead."""

    depth: int
    low: int
    high: int


class _Stopped(Exception):  # noqa: N818 - it tells of no error
    """The search was told to stop."""


@dataclass(slots=True)
class _Search:
    """One search, and what it has seen so far."""

    stop: Callable[[], bool]
    _known: dict[_Key, _Known] = field(default_factory=dict)
    _turns: dict[_Key, list[_Turn]] = field(default_factory=dict)

    def best_of(self, node: _Node, depth: int, low: int, high: int) -> tuple[int, bool]:
        """The margin of *node* as seen *depth* turns ahead, and whether it is exact.

        One outside of *low* and *high* is but a bound.  The best turn becomes the first one, also
        of those that were looked at before the search was stopped.
        """
        self._ask()
        turns = self.turns_of(node)
        if not turns:
            return self._after_pass(node, depth, low, high)
        best, first, is_exact = -_BEYOND, 0, True
        try:
            for number, turn in enumerate(turns):
                margin, is_end = self._after(node, turn, depth, max(low, best), high)
                is_exact = is_exact and is_end
                if margin > best:
                    best, first = margin, number
                if best >= high:
                    break
        finally:
            turns.insert(0, turns.pop(first))
        return best, is_exact

    def turns_of(self, node: _Node) -> list[_Turn]:
        """The plays of the mover, the best first as far as is known."""
        key = node.placed, node.mine
        turns = self._turns.get(key)
        if turns is None:
            scored = scored_plays(node.board, node.mine)
            turns = sorted(
                (_turn(score, play, node.mine) for score, play in scored),
                key=lambda turn: -turn.score,
            )
            self._turns[key] = turns
        return turns

    def _after(self, node: _Node, turn: _Turn, depth: int, low: int, high: int) -> tuple[int, bool]:
        if not turn.kept:
            return turn.score, True
        score = turn.score
        margin, is_exact = self._margin(node.after(turn), depth - 1, score - high, score - low)
        return score - margin, is_exact

    def _after_pass(self, node: _Node, depth: int, low: int, high: int) -> tuple[int, bool]:
        if not any_fits(node.board, face_set(node.theirs)):
            return 0, True
        margin, is_exact = self._margin(node.passed(), depth - 1, -high, -low)
        return -margin, is_exact

    def _margin(self, node: _Node, depth: int, low: int, high: int) -> tuple[int, bool]:
        """The same as `best_of`, from what is known if that is enough."""
        key = node.placed, node.mine
        known = self._known.get(key)
        if known is None or known.depth < depth:
            known = _Known(depth, -_BEYOND, _BEYOND)
        elif known.low >= high or known.low == known.high:
            return known.low, known.depth == _THE_END
        elif known.high <= low:
            return known.high, known.depth == _THE_END
        if depth > 0:
            margin, is_exact = self.best_of(node, depth, low, high)
        else:
            margin, is_exact = self._played_out(node), False
            low, high = -_BEYOND, _BEYOND
        if is_exact is not (known.depth == _THE_END):
            known = _Known(depth, -_BEYOND, _BEYOND)  # what is sure is not mixed with what is not
        self._known[key] = _Known(
            _THE_END if is_exact else depth,
            known.low if margin <= low else max(known.low, margin),
            known.high if margin >= high else min(known.high, margin),
        )
        return margin, is_exact

    def _played_out(self, node: _Node) -> int:
        """The margin if both take the highest score each turn."""
        margin, sign, passes = 0, 1, 0
        while passes < 2:  # noqa: PLR2004 - one for each
            self._ask()
            play = best_play(node.board, node.mine, None)
            if play is None:
                node, passes = node.passed(), passes + 1
            else:
                turn = _turn(score_of(node.board, play.placements), play, node.mine)
                margin, passes = margin + sign * turn.score, 0
                if not turn.kept:
                    break
                node = node.after(turn)
            sign = -sign
        return margin

    def _ask(self) -> None:
        if self.stop():
            raise _Stopped


def _turn(score: int, play: Play, hand: Hand) -> _Turn:
    kept = without(hand, play)
    return _Turn(score if kept else score + BONUS_FOR_GOING_OUT, play, kept)
