"""The report as a page: it stands alone, shows the whole game, and believes no name."""

from base64 import b64decode, b64encode
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path

import pytest

from p2pqwirkle.audit.pages.page import render
from p2pqwirkle.audit.pages.pictures import LEAST_HEIGHT, LEAST_WIDTH, Frame
from p2pqwirkle.audit.replay import audit
from p2pqwirkle.audit.report import Report
from p2pqwirkle.audit.story import Chronicler, Story
from p2pqwirkle.bag.group import Edwards25519
from p2pqwirkle.rules.board import Cell
from p2pqwirkle.table.phases import Phase
from tests.lan import Lan

GAMES = Path(__file__).parents[2] / "protocol" / "vectors" / "games"
HOSTILE = ("<script>alert(1)</script", "\u202eevil\u202c \u05e9\u05dc\u05d5\u05dd", "'\"&{{ 7*7 }}")


def game(name: str) -> bytes:
    return (GAMES / f"{name}.qwk").read_bytes()


@dataclass(slots=True)
class Page(HTMLParser):
    """What is in a page, as a browser would read it."""

    ids: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    fetched: list[str] = field(default_factory=list)
    handlers: list[str] = field(default_factory=list)
    scripts: list[tuple[str | None, str]] = field(default_factory=list)
    styles: list[str] = field(default_factory=list)
    policy: str = ""
    words: str = ""
    _inside: str = ""

    def __post_init__(self) -> None:
        HTMLParser.__init__(self, convert_charrefs=True)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self._inside = tag
        self.ids += [given["id"]] if "id" in given else []
        self.links += [given["href"]] if "href" in given else []
        self.fetched += [
            given[name] for name in ("src", "action", "data", "style") if name in given
        ]
        self.handlers += [name for name in given if name.startswith("on")]
        if given.get("http-equiv") == "Content-Security-Policy":
            self.policy = given["content"]
        if tag == "script":
            self.scripts.append((given.get("type"), ""))

    def handle_endtag(self, tag: str) -> None:
        del tag
        self._inside = ""

    def handle_data(self, data: str) -> None:
        if self._inside == "script":
            kind, text = self.scripts[-1]
            self.scripts[-1] = kind, text + data
        elif self._inside == "style":
            self.styles.append(data)
        else:
            self.words += data


@dataclass(frozen=True, slots=True)
class Told:
    """A record, what the audit and its witness say of it, and the page."""

    record: bytes
    report: Report
    story: Story | None
    html: str
    page: Page


def tell(record: bytes) -> Told:
    chronicler = Chronicler()
    report = audit(BytesIO(record), Edwards25519(), chronicler)
    story = chronicler.tell()
    html = render(report, story, record, "game.qwk")
    page = Page()
    page.feed(html)
    return Told(record, report, story, html, page)


@cache
def told(name: str) -> Told:
    return tell(game(name))


@cache
def told_of_hostile_names() -> Told:
    lan = Lan(HOSTILE, seed=2)
    lan.play(until=lambda lan: len(lan[HOSTILE[0]].wires) > 50)
    assert lan[HOSTILE[0]].phase in (Phase.TURN, Phase.DRAW)
    return tell(lan.record(HOSTILE[0]))


def test_a_page_fetches_nothing() -> None:
    page = told("two-players").page

    assert page.fetched == []
    assert all(link.startswith("#") for link in page.links)
    assert "default-src 'none'" in page.policy


def test_every_link_of_a_page_leads_somewhere() -> None:
    for name in ("two-players", "false-low-claim", "key-not-opened", "byte-changed"):
        page = told(name).page

        assert {link.removeprefix("#") for link in page.links} <= set(page.ids)
        assert len(page.ids) == len(set(page.ids))


