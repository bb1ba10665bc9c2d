"""`resume`: go on with a game after a crash, from what is on the disk."""

import argparse
import re
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING, Final

from p2pqwirkle.bots.levels import BOTS
from p2pqwirkle.cli.console_options import add_console_options, drawn_at_once, speak_as_asked
from p2pqwirkle.cli.exits import Exit, ExitCode
from p2pqwirkle.cli.options import host_and_port, patience
from p2pqwirkle.words import sentence

if TYPE_CHECKING:
    from p2pqwirkle.cli.folder import DataFolder
    from p2pqwirkle.cli.unfinished import Unfinished

DEFAULT_PATIENCE: Final = 600
"""Seconds: the others may have to come back too, each with a command of its own."""
_DIGITS: Final = re.compile("[0-9a-f]{1,64}")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what `resume` takes."""
    parser.add_argument(
        "game", nargs="?", type=_digits, metavar="GAME", help=sentence("cli.help.resumed")
    )
    parser.add_argument(
        "--peer",
        action="append",
        default=[],
        type=host_and_port,
        metavar="HOST:PORT",
        help=sentence("cli.help.peer"),
    )
    parser.add_argument("--as-bot", choices=tuple(BOTS), help=sentence("cli.help.as-bot"))
    parser.add_argument("--data", metavar="DIR", help=sentence("cli.help.data"))
    parser.add_argument(
        "--patience",
        type=patience,
        default=DEFAULT_PATIENCE,
        metavar="S",
        help=sentence("cli.help.patience"),
    )
    parser.set_defaults(name=None, age=None)  # they stand in the charter
    add_console_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Play one game to its end.

    Raises:
        Exit: there is none to go on with, or it has not come to an end.
    """
    if arguments.as_bot is not None:
        return _resume(arguments)
    speak_as_asked(arguments)
    with drawn_at_once(arguments, "lobby.coming-back"):
        return _resume(arguments)


def _resume(arguments: argparse.Namespace) -> int:
    from p2pqwirkle.cli.bot_seat import BotSeat, Sitter  # noqa: PLC0415 - quick refusals first
    from p2pqwirkle.cli.events import say  # noqa: PLC0415
    from p2pqwirkle.cli.folder import data_folder  # noqa: PLC0415
    from p2pqwirkle.cli.opponents import opponents_of  # noqa: PLC0415
    from p2pqwirkle.cli.resuming import ResumeProgram  # noqa: PLC0415
    from p2pqwirkle.cli.running import run_in_reactor  # noqa: PLC0415
    from p2pqwirkle.net.reactor import Address  # noqa: PLC0415

    with ExitStack() as context:
        folder = context.enter_context(data_folder(arguments.data))
        game = _game(arguments, folder)
        context.enter_context(opponents_of(game.game, folder.path))
        peers = tuple(Address(host, port) for host, port in arguments.peer)
        program = partial(ResumeProgram, folder=folder, game=game, peers=peers)
        if arguments.as_bot is None:
            from p2pqwirkle.cli.evening import spend_evening  # noqa: PLC0415 - for people alone
            from p2pqwirkle.console.lobby import Lobby  # noqa: PLC0415

            first = partial(Lobby, is_coming_back=True)
            return spend_evening(arguments, folder, program, first=first)
        sitter = Sitter("", None, arguments.as_bot, arguments.patience)
        seat = partial(BotSeat, folder=folder, sitter=sitter, say=say)
        return run_in_reactor(program(seat), folder.path / "log")


def _game(arguments: argparse.Namespace, folder: "DataFolder") -> "Unfinished":
    """The game that *arguments* name.

    Raises:
        Exit: it cannot be gone on with.
    """
    from p2pqwirkle.cli.folder import cannot_be_used  # noqa: PLC0415 - quick refusals first
    from p2pqwirkle.cli.unfinished import chosen_game, read_unfinished  # noqa: PLC0415

    player = folder.identity().player
    try:
        game = read_unfinished(chosen_game(folder.path / "games", arguments.game, player))
    except OSError as error:
        raise cannot_be_used(folder.path, error) from error
    if player not in game.charter.identities:
        raise Exit(ExitCode.COULD_NOT, "not-your-game")
    return game


def _digits(text: str) -> str:
    """The beginning of a game's id."""
    if _DIGITS.fullmatch(text.lower()):
        return text.lower()
    raise argparse.ArgumentTypeError(sentence("cli.bad-game", given=ascii(text)))
