"""The ledger of clauses: what is specified is refused, what is refused is specified, and tested."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from p2pqwirkle.words import clause_sentence

ROOT: Final = Path(__file__).parents[1]
CLAUSE: Final = re.compile(r"[RECBTLA]\d+\.\d+")
DOCUMENTS: Final = {
    "rules.md": "R",
    "encoding.md": "E",
    "record.md": "C",
    "bag.md": "B",
    "table.md": "T",
    "departure.md": "T",
    "link.md": "L",
    "audit.md": "A",
}
"""Where clauses stand, and the letter of their sections."""


def bullets(document: str) -> Iterator[tuple[str, str]]:
    """The refusals of a document, each with the heading that it stands under."""
    heading = ""
    for line in (ROOT / "protocol" / document).read_text(encoding="utf-8").splitlines():
        if named := re.match(r"#+ ([A-Z]\d+)\. ", line):
            heading = named[1]
        if refusal := re.match(r"- ([A-Z]\d+\.\d+)\b", line):
            yield refusal[1], heading


def specified() -> list[str]:
    return [clause for document in DOCUMENTS for clause, _ in bullets(document)]


def raised() -> dict[str, str]:
    """Every clause that the package holds as a literal, with a file where it does."""
    found: dict[str, str] = {}
    for path in sorted((ROOT / "p2pqwirkle").rglob("*.py")):
        if path.name == "words.py":
            continue  # it tells people about clauses and refuses nothing
        found |= {text: path.name for text in literals(path) if CLAUSE.fullmatch(text)}
    return found


def literals(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def named_in_tests() -> set[str]:
    paths = [*(ROOT / "tests").rglob("*.py"), *(ROOT / "protocol" / "vectors").rglob("*.json")]
    return {clause for path in paths for clause in CLAUSE.findall(path.read_text(encoding="utf-8"))}


def test_every_specified_clause_is_refused_somewhere() -> None:
    assert set(specified()) - set(raised()) == set()


def test_every_refusal_is_specified() -> None:
    unknown = {clause: file for clause, file in raised().items() if clause not in set(specified())}

    assert unknown == {}


def test_every_clause_is_named_by_a_test_or_a_vector() -> None:
    assert set(specified()) - named_in_tests() == set()


def test_every_clause_is_specified_once() -> None:
    clauses = specified()

    assert sorted(clauses) == sorted(set(clauses))


@pytest.mark.parametrize(("document", "letter"), DOCUMENTS.items())
def test_every_clause_stands_under_its_heading(document: str, letter: str) -> None:
    clauses = list(bullets(document))

    assert clauses
    for clause, heading in clauses:
        assert clause.startswith(letter)
        assert clause.split(".")[0] == heading


@pytest.mark.parametrize("document", DOCUMENTS)
def test_clauses_are_numbered_without_a_gap(document: str) -> None:
    sections: dict[str, list[int]] = {}
    for clause, _ in bullets(document):
        section, number = clause.split(".")
        sections.setdefault(section, []).append(int(number))

    for section, numbers in sections.items():
        assert sorted(numbers) == list(range(1, len(numbers) + 1)), section


def test_people_are_told_of_every_clause_in_a_sentence() -> None:
    for clause in specified():
        assert clause_sentence(clause)
