"""Put a record through the referee, entry by entry.

There is no rule in this file: what live play refuses, the audit refuses, and nothing else.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import chain
from typing import BinaryIO, Final

from p2pqwirkle.audit.hands import HandClaim, check_tiles, claims_of
from p2pqwirkle.audit.report import Checks, Finding, Report, Scored, Unchecked, Verdict
from p2pqwirkle.bag.group import Group, Scalar
from p2pqwirkle.errors import Breach, Collapse
from p2pqwirkle.record.entry import SignedEntry, read_signed_entry
from p2pqwirkle.record.identity import PlayerId
from p2pqwirkle.record.record import RecordReader
from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.table.charter import Charter, read_charter
from p2pqwirkle.table.entries import Kind
from p2pqwirkle.table.phases import Phase
from p2pqwirkle.table.playing import Playing
from p2pqwirkle.table.referee import Admitted, Collapsed, Damage, Fault, Referee
from p2pqwirkle.table.standing import Standing

TURNS: Final = (Kind.PLAY, Kind.SWAP, Kind.PASS)
WITH_SHARES: Final = (Kind.DEAL, Kind.DRAW, Kind.PLAY)


def audit(stream: BinaryIO, group: Group) -> Report:
    """Check all that the record in *stream* proves (A1 to A3)."""
    reader = RecordReader(stream)
    wires = iter(reader)
    try:
        first = next(wires, None)
        charter = None if first is None else _read_first(first)
    except Breach as breach:
        finding = Finding(None, None, breach.clause, 0, breach.detail)
        return Report(Verdict.UNREADABLE, faults=(finding,))
    if first is None or charter is None:
        return Report(Verdict.UNFINISHED, torn=reader.torn)
    return _Replay(group, charter).run(chain((first,), wires), reader)


def _read_first(wire: bytes) -> Charter:
    """The charter, which the first entry holds.

    Raises:
        Breach: E, C or T1, or A2.1 if it is no charter.
    """
    entry = read_signed_entry(wire).entry
    if entry.kind != Kind.CHARTER:
        raise Breach("A2.1", f"the record begins with an entry of kind {entry.kind}")
    charter = read_charter(entry.body)
    if charter.game != entry.game:
        raise Breach("A2.1", "the game is not the hash of its charter")
    return charter


class _Replay:
    """One record under audit."""

    def __init__(self, group: Group, charter: Charter) -> None:
        self._charter = charter
        self._referee = Referee(group, charter)
        self._entries: Counter[int] = Counter()
        self._claims: list[HandClaim] = []
        self._claims_held = 0
        self._out_of_place: tuple[SignedEntry, Finding] | None = None

    def run(self, wires: Iterator[bytes], reader: RecordReader) -> Report:
        """Judge every entry; the first that does not hold ends it."""
        ordinal = 0
        try:
            for ordinal, wire in enumerate(wires):
                finding = self._judge(ordinal, wire)
                if finding is not None:
                    return self._report(_verdict_on(finding), faults=(finding,))
        except Breach as breach:
            finding = Finding(None, None, breach.clause, ordinal + 1, breach.detail)
            return self._report(Verdict.UNREADABLE, faults=(finding,))
        if self._out_of_place is not None:
            return self._report(Verdict.UNREADABLE, faults=(self._out_of_place[1],))
        return self._conclude(ordinal, reader.torn)

    def _judge(self, ordinal: int, wire: bytes) -> Finding | None:
        before = self._referee.standing
        verdict = self._referee.admit(wire)
        if self._out_of_place is not None:
            return self._judge_after_gap(ordinal, verdict)
        match verdict:
            case Admitted(signed):
                self._note(before, ordinal, signed)
                return None
            case Fault() as fault:
                return self._blame(fault, ordinal)
            case Damage(clause, detail, author):
                claimed = f"{detail}; claimed author: {self._name_of(author)}"
                return Finding(None, None, clause, ordinal, claimed)
            case Collapsed(clause, _, detail):
                return Finding(None, None, clause, ordinal, detail)
            case other:
                claimed = f"claimed author: {self._name_of(other.signed.entry.author)}"
                return Finding(None, None, "A2.2", ordinal, f"does not follow; {claimed}")

    def _judge_after_gap(self, ordinal: int, verdict: object) -> Finding:
        """An entry may skip its turn in one case: it is the first of two exhibits (C4)."""
        assert self._out_of_place is not None  # that is what makes it a gap
        skipped, finding = self._out_of_place
        if isinstance(verdict, Fault) and verdict.against == skipped:
            return self._blame(verdict, ordinal)
        return finding

    def _note(self, before: Standing, ordinal: int, signed: SignedEntry) -> None:
        entry = signed.entry
        seat = Seat(self._charter.identities.index(entry.author))
        if seat != before.awaited[0]:
            detail = f"an entry of seat {before.awaited[0]} is missing before it"
            claimed = f"claimed author: {self._name_of(entry.author)}"
            finding = Finding(None, None, "A2.2", ordinal, f"{detail}; {claimed}")
            self._out_of_place = signed, finding
        self._entries[entry.kind] += 1
        self._claims += claims_of(before, seat, ordinal, entry)

    def _conclude(self, last: int, torn: int) -> Report:
        """Check what only opened keys can show."""
        stage = self._referee.standing.stage
        if not isinstance(stage, Playing) or stage.phase is not Phase.OVER:
            reason = "the record ends before keys are opened"
            return self._report(Verdict.UNFINISHED, unchecked=self._unchecked(reason), torn=torn)
        if torn:
            finding = Finding(None, None, "A2.3", last + 1, f"{torn} bytes after the last entry")
            return self._report(Verdict.UNREADABLE, faults=(finding,))
        try:
            faults = tuple(self._false_claims(stage))
            check_tiles(stage)
        except Collapse as collapse:
            finding = Finding(None, None, collapse.clause, None, collapse.detail)
            return self._report(Verdict.UNREADABLE, faults=(finding,))
        closed = tuple(self._closed_keys(stage))
        return self._report(_verdict_of(faults, closed), faults=faults, unchecked=closed)

    def _false_claims(self, stage: Playing) -> Iterator[Finding]:
        for claim in self._claims:
            secret = stage.opened[claim.seat]
            if secret is not None:
                yield from self._false_claim(claim, secret)

    def _false_claim(self, claim: HandClaim, secret: Scalar) -> Iterator[Finding]:
        try:
            claim.verify(secret)
        except Collapse:
            raise
        except Breach as breach:
            name = self._charter.players[claim.seat].name
            yield Finding(claim.seat, name, breach.clause, claim.entry, breach.detail)
        else:
            self._claims_held += 1

    def _closed_keys(self, stage: Playing) -> Iterator[Unchecked]:
        for claim in self._claims:
            if stage.opened[claim.seat] is None:
                yield Unchecked(claim.seat, claim.clause, "the key was not opened")

    def _unchecked(self, reason: str) -> tuple[Unchecked, ...]:
        return tuple(Unchecked(claim.seat, claim.clause, reason) for claim in self._claims)

    def _blame(self, fault: Fault, ordinal: int) -> Finding:
        name = self._charter.players[fault.seat].name
        return Finding(fault.seat, name, fault.clause, ordinal, fault.detail)

    def _name_of(self, author: PlayerId | None) -> str:
        names = {player.identity: player.name for player in self._charter.players}
        if author is None:
            return "none"
        return names.get(author, author.hex())

    def _report(
        self,
        verdict: Verdict,
        *,
        faults: tuple[Finding, ...] = (),
        unchecked: tuple[Unchecked, ...] = (),
        torn: int = 0,
    ) -> Report:
        stage = self._referee.standing.stage
        outcome = stage.position.outcome if isinstance(stage, Playing) else None
        return Report(
            verdict=verdict,
            game=self._charter.game.hex(),
            faults=faults,
            players=self._score_sheet(),
            winners=() if outcome is None else outcome.winners,
            ending=None if outcome is None else outcome.ending.value,
            turns=sum(self._entries[kind] for kind in TURNS),
            swaps=self._entries[Kind.SWAP],
            checks=self._checks(),
            unchecked=unchecked,
            torn=torn,
        )

    def _score_sheet(self) -> tuple[Scored, ...]:
        stage = self._referee.standing.stage
        players = self._charter.players
        scores = stage.position.scores if isinstance(stage, Playing) else (0,) * len(players)
        return tuple(
            Scored(Seat(seat), player.name, scores[seat]) for seat, player in enumerate(players)
        )

    def _checks(self) -> Checks:
        return Checks(
            signatures=self._entries.total(),
            shuffles=self._entries[Kind.SHUFFLE],
            shares=sum(self._entries[kind] for kind in WITH_SHARES),
            moves=sum(self._entries[kind] for kind in TURNS),
            claims=self._claims_held,
        )


def _verdict_on(finding: Finding) -> Verdict:
    return Verdict.UNREADABLE if finding.seat is None else Verdict.FAULT


def _verdict_of(faults: tuple[Finding, ...], closed: tuple[Unchecked, ...]) -> Verdict:
    if faults:
        return Verdict.FAULT
    return Verdict.UNFINISHED if closed else Verdict.FAIR
