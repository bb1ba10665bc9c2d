"""The page speaks its reader's language: each of its sentences comes from `words`, by gettext."""

import gettext
import re
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Final

import pytest

from p2pqwirkle import words
from p2pqwirkle.audit.advice import advice
from p2pqwirkle.audit.pages.page import render
from p2pqwirkle.audit.replay import audit
from p2pqwirkle.audit.story import Chronicler
from p2pqwirkle.bag.group import Edwards25519
from p2pqwirkle.bots.greedy import greedy
from p2pqwirkle.words import speak

ROOT: Final = Path(__file__).parents[2]
GAMES: Final = ROOT / "protocol" / "vectors" / "games"
PROGRAM: Final = ROOT / "verifier" / "src" / "page.js"
OPEN, CLOSE = "\u27e6", "\u27e7"
FOREIGN: Final = re.compile(
    r"<(script|style|code|bdi|defs|dt)\b.*?</\1>|<text class=\"name\".*?</text>"
    r"|<a href=\"#clause-([^\"]*)\">\2</a>",
    re.DOTALL,
)
"""What is nobody's sentence: programs, notation, digits, names, clauses, pictures of tiles."""
SPOKEN: Final = re.compile(f"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}")
SAID_IN_ATTRIBUTES: Final = re.compile(r"(?:aria-label|alt|title|placeholder)=\"([^\"]*)\"")
RECORDS: Final = (
    *("two-players", "four-players-with-swaps", "resigned-late", "silent-in-a-draw"),
    *("passed-over", "at-fault-and-put-out", "false-low-claim", "key-not-opened"),
    *("stopped-in-a-turn", "torn", "byte-changed", "not-begun"),
)


class Marks(gettext.NullTranslations):
    """A language in which every sentence stands between brackets."""

    def gettext(self, message: str) -> str:
        return f"{OPEN}{message}{CLOSE}"


@contextmanager
def marked() -> Iterator[None]:
    """Every sentence that is said here stands between brackets."""
    words._Tongue.translations = Marks()
    try:
        yield
    finally:
        speak("en")


def page_of(name: str) -> str:
    record = (GAMES / f"{name}.qwk").read_bytes()
    chronicler = Chronicler()
    report = audit(BytesIO(record), Edwards25519(), chronicler)
    story = chronicler.tell()
    told = () if story is None else tuple(advice(story, greedy, lambda count: count - 1))
    return render(report, story, record, "game.qwk", told[:1])


def unspoken(text: str) -> str:
    """What is left of *text* without its sentences, one within another."""
    while (rest := SPOKEN.sub("", text)) != text:
        text = rest
    return text


@pytest.mark.parametrize("name", RECORDS)
def test_no_sentence_of_a_page_bypasses_the_translations(name: str) -> None:
    with marked():
        page = page_of(name)
    html = FOREIGN.sub("", page).replace("| p2pqwirkle</title>", "</title>")
    attributes = SAID_IN_ATTRIBUTES.findall(html)
    shown = re.sub(r"<[^>]*>", "", html)

    assert re.findall(r"[^\W\d_]+", unspoken(shown)) == []
    assert [said for said in attributes if not said.startswith(OPEN)] == []


def test_no_sentence_stands_in_the_program_of_the_page() -> None:
    code = re.sub(r"/\*.*?\*/|//[^\n]*", "", PROGRAM.read_text("utf-8"), flags=re.DOTALL)
    literals = re.findall(r"\"([^\"\n]*)\"|`([^`]*)`", code)

    sentences = [said for pair in literals for said in pair if re.search(r"[a-z]{2,} [a-z]", said)]

    assert sentences == []


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("en", "Was this game fair?"),
        ("lv", "Vai šī spēle bija godīga?"),
        ("cs", "Byla tato hra poctivá?"),
    ],
)
def test_a_page_says_which_language_it_speaks(language: str, question: str) -> None:
    try:
        speak(language)
        html = page_of("torn")
    finally:
        speak("en")

    assert f'<html lang="{language}">' in html
    assert f"<h1>{question}</h1>" in html