def test_only_the_script_and_style_of_the_page_itself_run() -> None:
    page = told("two-players").page
    (script,) = [text for kind, text in page.scripts if kind is None]
    (style,) = page.styles

    for content in (script, style):
        digest = b64encode(sha256(content.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in page.policy
    assert page.handlers == []


def test_a_page_carries_the_record_it_tells_of() -> None:
    shown = told("two-players")
    (carried,) = [text for kind, text in shown.page.scripts if kind == "text/plain"]

    assert b64decode(carried) == shown.record


def test_a_page_of_four_players_and_swaps_is_small_enough_to_send() -> None:
    assert len(told("four-players-with-swaps").html.encode()) <= 1_500_000


def test_every_turn_has_its_picture() -> None:
    shown = told("two-players")

    for number in range(1, shown.report.turns + 1):
        assert f"turn-{number}" in shown.page.ids


def test_names_are_text_whatever_they_hold() -> None:
    shown = told_of_hostile_names()

    assert len(shown.page.scripts) == 4
    assert "<script>alert(1)</script" in shown.page.words
    assert "{{ 7*7 }}" in shown.page.words
    assert "\u202e" not in shown.html


def test_every_name_keeps_its_direction_to_itself() -> None:
    shown = told_of_hostile_names()

    assert "<bdi>?evil? \u05e9\u05dc\u05d5\u05dd</bdi>" in shown.html


def test_a_fault_is_said_with_player_clause_and_entry() -> None:
    shown = told("false-low-claim")
    (fault,) = shown.report.faults

    assert fault.name is not None
    assert f"Not fair: {fault.name} broke a rule" in shown.page.words
    assert f"Entry {fault.entry}, by {fault.name}, breaks R3.5" in shown.page.words


def test_tiles_that_no_key_opens_are_not_shown() -> None:
    shown = told("key-not-opened")
    assert shown.story is not None
    closed = shown.report.unchecked[0].seat

    assert all(face is None for face in shown.story.claims[closed].hand)
    assert 'href="#unknown"' in shown.html


@pytest.mark.parametrize("name", ["byte-changed", "not-begun", "no-charter"])
def test_there_is_a_page_also_where_there_is_no_game(name: str) -> None:
    shown = told(name)

    assert shown.report.verdict.value in shown.html
    assert "check" in shown.page.ids


def test_hands_before_a_turn_hold_what_is_placed() -> None:
    story = told("two-players").story
    assert story is not None

    for turn in story.turns:
        played = [placement.face for placement in getattr(turn.move.move, "placements", ())]
        hand = list(turn.hands[turn.seat])
        for face in played:
            hand.remove(face)


def test_nobody_makes_more_of_a_hand_than_the_best_move() -> None:
    story = told("four-players-with-swaps").story
    assert story is not None

    assert all(turn.best is not None and turn.score <= turn.best for turn in story.turns)


def test_the_luck_of_a_game_is_that_of_its_draws() -> None:
    story = told("two-players").story
    assert story is not None

    for turn in story.turns:
        assert turn.luck is not None
        assert turn.drew or turn.luck == 0


@pytest.mark.parametrize("cells", [[], [Cell(0, 0)], [Cell(x, 4) for x in range(-3, 3)]])
def test_the_tiles_of_a_short_game_are_no_giants(cells: list[Cell]) -> None:
    frame = Frame.around(cells)

    assert (frame.width, frame.height) == (LEAST_WIDTH, LEAST_HEIGHT)
    for cell in cells:
        assert frame.left < cell.x < frame.left + frame.width - 1
        assert frame.top < cell.y < frame.top + frame.height - 1


def test_a_large_table_has_an_empty_cell_on_every_side() -> None:
    frame = Frame.around([Cell(-20, -9), Cell(11, 7)])

    assert (frame.left, frame.width) == (-21, 34)
    assert (frame.top, frame.height) == (-10, 19)


def test_all_tiles_are_said_to_be_found_only_where_they_were_counted() -> None:
    counted = "All 108 tiles, each once108"

    assert counted in told("two-players").page.words
    assert counted in told("false-low-claim").page.words
    assert counted not in told("left-alone").page.words
    assert counted not in told("key-not-opened").page.words
