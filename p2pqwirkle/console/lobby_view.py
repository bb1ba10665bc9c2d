"""How the lobby is drawn."""

from collections.abc import Iterator
from typing import Final

from p2pqwirkle.console.canvas import Canvas, Line, Size
from p2pqwirkle.console.commands import Deed, Digit, Leave, PutOut, Ready
from p2pqwirkle.console.footer import Offer, Wanted, offered
from p2pqwirkle.console.keys import ASKING, SPELLING, WAITING, WRITING, Binding
from p2pqwirkle.console.layout import is_too_small
from p2pqwirkle.console.lobby import Line as Written
from p2pqwirkle.console.lobby import Lobby, Place, rest_of_word
from p2pqwirkle.console.palette import Depth
from p2pqwirkle.console.qr import PAPER, qr_rows
from p2pqwirkle.console.text import wrap
from p2pqwirkle.console.view import draw_footer, draw_too_small
from p2pqwirkle.console.wording import say
from p2pqwirkle.words import sentence

LEAST_TEXT: Final = 35
"""Columns that the text needs beside a QR code."""
_TITLE: Final = "bold reverse"

Rows = list[tuple[str, str]]
"""Styles and texts, from the top."""


def lobby_view(lobby: Lobby, size: Size) -> tuple[Line, ...]:
    """The frame for *lobby* on a terminal of *size*."""
    canvas = Canvas(size, is_ascii=lobby.looks.glyphs.is_ascii)
    if is_too_small(size):
        draw_too_small(canvas, _offers(lobby) if lobby.question is Leave.LEAVE else ())
        return canvas.lines()
    canvas.write(0, 0, " " * size.width, _TITLE)
    canvas.write(1, 0, sentence("lobby.title"), _TITLE)
    picture = _picture(lobby, size)
    width = size.width - 2 - (len(picture[0]) if picture else 0)
    for row, text in enumerate(picture, start=1):
        canvas.write(2 + width, row, text, PAPER)
    last = _last_words(lobby, width)
    bottom = size.height - 1 - len(last)
    for row, (style, text) in enumerate(_rows(lobby, width)[: bottom - 2], start=2):
        canvas.write(2, row, text, style)
    for row, line in enumerate(last, start=bottom):
        canvas.write(2, row, line, "bold")
    draw_footer(canvas, _offers(lobby), size.height - 1)
    return canvas.lines()


def lobby_state(lobby: Lobby) -> str:
    """What the lobby is waiting for."""
    if lobby.is_coming_back:
        return sentence("lobby.coming-back")
    if lobby.wanted is None and lobby.host is None:
        return sentence("lobby.opening")
    if lobby.is_watching:
        return sentence("lobby.watching", host=lobby.host)
    if lobby.wanted is None:
        return sentence("lobby.asking", host=lobby.host)
    if not lobby.is_complete:
        return sentence("lobby.here", here=len(lobby.places), wanted=lobby.wanted)
    if not lobby.is_ready:
        return sentence("lobby.all-here")
    slow = [name for name, one in zip(lobby.names, lobby.places, strict=True) if not one.is_ready]
    if not slow:
        return sentence("lobby.all-ready")
    return sentence("lobby.you-ready", names=", ".join(slow))


def join_line(lobby: Lobby) -> str:
    """What a guest types to come here, the code included."""
    code = "" if lobby.code is None else f" --code {lobby.code}"
    return f"p2pqwirkle join {lobby.addresses[0]}{code}"


def _picture(lobby: Lobby, size: Size) -> tuple[str, ...]:
    """The QR code, if it can be read on this terminal and leaves enough room for the words."""
    looks = lobby.looks
    if not lobby.addresses or lobby.is_complete or looks.glyphs.is_ascii:
        return ()
    if looks.depth is Depth.NONE:
        return ()
    rows = qr_rows(join_line(lobby))
    left = size.width - 2 - len(rows[0])
    if left < LEAST_TEXT or len(rows) + 2 > size.height:
        return ()
    words = len(_rows(lobby, left)) + len(_last_words(lobby, left))
    return rows if words + 3 <= size.height else ()


