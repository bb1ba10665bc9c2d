import argparse
import json
import subprocess
import sys
from pathlib import Path

import pytest

from p2pqwirkle.cli import judge as command
from p2pqwirkle.cli.judge import judge
from p2pqwirkle.rules.tiles import Colour, Shape
from tests.notation import faces, placements


def laid(text: str) -> list[object]:
    """Placements as `judge` reads them."""
    return [
        [cell.x, cell.y, face.colour.name.lower(), face.shape.name.lower()]
        for cell, face in placements(text)
    ]


def held(text: str) -> list[object]:
    """A hand as `judge` reads it."""
    return [[face.colour.name.lower(), face.shape.name.lower()] for face in faces(text)]


def position(board: str, hand: str | None, move: str) -> dict[str, object]:
    return {
        "board": laid(board),
        "hand": None if hand is None else held(hand),
        "move": laid(move),
    }


LINE = "rs@0,0 rd@1,0 rt@2,0"

THREE_RED_SQUARES = "rs@0,0 rd@1,0 od@1,1 os@2,1 rs@2,2 rd@3,2 od@3,3 os@4,3 rs@4,4 rt@5,4"


@pytest.mark.parametrize(
    ("board", "hand", "move", "score"),
    [
        pytest.param(LINE, None, "rc@3,0", 4, id="a hand nobody knows"),
        pytest.param(LINE, "rc oo oo", "rc@-1,0", 4, id="from the hand, to a negative cell"),
        pytest.param(LINE, None, "rc@3,0 ro@4,0 rx@5,0", 12, id="a Qwirkle"),
        pytest.param("", None, "gx@7,-7", 1, id="a single first tile, wherever"),
        pytest.param("", "rs rd rt os gx bc", "rs@0,0 rd@0,1 rt@0,2", 3, id="the largest set"),
        pytest.param("", None, "rs@0,0 rd@0,1", 2, id="an opening from a hand nobody knows"),
    ],
)
def test_a_legal_play_is_told_its_score(
    board: str, hand: str | None, move: str, score: int
) -> None:
    assert judge(position(board, hand, move)) == {"legal": True, "score": score, "reason": ""}


@pytest.mark.parametrize(
    ("board", "hand", "move", "clause"),
    [
        pytest.param(LINE, None, "", "R4.1", id="R4.1 nothing placed"),
        pytest.param(LINE, "rx oo", "rc@3,0", "R4.2", id="R4.2 not in the hand"),
        pytest.param(LINE, "rc oo", "rc@3,0 rc@-1,0", "R4.2", id="R4.2 one tile placed twice"),
        pytest.param(LINE, "", "rc@3,0", "R4.2", id="R4.2 an empty hand"),
        pytest.param(LINE, None, "rc@3,0 rx@3,0", "R4.3", id="R4.3 two on one cell"),
        pytest.param(LINE, None, "rd@1,0", "R4.4", id="R4.4 on a tile"),
        pytest.param(LINE, None, "rc@3,0 rx@2,1", "R4.5", id="R4.5 neither row nor column"),
        pytest.param(LINE, None, "rc@3,0 rx@5,0", "R4.6", id="R4.6 a gap"),
        pytest.param(LINE, None, "rc@4,0", "R4.7", id="R4.7 touches nothing"),
        pytest.param(LINE, None, "rd@3,0", "R5.1", id="R5.1 a face twice"),
        pytest.param(LINE, None, "oc@3,0", "R5.2", id="R5.2 nothing in common"),
        pytest.param("", "rs rd rt os gx bc", "rs@0,0", "R3.3", id="R3.3 too small an opening"),
        pytest.param(
            THREE_RED_SQUARES,
            None,
            "rs@5,5",
            "R1.1",
            id="R1.1 a fourth tile of a face",
        ),
    ],
)
def test_any_other_play_is_told_the_clause_it_breaks(
    board: str, hand: str | None, move: str, clause: str
) -> None:
    answer = judge(position(board, hand, move))

    assert isinstance(answer, dict)
    assert answer["legal"] is False
    assert answer["score"] is None
    assert str(answer["reason"]).endswith(f"({clause})")


