"""Entries that have come before their step was open, kept until it is."""

from typing import Final

from p2pqwirkle.record.entry import SignedEntry
from p2pqwirkle.record.identity import PlayerId
from p2pqwirkle.table.entries import Kind
from p2pqwirkle.table.verdicts import Ahead, Elsewhere, Known

STEPS_AHEAD: Final = 16
"""How many steps beyond the open one an entry is kept for; later ones are asked for again."""
ANSWERS_AHEAD: Final = 4
"""How many answers of one author are kept for a step ahead, beside the one thing it says there."""


class Early:
    """What was said in steps that are not open yet: of each author a little, of each step."""

    def __init__(self) -> None:
        self._kept: dict[tuple[int, PlayerId], list[SignedEntry]] = {}

    def keep(self, signed: SignedEntry, open_step: int) -> Known | Ahead | Elsewhere:
        """Keep *signed* until its step is open, unless it is too far ahead, or too much."""
        if not open_step < signed.entry.step <= open_step + STEPS_AHEAD:
            return Elsewhere(signed)
        kept = self._kept.setdefault((signed.entry.step, signed.entry.author), [])
        if any(one.encoded == signed.encoded for one in kept):
            return Known(signed)
        answers = sum(one.entry.kind == Kind.ANSWER for one in kept)
        is_answer = signed.entry.kind == Kind.ANSWER
        if answers == ANSWERS_AHEAD if is_answer else answers < len(kept):
            return Elsewhere(signed)
        kept.append(signed)
        return Ahead(signed)

    def due(self, open_step: int) -> SignedEntry | None:
        """Take out one entry whose step has been reached."""
        reached = next((place for place in sorted(self._kept) if place[0] <= open_step), None)
        if reached is None:
            return None
        kept = self._kept[reached]
        first = kept.pop(0)
        if not kept:
            del self._kept[reached]
        return first
