"""A bot that does anything legal."""

from typing import Final

from p2pqwirkle.bots.knowledge import Choose, Knowledge
from p2pqwirkle.rules.moves import Choice, Pass, Play, PutAside
from p2pqwirkle.rules.plays import plays

TURNS_PER_SWAP: Final = 6
"""One turn in so many is a swap, if the bag allows; the others are one only when nothing fits."""


def at_random(knowledge: Knowledge, choose: Choose) -> Choice:
    """Any legal play, all of them equally likely, or now and then a swap; else a pass."""
    if knowledge.most_to_swap and choose(TURNS_PER_SWAP) == 0:
        return _any_swap(knowledge, choose)
    options = _legal_plays(knowledge)
    if options:
        return options[choose(len(options))]
    return _any_swap(knowledge, choose) if knowledge.most_to_swap else Pass()


def _legal_plays(knowledge: Knowledge) -> list[Play]:
    position = knowledge.position
    options = plays(position.board, knowledge.hand)
    if position.opening is None:
        return list(options)
    return [play for play in options if len(play.placements) == position.opening]


def _any_swap(knowledge: Knowledge, choose: Choose) -> PutAside:
    hand = list(knowledge.hand)
    count = 1 + choose(knowledge.most_to_swap)
    return PutAside(tuple(hand.pop(choose(len(hand))) for _ in range(count)))
