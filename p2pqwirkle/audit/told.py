"""What an audit has found, in sentences.

Names and details are given as they may be shown; the page gives them, and gets the sentences,
with their markup.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from typing import Final, Protocol

from p2pqwirkle.audit.report import Departure, Finding, Report, Unchecked, Verdict, Why
from p2pqwirkle.words import clause_sentence, sentence

UNCHECKED: Final[Mapping[Why, str]] = {
    Why.CLOSED: "audit.why.closed",
    Why.LEFT: "audit.why.left",
    Why.BROKEN: "audit.why.broken",
    Why.SHORT: "audit.why.short",
}
"""The keys of the reasons why something could not be checked."""


class Say(Protocol):
    """A way of saying sentences."""

    def __call__(self, key: str, **fields: object) -> str:
        """The sentence for *key*, with its *fields* filled in."""


def listed(names: Sequence[str]) -> str:
    """*names* one after another; of names with markup, the list has it too."""
    return reduce(lambda left, right: left + ", " + right, names) if names else ""


def verdict_key(report: Report) -> str:
    """The key of the sentence for the verdict."""
    if report.verdict is Verdict.FAIR and report.unchecked:
        return "audit.fair-left"
    if report.verdict is Verdict.UNFINISHED and report.ending is not None:
        return "audit.unfinished-keys"
    return f"audit.{report.verdict.value}"


def verdict_line(report: Report, names: Sequence[str], say: Say = sentence) -> str:
    """What the record is worth; *names* are by seat."""
    return say(verdict_key(report), name=culprits(report, names))


def culprits(report: Report, names: Sequence[str]) -> str:
    """The names of all who are at fault, once each."""
    seats = sorted({finding.seat for finding in report.faults if finding.seat is not None})
    return listed([names[seat] for seat in seats])


def finding_line(finding: Finding, names: Sequence[str], detail: str, say: Say = sentence) -> str:
    """What does not hold, and whose fault it is, if it is somebody's."""
    key = "audit.at-fault" if finding.seat is not None else "audit.damaged"
    return say(
        "audit.collapsed" if finding.entry is None else key,
        entry=finding.entry,
        name=None if finding.seat is None else names[finding.seat],
        clause=finding.clause,
        sentence=clause_sentence(finding.clause),
        detail=detail,
    )


def departure_lines(report: Report, names: Sequence[str], say: Say = sentence) -> Iterator[str]:
    """Who was gone on without and why, in the order in which it happened."""
    for departure in report.departures:
        yield _departure_line(departure, names, say)
        if departure.voided:
            yield say("audit.voided", names=listed([names[seat] for seat in departure.voided]))


def unchecked_line(
    report: Report, unchecked: Unchecked, names: Sequence[str], say: Say = sentence
) -> str:
    """What could not be checked of a seat, and why."""
    left = {one.seat for one in report.departures if one.reason != "time"}
    key = "audit.unchecked-left" if unchecked.seat in left else "audit.unchecked"
    name, detail = names[unchecked.seat], sentence(UNCHECKED[unchecked.why])
    return say(key, name=name, clause=unchecked.clause, detail=detail)


def _departure_line(departure: Departure, names: Sequence[str], say: Say) -> str:
    name = names[departure.seat]
    return say(f"audit.left.{departure.reason}", name=name, step=departure.step)
