"""`games`: the records here, and what each of them is worth."""

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

from p2pqwirkle.audit.report import Report, Verdict
from p2pqwirkle.cli.auditing import Audited, audit_files
from p2pqwirkle.cli.folder import cannot_be_used, data_path
from p2pqwirkle.cli.unfinished import SHOWN_DIGITS
from p2pqwirkle.names import player_names
from p2pqwirkle.words import sentence


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what `games` takes."""
    parser.add_argument("--data", metavar="DIR", help=sentence("cli.help.data"))


def run(arguments: argparse.Namespace) -> int:
    """List the records, the newest last; whatever they are worth, listing them is done.

    Raises:
        Exit: the folder cannot be read.
    """
    folder = data_path(arguments.data) / "games"
    files = sorted(_records_in(folder), key=_when)
    if not files:
        print(sentence("games.none", folder=folder))
        return 0
    for file, audited in zip(files, audit_files([str(file) for file in files]), strict=True):
        print(_line(file, audited))
    return 0


def _records_in(folder: Path) -> list[Path]:
    try:
        return [file for file in folder.iterdir() if file.suffix == ".qwk"]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise cannot_be_used(folder, error) from error


def _when(file: Path) -> float:
    return file.stat().st_mtime


def _line(file: Path, audited: Audited) -> str:
    report = audited.report
    names = player_names([player.name for player in report.players])
    scores = zip(names, report.players, strict=True)
    line = sentence(
        "games.line",
        when=time.strftime("%Y-%m-%d %H:%M", time.localtime(_when(file))),
        players=", ".join(f"{name} {player.score}" for name, player in scores) or "?",
        verdict=_verdict(report, names),
        file=file,
    )
    if report.verdict is not Verdict.UNFINISHED or not file.with_suffix(".journal").exists():
        return line
    return f"{line}  {sentence('games.go-on', game=file.stem[:SHOWN_DIGITS])}"


def _verdict(report: Report, names: Sequence[str]) -> str:
    seats: tuple[int, ...] = report.winners
    if report.verdict is Verdict.FAULT:
        seats = tuple(sorted({one.seat for one in report.faults if one.seat is not None}))
    told = ", ".join(names[seat] for seat in seats)
    key = f"games.{report.verdict.value}"
    return sentence(key, names=told, turns=report.turns)
