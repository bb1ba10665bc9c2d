"""The audit, written a second time from protocol/audit.md alone.

It joins the second implementations of encoding, record, bag, rules and table.
"""

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from functools import cache
from typing import Final, NamedTuple

from tests.naive import record
from tests.naive.answers import ANSWER, RESIGN, Fault, name_of
from tests.naive.bodies import Question, Slot, read_answer, read_charter
from tests.naive.curve import Q, multiply
from tests.naive.record import RECORD_MAGIC, Entry
from tests.naive.refused import Refused, require
from tests.naive.rules import fits_somewhere, largest_set
from tests.naive.table import Collapse, Held, Table, face, open_tile

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
    departures: Sequence["Departure"] = ()


class Departure(NamedTuple):
    """A2, step 7: who was gone on without, why, in which step, and whose draw that made void."""

    seat: int
    reason: str
    step: int
    voided: list[int]


class Cut:
    """A2, step 7: what the record still has to say of a step that is cut.

    All of it is judged by a copy of the table, so that what is void leaves nothing behind.
    """

    def __init__(self, table: Table, question: Question) -> None:
        self.table = deepcopy(table)
        self.table.is_cut = True
        self.question = question
        self.asked = [seat for seat in table.living if seat not in question.seats]
        self.grounds = list(question.grounds)
        self.at_fault: set[int] = set()
        self.resigned: set[int] = set()

    @property
    def is_at_end(self) -> bool:
        return not self.asked and not self.grounds

    @property
    def counts(self) -> bool:
        return self.table.open.counts(self.question, [*self.at_fault, *self.resigned])

    def agrees(self, entry: Entry) -> bool:
        """Whether the next seat that is asked agrees."""
        author = self.table.charter.identities[self.asked[0]]
        if entry.kind != ANSWER or entry.author != author:
            return False
        return read_answer(entry.body) == (self.question, True)

    def departures(self) -> Iterator[Departure]:
        step = self.table.open
        drawers = {"deal": step.living, "draw": [self.table.mover]}.get(step.phase, [])
        voided = [seat for seat in drawers if seat not in self.question.seats]
        for seat in self.question.seats:
            yield Departure(seat, self.reason(seat), step.number, voided)

    def reason(self, seat: int) -> str:
        if self.question.purpose == 1:
            return "time"
        if seat in self.resigned:
            return "resigned"
        return "fault" if seat in self.at_fault else "silent"


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
        findings = [*replay.findings, found.finding]
        return Report(verdict, findings, [], replay.table, replay.departures)
    table = replay.table
    if table is None or table.phase != "over":
        unchecked = [(claim.seat, claim.clause) for claim in replay.claims]
        verdict = "fault" if replay.findings else "unfinished"
        return Report(verdict, replay.findings, unchecked, table, replay.departures)
    report = look_into_hands(table, replay.claims, replay.findings)
    return report._replace(departures=replay.departures)


class Replay:
    """A2."""

    def __init__(self) -> None:
        self.table: Table | None = None
        self.claims: list[Claim] = []
        self.left_out: tuple[str, int] | None = None
        self.cut: Cut | None = None
        self.findings: list[Finding] = []
        self.faulty: set[bytes] = set()
        self.departures: list[Departure] = []

    def run(self, content: bytes) -> None:
        ordinal, end = -1, len(RECORD_MAGIC)
        for ordinal, item in enumerate(items(content)):
            self.judge(ordinal, item)
            end += 4 + len(item) if isinstance(item, bytes) else 0
        if self.left_out is not None:
            raise Found(None, *self.left_out)
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
                raise Found(None, *self.left_out) from None
            raise Found(None, wrong.clause, ordinal) from None

    def take(self, ordinal: int, item: bytes | Refused) -> None:
        if isinstance(item, Refused):
            raise item
        entry = read_entry(item)
        if self.table is None:
            self.table = open_table(entry)
        if self.cut is not None:
            self.take_in_cut(self.cut, ordinal, entry)
            return
        awaited = [seat for seat in self.table.speakers() if seat not in self.table.heard]
        self.table.is_cut = self.left_out is not None  # what follows completes nothing any more
        is_known = entry.encoded in self.faulty
        verdict = "known" if is_known else self.table.judge(entry)
        require(self.left_out is None, "A2.2")
        if verdict != "admitted":
            self.left_out = "A2.2", ordinal
        elif entry.kind == ANSWER:
            self.begin_cut(self.table, ordinal, entry)
        elif entry.kind == RESIGN or entry.author != self.table.charter.identities[awaited[0]]:
            self.left_out = "A2.2", ordinal
        else:
            self.claims += claims_of(self.table, ordinal, awaited[0], entry.kind)

    def begin_cut(self, table: Table, ordinal: int, entry: Entry) -> None:
        question, _ = read_answer(entry.body)
        self.cut = Cut(table, question)
        if table.heard or not self.cut.agrees(entry):
            self.left_out = "A2.2", ordinal
            return
        self.cut.asked.pop(0)
        self.end_cut(self.cut, ordinal)

    def take_in_cut(self, cut: Cut, ordinal: int, entry: Entry) -> None:
        is_ground = not cut.asked and cut.grounds[:1] == [name_of(entry)]
        if self.left_out is not None or not is_ground:
            cut.table.judge(entry)
            require(self.left_out is None, "A2.2")
            if not cut.asked or not cut.agrees(entry):
                self.left_out = "A2.2", ordinal
                return
            cut.asked.pop(0)
        else:
            self.take_ground(cut, ordinal, entry)
            cut.grounds.pop(0)
        self.end_cut(cut, ordinal)

    def take_ground(self, cut: Cut, ordinal: int, entry: Entry) -> None:
        try:
            cut.table.judge(entry)
        except Fault as fault:
            self.findings.append(Finding(fault.seat, fault.clause, ordinal))
            self.faulty.add(entry.encoded)
            cut.at_fault.add(fault.seat)
            if fault.clause != "C4.1":
                return
        if entry.kind == RESIGN:
            cut.resigned.add(cut.table.charter.identities.index(entry.author))

    def end_cut(self, cut: Cut, ordinal: int) -> None:
        if not cut.is_at_end:
            return
        if not cut.counts:
            self.left_out = "A2.4", ordinal
            return
        assert self.table is not None  # a step of it is cut
        self.table.cut(cut.question, cut.table)
        self.departures += cut.departures()
        self.cut = None


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


def look_into_hands(table: Table, claims: Sequence[Claim], findings: Sequence[Finding]) -> Report:
    """A3."""
    known = {seat: table.secrets.get(seat) for seat in table.living}
    opened = {seat: x for seat, x in known.items() if x is not None}
    try:
        false = [one for one in claims if one.seat in opened and not one.is_true(opened[one.seat])]
        if len(opened) == len(table.living) > 1 and not table.silent:
            check_tiles(table, opened)
    except Collapse as collapse:
        found = [*findings, Finding(None, collapse.clause, None)]
        return Report("unreadable", found, [], table)
    faults = [*findings, *(Finding(claim.seat, claim.clause, claim.ordinal) for claim in false)]
    there = {*table.living, *table.silent}
    closed = [claim for claim in claims if claim.seat in there and claim.seat not in opened]
    gone = [claim for claim in claims if claim.seat not in there]
    unchecked = [(claim.seat, claim.clause) for claim in (*closed, *gone)]
    verdict = "fault" if faults else "unfinished" if closed or table.silent else "fair"
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
