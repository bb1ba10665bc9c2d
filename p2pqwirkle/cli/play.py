"""`play`: you against bots."""

import argparse

from p2pqwirkle.bots.levels import BOTS
from p2pqwirkle.cli.console_options import add_console_options, drawn_at_once, speak_as_asked
from p2pqwirkle.cli.options import DEFAULT_PATIENCE, opponents
from p2pqwirkle.words import sentence


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what `play` takes."""
    parser.add_argument(
        "--opponents", type=opponents, default=1, metavar="N", help=sentence("cli.help.opponents")
    )
    parser.add_argument(
        "--level", choices=tuple(BOTS), default="greedy", help=sentence("cli.help.level")
    )
    parser.add_argument("--name", help=sentence("cli.help.name"))
    parser.add_argument("--data", metavar="DIR", help=sentence("cli.help.data"))
    parser.set_defaults(age=None, patience=DEFAULT_PATIENCE)
    add_console_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Play one game against bots.

    Raises:
        Exit: it has not come to an end.
    """
    speak_as_asked(arguments)
    with drawn_at_once(arguments, "lobby.opening"):
        return _play(arguments)


def _play(arguments: argparse.Namespace) -> int:
    from p2pqwirkle.cli.evening import spend_evening  # noqa: PLC0415 - `--help` is quick
    from p2pqwirkle.cli.folder import data_folder  # noqa: PLC0415
    from p2pqwirkle.cli.hosting import LOOPBACK, HostProgram, Offer  # noqa: PLC0415
    from p2pqwirkle.cli.opponents import NAMES, Opponents  # noqa: PLC0415
    from p2pqwirkle.table.charter import Options  # noqa: PLC0415

    offer = Offer(arguments.opponents + 1, Options(), LOOPBACK, 0, is_listed=False)
    names = NAMES[: arguments.opponents]
    with (
        data_folder(arguments.data) as folder,
        Opponents(names, arguments.level, folder.path) as bots,
    ):
        return spend_evening(
            arguments, folder, lambda take: HostProgram(take, offer, bots), among_bots=True
        )
