"""Records that somebody has laid hands on without anybody's key, and what an audit owes them."""

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import accumulate
from typing import Final

from p2pqwirkle.audit.replay import audit
from p2pqwirkle.audit.report import Report, Verdict
from p2pqwirkle.bag.group import Group
from p2pqwirkle.record.record import MAGIC, RecordReader
from tests.forge import flipped, record_of

MISPLACED: Final = frozenset({"A2.1", "A2.2", "A2.3"})
"""What an audit says of an entry that is whole, and not where it belongs."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A record with one thing done to it.

    Attributes:
        what: what was done.
        entry: the ordinal of the first entry that does not hold.
        clauses: one of these is broken; any, if there is none.
    """

    what: str
    record: bytes
    entry: int
    clauses: frozenset[str] = frozenset()


def wires_of(record: bytes) -> list[bytes]:
    return list(RecordReader(BytesIO(record)))


def report_on(record: bytes, group: Group) -> Report:
    return audit(BytesIO(record), group)


def assert_damage(mutant: Mutant, group: Group) -> None:
    """The audit names the entry and a clause, and convicts nobody."""
    report = report_on(mutant.record, group)
    assert report.verdict is Verdict.UNREADABLE, mutant.what
    (finding,) = report.faults
    assert (finding.seat, finding.name) == (None, None), mutant.what
    assert finding.entry == mutant.entry, f"{mutant.what}: {finding}"
    assert not mutant.clauses or finding.clause in mutant.clauses, f"{mutant.what}: {finding}"
    assert "claimed author: " in finding.detail


def changed(wires: Sequence[bytes], place: int, mask: int) -> Mutant:
    """One byte of the file changed; *place* counts from its start."""
    ends = list(accumulate((4 + len(wire) for wire in wires), initial=len(MAGIC)))
    entry = max(0, sum(end <= place for end in ends) - 1)
    record = flipped(record_of(wires), place, mask)
    return Mutant(f"byte {place} changed by {mask:#04x}", record, entry)


def doubled(wires: Sequence[bytes], entry: int) -> Mutant:
    record = record_of([*wires[: entry + 1], *wires[entry:]])
    return Mutant(f"entry {entry} doubled", record, entry + 1, MISPLACED)


def without(wires: Sequence[bytes], entry: int) -> Mutant:
    """One entry taken out, which is not the last one."""
    record = record_of([*wires[:entry], *wires[entry + 1 :]])
    return Mutant(f"entry {entry} taken out", record, entry, MISPLACED)


def exchanged(wires: Sequence[bytes], one: int, other: int) -> Mutant:
    mixed = list(wires)
    mixed[one], mixed[other] = mixed[other], mixed[one]
    what = f"entries {one} and {other} exchanged"
    return Mutant(what, record_of(mixed), min(one, other), MISPLACED)


def moved(wires: Sequence[bytes], source: int, target: int) -> Mutant:
    """One entry taken out and put in elsewhere."""
    mixed = list(wires)
    mixed.insert(target, mixed.pop(source))
    what = f"entry {source} moved to {target}"
    return Mutant(what, record_of(mixed), min(source, target), MISPLACED)


def replaced(wires: Sequence[bytes], entry: int, foreign: bytes) -> Mutant:
    """Not the first entry, but one of another game in its place."""
    record = record_of([*wires[:entry], foreign, *wires[entry + 1 :]])
    what = f"entry {entry} of another game"
    return Mutant(what, record, entry, frozenset({"C3.1", "C3.2"}))


def followed(wires: Sequence[bytes], more: bytes) -> Mutant:
    """Something behind the end of a finished game."""
    what = f"{len(more)} bytes behind the end"
    return Mutant(what, record_of(wires) + more, len(wires), frozenset({"A2.3"}))
