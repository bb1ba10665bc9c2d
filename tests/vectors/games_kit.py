"""What a whole game among the vectors consists of."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from p2pqwirkle.table.playing import Playing
from tests.forge import record_of
from tests.vectors.scribe import Scribe
from tests.vectors.text import Case, Json

Finding = tuple[int | None, str, int | None]
"""Seat, clause and ordinal of what does not hold."""
Departure = tuple[int, str, int, Sequence[int]]
"""Who was gone on without or passed over, why, in which step, and whose draw that made void."""


@dataclass(frozen=True, slots=True)
class Game:
    """A record, and what an audit says of it.

    Attributes:
        expect: the verdict.
        findings: what does not hold.
        unchecked: seats, each with the clause that cannot be checked of it.
        result: scores, winners, ending and turns, of a game that came to its end.
        departures: in the order in which they happened.
    """

    name: str
    comment: str
    record: bytes
    expect: str
    findings: Sequence[Finding] = ()
    unchecked: Sequence[tuple[int, str]] = ()
    result: Json = None
    departures: Sequence[Departure] = ()

    @property
    def file(self) -> str:
        return f"{self.name}.qwk"

    def with_result(self, scribe: Scribe) -> "Game":
        """The same, with the result of the game that *scribe* wrote down."""
        return replace(self, result=_result(scribe))

    def as_case(self) -> Case:
        """What games.json says of it."""
        findings: list[Json] = [
            {"seat": seat, "clause": clause, "entry": entry}
            for seat, clause, entry in self.findings
        ]
        unchecked: list[Json] = [
            {"seat": seat, "clause": clause} for seat, clause in self.unchecked
        ]
        case: Case = {
            "id": self.name,
            "expect": self.expect,
            "comment": self.comment,
            "file": self.file,
            "findings": findings,
            "unchecked": unchecked,
            "result": self.result,
        }
        return case | {"departures": self._told_departures()} if self.departures else case

    def _told_departures(self) -> list[Json]:
        return [
            {"seat": seat, "reason": reason, "step": step, "voided": list(voided)}
            for seat, reason, step, voided in self.departures
        ]


def finished(scribe: Scribe, name: str, comment: str) -> Game:
    """A game that was played to its end, and fair."""
    return Game(name, comment, scribe.record, "fair").with_result(scribe)


def unfinished(
    name: str,
    comment: str,
    wires: Sequence[bytes],
    unchecked: Sequence[tuple[int, str]],
    cut: int = 0,
) -> Game:
    """A record that ends too early, the last *cut* bytes of it missing besides."""
    written = record_of(wires)
    return Game(name, comment, written[: len(written) - cut], "unfinished", unchecked=unchecked)


def faulty(scribe: Scribe, name: str, clause: str, comment: str) -> Game:
    """A game that ends with the fault of its liar."""
    findings = [(scribe.seat_of(scribe.liar), clause, len(scribe.wires) - 1)]
    return Game(name, comment, scribe.record, "fault", findings)


def damaged(name: str, clause: str, entry: int, record: bytes, comment: str) -> Game:
    """A record that convicts nobody."""
    return Game(name, comment, record, "unreadable", [(None, clause, entry)])


def _result(scribe: Scribe) -> Json:
    stage = scribe.standing.stage
    assert isinstance(stage, Playing)  # it was played to its end
    outcome = stage.position.outcome
    assert outcome is not None  # likewise
    return {
        "scores": list(stage.position.scores),
        "winners": list(outcome.winners),
        "ending": outcome.ending.value,
    }
