"""A bot that looks beyond the points of its play."""

from p2pqwirkle.bots.greedy import greedy
from p2pqwirkle.bots.knowledge import Choose, Knowledge
from p2pqwirkle.bots.prospects import prospects
from p2pqwirkle.rules.moves import Choice


def careful(knowledge: Knowledge, choose: Choose) -> Choice:
    """The play that is worth most after what it opens and what it keeps; else what greedy does.

    It leaves nothing to chance: the same knowledge gives the same choice.
    """
    found = prospects(knowledge)
    return found[0].play if found else greedy(knowledge, choose)
