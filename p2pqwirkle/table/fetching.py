"""Asking neighbours for entries that we lack, and no neighbour twice for the same ones."""

from typing import Final

from p2pqwirkle.record.entry import SignedEntry
from p2pqwirkle.record.identity import PlayerId
from p2pqwirkle.table.effects import Ask

ANSWER_STEPS: Final = 8
"""How many steps an answer covers; who has got through them asks for the next (L)."""


class Fetching:
    """Whom we have asked, and from which step on."""

    def __init__(self) -> None:
        self._asked: dict[PlayerId, int] = {}
        self._below: dict[PlayerId, tuple[int, frozenset[int]]] = {}

    def forget(self, peer: PlayerId) -> None:
        """What *peer* was asked for may never come: its link is a new one."""
        self._asked.pop(peer, None)
        self._below.pop(peer, None)

    def ask(self, peer: PlayerId, step: int) -> list[Ask]:
        """Ask *peer* for what was said from *step* on."""
        if self._asked.get(peer) == step:
            return []
        self._asked[peer] = step
        return [Ask(peer, step)]

    def has_asked(self, peer: PlayerId, step: int) -> bool:
        """Whether *peer* was asked for *step* among others: what it has of it is here, or comes.

        A link loses nothing and keeps the order, and whatever *peer* hears later it passes on.
        """
        asked = self._asked.get(peer)
        return asked is not None and asked <= step < asked + ANSWER_STEPS

    def ask_on(self, open_step: int) -> list[Ask]:
        """Ask those for more whose answers we have got through."""
        answered = [
            peer for peer, asked in self._asked.items() if asked + ANSWER_STEPS == open_step
        ]
        return [effect for peer in answered for effect in self.ask(peer, open_step)]

    def ask_below(self, peer: PlayerId, signed: SignedEntry, open_step: int) -> list[Ask]:
        """Ask for what *signed* follows, until the two histories meet.

        An answer has several steps, each of which would lead to a question like this; where the
        histories do not meet, nobody is asked for the same step twice while *open_step* is open.
        """
        below = signed.entry.step - 1
        step = open_step if below >= open_step else max(below, 0)
        since, steps = self._below.get(peer, (open_step, frozenset()))
        asked = steps if since == open_step else frozenset()
        if step in asked:
            return []
        self._below[peer] = open_step, asked | {step}
        return self.ask(peer, step)
