"""`host --bots K`: some of the players are bots, each a peer in a process of its own."""

import sys
from pathlib import Path

import pytest

from p2pqwirkle.audit.replay import audit
from p2pqwirkle.bag.group import Edwards25519
from p2pqwirkle.bots.levels import BOTS
from p2pqwirkle.cli import main
from p2pqwirkle.cli.opponents import NAMES, bot_name
from p2pqwirkle.table.charter import check_name
from p2pqwirkle.words import LANGUAGES, speak
from tests.cli.test_processes import Table, table
from tests.cli.test_rematch import charters
from tests.cli.typist import Typist

__all__ = ["table"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("level", BOTS)
def test_whatever_a_bot_is_called_a_charter_takes_it(language: str, level: str) -> None:
    speak(language)
    try:
        for name in NAMES:
            check_name(bot_name(name, level))
    finally:
        speak(LANGUAGES[0])


def test_there_cannot_be_more_bots_than_chairs(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["host", "--players", "3", "--bots", "3", "--as-bot", "random"])

    assert code == 64
    assert "3 bots and you are more than 3 players" in capsys.readouterr().err


@pytest.mark.slow
def test_a_bot_takes_its_chair_and_the_rest_come_by_themselves(table: Table) -> None:
    north = table.host("north", 3, "--bots", "1", "--level", "greedy")
    table.join("south")

    ends = [peer.end() for peer in table.peers]

    assert ends == [(0, ""), (0, "")]
    with north.records[0].open("rb") as record:
        report = audit(record, Edwards25519())
    names = {player.name for player in report.players}
    assert names == {"north", "south", "Ada (bot, greedy)"}
    assert report.verdict.value == "fair"


@pytest.mark.slow
def test_bots_know_the_code_and_come_back_for_another_game(tmp_path: Path) -> None:
    table = ("--players", "2", "--bots", "1", "--level", "greedy", "--bind", "127.0.0.1")
    seat = ("--port", "0", "--name", "north", "--data", str(tmp_path / "north"))
    north = Typist("host", "--plain", *table, *seat)
    try:
        code = north.sees("--code ").split()[-1]
        north.sees(r"Ada \(bot, greedy\)")
        north.sees("^1 ")
        assert not [words for words in commands() if code in words and "Ada" in words]
        north.sees("Type again")
        north.forget()
        north.type("again")
        north.sees("^2 ")
        north.type("quit")
        north.end()
    finally:
        north.process.kill()
        north.process.wait()

    first, second = charters(tmp_path / "north")
    assert first.identities == second.identities


def commands() -> list[str]:
    """What all on this computer can read of its processes."""
    if sys.platform != "linux":
        return []
    lines = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            lines.append(path.read_bytes().decode(errors="replace"))
        except OSError:
            continue  # it has ended meanwhile
    return lines
