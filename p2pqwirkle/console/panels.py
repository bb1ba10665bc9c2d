"""What the panels say that cover the table for a while, row by row."""

from collections.abc import Callable, Sequence
from typing import Final, assert_never

from p2pqwirkle.console.asking import about, askable, question_line, why_lines, wish_line
from p2pqwirkle.console.canvas import Fragment
from p2pqwirkle.console.desk import Desk, Panel
from p2pqwirkle.console.hints import hints
from p2pqwirkle.console.history import Past, tally
from p2pqwirkle.console.keys import LEAFING, PLAYING, WATCHING, Binding
from p2pqwirkle.console.side_view import unseen_counts
from p2pqwirkle.console.talk import Spoken, in_order, spoken_line
from p2pqwirkle.console.text import fill, width_of, wrap
from p2pqwirkle.console.wording import (
    in_turn_order,
    move_line,
    move_notation,
    say,
    winners_line,
)
from p2pqwirkle.rules.board import Board, Cell
from p2pqwirkle.rules.notation import format_placement
from p2pqwirkle.rules.tiles import Colour, Face, Shape
from p2pqwirkle.words import sentence

Row = list[Fragment]

BOLD: Final = "bold"
RULES: Final = (
    "rules.goal",
    "rules.tiles",
    "rules.line",
    "rules.play",
    "rules.score",
    "rules.opening",
    "rules.swap",
    "rules.end",
    "rules.tip",
)
WIDE: Final = 72
"""Columns from which on keys are listed side by side."""
KEY_WIDTH: Final = 11
LOG_INDENT: Final = 4
LOOKS_WIDTH: Final = 28


def panel_rows(desk: Desk, width: int) -> list[Row]:
    """The rows of the open panel, in *width* columns; a row is a list of styled texts."""
    return _PANELS[desk.panel](desk, width)


def _plain(texts: list[str]) -> list[Row]:
    return [[("", text)] for text in texts]


