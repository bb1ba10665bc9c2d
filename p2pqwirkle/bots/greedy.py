"""A bot that takes the highest score of each turn."""

from collections.abc import Sequence

from p2pqwirkle.bots.knowledge import Choose, Knowledge
from p2pqwirkle.rules.best import best_play
from p2pqwirkle.rules.facesets import face_set, joining
from p2pqwirkle.rules.moves import Choice, Pass, PutAside
from p2pqwirkle.rules.tiles import Face


def greedy(knowledge: Knowledge, _choose: Choose) -> Choice:
    """The best play; without one, a swap of all that the bag allows; else a pass.

    It leaves nothing to chance: the same knowledge gives the same choice.
    """
    position = knowledge.position
    play = best_play(position.board, knowledge.hand, position.opening)
    if play is not None:
        return play
    if knowledge.most_to_swap:
        return PutAside(loners_first(knowledge.hand)[: knowledge.most_to_swap])
    return Pass()


def loners_first(hand: Sequence[Face]) -> tuple[Face, ...]:
    """*hand*, those first that go with the fewest others of it; then by index."""
    held = face_set(hand)

    def rank(face: Face) -> tuple[int, int]:
        partners = joining(face_set([face])) & held
        return partners.bit_count(), face.index

    return tuple(sorted(hand, key=rank))
