"""The report on one record as a page.

Everything foreign goes through the template's escaping; only what is made here, from our own
files, from digits or by base64, goes past it.
"""

import json
from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from typing import Final

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from p2pqwirkle.audit.advice import Advice
from p2pqwirkle.audit.pages.pictures import chart_of, frame_of
from p2pqwirkle.audit.pages.sayings import (
    clause_words,
    decimal,
    detail,
    names_of,
    say,
    words_of_program,
)
from p2pqwirkle.audit.pages.tables import claim_rows, player_rows, turn_rows
from p2pqwirkle.audit.report import Report
from p2pqwirkle.audit.story import Story
from p2pqwirkle.audit.told import (
    departure_lines,
    finding_line,
    listed,
    unchecked_line,
    verdict_line,
)
from p2pqwirkle.names import player_names
from p2pqwirkle.words import spoken

COLOURS: Final = (
    ("r", "#d63c4a"),
    ("o", "#e99b2e"),
    ("y", "#ffff0b"),
    ("g", "#54dc9c"),
    ("b", "#507ca2"),
    ("p", "#d5a4fd"),
)
"""Grounds under black shapes, far apart for colour-blind eyes and in grey."""

DOCUMENTS: Final = {
    "R": "protocol/rules.md",
    "E": "protocol/encoding.md",
    "C": "protocol/record.md",
    "B": "protocol/bag.md",
    "T": "protocol/table.md",
    "T11": "protocol/departure.md",
    "T12": "protocol/departure.md",
    "A": "protocol/audit.md",
}
GROUP: Final = 4
"""Digits of a key that stand together."""


@dataclass(frozen=True, slots=True)
class CheckRow:
    """A kind of check, how often it held, and the clauses that it is about."""

    what: Markup
    count: int
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Told:
    """A sentence about a clause."""

    clause: str
    words: str


def render(
    report: Report,
    story: Story | None,
    record: bytes,
    file_name: str,
    advice: Sequence[Advice] = (),
) -> str:
    """The page that tells what the audit of *record* has found, with *advice* if there is some.

    It speaks the language that the program speaks now.
    """
    environment = Environment(
        loader=PackageLoader("p2pqwirkle.audit", "pages"),
        autoescape=True,
        undefined=StrictUndefined,
    )
    tiles = environment.get_template("tiles.svg.j2").render(colours=COLOURS)
    return environment.get_template("report.html.j2").render(
        say=say,
        decimal=decimal,
        language=spoken(),
        report=report,
        keys=_keys(story),
        checks=_checks(report),
        clauses=tuple(_clauses(report)),
        advice=advice,
        tiles=Markup(tiles),  # noqa: S704 - escaped already
        **_told_report(report),
        **_told_story(story, report),
        **_carried(report, record, file_name),
    )


def _told_report(report: Report) -> dict[str, object]:
    """What the report says, in sentences."""
    players = [player.name for player in report.players]
    names = names_of(players)
    return {
        "names": names,
        "title_words": verdict_line(report, player_names(players)),
        "verdict": verdict_line(report, names, say),
        "findings": [
            _Told(one.clause, finding_line(one, names, detail(one.detail), say))
            for one in report.faults
        ],
        "ending": _ending(report, names),
        "departures": tuple(departure_lines(report, names, say)),
        "unchecked": tuple(
            _Told(one.clause, unchecked_line(report, one, names, say)) for one in report.unchecked
        ),
        "standing_of": tuple(_standing_of(seat, report, name) for seat, name in enumerate(names)),
    }


def _ending(report: Report, names: Sequence[Markup]) -> Markup | None:
    if report.ending is None:
        return None
    winners = listed([names[seat] for seat in report.winners])
    key = "result.wins" if len(report.winners) == 1 else "result.share"
    return say(key, names=winners) + " " + say(f"result.{report.ending}")


def _standing_of(seat: int, report: Report, name: Markup) -> Markup:
    """A player's name, and how it came out."""
    if seat in report.winners:
        return say("page.winner", name=name)
    is_out = seat in {one.seat for one in report.departures if one.reason != "time"}
    return say("page.out", name=name) if is_out else name


def _told_story(story: Story | None, report: Report) -> dict[str, object]:
    if story is None:
        return {"turns": (), "players": (), "claims": (), "chart": None, "hidden_hands": False}
    names = [player.name for player in report.players]
    turns = turn_rows(story, frame_of(story), names_of(names))
    return {
        "turns": turns,
        "players": player_rows(story, turns),
        "claims": claim_rows(story),
        "chart": chart_of(story),
        "hidden_hands": any(None in hand for turn in story.turns for hand in turn.hands),
    }


def _carried(report: Report, record: bytes, file_name: str) -> dict[str, object]:
    """What the page carries for itself, and for its second program."""
    package = files("p2pqwirkle.audit.pages")
    style = package.joinpath("report.css").read_text("utf-8")
    script = package.joinpath("verifier.js").read_text("utf-8")
    return {
        "record_hash": _grouped(sha256(record).hexdigest()),
        "file_name": file_name,
        "record": Markup(b64encode(record).decode()),  # noqa: S704 - digits and letters
        "told": _json(report.as_json()),
        "words_of_program": _json(words_of_program()),
        "style": Markup(style),  # noqa: S704 - our own file
        "style_hash": Markup(_hash(style)),  # noqa: S704 - digits and letters
        "script": Markup(script),  # noqa: S704 - our own file
        "script_hash": Markup(_hash(script)),  # noqa: S704 - digits and letters
    }


def _checks(report: Report) -> tuple[CheckRow, ...]:
    checks = report.checks
    return (
        CheckRow(say("page.check.signatures"), checks.signatures, ("C1", "C3")),
        CheckRow(say("page.check.shuffles"), checks.shuffles, ("B7",)),
        CheckRow(say("page.check.shares"), checks.shares, ("B6",)),
        CheckRow(say("page.check.moves"), checks.moves, ("R4.7", "R5.2", "R6")),
        CheckRow(say("page.check.claims"), checks.claims, ("R3.5", "R8.2")),
        CheckRow(say("page.check.tiles"), report.tiles, ("A3",)),
    )


def _clauses(report: Report) -> Iterator[tuple[str, str, str]]:
    """The clauses that the page names: their numbers, words and documents."""
    cited = {clause for row in _checks(report) for clause in row.clauses}
    cited |= {finding.clause for finding in report.faults}
    cited |= {item.clause for item in report.unchecked}
    for clause in sorted(cited):
        yield clause, clause_words(clause), _document(clause)


def _document(clause: str) -> str:
    section = clause.partition(".")[0]
    return DOCUMENTS.get(section, DOCUMENTS[clause[0]])


def _keys(story: Story | None) -> tuple[str, ...]:
    if story is None:
        return ()
    return tuple(_grouped(identity.hex()) for identity in story.charter.identities)


def _grouped(digits: str) -> str:
    return " ".join(digits[place : place + GROUP] for place in range(0, len(digits), GROUP))


def _hash(content: str) -> str:
    return f"sha256-{b64encode(sha256(content.encode()).digest()).decode()}"


def _json(values: object) -> Markup:
    """*values* for the page's own program; nothing in it can end the element it stands in."""
    text = json.dumps(values)
    return Markup(text.replace("<", "\\u003c"))  # noqa: S704 - escaped in the line above
