"""`join`: take a seat at somebody's table."""

import argparse
from functools import partial

from p2pqwirkle.cli.console_options import add_console_options, search_drawn_at_once, speak_as_asked
from p2pqwirkle.cli.options import add_seat_options, add_table, code, name_or_default
from p2pqwirkle.words import sentence


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what `join` takes."""
    add_table(parser, sentence("cli.help.table"))
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
    with search_drawn_at_once(arguments, "lobby.asking"):
        return _join(arguments)


def _join(arguments: argparse.Namespace) -> int:
    name = name_or_default(arguments.name)

    from p2pqwirkle.cli.bot_seat import BotSeat, Sitter  # noqa: PLC0415 - quick refusals first
    from p2pqwirkle.cli.events import say  # noqa: PLC0415
    from p2pqwirkle.cli.folder import data_folder  # noqa: PLC0415
    from p2pqwirkle.cli.goals import AtChosenTable, AtTheOnlyTable, aim_at  # noqa: PLC0415
    from p2pqwirkle.cli.joining import JoinProgram  # noqa: PLC0415
    from p2pqwirkle.cli.running import run_in_reactor  # noqa: PLC0415

    found = AtChosenTable() if arguments.as_bot is None else AtTheOnlyTable()
    aim = aim_at(arguments.table, otherwise=found)
    with data_folder(arguments.data) as folder:
        if arguments.as_bot is None:
            from p2pqwirkle.cli.evening import spend_evening  # noqa: PLC0415 - for people alone
            from p2pqwirkle.console.lobby import Lobby  # noqa: PLC0415
            from p2pqwirkle.console.search import Search  # noqa: PLC0415

            named = arguments.table
            first = Search if named is None else partial(Lobby, host=_called_in_full(named))
            join = partial(JoinProgram, aim=aim, code=arguments.code)
            return spend_evening(arguments, folder, join, first=first)
        sitter = Sitter(name, arguments.age, arguments.as_bot, arguments.patience)
        seat = partial(BotSeat, folder=folder, sitter=sitter, say=say)
        program = JoinProgram(seat, aim, arguments.code)
        return run_in_reactor(program, folder.path / "log")


def _called_in_full(table: str | tuple[str, int]) -> str:
    """How a *table* that was named so is called by who asks for a seat at it."""
    from p2pqwirkle.net.reactor import Address  # noqa: PLC0415 - quick refusals first

    return table if isinstance(table, str) else str(Address(*table))
