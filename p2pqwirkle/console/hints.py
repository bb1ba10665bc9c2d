"""Advice: the best play of a hand, and what would be best without one of its tiles."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from p2pqwirkle.console.preview import Legal, preview
from p2pqwirkle.rules.best import best_play
from p2pqwirkle.rules.moves import Play, Seat
from p2pqwirkle.rules.opening import largest_set
from p2pqwirkle.rules.plays import scored_plays
from p2pqwirkle.rules.position import Position
from p2pqwirkle.rules.tiles import Face

MOST_HINTS: Final = 5


@dataclass(frozen=True, slots=True)
class Hint:
    """A play, and what the turn would add to the score."""

    play: Play
    points: int


def hints(position: Position, seat: Seat, hand: Sequence[Face]) -> tuple[Hint, ...]:
    """The play that adds most first, then the best ones that do without a tile of the best lines.

    Empty if nothing fits.  Listing all plays would take too long on a late table.
    """
    best = _best(position, seat, hand)
    if best is None:
        return ()
    found = {best.play: best}
    if (last := _going_out(position, seat, hand)) is not None:
        found.setdefault(last.play, last)
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
    return None if play is None else _hint(position, seat, hand, play)


def _going_out(position: Position, seat: Seat, hand: Sequence[Face]) -> Hint | None:
    """The best play of the whole hand, if it ends the game: that may add more than better lines.

    Few hands are of one kind, without twins, when the bag is empty.
    """
    if position.bag_size or position.opening is not None or largest_set(hand) < len(hand):
        return None
    plays = scored_plays(position.board, hand)
    whole = ((score, play) for score, play in plays if len(play.placements) == len(hand))
    best = max(whole, key=lambda scored: scored[0], default=None)
    return None if best is None else _hint(position, seat, hand, best[1])


def _hint(position: Position, seat: Seat, hand: Sequence[Face], play: Play) -> Hint | None:
    seen = preview(position, seat, hand, play)
    return Hint(play, seen.points) if isinstance(seen, Legal) else None
