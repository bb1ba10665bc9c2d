"""Whole games in which nobody lies, and what is left of them when they are cut short."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Final

from p2pqwirkle.record.entry import Entry
from p2pqwirkle.rules.moves import Choice, PutAside
from p2pqwirkle.table.entries import Kind, write_keys
from p2pqwirkle.table.playing import Playing
from p2pqwirkle.table.seat import Tile
from tests.lies import Liar
from tests.vectors.games_kit import Game, finished, unfinished
from tests.vectors.scribe import Scribe, greedy

TWO: Final = {"north": None, "south": None}
FOUR: Final = {"north": 40, "south": None, "east": 12, "west": 40}


@cache
def two_players() -> Scribe:
    """The game that most faulty ones share their beginning with."""
    return Scribe(TWO).play()


def honest_games() -> Iterator[Game]:
    two = two_players()
    yield finished(two, "two-players", "no swap, a bag that runs out, one player out of tiles")
    shared = Scribe(TWO, game="n").play()
    yield finished(shared, "two-players-who-share-the-win", "equal highest scores")
    four = Scribe(FOUR, game="lunch", bot=swaps_now_and_then).play()
    comment = (
        "swaps early and late, one with a single tile in the bag; the oldest of the tied opens"
    )
    yield finished(four, "four-players-with-swaps", comment)
    stalled = Scribe(TWO, game="stalled", bot=swaps_in_the_end).play()
    yield finished(
        stalled, "two-players-stalled", "six swaps in a row, the last of them moves no tile"
    )


def unfinished_games() -> Iterator[Game]:
    wires = two_players().wires
    yield unfinished("not-begun", "the magic alone", (), ())
    yield unfinished("stopped-after-the-charter", "both have signed it", wires[:2], ())
    yield unfinished("stopped-in-the-deal", "one of two has dealt", wires[:11], ())
    claims = [(0, "R3.5"), (1, "R3.5")]
    yield unfinished("stopped-in-a-turn", "a play whose draw is missing", wires[:19], claims)
    yield unfinished("torn", "ten bytes of the last entry are missing", wires[:8], (), cut=10)
    yield unfinished("keys-missing", "one of two keys", wires[:-1], claims)
    closed = Scribe(TWO, liar="south", lie=keeps_its_key).play()
    told = unfinished("key-not-opened", "south opens none", closed.wires, [(1, "R3.5")])
    yield told.with_result(closed)


def keeps_its_key(_liar: Liar, entry: Entry) -> Entry:
    return replace(entry, body=write_keys(None)) if entry.kind == Kind.KEYS else entry


def swaps_now_and_then(stage: Playing, hand: Sequence[Tile]) -> Choice:
    """Swaps twice in mid-game, and whenever the bag is low and nobody has just swapped."""
    position = stage.position
    fresh = position.opening is None and position.turns_without_placement == 0
    if fresh and (position.bag_size in range(48, 54) or position.bag_size in range(1, 3)):
        return PutAside(tuple(tile.face for tile in hand[: min(3, position.bag_size)]))
    return greedy(stage, hand)


def swaps_in_the_end(stage: Playing, hand: Sequence[Tile]) -> Choice:
    """Nobody places a tile any more once the bag holds few."""
    if stage.position.bag_size in range(1, 5):
        return PutAside((hand[0].face,))
    return greedy(stage, hand)
