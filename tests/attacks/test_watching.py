"""What is shown to somebody who watches: whoever lies to it shows less, and never anything else."""

from collections.abc import Callable, Iterable
from random import Random

import pytest

from p2pqwirkle.bag.group import Scalar
from p2pqwirkle.record.identity import PlayerId
from p2pqwirkle.record.record import RecordWriter
from p2pqwirkle.table.effects import Ask, Drop, See, View, Wish
from p2pqwirkle.table.onlooker import Onlooker
from p2pqwirkle.table.verdicts import Collapsed, Fault
from tests.attacks.test_equivocation import FORKS
from tests.attacks.test_keys import give_secret
from tests.lan import Disk, Lan, charter_of
from tests.lies import Bend, Split
from tests.scenes import Scene, scene
from tests.small_group import SmallGroup

LIAR = PlayerId(b"L" * 32)
HONEST = PlayerId(b"H" * 32)


class Bench:
    """Somebody who watches a game of north, south and east."""

    def __init__(self, lan: Lan) -> None:
        self.disk = Disk()
        self.dropped: list[PlayerId] = []
        self.asked: list[Ask] = []
        self.views: list[View] = []
        self._onlooker = Onlooker(
            charter=lan.charter,
            group=lan.group,
            record=RecordWriter(self.disk, self.disk.sync),
        )
        self._do(self._onlooker.start())

    @property
    def record(self) -> bytes:
        return self.disk.getvalue()

    def hear(self, wires: Iterable[bytes], peer: PlayerId = HONEST) -> None:
        for wire in wires:
            self._do(self._onlooker.receive(peer, wire))

    def hear_again_and_again(self, wires: list[bytes]) -> None:
        """As links that break do, until nothing is news."""
        step = -1
        while self.views[-1].standing.moment.step != step:
            step = self.views[-1].standing.moment.step
            self.hear(wires)

    def _do(self, wishes: Iterable[Wish]) -> None:
        for wish in wishes:
            match wish:
                case Ask():
                    self.asked.append(wish)
                case Drop(peer, _):
                    self.dropped.append(peer)
                case See(view):
                    self.views.append(view)


@pytest.fixture(scope="module")
def lan() -> Lan:
    """A game that was played to its end."""
    lan = Lan(group=SmallGroup())
    lan.play()
    return lan


def test_the_entries_of_a_record_are_the_same_record_again(lan: Lan) -> None:
    bench = Bench(lan)

    bench.hear(lan["north"].wires)

    assert bench.record == lan.record("north")
    assert bench.views[-1].is_over


def test_a_flipped_byte_is_dropped_and_what_is_true_is_seen_all_the_same(lan: Lan) -> None:
    """wire-7: the first entry that does not hold ends what a liar can show."""
    wires = lan["north"].wires
    random = Random(7)

    for place in random.sample(range(len(wires)), 12):
        bent = bytearray(wires[place])
        bent[random.randrange(len(bent))] ^= 1 << random.randrange(8)
        bench = Bench(lan)
        bench.hear([*wires[:place], bytes(bent), *wires[place + 1 :]], LIAR)
        assert bench.dropped == [LIAR]
        assert lan.record("north").startswith(bench.record)
        assert bench.record != lan.record("north")

        bench.hear(wires)
        assert bench.record == lan.record("north")
        assert not bench.views[-1].faults


def test_a_step_that_is_kept_back_is_asked_for_and_nothing_is_shown_beyond_it(lan: Lan) -> None:
    """wire-7"""
    wires = lan["north"].wires
    bench = Bench(lan)

    bench.hear([*wires[:20], *wires[21:]], LIAR)

    assert lan.record("north").startswith(bench.record)
    assert len(bench.record) < len(lan.record("north"))
    assert {ask.peer for ask in bench.asked} == {LIAR}
    bench.hear(wires[20:])
    assert bench.record == lan.record("north")


def test_entries_of_another_game_are_no_part_of_this_one(lan: Lan) -> None:
    """wire-3, wire-7"""
    other = Lan(group=SmallGroup(), evening=2)
    other.play(until=lambda game: game["north"].snapshot.standing.moment.step > 2)
    assert other.charter == charter_of(("north", "south", "east"), 1, evening=2)
    bench = Bench(lan)

    bench.hear(other["north"].wires, LIAR)

    assert bench.dropped.count(LIAR) == len(other["north"].wires)
    assert bench.views[-1].standing.moment.step == 0


@pytest.mark.parametrize(("where", "kind", "bend"), FORKS)
def test_two_stories_convict_their_author_here_too(where: Scene, kind: object, bend: Bend) -> None:
    lan = scene(where)
    lan["south"].lie = Split(kind, bend, ("north",))  # type: ignore[arg-type]
    lan.play()
    bench = Bench(lan)
    before = lan["north"].wires

    said = [signed.wire for peer in lan.peers.values() for signed in (*peer.said, *peer.told)]
    bench.hear_again_and_again([*before, *said])

    faults = [fault for view in bench.views[-1:] for fault in view.faults]
    found = lan["north"].stopped
    assert isinstance(found, Fault)
    assert {(fault.seat, fault.clause) for fault in faults} == {(found.seat, "C4.1")}


def equal(lan: Lan) -> Scalar:
    return lan["south"].table._seat.secret


def cancelling(lan: Lan) -> Scalar:
    rest = lan["north"].table._seat.secret + lan["south"].table._seat.secret
    return Scalar(-rest % lan.group.order)


@pytest.mark.parametrize(
    ("secret", "clause"),
    [pytest.param(equal, "B3.3", id="B3.3"), pytest.param(cancelling, "B3.4", id="B3.4")],
)
def test_what_nobody_can_be_held_to_stops_here_too(
    secret: Callable[[Lan], Scalar], clause: str
) -> None:
    lan = scene(Scene.START)
    give_secret(lan["east"], secret(lan))
    lan.play()
    bench = Bench(lan)

    bench.hear(lan["north"].wires)

    stopped = bench.views[-1].stopped
    assert isinstance(stopped, Collapsed)
    assert stopped.clause == clause
    assert bench.record == lan.record("north")
    seen = len(bench.views)
    bench.hear(lan["south"].wires)
    assert len(bench.views) == seen
