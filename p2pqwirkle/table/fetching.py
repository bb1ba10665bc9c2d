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

    def forget(self, peer: PlayerId) -> None:
        """What *peer* was asked for may never come: its link is a new one."""
        self._asked.pop(peer, None)

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
        """Ask for what *signed* follows, until the two histories meet."""
        below = signed.entry.step - 1
        return self.ask(peer, open_step if below >= open_step else max(below, 0))
