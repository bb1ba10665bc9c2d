"""Ways in which the unseen tiles may lie, and how a game goes on from one."""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Self

from p2pqwirkle.bots.greedy import loners_first
from p2pqwirkle.bots.knowledge import Choose, Knowledge
from p2pqwirkle.rules.best import best_play
from p2pqwirkle.rules.board import Board
from p2pqwirkle.rules.position import BONUS_FOR_GOING_OUT, HAND_SIZE
from p2pqwirkle.rules.scoring import score_of
from p2pqwirkle.rules.tiles import Face


@dataclass(frozen=True, slots=True)
class Deal:
    """One way in which the unseen tiles may lie.

    Attributes:
        hands: the other hands, in the order of their turns.
        bag: in the order in which it is drawn.
    """

    hands: tuple[tuple[Face, ...], ...]
    bag: tuple[Face, ...]

    @classmethod
    def at_random(cls, knowledge: Knowledge, choose: Choose) -> Self:
        """Any deal that agrees with what is known, all of them equally likely."""
        unseen = list(knowledge.unseen)
        for last in range(len(unseen) - 1, 0, -1):
            other = choose(last + 1)
            unseen[last], unseen[other] = unseen[other], unseen[last]
        hands = []
        for seat in knowledge.others:
            size = knowledge.position.hand_sizes[seat]
            hands.append(tuple(unseen[:size]))
            del unseen[:size]
        return cls(tuple(hands), tuple(unseen))


@dataclass(slots=True)
class Playout:
    """A game that goes on, everybody taking the highest score of each turn.

    Attributes:
        hands: in the order of their turns.
        bag: in the order in which it is drawn.
        idle: turns without a placement since the last one.
    """

    board: Board
    hands: deque[list[Face]]
    bag: deque[Face]
    idle: int = field(init=False, default=0)

    @classmethod
    def after(cls, board: Board, kept: Iterable[Face], deal: Deal) -> Self:
        """The game from *deal* on, when the player with *kept* has just made *board*."""
        playout = cls(board, deque(map(list, deal.hands)), deque(deal.bag))
        ours = list(kept)
        playout.hands.append(ours)
        playout._fill_up(ours)
        return playout

    @property
    def is_over(self) -> bool:
        """Whether somebody went out, or nobody has placed for a round."""
        return self.idle == len(self.hands) or (not self.bag and not all(self.hands))

    def turn(self) -> int:
        """The next player's turn; what it scores, with the bonus for going out."""
        hand = self.hands[0]
        self.hands.rotate(-1)
        play = best_play(self.board, hand, opening=None)
        if play is None:
            self.idle += 1
            self._swap(hand)
            return 0
        self.idle = 0
        points = score_of(self.board, play.placements)
        self.board = self.board.placing(play.placements)
        for placement in play.placements:
            hand.remove(placement.face)
        self._fill_up(hand)
        return points if hand else points + BONUS_FOR_GOING_OUT

    def _fill_up(self, hand: list[Face]) -> None:
        while len(hand) < HAND_SIZE and self.bag:
            hand.append(self.bag.popleft())

    def _swap(self, hand: list[Face]) -> None:
        """Put aside all that the bag allows; nobody knows what lies last in the bag anyway."""
        aside = loners_first(hand)[: len(self.bag)]
        for face in aside:
            hand.remove(face)
        self._fill_up(hand)
        self.bag.extend(aside)