def _help(desk: Desk, width: int) -> list[Row]:
    bindings = _bindings(desk)
    entries = {(one.label, one.key): None for one in bindings}
    columns = 1 if width < WIDE else 2
    column_width = width // columns
    cells = [fill(fill(shown, KEY_WIDTH) + sentence(key), column_width) for shown, key in entries]
    rows = -(-len(cells) // columns)
    lines = ["".join(cells[row::rows]) for row in range(rows)]
    return [
        [(BOLD, sentence("help.title"))],
        *_plain(lines),
        *_plain(wrap(sentence("help.mouse"), width) if bindings is PLAYING else []),
        *_plain(wrap(sentence("help.words"), width) if bindings is not LEAFING else []),
    ]


def _bindings(desk: Desk) -> Sequence[Binding]:
    """The keys that somebody has at this desk."""
    if desk.is_replayed:
        return LEAFING
    return WATCHING if desk.scene.is_watched else PLAYING


def _rules(_desk: Desk, width: int) -> list[Row]:
    rows: list[Row] = [[(BOLD, sentence("rules.title"))]]
    for key in RULES:
        rows += _plain(wrap(sentence(key), width))
    return rows


def _hints(desk: Desk, width: int) -> list[Row]:
    position, seat = desk.scene.position, desk.scene.seat
    rows: list[Row] = [[(BOLD, sentence("hints.title"))]]
    if position is None or seat is None or not desk.may_plan:
        return rows + _plain(wrap(sentence("hints.not-now"), width))
    found = hints(position, seat, desk.scene.faces)
    for number, hint in enumerate(found, start=1):
        row: Row = [("", f"{number}  +{hint.points:<3}")]
        for placement in hint.play.placements:
            row += [(desk.looks.style(placement.face), desk.looks.tile(placement.face)), ("", " ")]
        written = " ".join(map(format_placement, hint.play.placements))
        rows.append([*row, ("", " " + written)])
    last = "hints.choose" if found else "hints.none"
    return rows + _plain(wrap(sentence(last), width))


def _unseen(desk: Desk, width: int) -> list[Row]:
    counts = unseen_counts(desk)
    rows: list[Row] = [[(BOLD, sentence("side.unseen", count=counts.total()))]]
    for colour in Colour:
        row: Row = []
        for shape in Shape:
            face = Face(colour, shape)
            count = counts[face]
            row += [(desk.looks.style(face), desk.looks.tile(face)), (BOLD, f" {count}   ")]
        rows.append(row)
    return rows + _plain(wrap(sentence("unseen.about"), width))


def _log(desk: Desk, width: int) -> list[Row]:
    rows: list[Row] = [[(BOLD, sentence("side.log"))]]
    for told in reversed(tuple(in_order(desk.history, desk.talk))):
        rows += _log_rows(desk, told, width - LOG_INDENT)
    return rows


def _log_rows(desk: Desk, told: Past | Spoken, width: int) -> list[Row]:
    match told:
        case Past():
            head = f"{told.number:>3} "
            text = f"{move_line(told, desk.scene.names)}  {move_notation(told)}"
        case Spoken():
            head, text = " " * LOG_INDENT, spoken_line(told, desk.scene.names)
        case _:
            assert_never(told)
    first, *others = wrap(text, width)
    return _plain([head + first, *(" " * LOG_INDENT + other for other in others)])


def _map(desk: Desk, width: int) -> list[Row]:
    """The whole table, one column a cell."""
    board = Board.empty() if desk.scene.position is None else desk.scene.position.board
    rows: list[Row] = [[(BOLD, sentence("map.title"))]]
    cells = (*board.cells, desk.cursor)
    xs, ys = [cell.x for cell in cells], [cell.y for cell in cells]
    fresh = desk.fresh
    for y in range(min(ys), max(ys) + 1):
        places = [Cell(x, y) for x in range(min(xs), min(max(xs) + 1, min(xs) + width))]
        rows.append([_dot(desk, board, cell, is_fresh=cell in fresh) for cell in places])
    return rows


def _dot(desk: Desk, board: Board, cell: Cell, *, is_fresh: bool) -> Fragment:
    """One cell of the map."""
    face = board.face_at(cell)
    style = "reverse" if cell == desk.cursor else ""
    if face is None:
        return style, " "
    bold = BOLD if is_fresh else ""
    styles = (desk.looks.style(face), bold, style)
    return " ".join(filter(None, styles)), desk.looks.glyphs.shapes[face.shape.value]


def _looks(desk: Desk, width: int) -> list[Row]:
    looks, habits = desk.looks, desk.habits
    values = (
        ("looks.glyphs", looks.glyphs.name),
        ("looks.depth", sentence(f"looks.depth.{looks.depth.value}")),
        ("looks.ground", sentence(f"looks.ground.{looks.ground.value}")),
        ("looks.letters", _on_off(is_on=looks.lettered)),
        ("looks.mouse", _on_off(is_on=habits.mouse)),
        ("looks.bell", sentence(f"looks.bell.{habits.bell.value}")),
    )
    rows: list[Row] = [[(BOLD, sentence("looks.title"))]]
    for number, (key, value) in enumerate(values, start=1):
        rows.append([("", f"{number}  {fill(sentence(key), LOOKS_WIDTH)}"), (BOLD, value)])
    sample: Row = []
    for colour, shape in zip(Colour, Shape, strict=True):
        face = Face(colour, shape)
        sample += [(looks.style(face), looks.tile(face)), ("", " ")]
    return [*rows, sample, *_plain(wrap(sentence("looks.about"), width))]


def _on_off(*, is_on: bool) -> str:
    return sentence("looks.on" if is_on else "looks.off")


def _result(desk: Desk, width: int) -> list[Row]:
    scene = desk.scene
    rows: list[Row] = [[(BOLD, sentence("result.title"))]]
    rows += [[(BOLD, line)] for line in wrap(winners_line(scene), width)]
    longest = max(map(width_of, scene.names))
    rows += [[("", "")], [(BOLD, _sheet_line(tuple(map(sentence, _SHEET)), longest))]]
    for seat in in_turn_order(scene):
        own = tally(desk.history, seat)
        score = 0 if scene.position is None else scene.position.scores[seat]
        cells = (
            scene.names[seat],
            str(score),
            str(own.turns),
            f"{own.points_per_turn:.1f}",
            str(own.best),
            str(own.qwirkles),
            str(own.swaps),
        )
        is_winner = scene.outcome is not None and seat in scene.outcome.winners
        rows.append([(BOLD if is_winner else "", _sheet_line(cells, longest))])
    rows.append([("", "")])
    if desk.ending is not None:
        rows += _plain(wrap(say(desk.ending.verdict), width))
        rows += _plain(wrap(sentence("result.record", record=desk.ending.record), width))
    elif scene.outcome is not None:
        rows += _plain(wrap(sentence("result.checking"), width))
    return rows


_SHEET: Final = (
    "result.player",
    "result.score",
    "result.turns",
    "result.average",
    "result.best",
    "result.qwirkles",
    "result.swaps",
)


def _sheet_line(cells: tuple[str, ...], longest: int) -> str:
    name, *numbers = cells
    return fill(name, max(12, longest)) + "".join(f"{number:>8}" for number in numbers)


def _leave(_desk: Desk, width: int) -> list[Row]:
    return _plain([*wrap(sentence("leave.ask"), width), sentence("leave.keys")])


def _question(desk: Desk, width: int) -> list[Row]:
    """What the others ask first."""
    if not desk.scene.asked:
        return []
    first = desk.scene.asked[0]
    rows: list[Row] = [[(BOLD, line)] for line in wrap(question_line(first, desk.scene), width)]
    for line in (*why_lines(first, desk), about(first)):
        rows += _plain(wrap(line, width))
    return rows


def _go_on(desk: Desk, width: int) -> list[Row]:
    """What could be asked of the others."""
    rows: list[Row] = [[(BOLD, sentence("ask.title"))]]
    for number, wish in enumerate(askable(desk), start=1):
        rows.append([("", f"{number}  {wish_line(wish, desk.scene)}")])
    return [*rows, *_plain(wrap(sentence("ask.choose"), width))]


def _nothing(_desk: Desk, _width: int) -> list[Row]:
    return []


_PANELS: Final[dict[Panel, Callable[[Desk, int], list[Row]]]] = {
    Panel.NONE: _nothing,
    Panel.HELP: _help,
    Panel.RULES: _rules,
    Panel.HINTS: _hints,
    Panel.UNSEEN: _unseen,
    Panel.LOG: _log,
    Panel.MAP: _map,
    Panel.LOOKS: _looks,
    Panel.RESULT: _result,
    Panel.LEAVE: _leave,
    Panel.QUESTION: _question,
    Panel.GO_ON: _go_on,
}
