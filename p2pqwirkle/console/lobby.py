"""Before the game: who is here, who is missing, and how to find the table."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from p2pqwirkle.console.canvas import Canvas, Line, Size
from p2pqwirkle.console.commands import Command, Deed, Leave, Request
from p2pqwirkle.console.layout import is_too_small
from p2pqwirkle.console.looks import Looks
from p2pqwirkle.console.text import wrap
from p2pqwirkle.console.view import draw_footer, draw_too_small
from p2pqwirkle.names import player_names
from p2pqwirkle.words import sentence


@dataclass(frozen=True, slots=True)
class Lobby:
    """The screen before the charter is drawn up.

    Attributes:
        names: who has a seat, as they said it, in the order in which they came.
        wanted: how many players the game begins with; None until the host has said it.
        addresses: where others can join, if this is the host's screen.
        host: whom we have asked for a seat, if it is a guest's.
        options: the table's, as sentences' keys.
        is_leaving: whether the player was asked to confirm that.
    """

    looks: Looks = field(default_factory=Looks)
    names: tuple[str, ...] = ()
    wanted: int | None = None
    addresses: tuple[str, ...] = ()
    host: str | None = None
    options: tuple[str, ...] = ()
    is_leaving: bool = False

    def joined(self, names: Sequence[str], wanted: int, options: Sequence[str]) -> "Lobby":
        """The same with the seats as they are taken now."""
        return replace(self, names=tuple(names), wanted=wanted, options=tuple(options))


def obey_in_lobby(lobby: Lobby, command: Command) -> tuple[Lobby, Request | None]:
    """The lobby after *command*, and what is now asked of the program."""
    if not lobby.is_leaving:
        return replace(lobby, is_leaving=command is Deed.LEAVE), None
    if command in (Deed.YES, Deed.LEAVE):
        return lobby, Leave.LEAVE
    return replace(lobby, is_leaving=False), None


def lobby_view(lobby: Lobby, size: Size) -> tuple[Line, ...]:
    """The frame for *lobby* on a terminal of *size*."""
    canvas = Canvas(size, is_ascii=lobby.looks.glyphs.is_ascii)
    if is_too_small(size):
        draw_too_small(canvas)
        return canvas.lines()
    canvas.write(0, 0, " " * size.width, _TITLE)
    canvas.write(1, 0, sentence("lobby.title"), _TITLE)
    for row, (style, text) in enumerate(_rows(lobby, size.width - 4), start=2):
        canvas.write(2, row, text, style)
    keys = [("y", sentence("do.leave"))] if lobby.is_leaving else [("q", sentence("do.leave"))]
    draw_footer(canvas, keys, size.height - 1)
    return canvas.lines()


_TITLE: Final = "bold reverse"


def _rows(lobby: Lobby, width: int) -> list[tuple[str, str]]:
    rows = [("bold", lobby_state(lobby)), ("", "")]
    names = player_names(lobby.names)
    rows += [("", f"{number}  {name}") for number, name in enumerate(names, start=1)]
    missing = (lobby.wanted or len(names)) - len(names)
    rows += [("", f"{len(names) + 1 + seat}  ...") for seat in range(missing)]
    rows.append(("", ""))
    rows += [("", sentence(key)) for key in lobby.options]
    if lobby.addresses:
        rows += [("", ""), ("", sentence("lobby.how"))]
        rows += [("bold", f"  p2pqwirkle join {address}") for address in lobby.addresses]
    if lobby.is_leaving:
        rows += [("", ""), *(("bold", line) for line in wrap(sentence("lobby.leave"), width))]
    return rows


def lobby_state(lobby: Lobby) -> str:
    """What the lobby is waiting for."""
    if lobby.wanted is None and lobby.host is None:
        return sentence("lobby.opening")
    if lobby.wanted is None:
        return sentence("lobby.asking", host=lobby.host)
    return sentence("lobby.waiting", here=len(lobby.names), wanted=lobby.wanted)