def _rows(lobby: Lobby, width: int) -> Rows:
    rows: Rows = [("bold", line) for line in wrap(lobby_state(lobby), width)]
    rows.append(("", ""))
    for number, (name, place) in enumerate(zip(lobby.names, lobby.places, strict=True), start=1):
        rows += _place_rows(lobby, number, name, place, width)
    missing = (lobby.wanted or len(lobby.places)) - len(lobby.places)
    rows += [("", f"{len(lobby.places) + 1 + seat}  ...") for seat in range(missing)]
    rows.append(("", ""))
    if lobby.addresses and not lobby.is_complete:
        rows += _invitation_rows(lobby, width)
    for option in lobby.options:
        rows += [("", line) for line in wrap(say(option), width)]
    return rows


def _invitation_rows(lobby: Lobby, width: int) -> Rows:
    """How others come in: what matters most first, since a small screen cuts the rest."""
    best, *others = (f"p2pqwirkle join {address}" for address in lobby.addresses)
    rows: Rows = [("", sentence("lobby.how"))]
    rows += [("bold", line) for line in wrap(best, width)]
    rows += [("bold" if lobby.code else "", line) for line in wrap(_code_line(lobby), width)]
    rows += [("", line) for command in others for line in wrap(command, width)]
    return [*rows, ("", "")]


def _place_rows(lobby: Lobby, number: int, name: str, place: Place, width: int) -> Rows:
    words = [name]
    if place.player == lobby.own:
        words.append(sentence("side.you"))
    if place.is_ready:
        words.append(f"- {sentence('lobby.ready')}")
    remark = place.remark
    if remark is not None and not remark.fields:
        words.append(f"- {say(remark)}")
    style = "bold" if place.is_ready else ""
    first, *more = wrap(" ".join(words), width - 3)
    rows: Rows = [(style, f"{number}  {first}"), *((style, f"   {line}") for line in more)]
    if remark is not None and remark.fields:  # it is a warning
        rows += [("bold", f"   {line}") for line in wrap(say(remark), width - 3)]
    return rows


def _code_line(lobby: Lobby) -> str:
    if lobby.code is None:
        return sentence("lobby.open")
    return sentence("lobby.code", code=" ".join(lobby.code.words))


def _last_words(lobby: Lobby, width: int) -> list[str]:
    """What is asked of the player, or being written, above the keys."""
    if lobby.question is Leave.LEAVE:
        return wrap(sentence("lobby.leave"), width)
    if isinstance(lobby.question, PutOut):
        return wrap(sentence("lobby.put-out", name=_name_of(lobby, lobby.question)), width)
    if isinstance(lobby.question, Ready):
        return wrap(sentence("lobby.accept", names=", ".join(lobby.doubtful)), width)
    lines = [] if lobby.notice is None else wrap(say(lobby.notice), width)
    if lobby.line is not None:
        rest = rest_of_word(lobby.text).strip() if lobby.line is Written.CODE else ""
        shown = f"{lobby.text}_{f'({rest})' if rest else ''}"
        lines += [*wrap(sentence(f"lobby.write-{lobby.line.value}"), width), f"> {shown}"]
    return lines


def _name_of(lobby: Lobby, out: PutOut) -> str:
    named = zip(lobby.names, lobby.places, strict=True)
    return next(name for name, place in named if place.player == out.player)


def lobby_bindings(lobby: Lobby) -> tuple[Binding, ...]:
    """The keys of *lobby*."""
    if lobby.question is not None:
        return ASKING
    if lobby.line is None:
        return WAITING
    return SPELLING if lobby.line is Written.CODE else WRITING


def _offers(lobby: Lobby) -> tuple[Offer, ...]:
    return offered(lobby_bindings(lobby), *_wanted(lobby))


_DOES: Final = {Leave: "do.leave", PutOut: "do.put-out", Ready: "do.ready"}
"""What saying yes to a question does."""


def _wanted(lobby: Lobby) -> Iterator[Wanted]:
    if lobby.question is not None:
        yield Deed.YES, _DOES[type(lobby.question)]
        yield Deed.CANCEL, "do.stay"
        return
    if lobby.line is not None:
        yield Deed.SAY, "do.enter"
        if lobby.line is Written.CODE:
            yield Deed.COMPLETE, "do.complete"
        yield Deed.HUSH, "do.leave" if lobby.line is Written.CODE else "do.cancel"
        return
    if lobby.is_complete:
        yield Deed.READY, "do.not-ready" if lobby.is_ready else "do.ready"
    if lobby.wanted is not None:
        yield Deed.RENAME, "do.rename"
    if lobby.host is None and len(lobby.places) > 1:
        yield Digit(2), "do.put-out"
    if lobby.code is not None:
        yield Deed.NEW_CODE, "do.new-code"
    yield Deed.LEAVE, "do.leave"
