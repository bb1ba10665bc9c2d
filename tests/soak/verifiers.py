"""The audit and the verifier in JavaScript: records that are bent with and without a key.

Games come from among the vectors and from the simulator, so people leave, lie and fall silent.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from p2pqwirkle.bag.group import Edwards25519
from p2pqwirkle.record.identity import Identity, PlayerId
from tests.audit.forgeries import spoilt
from tests.audit.mutants import wires_of
from tests.forge import record_of
from tests.simulator.games import play
from tests.simulator.plan import plan_of
from tests.soak.audit import HANDS
from tests.vectors.scribe import identity_of
from tests.vectors.table_charters import NAMES
from tests.vectors.text import FOLDER, committed
from tests.verifier.node import by_audit, by_node, without_words

BENT: Final = 8
"""How many records are made of each game with a key, and how many without."""
SIMULATED: Final = 6
"""One game of so many comes from the simulator, which takes longer."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game as its record has it, and the keys of those who played."""

    name: str
    wires: list[bytes]
    identities: Mapping[PlayerId, Identity]


def run(seed: int, games: int) -> None:
    """Bend the records of *games* games, and compare what both say of each."""
    for number in range(games):
        random = Random(f"{seed} {number}")
        is_simulated = number % SIMULATED == SIMULATED - 1
        game = _simulated(seed + number) if is_simulated else _chosen(random)
        verdicts = _compare([record_of(game.wires), *_bent(random, game)])
        told = ", ".join(f"{count} {verdict}" for verdict, count in verdicts.most_common())
        print(f"{number + 1}: {game.name}, {len(game.wires)} entries: {told}", flush=True)


def _chosen(random: Random) -> Game:
    """One of the games among the vectors that can be read to their end."""
    cases = json.loads(committed("games/games.json"))["cases"]
    case = random.choice([one for one in cases if one["expect"] != "unreadable"])
    wires = wires_of((FOLDER / "games" / case["file"]).read_bytes())
    identities = {one.player: one for one in map(identity_of, NAMES)}
    return Game(case["id"], wires, identities) if wires else _chosen(random)


def _simulated(seed: int) -> Game:
    """A game that stops when it goes on well, after all that has gone wrong in it."""
    plan = replace(plan_of(seed), is_whole=False)
    ending, world = play(plan, Edwards25519())
    records = [one.folder.record for one in world.machines]
    identities = {one.identity.player: one.identity for one in world.machines}
    name = f"simulated {seed} ({plan.players} players, {ending})"
    return Game(name, wires_of(max(records, key=len)), identities)


def _bent(random: Random, game: Game) -> Iterator[bytes]:
    for _ in range(BENT):
        if len(game.wires) > 1:
            yield random.choice(HANDS)(random, game.wires, game.wires).record
        yield spoilt(random, game.wires, random.randrange(len(game.wires)), game.identities)


def _compare(records: list[bytes]) -> Counter[str]:
    """How often which verdict was given, by both."""
    with TemporaryDirectory() as folder:
        files = [Path(folder, f"{number}.qwk") for number in range(len(records))]
        for file, record in zip(files, records, strict=True):
            file.write_bytes(record)
        reports = by_node(files)
    verdicts: Counter[str] = Counter()
    for record, report in zip(records, reports, strict=True):
        told = by_audit(record)
        if without_words(report) != without_words(told):
            kept = Path(f"parted-{hash(record) & 0xFFFFFF:06x}.qwk")
            kept.write_bytes(record)
            raise AssertionError(f"{kept}: {report} and {told}")
        verdicts[told["verdict"]] += 1
    return verdicts
