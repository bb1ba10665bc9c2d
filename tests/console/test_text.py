"""Names come from strangers; nothing in them does more than show a character."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pqwirkle.console.canvas import Canvas, Size
from p2pqwirkle.console.text import as_ascii, clip, fill, width_of, wrap
from p2pqwirkle.names import player_names, showable


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("\x1b[2J", id="clears the screen"),
        pytest.param("a\x07b", id="rings"),
        pytest.param("nor\u202eth", id="turns the text round"),
        pytest.param("nor\u2066th", id="isolates a direction"),
        pytest.param("nor\u200bth", id="hides a character"),
        pytest.param("north\n", id="breaks the line"),
        pytest.param("\x9b31m", id="begins a command in one byte"),
    ],
)
def test_a_dangerous_character_becomes_a_question_mark(name: str) -> None:
    shown = showable(name)

    assert "?" in shown
    assert shown.isprintable()


def test_only_one_mark_stays_on_a_letter() -> None:
    assert showable("e\u0301\u0302\u0303\u0304") == "\u00e9\u0302"
    assert showable("x\u0301\u0302\u0303") == "x\u0301"


def test_equal_names_are_told_apart() -> None:
    assert player_names(["north", "south", "north", "nor\u202eth", "nor\u202dth"]) == (
        "north",
        "south",
        "north (2)",
        "nor?th",
        "nor?th (2)",
    )


@given(st.text(max_size=40), st.integers(0, 30))
def test_text_is_cut_and_filled_to_columns(text: str, width: int) -> None:
    shown = showable(text)

    assert width_of(clip(shown, width)) <= width
    assert width_of(fill(shown, width)) == width
    assert all(width_of(line) <= width + 1 for line in wrap(shown, width + 1))


@given(st.text(max_size=30))
def test_ascii_text_keeps_its_columns(text: str) -> None:
    shown = showable(text)

    assert as_ascii(shown).isascii()
    assert width_of(as_ascii(shown)) == width_of(shown)


@given(st.lists(st.tuples(st.integers(-3, 25), st.integers(-3, 6), st.text(max_size=30))))
def test_whatever_is_written_a_row_keeps_its_columns(
    written: list[tuple[int, int, str]],
) -> None:
    canvas = Canvas(Size(20, 4), is_ascii=False)

    for column, row, text in written:
        canvas.write(column, row, showable(text))

    rows = ["".join(text for _, text in line) for line in canvas.lines()]
    assert [width_of(row) for row in rows] == [20] * 4


def test_letters_lose_their_marks_in_ascii() -> None:
    assert as_ascii("Mārtiņš, Žofie") == "Martins, Zofie"
