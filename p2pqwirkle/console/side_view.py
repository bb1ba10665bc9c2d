"""Draws what stands beside the table: players, our move line by line, the log, unseen tiles."""

from collections import Counter
from typing import Final, assert_never

from p2pqwirkle.console.canvas import Area, Canvas
from p2pqwirkle.console.desk import Desk
from p2pqwirkle.console.history import Past
from p2pqwirkle.console.preview import Legal, Line
from p2pqwirkle.console.talk import Spoken, in_order, spoken_line
from p2pqwirkle.console.text import clip, fill, width_of, wrap
from p2pqwirkle.console.wording import in_turn_order, line_remark, move_line
from p2pqwirkle.rules.tiles import COPIES, FACES, Colour, Face, Shape
from p2pqwirkle.words import sentence

NUMBERS_WIDTH: Final = 7
"""Columns of a player's score and number of tiles."""
LOG_INDENT: Final = 3
UNSEEN_ROWS: Final = 8
ROOM_FOR_UNSEEN: Final = 24
"""Rows of the side from which on the unseen tiles are shown all the time."""


LogRow = tuple[str, str, int]
"""A text, its style, and the turn that it is about, or that it follows."""


def draw_side(canvas: Canvas, desk: Desk, area: Area) -> None:
    """Draw it, from the top as far as there is room."""
    for row in range(area.height):
        canvas.write(area.left, area.top + row, desk.looks.glyphs.down)
    inner = Area(area.left + 2, area.top, area.width - 2, area.height)
    _draw_players(canvas, desk, inner)
    if _shows_unseen(desk, area):
        top = inner.bottom - UNSEEN_ROWS
        draw_unseen(canvas, desk, Area(inner.left, top, inner.width, UNSEEN_ROWS))
    rest = log_area(desk, area)
    seen = desk.preview
    if isinstance(seen, Legal) and seen.lines and desk.staging.laid:
        _draw_move(canvas, desk, rest, seen)
    else:
        _draw_log(canvas, desk, rest)


def log_area(desk: Desk, area: Area) -> Area:
    """The part of *area* in which the log, or our move, is."""
    used = len(desk.scene.names) + 2
    below = UNSEEN_ROWS + 1 if _shows_unseen(desk, area) else 0
    return Area(area.left + 2, area.top + used, area.width - 2, area.height - used - below)


def _shows_unseen(desk: Desk, area: Area) -> bool:
    return area.height >= ROOM_FOR_UNSEEN and desk.scene.allows_hints


def _draw_players(canvas: Canvas, desk: Desk, area: Area) -> None:
    scene = desk.scene
    name_width = area.width - NUMBERS_WIDTH - 2
    head = fill(sentence("side.players"), name_width + 2) + sentence("side.numbers")
    canvas.write_in(area, 0, head, "bold")
    for row, seat in enumerate(in_turn_order(scene), start=1):
        mark = ">" if seat == scene.mover else " "
        name = scene.names[seat]
        if seat not in (scene.living or (seat,)):
            name = _tagged(name, sentence("side.out"), name_width)
        elif seat == scene.seat:
            name = _tagged(name, sentence("side.you"), name_width)
        position = scene.position
        score = 0 if position is None else position.scores[seat]
        tiles = 0 if position is None else position.hand_sizes[seat]
        line = f"{mark} {fill(name, name_width)}{score:>4}{tiles:>3}"
        canvas.write_in(area, row, line, "bold" if seat == scene.mover else "")


def _tagged(name: str, tag: str, width: int) -> str:
    """*name* with *tag* behind it, in *width* columns."""
    return clip(name, width - width_of(tag) - 1) + " " + tag


def _draw_move(canvas: Canvas, desk: Desk, area: Area, legal: Legal) -> None:
    canvas.write_in(area, 0, sentence("side.your-move"), "bold")
    for row, line in enumerate(legal.lines, start=1):
        draw_line(canvas, desk, area, row, line)
    if legal.bonus and legal.lines:
        row = len(legal.lines) + 1
        canvas.write_in(area, row, sentence("side.last-tile", bonus=legal.bonus))


def draw_line(canvas: Canvas, desk: Desk, area: Area, row: int, line: Line) -> None:
    """Draw the tiles of *line* and what it is worth."""
    if row >= area.height:
        return
    column = area.left
    for face in line:
        column = canvas.write(column, area.top + row, *_drawn(desk, face))
    remark = clip(" " + line_remark(len(line)), area.right - column)
    canvas.write(column, area.top + row, remark)


def _draw_log(canvas: Canvas, desk: Desk, area: Area) -> None:
    """The last turns, the newest at the bottom, each with its sum; remarks between them."""
    canvas.write_in(area, 0, sentence("side.log"), "bold")
    for row, (text, style, _) in enumerate(log_rows(desk, area), start=1):
        canvas.write_in(area, row, text, style)


def log_rows(desk: Desk, area: Area) -> list[LogRow]:
    """The rows of the log below its title, as many as *area* has room for."""
    told = in_order(desk.history[-area.height :], desk.talk[-area.height :])
    rows = [row for one in told for row in _log_rows(desk, one, area.width - LOG_INDENT)]
    return rows[1 - area.height :]


def _log_rows(desk: Desk, told: Past | Spoken, width: int) -> list[LogRow]:
    """A turn or a remark, in *width* columns behind its number."""
    match told:
        case Past():
            head, text = f"{told.number:>2} ", move_line(told, desk.scene.names)
            turn = told.number
            style = "bold" if told.cells & desk.fresh else ""
        case Spoken():
            head, text, style = " " * LOG_INDENT, spoken_line(told, desk.scene.names), "italic"
            turn = told.turn
        case _:
            assert_never(told)
    first, *others = wrap(text, width)
    indent = " " * LOG_INDENT
    return [(head + first, style, turn), *((indent + other, style, turn) for other in others)]


def draw_unseen(canvas: Canvas, desk: Desk, area: Area) -> None:
    """How many tiles of each face are in the bag and in the others' hands."""
    counts = unseen_counts(desk)
    canvas.write_in(area, 0, sentence("side.unseen", count=counts.total()), "bold")
    for colour in Colour:
        for shape in Shape:
            face = Face(colour, shape)
            column, row = area.left + shape.value * 4, area.top + 1 + colour.value
            column = canvas.write(column, row, *_drawn(desk, face))
            canvas.write(column, row, str(counts[face]), "bold" if counts[face] else "")


def unseen_counts(desk: Desk) -> Counter[Face]:
    """How many tiles of each face we cannot see."""
    position = desk.scene.position
    if position is None:
        return Counter(FACES * COPIES)
    return Counter(position.unplaced()) - Counter(desk.scene.faces)


def _drawn(desk: Desk, face: Face) -> tuple[str, str]:
    return desk.looks.tile(face), desk.looks.style(face)
