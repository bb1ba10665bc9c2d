"""`audit` as people call it: files, pages, and what cannot be done."""

import argparse
import json
import os
from pathlib import Path

import pytest

from p2pqwirkle.cli import audit
from p2pqwirkle.words import speak

GAMES = Path(__file__).parents[2] / "protocol" / "vectors" / "games"
FAIR = str(GAMES / "two-players.qwk")
CUT = str(GAMES / "stopped-in-the-deal.qwk")
FAULTY = str(GAMES / "key-share-of-another.qwk")


def run(*words: str) -> int:
    parser = argparse.ArgumentParser()
    audit.add_arguments(parser)
    return audit.run(parser.parse_args(words))


def test_a_fair_game_is_called_fair_in_the_first_line(capsys: pytest.CaptureFixture[str]) -> None:
    code = run(FAIR)

    assert code == 0
    assert capsys.readouterr().out.startswith(f"{FAIR}: Fair: ")


def test_a_fault_names_player_entry_and_clause(capsys: pytest.CaptureFixture[str]) -> None:
    code = run(FAULTY)

    told = capsys.readouterr().out
    assert code == 1
    assert ", by south, breaks B3.2: " in told


def test_of_several_files_the_worst_verdict_counts(capsys: pytest.CaptureFixture[str]) -> None:
    code = run(CUT, FAULTY)

    told = capsys.readouterr().out
    assert code == 1
    assert told.index(CUT) < told.index(FAULTY)


def test_several_files_give_a_list_of_reports(capsys: pytest.CaptureFixture[str]) -> None:
    run("--json", CUT, FAULTY)

    reports = json.loads(capsys.readouterr().out)
    assert [report["verdict"] for report in reports] == ["unfinished", "fault"]


def test_a_shorter_record_of_the_same_game_is_said_to_be_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shorter = tmp_path / "shorter.qwk"
    shorter.write_bytes(Path(CUT).read_bytes()[:-10])

    run(CUT, str(shorter))

    assert f"{shorter} ends before entry " in capsys.readouterr().out


def test_two_records_of_one_game_are_said_to_be_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    another = tmp_path / "another.qwk"
    another.write_bytes(Path(FAIR).read_bytes())

    code = run(FAIR, str(another))

    assert code == 0
    assert f"{FAIR} and {another} hold the same entries." in capsys.readouterr().out


def test_a_record_with_a_changed_byte_is_not_said_to_end_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    damaged = tmp_path / "damaged.qwk"
    whole = bytearray(Path(CUT).read_bytes())
    whole[len(whole) // 2] ^= 1
    damaged.write_bytes(whole)

    run(str(damaged), CUT)

    told = capsys.readouterr().out
    assert f"{damaged} is damaged where {CUT} has entry " in told
    assert "ends before" not in told


@pytest.mark.parametrize(
    ("content", "code", "words"),
    [
        pytest.param(b"", 3, "Unfinished: there is no entry in it", id="an empty file"),
        pytest.param(b"p2pq", 3, "are a part of an entry", id="a file that is being written"),
        pytest.param(b"PK\x03\x04", 2, "C5.1", id="another kind of file"),
        pytest.param(b"p2pqwirkle/2 record\x00x", 2, "version 2", id="a newer protocol"),
    ],
)
def test_a_file_that_is_no_record_gets_a_clear_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes, code: int, words: str
) -> None:
    file = tmp_path / "file.qwk"
    file.write_bytes(content)

    assert run(str(file)) == code
    told = capsys.readouterr().out
    assert words in told
    assert told.count("\n") == 1 + ("part of an entry" in told)


def test_of_a_newer_protocol_there_is_no_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, page = tmp_path / "file.qwk", tmp_path / "page.html"
    file.write_bytes(b"p2pqwirkle/2 record\x00x")

    code = run(str(file), "--html", str(page))

    told = capsys.readouterr()
    assert code == 2
    assert "version 2" in told.out
    assert "No page was written" in told.err
    assert not page.exists()


def test_files_side_by_side_are_told_of_in_the_language_that_was_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        run("--lang", "cs", str(tmp_path / "one.qwk"), str(tmp_path / "other.qwk"))
    finally:
        speak("en")

    assert capsys.readouterr().err.count("nelze přečíst") == 2


def test_a_file_of_five_gigabytes_is_refused_at_once(tmp_path: Path) -> None:
    file = tmp_path / "large.qwk"
    with file.open("wb") as stream:
        os.truncate(stream.fileno(), 5 * 2**30)

    assert run(str(file)) == 2
    assert run(str(file), "--html", str(tmp_path / "page.html")) == 4


@pytest.mark.parametrize("name", ["nothing-here.qwk", "."])
def test_what_cannot_be_opened_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    code = run(str(tmp_path / name))

    told = capsys.readouterr()
    assert code == 2
    assert told.out == ""
    assert told.err.count("\n") == 1
    assert "cannot be read" in told.err


def test_a_page_is_written_beside_the_answer(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.html"

    code = run(CUT, "--html", str(page))

    assert code == 3
    told = capsys.readouterr().out
    assert "Unfinished" in told
    assert f"The page is {page}: open it in a browser." in told
    assert page.read_text("utf-8").startswith("<!DOCTYPE html>")


def test_a_file_that_is_there_is_not_written_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.html"
    page.write_text("mine", "utf-8")

    code = run(CUT, "--html", str(page))

    assert code == 4
    assert "is there already" in capsys.readouterr().err
    assert page.read_text("utf-8") == "mine"


def test_a_page_tells_of_one_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = run(CUT, FAULTY, "--html", str(tmp_path / "page.html"))

    assert code == 64
    assert "one FILE" in capsys.readouterr().err


def test_a_page_that_cannot_be_written_is_said_after_the_answer(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = run(CUT, "--html", str(tmp_path / "no-folder" / "page.html"))

    assert code == 4
    assert "cannot be written" in capsys.readouterr().err


def test_a_deep_page_tells_what_could_have_been_played(tmp_path: Path) -> None:
    plain, deep = tmp_path / "plain.html", tmp_path / "deep.html"

    run("--html", str(plain), FAIR)
    run("--html", str(deep), "--deep", FAIR)

    assert "What could have been played" not in plain.read_text("utf-8")
    assert "What could have been played" in deep.read_text("utf-8")


def test_a_deep_page_of_hands_that_nobody_knows_says_what_it_lacks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = run("--html", str(tmp_path / "deep.html"), "--deep", CUT)

    assert code == 3
    assert "no hand of the record is known" in capsys.readouterr().err


def test_deep_without_a_page_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    code = run("--deep", FAIR)

    assert code == 64
    assert "--html" in capsys.readouterr().err
