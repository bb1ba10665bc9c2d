"""A charter that comes to nothing: the table opens again by itself, and who spoils twice is out.

keys-6: whoever opens last opens something else, or nothing, to have another choose who begins.
"""

from pathlib import Path

import pytest

from p2pqwirkle.audit.replay import audit
from p2pqwirkle.audit.report import Verdict
from p2pqwirkle.bag.group import Edwards25519
from tests.cli.test_processes import Peer, Table, table
from tests.cli.test_rematch import charters
from tests.cli.typist import everyone, table_of_typists

pytestmark = pytest.mark.slow
__all__ = ["table"]


def odd(how: str) -> tuple[str, str]:
    return ("tests.cli.odd_seat", how)


def games_of(peer: Peer) -> list[str]:
    return [line for line in peer.lines if line.startswith("game ")]


def verdict_on(record: Path) -> Verdict:
    with record.open("rb") as stream:
        return audit(stream, Edwards25519()).verdict


def spoilt(peer: Peer) -> list[str]:
    return [line for line in peer.lines if line.startswith("spoilt ")]


@pytest.mark.parametrize(
    ("how", "shown", "patience"),
    [
        # Over a second link its table says what it would have said: then there are two stories.
        pytest.param("spoiler", {"E2.5", "C4.1"}, "60", id="a wrong word"),
        pytest.param("mute", {"silent"}, "20", id="no word"),
    ],
)
def test_who_spoils_two_charters_is_out_and_the_others_play(
    how: str, shown: set[str], patience: str, table: Table
) -> None:
    table.host("north", 3, "--patience", patience)
    south, east = table.join("south", program=odd(how)), table.join("east")

    north, (code, said), easts = (peer.end() for peer in table.peers)

    assert north == easts == (0, "")
    assert code == 4
    assert "has put you out" in said
    assert len(games_of(south)) == 2
    for peer in (table.peers[0], east):
        told = [line.partition(": ") for line in spoilt(peer)]
        assert [who for who, _, _ in told] == ["spoilt south"] * 2
        assert {what for _, _, what in told} <= shown
        assert len(set(games_of(peer))) == 3
        (played,) = [path for path in peer.records if verdict_on(path) is Verdict.FAIR]
        assert played.stem == games_of(peer)[-1].removeprefix("game ")
        assert not list((peer.data / "games").glob("*.journal"))
        lines = [player for charter in charters(peer.data) for player in charter.players]
        assert len({player.nonce for player in lines}) == len(lines) == 3 + 3 + 2


def test_who_does_not_come_back_is_waited_for_no_longer_than_a_silent_player(table: Table) -> None:
    table.host("north", 3, "--patience", "20")
    south, east = table.join("south", "--patience", "20", program=odd("unlike")), table.join("east")

    souths = south.end()
    for peer in (table.peers[0], east):
        peer.until("turn 3 ")

    assert souths[0] == 3
    assert spoilt(table.peers[0]) == spoilt(east) == ["spoilt south: T3.1"]
    assert len(games_of(east)) == 2
    assert len(games_of(south)) == 1


def test_a_host_to_whom_nobody_comes_back_closes_the_table(table: Table) -> None:
    north = table.host("north", 3, "--patience", "20")
    table.join("south", "--patience", "20", program=odd("unlike"))
    east = table.join("east")
    north.until("spoilt ")
    east.process.kill()

    code, told = north.end()

    assert code == 1
    assert "There was no game: south broke a rule at its opening" in told
    assert len(spoilt(north)) == 1


def test_a_table_whose_only_guest_spoils_twice_has_no_game(table: Table) -> None:
    table.host("north", 2)
    table.join("south", program=odd("spoiler"))

    code, told = table.peers[0].end()

    assert code == 1
    assert "There was no game: south broke a rule at its opening" in told


def test_people_are_told_who_has_spoilt_it_and_need_do_nothing(table: Table) -> None:
    three = ("--players", "3")
    with table_of_typists(table.folder, ("north", "east"), *three) as people:
        _, _, table.address, *code = people["north"].sees("p2pqwirkle join ").split()
        table.join("south", *code, program=odd("spoiler"))

        told = [one.sees("There was no game") for one in people.values()]
        everyone(people, lambda one: one.sees("^2 "))

    assert all("south broke a rule at its opening" in line for line in told)
