"""What the record hands out are values: equal when alike, and fit for a set."""

from dataclasses import FrozenInstanceError

import pytest

from p2pqwirkle.record.entry import GameId
from p2pqwirkle.record.identity import Identity
from p2pqwirkle.record.journal import Notes, Spoken
from tests.record.strategies import said

GAME = GameId(b"g" * 32)


@pytest.mark.parametrize(
    ("one", "same"),
    [
        pytest.param(Identity(b"n" * 32), Identity(b"n" * 32), id="identity"),
        pytest.param(said().entry, said().entry, id="entry"),
        pytest.param(said(), said(), id="signed entry"),
        pytest.param(
            Notes(GAME, b"", b"", (Spoken(said()),), 0),
            Notes(GAME, b"", b"", (Spoken(said()),), 0),
            id="notes",
        ),
    ],
)
def test_equal_values_are_one_in_a_set(one: object, same: object) -> None:
    assert len({one, same}) == 1


def test_a_signed_entry_does_not_change() -> None:
    with pytest.raises(FrozenInstanceError):
        said().signature = bytes(64)  # type: ignore[misc]
