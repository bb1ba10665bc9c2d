"""Cases of the record's vectors: who speaks in them, and how they are written."""

from typing import Final

from p2pqwirkle.record.entry import (
    Entry,
    GameId,
    SignedEntry,
    first_digest,
    labelled_hash,
    sign_entry,
    step_digest,
)
from p2pqwirkle.record.identity import Identity
from tests.vectors.text import Case, Json


def named(name: str) -> bytes:
    """A public secret of 32 bytes."""
    return labelled_hash(b"p2pqwirkle/1 vectors", name.encode())


NORTH: Final = Identity(named("north"))
SOUTH: Final = Identity(named("south"))
GAME: Final = GameId(named("game"))
OTHER_GAME: Final = GameId(named("another game"))
START: Final = first_digest(GAME)


def said(
    by: Identity, step: int = 0, body: bytes = b"\x90", game: GameId = GAME, kind: int = 4
) -> SignedEntry:
    """What *by* says in *step*, where only one entry of NORTH was said in each step before."""
    after = first_digest(game)
    for earlier in range(step):
        after = step_digest(after, [said(NORTH, earlier, game=game)])
    return sign_entry(Entry(game, by.player, step, after, kind, body), by)


HONEST: Final = said(NORTH)


def case(operation: str, name: str, expect: str, **fields: Json) -> Case:
    return {"id": name, "expect": expect, "operation": operation, **fields}
