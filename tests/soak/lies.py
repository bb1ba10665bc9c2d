"""Lies that nobody thought of: one entry of one seat, changed at random and signed.

Nobody but the liar may be named, by no peer and by no audit, and nothing may stumble.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from io import BytesIO
from random import Random
from typing import Final

from p2pqwirkle.audit.replay import audit
from p2pqwirkle.audit.report import Verdict
from p2pqwirkle.record.entry import Digest, Entry
from p2pqwirkle.table.verdicts import Fault
from tests.lan import NAMES, Lan, Neighbour, Told, greedy_bot, swapping_bot
from tests.quick_group import QuickGroup

GROUP = QuickGroup()
EARLY: Final = 12
"""Half of the lies are told among that many first entries of a seat, half of them anywhere."""
Bend = Callable[[Random, Entry, list[Entry]], Entry]


def run(seed: int, games: int) -> None:
    """Play *games* games of two to five, in each of which one seat tells one lie."""
    ends: Counter[str] = Counter()
    for number in range(games):
        random = Random(seed + number)
        lan = Lan(NAMES[: 2 + number % 4], seed=seed + number, group=GROUP)
        lan.bot = random.choice((greedy_bot, greedy_bot, swapping_bot))
        liar = random.choice(list(lan.peers))
        lan[liar].lie = lie = OneLie(random)
        lan.play()
        found = [_judged(lan, peer, lan[liar]) for peer in lan.others(liar)]
        assert len(set(found)) == 1 or not lie.is_one_story, (lan.seed, found)
        ends.update(found)
    print(", ".join(f"{count} {end}" for end, count in ends.most_common()))


def _judged(lan: Lan, peer: Neighbour, liar: Neighbour) -> str:
    """How the game ended for *peer*: with the liar named, or not at all."""
    report = audit(BytesIO(peer.record.getvalue()), GROUP)
    said = (lan.seed, peer.name, peer.stopped, report.faults)
    if peer.stopped is None:
        assert report.verdict in (Verdict.FAIR, Verdict.UNFINISHED, Verdict.FAULT), said
        assert {one.seat for one in report.faults} <= {liar.seat}, said
        return str(report.verdict.value)
    assert isinstance(peer.stopped, Fault), said
    assert peer.stopped.seat == liar.seat, said
    (finding,) = report.faults
    assert (finding.seat, finding.clause) == (liar.seat, peer.stopped.clause), said
    return peer.stopped.clause


@dataclass
class OneLie:
    """Lets entries pass until its turn comes, changes that one, and lets all others pass."""

    random: Random
    said: list[Entry] = field(default_factory=list)
    turn: int = field(init=False)
    is_one_story: bool = field(init=False, default=True)

    def __post_init__(self) -> None:
        self.turn = self.random.randrange(self.random.choice((EARLY, 40)))

    def __call__(self, peer: Neighbour, entry: Entry) -> list[Entry | Told]:
        self.said.append(entry)
        if len(self.said) != self.turn + 1:
            return [entry]
        bent = self.random.choice(BENDS)(self.random, entry, self.said)
        others = tuple(player.name for player in peer.table._standing.moment.charter.players)
        ears = tuple(name for name in others if name != peer.name and self.random.randrange(2))
        alone: list[Entry | Told] = [bent]
        beside: list[Entry | Told] = [entry, Told(bent, ears)]
        told: list[list[Entry | Told]]
        told = [alone, alone, [entry, bent], [bent, entry], beside, []]
        chosen = self.random.choice(told)
        self.is_one_story = len(chosen) < 2
        return chosen


def _flip(random: Random, entry: Entry, _said: list[Entry]) -> Entry:
    body = bytearray(entry.body)
    body[random.randrange(len(body))] ^= 1 << random.randrange(8)
    return replace(entry, body=bytes(body))


def _cut(random: Random, entry: Entry, _said: list[Entry]) -> Entry:
    start, end = sorted(random.choices(range(len(entry.body) + 1), k=2))
    instead = random.randbytes(random.randrange(4))
    return replace(entry, body=entry.body[:start] + instead + entry.body[end:])


def _swap_words(random: Random, entry: Entry, _said: list[Entry]) -> Entry:
    """Two stretches of 32 bytes exchanged: two shares, two numbers, two parts of a tile."""
    if len(entry.body) < 68:
        return replace(entry, body=entry.body + b"\x00")
    body = bytearray(entry.body)
    last = (len(body) - 36) // 32
    one, other = (4 + 32 * random.randrange(last + 1) for _ in range(2))
    body[one : one + 32], body[other : other + 32] = (
        body[other : other + 32],
        body[one : one + 32],
    )
    return replace(entry, body=bytes(body))


def _other_kind(random: Random, entry: Entry, _said: list[Entry]) -> Entry:
    return replace(entry, kind=random.randrange(16))


def _other_step(random: Random, entry: Entry, _said: list[Entry]) -> Entry:
    return replace(entry, step=max(0, entry.step + random.choice((-7, -1, 1, 2, 17))))


def _other_history(random: Random, entry: Entry, said: list[Entry]) -> Entry:
    after = random.choice([one.after for one in said] + [Digest(random.randbytes(32))])
    return replace(entry, after=after)


def _said_before(random: Random, entry: Entry, said: list[Entry]) -> Entry:
    old = random.choice(said)
    return replace(entry, kind=old.kind, body=old.body)


BENDS: Final[tuple[Bend, ...]] = (
    _flip,
    _cut,
    _swap_words,
    _other_kind,
    _other_step,
    _other_history,
    _said_before,
)
