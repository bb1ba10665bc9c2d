"""`watch`: follow a game of others, verify everything in it, and see no hand."""

import argparse
import sys
from typing import TYPE_CHECKING

from p2pqwirkle.cli.console_options import (
    add_console_options,
    called,
    chosen_looks,
    search_drawn_at_once,
    speak_as_asked,
    wants_plain,
)
from p2pqwirkle.cli.options import DEFAULT_PATIENCE, add_table, patience
from p2pqwirkle.words import sentence

if TYPE_CHECKING:
    from p2pqwirkle.cli.goals import Aim
    from p2pqwirkle.cli.stage import Stage
    from p2pqwirkle.console.lobby import Lobby
    from p2pqwirkle.console.looks import Looks
    from p2pqwirkle.console.search import Search


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what `watch` takes."""
    add_table(parser, sentence("cli.help.watched"))
    parser.add_argument("--data", metavar="DIR", help=sentence("cli.help.data"))
    parser.add_argument(
        "--patience",
        type=patience,
        default=DEFAULT_PATIENCE,
        metavar="S",
        help=sentence("cli.help.watch-patience"),
    )
    add_console_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Watch one game, and return what the audit of its record has found.

    Raises:
        Exit: there was nothing to watch, or the game has not come to an end.
    """
    speak_as_asked(arguments)
    with search_drawn_at_once(arguments, "lobby.watching"):
        return _watch(arguments)


def _watch(arguments: argparse.Namespace) -> int:
    from p2pqwirkle.cli.console_watcher import ConsoleWatcher  # noqa: PLC0415 - `--help` is quick
    from p2pqwirkle.cli.evening import evening  # noqa: PLC0415
    from p2pqwirkle.cli.folder import data_folder  # noqa: PLC0415
    from p2pqwirkle.cli.stage import perform  # noqa: PLC0415
    from p2pqwirkle.cli.taste import keep, recall, taste_in  # noqa: PLC0415
    from p2pqwirkle.cli.watching import WatchProgram  # noqa: PLC0415
    from p2pqwirkle.console.desk import Desk  # noqa: PLC0415

    is_plain = wants_plain(arguments)
    with data_folder(arguments.data) as folder:
        taste = recall(folder.path)
        looks = chosen_looks(arguments, taste.applied, is_plain=is_plain)
        is_unattended = is_plain and not sys.stdin.isatty()
        first = _first(arguments, looks, is_unattended=is_unattended)
        aim = _aim_of(arguments, is_unattended=is_unattended)

        async def play(stage: "Stage") -> int:
            watcher = ConsoleWatcher(stage, folder, arguments.patience, first, taste.habits)
            try:
                return await evening(stage, watcher, WatchProgram(watcher, aim))
            finally:
                if isinstance(watcher.console.state, Desk):
                    keep(taste_in(watcher.console.state), folder.path)

        return perform(play, folder.path / "log", is_plain=is_plain)


def _first(
    arguments: argparse.Namespace, looks: "Looks", *, is_unattended: bool
) -> "Lobby | Search":
    """What the console shows first."""
    from p2pqwirkle.console.lobby import Lobby  # noqa: PLC0415 - `--help` is quick
    from p2pqwirkle.console.search import Search  # noqa: PLC0415

    if arguments.table is None:
        return Search(looks, is_unattended=is_unattended, command="watch")
    return Lobby(looks, host=called(arguments.table), is_watching=True)


def _aim_of(arguments: argparse.Namespace, *, is_unattended: bool) -> "Aim":
    """Where the game is."""
    from p2pqwirkle.cli.finding import may_be_watched  # noqa: PLC0415 - `--help` is quick
    from p2pqwirkle.cli.goals import AtChosenTable, AtTheOnlyTable, aim_at  # noqa: PLC0415

    if not is_unattended:
        return aim_at(arguments.table, otherwise=AtChosenTable())
    only = AtTheOnlyTable(may_be_watched, none="none-to-watch", many="many-to-watch")
    return aim_at(arguments.table, otherwise=only)
