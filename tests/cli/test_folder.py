"""The data directory: one key, one user at a time, and secrets for their owner alone."""

import stat
import subprocess
import sys
from pathlib import Path

import pytest

from p2pqwirkle.cli.exits import Exit, ExitCode
from p2pqwirkle.cli.folder import data_folder
from p2pqwirkle.record.entry import GameId

GAME = GameId(bytes(range(32)))


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_the_key_is_made_once_and_kept(tmp_path: Path) -> None:
    with data_folder(str(tmp_path / "new" / "folder")) as folder:
        first = folder.identity()
    with data_folder(str(tmp_path / "new" / "folder")) as folder:
        assert folder.identity() == first


def test_a_file_where_the_games_belong_is_told_before_anything_is_played(tmp_path: Path) -> None:
    (tmp_path / "games").write_text("a shopping list")

    with pytest.raises(Exit, match="cannot be used"), data_folder(str(tmp_path)):
        pass


def test_two_directories_are_two_players(tmp_path: Path) -> None:
    with data_folder(str(tmp_path / "a")) as a, data_folder(str(tmp_path / "b")) as b:
        assert a.identity() != b.identity()


@pytest.mark.skipif(sys.platform == "win32", reason="there, the user's folder is private as it is")
def test_secrets_are_for_their_owner_alone(tmp_path: Path) -> None:
    with data_folder(str(tmp_path / "data")) as folder:
        folder.identity()
        files = folder.new_game(GAME)
        files.close(finished=False)

    assert mode_of(tmp_path / "data") == 0o700
    assert mode_of(tmp_path / "data" / "identity") == 0o600
    assert mode_of(files.path.with_suffix(".journal")) == 0o600


def test_a_game_has_a_record_and_until_it_is_over_a_journal(tmp_path: Path) -> None:
    with data_folder(str(tmp_path)) as folder:
        files = folder.new_game(GAME)
        journal = files.path.with_suffix(".journal")
        assert files.path == tmp_path / "games" / f"{GAME.hex()}.qwk"
        assert journal.exists()

        files.close(finished=True)

    assert files.path.exists()
    assert not journal.exists()


def test_no_game_is_begun_twice(tmp_path: Path) -> None:
    with data_folder(str(tmp_path)) as folder:
        folder.new_game(GAME).close(finished=False)

        with pytest.raises(FileExistsError):
            folder.new_game(GAME)


def test_what_is_appended_is_there_at_once(tmp_path: Path) -> None:
    with data_folder(str(tmp_path)) as folder:
        files = folder.new_game(GAME)
        files.journal.begin(GAME, bytes(32), bytes(32))

        assert len(files.path.with_suffix(".journal").read_bytes()) > 64
        files.close(finished=False)


def test_a_damaged_key_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "identity").write_bytes(b"short")

    with data_folder(str(tmp_path)) as folder, pytest.raises(Exit) as refusal:
        folder.identity()

    assert refusal.value.code is ExitCode.UNREADABLE
    assert (tmp_path / "identity").read_bytes() == b"short"


def test_a_key_that_was_only_half_written_is_no_key(tmp_path: Path) -> None:
    (tmp_path / "identity.new").write_bytes(b"half")

    with data_folder(str(tmp_path)) as folder:
        folder.identity()

    assert len((tmp_path / "identity").read_bytes()) == 32
    assert not (tmp_path / "identity.new").exists()


def test_a_directory_has_one_user_at_a_time(tmp_path: Path) -> None:
    script = (
        f"from p2pqwirkle.cli.folder import data_folder\nwith data_folder({str(tmp_path)!r}): 0"
    )
    command = [sys.executable, "-c", script]

    with data_folder(str(tmp_path)):
        while_used = subprocess.run(command, capture_output=True, text=True, check=False)
    afterwards = subprocess.run(command, capture_output=True, text=True, check=False)

    assert "Another p2pqwirkle uses" in while_used.stderr
    assert (afterwards.returncode, afterwards.stderr) == (0, "")


def test_the_environment_names_the_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("P2PQWIRKLE_DATA", str(tmp_path / "mine"))

    with data_folder(None) as folder:
        assert folder.path == tmp_path / "mine"


@pytest.mark.parametrize("inside", ["", "deeper"])
def test_a_directory_that_cannot_be_is_refused(inside: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")

    with pytest.raises(Exit) as refusal, data_folder(str(tmp_path / "file" / inside)):
        pass

    assert refusal.value.code is ExitCode.COULD_NOT
    assert "--data" in str(refusal.value)


def test_a_game_that_is_watched_has_a_record_and_nothing_else(tmp_path: Path) -> None:
    with data_folder(str(tmp_path)) as folder:
        path, _, stream = folder.watched_game(GAME)
        stream.close()

    assert path == tmp_path / "games" / f"{GAME.hex()}.qwk"
    assert [one.name for one in path.parent.iterdir()] == [path.name]


def test_a_record_that_is_there_stays_when_its_game_is_watched(tmp_path: Path) -> None:
    with data_folder(str(tmp_path)) as folder:
        own = folder.new_game(GAME)
        own.close(finished=True)
        before = own.path.read_bytes()

        for _ in range(2):
            path, _, stream = folder.watched_game(GAME)
            stream.close()

    assert path == tmp_path / "games" / f"{GAME.hex()}.watched.qwk"
    assert own.path.read_bytes() == before
