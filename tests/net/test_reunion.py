"""Players who have lost each other: found by a mark that nobody else can read."""

from typing import Any, cast

import pytest

from p2pqwirkle.net.multicast import Trace, read_hint, read_trace
from p2pqwirkle.net.reactor import Address
from p2pqwirkle.net.reunion import Reunion, mark_of
from p2pqwirkle.record.entry import GameId
from p2pqwirkle.record.identity import PlayerId
from tests.net.pair import credentials_of
from tests.net.test_discovery import GOOD, Info

NORTH, SOUTH, WEST = (credentials_of(name).player for name in ("north", "south", "west"))
GAME = GameId(bytes(32))
ELSEWHERE = (Address("10.0.0.7", 10836),)


def found_by_north(trace: Trace) -> list[tuple[PlayerId, tuple[Address, ...]]]:
    found: list[tuple[PlayerId, tuple[Address, ...]]] = []
    reunion = Reunion(
        GAME,
        NORTH,
        [SOUTH],
        listening=Address("::", 10836),
        found=lambda *what: found.append(what),
        interfaces=tuple,
    )
    reunion._seen(trace)
    return found


def test_a_player_is_known_by_its_mark() -> None:
    assert found_by_north(Trace(mark_of(SOUTH, GAME), ELSEWHERE)) == [(SOUTH, ELSEWHERE)]


@pytest.mark.parametrize(
    "mark",
    [
        pytest.param(mark_of(WEST, GAME), id="somebody who does not play"),
        pytest.param(mark_of(SOUTH, GameId(bytes([1]) * 32)), id="another game"),
        pytest.param(mark_of(NORTH, GAME), id="ourselves"),
    ],
)
def test_nobody_else_is_found(mark: bytes) -> None:
    assert found_by_north(Trace(mark, ELSEWHERE)) == []


def test_a_player_is_no_table_and_a_table_no_player() -> None:
    player = cast("Any", Info({b"player": b"0" * 32}))

    assert read_hint(player) is None
    assert read_trace(cast("Any", Info(GOOD))) is None
    assert read_trace(player) == Trace(bytes(16), read_addresses())


def read_addresses() -> tuple[Address, ...]:
    return (Address("10.77.0.1", 10836), Address("fe80::1%2", 10836))


@pytest.mark.parametrize("mark", [b"", b"0" * 31, b"G" * 32, b"\xff" * 32, None])
def test_what_is_no_mark_is_not_looked_at(mark: bytes | None) -> None:
    assert read_trace(cast("Any", Info({b"player": mark}))) is None
