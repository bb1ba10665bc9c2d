"""`join`: take a seat at somebody's table."""

import argparse
from functools import partial
from typing import TYPE_CHECKING, assert_never

from p2pqwirkle.cli.console_options import add_console_options, drawn_at_once, speak_as_asked
from p2pqwirkle.cli.options import (
    add_seat_options,
    code,
    name_or_default,
    table_or_address,
)
from p2pqwirkle.words import sentence

if TYPE_CHECKING:
    from p2pqwirkle.cli.goals import Aim


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what `join` takes."""
    parser.add_argument(
        "table",
        nargs="?",
        type=table_or_address,
        metavar="TABLE|HOST:PORT",
        help=sentence("cli.help.table"),
    )
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--code", type=code, metavar="C", help=sentence("cli.help.join-code"))
    how.add_argument("--open", action="store_true", help=sentence("cli.help.join-open"))
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
    if arguments.table is None:
        with drawn_at_once(arguments, "search.looking"):
            return _join(arguments)
    host = arguments.table if isinstance(arguments.table, str) else arguments.table[0]
    with drawn_at_once(arguments, "lobby.asking", host=host):
        return _join(arguments)


def _join(arguments: argparse.Namespace) -> int:
    name = name_or_default(arguments.name)

    from p2pqwirkle.cli.bot_seat import BotSeat, Sitter  # noqa: PLC0415 - quick refusals first
    from p2pqwirkle.cli.events import say  # noqa: PLC0415
    from p2pqwirkle.cli.folder import data_folder  # noqa: PLC0415
    from p2pqwirkle.cli.joining import JoinProgram  # noqa: PLC0415
    from p2pqwirkle.cli.running import run_in_reactor  # noqa: PLC0415

    aim, host = _aim_of(arguments)
    with data_folder(arguments.data) as folder:
        if arguments.as_bot is None:
            from p2pqwirkle.cli.evening import spend_evening  # noqa: PLC0415 - for people alone
            from p2pqwirkle.console.lobby import Lobby  # noqa: PLC0415
            from p2pqwirkle.console.search import Search  # noqa: PLC0415

            first = Search if arguments.table is None else partial(Lobby, host=host)
            join = partial(JoinProgram, aim=aim, code=arguments.code)
            return spend_evening(arguments, folder, join, first=first)
        sitter = Sitter(name, arguments.age, arguments.as_bot, arguments.patience)
        seat = partial(BotSeat, folder=folder, sitter=sitter, say=say)
        program = JoinProgram(seat, aim, arguments.code)
        return run_in_reactor(program, folder.path / "log")


def _aim_of(arguments: argparse.Namespace) -> "tuple[Aim, str]":
    """Where to sit, and how that is called until it is known better."""
    from p2pqwirkle.cli.goals import (  # noqa: PLC0415 - quick refusals first
        AtAddress,
        AtChosenTable,
        AtTable,
        AtTheOnlyTable,
    )
    from p2pqwirkle.net.reactor import Address  # noqa: PLC0415

    match arguments.table:
        case None:
            return (AtChosenTable() if arguments.as_bot is None else AtTheOnlyTable()), ""
        case str() as digits:
            return AtTable(digits), digits
        case host, port:
            address = Address(host, port)
            return AtAddress(address), str(address)
        case _ as other:
            assert_never(other)
