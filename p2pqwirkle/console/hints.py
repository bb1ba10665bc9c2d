"""Advice: the best play of a hand, and what would be best without one of its tiles."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from p2pqwirkle.console.preview import Legal, preview
from p2pqwirkle.rules.best import best_play
from p2pqwirkle.rules.moves import Play, Seat
from p2pqwirkle.rules.position import Position
from p2pqwirkle.rules.tiles import Face

MOST_HINTS: Final = 5


@dataclass(frozen=True, slots=True)
class Hint:
    """A play, and what the turn would add to the score."""

    play: Play
    points: int


def hints(position: Position, seat: Seat, hand: Sequence[Face]) -> tuple[Hint, ...]:
    """The best play first, then the best ones that do without one of its tiles.

    Empty if nothing fits.  Listing all plays would take too long on a late table.
    """
    best = _best(position, seat, hand)
    if best is None:
        return ()
    found = {best.play: best}
    for placement in best.play.placements:
        others = list(hand)
        while placement.face in others:
            others.remove(placement.face)
        other = _best(position, seat, others)
        if other is not None:
            found.setdefault(other.play, other)
    ranked = sorted(found.values(), key=lambda hint: -hint.points)
    return tuple(ranked[:MOST_HINTS])


def _best(position: Position, seat: Seat, hand: Sequence[Face]) -> Hint | None:
    play = best_play(position.board, hand, position.opening)
    if play is None:
        return None
    seen = preview(position, seat, hand, play)
    return Hint(play, seen.points) if isinstance(seen, Legal) else None
