"""A bot that tries its best plays on deals of the unseen tiles, and plays the end by search."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from typing import Final

from p2pqwirkle.bots.deals import Deal, Playout
from p2pqwirkle.bots.endgame import best_end
from p2pqwirkle.bots.greedy import greedy
from p2pqwirkle.bots.knowledge import Choose, Knowledge
from p2pqwirkle.bots.prospects import Prospect, prospects
from p2pqwirkle.rules.moves import Choice, Play, Seat
from p2pqwirkle.rules.tiles import TILE_COUNT

SAMPLES: Final = 8
POSITIONS: Final = 400

TRIED: Final = 4
"""So many of the plays that are worth most are tried, ..."""

NEAR: Final = 2.0
"""... of those within so many points of the first."""

PRIOR: Final = 16
"""What a play is worth by its prospect counts as much as so many deals."""

ROUNDS: Final = 1
"""After a play that is tried, so often the others and its maker have a turn."""

LAST_TILES: Final = 6
"""With no more tiles in the bag the game is played out instead."""

STAGES: Final = 4
"""After each of so many equal parts of the deals the worse half of the plays is given up."""


def never() -> bool:
    """There is time for all."""
    return False


@dataclass(frozen=True, slots=True)
class Strong:
    """The bot with so much effort; the same knowledge, effort and entropy give the same choice.

    Attributes:
        samples: deals of the unseen tiles on which plays are tried.
        positions: positions of an endgame that are looked at.
        stop: asked between them whether the choice has to be made now.
    """

    samples: int = SAMPLES
    positions: int = POSITIONS
    stop: Callable[[], bool] = never

    def __call__(self, knowledge: Knowledge, choose: Choose) -> Choice:
        """What seems best; where nothing fits, what greedy does."""
        end_is_open = len(knowledge.others) == 1 and _holds_all(knowledge, knowledge.others[0])
        play = self._end(knowledge) if end_is_open else self._tried(knowledge, choose)
        return greedy(knowledge, choose) if play is None else play

    def _end(self, knowledge: Knowledge) -> Play | None:
        looked_at = count()

        def stop() -> bool:
            return next(looked_at) >= self.positions or self.stop()

        found = best_end(knowledge.position.board, knowledge.hand, knowledge.unseen, stop)
        return None if found is None else found.play

    def _tried(self, knowledge: Knowledge, choose: Choose) -> Play | None:
        plays = prospects(knowledge)
        trials = [_Trial(one) for one in plays[:TRIED] if one.worth > plays[0].worth - NEAR]
        turns = _turns_ahead(knowledge)
        for sample in range(1, self.samples + 1):
            if len(trials) == 1 or self.stop():
                break
            deal = Deal.at_random(knowledge, choose)
            for trial in trials:
                trial.go_on(deal, turns)
            trials.sort(key=lambda trial: -trial.worth)
            if sample * STAGES % self.samples < STAGES:
                trials = trials[: max(2, (len(trials) + 1) // 2)]
        return trials[0].prospect.play if trials else None


def _holds_all(knowledge: Knowledge, seat: Seat) -> bool:
    """Whether all that is unseen is in that seat's hand, so that nothing is hidden."""
    return knowledge.position.hand_sizes[seat] == len(knowledge.unseen)


def _turns_ahead(knowledge: Knowledge) -> int:
    if knowledge.position.bag_size <= LAST_TILES:
        return TILE_COUNT  # more than are left
    return ROUNDS * (1 + len(knowledge.others))


class _Trial:
    """A play that is tried, and how far ahead of the others its maker gets by it."""

    def __init__(self, prospect: Prospect) -> None:
        self.prospect = prospect
        self._ahead = PRIOR * (prospect.worth - prospect.score)
        self._deals = PRIOR

    @property
    def worth(self) -> float:
        """The score of the play, and what comes of it on average."""
        return self.prospect.score + self._ahead / self._deals

    def go_on(self, deal: Deal, turns: int) -> None:
        """Let the game go on from *deal* for so many turns, and count what comes of it."""
        playout = Playout.after(self.prospect.board, self.prospect.kept, deal)
        others = len(deal.hands)
        for turn in range(turns):
            if playout.is_over:
                break
            points = playout.turn()
            self._ahead += points if turn % (others + 1) == others else -points / others
        self._deals += 1