@pytest.mark.parametrize(
    ("board", "hand", "moves", "best"),
    [
        pytest.param(LINE, "rc yt", 10, 4, id="single tiles"),
        pytest.param("rs@0,0", "os ys", 36, 4, id="both axes, both sides, both orders"),
        pytest.param(LINE, "rc rc rc", 8, 4, id="twins are one"),
        pytest.param(LINE, "gx yo bc", 0, None, id="nothing fits"),
        pytest.param(LINE, "", 0, None, id="an empty hand"),
        pytest.param("", "rs rd rt os gx bc", 12, 3, id="an opening of three, both axes"),
        pytest.param("", "rs", 1, 1, id="an opening of one has no axis"),
        pytest.param("", "", 0, None, id="an empty hand on an empty board"),
        pytest.param("", "rs rs rd bs", 8, 2, id="an opening with twins, in a row or a column"),
        pytest.param(THREE_RED_SQUARES, "rs", 0, None, id="R1.1 a fourth tile of a face"),
        pytest.param(
            "rs@-90,-7 rd@-89,-7 rt@-88,-7", "rc yt", 10, 4, id="single tiles, at negative cells"
        ),
        pytest.param(
            "rs@0,0 rd@1,0 rt@2,0 os@0,1 ot@2,1", "od", 4, 5, id="a gap between two tiles"
        ),
    ],
)
def test_a_null_move_asks_what_could_be_played(
    board: str, hand: str, moves: int, best: int | None
) -> None:
    asked = position(board, hand, "") | {"move": None}

    answer = judge(asked)

    assert isinstance(answer, dict)
    assert (answer["moves"], answer["best"]) == (moves, best)
    assert (answer["move"] is None) is (best is None)
    if best is not None:
        ruling = judge(asked | {"move": answer["move"]})
        assert ruling == {"legal": True, "score": best, "reason": ""}


