"""`audit`: was that game fair?"""

import argparse
import json
import sys
from collections.abc import Iterable
from dataclasses import asdict
from typing import Final

from p2pqwirkle.audit.replay import audit
from p2pqwirkle.audit.report import Finding, Report, Verdict
from p2pqwirkle.bag.group import Edwards25519
from p2pqwirkle.words import clause_sentence, sentence

EXIT_CODES: Final = {
    Verdict.FAIR: 0,
    Verdict.FAULT: 1,
    Verdict.UNREADABLE: 2,
    Verdict.UNFINISHED: 3,
}
NO_CLAUSE: Final = ""
"""Of a file that cannot be opened: no clause of the protocol is about that."""
WORST_FIRST: Final = (Verdict.UNREADABLE, Verdict.FAULT, Verdict.UNFINISHED, Verdict.FAIR)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what `audit` takes."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="a record, games/<id>.qwk")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Audit every file; the worst verdict is the exit code."""
    reports = {file: _audit_file(file) for file in arguments.files}
    if arguments.json:
        printed = [report.as_json() for report in reports.values()]
        print(json.dumps(printed if len(printed) > 1 else printed[0]))
    else:
        for file, report in reports.items():
            for line in _lines(file, report):
                print(line)
    verdicts = {report.verdict for report in reports.values()}
    return EXIT_CODES[next(verdict for verdict in WORST_FIRST if verdict in verdicts)]


def _audit_file(file: str) -> Report:
    try:
        with open(file, "rb") as stream:  # noqa: PTH123 - a Path would tidy what was given
            return audit(stream, Edwards25519())
    except OSError as error:
        reason = sentence("audit.no-file", file=file, reason=error.strerror or error)
        print(reason, file=sys.stderr)
        return Report(Verdict.UNREADABLE, faults=(Finding(None, None, NO_CLAUSE, None, reason),))


def _lines(file: str, report: Report) -> Iterable[str]:
    if any(finding.clause == NO_CLAUSE for finding in report.faults):
        return  # a file that could not be opened has been named already
    names = ", ".join(finding.name for finding in report.faults if finding.name is not None)
    yield f"{file}: " + sentence(f"audit.{report.verdict.value}", name=names)
    for finding in report.faults:
        yield "  " + _finding_line(finding)
    if report.torn:
        yield "  " + sentence("audit.torn", bytes=report.torn)
    if report.ending is not None:
        scores = ", ".join(f"{player.name} {player.score}" for player in report.players)
        yield "  " + sentence("audit.result", scores=scores)
    if report.game is not None:
        yield "  " + sentence("audit.checked", **asdict(report.checks))
    for unchecked in report.unchecked:
        name = report.players[unchecked.seat].name
        clause, detail = unchecked.clause, unchecked.detail
        yield "  " + sentence("audit.unchecked", name=name, clause=clause, detail=detail)


def _finding_line(finding: Finding) -> str:
    key = "audit.at-fault" if finding.seat is not None else "audit.damaged"
    if finding.entry is None:
        key = "audit.collapsed"
    return sentence(
        key,
        entry=finding.entry,
        name=finding.name,
        clause=finding.clause,
        sentence=clause_sentence(finding.clause),
        detail=finding.detail,
    )
