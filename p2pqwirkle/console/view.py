"""The view of a game: a frame is a function of the desk and the size of the terminal, no more."""

from collections.abc import Sequence
from typing import Final

from p2pqwirkle.console.board_view import BoardView, board_of
from p2pqwirkle.console.canvas import Area, Canvas, Line, Size
from p2pqwirkle.console.commands import Command, Deed, Digit, Point
from p2pqwirkle.console.desk import Desk, Panel
from p2pqwirkle.console.footer import Offer, offers
from p2pqwirkle.console.layout import (
    SMALLEST,
    Layout,
    cell_at,
    is_too_small,
    layout_of,
    rack_number,
    rack_place,
    window_on,
)
from p2pqwirkle.console.panels import Row, panel_rows
from p2pqwirkle.console.side_view import draw_side
from p2pqwirkle.console.text import width_of, wrap
from p2pqwirkle.console.wording import preview_line, say, silent_line, state_of, watchers_line
from p2pqwirkle.table.seat import Tile
from p2pqwirkle.words import sentence

WORD_ROWS: Final = 2
"""Rows for the preview and for a word to the player; one of them alone may take both."""
SIGN_WIDTH: Final = 2
"""Columns kept for the sign that there is more below."""
KEY_STYLE: Final = "bold reverse"
"""Of a key in the bottom row: where it and its word are, the mouse stands for it."""
HELP_KEY: Final = "?"
GONE: Final = "--"
"""Where a tile of the hand was that lies on the table now."""


def view(desk: Desk, size: Size, keys: Sequence[Offer] | None = None) -> tuple[Line, ...]:
    """The frame for *desk* on a terminal of *size*; *keys* are others than a game's."""
    canvas = Canvas(size, is_ascii=desk.looks.glyphs.is_ascii)
    if is_too_small(size):
        draw_too_small(canvas, offers(desk) if desk.panel is Panel.LEAVE else ())
        return canvas.lines()
    layout = layout_of(size)
    _draw_title(canvas, desk, layout)
    if desk.panel is Panel.NONE:
        BoardView.of(canvas, desk, layout).draw()
        draw_side(canvas, desk, layout.side)
    else:
        _draw_panel(canvas, desk, layout.middle)
    _draw_rule(canvas, desk, layout)
    _draw_hand(canvas, desk, layout)
    _draw_words(canvas, desk, layout)
    draw_footer(canvas, offers(desk) if keys is None else keys, layout.footer)
    return canvas.lines()


def draw_too_small(canvas: Canvas, answers: Sequence[Offer]) -> None:
    """Ask for a larger window, in whatever room there is.

    Whoever wants to leave is asked first here as well: *answers* are the keys that are waited for.
    """
    size = canvas.size
    words = sentence("small.ask", width=SMALLEST.width, height=SMALLEST.height)
    whole = Area(0, 0, size.width, size.height)
    now = sentence("small.now", width=size.width, height=size.height)
    keys = [f"{shown}: {word}" for shown, word in answers] or [sentence("small.leave")]
    for row, text in enumerate((words, now, *keys)):
        canvas.write_in(whole, row, text)


def draw_footer(canvas: Canvas, keys: Sequence[Offer], row: int) -> None:
    """Draw the keys that matter now; those for which there is no room are left out."""
    column = 0
    for shown, word in _fitting(keys, canvas.size.width):
        column = canvas.write(column, row, shown, KEY_STYLE)
        column = canvas.write(column, row, f" {word}") + 2


def _fitting(keys: Sequence[Offer], width: int) -> Sequence[Offer]:
    """The first of *keys*, as many as there is room for with the one that tells all the others."""
    for count in range(len(keys), 0, -1):
        telling = [offer for offer in keys[count:] if offer[0] == HELP_KEY]
        chosen = [*keys[:count], *telling]
        if width_of("  ".join(" ".join(offer) for offer in chosen)) <= width:
            return chosen
    return ()


def _draw_title(canvas: Canvas, desk: Desk, layout: Layout) -> None:
    width = layout.title.width
    style = "bold reverse"
    canvas.write(0, 0, " " * width, style)
    column = canvas.write(1, 0, state_of(desk), style)
    position = desk.scene.position
    right = "" if position is None else sentence("title.bag", count=position.bag_size)
    left = width - 1 - width_of(right)
    if column < left:
        canvas.write(left, 0, right, style)
    words = sentence("title.words", words=" ".join(desk.scene.words))
    middle = left - 3 - width_of(words)
    if desk.scene.words and column + 2 < middle:
        canvas.write(middle, 0, words, style)


def _draw_rule(canvas: Canvas, desk: Desk, layout: Layout) -> None:
    """The rule below the table, with a word about the network if there is one."""
    canvas.write(0, layout.rule, desk.looks.glyphs.across * canvas.size.width)
    silent = silent_line(desk)
    if silent is not None:
        canvas.write(2, layout.rule, f" {silent} ", "bold")
    elif desk.watchers:
        canvas.write(2, layout.rule, f" {watchers_line(desk)} ")


