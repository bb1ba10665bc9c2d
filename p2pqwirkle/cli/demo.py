"""`demo`: a whole game between bots, each in a process of its own, shown and audited."""

import argparse
import json
import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from time import monotonic
from typing import Final

from p2pqwirkle.audit.replay import audit
from p2pqwirkle.audit.report import Report
from p2pqwirkle.bag.group import Edwards25519
from p2pqwirkle.bots.levels import BOTS
from p2pqwirkle.cli.audit import EXIT_CODES
from p2pqwirkle.cli.exits import Exit, ExitCode
from p2pqwirkle.cli.options import players
from p2pqwirkle.cli.seats import Seats
from p2pqwirkle.cli.spectator import Spectator
from p2pqwirkle.words import sentence

NAMES: Final = ("north", "south", "east", "west", "zenith", "nadir")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what `demo` takes."""
    parser.add_argument(
        "--players", type=players, default=4, metavar="N", help=sentence("cli.help.players")
    )
    parser.add_argument(
        "--level", choices=tuple(BOTS), default="greedy", help=sentence("cli.help.level")
    )
    parser.add_argument("--record", metavar="FILE", help=sentence("cli.help.record"))
    parser.add_argument("--json", action="store_true", help=sentence("cli.help.json"))


def run(arguments: argparse.Namespace) -> int:
    """Play a game, show it, and audit it.

    Raises:
        Exit: it did not come to its end, or the record cannot be kept.
    """
    # As Ctrl-C does, so that neither processes nor files are left behind.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    names = NAMES[: arguments.players]
    spectator = Spectator(len(names), is_quiet=arguments.json)
    with (
        _kept_record(arguments.record) as kept,
        tempfile.TemporaryDirectory(prefix="p2pqwirkle-") as folder,
        Seats(names, arguments.level, Path(folder)) as seats,
    ):
        for said in seats.play():
            spectator.hear(said)
        record = _the_one_record(seats)
        if kept is not None:
            _keep(record, kept)
    began = monotonic()
    report = audit(BytesIO(record), Edwards25519())
    seconds = {**spectator.seconds(), "audit": round(monotonic() - began, 3)}
    if arguments.json:
        print(json.dumps(_summary(report, arguments.record, seconds, len(record))))
    else:
        spectator.conclude(report, arguments.record)
    return EXIT_CODES[report.verdict]


@contextmanager
def _kept_record(file: str | None) -> Iterator[Path | None]:
    """A new, empty file for the record; it is gone again if the game does not come to its end."""
    if file is None:
        yield None
        return
    path = Path(file)
    try:
        path.open("xb").close()
    except FileExistsError as error:
        raise Exit(ExitCode.COULD_NOT, "record-exists", path=path) from error
    except OSError as error:
        raise _cannot_keep(path, error) from error
    try:
        yield path
    except BaseException:
        path.unlink()
        raise


def _keep(record: bytes, path: Path) -> None:
    try:
        path.write_bytes(record)
    except OSError as error:
        raise _cannot_keep(path, error) from error


def _cannot_keep(path: Path, error: OSError) -> Exit:
    return Exit(ExitCode.COULD_NOT, "no-record", path=path, reason=error.strerror or error)


def _the_one_record(seats: Seats) -> bytes:
    """The record, which all seats have with the same bytes."""
    records = {name: seats.record_of(seat) for seat, name in enumerate(seats.names)}
    contents = {name: path.read_bytes() for name, path in records.items()}
    if len(set(contents.values())) > 1:
        raise Exit(ExitCode.COULD_NOT, "records-differ", names=", ".join(contents))
    return contents[seats.names[0]]


def _summary(
    report: Report, record: str | None, seconds: dict[str, float], size: int
) -> dict[str, object]:
    """What scripts get to know of the game."""
    told = report.as_json()
    return {
        "game": told["game"],
        "players": told["players"],
        "winners": told["winners"],
        "ending": told["ending"],
        "turns": report.turns,
        "swaps": report.swaps,
        "record": record,
        "audit": report.verdict.value,
        "seconds": seconds,
        "bytes": size,
    }
