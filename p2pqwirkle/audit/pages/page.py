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
from p2pqwirkle.audit.pages.tables import claim_rows, player_rows, turn_rows
from p2pqwirkle.audit.report import Finding, Report, Verdict
from p2pqwirkle.audit.story import Story
from p2pqwirkle.audit.told import departure_lines, unchecked_line
from p2pqwirkle.names import player_names
from p2pqwirkle.words import clause_sentence, sentence

COLOURS: Final = (
    ("r", "#d63c4a"),
    ("o", "#e99b2e"),
    ("y", "#ffff0b"),
    ("g", "#54dc9c"),
    ("b", "#507ca2"),
    ("p", "#d5a4fd"),
)
"""Grounds under black shapes, far apart for colour-blind eyes and in grey."""

ENDINGS: Final = {
    "went-out": "the game ended when a player had placed the last tile",
    "nothing-fits": "the game ended when no tile fitted any more",
    "stalled": "the game ended after three rounds without a placement",
    "departed": "the game ended when all others had left",
}
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

    what: str
    count: int
    clauses: tuple[str, ...]


def render(
    report: Report,
    story: Story | None,
    record: bytes,
    file_name: str,
    advice: Sequence[Advice] = (),
) -> str:
    """The page that tells what the audit of *record* has found, with *advice* if there is some."""
    package = files("p2pqwirkle.audit.pages")
    style = package.joinpath("report.css").read_text("utf-8")
    script = package.joinpath("verifier.js").read_text("utf-8")
    names = player_names([player.name for player in report.players])
    environment = Environment(
        loader=PackageLoader("p2pqwirkle.audit", "pages"),
        autoescape=True,
        undefined=StrictUndefined,
    )
    tiles = environment.get_template("tiles.svg.j2").render(colours=COLOURS)
    return environment.get_template("report.html.j2").render(
        report=report,
        verdict=sentence(f"audit.{report.verdict.value}", name=_culprits(report, names)),
        findings=[_Told(finding.clause, _words(finding, names)) for finding in report.faults],
        names=names,
        departures=tuple(departure_lines(report, names)),
        unchecked=tuple(
            _Told(one.clause, unchecked_line(report, one, names)) for one in report.unchecked
        ),
        out={one.seat for one in report.departures if one.reason != "time"},
        endings=ENDINGS,
        checks=_checks(report),
        clauses=tuple(_clauses(report)),
        keys=_keys(story),
        record_hash=_grouped(sha256(record).hexdigest()),
        file_name=file_name,
        record=Markup(b64encode(record).decode()),  # noqa: S704 - digits and letters
        told=_json(report),
        style=Markup(style),  # noqa: S704 - our own file
        style_hash=Markup(_hash(style)),  # noqa: S704 - digits and letters
        script=Markup(script),  # noqa: S704 - our own file
        script_hash=Markup(_hash(script)),  # noqa: S704 - digits and letters
        tiles=Markup(tiles),  # noqa: S704 - escaped already
        advice=advice,
        **_told_story(story, names),
    )


@dataclass(frozen=True, slots=True)
class _Told:
    """A finding in words."""

    clause: str
    words: str


def _told_story(story: Story | None, names: tuple[str, ...]) -> dict[str, object]:
    if story is None:
        return {"turns": (), "players": (), "claims": (), "chart": None, "hidden_hands": False}
    turns = turn_rows(story, frame_of(story))
    return {
        "turns": turns,
        "players": player_rows(story, turns),
        "claims": claim_rows(story),
        "chart": chart_of(story, names),
        "hidden_hands": any(None in hand for turn in story.turns for hand in turn.hands),
    }


def _culprits(report: Report, names: tuple[str, ...]) -> str:
    seats = sorted({finding.seat for finding in report.faults if finding.seat is not None})
    return ", ".join(names[seat] for seat in seats)


def _words(finding: Finding, names: tuple[str, ...]) -> str:
    key = "audit.at-fault" if finding.seat is not None else "audit.damaged"
    return sentence(
        "audit.collapsed" if finding.entry is None else key,
        entry=finding.entry,
        name=None if finding.seat is None else names[finding.seat],
        clause=finding.clause,
        sentence=clause_sentence(finding.clause),
        detail=finding.detail,
    )


def _checks(report: Report) -> tuple[CheckRow, ...]:
    checks = report.checks
    return (
        CheckRow(
            "Signatures: everybody said it, and in this order", checks.signatures, ("C1", "C3")
        ),
        CheckRow("Shuffles: no tile was added, lost or seen", checks.shuffles, ("B7",)),
        CheckRow(
            "Proofs of shares: the tiles drawn and played are the bag's", checks.shares, ("B6",)
        ),
        CheckRow("Moves: by the rules, with the right score", checks.moves, ("R4.7", "R5.2", "R6")),
        CheckRow(
            "Claims about hidden hands, with the opened keys", checks.claims, ("R3.5", "R8.2")
        ),
        CheckRow("All 108 tiles, each once", 108 if report.verdict is Verdict.FAIR else 0, ("A3",)),
    )


def _clauses(report: Report) -> Iterator[tuple[str, str, str]]:
    cited = {clause for row in _checks(report) for clause in row.clauses}
    cited |= {finding.clause for finding in report.faults}
    cited |= {item.clause for item in report.unchecked} | {"R3.5"}
    for clause in sorted(cited):
        yield clause, _meaning(clause), _document(clause)


def _document(clause: str) -> str:
    section = clause.partition(".")[0]
    return DOCUMENTS.get(section, DOCUMENTS[clause[0]])


def _meaning(clause: str) -> str:
    if clause == "R6":
        return "a line scores its length, and six more if it is a Qwirkle"
    return clause_sentence(clause)


def _keys(story: Story | None) -> tuple[str, ...]:
    if story is None:
        return ()
    return tuple(_grouped(identity.hex()) for identity in story.charter.identities)


def _grouped(digits: str) -> str:
    return " ".join(digits[place : place + GROUP] for place in range(0, len(digits), GROUP))


def _hash(content: str) -> str:
    return f"sha256-{b64encode(sha256(content.encode()).digest()).decode()}"


def _json(report: Report) -> Markup:
    """The report for the page's own program; nothing in it can end the element it stands in."""
    text = json.dumps(report.as_json())
    return Markup(text.replace("<", "\\u003c"))  # noqa: S704 - escaped in the line above
