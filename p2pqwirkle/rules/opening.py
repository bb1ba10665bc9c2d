"""Who opens, and with how many tiles."""

from collections.abc import Iterable, Sequence
from typing import Final

from p2pqwirkle.errors import Breach
from p2pqwirkle.rules.board import Cell
from p2pqwirkle.rules.facesets import KINDS, face_set
from p2pqwirkle.rules.lines import QWIRKLE
from p2pqwirkle.rules.moves import Placement, Seat
from p2pqwirkle.rules.tiles import Face

ORIGIN: Final = Cell(0, 0)
"""A cell that the opening covers, so that no cell of a game is further off than 107."""

YOUNGEST: Final = -1
"""Counts as the age of who stated none."""


def largest_set(hand: Iterable[Face]) -> int:
    """How many different faces of *hand* share one attribute; twins count once."""
    held = face_set(hand)
    return max((held & kind).bit_count() for kind in KINDS)


def check_claim_size(claimed: int) -> None:
    """Check what everybody can see of a claim.

    Raises:
        Breach: R3.1 unless it is 1 to 6.
    """
    if not 1 <= claimed <= QWIRKLE:
        raise Breach("R3.1", f"a claim of {claimed}, 1 to {QWIRKLE} expected")


def check_claim(hand: Iterable[Face], claimed: int) -> None:
    """Check a claim against the hand it was made for, once that is known.

    Raises:
        Breach: R3.5 if the largest set of *hand* has another size.
    """
    size = largest_set(hand)
    if claimed != size:
        raise Breach("R3.5", f"a claim of {claimed} with a largest set of {size}")


def check_opening_size(placements: Sequence[Placement], claimed: int) -> None:
    """Check that the opening is as large as claimed.

    Raises:
        Breach: R3.3 if it is not.
    """
    if len(placements) != claimed:
        raise Breach("R3.3", f"{len(placements)} tiles placed after a claim of {claimed}")


def order_of_opening(
    claims: Sequence[int], ages: Sequence[int | None], turn_order: Sequence[Seat]
) -> tuple[Seat, ...]:
    """The seats of *turn_order* as they would open, the first of them first.

    The highest claim, then the oldest, then the earliest in the turn order.  *claims* and *ages*
    are by seat; an age that is not stated is the lowest.
    """

    def rank(seat: Seat) -> tuple[int, int]:
        age = ages[seat]
        return claims[seat], YOUNGEST if age is None else age

    return tuple(sorted(turn_order, key=rank, reverse=True))
