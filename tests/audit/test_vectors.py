"""The whole games among the vectors, audited by the package and by its second implementation."""

import json
from collections.abc import Callable, Iterator
from io import BytesIO
from itertools import islice
from typing import Any, Final

import pytest

from p2pqwirkle.audit.replay import audit
from p2pqwirkle.audit.report import Departure, Verdict
from p2pqwirkle.bag.group import Edwards25519
from tests.naive.audit import audit as naive_audit
from tests.vectors.games import WHAT
from tests.vectors.games_damaged import damaged_games
from tests.vectors.games_departed import departed_games
from tests.vectors.games_faulty import faulty_games
from tests.vectors.games_honest import unfinished_games
from tests.vectors.games_kit import Game
from tests.vectors.games_resigned import resigned_games
from tests.vectors.text import FOLDER, committed

DOCUMENT: Final[dict[str, Any]] = json.loads(committed("games/games.json"))
CASES: Final[dict[str, dict[str, Any]]] = {case["id"]: case for case in DOCUMENT["cases"]}
LONG: Final = (
    "two-players-who-share-the-win",
    "four-players-with-swaps",
    "two-players-stalled",
    "silent-while-a-swap-is-drawn",
    "resigned-late",
    "silent-at-the-end",
)
"""Plain integers take half a minute for each of these; `python -m tests.soak naive` does."""


def record(name: str) -> bytes:
    return (FOLDER / "games" / str(CASES[name]["file"])).read_bytes()


@pytest.mark.parametrize("name", CASES)
def test_the_package_says_of_every_game_what_the_vectors_say(name: str) -> None:
    case = CASES[name]

    report = audit(BytesIO(record(name)), Edwards25519())

    findings = [(one.seat, one.clause, one.entry) for one in report.faults]
    assert (report.verdict.value, findings) == (case["expect"], expected_findings(case))
    if report.verdict in (Verdict.FAIR, Verdict.UNFINISHED):
        assert [(one.seat, one.clause) for one in report.unchecked] == expected_unchecked(case)
    if report.verdict is not Verdict.UNREADABLE:
        assert [departure(one) for one in report.departures] == case.get("departures", [])
    if case["result"] is not None:
        scores = [player.score for player in report.players]
        found = {"scores": scores, "winners": list(report.winners), "ending": report.ending}
        assert found == case["result"]


@pytest.mark.parametrize("name", [name for name in CASES if name not in LONG])
def test_the_second_implementation_says_the_same(name: str) -> None:
    case = CASES[name]

    report = naive_audit(record(name))

    assert (report.verdict, list(map(tuple, report.findings))) == (
        case["expect"],
        expected_findings(case),
    )
    if report.verdict in ("fair", "unfinished"):
        assert report.unchecked == expected_unchecked(case)
    if report.verdict != "unreadable":
        assert [one._asdict() for one in report.departures] == case.get("departures", [])
    if case["result"] is not None:
        assert report.table is not None
        turn = report.table.turn
        found = {"scores": turn.scores, "winners": turn.winners, "ending": turn.ending}
        assert found == case["result"]


@pytest.mark.parametrize(
    ("games", "count"),
    [
        (unfinished_games, None),
        (damaged_games, None),
        (faulty_games, 9),
        (departed_games, 2),
        (resigned_games, None),
    ],
    ids=["unfinished", "damaged", "the first faulty", "the first departed", "resigned"],
)
def test_the_committed_games_are_those_that_the_generator_gives(
    games: Callable[[], Iterator[Game]], count: int | None
) -> None:
    for game in islice(games(), count):
        assert CASES[game.name] == game.as_case()
        assert record(game.name) == game.record


def test_nothing_but_the_games_lies_in_their_folder() -> None:
    files = {path.name for path in (FOLDER / "games").iterdir()}

    assert DOCUMENT["what"] == WHAT
    assert files == {"games.json"} | {case["file"] for case in CASES.values()}


def departure(one: Departure) -> dict[str, Any]:
    """What games.json says of it; names stand in the charter."""
    voided = list(one.voided)
    return {"seat": one.seat, "reason": one.reason, "step": one.step, "voided": voided}


def expected_findings(case: dict[str, Any]) -> list[tuple[int | None, str, int | None]]:
    return [(one["seat"], one["clause"], one["entry"]) for one in case["findings"]]


def expected_unchecked(case: dict[str, Any]) -> list[tuple[int, str]]:
    return [(one["seat"], one["clause"]) for one in case["unchecked"]]
