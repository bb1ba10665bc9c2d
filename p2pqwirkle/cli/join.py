"""`join`: take a seat at somebody's table."""

import argparse
from functools import partial

from p2pqwirkle.cli.console_options import add_console_options, drawn_at_once, speak_as_asked
from p2pqwirkle.cli.options import (
    add_seat_options,
    host_and_port,
    name_or_default,
)
from p2pqwirkle.words import sentence


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what `join` takes."""
    parser.add_argument(
        "table", type=host_and_port, metavar="HOST:PORT", help=sentence("cli.help.table")
    )
    add_seat_options(parser)
    add_console_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Play one game.

    Raises:
        Exit: there was no seat, or the game has not come to an end.
    """
    if arguments.as_bot is not None:
        return _join(arguments)
    speak_as_asked(arguments)
    with drawn_at_once(arguments, "lobby.asking", host=arguments.table[0]):
        return _join(arguments)


def _join(arguments: argparse.Namespace) -> int:
    name = name_or_default(arguments.name)

    from p2pqwirkle.cli.bot_seat import BotSeat, Sitter  # noqa: PLC0415 - quick refusals first
    from p2pqwirkle.cli.events import say  # noqa: PLC0415
    from p2pqwirkle.cli.folder import data_folder  # noqa: PLC0415
    from p2pqwirkle.cli.joining import JoinProgram  # noqa: PLC0415
    from p2pqwirkle.cli.running import run_in_reactor  # noqa: PLC0415
    from p2pqwirkle.net.reactor import Address  # noqa: PLC0415

    host = Address(*arguments.table)
    with data_folder(arguments.data) as folder:
        if arguments.as_bot is None:
            from p2pqwirkle.cli.evening import spend_evening  # noqa: PLC0415 - for people alone

            join = partial(JoinProgram, host=host)
            return spend_evening(arguments, folder, join, host=str(host))
        sitter = Sitter(name, arguments.age, arguments.as_bot, arguments.patience)
        program = JoinProgram(lambda reactor: BotSeat(reactor, folder, sitter, say), host)
        return run_in_reactor(program, folder.path / "log")
