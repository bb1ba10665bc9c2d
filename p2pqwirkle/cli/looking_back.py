"""What becomes of a record at the end of a game: it is audited beside the console, and told."""

from pathlib import Path
from typing import Any, cast

from twisted.internet.threads import deferToThreadPool

from p2pqwirkle.audit.replay import audit
from p2pqwirkle.audit.report import Report
from p2pqwirkle.audit.told import culprits, verdict_key
from p2pqwirkle.bag.group import Edwards25519
from p2pqwirkle.cli.audit import EXIT_CODES
from p2pqwirkle.console.desk import Ending, Notice
from p2pqwirkle.names import player_names
from p2pqwirkle.net.reactor import Reactor


async def look_back(reactor: Reactor, record: Path) -> tuple[Ending, int]:
    """What an audit of *record* finds, and the exit code of that; the reactor runs on meanwhile."""
    running = cast("Any", reactor)  # Twisted's interfaces have no types
    report: Report = await deferToThreadPool(running, running.getThreadPool(), _audited, record)
    names = player_names([player.name for player in report.players])
    verdict = Notice(verdict_key(report), (("name", culprits(report, names)),))
    return Ending(verdict, str(record)), EXIT_CODES[report.verdict]


def _audited(record: Path) -> Report:
    with record.open("rb") as stream:
        return audit(stream, Edwards25519())
