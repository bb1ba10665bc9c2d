"""Reports in headless Chromium: stepped through, and checked again by the program they carry."""

import json
import re
import subprocess
from base64 import b64decode, b64encode
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from shutil import which
from typing import Any, Final

import pytest

from p2pqwirkle.audit.pages.page import render
from p2pqwirkle.audit.replay import audit
from p2pqwirkle.audit.story import Chronicler
from p2pqwirkle.bag.group import Edwards25519
from tests.audit.test_html_page import HOSTILE
from tests.audit.test_page_words import marked, unspoken
from tests.lan import Lan

ROOT: Final = Path(__file__).parents[2]
GAMES: Final = ROOT / "protocol" / "vectors" / "games"
VERIFIER: Final = ROOT / "verifier"
NODE: Final = which("node")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        NODE is None
        or not (VERIFIER / "node_modules" / "playwright-core").exists()
        or not any(map(which, ("chromium", "chromium-browser", "google-chrome"))),
        reason="needs node, Chromium and `npm ci` in verifier/",
    ),
]


@dataclass(frozen=True, slots=True)
class Visit:
    """What a browser saw of a page."""

    seen: dict[str, Any]

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever the browser said
        return self.seen[name]


def page_of(record: bytes) -> str:
    chronicler = Chronicler()
    report = audit(BytesIO(record), Edwards25519(), chronicler)
    return render(report, chronicler.tell(), record, "game.qwk")


def marked_page_of(record: bytes) -> str:
    """The page in a language in which every sentence stands between brackets."""
    with marked():
        return page_of(record)


def visit(folder: Path, *pages: str) -> list[Visit]:
    """Show *pages* to a reader, one after another in one browser."""
    files = [folder / f"{number}.html" for number in range(len(pages))]
    for file, html in zip(files, pages, strict=True):
        file.write_text(html, "utf-8", newline="\n")
    browsed = subprocess.run(
        [str(NODE), "test/browse.js", *map(str, files)],
        cwd=VERIFIER,
        capture_output=True,
        check=True,
        timeout=1_200,
    )
    return [Visit(seen) for seen in json.loads(browsed.stdout)]


def game(name: str) -> bytes:
    return (GAMES / f"{name}.qwk").read_bytes()


def assert_quiet(seen: Visit) -> None:
    """Nothing was fetched, nothing failed, nothing is wider than the screen."""
    assert seen.errors == []
    assert len(seen.requests) == 1
    assert seen.dialogs == 0
    assert {screen["overflow"] for screen in seen.screens.values()} == {0}


def test_a_four_player_game_is_checked_within_twenty_seconds(tmp_path: Path) -> None:
    (seen,) = visit(tmp_path, page_of(game("four-players-with-swaps")))

    assert (seen.verdict, seen.agrees) == ("fair", "true")
    assert seen.seconds < 20
    assert_quiet(seen)


def test_the_browser_says_what_the_report_says(tmp_path: Path) -> None:
    verdicts = {
        "false-low-claim": "fault",
        "two-pledges": "fault",
        "byte-changed": "unreadable",
        "stopped-in-a-turn": "unfinished",
        "no-charter": "unreadable",
    }

    visits = visit(tmp_path, *(page_of(game(name)) for name in verdicts))

    for (name, verdict), seen in zip(verdicts.items(), visits, strict=True):
        assert (name, seen.verdict, seen.agrees) == (name, verdict, "true")
        assert_quiet(seen)


def test_what_the_page_finds_is_said_in_the_language_of_the_page(tmp_path: Path) -> None:
    names = ("at-fault-and-put-out", "silent-in-a-draw", "byte-changed")

    for seen in visit(tmp_path, *(marked_page_of(game(name)) for name in names)):
        assert seen.agrees == "true"
        assert re.findall(r"[^\W\d_]+", unspoken(seen.found)) == []
        assert_quiet(seen)


def test_a_game_is_stepped_through_and_a_changed_byte_of_its_record_is_said(
    tmp_path: Path,
) -> None:
    record = game("two-players")
    changed = bytearray(record)
    changed[len(record) // 2] ^= 4
    assert b64decode(b64encode(changed)) == changed
    html = page_of(record)
    forged = html.replace(b64encode(record).decode(), b64encode(changed).decode())

    whole, spoilt = visit(tmp_path, html, forged)

    assert [step.split(":")[0] for step in whole.steps] == [
        *("Turn 1", "Turn 2", "Turn 1", "Turn 47")
    ]
    assert [step.split(":")[0] for step in whole.linked["shown"]] == ["Turn 1"]
    assert whole.linked["isInSight"]
    assert spoilt.verdict == "unreadable"
    assert spoilt.agrees == "false"
    assert "This is not what the report above says" in spoilt.found


def test_hostile_names_do_no_harm(tmp_path: Path) -> None:
    lan = Lan(HOSTILE, seed=2)
    lan.play(until=lambda lan: len(lan[HOSTILE[0]].wires) > 50)

    (seen,) = visit(tmp_path, page_of(lan.record(HOSTILE[0])))

    assert seen.agrees == "true"
    assert HOSTILE[0] in seen.found
    assert_quiet(seen)
