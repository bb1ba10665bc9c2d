"""What can be said of a choice only with the hand it is made from."""

from collections import Counter
from collections.abc import Iterable
from typing import assert_never

from p2pqwirkle.errors import Breach
from p2pqwirkle.rules.board import Board
from p2pqwirkle.rules.legal import can_play
from p2pqwirkle.rules.moves import Choice, Pass, Placement, Play, PutAside, seen_by_all
from p2pqwirkle.rules.position import Position
from p2pqwirkle.rules.tiles import Face


def check_choice(position: Position, hand: Iterable[Face], choice: Choice) -> None:
    """Check all that the rules ask of *choice*, made by the mover from *hand*.

    Raises:
        Breach: R4.2 or R7.2 if a tile is not in the hand, R8.2 if a pass is not true, and what
            `Position.after` raises.
    """
    held = tuple(hand)
    match choice:
        case Play(placements):
            check_in_hand(held, placements)
        case PutAside(faces):
            _check_held(held, faces, clause="R7.2")
        case Pass():
            pass
        case _:
            assert_never(choice)
    position.after(seen_by_all(choice))
    if isinstance(choice, Pass):
        check_pass(position.board, held)


def check_pass(board: Board, hand: Iterable[Face]) -> None:
    """Check a pass against the hand it was made with, once that is known.

    Raises:
        Breach: R8.2 if a tile of *hand* fits.
    """
    if can_play(board, hand):
        raise Breach("R8.2", "a pass with a tile that fits")


def check_in_hand(hand: Iterable[Face], placements: Iterable[Placement]) -> None:
    """Check that each placed tile comes from *hand*, where twins are two tiles.

    Raises:
        Breach: R4.2 if one does not.
    """
    _check_held(hand, (placement.face for placement in placements), clause="R4.2")


def _check_held(hand: Iterable[Face], faces: Iterable[Face], clause: str) -> None:
    missing = Counter(faces) - Counter(hand)
    if missing:
        raise Breach(clause, f"{missing.total()} of the tiles are not in the hand")
