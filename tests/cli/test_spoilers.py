"""Who is out for spoiling charters, and when it is no use to begin again."""

import pytest

from p2pqwirkle.cli.exits import ExitCode
from p2pqwirkle.cli.spoilt import Spoilers, Spoilt
from p2pqwirkle.net.lobby import Company
from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.table.charter import Options, Player, draw_up
from tests.net.pair import credentials_of

NAMES = ("north", "south", "east")
CHARTER = draw_up(
    tuple(Player(credentials_of(name).player, name, None, bytes(32)) for name in NAMES), Options()
)


def spoilt(*names: str, clause: str = "T3.1") -> Spoilt:
    order = [player.name for player in CHARTER.players]
    return Spoilt(Company(CHARTER, {}), [Seat(order.index(name)) for name in names], clause)


def test_the_second_time_the_key_is_out() -> None:
    spoilers = Spoilers()

    spoilers.reckon(spoilt("south"))
    assert spoilers.out == frozenset()
    spoilers.reckon(spoilt("south", "east", clause=""))

    assert spoilers.out == {credentials_of("south").player}


def test_where_somebody_plays_who_is_out_one_leaves() -> None:
    spoilers = Spoilers()
    for _ in range(2):
        spoilers.reckon(spoilt("south"))

    with pytest.raises(Spoilt):
        spoilers.reckon(spoilt("south"))


def test_nobody_is_out_for_a_collapse_and_the_second_is_the_last() -> None:
    spoilers = Spoilers()

    spoilers.reckon(spoilt(clause="B3.3"))
    with pytest.raises(Spoilt):
        spoilers.reckon(spoilt(clause="B3.3"))

    assert spoilers.out == frozenset()


@pytest.mark.parametrize(
    ("why", "code", "told"),
    [
        (spoilt("south"), ExitCode.FAULT, "south broke a rule at its opening"),
        (spoilt("south", clause=""), ExitCode.UNFINISHED, "south did not open it"),
        (spoilt(clause="B3.3"), ExitCode.UNREADABLE, "nobody can be blamed"),
        (spoilt(clause=""), ExitCode.UNFINISHED, "nobody can be blamed"),
    ],
)
def test_where_there_was_no_game_it_is_said_why(why: Spoilt, code: ExitCode, told: str) -> None:
    assert why.code is code
    assert told in str(why)
