"""Whole games of separate processes of which some are killed, frozen or lie; the others finish."""

import json
import signal
from collections.abc import Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

from tests.cli.test_processes import Peer, Table
from tests.cli.test_processes import run as run_program
from tests.lan import NAMES

PATIENCE: Final = ("--patience", "15")
MOMENTS: Final = (
    *("words ", "shuffle 1/", "shuffle 2/", "dealt", "opens "),
    *(f"turn {number} " for number in (1, 2, 3, 5, 8, 13, 21, 34)),
    *("new bag 1/", "new bag 3/", "over "),
)
"""Lines after which somebody goes; the last ones only come if somebody else has gone before."""
GAME_SECONDS: Final = 600
LIAR: Final = ("tests.cli.odd_seat", "liar")


def run(seed: int, games: int) -> None:
    """Play *games* games of three to five in turn; as many go as the others can go on without."""
    for number in range(games):
        chance = Random(seed + number)
        players = 3 + number % 3
        with TemporaryDirectory() as folder:
            told = _game(Path(folder), players, chance)
        print(f"{number + 1}: {players} players; {told}", flush=True)


def _game(folder: Path, players: int, chance: Random) -> str:
    table = Table(folder)
    try:
        return _play(table, NAMES[:players], chance)
    finally:
        for peer in table.peers:
            if peer.process.poll() is None:
                peer.process.kill()
            peer.process.communicate()


def _play(table: Table, names: Sequence[str], chance: Random) -> str:
    going = chance.sample(names[1:], (len(names) - 1) // 2)
    liar = going[0] if chance.random() < 0.25 else None
    table.host(names[0], len(names), *PATIENCE)
    for name in names[1:]:
        program = LIAR if name == liar else ("p2pqwirkle",)
        table.join(name, *PATIENCE, program=program)
    told = [_go(table.peers[names.index(name)], chance) for name in going if name != liar]
    stayed = [peer for peer in table.peers if peer.data.name not in going]
    codes = [_code_of(peer) for peer in stayed]
    assert len({peer.records[0].read_bytes() for peer in stayed}) == 1, codes
    report = _report_on(stayed[0].records[0])
    _check(report, set(codes), set(going), liar)
    left = [f"{one['name']} {one['reason']} in {one['step']}" for one in report["departures"]]
    return ", ".join((*told, *([f"{liar} lies"] if liar else []), report["verdict"], *left))


def _go(peer: Peer, chance: Random) -> str:
    """Let one player go after a line of its own."""
    moment = chance.choice(MOMENTS)
    try:
        peer.until(moment)
    except AssertionError:
        return f"{peer.data.name} has ended before {moment}"
    how = chance.choice((signal.SIGKILL, signal.SIGSTOP, signal.SIGTERM))
    peer.process.send_signal(how)
    return f"{peer.data.name} {how.name} after {moment.strip()}"


def _code_of(peer: Peer) -> int:
    peer.lines += peer.process.communicate(timeout=GAME_SECONDS)[0].splitlines()
    return peer.process.returncode


def _check(report: dict[str, Any], codes: set[int], going: set[str], liar: str | None) -> None:
    """All who stayed ended alike, and nobody is out who did not go."""
    left = {one["name"] for one in report["departures"]}
    assert left <= going, report
    expected = {"fair": {0}, "fault": {1}, "unfinished": {3}}[report["verdict"]]
    assert codes == expected, (codes, report)
    assert report["ending"] is not None, report
    assert {one["name"] for one in report["faults"]} <= {liar}, report
    names = {player["seat"]: player["name"] for player in report["players"]}
    assert {names[one["seat"]] for one in report["unchecked"]} <= going, report


def _report_on(record: Path) -> dict[str, Any]:
    report: dict[str, Any] = json.loads(run_program(["audit", str(record), "--json"]).stdout)
    return report
