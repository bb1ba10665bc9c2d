"""The public state of a game by the rules: what everybody at the table sees."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Self, assert_never

from p2pqwirkle.errors import Breach
from p2pqwirkle.rules.board import Board
from p2pqwirkle.rules.legal import any_fits, legal_lines
from p2pqwirkle.rules.moves import Move, Pass, Placement, Play, Seat, Swap
from p2pqwirkle.rules.opening import ORIGIN, check_claim_size, check_opening_size, order_of_opening
from p2pqwirkle.rules.outcome import Ending, Outcome, winners_of
from p2pqwirkle.rules.scoring import score_of_lines
from p2pqwirkle.rules.tiles import COPIES, FACES, TILE_COUNT, Face

HAND_SIZE: Final = 6
"""Tiles a player holds while the bag lasts."""

FEWEST_SEATS: Final = 2
MOST_SEATS: Final = 6

BONUS_FOR_GOING_OUT: Final = 6
"""Points for placing the last tile of the hand when the bag is empty."""

STALL_ROUNDS: Final = 3
"""Full rounds without a placement after which the stall guard ends the game."""


@dataclass(frozen=True, slots=True)
class Position:
    """What everybody sees between two turns; no hand and no bag, only their sizes.

    Attributes:
        scores: by seat.
        hand_sizes: by seat, the tiles that are being drawn included; none of who has left.
        bag_size: what is left when they have been drawn.
        turn_order: the seats in the order in which they move, without those that have left.
        mover: whose turn it is; of no meaning when the game is over.
        opening: the claim that the opener has to place; None once that is done.
        turns_without_placement: swaps and passes since the last play.
        stall_guard: whether too many of them end the game.
        drawn: how many tiles the last mover draws after its move; none when the game is over.
        outcome: None while the game goes on.
        openers: until the opening, the seats as they would open, each with its claim; the first
            is the mover.
    """

    board: Board
    scores: tuple[int, ...]
    hand_sizes: tuple[int, ...]
    bag_size: int
    turn_order: tuple[Seat, ...]
    mover: Seat
    opening: int | None
    turns_without_placement: int
    stall_guard: bool
    drawn: int
    outcome: Outcome | None
    openers: tuple[tuple[Seat, int], ...] = ()

    @classmethod
    def start(
        cls,
        turn_order: Sequence[Seat],
        claims: Sequence[int],
        ages: Sequence[int | None],
        *,
        stall_guard: bool,
    ) -> Self:
        """The position before the opening, all hands dealt; *claims* and *ages* are by seat.

        A seat that is not in *turn_order* has left before the opening: its claim counts nothing.

        Raises:
            Breach: R2.1 if there are not two to six seats, R3.1 if a claim is not 1 to 6.
        """
        players = len(turn_order)
        if not FEWEST_SEATS <= players <= MOST_SEATS:
            raise Breach("R2.1", f"{players} seats, {FEWEST_SEATS} to {MOST_SEATS} expected")
        for seat in turn_order:
            check_claim_size(claims[seat])
        openers = order_of_opening(claims, ages, turn_order)
        return cls(
            board=Board.empty(),
            scores=(0,) * len(claims),
            hand_sizes=tuple(HAND_SIZE if seat in openers else 0 for seat in range(len(claims))),
            bag_size=TILE_COUNT - HAND_SIZE * players,
            turn_order=tuple(turn_order),
            mover=openers[0],
            opening=claims[openers[0]],
            turns_without_placement=0,
            stall_guard=stall_guard,
            drawn=0,
            outcome=None,
            openers=tuple((seat, claims[seat]) for seat in openers),
        )

    @classmethod
    def deserted(cls, seats: int, left: Seat) -> Self:
        """The end of a game of *seats* in which all but one have gone before the opening (R13)."""
        return cls(
            board=Board.empty(),
            scores=(0,) * seats,
            hand_sizes=(0,) * seats,
            bag_size=TILE_COUNT,
            turn_order=(left,),
            mover=left,
            opening=None,
            turns_without_placement=0,
            stall_guard=True,
            drawn=0,
            outcome=Outcome(Ending.DEPARTED, (left,)),
        )

    def after(self, move: Move) -> "Position":
        """The position when the mover has made *move*, and drawn.

        What only a hand can tell is not checked here: whether the tiles are the mover's, and
        whether somebody who passes could have played.

        Raises:
            Breach: R10.1 if the game is over, R3 if the opener does anything but its duty, R4, R1
                or R5 if a play is not legal, R7 if a swap is not, R8.1 if a pass is not.
        """
        if self.outcome is not None:
            raise Breach("R10.1", "the game is over")
        match move:
            case Play(placements):
                return self._after_play(placements)
            case Swap(count):
                return self._after_swap(count)
            case Pass():
                return self._after_pass()
            case _:
                assert_never(move)

    def without(self, seat: Seat) -> "Position":
        """The position when *seat* has left: its hand is back in the bag, its score stays (R13).

        What the last mover draws is still to be drawn, unless it is the mover that has left.
        """
        order = tuple(one for one in self.turn_order if one != seat)
        back = self.hand_sizes[seat]
        rest = replace(
            self,
            hand_sizes=(*self.hand_sizes[:seat], 0, *self.hand_sizes[seat + 1 :]),
            bag_size=self.bag_size + back,
            turn_order=order,
            mover=self._next_seat() if seat == self.mover else self.mover,
            openers=tuple(one for one in self.openers if one[0] != seat),
        )
        if len(order) == 1:
            return _ended(rest, Ending.DEPARTED)
        return rest if self.opening is None else _opened_by(rest, rest.openers)

    def passed_over(self) -> "Position":
        """The position when the others have gone on without the mover's turn (R14)."""
        if self.opening is None:
            return self._after_no_placement(drawn=0)
        after = self._after_no_placement(drawn=0)
        return _opened_by(after, (*self.openers[1:], self.openers[0]))

    def unplaced(self) -> tuple[Face, ...]:
        """The faces of all tiles that are not on the table, by index, twins one by one."""
        count = self.board.count
        return tuple(face for face in FACES for _ in range(COPIES - count(face)))

    def _after_play(self, placements: tuple[Placement, ...]) -> "Position":
        self._check_opening_play(placements)
        held = self.hand_sizes[self.mover]
        if len(placements) > held:
            raise Breach("R4.2", f"{len(placements)} tiles placed from a hand of {held}")
        points = score_of_lines(legal_lines(self.board, placements))
        board = self.board.placing(placements)
        left = held - len(placements)
        ending = None
        if left == self.bag_size == 0:
            ending = Ending.WENT_OUT
            points += BONUS_FOR_GOING_OUT
        elif not any_fits(board, board.unplaced):
            ending = Ending.NOTHING_FITS
        # Over at once: nothing is drawn any more.
        drawn = min(HAND_SIZE - left, self.bag_size) if ending is None else 0
        scores = self._with_mover(self.scores, points)
        return replace(
            self,
            board=board,
            scores=scores,
            hand_sizes=self._with_mover(self.hand_sizes, drawn - len(placements)),
            bag_size=self.bag_size - drawn,
            mover=self._next_seat(),
            opening=None,
            openers=(),
            turns_without_placement=0,
            drawn=drawn,
            outcome=None
            if ending is None
            else Outcome(ending, winners_of(scores, self.turn_order)),
        )

    def _check_opening_play(self, placements: tuple[Placement, ...]) -> None:
        if self.opening is None:
            return
        check_opening_size(placements, self.opening)
        if all(placement.cell != ORIGIN for placement in placements):
            raise Breach("R3.4", "the opening does not cover 0,0")

    def _after_swap(self, count: int) -> "Position":
        self._check_opening_done()
        held = self.hand_sizes[self.mover]
        if self.bag_size == 0:
            raise Breach("R7.1", "a swap with an empty bag")
        if not 1 <= count <= held:
            raise Breach("R7.2", f"{count} tiles swapped from a hand of {held}")
        if count > self.bag_size:
            raise Breach("R7.3", f"{count} tiles swapped with {self.bag_size} in the bag")
        return self._after_no_placement(drawn=count)

    def _after_pass(self) -> "Position":
        self._check_opening_done()
        if self.bag_size > 0:
            raise Breach("R8.1", f"a pass with {self.bag_size} tiles in the bag")
        return self._after_no_placement(drawn=0)

    def _check_opening_done(self) -> None:
        if self.opening is not None:
            raise Breach("R3.2", "the opener neither swaps nor passes")

    def _after_no_placement(self, drawn: int) -> "Position":
        turns = self.turns_without_placement + 1
        moved = replace(self, mover=self._next_seat(), turns_without_placement=turns, drawn=drawn)
        if self.stall_guard and turns >= STALL_ROUNDS * len(self.turn_order):
            return _ended(moved, Ending.STALLED)
        return moved

    def _next_seat(self) -> Seat:
        turn = self.turn_order.index(self.mover)
        return self.turn_order[(turn + 1) % len(self.turn_order)]

    def _with_mover(self, by_seat: tuple[int, ...], more: int) -> tuple[int, ...]:
        """*by_seat* with *more* added at the mover's place."""
        mover = self.mover
        return (*by_seat[:mover], by_seat[mover] + more, *by_seat[mover + 1 :])


def _ended(position: Position, ending: Ending) -> Position:
    """*position* as the last one: over at once, so nothing is drawn."""
    return replace(
        position, drawn=0, outcome=Outcome(ending, winners_of(position.scores, position.turn_order))
    )


def _opened_by(position: Position, openers: tuple[tuple[Seat, int], ...]) -> Position:
    """*position* with the first of *openers* to move, and to place what it has claimed."""
    seat, claimed = openers[0]
    return replace(position, mover=seat, opening=claimed, openers=openers)
