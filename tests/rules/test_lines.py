import pytest

from p2pqwirkle.errors import Breach
from p2pqwirkle.rules.lines import check_line, line_score
from tests.notation import faces


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("rs rd", id="R5 one colour"),
        pytest.param("rs os", id="R5 one shape"),
        pytest.param("rc rx ro rs rt rd", id="R5 all shapes of a colour, in any order"),
        pytest.param("px rx gx ox bx yx", id="R5 all colours of a shape, in any order"),
    ],
)
def test_one_colour_or_one_shape_makes_a_line(line: str) -> None:
    check_line(faces(line))


@pytest.mark.parametrize(
    ("line", "clause"),
    [
        pytest.param("rs od", "R5.2", id="R5.2 nothing in common"),
        pytest.param("rs rd od", "R5.2", id="R5.2 one colour, then one shape"),
        pytest.param("rs rd rt gt", "R5.2", id="R5.2 the last tile goes with its neighbour only"),
        pytest.param("rs rs", "R5.1", id="R5.1 twins side by side"),
        pytest.param("rs rd rs", "R5.1", id="R5.1 a face twice, apart"),
        pytest.param("rs rd rt rc rx ro rs", "R5.1", id="R5.1 seven cannot all differ"),
        pytest.param("rs od rs", "R5.1", id="R5.1 comes before R5.2"),
    ],
)
def test_any_other_line_is_refused(line: str, clause: str) -> None:
    with pytest.raises(Breach) as refusal:
        check_line(faces(line))

    assert refusal.value.clause == clause


@pytest.mark.parametrize(("length", "score"), [(2, 2), (3, 3), (4, 4), (5, 5)])
def test_a_line_scores_its_length(length: int, score: int) -> None:
    assert line_score(length) == score


def test_a_line_of_six_scores_twelve() -> None:
    assert line_score(6) == 12