def test_a_null_move_is_answered_in_a_line(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    null = {"move": None}
    file.write_text(json.dumps([position(LINE, "rc", "") | null, position(LINE, "gx", "") | null]))

    assert ran(file) == 0
    assert capsys.readouterr().out.splitlines() == [
        "1. legal plays: 8; most points: 4, with play rc@-1,0",
        "2. no tile of the hand fits",
    ]


def test_reasons_are_sentences() -> None:
    assert judge(position(LINE, None, "rc@4,0")) == {
        "legal": False,
        "score": None,
        "reason": "at least one placed tile touches a tile on the table by a side (R4.7)",
    }


def test_colours_and_shapes_are_their_english_words() -> None:
    assert set(command.COLOURS) == {"red", "orange", "yellow", "green", "blue", "purple"}
    assert set(command.SHAPES) == {"circle", "square", "diamond", "star", "clover", "cross"}
    assert command.COLOURS["blue"] is Colour.BLUE
    assert command.SHAPES["clover"] is Shape.CLOVER


@pytest.mark.parametrize(
    ("board", "error"),
    [
        pytest.param("rs@0,0 rd@0,0", "two tiles of the board lie on 0,0", id="one cell"),
        pytest.param("rs@0,0 rs@0,0", "two tiles of the board lie on 0,0", id="a tile said twice"),
        pytest.param("rs@0,0 od@1,0", "a run that is no line", id="no line"),
        pytest.param("rs@0,0 rs@1,0", "a run that is no line", id="twins in a line"),
        pytest.param("rs@0,0 rd@2,0", "not all in one piece", id="loose parts"),
        pytest.param("rs@0,0 os@1,1", "not all in one piece", id="a corner does not join"),
        pytest.param("rs@0,0 rs@9,0 rs@0,9 rs@9,9", "more than 3 tiles", id="a fourth copy"),
    ],
)
def test_a_board_that_cannot_occur_is_an_error(board: str, error: str) -> None:
    answer = judge(position(board, None, "gx@0,5"))

    assert isinstance(answer, dict)
    assert list(answer) == ["error"]
    assert error in str(answer["error"])


GOOD = position(LINE, "rc", "rc@3,0")

DEEP: list[object] = []
for _ in range(200):
    DEEP = [DEEP]


@pytest.mark.parametrize(
    ("document", "error"),
    [
        pytest.param(None, "a position is an object", id="null"),
        pytest.param(7, "a position is an object", id="a number"),
        pytest.param("rs", "a position is an object", id="a text"),
        pytest.param({}, "board is missing", id="an empty object"),
        pytest.param({"board": [], "move": []}, "hand is missing", id="no hand"),
        pytest.param(GOOD | {"hands": []}, "'hands' belongs to no position", id="unknown name"),
        pytest.param(GOOD | {"board": {}}, "board is a list", id="board is no list"),
        pytest.param(GOOD | {"board": None}, "board is a list", id="board is null"),
        pytest.param(GOOD | {"move": {}}, "move is a list", id="move is no list"),
        pytest.param(
            GOOD | {"hand": None, "move": None}, "the plays of a hand", id="a null move, no hand"
        ),
        pytest.param(GOOD | {"hand": "rc"}, "hand is a list", id="hand is a text"),
        pytest.param(GOOD | {"hand": held("rc") * 7}, "at most 6", id="seven tiles in hand"),
        pytest.param(GOOD | {"move": [None]}, "move[0] is no tile", id="a tile is null"),
        pytest.param(GOOD | {"move": ["abcd"]}, "move[0] is no tile", id="a tile is a text"),
        pytest.param(GOOD | {"move": [[1, 2]]}, "move[0] is no tile", id="no face"),
        pytest.param(GOOD | {"hand": [[1, 2, "red", "star"]]}, "hand[0] is no tile", id="a cell"),
        pytest.param(GOOD | {"move": DEEP}, "move[0] is no tile", id="deep in lists"),
        pytest.param(
            GOOD | {"move": [[True, 0, "red", "star"]]}, "move[0]: x and y", id="true is no number"
        ),
        pytest.param(
            GOOD | {"move": [[0, 1.0, "red", "star"]]}, "move[0]: x and y", id="a fraction"
        ),
        pytest.param(
            GOOD | {"move": [["0", 1, "red", "star"]]}, "move[0]: x and y", id="a text for x"
        ),
        pytest.param(
            GOOD | {"move": [[0, 1, "crimson", "star"]]}, "'crimson' is none of red", id="a colour"
        ),
        pytest.param(
            GOOD | {"move": [[0, 1, "red", "Star"]]}, "'Star' is none of circle", id="a shape"
        ),
        pytest.param(
            GOOD | {"move": [[0, 1, "\ud800\x1b[2J", "star"]]},
            r"'\ud800\x1b[2J' is none of red",
            id="nothing that a terminal obeys",
        ),
        pytest.param(
            GOOD | {"move": [[0, 1, "red", 5]]}, "int is none of circle", id="a number for a shape"
        ),
        pytest.param(
            GOOD | {"move": [[0, 1, "red", ["star"]]]}, "list is none of", id="a list for a shape"
        ),
    ],
)
def test_what_is_no_position_is_an_error(document: object, error: str) -> None:
    answer = judge(document)

    assert isinstance(answer, dict)
    assert list(answer) == ["error"]
    assert error in str(answer["error"])


def test_a_list_is_answered_in_order_the_good_beside_the_bad() -> None:
    answers = judge([GOOD, 7, position(LINE, None, "oc@3,0"), [GOOD]])

    assert isinstance(answers, list)
    assert [answer.get("legal", "error") for answer in answers] == [True, "error", False, "error"]
    assert judge([]) == []


def ran(file: Path, *options: str) -> int:
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    return command.run(parser.parse_args([str(file), *options]))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "positions.json"


def test_json_in_json_out(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text(json.dumps(GOOD))

    assert ran(file, "--json") == 0
    assert json.loads(capsys.readouterr().out) == {"legal": True, "score": 4, "reason": ""}


def test_an_illegal_play_is_no_failure(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text(json.dumps([GOOD, position(LINE, None, "oc@3,0")]))

    assert ran(file, "--json") == 0
    answers = json.loads(capsys.readouterr().out)
    assert [answer["legal"] for answer in answers] == [True, False]


def test_one_bad_position_is_exit_2_and_the_others_are_answered(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text(json.dumps([GOOD, {}, GOOD]))

    assert ran(file, "--json") == 2
    answers = json.loads(capsys.readouterr().out)
    assert ["error" in answer for answer in answers] == [False, True, False]


def test_without_json_each_position_gets_a_line(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text(json.dumps([GOOD, position(LINE, None, "rc@4,0"), {}]))

    assert ran(file) == 2
    printed = capsys.readouterr()
    assert printed.out.splitlines() == [
        "1. legal, points: 4",
        "2. not legal: at least one placed tile touches a tile on the table by a side (R4.7)",
    ]
    assert printed.err.splitlines() == [
        "3. cannot be judged: board is missing: a position has board, hand (or null) and move"
    ]


def test_a_single_position_is_not_numbered(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text(json.dumps(GOOD))

    assert ran(file) == 0
    assert capsys.readouterr().out == "legal, points: 4\n"


@pytest.mark.parametrize(
    ("written", "hint"),
    [
        pytest.param(b"", "is not JSON", id="nothing"),
        pytest.param(b"play rs@0,0", "is not JSON", id="text"),
        pytest.param(b'{"board": [', "is not JSON", id="cut off"),
        pytest.param(b"\xff\xfe\xfd{}", "is not JSON", id="broken text encoding"),
        pytest.param(b'{"board": "\xc3("}', "is not JSON", id="broken UTF-8"),
        pytest.param(b"[" * 100_000, "nested too deeply", id="very deep"),
        pytest.param(b'{"a":' * 100_000, "nested too deeply", id="very deep objects"),
        pytest.param(b" " * 16_000_001, "larger than", id="too large"),
    ],
)
def test_what_is_no_json_is_one_line_and_exit_2(
    file: Path, capsys: pytest.CaptureFixture[str], written: bytes, hint: str
) -> None:
    file.write_bytes(written)

    assert ran(file, "--json") == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert hint in printed.err


@pytest.mark.parametrize("x", ["NaN", "-Infinity", "1e400", "9" * 5000, "-" + "9" * 19, "1" * 19])
def test_a_coordinate_beyond_reason_spoils_its_own_position_only(
    file: Path, capsys: pytest.CaptureFixture[str], x: str
) -> None:
    bad = f'{{"board": [], "hand": null, "move": [[{x}, 0, "red", "star"]]}}'
    file.write_text(f"[{bad}, {json.dumps(GOOD)}]")

    assert ran(file, "--json") == 2
    answers = json.loads(capsys.readouterr().out)
    assert "x and y are whole numbers" in answers[0]["error"]
    assert answers[1]["legal"] is True


def test_a_file_that_is_not_there_is_one_line_and_exit_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ran(tmp_path / "nowhere.json") == 2
    assert ran(tmp_path) == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 2
    assert all("cannot be read" in line for line in lines)


RUN_ON_STDIN = (
    "import argparse, sys; from p2pqwirkle.cli import judge; p = argparse.ArgumentParser();"
    "judge.add_arguments(p); code = judge.run(p.parse_args(['-', '--json']));"
    "print([name for name in sys.modules if 'twisted' in name]); sys.exit(code)"
)


def test_standard_input_is_read_and_twisted_never_imported() -> None:
    done = subprocess.run(
        [sys.executable, "-c", RUN_ON_STDIN],
        input=json.dumps(GOOD),
        capture_output=True,
        check=True,
        text=True,
    )

    assert done.stdout.splitlines() == ['{"legal": true, "score": 4, "reason": ""}', "[]"]


def test_a_closed_standard_input_is_one_line_and_exit_2() -> None:
    shell = f'"$0" -c "{RUN_ON_STDIN}" <&-'

    done = subprocess.run(
        ["/bin/sh", "-c", shell, sys.executable], capture_output=True, check=False, text=True
    )

    assert done.returncode == 2
    assert "cannot be read" in done.stderr
    assert "Traceback" not in done.stderr
