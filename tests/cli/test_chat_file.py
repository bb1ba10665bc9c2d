"""Remarks on the disk: kept across a crash, and never a reason for a game to end."""

from pathlib import Path

from p2pqwirkle.cli.chat_file import ChatFile
from p2pqwirkle.record.chat import SignedRemark, sign_remark
from tests.vectors.record_kit import GAME, NORTH, SOUTH


def remark(number: int, text: str = "good luck") -> SignedRemark:
    return sign_remark(GAME, number, text, NORTH)


def kept_in(path: Path, *remarks: SignedRemark) -> ChatFile:
    chat = ChatFile(path)
    for signed in remarks:
        chat.keep(signed)
    chat.close()
    return chat


def test_no_file_is_made_before_something_is_said(tmp_path: Path) -> None:
    kept_in(tmp_path / "x.chat")

    assert not (tmp_path / "x.chat").exists()


def test_what_was_said_is_there_again(tmp_path: Path) -> None:
    kept_in(tmp_path / "x.chat", remark(0), remark(1))

    again = ChatFile(tmp_path / "x.chat")

    assert again.remarks == [remark(0), remark(1)]
    assert again.knows(remark(1, "another in its place"))
    assert not again.knows(remark(2))
    assert (again.next_number(NORTH.player), again.next_number(SOUTH.player)) == (2, 0)
    again.close()


def test_what_a_crash_has_left_of_a_remark_is_cut(tmp_path: Path) -> None:
    path = tmp_path / "x.chat"
    kept_in(path, remark(0), remark(1))
    path.write_bytes(path.read_bytes()[:-5])

    kept_in(path, remark(2))

    again = ChatFile(path)
    assert again.remarks == [remark(0), remark(2)]
    again.close()


def test_a_damaged_file_is_left_alone_and_nothing_fails(tmp_path: Path) -> None:
    path = tmp_path / "x.chat"
    path.write_bytes(b"something else")

    chat = kept_in(path, remark(0))

    assert chat.remarks == [remark(0)]
    assert path.read_bytes() == b"something else"


def test_a_directory_that_cannot_be_written_ends_nothing(tmp_path: Path) -> None:
    chat = kept_in(tmp_path / "missing" / "x.chat", remark(0), remark(1))

    assert chat.remarks == [remark(0), remark(1)]
