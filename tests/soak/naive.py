"""The second implementation of the audit: whole games, and forgeries of their entries."""

import json
from collections.abc import Mapping, Sequence
from functools import partial
from random import Random
from typing import Final

from p2pqwirkle.record.entry import read_signed_entry
from p2pqwirkle.record.identity import Identity, PlayerId
from p2pqwirkle.rules.moves import Choice, PutAside
from p2pqwirkle.table.charter import Options
from p2pqwirkle.table.entries import Kind
from p2pqwirkle.table.playing import Playing
from p2pqwirkle.table.seat import Tile
from tests.audit.forgeries import assert_both_agree, spoilt
from tests.forge import record_of
from tests.vectors.scribe import Scribe, greedy, identity_of
from tests.vectors.table_charters import NAMES
from tests.vectors.text import FOLDER, committed

FORGERIES: Final = 40
"""How many entries of each game are forged."""
SHUFFLES: Final = 2
"""How many of them may be shuffles, which take seconds each."""


def run(seed: int, games: int) -> None:
    """Audit all games among the vectors twice, then *games* others with forgeries of each."""
    for case in json.loads(committed("games/games.json"))["cases"]:
        assert_both_agree((FOLDER / "games" / case["file"]).read_bytes())
    print("the games among the vectors: both audits agree", flush=True)
    for number in range(games):
        random = Random(f"{seed} {number}")
        scribe = _game(random, f"soak {seed} {number}")
        assert_both_agree(scribe.record)
        identities = {one.player: one for one in map(identity_of, scribe.ages)}
        _forge(random, scribe.wires, identities)
        print(f"{number + 1}: {len(scribe.ages)} players, {len(scribe.wires)} entries", flush=True)


def _game(random: Random, label: str) -> Scribe:
    """A whole game of two or three, with some swaps."""
    names = random.sample(NAMES, random.choice((2, 2, 3)))
    ages = {name: random.choice((None, 7, 40)) for name in names}
    options = Options(stall_guard=random.random() < 0.5)
    return Scribe(ages, label, options, bot=partial(_swaps_at_times, random)).play()


def _swaps_at_times(random: Random, stage: Playing, hand: Sequence[Tile]) -> Choice:
    position = stage.position
    if position.opening is None and position.bag_size and random.random() < 0.05:
        return PutAside(tuple(tile.face for tile in hand[: min(2, position.bag_size)]))
    return greedy(stage, hand)


def _forge(random: Random, wires: Sequence[bytes], identities: Mapping[PlayerId, Identity]) -> None:
    kinds = [read_signed_entry(wire).entry.kind for wire in wires]
    shuffles = [entry for entry, kind in enumerate(kinds) if kind == Kind.SHUFFLE]
    others = [entry for entry, kind in enumerate(kinds) if kind != Kind.SHUFFLE]
    entries = random.choices(shuffles, k=SHUFFLES) + random.choices(others, k=FORGERIES - SHUFFLES)
    for entry in entries:
        assert_both_agree(spoilt(random, wires, entry, identities))
    assert_both_agree(record_of(wires[: random.choice(entries)]))
