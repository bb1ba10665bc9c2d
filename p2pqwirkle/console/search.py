"""Before the lobby: the tables that were found on the network, and the choice of one."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from p2pqwirkle.console.canvas import Canvas, Line, Size
from p2pqwirkle.console.commands import Command, Deed, Digit, Go, Leave, Request, Sit
from p2pqwirkle.console.desk import Notice
from p2pqwirkle.console.layout import is_too_small
from p2pqwirkle.console.looks import Looks
from p2pqwirkle.console.text import wrap
from p2pqwirkle.console.view import draw_footer, draw_too_small
from p2pqwirkle.console.wording import say
from p2pqwirkle.names import showable
from p2pqwirkle.words import sentence

FIRST_ROW: Final = 4
"""Of the list, on the screen."""


@dataclass(frozen=True, slots=True)
class Found:
    """A table in the list.

    Attributes:
        id: what the program knows it by.
        name: its host's, told apart from others.
        seats: for how many it is, or None if its host has never answered.
        free: how many seats nobody has yet.
        needs_code: whether one has to be invited.
        address: where it is, as one would type it.
        options: the table's, in words.
        trouble: why nobody can sit down now, in words; empty if one can.
        is_to_watch: whether it is found for its game to be watched.
    """

    id: str
    name: str
    seats: int | None
    free: int
    needs_code: bool
    address: str
    options: tuple[Notice, ...]
    trouble: str
    is_to_watch: bool = False


@dataclass(frozen=True, slots=True)
class Search:
    """The screen while a table is sought.

    Attributes:
        tables: those that there are now, in the order in which they were found.
        cursor: the id of the table that it is on, so that it stays there when others go.
        notice: why there was no seat at the table that was chosen last.
        is_leaving: whether the player was asked to confirm that.
        is_unattended: whether nobody is there to choose, or to type anything.
        command: what one types to go to a table by its address.
    """

    looks: Looks = field(default_factory=Looks)
    tables: tuple[Found, ...] = ()
    cursor: str = ""
    notice: str = ""
    is_leaving: bool = False
    is_unattended: bool = False
    command: str = "join"

    @property
    def at(self) -> int:
        """Where in the list the cursor is."""
        ids = [table.id for table in self.tables]
        return ids.index(self.cursor) if self.cursor in ids else 0

    def showing(self, tables: Sequence[Found]) -> "Search":
        """The same with other tables."""
        return replace(self, tables=tuple(tables))

    def moved_to(self, place: int) -> "Search":
        """The same with the cursor on the table at *place*, or the nearest to that."""
        if not self.tables:
            return self
        return replace(self, cursor=self.tables[min(max(place, 0), len(self.tables) - 1)].id)


def obey_in_search(search: Search, command: Command) -> tuple[Search, Request | None]:
    """The search after *command*, and what is now asked of the program."""
    if search.is_leaving:
        if command in (Deed.YES, Deed.LEAVE):
            return search, Leave.LEAVE
        return replace(search, is_leaving=False), None
    match command:
        case Deed.LEAVE:
            return replace(search, is_leaving=True), None
        case Go(down=down):
            return search.moved_to(search.at + down), None
        case Digit(number) if number <= len(search.tables):
            return search.moved_to(number - 1), None
        case Deed.CONFIRM if search.tables:
            return search, sit_at(search.tables[search.at])
        case _:
            return search, None


def sit_at(table: Found) -> Sit | None:
    """The request for a seat at *table*, or in front of it, if one can be had."""
    has_room = table.is_to_watch or table.free > 0
    return Sit(table.id) if not table.trouble and has_room else None


def pointed_in_search(search: Search, row: int) -> Command | None:
    """A click moves the cursor, and on the table where it is, it joins."""
    place = row - FIRST_ROW
    if not 0 <= place < len(search.tables):
        return None
    return Deed.CONFIRM if place == search.at else Digit(place + 1)


def search_view(search: Search, size: Size) -> tuple[Line, ...]:
    """The frame for *search* on a terminal of *size*."""
    canvas = Canvas(size, is_ascii=search.looks.glyphs.is_ascii)
    if is_too_small(size):
        draw_too_small(canvas, _offers(search) if search.is_leaving else ())
        return canvas.lines()
    canvas.write(0, 0, " " * size.width, _TITLE)
    canvas.write(1, 0, sentence("search.title"), _TITLE)
    rows = _rows(search, size.width - 4)
    for row, (style, text) in enumerate(rows[: size.height - 3], start=2):
        canvas.write(2, row, text, style)
    draw_footer(canvas, _offers(search), size.height - 1)
    return canvas.lines()


_TITLE: Final = "bold reverse"


def _offers(search: Search) -> list[tuple[str, str]]:
    if search.is_leaving:
        return [("y", sentence("do.leave"))]
    leave = ("q", sentence("do.leave"))
    if not search.tables:
        return [leave]
    enter = "do.watch" if search.tables[search.at].is_to_watch else "do.join"
    return [("1-9", sentence("do.table")), ("Enter", sentence(enter)), leave]


def _rows(search: Search, width: int) -> list[tuple[str, str]]:
    key = "search.choose" if search.tables else "search.looking"
    rows = [("bold", sentence(key)), ("", "")]
    for place, table in enumerate(search.tables):
        style = "reverse" if place == search.at else ""
        rows.append((style, f"{place + 1}  {table_line(table)}"))
    rows.append(("", ""))
    if search.tables:
        rows += [("", line) for line in _about(search.tables[search.at], width)]
    else:
        rows += [
            ("", line) for line in wrap(sentence("search.otherwise", command=search.command), width)
        ]
    last = sentence("lobby.leave") if search.is_leaving else search.notice
    rows += [("", ""), *(("bold", line) for line in wrap(last, width))]
    return rows


def _about(table: Found, width: int) -> list[str]:
    """What to know of the table that the cursor is on, before joining it."""
    if table.trouble:
        return list(wrap(table.trouble, width))
    said = [say(option) for option in table.options]
    if table.needs_code and not table.is_to_watch:
        said.append(sentence("search.ask-code"))
    return [line for one in said for line in wrap(one, width)]


def table_line(table: Found) -> str:
    """One table in one line."""
    key = "search.table"
    if table.trouble:
        key = "search.silent"
    elif table.is_to_watch:
        key = "search.watched"
    elif not table.free:
        key = "search.full"
    return sentence(
        key,
        name=showable(table.name),
        free=table.free,
        seats=table.seats,
        address=table.address,
    )


def search_news(before: Search | None, search: Search) -> tuple[str, ...]:
    """The lines that tell what has changed in the list."""
    lines = (
        []
        if before is not None
        else [sentence("search.looking"), sentence("search.otherwise", command=search.command)]
    )
    if before is None and search.notice:
        lines = [search.notice]
    if search.tables and (before is None or before.tables != search.tables):
        lines += [
            " ".join(filter(None, (f"{number}: {table_line(table)}", *_plainly(table))))
            for number, table in enumerate(search.tables, start=1)
        ]
        lines.append(_how_to_choose(search))
    return tuple(lines)


def _how_to_choose(search: Search) -> str:
    is_to_watch = any(table.is_to_watch for table in search.tables)
    return sentence("search.type-watch" if is_to_watch else "search.type")


def _plainly(table: Found) -> tuple[str, ...]:
    if table.trouble:
        return (table.trouble,)
    is_asked = table.needs_code and not table.is_to_watch
    code = (sentence("search.ask-code"),) if is_asked else ()
    return (*map(say, table.options), *code)


def typed_in_search(search: Search, line: str) -> tuple[tuple[str, ...], Request | None]:
    """What *line* is answered, and what is now asked of the program."""
    word = line.strip()
    if not (word.isascii() and word.isdecimal() and 1 <= int(word[:3]) <= len(search.tables)):
        return (_how_to_choose(search),), None
    table = search.tables[int(word[:3]) - 1]
    request = sit_at(table)
    return (() if request is not None else (table_line(table),)), request
