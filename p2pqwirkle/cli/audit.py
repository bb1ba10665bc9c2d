"""`audit`: was that game fair?"""

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

from p2pqwirkle.audit.compare import Parting, parting_of
from p2pqwirkle.audit.report import Verdict
from p2pqwirkle.audit.told import (
    departure_lines,
    finding_line,
    listed,
    unchecked_line,
    verdict_line,
)
from p2pqwirkle.cli.auditing import (
    Audited,
    Progress,
    audit_bytes,
    audit_files,
    missing,
    write_new,
)
from p2pqwirkle.cli.console_options import speak_as_asked
from p2pqwirkle.names import player_names, showable
from p2pqwirkle.words import LANGUAGES, sentence

if TYPE_CHECKING:
    from p2pqwirkle.audit.advice import Advice
    from p2pqwirkle.audit.story import Story

EXIT_CODES: Final = {
    Verdict.FAIR: 0,
    Verdict.FAULT: 1,
    Verdict.UNREADABLE: 2,
    Verdict.UNFINISHED: 3,
}
COULD_NOT: Final = 4
WRONG_COMMAND: Final = 64
WORST_FIRST: Final = (Verdict.UNREADABLE, Verdict.FAULT, Verdict.UNFINISHED, Verdict.FAIR)
NO_RECORD: Final = "C5.1"
"""The clause that a file breaks which does not even begin as a record does."""
MOST_IN_A_PAGE: Final = 16 * 2**20
"""Bytes of a record that a page can carry; a game has some 200,000."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what `audit` takes."""
    parser.add_argument("files", nargs="+", metavar="FILE", help=sentence("audit.help.files"))
    parser.add_argument("--json", action="store_true", help=sentence("audit.help.json"))
    parser.add_argument("--html", metavar="OUT", type=Path, help=sentence("audit.help.html"))
    parser.add_argument("--deep", action="store_true", help=sentence("audit.help.deep"))
    parser.add_argument("--lang", choices=LANGUAGES, help=sentence("cli.help.lang"))


def run(arguments: argparse.Namespace) -> int:
    """Audit every file; the worst verdict is the exit code."""
    speak_as_asked(arguments)
    if arguments.html is not None:
        return _run_for_page(arguments)
    if arguments.deep:
        return _refuse(WRONG_COMMAND, "audit.deep-needs-page")
    return _report(list(audit_files(arguments.files)), as_json=arguments.json)


def _run_for_page(arguments: argparse.Namespace) -> int:
    """Audit one file, and tell the game as a page besides."""
    from p2pqwirkle.audit.pages.page import render  # noqa: PLC0415 - templates only for a page
    from p2pqwirkle.audit.story import Chronicler  # noqa: PLC0415

    file, out = Path(arguments.files[0]), arguments.html
    if len(arguments.files) > 1:
        return _refuse(WRONG_COMMAND, "audit.one-page")
    if out.exists():
        return _refuse(COULD_NOT, "audit.page-exists", file=out)
    try:
        with file.open("rb") as stream:
            record = stream.read(MOST_IN_A_PAGE + 1)
    except OSError as error:
        return _report([missing(arguments.files[0], error)], as_json=arguments.json)
    if len(record) > MOST_IN_A_PAGE:
        return _refuse(COULD_NOT, "audit.too-large", file=file)
    chronicler = Chronicler()
    audited = audit_bytes(arguments.files[0], record, chronicler)
    code = _report([audited], as_json=arguments.json)
    if audited.version is not None:
        return _refuse(code, "audit.nothing-to-show")
    story = chronicler.tell()
    advice = tuple(_advice(story)) if arguments.deep and story is not None else ()
    try:
        write_new(out, render(audited.report, story, record, file.name, advice))
    except OSError as error:
        return _refuse(COULD_NOT, "audit.no-page", file=out, reason=error.strerror or error)
    if not arguments.json:
        print("  " + sentence("audit.page", file=out))
    return _refuse(code, "audit.no-advice") if arguments.deep and not advice else code


def _advice(story: "Story") -> Iterator["Advice"]:
    """What could have been played in each turn; the same for everybody who asks."""
    from p2pqwirkle.audit.advice import advice  # noqa: PLC0415 - for this alone
    from p2pqwirkle.bots.strong import Strong  # noqa: PLC0415

    entropy = Random(story.charter.game)  # noqa: S311 - it keeps no secret
    with Progress() as progress:
        for one in advice(story, Strong(), entropy.randrange):
            progress.say("audit.progress-turns", done=one.number, turns=len(story.turns))
            yield one


