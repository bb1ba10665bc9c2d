"""`replay`: step through a finished game, all hands open."""

import argparse
from typing import TYPE_CHECKING

from p2pqwirkle.cli.console_options import (
    add_console_options,
    chosen_looks,
    drawn_at_once,
    speak_as_asked,
    wants_plain,
)
from p2pqwirkle.cli.exits import Exit, ExitCode
from p2pqwirkle.names import player_names
from p2pqwirkle.words import sentence

if TYPE_CHECKING:
    from p2pqwirkle.cli.stage import Stage
    from p2pqwirkle.console.commands import Request
    from p2pqwirkle.console.looks import Looks
    from p2pqwirkle.console.replay import Replay


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what `replay` takes."""
    parser.add_argument("file", metavar="FILE", help=sentence("cli.help.replayed"))
    add_console_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Show a game again, and return what its audit has found.

    Raises:
        Exit: the file cannot be read, or there is no turn in it.
    """
    speak_as_asked(arguments)
    with drawn_at_once(arguments, "result.checking"):
        return _show(arguments)


def _show(arguments: argparse.Namespace) -> int:
    is_plain = wants_plain(arguments)
    replay, code = _replay(
        arguments.file, chosen_looks(arguments, lambda looks: looks, is_plain=is_plain)
    )
    if is_plain:
        _print(replay)
        return code

    from p2pqwirkle.cli.stage import perform, temporary_log  # noqa: PLC0415 - plain mode needs none

    async def play(stage: "Stage") -> int:
        def asked(_request: "Request") -> None:
            console.leave()

        console = stage.console(replay, asked)
        await console.run()
        return code

    with temporary_log() as log:
        return perform(play, log, is_plain=False)


def _replay(file: str, looks: "Looks") -> "tuple[Replay, int]":
    """The replay of the record in *file*, and the exit code of its audit."""
    from p2pqwirkle.audit.replay import audit  # noqa: PLC0415 - `--help` needs none of it
    from p2pqwirkle.audit.told import culprits, verdict_key  # noqa: PLC0415
    from p2pqwirkle.bag.group import Edwards25519  # noqa: PLC0415
    from p2pqwirkle.cli.audit import EXIT_CODES  # noqa: PLC0415
    from p2pqwirkle.console.desk import Ending, Notice  # noqa: PLC0415
    from p2pqwirkle.console.replay import replay_of  # noqa: PLC0415
    from p2pqwirkle.console.scenes import Keeper  # noqa: PLC0415

    keeper = Keeper()
    try:
        with open(file, "rb") as stream:  # noqa: PTH123 - a Path would tidy what was given
            report = audit(stream, Edwards25519(), keeper.see)
    except OSError as error:
        reason = error.strerror or error
        raise Exit(ExitCode.UNREADABLE, "no-replay", file=file, reason=reason) from error
    scenes = keeper.scenes()
    code = EXIT_CODES[report.verdict]
    if not scenes:
        raise Exit(ExitCode(code or ExitCode.UNFINISHED), "no-turns", file=file)
    names = player_names([player.name for player in report.players])
    verdict = Notice(verdict_key(report), (("name", culprits(report, names)),))
    return replay_of(scenes, looks, Ending(verdict, file)), code


def _print(replay: "Replay") -> None:
    """Tell the whole game in lines."""
    from p2pqwirkle.console.plain import replay_lines  # noqa: PLC0415 - only without a screen

    for number, line in enumerate(replay_lines(replay), start=1):
        print(f"{number}. {line}")
