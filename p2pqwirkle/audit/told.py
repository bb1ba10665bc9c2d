"""Sentences about what an audit could not know: who has left, and what stays unchecked for it."""

from collections.abc import Iterator, Sequence

from p2pqwirkle.audit.report import Departure, Report, Unchecked
from p2pqwirkle.words import sentence


def departure_lines(report: Report, names: Sequence[str]) -> Iterator[str]:
    """Who was gone on without and why, in the order in which it happened; *names* are by seat."""
    for departure in report.departures:
        yield _departure_line(departure, names)
        if departure.voided:
            drawers = ", ".join(names[seat] for seat in departure.voided)
            yield sentence("audit.voided", names=drawers)


def unchecked_line(report: Report, unchecked: Unchecked, names: Sequence[str]) -> str:
    """What could not be checked of a seat, and why."""
    left = {one.seat for one in report.departures if one.reason != "time"}
    key = "audit.unchecked-left" if unchecked.seat in left else "audit.unchecked"
    name, clause = names[unchecked.seat], unchecked.clause
    return sentence(key, name=name, clause=clause, detail=unchecked.detail)


def _departure_line(departure: Departure, names: Sequence[str]) -> str:
    name = names[departure.seat]
    return sentence(f"audit.left.{departure.reason}", name=name, step=departure.step)
