"""Put a record through the referee, entry by entry.

There is no rule in this file: what live play refuses, the audit refuses, and nothing else.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain
from typing import BinaryIO, Final, TypeAlias

from p2pqwirkle.audit.cuts import Cut, departures_of
from p2pqwirkle.audit.hands import HandClaim, check_tiles, claims_of, unchecked_claims
from p2pqwirkle.audit.reading import damage_to, items_of, read_first
from p2pqwirkle.audit.report import (
    Checks,
    Departure,
    Finding,
    Report,
    Scored,
    Unchecked,
    Verdict,
    Why,
)
from p2pqwirkle.bag.group import Group, Scalar
from p2pqwirkle.errors import Breach, Collapse
from p2pqwirkle.record.entry import SignedEntry, claimed_author
from p2pqwirkle.record.record import RecordReader
from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.rules.position import Position
from p2pqwirkle.table.charter import Charter
from p2pqwirkle.table.course import Complete
from p2pqwirkle.table.entries import Kind
from p2pqwirkle.table.phases import Phase
from p2pqwirkle.table.playing import Playing
from p2pqwirkle.table.rebuilding import Rebuilding
from p2pqwirkle.table.referee import Referee
from p2pqwirkle.table.standing import Standing
from p2pqwirkle.table.verdicts import (
    Admitted,
    Ahead,
    Collapsed,
    Damage,
    Elsewhere,
    Fault,
    Known,
    Late,
    Void,
)

TURNS: Final = (Kind.PLAY, Kind.SWAP, Kind.PASS)
WITH_SHARES: Final = (Kind.DEAL, Kind.DRAW, Kind.PLAY)


Witness: TypeAlias = Callable[[Standing, SignedEntry, Standing], None]
"""Is told of every admitted entry, between the standing before it and the one after it."""


def _look_away(_before: Standing, _signed: SignedEntry, _after: Standing) -> None:
    """What most callers do: the verdict is enough for them."""


def audit(stream: BinaryIO, group: Group, witness: Witness = _look_away) -> Report:
    """Check all that the record in *stream* proves (A1 to A3).

    *witness* only looks on; whatever follows the last entry that holds, it does not see.
    """
    reader = RecordReader(stream)
    items = items_of(reader)
    first = next(items, None)
    if first is None:
        return Report(Verdict.UNFINISHED, torn=reader.torn)
    try:
        charter = read_first(first)
    except Breach as breach:
        finding = damage_to(0, breach, claimed_author(reader.pair), {})
        return Report(Verdict.UNREADABLE, faults=(finding,))
    return _Replay(group, charter, reader, witness).run(chain((first,), items))


class _Replay:
    """One record under audit."""

    def __init__(
        self, group: Group, charter: Charter, reader: RecordReader, witness: Witness
    ) -> None:
        self._charter = charter
        self._witness = witness
        self._reader = reader
        self._referee = Referee(group, charter)
        self._entries: Counter[int] = Counter()
        self._claims: list[HandClaim] = []
        self._claims_held = 0
        self._gap: Finding | None = None
        self._cut: Cut | None = None
        self._faults: list[Finding] = []
        self._departures: list[Departure] = []

    def run(self, items: Iterator[bytes | Breach]) -> Report:
        """Judge every entry; the first that does not hold ends it."""
        count = 0
        for ordinal, item in enumerate(items):
            finding = self._judge(ordinal, item)
            if finding is not None:
                return self._stopped(finding)
            count += 1
        if self._gap is not None:
            return self._stopped(self._gap)
        return self._conclude(count)

    def _judge(self, ordinal: int, item: bytes | Breach) -> Finding | None:
        if self._gap is not None:
            return self._judge_after(self._gap, ordinal, item)
        before = self._referee.standing
        if before.phase is Phase.OVER:
            return self._damage(ordinal, "A2.3", "it stands behind the end of the game")
        if isinstance(item, Breach):
            return self._damage(ordinal, item.clause, item.detail)
        match self._referee.admit(item):
            case Damage(clause, detail):
                return self._damage(ordinal, clause, detail)
            case Collapsed(clause, _, detail):
                return Finding(None, None, clause, ordinal, detail)
            case Fault() as fault if self._cut is None or not self._cut.is_ground(fault.entry):
                return self._blame(fault, ordinal)
            case verdict:
                return self._follow(before, ordinal, verdict)

    def _follow(
        self,
        before: Standing,
        ordinal: int,
        verdict: Admitted | Known | Void | Late | Ahead | Elsewhere | Fault,
    ) -> Finding | None:
        """Take a signed entry in its place, and complete the step if it is the last of it."""
        signed = verdict.entry if isinstance(verdict, Fault) else verdict.signed
        begins = self._cut is None
        self._cut = self._cut or Cut.begun_by(self._referee.standing)
        if self._cut is not None:
            # Of a step that is cut, nothing stands before the agreements.
            if (begins and before.heard) or not self._cut.awaits(signed):
                self._doubt(ordinal, "A2.2", "it is not what the cut step awaits")
                return None
            self._cut = self._cut.after(signed)
        elif not isinstance(verdict, Admitted):
            self._doubt(ordinal, "A2.2", "it does not follow what is before it")
            return None
        elif signed.entry.kind == Kind.RESIGN:
            self._doubt(ordinal, "A2.2", "nobody has agreed to go on without its author")
            return None
        self._note(before, ordinal, verdict)
        try:
            is_whole = self._cut is None or self._cut.is_at_end
            complete = self._referee.settle() if is_whole else None
        except Collapse as collapse:
            return Finding(None, None, collapse.clause, ordinal, collapse.detail)
        self._witness(before, signed, self._referee.standing)
        return None if self._cut is None else self._end_cut(ordinal, complete)

    def _end_cut(self, ordinal: int, complete: Complete | None) -> Finding | None:
        assert self._cut is not None  # what is ended here has begun
        if complete is None:
            if self._cut.is_at_end:
                self._doubt(ordinal, "A2.4", "too few, or without the grounds it names")
                return None
            return None
        self._departures += departures_of(complete, self._charter)
        self._cut = None
        return None

    def _doubt(self, ordinal: int, clause: str, detail: str) -> None:
        """Damage, unless the next entry is the second of two exhibits."""
        self._gap = self._damage(ordinal, clause, detail)

    def _judge_after(self, gap: Finding, ordinal: int, item: bytes | Breach) -> Finding:
        """Tell the first of two exhibits from an entry before which another is missing.

        A fault is proven by its author's signature, whatever else is missing.
        """
        if isinstance(item, bytes):
            verdict = self._referee.admit(item)
            if isinstance(verdict, Fault):
                return self._blame(verdict, ordinal)
        return gap

    def _note(
        self,
        before: Standing,
        ordinal: int,
        verdict: Admitted | Known | Void | Late | Ahead | Elsewhere | Fault,
    ) -> None:
        if isinstance(verdict, Fault):
            self._faults.append(self._blame(verdict, ordinal))
            return
        entry = verdict.signed.entry
        if self._cut is not None:
            self._entries[entry.kind] += 1
            return
        seat = Seat(self._charter.identities.index(entry.author))
        if seat != before.awaited[0]:
            detail = f"an entry of seat {before.awaited[0]} is missing before it"
            self._doubt(ordinal, "A2.2", detail)
            return
        self._entries[entry.kind] += 1
        self._claims += claims_of(before, seat, ordinal, entry)

    def _damage(self, ordinal: int, clause: str, detail: str) -> Finding:
        names = {player.identity: player.name for player in self._charter.players}
        return damage_to(ordinal, Breach(clause, detail), claimed_author(self._reader.pair), names)

    def _stopped(self, finding: Finding) -> Report:
        """The report on a record that holds as far as *finding* and no farther."""
        unchecked = self._unchecked(Why.BROKEN)
        faults = (*self._faults, finding)
        return self._report(_verdict_on(finding), faults=faults, unchecked=unchecked)

    def _conclude(self, count: int) -> Report:
        """Check what only opened keys can show."""
        stage, torn = self._referee.standing.stage, self._reader.torn
        if not isinstance(stage, Playing) or stage.phase is not Phase.OVER:
            unchecked = self._unchecked(Why.SHORT)
            verdict = Verdict.FAULT if self._faults else Verdict.UNFINISHED
            faults = tuple(self._faults)
            return self._report(verdict, faults=faults, unchecked=unchecked, torn=torn)
        if torn:
            detail = f"{torn} bytes stand behind the end of the game"
            return self._stopped(self._damage(count, "A2.3", detail))
        try:
            faults = (*self._faults, *self._false_claims(stage))
            tiles = check_tiles(stage)
        except Collapse as collapse:
            return self._stopped(Finding(None, None, collapse.clause, None, collapse.detail))
        unchecked = unchecked_claims(self._claims, stage)
        is_closed = any(one.why is Why.CLOSED for one in unchecked)
        verdict = _verdict_of(faults, is_open=not is_closed and not stage.silent)
        return self._report(verdict, faults=faults, unchecked=unchecked, tiles=tiles)

    def _false_claims(self, stage: Playing) -> Iterator[Finding]:
        for claim in self._claims:
            secret = stage.opened[claim.seat]
            if secret is not None:
                yield from self._false_claim(claim, secret)

    def _false_claim(self, claim: HandClaim, secret: Scalar) -> Iterator[Finding]:
        breach = claim.breach_found_with(secret)
        if breach is None:
            self._claims_held += 1
        else:
            name = self._charter.players[claim.seat].name
            yield Finding(claim.seat, name, breach.clause, claim.entry, breach.detail)

    def _unchecked(self, why: Why) -> tuple[Unchecked, ...]:
        return tuple(Unchecked(claim.seat, claim.clause, why) for claim in self._claims)

    def _blame(self, fault: Fault, ordinal: int) -> Finding:
        name = self._charter.players[fault.seat].name
        return Finding(fault.seat, name, fault.clause, ordinal, fault.detail)

    def _report(
        self,
        verdict: Verdict,
        *,
        faults: tuple[Finding, ...] = (),
        unchecked: tuple[Unchecked, ...] = (),
        torn: int = 0,
        tiles: int = 0,
    ) -> Report:
        position = self._position
        outcome = None if position is None else position.outcome
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
            tiles=tiles,
            departures=tuple(self._departures),
        )

    @property
    def _position(self) -> Position | None:
        """How the game stands by the rules, also while a new bag is made; None before play."""
        stage = self._referee.standing.stage
        going_on = stage.then if isinstance(stage, Rebuilding) else stage
        return going_on.position if isinstance(going_on, Playing) else None

    def _score_sheet(self) -> tuple[Scored, ...]:
        position, players = self._position, self._charter.players
        scores = (0,) * len(players) if position is None else position.scores
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


def _verdict_of(faults: tuple[Finding, ...], *, is_open: bool) -> Verdict:
    if faults:
        return Verdict.FAULT
    return Verdict.FAIR if is_open else Verdict.UNFINISHED
