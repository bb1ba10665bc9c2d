"""`resume`: players whose programs were killed, copies of them, and what cannot be gone on with."""

import shutil
import sys
from pathlib import Path

import pytest

from p2pqwirkle.cli.signpost import Signpost, keep_signpost, read_signpost
from p2pqwirkle.net.reactor import Address
from p2pqwirkle.record.entry import GameId
from p2pqwirkle.record.identity import PlayerId
from tests.cli.comeback import Bot, Home, at_home, program
from tests.soak.kills import one_game

pytestmark = pytest.mark.slow


def test_players_who_are_killed_at_any_moment_go_on(tmp_path: Path) -> None:
    """local-2; `python -m tests.soak kills` has more such games."""
    assert one_game(tmp_path, seed=1, players=2, kills=3) > 0


def test_a_restored_old_copy_gets_its_later_words_back(tmp_path: Path) -> None:
    """local-2"""

    def play(home: Home) -> None:
        south = home.bots[1]
        south.until("turn 2 ")
        south.kill()
        shutil.copytree(south.data, tmp_path / "old")
        south.resume()
        south.until("turn 9 ")
        south.kill()
        shutil.rmtree(south.data)
        shutil.copytree(tmp_path / "old", south.data)
        south.resume()
        home.check_fair()

    at_home(tmp_path, 2, play)


def test_a_second_copy_of_a_seat_is_refused(tmp_path: Path) -> None:
    """local-2"""

    def play(home: Home) -> None:
        south = home.bots[1]
        south.until("turn 2 ")
        south.kill()
        shutil.copytree(south.data, tmp_path / "copy")
        copy = Bot(tmp_path, "copy")

        south.resume()
        south.until("linked 2/2")
        with home.bots[2].asleep():  # or the game may have ended before the copy is there
            copy.resume()
            code = copy.end()

        assert code == 4
        assert "Another program with your key plays your seat" in copy.errors
        home.check_fair()

    at_home(tmp_path, 3, play)


def test_who_was_told_nothing_finds_a_player_at_the_address_that_is_given(tmp_path: Path) -> None:
    def play(home: Home) -> None:
        north, south = home.bots
        south.until("turn 2 ")
        home.kill_all()
        where = read_signpost(north.record, game_of(north.record)).listening
        for bot in home.bots:
            bot.record.with_suffix(".where").unlink()
        keep_signpost(north.record, Signpost(listening=where))
        north.resume()
        south.resume("--peer", str(where))
        home.check_fair()

    at_home(tmp_path, 2, play)


@pytest.mark.skipif(sys.platform == "win32", reason="a terminal of its own is needed")
def test_a_person_who_is_killed_comes_back_to_the_same_hand_and_moves(tmp_path: Path) -> None:
    from tests.cli.typist import Typist, table_of_typists  # noqa: PLC0415 - not on Windows

    with table_of_typists(tmp_path, ("north", "south")) as people:
        people["south"].sees("Your hand")
        people["south"].process.kill()
        people["south"].end()
        people["south"] = Typist("resume", "--plain", "--data", str(tmp_path / "south"))
        people["south"].sees("^Coming back to the game")
        people["south"].sees("^Your hand")
        people["south"].sees(r"^\d+ south \+")


