"""The screens of a game, at every size and in every look."""

import random
import re
from dataclasses import replace

import pytest

from p2pqwirkle.console.canvas import Size
from p2pqwirkle.console.commands import Command, Deed, Digit, Point
from p2pqwirkle.console.desk import Panel
from p2pqwirkle.console.footer import offers
from p2pqwirkle.console.glyphs import ASCII, GLYPH_SETS, Glyphs
from p2pqwirkle.console.keys import PLAYING
from p2pqwirkle.console.looks import Looks
from p2pqwirkle.console.palette import Depth, Ground
from p2pqwirkle.console.search import Search, search_view
from p2pqwirkle.console.text import width_of
from p2pqwirkle.console.view import pointed_at, view
from p2pqwirkle.rules.board import Cell
from p2pqwirkle.words import LANGUAGES, speak
from tests.console.desks import Evening, desk_with, text_of
from tests.console.golden import FOLDER, SCREENS
from tests.console.test_staging import after


@pytest.mark.parametrize("name", SCREENS)
def test_the_screen_is_the_one_that_was_looked_at(name: str) -> None:
    kept = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")

    assert SCREENS[name]() == kept


@pytest.mark.parametrize("panel", Panel)
def test_every_row_has_the_columns_of_the_terminal_at_every_size(panel: Panel) -> None:
    evening = Evening(3)
    evening.play_on(30)
    desk = replace(evening.desk, panel=panel)
    sizes = random.Random(5)

    for _ in range(40):
        size = Size(sizes.randrange(1, 220), sizes.randrange(1, 70))
        frame = view(desk, size)
        assert [width_of("".join(text for _, text in line)) for line in frame] == [
            size.width
        ] * size.height


def test_resizing_there_and_back_changes_nothing() -> None:
    evening = Evening(3)
    evening.play_on(12)
    evening.until_ours()
    desk = after(evening.desk, Deed.HINTS, Digit(1))
    before = view(desk, Size(80, 24))

    view(desk, Size(10, 5))

    assert view(desk, Size(80, 24)) == before


@pytest.mark.parametrize("depth", Depth)
@pytest.mark.parametrize("glyphs", GLYPH_SETS.values(), ids=GLYPH_SETS)
@pytest.mark.parametrize("ground", Ground)
def test_every_look_shows_letters_or_colours(depth: Depth, glyphs: Glyphs, ground: Ground) -> None:
    desk = desk_with("rd rc bo gc px oc", "rs", looks=Looks(glyphs, depth, ground))

    frame = text_of(view(desk, Size(80, 24)))

    assert Looks(glyphs, depth, ground).tile(desk.scene.hand[0].face) in frame


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("commands", [(), (Digit(1),), (Deed.HINTS, Digit(1)), (Deed.SWAP,)])
def test_the_way_on_is_named_in_the_bottom_row_of_a_small_screen(
    language: str, commands: tuple[Command, ...]
) -> None:
    evening = Evening(3)
    evening.play_on(20)
    evening.until_ours()
    speak(language)
    try:
        desk = after(evening.desk, *commands)
        keys = [key for key, _ in offers(desk)]
        row = text_of(view(desk, Size(80, 24))).splitlines()[-1]
    finally:
        speak(LANGUAGES[0])

    assert all(re.search(rf"(^|  ){re.escape(key)} ", row) for key in keys if key != "c")


@pytest.mark.parametrize("width", [60, 66, 72])
def test_where_keys_are_left_out_the_one_that_names_them_is_not(width: int) -> None:
    evening = Evening(3)
    evening.play_on(20)
    evening.until_ours()

    row = text_of(view(evening.desk, Size(width, 20))).splitlines()[-1]

    assert "? all keys" in row
    assert "q leave" not in row


def test_the_ascii_screen_has_nothing_else() -> None:
    evening = Evening(3, looks=Looks(ASCII))
    evening.play_on(9)

    for panel in Panel:
        assert text_of(view(replace(evening.desk, panel=panel), Size(80, 24))).isascii()


def test_a_click_on_a_cell_points_at_the_cell_that_is_drawn_there() -> None:
    desk = desk_with("rd rc bo gc px oc", "rs")
    size = Size(80, 24)
    rows = text_of(view(desk, size)).split("\n")
    row = next(index for index, text in enumerate(rows) if "■r" in text and index < 18)
    column = rows[row].index("■r")

    assert pointed_at(desk, size, column, row) == Point(Cell(0, 0))
    assert pointed_at(desk, size, column + 1, row) == Point(Cell(0, 0))
    assert pointed_at(desk, size, column + 3, row) == Point(Cell(1, 0))


def test_a_click_on_a_tile_of_the_hand_chooses_it() -> None:
    desk = desk_with("rd rc bo gc px oc", "rs")
    size = Size(80, 24)
    row = size.height - 4
    drawn = text_of(view(desk, size)).split("\n")[row]

    for number, face in enumerate(desk.scene.faces, start=1):
        column = drawn.index(desk.looks.tile(face))
        assert pointed_at(desk, size, column, row) == Digit(number)


def test_a_click_on_the_preview_plays() -> None:
    desk = after(desk_with("rd rc bo gc px oc", "rs"), Digit(1), Point(Cell(1, 0)))

    assert pointed_at(desk, Size(80, 24), 5, 21) is Deed.CONFIRM


def test_the_cursor_is_always_in_sight() -> None:
    desk = desk_with("rd rc bo gc px oc", "rs")
    for cell in (Cell(40, -30), Cell(-40, 30), Cell(0, 0)):
        frame = text_of(view(replace(desk, cursor=cell), Size(80, 24)))
        assert "[]" in frame or "■r" in frame


def test_no_key_has_two_meanings() -> None:
    keys = [key for binding in PLAYING for key in binding.keys]

    assert len(set(keys)) == len(keys)


def test_a_frame_is_drawn_in_less_than_the_50_ms_that_one_notices() -> None:
    import time  # noqa: PLC0415 - measured in this test alone

    evening = Evening(6, players=4)
    evening.play_on(60)
    desk = after(evening.desk, Digit(1))
    began = time.process_time()
    for _ in range(10):
        view(desk, Size(200, 60))

    assert (time.process_time() - began) / 10 < 0.05


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tiny_screen_asks_for_room_and_for_a_last_word_before_one_leaves(language: str) -> None:
    desk = desk_with("rd rc bo gc px oc", "rs")
    speak(language)
    try:
        asks = text_of(view(desk, Size(20, 5)))
        leaving = text_of(view(after(desk, Deed.LEAVE), Size(20, 5)))
        search = text_of(search_view(Search(is_leaving=True), Size(20, 5)))
    finally:
        speak(LANGUAGES[0])

    assert "60" in asks.splitlines()[0]
    assert "20" in asks.splitlines()[0]
    assert "~" not in asks + leaving + search
    assert [line.partition(":")[0] for line in leaving.splitlines()[2:]] == ["y", "g", "Esc"]
    assert "y: " in search


def test_the_titles_of_the_result_stand_above_their_numbers_however_long_a_name() -> None:
    evening = Evening(3)
    evening.play_on(20)
    names = ("Ada (bot, plays at random)", *evening.desk.scene.names[1:])
    scene = replace(evening.desk.scene, names=names)
    desk = replace(evening.desk, scene=scene, panel=Panel.RESULT)

    rows = text_of(view(desk, Size(100, 30))).splitlines()
    titles = next(row for row in rows if "swaps" in row)
    numbers = next(row for row in rows if "at random" in row)

    assert len(titles.rstrip()) == len(numbers.rstrip())
