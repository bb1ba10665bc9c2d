"""What must never be: two honest peers that each think they are at the table, apart."""

from itertools import combinations

from tests.soak.model.peer import Mode, Peer
from tests.soak.model.said import Answer, Entry, History, Kind, Question
from tests.soak.model.world import State


def fork_of(state: State) -> str | None:
    """Which two honest peers have parted, and how; None if none have."""
    honest = [peer for peer in state if peer.mode is not Mode.LIAR]
    for one, other in combinations(honest, 2):
        found = _parted(one, other, state)
        if found is not None:
            return f"{one.seat} and {other.seat}: {found}: {one.history} | {other.history}"
    return None


def meeting(one: History, other: History) -> History:
    """The longest history that both hold."""
    shared = zip(one.line, other.line, strict=False)
    return [left for left, right in shared if left is right][-1]


def has_equivocated(peer: Peer, after: History) -> bool:
    """Whether *peer* has told two stories in the step after *after*."""
    places = [
        one if isinstance(one, Entry) else one.question
        for one in peer.own
        if isinstance(one, Entry | Answer) and one.after is after
    ]
    entries = [one for one in places if isinstance(one, Entry)]
    questions = [one for one in places if isinstance(one, Question)]
    return len(entries) > 1 or len(set(questions)) < len(questions)


def _parted(one: Peer, other: Peer, state: State) -> str | None:
    if one.history.holds(other.history) or other.history.holds(one.history):
        return None
    meet = meeting(one.history, other.history)
    if any(has_equivocated(peer, meet) for peer in state if peer.mode is Mode.LIAR):
        folds = [peer.history.line[meet.step + 1].fold for peer in (one, other)]
        healed = [fold for fold in folds if isinstance(fold, Question) and fold.parted]
        return "two healings" if len(healed) == len(folds) else None
    if _is_admitted(one.history, other.history, meet, state):
        return None
    drops = other.seat not in one.history.living
    dropped = one.seat not in other.history.living
    if drops and dropped and all(_is_whole(peer, meet, state) for peer in (one, other)):
        return "two tables"
    if drops or dropped or _skips(one, other, meet) or _skips(other, one, meet):
        return None
    return "two histories"


def _is_admitted(one: History, other: History, meet: History, state: State) -> bool:
    """Whether a liar alone is on both sides of a divided network (T13, What remains).

    It has had a part in both ways to complete the step after *meet*, and only liars live on both.
    """
    liars = frozenset(peer.seat for peer in state if peer.mode is Mode.LIAR)
    left, right = (_had_a_part(side.line[meet.step + 1]) for side in (one, other))
    return bool(left & right & liars) and one.living & other.living <= liars


def _had_a_part(history: History) -> frozenset[int]:
    """Who has helped to complete the last step, or was not counted in it for a ground."""
    fold = history.fold
    return fold.jury | fold.excused if isinstance(fold, Question) else history.spoken


def _skips(one: Peer, other: Peer, meet: History) -> bool:
    """Whether *one* has skipped *other*, which will go back when it hears of it."""
    fold = one.history.line[meet.step + 1].fold
    return isinstance(fold, Question) and fold.kind is Kind.SKIP and other.seat in fold.named


def _is_whole(peer: Peer, meet: History, state: State) -> bool:
    """Whether all honest seats that live for *peer* have gone its way: it can do without others."""
    way = peer.history.line[meet.step + 1]
    return all(
        state[seat].history.holds(way)
        for seat in peer.history.living
        if state[seat].mode is not Mode.LIAR
    )
