import pytest

from p2pqwirkle.rules.board import Board
from p2pqwirkle.rules.legal import check_play
from p2pqwirkle.rules.scoring import score_of
from tests.notation import board, placements
from tests.rules.symmetry import Symmetry

LINE = "rs rd rt"

FIVE = "rs rd rt rc ro"

TWO_ARMS = """
rs rd rt
os .  ot
"""

TWO_FIVES_MEET = """
.  rs .  .  .  .
.  ys .  .  .  .
.  gs .  .  .  .
.  bs .  .  .  .
pd ps pc .  .  .
od .  oc ot ox oo
"""

FIVE_ROWS_OF_SIX = """
ro rs rd rt rc rx
oo os od ot oc ox
yo ys yd yt yc yx
go gs gd gt gc gx
bo bs bd bt bc bx
"""


@pytest.mark.parametrize(
    ("drawing", "played", "score"),
    [
        pytest.param(LINE, "rc@3,0", 4, id="R6 the whole line, old tiles too"),
        pytest.param(LINE, "rx@-1,0 rc@3,0", 5, id="R6 one line, whichever end"),
        pytest.param(LINE, "os@0,1", 2, id="R6 a line of two"),
        pytest.param(LINE, "os@0,1 od@1,1", 6, id="R6 a line of two and two crossing"),
        pytest.param(LINE, "os@0,1 oc@-1,1", 4, id="R6 only one of them crosses"),
        pytest.param(TWO_ARMS, "od@1,1", 5, id="R6 two lines share the tile"),
        pytest.param(TWO_ARMS, "od@1,1 oc@3,1", 6, id="R6 four in the row, two in the column"),
        pytest.param(FIVE, "rx@5,0", 12, id="R6 a Qwirkle"),
        pytest.param(LINE, "rc@3,0 ro@4,0 rx@5,0", 12, id="R6 a Qwirkle by three tiles"),
        pytest.param(TWO_FIVES_MEET, "os@1,5", 24, id="R6 a double Qwirkle by one tile"),
        pytest.param(
            FIVE_ROWS_OF_SIX,
            "po@0,5 ps@1,5 pd@2,5 pt@3,5 pc@4,5 px@5,5",
            84,
            id="R6 the most possible, seven Qwirkles",
        ),
    ],
)
def test_a_play_scores_each_line_it_makes_or_lengthens(
    seen: Symmetry, drawing: str, played: str, score: int
) -> None:
    table, placed = seen.board(board(drawing)), seen.placements(placements(played))
    check_play(table, placed)

    assert score_of(table, placed) == score


@pytest.mark.parametrize(
    ("played", "score"),
    [
        pytest.param("rs@0,0", 1, id="R6 a single first tile"),
        pytest.param("rs@0,0 os@1,0", 2, id="R6 two"),
        pytest.param("rs@0,0 os@1,0 ys@2,0 gs@3,0 bs@4,0", 5, id="R6 five"),
        pytest.param("rs@0,0 os@1,0 ys@2,0 gs@3,0 bs@4,0 ps@5,0", 12, id="R6 six"),
    ],
)
def test_the_opening_scores_its_line(seen: Symmetry, played: str, score: int) -> None:
    assert score_of(Board.empty(), seen.placements(placements(played))) == score
