"""The list of tables: chosen by arrows, number, mouse or a typed line, and it stays put."""

from dataclasses import replace

import pytest

from p2pqwirkle.console.canvas import Size
from p2pqwirkle.console.commands import Command, Deed, Digit, Go, Leave, Request, Sit
from p2pqwirkle.console.desk import Notice
from p2pqwirkle.console.search import (
    FIRST_ROW,
    Found,
    Search,
    obey_in_search,
    search_news,
    search_view,
    typed_in_search,
)
from p2pqwirkle.console.states import command_for, pointed
from p2pqwirkle.console.text import width_of

SIZE = Size(80, 24)


def table(name: str, *, free: int = 2, trouble: str = "", needs_code: bool = False) -> Found:
    return Found(
        id=name[0] * 32,
        name=name,
        seats=4,
        free=free,
        needs_code=needs_code,
        address="192.168.1.5:10836",
        options=(Notice("lobby.stall-guard"),),
        trouble=trouble,
    )


NORTH, SOUTH, EAST = table("north"), table("south"), table("east")
THREE = Search(tables=(NORTH, SOUTH, EAST))


def after(search: Search, *commands: Command) -> tuple[Search, Request | None]:
    request: Request | None = None
    for command in commands:
        search, request = obey_in_search(search, command)
    return search, request


def shown(search: Search, size: Size = SIZE) -> list[str]:
    return ["".join(text for _, text in line).rstrip() for line in search_view(search, size)]


@pytest.mark.parametrize(
    ("commands", "sought"),
    [
        pytest.param([Deed.CONFIRM], NORTH, id="the first"),
        pytest.param([Go(0, 1), Deed.CONFIRM], SOUTH, id="by arrow"),
        pytest.param([Go(0, 1)] * 9 + [Deed.CONFIRM], EAST, id="by arrow, as far as it goes"),
        pytest.param([Digit(3), Go(0, -1), Deed.CONFIRM], SOUTH, id="by number and arrow"),
    ],
)
def test_a_table_is_chosen_with_the_keys(commands: list[Command], sought: Found) -> None:
    _, request = after(THREE, *commands)

    assert request == Sit(sought.id)


def test_a_click_moves_the_cursor_and_a_second_one_joins() -> None:
    first = pointed(THREE, SIZE, 10, FIRST_ROW + 1)
    assert first is not None
    moved, request = after(THREE, first)
    assert request is None

    second = pointed(moved, SIZE, 10, FIRST_ROW + 1)

    assert second is not None
    assert after(moved, second)[1] == Sit(SOUTH.id)
    assert pointed(THREE, SIZE, 10, FIRST_ROW + 3) is None


def test_the_cursor_stays_on_its_table_when_others_come_and_go() -> None:
    search, _ = after(THREE, Digit(2))

    assert after(search.showing((SOUTH, EAST)), Deed.CONFIRM)[1] == Sit(SOUTH.id)
    assert after(search.showing((EAST,)), Deed.CONFIRM)[1] == Sit(EAST.id)


@pytest.mark.parametrize(
    "closed",
    [
        pytest.param(table("north", free=0), id="no free seat"),
        pytest.param(table("north", trouble="It does not answer."), id="no answer"),
    ],
)
def test_where_nobody_can_sit_down_nobody_does(closed: Found) -> None:
    assert after(Search(tables=(closed,)), Deed.CONFIRM)[1] is None
    assert typed_in_search(Search(tables=(closed,)), "1")[1] is None


def test_without_a_table_keys_do_nothing() -> None:
    assert after(Search(), Deed.CONFIRM, Digit(1), Go(0, 1)) == (Search(), None)


def test_leaving_is_asked_for_twice() -> None:
    asked, request = after(THREE, Deed.LEAVE)
    assert request is None
    assert any("Do you want to leave?" in row for row in shown(asked))

    assert after(asked, Deed.YES)[1] is Leave.LEAVE
    assert not after(asked, Deed.CANCEL)[0].is_leaving


def test_seats_options_and_code_are_shown_before_joining() -> None:
    rows = shown(Search(tables=(table("north", needs_code=True),)))

    assert "  1  north: free seats 2 of 4, at 192.168.1.5:10836." in rows
    assert "  Three rounds without a placement end the game." in rows
    assert "  Ask the host for the code." in rows


def test_the_reason_stands_below_a_table_that_does_not_answer() -> None:
    rows = shown(Search(tables=(table("north", trouble="Its firewall is shut."),)))

    assert "  1  north: cannot be joined now." in rows
    assert "  Its firewall is shut." in rows


def test_a_table_that_had_no_seat_is_told_of_with_the_reason() -> None:
    back = replace(THREE, notice="All seats there are taken.")

    assert "  All seats there are taken." in shown(back)
    assert "  1  north: free seats 2 of 4, at 192.168.1.5:10836." in shown(back)
    assert search_news(None, back)[0] == "All seats there are taken."


def test_an_empty_list_says_what_else_there_is() -> None:
    text = " ".join(shown(Search()))

    assert "p2pqwirkle join HOST:PORT" in text
    assert "p2pqwirkle doctor" in text


def test_a_host_cannot_write_on_our_screen() -> None:
    frame = search_view(Search(tables=(table("nor\x1b[2Jth"),)), SIZE)

    assert "\x1b" not in "".join(text for line in frame for _, text in line)


@pytest.mark.parametrize("size", [Size(80, 24), Size(60, 20), Size(20, 5), Size(200, 60)])
def test_every_row_has_the_columns_of_the_terminal(size: Size) -> None:
    many = Search(tables=tuple(replace(NORTH, id=str(number)) for number in range(40)))

    for search in (Search(), THREE, many):
        frame = search_view(search, size)
        widths = [width_of("".join(text for _, text in line)) for line in frame]
        assert widths == [size.width] * size.height


def test_the_keys_of_the_list() -> None:
    assert command_for(THREE, "2", "2") == Digit(2)
    assert command_for(THREE, "enter", "\r") is Deed.CONFIRM
    assert command_for(THREE, "down", "") == Go(0, 1)
    assert command_for(THREE, "q", "q") is Deed.LEAVE


def test_a_number_that_is_typed_joins() -> None:
    assert typed_in_search(THREE, " 2 \n") == ((), Sit(SOUTH.id))


@pytest.mark.parametrize("line", ["4", "0", "-1", "north", "", "²", "9" * 5000])
def test_a_slip_joins_nothing(line: str) -> None:
    lines, request = typed_in_search(THREE, line)

    assert request is None
    assert lines == ("Type the number of a table to join it, or quit.",)


def test_lines_tell_the_list_whenever_it_is_another_one() -> None:
    lines = search_news(Search(), THREE)

    assert [line[:8] for line in lines[:3]] == ["1: north", "2: south", "3: east:"]
    assert search_news(THREE, replace(THREE, cursor=EAST.id)) == ()
