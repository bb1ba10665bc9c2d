"""The options that several commands share, and how their values are read."""

import argparse
import getpass
import re
import sys
from typing import Final

from p2pqwirkle.bots.levels import BOTS
from p2pqwirkle.cli.exits import Exit, ExitCode
from p2pqwirkle.codes import Code, CodeSlip, read_code
from p2pqwirkle.names import showable
from p2pqwirkle.words import sentence

DEFAULT_PORT: Final = 10836
"""108 tiles, 36 faces."""
DEFAULT_PATIENCE: Final = 60
LONGEST_PATIENCE: Final = 86_400
LONGEST_TURN: Final = 3_600
DEFAULT_SECONDS: Final = 3
LONGEST_SEARCH: Final = 3_600
_TABLE_ID: Final = re.compile("[0-9a-f]{8,32}")
MOST_PORTS: Final = 65_535
MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = 6
OLDEST: Final = 150


def add_seat_options(parser: argparse.ArgumentParser) -> None:
    """What a player may say about the seat that it takes."""
    parser.add_argument("--as-bot", choices=tuple(BOTS), help=sentence("cli.help.as-bot"))
    parser.add_argument("--name", help=sentence("cli.help.name"))
    parser.add_argument("--age", type=age, help=sentence("cli.help.age"))
    parser.add_argument("--data", metavar="DIR", help=sentence("cli.help.data"))
    parser.add_argument(
        "--patience",
        type=patience,
        default=DEFAULT_PATIENCE,
        metavar="S",
        help=sentence("cli.help.patience"),
    )


def add_table(parser: argparse.ArgumentParser, about: str) -> None:
    """Let a table be named, by its id or by an address; *about* says what becomes of it."""
    parser.add_argument(
        "table", nargs="?", type=table_or_address, metavar="TABLE|HOST:PORT", help=about
    )


def players(text: str) -> int:
    """How many players, 2 to 6."""
    return _number(text, MIN_PLAYERS, MAX_PLAYERS, "cli.bad-players")


def code(text: str) -> Code:
    """An invitation code; - stands for the next line of standard input, where nobody sees it."""
    typed = sys.stdin.readline() if text == "-" else text
    try:
        return read_code(typed)
    except CodeSlip as slip:
        key = "cli.code-slip" if slip.word else "cli.code-length"
        told = sentence(key, word=showable(slip.word), nearest=slip.nearest)
        raise argparse.ArgumentTypeError(told) from slip


def opponents(text: str) -> int:
    """How many bots play against one person."""
    return _number(text, MIN_PLAYERS - 1, MAX_PLAYERS - 1, "cli.bad-opponents")


def bots(text: str) -> int:
    """How many seats bots take at a table of people."""
    return _number(text, 0, MAX_PLAYERS - 1, "cli.bad-bots")


def port(text: str) -> int:
    """A port to listen on; 0 means any."""
    return _number(text, 0, MOST_PORTS, "cli.bad-port")


def bind(text: str) -> str:
    """The address to listen on."""
    if not text.strip():
        raise argparse.ArgumentTypeError(sentence("cli.bad-bind"))
    return text.strip()


def age(text: str) -> int:
    """A player's age in years."""
    return _number(text, 0, OLDEST, "cli.bad-age")


def patience(text: str) -> int:
    """How long a silent seat is waited for, in seconds."""
    return _number(text, 1, LONGEST_PATIENCE, "cli.bad-patience")


def turn_seconds(text: str) -> int:
    """How long a turn may take, in seconds; 0 for as long as it takes."""
    return _number(text, 0, LONGEST_TURN, "cli.bad-turn-seconds")


def seconds(text: str) -> float:
    """How long to look, in seconds."""
    return _number(text, 1, LONGEST_SEARCH, "cli.bad-seconds")


def host_and_port(text: str) -> tuple[str, int]:
    """The address of a table: HOST, HOST:PORT or [IPV6]:PORT."""
    host, colon, number = text.rpartition(":")
    is_bracketed = host.startswith("[") and host.endswith("]")
    if not colon or (":" in host and not is_bracketed):
        host, number = text, str(DEFAULT_PORT)
    if host.startswith("[") and host.endswith("]"):
        host = host[1:-1]
    if not host or not host.isprintable() or any(letter in host for letter in " /@[]"):
        raise argparse.ArgumentTypeError(sentence("cli.bad-address", address=ascii(text)))
    return host, _number(number, 1, MOST_PORTS, "cli.bad-address", address=ascii(text))


def table_or_address(text: str) -> str | tuple[str, int]:
    """The beginning of a table's id, as `tables` shows it, or the address of a table."""
    return text if _TABLE_ID.fullmatch(text) else host_and_port(text)


def name_or_default(name: str | None) -> str:
    """The name to play under.

    Raises:
        Exit: no charter would take it.
    """
    from p2pqwirkle.errors import Breach  # noqa: PLC0415 - only to play
    from p2pqwirkle.table.charter import check_name  # noqa: PLC0415

    try:
        check_name(_user() if name is None else name)
    except Breach as breach:
        if name is None:
            return "player"
        raise Exit(ExitCode.WRONG_COMMAND, "bad-name", name=ascii(name)) from breach
    return _user() if name is None else name


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):  # nobody in particular
        return "player"


def _number(text: str, low: int, high: int, key: str, **fields: object) -> int:
    """The whole number *text*, if it is from *low* to *high*."""
    digits = text.removeprefix("-")
    if digits.isascii() and digits.isdigit() and len(digits) < 10:  # noqa: PLR2004 - any will do
        number = int(text)
        if low <= number <= high:
            return number
    raise argparse.ArgumentTypeError(
        sentence(key, **{"given": ascii(text), "low": low, "high": high, **fields})
    )
