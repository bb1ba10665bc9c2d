"""Records that somebody lays hands on without a key: found each time, and nobody convicted."""

from collections.abc import Callable, Sequence
from itertools import cycle, islice
from random import Random
from typing import Final

from p2pqwirkle.audit.report import Verdict
from p2pqwirkle.bag.group import Group
from tests.audit.mutants import (
    Mutant,
    assert_damage,
    changed,
    doubled,
    exchanged,
    followed,
    moved,
    replaced,
    report_on,
    wires_of,
    without,
)
from tests.forge import framed, record_of
from tests.lan import NAMES, Lan
from tests.quick_group import QuickGroup

MUTANTS: Final = 40
"""How many hands are laid on each record."""
DEALT: Final = 12
"""How many entries two players have made when hands are dealt: one of every kind before play."""
GROUP: Final[Group] = QuickGroup()

Hand = Callable[[Random, Sequence[bytes], Sequence[bytes]], Mutant]
"""Does something to a record's entries; the others are of another game."""


def run(seed: int, games: int) -> None:
    """Lay hands on the records of *games* games, and cut them anywhere."""
    for number in range(games):
        random = Random(f"{seed} {number}")
        wires, foreign = (_game(random) for _ in range(2))
        hands = random.choices(HANDS, k=MUTANTS)
        for hand in hands:
            assert_damage(hand(random, wires, foreign), GROUP)
        record = record_of(wires)
        assert report_on(record, GROUP).verdict is Verdict.FAIR
        for _ in range(MUTANTS // 4):
            cut = record[: random.randrange(len(record))]
            report = report_on(cut, GROUP)
            assert (report.verdict, report.faults) == (Verdict.UNFINISHED, ())
        print(f"{number + 1}: {len(wires)} entries, all hands found", flush=True)


def every_byte(seed: int, games: int) -> None:
    """Change every byte of the record of a game whose hands are dealt, *games* times."""
    for number, bit in enumerate(islice(cycle(range(8)), games)):
        wires = _game(Random(f"{seed} {number}"), ("north", "south"))[:DEALT]
        size = len(record_of(wires))
        for place in range(size):
            assert_damage(changed(wires, place, 1 << bit), GROUP)
        print(f"{number + 1}: bit {bit} of each of {size} bytes, all found", flush=True)


def _game(random: Random, names: Sequence[str] = ()) -> list[bytes]:
    lan = Lan(names or NAMES[: random.randint(2, 4)], seed=random.getrandbits(32), group=GROUP)
    lan.play()
    return wires_of(lan.record("north"))


def _change(random: Random, wires: Sequence[bytes], _foreign: Sequence[bytes]) -> Mutant:
    return changed(wires, random.randrange(len(record_of(wires))), random.randint(1, 255))


def _double(random: Random, wires: Sequence[bytes], _foreign: Sequence[bytes]) -> Mutant:
    return doubled(wires, random.randrange(len(wires)))


def _take_out(random: Random, wires: Sequence[bytes], _foreign: Sequence[bytes]) -> Mutant:
    return without(wires, random.randrange(len(wires) - 1))


def _exchange(random: Random, wires: Sequence[bytes], _foreign: Sequence[bytes]) -> Mutant:
    return exchanged(wires, *random.sample(range(len(wires)), 2))


def _move(random: Random, wires: Sequence[bytes], _foreign: Sequence[bytes]) -> Mutant:
    return moved(wires, *random.sample(range(len(wires)), 2))


def _replace(random: Random, wires: Sequence[bytes], foreign: Sequence[bytes]) -> Mutant:
    return replaced(wires, random.randrange(1, len(wires)), random.choice(foreign))


def _follow(random: Random, wires: Sequence[bytes], foreign: Sequence[bytes]) -> Mutant:
    entry = framed(random.choice((*wires, *foreign)))
    return followed(wires, random.choice((entry, entry[:-1], random.randbytes(9))))


HANDS: Final[Sequence[Hand]] = (_change, _double, _take_out, _exchange, _move, _replace, _follow)
