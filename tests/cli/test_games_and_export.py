"""`games` lists the records here; `export` copies one that may be given away."""

import shutil
from io import BytesIO
from pathlib import Path

import pytest

from p2pqwirkle.cli import main
from p2pqwirkle.record.journal import Journal
from p2pqwirkle.record.record import RecordReader

GAMES = Path(__file__).parents[2] / "protocol" / "vectors" / "games"


def test_an_empty_folder_has_no_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["games", "--data", str(tmp_path)])

    assert code == 0
    assert "No game is recorded" in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []


def test_a_file_where_the_games_belong_is_no_empty_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "games").write_text("a shopping list")

    code = main(["games", "--data", str(tmp_path)])

    assert code == 4
    assert "cannot be used" in capsys.readouterr().err


def test_every_record_is_one_line_with_what_it_is_worth(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    for name in ("stopped-in-a-turn", "key-share-of-another", "byte-changed"):
        shutil.copy(GAMES / f"{name}.qwk", folder)

    code = main(["games", "--data", str(tmp_path)])

    told = capsys.readouterr().out
    assert code == 0
    assert told.count("\n") == 3
    for words in ("unfinished; turns so far", "not fair, because of south", "damaged"):
        assert words in told


def test_a_copy_holds_the_same_entries(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy = tmp_path / "copy.qwk"

    code = main(["export", str(GAMES / "two-players.qwk"), str(copy)])

    assert code == 0
    assert copy.read_bytes() == (GAMES / "two-players.qwk").read_bytes()
    assert "all hands that were opened" in capsys.readouterr().out


def test_a_torn_end_is_left_out_of_a_copy(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "copy.qwk"

    main(["export", str(GAMES / "torn.qwk"), str(copy)])

    reader = RecordReader(BytesIO(copy.read_bytes()))
    assert all(reader)
    assert reader.torn == 0
    assert "signed entries: " in capsys.readouterr().out


def test_a_journal_is_never_copied(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    secrets, copy = tmp_path / "game.journal", tmp_path / "copy.qwk"
    with secrets.open("wb") as stream:
        Journal(stream, stream.flush)

    code = main(["export", str(secrets), str(copy)])

    assert code == 2
    assert "was not copied" in capsys.readouterr().err
    assert not copy.exists()


def test_no_file_is_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy = tmp_path / "copy.qwk"
    copy.write_text("mine", "utf-8")

    code = main(["export", str(GAMES / "torn.qwk"), str(copy)])

    assert code == 4
    assert "cannot be written" in capsys.readouterr().err
    assert copy.read_text("utf-8") == "mine"
