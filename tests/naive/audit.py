"""The audit, written a second time from protocol/audit.md alone.

It joins the second implementations of encoding, record, bag, rules and table.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

from tests.naive import record
from tests.naive.bodies import Slot, read_charter
from tests.naive.curve import Q, multiply
from tests.naive.record import RECORD_MAGIC, Entry
from tests.naive.refused import Refused, require
from tests.naive.rules import fits_somewhere, largest_set
from tests.naive.table import Collapse, Fault, Held, Table, face, open_tile

CHARTER: Final = 0
CLAIM: Final = 7
PASS: Final = 10

read_entry = cache(record.read_entry)


class Finding(NamedTuple):
    """What does not hold: whose fault, by which clause, the ordinal of the entry."""

    seat: int | None
    clause: str
    entry: int | None


class Claim(NamedTuple):
    """A claim or a pass, and the hand and the board that it is about (A3)."""

    ordinal: int
    seat: int
    size: int | None
    hand: Mapping[Slot, Held]
    board: Mapping[tuple[int, int], str]
    played: set[int]

    @property
    def clause(self) -> str:
        return "R8.2" if self.size is None else "R3.5"

    def is_true(self, x: int) -> bool:
        faces = [face(open_held(one, x, self.played)) for one in self.hand.values()]
        if self.size is None:
            return not fits_somewhere(self.board, faces)
        return largest_set(faces) == self.size


class Report(NamedTuple):
    """A1: the verdict, and what it rests on."""

    verdict: str
    findings: list[Finding]
    unchecked: list[tuple[int, str]]
    table: Table | None


class Found(Exception):  # noqa: N818 - it is what an audit looks for
    """The first entry that does not hold."""

    def __init__(self, seat: int | None, clause: str, entry: int) -> None:
        super().__init__(seat, clause, entry)
        self.finding = Finding(seat, clause, entry)


def audit(content: bytes) -> Report:
    replay = Replay()
    try:
        replay.run(content)
    except Found as found:
        verdict = "unreadable" if found.finding.seat is None else "fault"
        return Report(verdict, [found.finding], [], replay.table)
    if replay.table is None or replay.table.phase != "over":
        unchecked = [(claim.seat, claim.clause) for claim in replay.claims]
        return Report("unfinished", [], unchecked, replay.table)
    return look_into_hands(replay.table, replay.claims)


class Replay:
    """A2."""

    def __init__(self) -> None:
        self.table: Table | None = None
        self.claims: list[Claim] = []
        self.left_out: int | None = None

    def run(self, content: bytes) -> None:
        ordinal, end = -1, len(RECORD_MAGIC)
        for ordinal, item in enumerate(items(content)):
            self.judge(ordinal, item)
            end += 4 + len(item) if isinstance(item, bytes) else 0
        if self.left_out is not None:
            raise Found(None, "A2.2", self.left_out)
        if self.is_over() and end < len(content):
            raise Found(None, "A2.3", ordinal + 1)

    def is_over(self) -> bool:
        return self.table is not None and self.table.phase == "over"

    def judge(self, ordinal: int, item: bytes | Refused) -> None:
        try:
            require(not self.is_over(), "A2.3")
            self.take(ordinal, item)
        except (Refused, Collapse, Fault) as wrong:
            if isinstance(wrong, Fault):
                raise Found(wrong.seat, wrong.clause, ordinal) from None
            if self.left_out is not None:
                raise Found(None, "A2.2", self.left_out) from None
            raise Found(None, wrong.clause, ordinal) from None

    def take(self, ordinal: int, item: bytes | Refused) -> None:
        if isinstance(item, Refused):
            raise item
        entry = read_entry(item)
        if self.table is None:
            self.table = open_table(entry)
        awaited = [seat for seat in self.table.speakers() if seat not in self.table.heard]
        require(self.table.judge(entry) == "admitted", "A2.2")
        require(self.left_out is None, "A2.2")
        if entry.author == self.table.charter.identities[awaited[0]]:
            self.claims += claims_of(self.table, ordinal, awaited[0], entry.kind)
        else:
            self.left_out = ordinal


def items(content: bytes) -> Iterator[bytes | Refused]:
    """A2, step 1: where the file cannot be read on, the clause in place of the next entry."""
    try:
        yield from (pair for pair, _ in record.items(content, RECORD_MAGIC, 64))
    except Refused as refused:
        yield refused


def open_table(entry: Entry) -> Table:
    require(entry.kind == CHARTER, "A2.1")
    charter = read_charter(entry.body)
    require(charter.game == entry.game, "A2.1")
    return Table(charter)


def claims_of(table: Table, ordinal: int, seat: int, kind: int) -> Iterator[Claim]:
    """What an entry just admitted claims about a hidden hand; it changes neither hand nor board."""
    hand, played = dict(table.hands[seat]), set(table.played)
    if kind == CLAIM:
        yield Claim(ordinal, seat, table.claims[seat], hand, {}, played)
    if kind == PASS:
        yield Claim(ordinal, seat, None, hand, dict(table.turn.board), played)


def look_into_hands(table: Table, claims: Sequence[Claim]) -> Report:
    """A3."""
    known = {seat: x for seat, x in table.secrets.items() if x is not None}
    try:
        false = [one for one in claims if one.seat in known and not one.is_true(known[one.seat])]
        if len(known) == len(table.seats):
            check_tiles(table, known)
    except Collapse as collapse:
        return Report("unreadable", [Finding(None, collapse.clause, None)], [], table)
    faults = [Finding(claim.seat, claim.clause, claim.ordinal) for claim in false]
    unchecked = [(claim.seat, claim.clause) for claim in claims if claim.seat not in known]
    verdict = "fault" if faults else "unfinished" if unchecked else "fair"
    return Report(verdict, faults, unchecked, table)


def check_tiles(table: Table, known: Mapping[int, int]) -> None:
    found = list(table.played)
    for a, b in table.bag:
        found.append(open_tile(b, multiply(sum(known.values()) % Q, a), table.played))
    for seat, x in known.items():
        found += [open_held(one, x, table.played) for one in table.hands[seat].values()]
    if sorted(found) != list(range(108)):
        raise Collapse("A3.1")


def open_held(one: Held, x: int, played: set[int]) -> int:
    return open_tile(one.veiled, multiply(x, one.tile[0]), played)