def _refuse(code: int, key: str, **fields: object) -> int:
    print(sentence(key, **fields), file=sys.stderr)
    return code


def _report(audited: Sequence[Audited], *, as_json: bool) -> int:
    for one in audited:
        if one.is_missing:
            print(one.report.faults[0].detail, file=sys.stderr)
    if as_json:
        printed = [one.report.as_json() for one in audited]
        print(json.dumps(printed if len(printed) > 1 else printed[0]))
    else:
        for line in _lines(audited):
            print(line)
    verdicts = {one.report.verdict for one in audited}
    if any(parting is not None and parting.two_stories for _, _, parting in _compared(audited)):
        verdicts.add(Verdict.FAULT)
    return EXIT_CODES[next(verdict for verdict in WORST_FIRST if verdict in verdicts)]


def _lines(audited: Sequence[Audited]) -> Iterator[str]:
    for one in audited:
        if not one.is_missing:
            yield from _lines_of(one)
    for first, second, parting in _compared(audited):
        if parting is None:
            yield sentence("audit.same", first=first.file, second=second.file)
        else:
            yield from _parting_lines(first, second, parting)


def _lines_of(audited: Audited) -> Iterable[str]:
    report = audited.report
    names = player_names([player.name for player in report.players])
    if (alone := _only_line_of(audited)) is not None:
        yield f"{audited.file}: {alone}"
        return
    yield f"{audited.file}: " + verdict_line(report, names)
    for finding in report.faults:
        yield "  " + finding_line(finding, names, showable(finding.detail))
    if report.torn:
        yield "  " + sentence("audit.torn", bytes=report.torn)
    if report.ending is not None:
        scores = listed([f"{names[one.seat]} {one.score}" for one in report.players])
        yield "  " + sentence("audit.result", scores=scores)
    if report.game is not None:
        yield "  " + sentence("audit.checked", **asdict(report.checks))
        yield "  " + sentence("audit.took", seconds=f"{audited.seconds:.1f}")
    for line in departure_lines(report, names):
        yield "  " + line
    for unchecked in report.unchecked:
        yield "  " + unchecked_line(report, unchecked, names)


def _only_line_of(audited: Audited) -> str | None:
    """All that there is to say of a file that holds no game; None if it holds one."""
    report = audited.report
    if audited.version is not None:
        return sentence("audit.newer", version=audited.version)
    if report.verdict is Verdict.UNFINISHED and report.game is None and not report.torn:
        return sentence("audit.empty")
    if any(finding.clause == NO_RECORD for finding in report.faults):
        return sentence("audit.no-record", clause=NO_RECORD)
    return None


def _compared(audited: Sequence[Audited]) -> Iterator[tuple[Audited, Audited, Parting | None]]:
    """Every record but the first one of its game, with that one, and where they part."""
    first_of: dict[str, Audited] = {}
    for one in audited:
        if one.report.game is None:
            continue
        first = first_of.setdefault(one.report.game, one)
        if first is not one:
            with open(first.file, "rb") as left, open(one.file, "rb") as right:  # noqa: PTH123
                parting = parting_of(left, right)
            yield first, one, parting


def _parting_lines(first: Audited, second: Audited, parting: Parting) -> Iterator[str]:
    """What two records of one game do not have in common."""
    if parting.is_an_end:
        shorter, longer = (first, second) if parting.first is None else (second, first)
        is_damaged = shorter.report.verdict is Verdict.UNREADABLE
        key = "audit.damaged-there" if is_damaged else "audit.shorter"
        yield sentence(key, shorter=shorter.file, longer=longer.file, entry=parting.entry)
        return
    yield sentence("audit.parts", first=first.file, second=second.file, entry=parting.entry)
    for file, signed in ((first.file, parting.first), (second.file, parting.second)):
        assert signed is not None  # neither record has ended there
        yield "  " + sentence(
            "audit.exhibit",
            file=file,
            name=showable(parting.name_of(signed)),
            step=signed.entry.step,
            hash=sha256(signed.encoded).hexdigest(),
        )
    if parting.first is not None and parting.two_stories:
        yield "  " + sentence("audit.two-stories", name=showable(parting.name_of(parting.first)))
