"""The screens that are kept beside the tests: `python -m tests.console.golden` draws them anew."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

from p2pqwirkle.console.canvas import Size
from p2pqwirkle.console.commands import Command, Deed, Digit
from p2pqwirkle.console.desk import Desk
from p2pqwirkle.console.glyphs import ASCII
from p2pqwirkle.console.looks import Looks
from p2pqwirkle.console.obey import obey
from p2pqwirkle.console.palette import Depth
from p2pqwirkle.console.staging import NOTHING_STAGED
from p2pqwirkle.console.view import view
from p2pqwirkle.rules.notation import parse_choice
from tests.console.desks import Evening, text_of

FOLDER: Final = Path(__file__).parent / "screens"


GAME: Final = Path(__file__).parent / "game.txt"
"""The moves of the game that is shown: better bots must not change the screens."""


def desk_at(turns: int, *commands: Command, looks: Looks | None = None) -> Desk:
    """The desk of the game that is shown, after *turns* turns and *commands*."""
    evening = Evening(3, looks=looks)
    for line in GAME.read_text(encoding="ascii").splitlines()[:turns]:
        evening.take(parse_choice(line))
    desk = evening.desk
    for command in commands:
        desk, _ = obey(desk, command)
    return desk


def _late(*commands: Command, looks: Looks | None = None, turns: int = 20) -> Desk:
    return desk_at(turns, *commands, looks=looks)


def _watching(turns: int = 20) -> Desk:
    """The same for somebody who has no part in it."""
    seated = desk_at(turns)
    scene = replace(seated.scene, seat=None, hand=())
    return replace(seated, scene=scene, staging=NOTHING_STAGED, notice=None)


def _screen(size: Size, desk: Callable[[], Desk]) -> Callable[[], str]:
    return lambda: text_of(view(desk(), size)) + "\n"


SCREENS: Final[dict[str, Callable[[], str]]] = {
    "opening-80x24": _screen(Size(80, 24), lambda: _late(turns=2)),
    "chosen-80x24": _screen(Size(80, 24), lambda: _late(Digit(2))),
    "laid-80x24": _screen(Size(80, 24), lambda: _late(Deed.HINTS, Digit(1))),
    "swap-80x24": _screen(Size(80, 24), lambda: _late(Deed.SWAP, Digit(1), Digit(4))),
    "laid-100x30": _screen(Size(100, 30), lambda: _late(Deed.HINTS, Digit(1))),
    "laid-200x60": _screen(Size(200, 60), lambda: _late(Deed.HINTS, Digit(1))),
    "laid-60x20": _screen(Size(60, 20), lambda: _late(Deed.HINTS, Digit(1))),
    "small-59x20": _screen(Size(59, 20), _late),
    "small-12x2": _screen(Size(12, 2), _late),
    "help-80x24": _screen(Size(80, 24), lambda: _late(Deed.HELP)),
    "rules-80x24": _screen(Size(80, 24), lambda: _late(Deed.RULES)),
    "hints-80x24": _screen(Size(80, 24), lambda: _late(Deed.HINTS)),
    "unseen-80x24": _screen(Size(80, 24), lambda: _late(Deed.UNSEEN)),
    "log-80x24": _screen(Size(80, 24), lambda: _late(Deed.LOG)),
    "map-80x24": _screen(Size(80, 24), lambda: _late(Deed.MAP)),
    "looks-80x24": _screen(Size(80, 24), lambda: _late(Deed.LOOKS)),
    "leave-80x24": _screen(Size(80, 24), lambda: _late(Deed.LEAVE)),
    "result-80x24": _screen(Size(80, 24), lambda: _late(turns=200)),
    "watching-80x24": _screen(Size(80, 24), _watching),
    "ascii-80x24": _screen(
        Size(80, 24), lambda: _late(Digit(2), looks=Looks(ASCII, Depth.NONE, lettered=False))
    ),
}


def _write() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, draw in SCREENS.items():
        (FOLDER / f"{name}.txt").write_text(draw(), encoding="utf-8")


if __name__ == "__main__":
    _write()
