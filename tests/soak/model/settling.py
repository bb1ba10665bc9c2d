"""What a table comes to when the network heals and people are willing: does it go on?"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from tests.soak.model.peer import Mode, Peer
from tests.soak.model.said import SEATS_A_ROUND, Entry, History, Kind, Question, Resignation, Seats
from tests.soak.model.world import Act, State, Verb, World, questions_of

MOST: Final = 400
"""Nothing takes so many acts to settle."""


@dataclass(frozen=True, slots=True)
class Hang:
    """Honest peers that wait for good, though all was delivered.

    Attributes:
        waiting: their seats.
        excuse: why the agreement lets them wait, or None if it should not.
    """

    waiting: Seats
    excuse: str | None


def settled(world: World, state: State) -> State:
    """*state* when all has been delivered, and all who are there want to go on."""
    for _ in range(MOST):
        act = next(_next_acts(world, state), None)
        if act is None:
            return state
        state = world.after(state, act)
    raise AssertionError("it does not settle")


def hang_of(world: World, state: State) -> Hang | None:
    """Who waits for good in a *settled* state."""
    table = _table(state)
    if table.step >= world.steps:
        return None
    there = [state[seat] for seat in sorted(table.living) if _is_there(state, seat)]
    waiting = frozenset(peer.seat for peer in there)
    return Hang(waiting, _excuse(world, state, table, there)) if there else None


def _next_acts(world: World, state: State) -> Iterator[Act]:
    """What happens next: first what is heard and owed, then what is answered, then asked."""
    honest = [peer for peer in state if peer.mode is Mode.HONEST]
    for peer in honest:
        for act in world.acts_of(state, peer):
            if act.verb is Verb.HEARS or (act.verb is Verb.SAYS and isinstance(act.what, Entry)):
                yield act
    for peer in honest:
        for question in questions_of(world.said(state)):
            yield from _answers(world, state, peer, question)
    yield from _asks(world, state)


def _answers(world: World, state: State, peer: Peer, question: Question) -> Iterator[Act]:
    is_wanted = any(not _is_there(state, seat) for seat in question.named)
    if is_wanted and world.rules.is_lawful(question) and world.rules.may_agree(peer, question):
        yield Act(peer.seat, Verb.SAYS, world.answer(peer, question, agrees=True))
    elif world.rules.may_decline(peer, question):
        yield Act(peer.seat, Verb.SAYS, world.answer(peer, question, agrees=False))


def _asks(world: World, state: State) -> Iterator[Act]:
    """A question that puts out all who are gone, and that everybody else may agree to."""
    table = _table(state)
    gone = frozenset(seat for seat in table.living if not _is_there(state, seat))
    there = sorted(table.living - gone)
    if table.step >= world.steps or not gone:
        return
    for count in range(len(there)):
        for more in combinations(there, count):
            question = _question(world, state, table, gone | frozenset(more))
            jury = [state[seat] for seat in sorted(question.jury)]
            if world.rules.is_lawful(question) and all(
                world.rules.may_agree(peer, question) for peer in jury
            ):
                asker = state[question.asker]
                yield Act(asker.seat, Verb.ASKS, world.answer(asker, question, agrees=True))


def _question(world: World, state: State, after: History, named: Seats) -> Question:
    asker = min(after.living - named)
    asked = [one.number for one in questions_of(world.said(state)) if one.after is after]
    number = (max(asked, default=0) // SEATS_A_ROUND + 1) * SEATS_A_ROUND + asker
    grounds = tuple(
        one
        for one in world.said(state)
        if isinstance(one, Resignation) and one.seat in named and after.holds(one.after)
    )
    return world.rules.book.the(Question, after, number, named, Kind.OUT, grounds)


def _excuse(world: World, state: State, table: History, there: list[Peer]) -> str | None:
    for peer in there:
        jurors = (seat for one in world.rules.live(peer, peer.history) for seat in one.jury)
        if any(not _is_there(state, seat) for seat in jurors):
            return "bound by an answer"
    gone = frozenset(seat for seat in table.living if not _is_there(state, seat))
    if gone and not world.rules.is_lawful(_question(world, state, table, gone)):
        return "too few are there"
    return None


def _table(state: State) -> History:
    """The longest history of those whom nobody has put out."""
    out = {seat for peer in state for seat in range(len(state)) if seat not in peer.history.living}
    inside = [peer for peer in state if peer.mode is Mode.HONEST and peer.seat not in out]
    return max((peer.history for peer in inside or state), key=lambda history: history.step)


def _is_there(state: State, seat: int) -> bool:
    return state[seat].mode is Mode.HONEST
