"""The report as scripts see it: the same keys in the same order, whatever was found."""

import json
from io import BytesIO
from typing import Any, Final

import pytest

from p2pqwirkle.audit.replay import audit
from p2pqwirkle.bag.group import Edwards25519
from p2pqwirkle.record.entry import read_signed_entry
from p2pqwirkle.record.record import RecordReader
from p2pqwirkle.table.entries import Kind
from tests.audit.mutants import wires_of
from tests.forge import record_of
from tests.vectors.text import FOLDER

KEYS: Final = [
    *("verdict", "game", "faults", "players", "winners"),
    *("ending", "turns", "checks", "unchecked", "departures"),
]
CHECKS: Final = ["signatures", "shuffles", "shares", "moves", "claims"]


def printed(name: str) -> dict[str, Any]:
    """The JSON of a report on one of the games among the vectors."""
    record = (FOLDER / "games" / f"{name}.qwk").read_bytes()
    told: dict[str, Any] = json.loads(json.dumps(audit(BytesIO(record), Edwards25519()).as_json()))
    return told


@pytest.mark.parametrize(
    "name", ["two-players", "tile-doubled", "byte-changed", "torn", "equal-key-shares", "text"]
)
def test_every_report_has_the_same_keys_in_the_same_order(name: str) -> None:
    report = printed(name)

    assert list(report) == KEYS
    assert list(report["checks"]) == CHECKS
    for finding in report["faults"]:
        assert list(finding) == ["seat", "name", "clause", "entry", "detail"]


def test_a_fair_game_is_reported_with_its_result_and_all_that_was_checked() -> None:
    record = (FOLDER / "games" / "two-players.qwk").read_bytes()
    entries = len(list(RecordReader(BytesIO(record))))

    report = printed("two-players")

    assert report.pop("game") == "f46d9e654be79fa52bfcfd1318c9f8c9d1f59d111246c23c59a481ed6bd93dcd"
    assert report == {
        "verdict": "fair",
        "faults": [],
        "players": [
            {"seat": 0, "name": "north", "score": 200},
            {"seat": 1, "name": "south", "score": 193},
        ],
        "winners": [0],
        "ending": "went-out",
        "turns": 47,
        "checks": {
            "signatures": entries,
            "shuffles": 2,
            "shares": 91,
            "moves": 47,
            "claims": 2,
        },
        "unchecked": [],
        "departures": [],
    }


def test_a_fault_is_reported_with_its_seat_name_clause_and_entry() -> None:
    report = printed("wrong-share")

    (fault,) = report["faults"]
    detail = fault.pop("detail")
    assert report["verdict"] == "fault"
    assert fault == {"seat": 0, "name": "north", "clause": "B5.2", "entry": 10}
    assert detail
    assert (report["winners"], report["ending"]) == ([], None)


def test_damage_is_reported_as_one_item_without_a_seat() -> None:
    report = printed("signature-changed")

    (damage,) = report["faults"]
    detail = damage.pop("detail")
    assert report["verdict"] == "unreadable"
    assert damage == {"seat": None, "name": None, "clause": "C1.4", "entry": 5}
    assert detail.endswith("; claimed author: south")


def test_a_file_that_is_no_record_is_reported_without_a_game() -> None:
    report = printed("text")

    assert (report["verdict"], report["game"]) == ("unreadable", None)
    assert (report["players"], report["turns"], report["unchecked"]) == ([], 0, [])


def test_what_was_not_checked_is_reported_by_seat_and_clause() -> None:
    closed, cut = printed("key-not-opened"), printed("stopped-in-a-turn")

    assert [list(one) for one in closed["unchecked"]] == [["seat", "clause", "detail"]]
    assert [(one["seat"], one["clause"]) for one in closed["unchecked"]] == [(1, "R3.5")]
    assert [(one["seat"], one["clause"]) for one in cut["unchecked"]] == [(0, "R3.5"), (1, "R3.5")]
    assert closed["checks"]["claims"] == 1


def test_what_a_stopped_game_leaves_unchecked_is_reported_too() -> None:
    report = printed("pass-with-a-full-bag")

    assert [(one["seat"], one["clause"]) for one in report["unchecked"]] == [
        (0, "R3.5"),
        (1, "R3.5"),
    ]


def test_scores_stand_while_a_new_bag_is_made() -> None:
    wires = wires_of((FOLDER / "games" / "resigned-late.qwk").read_bytes())
    kinds = [read_signed_entry(wire).entry.kind for wire in wires]
    record = record_of(wires[: kinds.index(Kind.RESIGN) + 1])

    report = audit(BytesIO(record), Edwards25519())

    assert [one.reason for one in report.departures] == ["resigned"]
    assert [player.score for player in report.players] == [96, 85, 107]
