"""Whole games as people play them: in real terminals, with the mouse, and through pipes."""

import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest

from tests.cli.tmux import Terminal, needs_tmux, terminal

pytestmark = pytest.mark.slow

GAME_SECONDS = 400
"""How long a game may take, on a machine that has much else to do."""
SOON_SECONDS = 5
"""How long a key may take to show."""

KEYS = {"must swap": "Enter", "Legal.": "Enter", "Good moves": "1", "Your turn": "h"}
"""What to press at the first of these that is on the screen in our turn."""
CLICKS = {
    "must swap": "Enter swap",
    "Legal.": "Enter play",
    "Good moves": "1  +",
    "Your turn": "h hint",
}
"""The same with the mouse."""


def is_over(shown: str) -> bool:
    return "The result" in shown


def play_hints(*panes: Terminal, until: Callable[[str], bool] = is_over) -> None:
    """Play the first hint in every terminal whose turn it is, *until* all show what they must."""
    play(panes, lambda pane, shown: pane.type(key_for(shown, KEYS, close="Escape")), until)


def click_hints(pane: Terminal) -> None:
    """The same with the mouse alone; the board stays in line."""

    def click(pane: Terminal, shown: str) -> None:
        assert "Legal." not in shown or aligned(board_columns(shown))
        pane.click(key_for(shown, CLICKS, close="Esc close"))

    play([pane], click, is_over)


def play(
    panes: Sequence[Terminal],
    press: Callable[[Terminal, str], None],
    until: Callable[[str], bool],
) -> None:
    """Press what there is to press, *until* all show what they must."""
    deadline = time.monotonic() + GAME_SECONDS
    while not all(until(pane.text) for pane in panes):
        assert time.monotonic() < deadline, "a game that does not end"
        for pane in panes:
            shown = pane.text
            if "Your turn" in shown or "must swap" in shown or "Good moves" in shown:
                press(pane, shown)
                wait_for_change(pane, shown)


def key_for(shown: str, keys: Mapping[str, str], *, close: str) -> str:
    """The next of *keys*; what the screen shows may be half of what comes next."""
    if "Your turn" not in shown and "must swap" not in shown:
        return close  # the hints were for a turn that is over
    return next(key for text, key in keys.items() if text in shown)


def wait_for_change(pane: Terminal, shown: str) -> None:
    """Give a key time to show; one that came too late for its screen may show nothing."""
    deadline = time.monotonic() + SOON_SECONDS
    while pane.text == shown and time.monotonic() < deadline:
        time.sleep(0.05)


def is_answered(shown: str) -> bool:
    """Whether Ada has placed tiles after we have made a move, by the log."""
    return any(int(number) > 1 for number in re.findall(r"│ +(\d+) Ada \+", shown))


