"""Whole games of bots in simulated time, of which some go for good or for a while.

Real tables and what bots say about going on without others; only the network and the clock are not
real.  Those who stay must finish with one record, whoever asks whom when.
"""

from collections.abc import Callable, Iterable, Sequence
from random import Random
from types import SimpleNamespace
from typing import Any, Final, cast

from twisted.internet.defer import Deferred, fail, succeed
from twisted.internet.task import Clock
from twisted.python.failure import Failure

from p2pqwirkle.cli.bot_council import BotCouncil
from p2pqwirkle.errors import Breach
from p2pqwirkle.net.game import Game
from p2pqwirkle.net.life import Life, LifeSigns
from p2pqwirkle.record.identity import PlayerId
from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.table.agreement import Question
from p2pqwirkle.table.charter import Options
from p2pqwirkle.table.effects import Effect, Snapshot
from p2pqwirkle.table.leavers import Why
from p2pqwirkle.table.phases import Phase
from p2pqwirkle.table.table import Table
from tests.lan import NAMES, Lan, Neighbour
from tests.quick_group import QuickGroup

PATIENCE: Final = 12.0
LONGEST_SECONDS: Final = 5_000
"""Of a game, in simulated time; one with many swaps has some hundred turns."""
MOVES_A_SECOND: Final = 0.4
FRAMES_A_SECOND: Final = 200


def run(seed: int, games: int) -> None:
    """Play *games* games of three to six in turn."""
    for number in range(games):
        told = Evening(3 + number % 4, seed + number).play()
        print(f"{number + 1}: {told}", flush=True)


