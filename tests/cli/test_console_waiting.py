"""A person before the game: what the lobby shows of strangers and friends, and what is done."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import pytest

from p2pqwirkle.cli.acquaintances import Acquaintances, keep, recall
from p2pqwirkle.cli.console_waiting import ConsoleWaiting
from p2pqwirkle.cli.exits import Exit
from p2pqwirkle.cli.folder import DataFolder
from p2pqwirkle.codes import Code
from p2pqwirkle.console.commands import GiveCode, Ready, Rename
from p2pqwirkle.console.desk import Notice
from p2pqwirkle.console.lobby import Line, Lobby
from p2pqwirkle.console.states import State
from p2pqwirkle.net.link import Closure, Side
from p2pqwirkle.net.lobby import Company
from p2pqwirkle.net.reactor import Address
from p2pqwirkle.net.seating import Roster, Seated
from p2pqwirkle.table.charter import Options, Player, draw_up
from tests.net.pair import credentials_of

NORTH, SOUTH, EAST = (credentials_of(name).player for name in ("north", "south", "east"))
HOST: Final = Address("10.77.0.1", 10836)
CODE: Final = Code(("puma", "oxygen", "bike"))


@dataclass
class Screen:
    """What the person would see."""

    state: State

    def become(self, state: State) -> None:
        self.state = state


@dataclass
class Door:
    """A lobby that only remembers what it was asked for."""

    said: list[object] = field(default_factory=list)

    def say_ready(self, *, is_ready: bool) -> None:
        self.said.append(is_ready)

    def rename(self, name: str) -> None:
        self.said.append(name)


class Person:
    """North, before a game."""

    def __init__(self, folder: Path, *, against_bots: bool = False) -> None:
        lobby = Lobby(own=NORTH, host=None if against_bots else str(HOST))
        self.screen = Screen(lobby)
        self.waiting = ConsoleWaiting(
            lambda: self.screen, DataFolder(folder), lobby, among_bots=against_bots
        )
        self.door = Door()
        self.waiting.entered(self.door)

    @property
    def lobby(self) -> Lobby:
        assert isinstance(self.screen.state, Lobby)
        return self.screen.state

    @property
    def remarks(self) -> list[Notice | None]:
        return [place.remark for place in self.lobby.places]


def roster(*players: tuple[bytes, str], wanted: int = 3, number: int = 0) -> Roster:
    seated = tuple(Seated(key, name, None) for key, name in players)  # type: ignore[arg-type]
    return Roster(number=number, wanted=wanted, options=Options(), seated=seated)


def company(*names: str) -> Company:
    players = [Player(credentials_of(name).player, name, None, bytes(32)) for name in names]
    return Company(draw_up(tuple(players), Options()), {})


def refusal(clause: str) -> Closure:
    return Closure(Side.THEIRS, clause, "")


def test_friends_strangers_and_impostors_are_told_apart(tmp_path: Path) -> None:
    keep(Acquaintances({SOUTH: "south"}), tmp_path)
    person = Person(tmp_path)

    person.waiting.seated(roster((NORTH, "north"), (SOUTH, "south"), (EAST, "South")))

    assert person.remarks == [
        None,
        Notice("met.known"),
        Notice("met.impostor", (("name", "South"),)),
    ]


def test_who_has_played_is_known_the_next_time(tmp_path: Path) -> None:
    person = Person(tmp_path)
    person.waiting.begun(company("north", "south"))

    assert recall(tmp_path).names == {SOUTH: "south"}
    person.waiting.seated(roster((NORTH, "north"), (SOUTH, "zuid"), wanted=3))
    assert person.remarks == [None, Notice("met.renamed", (("name", "south"),))]


def test_bots_are_no_acquaintances_and_are_not_waited_for(tmp_path: Path) -> None:
    person = Person(tmp_path, against_bots=True)

    person.waiting.listening([HOST])
    person.waiting.seated(roster((NORTH, "north"), (SOUTH, "Ada"), wanted=2))
    person.waiting.begun(company("north", "south"))

    assert person.lobby.addresses == ()
    assert person.door.said == [True]
    assert recall(tmp_path).names == {}


def test_nobody_is_asked_again_for_another_game_among_the_same(tmp_path: Path) -> None:
    person = Person(tmp_path)
    person.waiting.begun(company("north", "south"))

    person.waiting.seated(roster((NORTH, "north"), (SOUTH, "south"), wanted=2))
    assert person.door.said == [True]

    person.waiting.asked(Ready(is_ready=False))
    person.waiting.seated(roster((NORTH, "north"), (SOUTH, "south"), wanted=2))
    assert person.door.said == [True, False]


def test_a_person_is_ready_when_it_says_so(tmp_path: Path) -> None:
    person = Person(tmp_path)

    person.waiting.seated(roster((NORTH, "north"), (SOUTH, "south"), wanted=2))
    person.waiting.asked(Rename("nord"))
    person.waiting.asked(Ready(is_ready=True))

    assert person.door.said == ["nord", True]


def test_a_code_is_asked_for_as_often_as_it_is_wrong(tmp_path: Path) -> None:
    person = Person(tmp_path)
    given: list[Code] = []

    person.waiting.code_for(refusal("L10.1"), HOST).addCallback(given.append)
    assert (person.lobby.line, person.lobby.notice) == (Line.CODE, None)
    person.waiting.asked(GiveCode(CODE))
    person.waiting.code_for(refusal("L10.3"), HOST).addCallback(given.append)
    assert person.lobby.notice == Notice("lobby.wrong-code")
    person.waiting.asked(GiveCode(CODE))
    person.waiting.asked(GiveCode(CODE))

    assert given == [CODE, CODE]


@pytest.mark.parametrize("clause", ["L10.2", "L10.5", "L4.3", "L4.6", ""])
def test_other_refusals_are_for_no_code(tmp_path: Path, clause: str) -> None:
    with pytest.raises(Exit):
        Person(tmp_path).waiting.code_for(refusal(clause), HOST)


def test_the_host_hears_of_wrong_codes_and_of_the_last_one(tmp_path: Path) -> None:
    person = Person(tmp_path)

    person.waiting.tried("10.77.0.9", 3)
    assert person.lobby.notice is not None
    assert person.lobby.notice.key == "lobby.knocked"
    person.waiting.tried("10.77.0.9", 10)
    assert person.lobby.notice.key == "lobby.spent"


def test_who_has_to_wait_is_told_for_how_long(tmp_path: Path) -> None:
    person = Person(tmp_path)

    person.waiting.put_off(0.5)

    assert person.lobby.notice == Notice("lobby.too-soon", (("seconds", 0.5),))
