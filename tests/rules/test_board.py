import pytest

from p2pqwirkle.rules.board import Axis, Board, Cell, run_through
from p2pqwirkle.rules.facesets import faces_in
from p2pqwirkle.rules.notation import format_face
from tests.notation import board, faces, placements
from tests.rules.symmetry import Symmetry

CORNER = """
rs rd rt
os .  .
"""


def test_a_board_tells_what_lies_where() -> None:
    table = board(CORNER)

    assert table.face_at(Cell(1, 0)) == faces("rd")[0]
    assert table.face_at(Cell(1, 1)) is None
    assert table.cells == ((0, 0), (0, 1), (1, 0), (2, 0))
    assert len(table) == 4


def test_placing_leaves_the_old_board_as_it_was() -> None:
    before = board(CORNER)

    after = before.placing(placements("yd@1,1"))

    assert before == board(CORNER)
    assert after.face_at(Cell(1, 1)) == faces("yd")[0]


def test_boards_are_equal_if_their_tiles_are_whatever_was_played_first() -> None:
    one = Board.empty().placing(placements("rs@0,0 rd@1,0 os@0,1"))
    other = Board.empty().placing(placements("os@0,1 rd@1,0 rs@0,0"))

    assert one == other
    assert hash(one) == hash(other)
    assert one.gaps == other.gaps
    assert one != board(CORNER)


def test_a_run_is_all_that_touches_on_one_axis() -> None:
    table = board("rs rd rt\nos .  ot", origin=(-2, -1))

    assert run_through(table.faces, Cell(-1, -1), Axis.ACROSS) == faces("rs rd rt")
    assert run_through(table.faces, Cell(-1, -1), Axis.DOWN) == faces("rd")
    assert run_through(table.faces, Cell(-2, 0), Axis.DOWN) == faces("rs os")
    assert run_through(table.faces, Cell(0, 0), Axis.DOWN) == faces("rt ot")
    assert run_through(table.faces, Cell(0, 0), Axis.ACROSS) == faces("ot")


@pytest.mark.parametrize(
    ("cell", "fitting"),
    [
        pytest.param(Cell(3, 0), "ro rc rx", id="the end of a line"),
        pytest.param(Cell(0, 2), "ys gs bs ps", id="the end of a column of squares"),
        pytest.param(Cell(1, 1), "od rs", id="where a row and a column meet"),
        pytest.param(Cell(1, -1), "bd gd od pd rc ro rs rt rx yd", id="above a single tile"),
    ],
)
def test_a_gap_tells_what_fits(seen: Symmetry, cell: Cell, fitting: str) -> None:
    table = seen.board(board("rs rd rt\nos .  ."))

    gap = table.gap_at(seen.cell(cell))

    assert sorted(map(format_face, faces_in(gap.faces))) == sorted(fitting.split())