def _inside(area: Area) -> Area:
    """Where the rows of a panel in *area* are."""
    return Area(area.left + 1, area.top + 1, area.width - 2, area.height - 1)


def _rows_in(desk: Desk, area: Area) -> list[Row]:
    """The rows of the panel, narrower if there are more than *area* has room for."""
    rows = panel_rows(desk, area.width)
    return rows if len(rows) <= area.height else panel_rows(desk, area.width - SIGN_WIDTH)


def _draw_panel(canvas: Canvas, desk: Desk, area: Area) -> None:
    inner = _inside(area)
    rows = _rows_in(desk, inner)
    first = min(desk.scrolled, max(0, len(rows) - inner.height))
    for row, fragments in enumerate(rows[first : first + inner.height]):
        column = inner.left
        for style, text in fragments:
            column = canvas.write(column, inner.top + row, text, style)
    if first + inner.height < len(rows):
        canvas.write(inner.right - 1, inner.bottom - 1, "v", "bold reverse")


def _draw_hand(canvas: Canvas, desk: Desk, layout: Layout) -> None:
    laid = {one.tile for one in desk.staging.laid}
    for number, tile in enumerate(desk.staging.rack):
        _draw_held(canvas, desk, (rack_place(number), layout.hand), tile, is_laid=tile in laid)
    column = rack_place(len(desk.staging.rack))
    canvas.write(column, layout.hand, _about_hand(desk))


def _draw_held(
    canvas: Canvas, desk: Desk, place: tuple[int, int], tile: Tile, *, is_laid: bool
) -> None:
    column, row = place
    number = desk.staging.rack.index(tile) + 1
    opening, closing = " ", " "
    if tile == desk.chosen:
        opening, closing = "[", "]"
    elif tile in desk.staging.aside:
        opening, closing = "(", ")"
    column = canvas.write(column, row, f"{opening}{number} ", "bold" if opening != " " else "")
    if is_laid:
        column = canvas.write(column, row, GONE)
    else:
        column = canvas.write(column, row, desk.looks.tile(tile.face), desk.looks.style(tile.face))
    canvas.write(column, row, closing, "bold")


def _about_hand(desk: Desk) -> str:
    if desk.scene.is_watched:
        return sentence("hand.watching")
    if desk.is_swapping:
        return sentence("hand.aside", count=len(desk.staging.aside))
    return sentence("hand.yours") if desk.staging.rack else ""


def _draw_words(canvas: Canvas, desk: Desk, layout: Layout) -> None:
    """What the move would come to, and the last word to the player; or the line we write."""
    seen, width = desk.preview, canvas.size.width - 2
    word = "" if desk.notice is None else say(desk.notice)
    told = [] if seen is None else [(text, "") for text in wrap(preview_line(seen), width)]
    words = [(text, "bold") for text in wrap(word, width)]
    if desk.draft is not None:
        canvas.write(1, layout.preview, told[0][0] if told else "")
        _draw_draft(canvas, desk.draft, layout.notice)
        return
    rows = [told[0], words[0]] if told and words else (told or words)[:WORD_ROWS]
    first = layout.preview if told or len(rows) == WORD_ROWS else layout.notice
    for row, (text, style) in enumerate(rows, start=first):
        canvas.write(1, row, text, style)


def _draw_draft(canvas: Canvas, draft: str, row: int) -> None:
    """The line to the others, its end in sight."""
    column = canvas.write(1, row, sentence("chat.write") + " ", "bold")
    shown = draft
    while column + width_of(shown) >= canvas.size.width - 1:
        shown = shown[1:]
    column = canvas.write(column, row, shown)
    canvas.write(column, row, " ", "reverse")


def pointed_at(desk: Desk, size: Size, column: int, row: int) -> Command | None:
    """What a click on a place of the frame asks for; None if there is nothing to click."""
    if is_too_small(size):
        return None
    layout = layout_of(size)
    if row == layout.hand:
        number = rack_number(column)
        is_tile = number is not None and number < len(desk.staging.rack)
        return Digit(number + 1) if number is not None and is_tile else None
    if desk.panel is not Panel.NONE:
        return _pointed_in_panel(desk, layout.middle, column, row)
    if row == layout.preview and desk.preview is not None:
        return Deed.CONFIRM
    window = window_on(board_of(desk), desk.cursor, layout.board)
    cell = cell_at(column, row, window, layout.board)
    return None if cell is None else Point(cell)


def _pointed_in_panel(desk: Desk, area: Area, column: int, row: int) -> Command | None:
    """A line with a number is that number; everywhere else a click closes the panel."""
    if not area.has(column, row):
        return None
    inner = _inside(area)
    rows = _rows_in(desk, inner)
    place = row - inner.top + min(desk.scrolled, max(0, len(rows) - inner.height))
    begins = rows[place][0][1][:1] if 0 <= place < len(rows) and rows[place] else ""
    is_numbered = desk.panel in (Panel.HINTS, Panel.LOOKS, Panel.GO_ON) and begins.isdigit()
    return Digit(int(begins)) if is_numbered else Deed.CANCEL
