"""Separate processes over loopback: some go, and the others finish the game."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_processes import HARDLY_ANY, Peer, Table, run, table

pytestmark = pytest.mark.slow
__all__ = ("table",)

ODD = "tests.cli.odd_seat"


def report_on(record: Path) -> dict[str, Any]:
    report: dict[str, Any] = json.loads(run(["audit", str(record), "--json"]).stdout)
    return report


def check_finished(stayed: list[Peer], code: int, gone: Peer, reason: str) -> dict[str, Any]:
    """Those who have *stayed* have one record, which tells why *gone* has not."""
    ends = [peer.end() for peer in stayed]
    assert [end for end, _ in ends] == [code] * len(stayed), ends
    assert len({peer.records[0].read_bytes() for peer in stayed}) == 1
    report = report_on(stayed[0].records[0])
    assert [(one["name"], one["reason"]) for one in report["departures"]] == [
        (gone.data.name, reason)
    ]
    return report


@pytest.mark.parametrize("moment", ["words ", "turn 3 "])
def test_the_others_finish_without_a_player_who_was_killed(moment: str, table: Table) -> None:
    north = table.host("north", 3, *HARDLY_ANY)
    south, east = (table.join(name, *HARDLY_ANY) for name in ("south", "east"))
    south.until(moment)

    south.process.kill()
    report = check_finished([north, east], 0, south, "silent")

    assert report["verdict"] == "fair"
    assert report["ending"] is not None
    assert all(one["seat"] == report["departures"][0]["seat"] for one in report["unchecked"])
    assert "out south: silent" in north.lines


def test_a_turn_is_passed_over_when_its_time_is_over(table: Table) -> None:
    north = table.host("north", 3, "--turn-seconds", "8")
    south = table.join("south", program=(ODD, "sleeper"))
    east = table.join("east")

    report = check_finished([north, south, east], 0, south, "time")

    assert report["verdict"] == "fair"
    assert any("south: passed over (+0)" in line for line in north.lines)
