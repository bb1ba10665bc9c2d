"""After a game: the same people, the same seats, and nothing of the old game in the new one."""

from pathlib import Path

import pytest

from p2pqwirkle.record.chat import ChatReader, read_signed_remark
from p2pqwirkle.record.entry import read_signed_entry
from p2pqwirkle.record.record import RecordReader
from p2pqwirkle.table.charter import Charter, read_charter
from tests.cli.typist import everyone, table_of_typists

pytestmark = pytest.mark.slow


def charters(folder: Path) -> list[Charter]:
    """The charters of the games that were recorded, the oldest first."""
    records = sorted((folder / "games").glob("*.qwk"), key=lambda path: path.stat().st_ctime_ns)
    found = []
    for path in records:
        with path.open("rb") as stream:
            first = next(iter(RecordReader(stream)))
        found.append(read_charter(read_signed_entry(first).entry.body))
    return found


def test_the_same_people_play_again_on_the_same_seats(tmp_path: Path) -> None:
    with table_of_typists(tmp_path, ("north", "south")) as people:
        everyone(people, lambda one: one.sees("Type again"))
        everyone(people, lambda one: one.forget())
        people["south"].type("again")
        people["north"].type("again")

        everyone(people, lambda one: one.sees("^2 "))
        people["north"].type("quit")
        assert people["north"].end() == 3
        people["south"].type("quit")

    first, second = charters(tmp_path / "north")
    assert charters(tmp_path / "south") == [first, second]
    assert first.identities == second.identities
    assert first.game != second.game
    nonces = {player.nonce for charter in (first, second) for player in charter.players}
    assert len(nonces) == 4


def test_where_the_players_agreed_on_no_hints_nobody_gets_any(tmp_path: Path) -> None:
    with table_of_typists(tmp_path, ("north", "south"), "--no-hints") as people:
        people["south"].sees("Nobody's program shows good moves")
        everyone(people, lambda one: one.sees("Your turn|Turn:"))
        everyone(people, lambda one: one.type("hint"))
        everyone(people, lambda one: one.sees("agreed to play without hints"))
        everyone(people, lambda one: one.type("unseen"))
        everyone(people, lambda one: one.sees("without the counter of tiles"))
        told = [line for one in people.values() for line in one.told]
        assert not [line for line in told if line.startswith("+")]


def test_what_is_said_reaches_everybody_and_is_kept_beside_the_record(tmp_path: Path) -> None:
    with table_of_typists(tmp_path, ("north", "south", "east")) as people:
        everyone(people, lambda one: one.sees("^2 "))
        people["south"].type("say Good luck!")
        everyone(people, lambda one: one.sees("^south: Good luck!$"))
        people["east"].type("say \x1b[2Jboo")
        everyone(people, lambda one: one.sees(r"^east: \[2Jboo$"))
        everyone(people, lambda one: one.type("quit"))
        everyone(people, lambda one: one.end())

    kept = []
    for name in people:
        (path,) = (tmp_path / name / "games").glob("*.chat")
        with path.open("rb") as stream:
            kept.append([read_signed_remark(wire).remark.text for wire in ChatReader(stream)])
    assert kept == [["Good luck!", "[2Jboo"]] * 3
