"""The command line: what it refuses, in which words, and how quickly it answers."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from p2pqwirkle import __version__
from p2pqwirkle.cli import COMMANDS, main

SEAT = ("--as-bot", "greedy")


def refusal(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    """The exit code, and the one line on standard error."""
    code = main(words)
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    return code, told.err


@pytest.mark.parametrize(
    ("words", "part"),
    [
        pytest.param((), "COMMAND", id="no command"),
        pytest.param(("shuffle",), "shuffle", id="an unknown command"),
        pytest.param(("demo", "--players", "7"), "2 to 6", id="seven players"),
        pytest.param(("demo", "--players", "1"), "2 to 6", id="one player"),
        pytest.param(("demo", "--players", "two"), "2 to 6", id="a word for a number"),
        pytest.param(("demo", "--play", "3"), "--play", id="an abbreviated option"),
        pytest.param(("demo", "--level", "perfect"), "perfect", id="an unknown level"),
        pytest.param(
            ("host", "--open", "--code", "puma oxygen bike", *SEAT), "--open", id="open and a code"
        ),
        pytest.param(
            ("host", "--code", "puma oxigen bike", *SEAT), "oxygen", id="a slip in a code"
        ),
        pytest.param(("join", "10.0.0.1", "--code", "puma bike", *SEAT), "three", id="two words"),
        pytest.param(
            ("join", "--open", "--code", "puma oxygen bike", "192.0.2.1:1", *SEAT),
            "--open",
            id="a code for a table without one",
        ),
        pytest.param(("resume", "--name", "ann"), "--name", id="an option of other commands"),
        pytest.param(("host", "--open", "--port", "70000", *SEAT), "65535", id="no such port"),
        pytest.param(("host", "--open", "--bind", "", *SEAT), "--bind", id="no address"),
        pytest.param(("host", "--open", "--patience", "0", *SEAT), "patience", id="no patience"),
        pytest.param(("host", "--open", "--age", "-3", *SEAT), "age", id="a negative age"),
        pytest.param(("host", "--open", "--name", "", *SEAT), "no name", id="an empty name"),
        pytest.param(("host", "--open", "--name", "x" * 25, *SEAT), "no name", id="a long name"),
        pytest.param(("host", "--open", "--name", "a\x07", *SEAT), "no name", id="a bell"),
        pytest.param(("host", "--open", "--name", "a\udcff", *SEAT), "no name", id="broken UTF-8"),
        pytest.param(("join", "10.0.0.1:0", *SEAT), "no address", id="port 0"),
        pytest.param(("join", "10.0.0.1:x", *SEAT), "no address", id="a word for a port"),
        pytest.param(("join", ":10836", *SEAT), "no address", id="a port alone"),
        pytest.param(("join", "http://a:1", *SEAT), "no address", id="a web address"),
        pytest.param(("join", "a\x1b:1", *SEAT), "no address", id="a control character"),
        pytest.param(("join", "[::1", *SEAT), "no address", id="a bracket that is not closed"),
        pytest.param(("watch", "::1]:7"), "no address", id="a bracket that is not opened"),
    ],
)
def test_a_wrong_command_line_ends_with_64_and_one_line(
    words: tuple[str, ...], part: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, line = refusal(capsys, *words)

    assert code == 64
    assert part in line
    assert line.isprintable() or line.rstrip("\n").isprintable()


@pytest.mark.parametrize(
    ("words", "part"),
    [
        pytest.param(("join", "127.0.0.1:1"), "Nobody has a table open", id="nobody listens"),
        pytest.param(("join", "nowhere.invalid"), "nowhere.invalid", id="an unknown name"),
        pytest.param(
            ("host", "--open", "--bind", "192.0.2.1", "--port", "0"),
            "cannot listen",
            id="somebody else's address",
        ),
    ],
)
def test_what_the_network_does_not_allow_ends_with_4_and_says_what_to_do(
    words: tuple[str, ...], part: str, tmp_path: Path
) -> None:
    done = program(*words, *SEAT, "--data", str(tmp_path))

    assert (done.returncode, done.stdout) == (4, "")
    assert part in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_busy_port_is_named(tmp_path: Path) -> None:
    import socket  # noqa: PLC0415 - for this test alone

    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        port = str(busy.getsockname()[1])
        words = ("host", "--open", "--bind", "127.0.0.1", "--port", port)
        done = program(*words, *SEAT, "--data", str(tmp_path))

    assert (done.returncode, done.stdout) == (4, "")
    assert f"Port {port} is in use" in done.stderr


def test_an_existing_record_is_not_overwritten(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "record.qwk"
    record.write_bytes(b"precious")

    code, line = refusal(capsys, "demo", "--record", str(record))

    assert code == 4
    assert "exists already" in line
    assert record.read_bytes() == b"precious"


def test_a_record_that_cannot_be_written_is_refused_before_the_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, line = refusal(capsys, "demo", "--record", str(tmp_path / "no" / "such" / "place"))

    assert code == 4
    assert "cannot be written" in line


@pytest.mark.parametrize("words", [["--version"], ["--help"]])
def test_version_and_help_are_answered_without_the_network(words: list[str]) -> None:
    heavy = "{'twisted', 'nacl', 'msgpack', 'cryptography', 'prompt_toolkit'}"
    script = (
        "import sys\n"
        "from p2pqwirkle.cli import main\n"
        "try:\n"
        f"    main({words})\n"
        "except SystemExit as end:\n"
        f"    sys.exit(end.code or bool({heavy} & set(sys.modules)))\n"
    )

    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )

    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("command", ["audit", "judge"])
def test_who_looks_at_files_needs_no_network(command: str, tmp_path: Path) -> None:
    nothing = tmp_path / "nothing"
    script = (
        "import sys\n"
        "from p2pqwirkle.cli import main\n"
        f"main([{command!r}, {str(nothing)!r}])\n"
        "sys.exit('twisted' in sys.modules)\n"
    )

    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )

    assert done.returncode == 0


def test_the_version_is_the_program_s() -> None:
    done = program("--version")

    assert (done.returncode, done.stdout) == (0, f"p2pqwirkle {__version__}\n")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_says_what_it_takes(command: str) -> None:
    done = program(command, "--help")

    assert done.returncode == 0
    assert done.stdout.startswith(f"usage: p2pqwirkle {command}")


def test_a_mistake_of_ours_is_one_line_and_a_file(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("p2pqwirkle.cli.judge.run", lambda _: 1 // 0)

    code, line = refusal(capsys, "judge", "-")

    log = Path(line.split(" with ")[1].removesuffix(".\n"))
    assert code == 4
    assert "ZeroDivisionError" in log.read_text(encoding="utf-8")
    log.unlink()


def program(*words: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "p2pqwirkle", *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        env={**os.environ, "LC_ALL": "C.UTF-8", **environment},
    )


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(("host", "--port", "x"), id="a wrong command"),
        pytest.param(("join", "127.0.0.1:1", "--open", *SEAT), id="nobody there"),
        pytest.param(("games",), id="what could be done"),
    ],
)
def test_the_exit_code_is_the_same_if_nobody_reads_why(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    def ended(output: int) -> int:
        command = [sys.executable, "-m", "p2pqwirkle", *words]
        environment = os.environ | {"P2PQWIRKLE_DATA": str(tmp_path)}
        return subprocess.run(
            command, stdout=subprocess.PIPE, stderr=output, env=environment, check=False
        ).returncode

    reading, writing = os.pipe()
    os.close(reading)
    unread = ended(writing)
    os.close(writing)

    assert unread == ended(subprocess.DEVNULL)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_the_exit_code_is_the_same_if_why_cannot_be_written() -> None:
    command = [sys.executable, "-m", "p2pqwirkle", "host", "--port", "x"]
    with Path("/dev/full").open("wb") as full:
        ended = subprocess.run(command, stderr=full, check=False)

    assert ended.returncode == 64


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_behind_the_output_is_no_mistake_of_the_program(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "p2pqwirkle", "games", "--data", str(tmp_path)]
    with Path("/dev/full").open("wb") as full:
        ended = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False)

    assert ended.returncode == 4
    assert ended.stderr.decode().count("\n") == 1
    assert "Nothing more can be written" in ended.stderr.decode()


@pytest.mark.skipif(sys.platform == "win32", reason="there, no shell closes a stream")
@pytest.mark.parametrize(
    ("words", "closed", "code"),
    [
        pytest.param("games", ">&-", 0, id="a command that writes"),
        pytest.param("--help", ">&-", 0, id="help"),
        pytest.param("audit nothing.qwk", "2>&-", 2, id="a refusal"),
        pytest.param("judge -", "<&-", 2, id="a command that reads"),
        pytest.param("play --plain", "<&-", 0, id="a game that nobody types in"),
    ],
)
def test_a_closed_stream_is_no_mistake_of_the_program(
    words: str, closed: str, code: int, tmp_path: Path
) -> None:
    command = f"exec {sys.executable} -m p2pqwirkle {words} {closed}"
    environment = os.environ | {"P2PQWIRKLE_DATA": str(tmp_path), "LC_ALL": "C.UTF-8"}

    ended = subprocess.run(
        ["/bin/sh", "-c", command], capture_output=True, env=environment, timeout=300, check=False
    )

    assert ended.returncode == code
    assert b"Traceback" not in ended.stderr
    assert b"mistake" not in ended.stderr
