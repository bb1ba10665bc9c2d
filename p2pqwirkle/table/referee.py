"""The one judge: takes an entry into the standing, or says what is wrong with it, and whose fault.

This file does not know which seat is ours: our own entries, a peer's, and those of a finished
file pass the same `Referee.admit`.
"""

from dataclasses import dataclass, field
from typing import Final

from p2pqwirkle.bag.group import Group
from p2pqwirkle.errors import Breach, Collapse
from p2pqwirkle.record.entry import (
    Digest,
    SignedEntry,
    claimed_author,
    contradict,
    read_signed_entry,
)
from p2pqwirkle.record.identity import PlayerId
from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.table.charter import Charter
from p2pqwirkle.table.standing import Standing

STEPS_AHEAD: Final = 16
"""How many steps beyond the open one an entry is kept for; later ones are asked for again."""


@dataclass(frozen=True, slots=True)
class Admitted:
    """The entry is new and holds."""

    signed: SignedEntry


@dataclass(frozen=True, slots=True)
class Known:
    """The very same entry is here already."""

    signed: SignedEntry


@dataclass(frozen=True, slots=True)
class Ahead:
    """The entry is of a later step; it is kept, and judged when its step is open."""

    signed: SignedEntry


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """The entry follows steps that are not ours, or is too far ahead: ask for those below it."""

    signed: SignedEntry


@dataclass(frozen=True, slots=True)
class Damage:
    """Bytes that convict nobody.

    Attributes:
        author: who is claimed to have said it; for a message, never for a verdict.
    """

    clause: str
    detail: str = field(compare=False)
    author: PlayerId | None = None


@dataclass(frozen=True, slots=True)
class Fault:
    """A breach with a proven author: a signature over an entry that follows our own steps.

    Attributes:
        entry: the faulty entry.
        against: for two stories (C4), the other exhibit.
    """

    seat: Seat
    clause: str
    entry: SignedEntry
    against: SignedEntry | None = None
    detail: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Collapsed:
    """The game cannot go on, and nobody can be held to it (T8)."""

    clause: str
    entry: SignedEntry
    detail: str = field(default="", compare=False)


Verdict = Admitted | Known | Ahead | Elsewhere | Damage | Fault | Collapsed


class Referee:
    """Judges the entries of one game.

    Attributes:
        standing: what the admitted entries come to.
    """

    def __init__(self, group: Group, charter: Charter) -> None:
        self.standing = Standing.start(group, charter)
        self._seats = {player: seat for seat, player in enumerate(charter.identities)}
        self._steps: list[tuple[SignedEntry, ...]] = []
        self._step_after: dict[Digest, int] = {}
        self._ahead: dict[tuple[int, PlayerId], SignedEntry] = {}

    def entries(self, step: int) -> tuple[SignedEntry, ...]:
        """What was said in *step*, by seat; of the open step, what was heard so far."""
        if step == self.standing.moment.step:
            return tuple(one.signed for one in self.standing.heard)
        return self._steps[step] if 0 <= step < len(self._steps) else ()

    def admit(self, wire: bytes) -> Verdict:
        """Take an entry into the standing, or say what is wrong with it and change nothing."""
        try:
            signed = read_signed_entry(wire)
            seat = self._seat_of(signed)
        except Breach as breach:
            return Damage(breach.clause, breach.detail, claimed_author(wire))
        if signed.entry.after == self.standing.moment.digest:
            return self._admit_now(seat, signed)
        if signed.entry.after in self._step_after:
            return self._judge_late(seat, signed)
        return self._keep(signed)

    def due(self) -> SignedEntry | None:
        """Take out one kept entry whose step has been reached; admit it next."""
        step = self.standing.moment.step
        reached = next((place for place in sorted(self._ahead) if place[0] <= step), None)
        return None if reached is None else self._ahead.pop(reached)

    def _seat_of(self, signed: SignedEntry) -> Seat:
        if signed.entry.game != self.standing.moment.charter.game:
            raise Breach("C3.1", "an entry of another game")
        seat = self._seats.get(signed.entry.author)
        if seat is None:
            raise Breach("C3.2", "the author has no seat")
        return Seat(seat)

    def _admit_now(self, seat: Seat, signed: SignedEntry) -> Verdict:
        earlier = self.standing.heard_from(seat)
        if earlier is not None:
            return _compare(seat, earlier, signed)
        before = self.standing
        try:
            self.standing = before.after(seat, signed)
        except Collapse as collapse:
            return Collapsed(collapse.clause, signed, collapse.detail)
        except Breach as breach:
            return Fault(seat, breach.clause, signed, detail=breach.detail)
        if self.standing.moment != before.moment:
            self._close(before, signed)
        return Admitted(signed)

    def _close(self, before: Standing, last: SignedEntry) -> None:
        said = [*(one.signed for one in before.heard), last]
        self._steps.append(tuple(sorted(said, key=lambda one: one.entry.author)))
        self._step_after[before.moment.digest] = before.moment.step

    def _judge_late(self, seat: Seat, signed: SignedEntry) -> Verdict:
        step = self._step_after[signed.entry.after]
        author = signed.entry.author
        earlier = next((one for one in self._steps[step] if one.entry.author == author), None)
        if earlier is None:
            return Fault(seat, "T2.2", signed, detail=f"spoke unasked in step {step}")
        return _compare(seat, earlier, signed)

    def _keep(self, signed: SignedEntry) -> Verdict:
        step = self.standing.moment.step
        if not step < signed.entry.step <= step + STEPS_AHEAD:
            return Elsewhere(signed)
        kept = self._ahead.setdefault((signed.entry.step, signed.entry.author), signed)
        if kept.encoded == signed.encoded and kept is not signed:
            return Known(signed)
        return Ahead(signed) if kept is signed else Elsewhere(signed)


def _compare(seat: Seat, earlier: SignedEntry, signed: SignedEntry) -> Verdict:
    if contradict(earlier, signed):
        detail = f"two entries of step {earlier.entry.step}"
        return Fault(seat, "C4.1", signed, earlier, detail)
    return Known(signed)
