"""The command line: one module a command, imported when it is the one that was asked for."""

import argparse
import errno
import os
import sys
import tempfile
import traceback
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Final, NoReturn, Protocol, cast

from p2pqwirkle import __version__
from p2pqwirkle.cli.exits import Exit, ExitCode
from p2pqwirkle.words import language_for, sentence, speak

COMMANDS: Final = (
    *("play", "demo", "host", "join", "resume", "watch", "tables", "doctor"),
    *("replay", "games", "audit", "export", "judge"),
)
"""In the order in which a newcomer meets them."""
PROGRAM: Final = "p2pqwirkle"
NO_SPACE: Final = (errno.ENOSPC, errno.EDQUOT)
"""What the system says of a full disk, and of one's full share of it."""


class Command(Protocol):
    """A module of this package that is a command."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Say what the command takes."""

    def run(self, arguments: argparse.Namespace) -> int:
        """Do it, and return the exit code.

        Raises:
            Exit: it could not be done.
        """


def main(words: Sequence[str] | None = None) -> int:
    """Do what the command line asks for, and return the exit code."""
    _open_what_is_closed()
    _speak_anywhere()
    speak(language_for(os.environ))
    given = sys.argv[1:] if words is None else list(words)
    try:
        return _run(given)
    except Exit as told:
        return _say(str(told), told.code)
    except KeyboardInterrupt:
        return _say(sentence("cli.interrupted"), ExitCode.UNFINISHED)
    except BrokenPipeError:
        return ExitCode.COULD_NOT
    except Exception as error:  # noqa: BLE001 - the one broad net: whatever it is, it is our bug
        if isinstance(error, OSError) and error.errno in NO_SPACE:
            return _say(sentence("cli.no-space", reason=error.strerror), ExitCode.COULD_NOT)
        log = _keep_traceback()
        return _say(sentence("cli.bug", error=repr(error), log=log), ExitCode.COULD_NOT)
    finally:
        _forget_unread()


def _run(words: Sequence[str]) -> int:
    arguments = _parse(words)
    code = _command(arguments.command).run(arguments)
    sys.stdout.flush()  # here, where it is known what to do if nobody reads it
    return code


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line and have an exit code of their own."""

    def check_options(self, words: Sequence[str]) -> None:
        """Refuse an option that there is not, before its value is taken for something else.

        Raises:
            Exit: there is one.
        """
        for word in words:
            if word == "--":
                return
            name = word.partition("=")[0]
            # Nothing public tells which there are.
            if name.startswith("--") and name not in self._option_string_actions:
                self.error(f"unrecognized arguments: {word}")

    def error(self, message: str) -> NoReturn:
        raise Exit(ExitCode.WRONG_COMMAND, "wrong-command", message=message, command=self.prog)


class _ResetTerminal(argparse.Action):
    """Mends a terminal that a killed game has left, and ends."""

    def __init__(self, option_strings: Sequence[str], dest: str, **how: str | None) -> None:
        super().__init__(option_strings, dest, nargs=0, help=how["help"])

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from p2pqwirkle.console.terminal import reset_terminal  # noqa: PLC0415 - rarely needed

        reset_terminal()
        parser.exit()


def _parse(words: Sequence[str]) -> argparse.Namespace:
    parser = _Parser(prog=PROGRAM, description=sentence("cli.about"), allow_abbrev=False)
    parser.add_argument(
        "--reset-terminal", action=_ResetTerminal, help=sentence("cli.help.reset-terminal")
    )
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name in COMMANDS:
        about = sentence(f"cli.{name}.about")
        child = commands.add_parser(name, help=about, description=about, allow_abbrev=False)
        if name in words[:1]:
            _command(name).add_arguments(child)
            child.check_options(words[1:])
    return parser.parse_args(words)


def _command(name: str) -> Command:
    return cast("Command", import_module(f"p2pqwirkle.cli.{name}"))


def _open_what_is_closed() -> None:
    """Read nothing from a standard stream that the shell has closed, and write it to nobody.

    Python has None in the place of such a stream, and the next socket would get its number.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            stream = open(os.devnull, mode, encoding="utf-8")  # noqa: PTH123, SIM115 - to the very end
            setattr(sys, name, stream)


def _speak_anywhere() -> None:
    """Let no name and no sign fail to be printed, whatever the terminal's encoding."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def _say(line: str, code: ExitCode) -> int:
    """Say *line* to whoever reads it; if nobody can any more, the exit code is the same."""
    with suppress(OSError):  # a pipe that is closed, a terminal that is gone, a full disk
        print(f"{PROGRAM}: {line}", file=sys.stderr, flush=True)
    return code


def _forget_unread() -> None:
    """Python would stumble when it ends over output that nobody reads, and change the exit code."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _keep_traceback() -> Path:
    """Where the traceback of the present exception is kept."""
    with tempfile.NamedTemporaryFile(
        "w", prefix="p2pqwirkle-", suffix=".log", delete=False, encoding="utf-8"
    ) as log:
        traceback.print_exc(file=log)
    return Path(log.name)
