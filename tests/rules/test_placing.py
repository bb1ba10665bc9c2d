import pytest

from p2pqwirkle.errors import Breach
from p2pqwirkle.rules.board import Board
from p2pqwirkle.rules.legal import check_play
from tests.notation import board, faces, placements
from tests.rules.symmetry import Symmetry

LINE = "rs rd rt"

CORNER = """
rs rd rt
os .  .
"""

TWO_ARMS = """
rs rd rt
os .  ot
"""

THREE_RED_SQUARES = """
rs rd .  .  .  .
.  od os .  .  .
.  .  rs rd .  .
.  .  .  od os .
.  .  .  .  rs rt
"""


@pytest.mark.parametrize(
    ("drawing", "played"),
    [
        pytest.param(LINE, "rc@3,0", id="R4 one tile at the end of a line"),
        pytest.param(LINE, "rc@-1,0", id="R4 one tile before a line"),
        pytest.param(LINE, "rx@-1,0 rc@3,0", id="R4 both ends of a line"),
        pytest.param(LINE, "rc@3,0 ro@4,0 rx@5,0", id="R4 one touches, the others follow"),
        pytest.param(LINE, "rx@5,0 rc@3,0 ro@4,0", id="R4 in any order"),
        pytest.param(LINE, "ps@0,-1 gs@0,1", id="R4 tiles placed need not touch each other"),
        pytest.param(LINE, "os@0,1 od@1,1 ot@2,1", id="R4 beside a line, they touch each other"),
        pytest.param(LINE, "os@0,1 oc@-1,1 ox@-2,1", id="R4 one tile of a row touches"),
        pytest.param(TWO_ARMS, "od@1,1", id="R4 an old tile on either side"),
        pytest.param(TWO_ARMS, "ox@-1,1 od@1,1 oc@3,1", id="R4 around and between old tiles"),
        pytest.param(CORNER, "ys@0,2 gs@0,3", id="R4 down from a corner"),
    ],
)
def test_tiles_go_on_one_row_or_column_and_join_the_table(
    seen: Symmetry, drawing: str, played: str
) -> None:
    check_play(seen.board(board(drawing)), seen.placements(placements(played)))


@pytest.mark.parametrize(
    ("drawing", "played", "clause"),
    [
        pytest.param(LINE, "", "R4.1", id="R4.1 no tile"),
        pytest.param(
            LINE,
            "rc@3,0 ro@4,0 rx@5,0 rs@6,0 rd@7,0 rt@8,0 rc@9,0",
            "R4.1",
            id="R4.1 seven tiles",
        ),
        pytest.param(LINE, "rc@3,0 rx@3,0", "R4.3", id="R4.3 two tiles on one cell"),
        pytest.param(LINE, "rc@3,0 rc@3,0", "R4.3", id="R4.3 one tile said twice"),
        pytest.param(LINE, "rd@1,0", "R4.4", id="R4.4 the same face on itself"),
        pytest.param(LINE, "rc@3,0 os@0,0", "R4.4", id="R4.4 a tile on a tile"),
        pytest.param(LINE, "rc@3,0 os@0,1", "R4.5", id="R4.5 one in the row, one in the column"),
        pytest.param(LINE, "os@0,1 od@1,1 yd@1,2", "R4.5", id="R4.5 round a corner"),
        pytest.param(LINE, "os@0,1 yd@1,2", "R4.5", id="R4.5 diagonal"),
        pytest.param(LINE, "rc@3,0 rx@5,0", "R4.6", id="R4.6 an empty cell between"),
        pytest.param(LINE, "os@0,1 ot@2,1", "R4.6", id="R4.6 an empty cell beside the line"),
        pytest.param(LINE, "rc@-2,0 rx@3,0", "R4.6", id="R4.6 an empty cell before the line"),
        pytest.param(TWO_ARMS, "ox@-1,1 oc@3,1", "R4.6", id="R4.6 the hole is not filled"),
        pytest.param(LINE, "rc@4,0", "R4.7", id="R4.7 one cell off"),
        pytest.param(LINE, "os@3,1", "R4.7", id="R4.7 a corner is no side"),
        pytest.param(LINE, "gs@0,3 gd@1,3", "R4.7", id="R4.7 a free-standing pair"),
        pytest.param(LINE, "gs@-1,-1 gd@-2,-1", "R4.7", id="R4.7 a pair at a corner"),
        pytest.param(LINE, "rd@3,0", "R5.1", id="R5.1 a face twice in the row"),
        pytest.param(LINE, "rc@3,0 rs@4,0", "R5.1", id="R5.1 the second tile repeats an old one"),
        pytest.param(LINE, "oc@3,0", "R5.2", id="R5.2 nothing in common"),
        pytest.param(LINE, "ot@3,0", "R5.2", id="R5.2 in common with its neighbour alone"),
        pytest.param(LINE, "os@0,1 od@1,1 yt@2,1", "R5.2", id="R5.2 the placed row is no line"),
        pytest.param(LINE, "os@0,1 oc@1,1", "R5.2", id="R5.2 one of the crossing runs is bad"),
        pytest.param(CORNER, "yd@1,1", "R5.2", id="R5.2 good in the column, bad in the row"),
        pytest.param(CORNER, "os@1,1", "R5.1", id="R5.1 twins in the row, R5.2 in the column"),
        pytest.param(TWO_ARMS, "rd@1,1", "R5.1", id="R5.1 twins in the column, R5.2 in the row"),
        pytest.param(THREE_RED_SQUARES, "rs@5,5", "R1.1", id="R1.1 a fourth red square"),
    ],
)
def test_any_other_play_is_refused(seen: Symmetry, drawing: str, played: str, clause: str) -> None:
    with pytest.raises(Breach) as refusal:
        check_play(seen.board(board(drawing)), seen.placements(placements(played)))

    assert refusal.value.clause == clause


def test_three_tiles_of_a_face_may_lie_on_the_table(seen: Symmetry) -> None:
    table = seen.board(board(THREE_RED_SQUARES))

    check_play(table, seen.placements(placements("rc@5,5")))

    assert list(table.faces.values()).count(*faces("rs")) == 3


@pytest.mark.parametrize(
    "played",
    [
        pytest.param("rs@0,0", id="one tile"),
        pytest.param("rs@0,0 rd@0,1 rx@0,2", id="a line"),
        pytest.param("rs@7,7 os@8,7", id="anywhere, as far as the board knows"),
    ],
)
def test_the_first_play_touches_nothing(seen: Symmetry, played: str) -> None:
    check_play(Board.empty(), seen.placements(placements(played)))


@pytest.mark.parametrize(
    ("played", "clause"),
    [
        pytest.param("rs@0,0 rd@2,0", "R4.6", id="R4.6 apart"),
        pytest.param("rs@0,0 rd@1,1", "R4.5", id="R4.5 diagonal"),
        pytest.param("rs@0,0 od@1,0", "R5.2", id="R5.2 no line"),
        pytest.param("rs@0,0 rs@1,0", "R5.1", id="R5.1 twins"),
    ],
)
def test_the_first_play_is_a_line_all_the_same(seen: Symmetry, played: str, clause: str) -> None:
    with pytest.raises(Breach) as refusal:
        check_play(Board.empty(), seen.placements(placements(played)))

    assert refusal.value.clause == clause
