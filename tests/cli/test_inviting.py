"""Separate processes over loopback: hosts with a code, and guests who know it or do not."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from p2pqwirkle.codes import read_code
from tests.cli.test_processes import Peer
from tests.cli.typist import Typist

pytestmark = pytest.mark.slow

HERE = ("--bind", "127.0.0.1", "--port", "0")


class Invitation:
    """A host with a code, and whoever comes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.peers: list[Peer] = []

    def host(self, *words: str, players: int = 2) -> Peer:
        return self._seat("north", "host", "--players", str(players), *HERE, *words)

    def join(self, name: str, *words: str) -> Peer:
        listening = next(one for one in self.peers[0].lines if one.startswith("listening "))
        return self._seat(name, "join", listening.removeprefix("listening "), *words)

    def _seat(self, name: str, *words: str) -> Peer:
        self.peers.append(Peer(self.folder, name, *words))
        return self.peers[-1]


@pytest.fixture
def invitation(tmp_path: Path) -> Iterator[Invitation]:
    invitation = Invitation(tmp_path)
    yield invitation
    for peer in invitation.peers:
        if peer.process.poll() is None:
            peer.process.kill()
        peer.process.communicate()


def test_a_host_makes_a_code_and_who_knows_it_plays(invitation: Invitation) -> None:
    host = invitation.host()
    code = host.until("code ").removeprefix("code ")
    host.until("listening ")

    invitation.join("south", "--code", code.upper().replace("-", " "))

    assert [peer.end() for peer in invitation.peers] == [(0, "")] * 2
    assert len({peer.records[0].read_bytes() for peer in invitation.peers}) == 1
    written = [path for path in invitation.folder.rglob("*") if path.is_file()]
    assert written
    for path in written:
        content = path.read_bytes().lower()
        assert code.encode() not in content, path
        assert " ".join(code.split("-")).encode() not in content, path


def test_a_host_gives_a_code_of_its_own(invitation: Invitation) -> None:
    host = invitation.host("--code", "Puma oxygen BIKE")
    assert host.until("code ") == "code puma-oxygen-bike"
    host.until("listening ")

    invitation.join("south", "--code", "puma-oxygen-bike")

    assert len({peer.until("words ") for peer in invitation.peers}) == 1


@pytest.mark.parametrize(
    ("words", "told"),
    [
        pytest.param((), "has a code", id="no code"),
        pytest.param(("--code", "puma oxygen boat"), "one of the words is different", id="wrong"),
    ],
)
def test_who_does_not_know_the_code_hears_what_to_do(
    invitation: Invitation, words: tuple[str, ...], told: str
) -> None:
    host = invitation.host("--code", "puma oxygen bike")
    host.until("listening ")

    code, line = invitation.join("south", *words).end()

    assert code == 4
    assert told in line
    assert line.count("\n") == 1


def test_a_code_is_wanted_for_an_open_table_in_vain(invitation: Invitation) -> None:
    host = invitation.host("--open")
    host.until("listening ")

    code, line = invitation.join("south", "--code", "puma oxygen bike").end()

    assert code == 4
    assert "has no code" in line


def test_who_comes_after_a_wrong_guess_waits_and_gets_in(invitation: Invitation) -> None:
    host = invitation.host("--code", "puma oxygen bike")
    host.until("listening ")
    wrong = invitation.join("stranger", "--code", "puma puma puma")
    host.until("wrong codes 1/10")

    invitation.join("south", "--code", "puma oxygen bike")

    assert wrong.end()[0] == 4
    assert invitation.peers[2].until("words ") == host.until("words ")


def test_a_code_can_be_read_where_nobody_sees_it(invitation: Invitation) -> None:
    host = invitation.host("--code", "puma oxygen bike")
    address = host.until("listening ").removeprefix("listening ")
    words = ("join", address, "--code", "-", "--as-bot", "greedy", "--name", "south")

    with subprocess.Popen(
        [*host.process.args[:3], *words, "--data", str(invitation.folder / "south")],  # type: ignore[index]
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as south:
        assert south.stdin is not None
        assert south.stdout is not None
        south.stdin.write("puma oxygen bike\n")
        south.stdin.close()
        told = next(line for line in south.stdout if line.startswith("words "))
        south.kill()

    assert host.until("words ") == told.rstrip("\n")


def test_a_lobby_is_worked_with_in_lines(tmp_path: Path) -> None:
    table = ("--players", "3", *HERE, "--name", "north", "--data", str(tmp_path / "north"))
    north = Typist("host", "--plain", *table)
    guests: list[Typist] = []
    try:
        line = north.sees(r"p2pqwirkle join 127\.0\.0\.1:\d+ --code")
        address, code = line.split()[2], read_code(line.split()[4])

        def guest(name: str, *words: str) -> Typist:
            data = str(tmp_path / name)
            guests.append(
                Typist("join", "--plain", address, "--name", name, "--data", data, *words)
            )
            return guests[-1]

        south = guest("south")
        south.sees("The table has a code")
        south.type("puma oxigen bike")
        south.sees("Is it oxygen")
        south.type(" ".join(code.words).upper())
        north.sees("south: new to you")
        south.sees("Players here: 2 of 3")
        north.forget()
        south.type("name zuid")
        north.sees("north, zuid")
        north.type("out 2")
        assert south.end() == 4

        north.forget()
        north.type("code")
        fresh = read_code(north.sees(r"--code").split()[4])
        assert fresh != code
        old = guest("east", "--code", str(code))
        old.sees("one of the words is different")
        old.type(str(fresh))
        guest("west", "--code", str(fresh))
        for person in (north, *guests[1:]):
            person.sees("^(Your hand|Turn)")
    finally:
        for person in (north, *guests):
            person.process.kill()
            person.process.wait()