@needs_tmux
def test_a_person_plays_a_whole_game_against_bots(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with terminal() as pane:
        pane.run("-m", "p2pqwirkle", "play", "--opponents", "2", "--data", str(data))

        play_hints(pane)
        pane.sees("Fair: every entry holds")
        (record,) = (data / "games").glob("*.qwk")
        pane.sees("Press p to play again")
        pane.type("p")
        pane.sees("Your turn", "Turn:")
        pane.type("q")
        pane.sees("Do you want to leave?")
        pane.type("y")

        pane.sees("code=3")
        assert pane.flags == "0 0 1"
    assert len(list((data / "games").glob("*.qwk"))) == 2
    journals = [path.stem for path in (data / "games").glob("*.journal")]
    assert record.stem not in journals
    shown = subprocess.run(
        [sys.executable, "-m", "p2pqwirkle", "replay", "--plain", str(record)],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    assert "Fair: every entry holds" in shown


@needs_tmux
def test_bots_come_back_to_the_game_that_a_person_has_left(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with terminal() as pane:
        pane.run("-m", "p2pqwirkle", "play", "--data", str(data))
        pane.sees("Your turn", "Turn: Ada")
        pane.type("q")
        pane.sees("p2pqwirkle resume brings you back")
        pane.type("y")
        pane.sees("code=3")
        assert list((data / "bots").glob("greedy-*/0/games/*.journal"))

        pane.type("-l", "clear")
        pane.type("Enter")
        pane.run("-m", "p2pqwirkle", "resume", "--data", str(data))
        play_hints(pane, until=is_answered)

        for key, answer in (("q", "g: give up"), ("g", "You have resigned"), ("q", "code=0")):
            pane.type(key)
            pane.sees(answer)
    assert not list((data / "bots").iterdir())


@needs_tmux
def test_three_consoles_play_on_loopback(tmp_path: Path) -> None:
    with terminal() as north, terminal() as south, terminal() as east:
        north.run(
            *("-m", "p2pqwirkle", "host", "--players", "3", "--bind", "127.0.0.1"),
            *("--port", "0", "--name", "north", "--data", str(tmp_path / "north")),
        )
        north.sees("p2pqwirkle join 127.0.0.1:")
        found = re.search(r"join (127\.0\.0\.1:\d+).*Code: (\w+ \w+ \w+)", north.text, re.DOTALL)
        assert found is not None
        south.run(
            *("-m", "p2pqwirkle", "join", found[1], "--name", "south"),
            *("--data", str(tmp_path / "south")),
        )
        south.sees("Type what the host says")
        south.type("-l", "puma puma puma")
        south.type("Enter")
        south.sees("one of the words is different")
        north.sees("wrong tries so far")
        south.type("-l", found[2].upper())
        south.type("Enter")
        north.sees("2  south")
        east.run(
            *("-m", "p2pqwirkle", "join", found[1], "--name", "east", "--code", found[2]),
            *("--data", str(tmp_path / "east")),
        )
        for pane in (north, south, east):
            pane.sees("All are here")
            pane.type("Space")

        for pane in (north, south, east):
            pane.sees("Your turn", "Turn:")
        south.type("c")
        south.sees("To all:")
        south.type("-l", "q is no key")
        south.type("Enter")
        for pane in (north, east):
            pane.sees("south: q is no key")

        play_hints(north, south, east)
        words = {re.search(r"Words: ([a-z ]+?)  ", pane.text)[1] for pane in (north, south, east)}  # type: ignore[index]
        for pane in (north, south, east):
            pane.sees("Fair: every entry holds")
            pane.type("q")
            pane.sees("code=0")

    records = [
        next((tmp_path / name / "games").glob("*.qwk")) for name in ("north", "south", "east")
    ]
    assert len({record.read_bytes() for record in records}) == 1
    assert len(words) == 1


@needs_tmux
def test_a_person_plays_a_whole_game_with_the_mouse_alone(tmp_path: Path) -> None:
    with terminal() as pane:
        pane.run("-m", "p2pqwirkle", "play", "--data", str(tmp_path / "data"))
        click_hints(pane)
        pane.sees("Fair: every entry holds")
        pane.click("q leave")

        pane.sees("code=0")
        assert pane.flags == "0 0 1"


def test_a_whole_game_is_played_in_lines_through_pipes(tmp_path: Path) -> None:
    words = ("-m", "p2pqwirkle", "play", "--data", str(tmp_path / "data"), "--name", "zane")
    with subprocess.Popen(
        [sys.executable, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        told = []
        for line in process.stdout:
            told.append(line)
            text = line.partition(". ")[2].strip()
            if text.startswith("Your hand:"):
                process.stdin.write("hint\n")
            elif re.match(r"\+\d+ play ", text) and not told[-2].partition(". ")[2].startswith("+"):
                process.stdin.write(text.partition(" ")[2] + "\n")
            elif "you must swap" in text:
                process.stdin.write("swap " + hand_in(told)[0] + "\n")
            process.stdin.flush()
        code = process.wait()

    text = "".join(told)
    assert code == 0, text
    assert "The winner" in text
    assert "Fair: every entry holds" in text
    assert "\x1b" not in text
    numbers = [int(line.partition(".")[0]) for line in told]
    assert numbers == list(range(1, len(told) + 1))


def hand_in(told: list[str]) -> list[str]:
    """The tiles of the hand as it was told last."""
    line = next(line for line in reversed(told) if "Your hand:" in line)
    return line.partition("Your hand:")[2].split()


def test_the_end_of_the_input_leaves_the_game(tmp_path: Path) -> None:
    words = ("-m", "p2pqwirkle", "play", "--data", str(tmp_path / "data"))

    done = subprocess.run(
        [sys.executable, *words], input="", capture_output=True, text=True, check=False, timeout=300
    )

    assert done.returncode in (0, 3)
    assert "Traceback" not in done.stderr


@needs_tmux
@pytest.mark.parametrize(
    ("environment", "tile"),
    [
        pytest.param({"LC_ALL": "C"}, r"1 [ROYGBP][@#^*&+]", id="LC_ALL=C"),
        pytest.param({"NO_COLOR": "1"}, r"1 [●■◆✸♣✚][roygbp]", id="NO_COLOR"),
        pytest.param({"LANG": "lv_LV.UTF-8"}, r"Jūsu roka", id="Latvian"),
        pytest.param({"LANG": "cs_CZ.UTF-8"}, r"Vaše ruka", id="Czech"),
    ],
)
def test_the_terminal_decides_how_the_game_looks(
    tmp_path: Path, environment: dict[str, str], tile: str
) -> None:
    with terminal(environment) as pane:
        pane.run("-m", "p2pqwirkle", "play", "--data", str(tmp_path / "data"))

        pane.until(lambda: re.search(tile, pane.text) is not None)
        pane.type("q", "y")

        pane.sees("code=3")
        assert pane.flags == "0 0 1"


INDEXED, SIXTEEN = r"\x1b\[[\d;]*48;5;\d+m", r"\x1b\[(?:\d+;)*(?:4[1-7]|10[0-7])m"


@needs_tmux
@pytest.mark.parametrize(
    ("term", "tile", "has", "lacks"),
    [
        pytest.param("linux", r"1 [ROYGBP][@#^*&+]", SIXTEEN, INDEXED, id="the Linux console"),
        pytest.param("screen", r"1 [●■◆✸♣✚][roygbp]", SIXTEEN, INDEXED, id="screen"),
        pytest.param("tmux-256color", r"1 [●■◆✸♣✚][roygbp]", INDEXED, SIXTEEN, id="tmux"),
        pytest.param("vt100", r"1 [●■◆✸♣✚][roygbp]", "", f"{INDEXED}|{SIXTEEN}", id="no colours"),
    ],
)
def test_every_terminal_is_shown_what_it_has(
    tmp_path: Path, term: str, tile: str, has: str, lacks: str
) -> None:
    with terminal({"TERM": term, "COLORTERM": ""}) as pane:
        pane.run("-m", "p2pqwirkle", "play", "--data", str(tmp_path / "data"))

        pane.until(lambda: re.search(tile, pane.text) is not None)
        painted = pane.painted

        assert re.search(has, painted)
        assert not re.search(lacks, painted)
        pane.type("q", "y")
        pane.sees("code=3")
        assert pane.flags == "0 0 1"


def aligned(columns: list[int]) -> bool:
    """Whether each sign took the columns that it was given: the whole table would lean."""
    return len(columns) > 1 and len({column % 3 for column in columns}) == 1


def board_columns(text: str) -> list[int]:
    """The columns where a tile of the table begins."""
    rows = [re.split("[│|]", row)[0][4:] for row in text.split("\n")[2:18]]
    return [found.start() for row in rows for found in re.finditer("[●■◆✸♣✚][roygbp]", row)]


@needs_tmux
def test_a_silent_player_is_named_and_the_end_is_explained(tmp_path: Path) -> None:
    with terminal() as pane:
        pane.run(
            *("-m", "p2pqwirkle", "host", "--open", "--bind", "127.0.0.1", "--port", "0"),
            *("--patience", "20", "--data", str(tmp_path / "host")),
        )
        pane.sees("p2pqwirkle join 127.0.0.1:")
        found = re.search(r"join (127\.0\.0\.1:\d+)", pane.text)
        assert found is not None
        bot = ("join", found[1], "--as-bot", "greedy", "--name", "south", "--data")
        with subprocess.Popen(
            [sys.executable, "-m", "p2pqwirkle", *bot, str(tmp_path / "south")],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as process:
            try:
                pane.sees("All are here")
                pane.type("Space")
                pane.sees("Your turn", "Turn:")
                process.send_signal(signal.SIGSTOP)

                pane.sees("Waiting for south 0:")
                pane.sees("Nothing was heard of south for 20 seconds")
                pane.type("q")

                pane.sees("code=3")
            finally:
                process.kill()
