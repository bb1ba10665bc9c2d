"""`host`: open a table."""

import argparse
import secrets

from p2pqwirkle.bots.levels import BOTS
from p2pqwirkle.cli.console_options import add_console_options, drawn_at_once, speak_as_asked
from p2pqwirkle.cli.exits import Exit, ExitCode
from p2pqwirkle.cli.options import (
    add_seat_options,
    bind,
    bots,
    code,
    name_or_default,
    players,
    port,
    turn_seconds,
)
from p2pqwirkle.codes import make_code
from p2pqwirkle.words import sentence


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what `host` takes."""
    parser.add_argument(
        "--players", type=players, default=2, metavar="N", help=sentence("cli.help.players")
    )
    parser.add_argument("--port", type=port, metavar="P", help=sentence("cli.help.port"))
    parser.add_argument("--bind", type=bind, metavar="A", help=sentence("cli.help.bind"))
    who = parser.add_mutually_exclusive_group()
    who.add_argument("--open", action="store_true", help=sentence("cli.help.open"))
    who.add_argument("--code", type=code, metavar="C", help=sentence("cli.help.host-code"))
    parser.add_argument("--unlisted", action="store_true", help=sentence("cli.help.unlisted"))
    parser.add_argument(
        "--no-stall-guard", action="store_true", help=sentence("cli.help.no-stall-guard")
    )
    parser.add_argument("--no-hints", action="store_true", help=sentence("cli.help.no-hints"))
    parser.add_argument("--watchers", action="store_true", help=sentence("cli.help.watchers"))
    parser.add_argument(
        "--turn-seconds",
        type=turn_seconds,
        default=0,
        metavar="S",
        help=sentence("cli.help.turn-seconds"),
    )
    parser.add_argument("--bots", type=bots, default=0, metavar="K", help=sentence("cli.help.bots"))
    parser.add_argument(
        "--level", choices=tuple(BOTS), default="greedy", help=sentence("cli.help.level")
    )
    add_seat_options(parser)
    add_console_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Host one game.

    Raises:
        Exit: there was none, or it has not come to an end.
    """
    if arguments.as_bot is not None:
        return _host(arguments)
    speak_as_asked(arguments)
    with drawn_at_once(arguments, "lobby.opening"):
        return _host(arguments)


def _host(arguments: argparse.Namespace) -> int:
    name = name_or_default(arguments.name)
    if arguments.bots >= arguments.players:
        fields = {"bots": arguments.bots, "players": arguments.players}
        raise Exit(ExitCode.WRONG_COMMAND, "too-many-bots", **fields)

    from p2pqwirkle.cli.bot_seat import BotSeat, Sitter  # noqa: PLC0415 - quick refusals first
    from p2pqwirkle.cli.events import say  # noqa: PLC0415
    from p2pqwirkle.cli.folder import data_folder  # noqa: PLC0415
    from p2pqwirkle.cli.hosting import HostProgram, Offer  # noqa: PLC0415
    from p2pqwirkle.cli.opponents import NAMES, Opponents, bot_name  # noqa: PLC0415
    from p2pqwirkle.cli.running import run_in_reactor  # noqa: PLC0415
    from p2pqwirkle.table.charter import Options  # noqa: PLC0415

    options = Options(
        stall_guard=not arguments.no_stall_guard,
        hints=not arguments.no_hints,
        turn_seconds=arguments.turn_seconds,
        watchers=arguments.watchers,
    )
    offer = Offer(
        players=arguments.players,
        options=options,
        bind=arguments.bind,
        port=arguments.port,
        is_listed=not arguments.unlisted,
        code=None if arguments.open else arguments.code or make_code(secrets.token_bytes),
        patience=arguments.patience,
    )
    names = [bot_name(one, arguments.level) for one in NAMES[: arguments.bots]]
    with (
        data_folder(arguments.data) as folder,
        Opponents(names, arguments.level, folder.path) as others,
    ):
        if arguments.as_bot is None:
            from p2pqwirkle.cli.evening import spend_evening  # noqa: PLC0415 - for people alone

            return spend_evening(arguments, folder, lambda take: HostProgram(take, offer, others))
        sitter = Sitter(name, arguments.age, arguments.as_bot, arguments.patience)
        program = HostProgram(lambda reactor: BotSeat(reactor, folder, sitter, say), offer, others)
        return run_in_reactor(program, folder.path / "log")
