"""All peers of a table and the network between them.

Whatever was said may reach anybody at any time or never, and again after a crash: so a set of all
that was said is every network that loses, delays, reorders and doubles.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from tests.soak.model.peer import Mode, Peer, Rules
from tests.soak.model.said import (
    SEATS_A_ROUND,
    Answer,
    Entry,
    History,
    Message,
    Question,
    Resignation,
)

State = tuple[Peer, ...]
"""The peers, by seat."""


class Verb(Enum):
    """What can happen."""

    SAYS = "says"
    ASKS = "asks"
    HEARS = "hears"
    CRASHES = "crashes"


class Act(NamedTuple):
    """One thing that happens to one peer."""

    seat: int
    verb: Verb
    what: Message | None = None

    def __str__(self) -> str:
        if self.verb is Verb.ASKS and isinstance(self.what, Answer):
            return f"{self.seat} asks {self.what.question}"
        return f"{self.seat} {self.verb.value} {self.what or ''}".rstrip()


Curious = Callable[["World", State, Peer], Iterator[Question]]
"""The questions that a peer may think of asking."""


@dataclass(frozen=True)
class World:
    """What can happen at one table.

    Attributes:
        questions: what peers may ask; a question that breaks the rules is never asked.
        lies: what a liar may say beside answers.
        steps: nobody speaks beyond so many steps.
        crashes: whether peers may lose what is not on their disk.
        resigns: whether peers may resign.
    """

    rules: Rules
    questions: Curious
    lies: Callable[["World", State, Peer], Iterator[Message]]
    steps: int = 1
    crashes: bool = True
    resigns: bool = False

    def acts(self, state: State) -> Iterator[Act]:
        """Everything that can happen next, in an order that does not depend on the run."""
        for peer in state:
            yield from self.acts_of(state, peer)

    def acts_of(self, state: State, peer: Peer) -> Iterator[Act]:
        """Everything that can happen next to *peer*."""
        match peer.mode:
            case Mode.HONEST:
                yield from self._honest(state, peer, self.said(state))
            case Mode.LIAR:
                yield from self._lying(state, peer, self.said(state))
            case _:
                pass

    def after(self, state: State, act: Act) -> State:
        """The state when *act* has happened, and what follows of itself."""
        peer = self._after(state[act.seat], act)
        return (*state[: act.seat], peer, *state[act.seat + 1 :])

    def said(self, state: State) -> list[Message]:
        """All that was ever said, in the order in which it came up."""
        everything: set[Message] = set().union(*(peer.own for peer in state))
        return sorted(everything, key=self.rules.book.place)

    def answer(self, peer: Peer, question: Question, *, agrees: bool) -> Answer:
        """*peer*'s answer to *question*."""
        return self.rules.book.the(Answer, peer.seat, question, agrees)

    def owed(self, peer: Peer) -> Entry | None:
        """What *peer* has to say in its open step and has not said."""
        if peer.history.step >= self.steps or peer.seat not in self.rules.awaited(peer.history):
            return None
        entry = self.rules.book.the(Entry, peer.seat, peer.history)
        return None if entry in peer.own else entry

    def _after(self, peer: Peer, act: Act) -> Peer:
        match act.verb:
            case Verb.CRASHES:
                return peer._replace(known=frozenset())
            case Verb.HEARS:
                assert act.what is not None  # nothing is heard without being said
                return self.rules.concluded(peer._replace(known=peer.known | {act.what}))
            case Verb.SAYS | Verb.ASKS:
                assert act.what is not None  # as above
                peer = peer._replace(own=peer.own | {act.what})
                if peer.mode is Mode.LIAR:
                    return peer
                if isinstance(act.what, Resignation):
                    return peer._replace(mode=Mode.RESIGNED)
                return self.rules.concluded(peer)

    def _honest(self, state: State, peer: Peer, said: list[Message]) -> Iterator[Act]:
        entry = self.owed(peer)
        if entry is not None:
            yield Act(peer.seat, Verb.SAYS, entry)
        for message in said:
            if self.rules.matters(peer, message):
                yield Act(peer.seat, Verb.HEARS, message)
        for question in questions_of(said):
            yield from self._answers(peer, question)
        for question in self.questions(self, state, peer):
            if self.rules.is_lawful(question) and self.rules.may_agree(peer, question):
                yield Act(peer.seat, Verb.ASKS, self.answer(peer, question, agrees=True))
        if self.crashes and peer.known:
            yield Act(peer.seat, Verb.CRASHES)
        if self.resigns and self.rules.may_resign(peer):
            note = self.rules.book.the(Resignation, peer.seat, peer.history)
            yield Act(peer.seat, Verb.SAYS, note)

    def _answers(self, peer: Peer, question: Question) -> Iterator[Act]:
        if self.rules.may_agree(peer, question):
            yield Act(peer.seat, Verb.SAYS, self.answer(peer, question, agrees=True))
        if self.rules.may_decline(peer, question):
            yield Act(peer.seat, Verb.SAYS, self.answer(peer, question, agrees=False))

    def _lying(self, state: State, peer: Peer, said: list[Message]) -> Iterator[Act]:
        answers = (
            self.answer(peer, question, agrees=agrees)
            for question in questions_of(said)
            if peer.seat in question.jury
            for agrees in (True, False)
        )
        for message in (*self.lies(self, state, peer), *answers):
            if message not in peer.own:
                yield Act(peer.seat, Verb.SAYS, message)


def questions_of(said: list[Message]) -> list[Question]:
    """The questions that *said* tells of, in the order in which they came up."""
    return list(dict.fromkeys(one.question for one in said if isinstance(one, Answer)))


def next_number(peer: Peer, after: History) -> int:
    """The lowest number that *peer* may give a question of its own."""
    numbers = [
        one.question.number for one in peer.own if isinstance(one, Answer) and one.after is after
    ]
    number = peer.seat
    while numbers and number <= max(numbers):
        number += SEATS_A_ROUND
    return number