class Evening(Lan):
    """A game in which some go, at random moments; as many as the others can do without."""

    def __init__(self, players: int, seed: int) -> None:
        self.chance = Random(seed)
        options = Options(turn_seconds=self.chance.choice((0, 0, 20)))
        super().__init__(NAMES[:players], seed=seed, group=QuickGroup(), options=options)
        self.clock = Clock()
        self.away: dict[str, float] = {}
        self.events = self._events()
        self.chairs = {name: Chair(self, peer) for name, peer in self.peers.items()}

    def _events(self) -> list[tuple[float, str, float]]:
        """When who goes, and when it is back; the rest is always enough to go on."""
        names = self.chance.sample(list(self.peers), (len(self.peers) - 1) // 2)
        events = []
        for name in names:
            back = self.chance.choice((3.0, 8.0, 20.0, 60.0, float("inf")))
            events.append((self.chance.uniform(0, 150), name, back))
        return sorted(events)

    def play(self, until: Callable[[Lan], bool] | None = None) -> str:  # type: ignore[override]
        """Play to the end, and say how it went."""
        assert until is None
        for name, peer in self.peers.items():
            self.act(name, peer.table.start())
        while not self._is_done():
            self._second()
            assert self.clock.seconds() < LONGEST_SECONDS, self._state()
        return self._check()

    def act(self, name: str, effects: Iterable[Effect]) -> None:
        """Do what the table of *name* asks for."""
        self.perform(self[name], effects)

    def perform(self, peer: Neighbour, effects: Iterable[Effect]) -> None:
        seen = len(peer.shown)
        super().perform(peer, effects)
        if hasattr(self, "chairs"):
            for snapshot in peer.shown[seen:]:
                self.chairs[peer.name].shown(snapshot)

    def send(self, sender: PlayerId, receiver: PlayerId, wire: bytes) -> None:
        if not {self._by_player[sender].name, self._by_player[receiver].name} & set(self.away):
            super().send(sender, receiver, wire)

    def present(self) -> list[str]:
        return [name for name in self.peers if name not in self.away]

    def _second(self) -> None:
        now = self.clock.seconds()
        for name in [one for one, back in self.away.items() if back <= now]:
            self._come_back(name)
        while self.events and self.events[0][0] <= now and self._has_begun():
            _, name, back = self.events.pop(0)
            self.away[name] = now + back
            for link in [link for link in self._frames if self[name].player in link]:
                self._frames[link].clear()
        for _ in range(self.chance.randrange(FRAMES_A_SECOND)):
            if not self.deliver_one():
                break
        for name in self.present():
            self.chairs[name].second(self.present(), now)
            peer = self[name]
            if peer.is_to_move and not peer.snapshot.is_finished and not self._thinks(name):
                self.act(name, peer.table.intend(self.bot(peer.snapshot, self.chance)))
        self.clock.advance(1)

    def _thinks(self, name: str) -> bool:
        """Whether the mover takes its time; now and then for longer than there is."""
        return self.chance.random() > MOVES_A_SECOND * (0.1 if name == "south" else 1)

    def _has_begun(self) -> bool:
        return all(peer.phase not in _BEFORE for peer in self.peers.values() if peer.shown)

    def _come_back(self, name: str) -> None:
        del self.away[name]
        for other in self.present():
            if other != name:
                self.act(name, self[name].table.connected(self[other].player))
                self.act(other, self[other].table.connected(self[name].player))

    def _is_done(self) -> bool:
        return all(
            self.chairs[name].has_given_up or (self[name].shown and self[name].snapshot.is_finished)
            for name in self.present()
        )

    def _state(self) -> list[tuple[object, ...]]:
        return [
            (name, peer.phase, peer.snapshot.standing.awaited, peer.snapshot.standing.ballots)
            for name, peer in self.peers.items()
        ]

    def _check(self) -> str:
        stuck = [name for name in self.present() if self.chairs[name].has_given_up]
        if stuck:
            return f"{len(self.peers)} players, the game ended for {stuck}: {self._state()}"
        stayed = [self[name] for name in self.present() if not self[name].snapshot.is_put_out]
        assert all(peer.phase is Phase.OVER for peer in stayed), self._state()
        assert len({peer.record.getvalue() for peer in stayed}) == 1
        last = stayed[0].snapshot
        assert not last.faults
        gone = [one for one in last.gone if one.why is Why.SILENT]
        late = sum(one.why is Why.TIME for one in last.gone)
        names = [self.named(one.seat).name for one in gone]
        assert last.stopped is None
        seconds = round(self.clock.seconds())
        return f"{len(self.peers)} players, {seconds} s, without {names}, {late} turns too late"


_BEFORE: Final = (Phase.CHARTER, Phase.COMMIT, Phase.REVEAL)


class Chair:
    """A bot's part in what is decided, with a clock that is not real."""

    def __init__(self, evening: Evening, peer: Neighbour) -> None:
        self._evening = evening
        self._peer = peer
        self._life = LifeSigns(len(evening.peers), peer.seat, 0.0)
        self._ended = SimpleNamespace(called=False)
        self.has_given_up = False
        self._council = BotCouncil(
            cast("Any", evening.clock), lambda: cast("Game", self), PATIENCE, self._stumble
        )
        self._council.begin()

    @property
    def ended(self) -> SimpleNamespace:
        return self._ended

    def shown(self, snapshot: Snapshot) -> None:
        standing = snapshot.standing
        owing = () if standing.phase is Phase.TURN else standing.awaited
        self._life.owe(standing.moment.step, owing, self._evening.clock.seconds())
        self._council.shown(snapshot)
        self._ended.called = snapshot.is_finished

    def second(self, present: Sequence[str], now: float) -> None:
        """Hear who is there."""
        self._life.tick(now)
        for name in present:
            self._life.hear(self._evening[name].seat, now)
        seats = frozenset(self._evening[name].seat for name in present)
        self._council.linked(seats - {self._peer.seat})

    def life(self) -> tuple[Life, ...]:
        now = self._evening.clock.seconds()
        return tuple(
            Life(
                self._life.silence(Seat(seat), now),
                self._life.absence(Seat(seat), now),
                self._life.presence(Seat(seat), now),
            )
            for seat in range(len(self._evening.peers))
        )

    def give_up(self, _seats: tuple[Seat, ...]) -> None:
        self._ended.called = self.has_given_up = True

    def ask_out(self, seats: Sequence[Seat]) -> "Deferred[None]":
        return self._do(lambda table: table.ask_out(seats))

    def ask_to_pass_over(self) -> "Deferred[None]":
        return self._do(lambda table: table.ask_to_pass_over())

    def answer(self, question: Question, *, agrees: bool) -> "Deferred[None]":
        return self._do(lambda table: table.answer(question, agrees=agrees))

    def _do(self, deed: Callable[[Table], list[Effect]]) -> "Deferred[None]":
        if self._peer.name in self._evening.away:
            return succeed(None)
        try:
            effects = deed(self._peer.table)
        except Breach as breach:
            return fail(breach)
        self._evening.act(self._peer.name, effects)
        return succeed(None)

    def _stumble(self, failure: Failure) -> None:
        failure.raiseException()
