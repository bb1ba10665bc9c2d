"""The options of commands that have a console, and what the terminal makes of them."""

import argparse
import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from p2pqwirkle.words import LANGUAGES, sentence, speak

if TYPE_CHECKING:
    from p2pqwirkle.console.looks import Looks

GLYPHS: Final = ("unicode", "neutral", "ascii")
COLOURS: Final = ("24-bit", "256", "16", "none")
TILES: Final = ("painted", "dark", "light")


def add_console_options(parser: argparse.ArgumentParser) -> None:
    """What a player may say about the console."""
    parser.add_argument("--plain", action="store_true", help=sentence("cli.help.plain"))
    parser.add_argument("--lang", choices=LANGUAGES, help=sentence("cli.help.lang"))
    parser.add_argument("--glyphs", choices=GLYPHS, help=sentence("cli.help.glyphs"))
    parser.add_argument("--colours", choices=COLOURS, help=sentence("cli.help.colours"))
    parser.add_argument("--tiles", choices=TILES, help=sentence("cli.help.tiles"))


def speak_as_asked(arguments: argparse.Namespace) -> None:
    """Speak the language of ``--lang``, if there is one."""
    if arguments.lang is not None:
        speak(arguments.lang)


def wants_plain(arguments: argparse.Namespace) -> bool:
    """Whether lines are wanted, or there is no terminal for anything else."""
    from p2pqwirkle.console.terminal import is_terminal  # noqa: PLC0415 - only to play

    return arguments.plain or not is_terminal()


@contextmanager
def drawn_at_once(arguments: argparse.Namespace, key: str, **fields: object) -> Iterator[None]:
    """Draw a first frame that says *key* before the block loads what it takes; lines need none."""
    if wants_plain(arguments):
        yield
        return
    from p2pqwirkle.console.curtain import curtain  # noqa: PLC0415 - only for a screen

    with curtain(sentence(key, **fields)):
        yield


def search_drawn_at_once(arguments: argparse.Namespace, key: str) -> AbstractContextManager[None]:
    """Draw at once that tables are looked for, or what *key* says of the one that is named."""
    if arguments.table is None:
        return drawn_at_once(arguments, "search.looking")
    return drawn_at_once(arguments, key, host=called(arguments.table))


def called(table: str | tuple[str, int]) -> str:
    """How a *table* that was named so is called until it is known better."""
    return table if isinstance(table, str) else table[0]


def chosen_looks(
    arguments: argparse.Namespace, liked: "Callable[[Looks], Looks]", *, is_plain: bool
) -> "Looks":
    """The looks that suit the terminal, as the player has *liked* them, and as now asked for."""
    from p2pqwirkle.console.glyphs import ASCII, GLYPH_SETS  # noqa: PLC0415 - only to play
    from p2pqwirkle.console.looks import looks_for  # noqa: PLC0415
    from p2pqwirkle.console.palette import Depth, Ground  # noqa: PLC0415
    from p2pqwirkle.console.terminal import draws_one_column  # noqa: PLC0415

    looks = liked(looks_for(os.environ))
    if arguments.colours is not None:
        looks = replace(looks, depth=Depth(arguments.colours))
    if arguments.tiles is not None:
        looks = replace(looks, ground=Ground(arguments.tiles))
    if arguments.glyphs is not None:
        return replace(looks, glyphs=GLYPH_SETS[arguments.glyphs])
    if not is_plain and looks.glyphs is not ASCII and not draws_one_column():
        return replace(looks, glyphs=ASCII)
    return looks