@pytest.fixture(scope="module")
def stopped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of two players who were killed in the middle of a game."""
    folder = tmp_path_factory.mktemp("stopped")

    def play(home: Home) -> None:
        home.bots[0].until("turn 3 ")
        home.kill_all()

    at_home(folder, 2, play)
    return folder


@pytest.fixture
def data(stopped: Path, tmp_path: Path) -> Path:
    """The data directory of one of them."""
    return Path(shutil.copytree(stopped / "south", tmp_path / "south"))


def record_in(data: Path) -> Path:
    (found,) = (data / "games").glob("*.qwk")
    return found


def game_of(record: Path) -> GameId:
    return GameId(bytes.fromhex(record.stem))


def refusal(data: Path, *words: str) -> tuple[int, str]:
    """How `resume` ends, in one line."""
    done = program("resume", *words, "--as-bot", "greedy", "--data", str(data), "--patience", "1")
    assert done.stderr.count("\n") == 1, done.stderr
    return done.returncode, done.stderr.removeprefix("p2pqwirkle: ")


def test_nobody_there_is_said_in_one_line(data: Path) -> None:
    code, told = refusal(data)

    assert code == 3
    assert "Nothing was heard of north" in told
    assert record_in(data).with_suffix(".journal").exists()


def test_without_an_unfinished_game_there_is_nothing_to_resume(tmp_path: Path) -> None:
    assert refusal(tmp_path / "new") == (
        *(4, f"There is no unfinished game in {tmp_path / 'new' / 'games'}.\n"),
    )


def test_of_several_one_has_to_be_named(data: Path) -> None:
    record = record_in(data)
    other = record.with_name("ab" * 32 + ".qwk")
    shutil.copy(record, other)
    shutil.copy(record.with_suffix(".journal"), other.with_suffix(".journal"))

    code, told = refusal(data)

    assert code == 64
    assert other.stem[:8] in told
    assert record.stem[:8] in told
    assert refusal(data, record.stem[:8])[0] == 3
    code, told = refusal(data, "ffffffffffffffffff")
    assert code == 4
    assert "No game" in told


def test_a_game_whose_journal_is_missing_is_over_or_lost(data: Path) -> None:
    record = record_in(data)
    record.with_suffix(".journal").unlink()

    code, told = refusal(data, record.stem[:8])

    assert code == 2
    assert "is not here any more" in told


def test_a_finished_game_is_named_as_such(tmp_path: Path) -> None:
    games = tmp_path / "games"
    games.mkdir()
    vectors = Path(__file__).parents[2] / "protocol" / "vectors" / "games"
    shutil.copy(vectors / "two-players.qwk", games / f"{'ab' * 32}.qwk")
    shutil.copy(vectors / "false-pass.qwk", games / f"{'cd' * 32}.qwk")

    assert "This game is over" in refusal(tmp_path, "ab")[1]
    assert "ended by a fault" in refusal(tmp_path, "cd")[1]


@pytest.mark.parametrize("suffix", [".journal", ".qwk"])
def test_a_damaged_file_is_named(suffix: str, data: Path) -> None:
    damaged = record_in(data).with_suffix(suffix)
    content = bytearray(damaged.read_bytes())
    content[200] ^= 1
    damaged.write_bytes(content)

    code, told = refusal(data)

    assert code == 2
    assert str(damaged) in told
    assert damaged.read_bytes() == content


def test_somebody_else_cannot_go_on_with_it(data: Path) -> None:
    (data / "identity").write_bytes(bytes(range(32)))

    assert "Your key does not play" in refusal(data)[1]


def test_a_game_that_was_only_watched_is_not_ones_own(data: Path, tmp_path: Path) -> None:
    record = record_in(data)
    watched = tmp_path / "watcher" / "games" / record.name
    watched.parent.mkdir(parents=True)
    shutil.copy(record, watched)

    code, told = refusal(tmp_path / "watcher", record.stem[:8])

    assert code == 4
    assert "Your key does not play" in told


def test_games_tells_how_to_go_on(data: Path) -> None:
    done = program("games", "--data", str(data))

    assert f"to go on: p2pqwirkle resume {record_in(data).stem[:8]}" in done.stdout


def test_torn_files_and_a_lost_record_are_made_whole(stopped: Path, tmp_path: Path) -> None:
    home = Home(tmp_path, 2)
    north, south = home.bots
    for bot in home.bots:
        shutil.copytree(stopped / bot.name, bot.data)
    record = record_in(north.data)
    for torn in (record, record.with_suffix(".journal")):
        torn.write_bytes(torn.read_bytes()[:-7])
    record_in(south.data).unlink()

    try:
        for bot in home.bots:
            bot.resume(record.stem[:12])
        home.check_fair()
    finally:
        home.kill_all()

    assert any(line.startswith("cut ") for line in north.lines)


def test_where_the_players_were_is_for_the_owner_alone_and_good_for_dialling(
    tmp_path: Path,
) -> None:
    record = tmp_path / f"{'ab' * 32}.qwk"
    where = Signpost(None, Address("::", 10836), {PlayerId(bytes(32)): (Address("10.0.0.1", 1),)})

    keep_signpost(record, where)

    assert read_signpost(record, game_of(record)) == where
    assert record.with_suffix(".where").stat().st_mode & 0o77 == 0


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff",
        b"[]",
        b'{"charter": "00", "listening": null}',
        b'{"charter": "00", "listening": ["::", 70000], "players": {}}',
        b'{"charter": null, "listening": null, "players": {}}',
        b'{"charter": "00", "listening": null, "players": {"zz": []}}',
        b'{"charter": "00", "listening": null, "players": {"00": [["::", 1, 2]]}}',
    ],
)
def test_a_signpost_that_cannot_be_read_tells_nothing(content: bytes, tmp_path: Path) -> None:
    record = tmp_path / f"{'ab' * 32}.qwk"
    record.with_suffix(".where").write_bytes(content)

    assert read_signpost(record, game_of(record)) == Signpost()
