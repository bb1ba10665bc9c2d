"""A watcher of a simulated game: it hears every machine over a link of its own, late at times."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import assert_never

from p2pqwirkle.record.identity import PlayerId
from p2pqwirkle.record.record import RecordWriter
from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.table.effects import Answer, Ask, Drop, Effect, Forward, Say, See, View, Wish
from p2pqwirkle.table.onlooker import Onlooker
from tests.lan import Disk
from tests.simulator.machine import Machine
from tests.simulator.world import World

WATCHER = PlayerId(b"somebody who has no seat at all.")
LATEST = 0.5
"""Seconds that a frame takes at the most."""


class Balcony:
    """An onlooker with a link to every machine; links keep the order, and lose nothing.

    Attributes:
        views: all that was to be seen.
        went_back: from which step to which, whenever it went back.
    """

    def __init__(self, world: World, *, deaf_to: Sequence[int] = (), comes_at: float = 0.0) -> None:
        self.disk = Disk()
        self.views: list[View] = []
        self.went_back: list[tuple[int, int]] = []
        self._world = world
        self._random = Random(f"balcony {world.plan.seed}")
        self._hears = [one for one in world.machines if one.seat not in deaf_to]
        self._last = dict.fromkeys(world.charter.identities, 0.0)
        self._coming: list[tuple[PlayerId, bytes]] = []
        self._is_here = False
        self._onlooker = Onlooker(
            charter=world.charter,
            group=world.group,
            record=RecordWriter(self.disk, self.disk.sync),
        )
        for machine in self._hears:
            machine._perform = self._overheard(machine)  # type: ignore[method-assign,assignment]
        world.timeline.after(comes_at, self.come)

    @property
    def record(self) -> bytes:
        return self.disk.getvalue()

    def come(self) -> None:
        """Take up the links, and ask for all that was said so far."""
        if not self._is_here:
            self._is_here = True
            self._perform(self._onlooker.start())
        for machine in self._hears:
            self._perform(self._onlooker.connected(machine.identity.player))

    def hear_the_rest(self) -> None:
        """Hear what is still under way when the game is over, and what was missed."""
        self.come()
        while self._coming:
            self._hear(*self._coming.pop(0))

    def _overheard(self, machine: Machine) -> Callable[[Iterable[Effect]], None]:
        def perform(effects: Iterable[Effect]) -> None:
            effects = tuple(effects)
            for effect in effects:
                if self._is_here and isinstance(effect, Say | Forward):
                    self._tell(machine, effect.wire)
            Machine._perform(machine, effects)

        return perform

    def _tell(self, machine: Machine, wire: bytes) -> None:
        """Let *wire* arrive in a while, and after all that *machine* has said before."""
        player, timeline = machine.identity.player, self._world.timeline
        at = max(self._last[player], timeline.now + self._random.uniform(0, LATEST))
        self._last[player] = at
        frame = (player, wire)
        self._coming.append(frame)
        timeline.after(at - timeline.now, lambda: self._arrive(frame))

    def _arrive(self, frame: tuple[PlayerId, bytes]) -> None:
        if frame in self._coming:
            self._coming.remove(frame)
            self._hear(*frame)

    def _hear(self, player: PlayerId, wire: bytes) -> None:
        self._perform(self._onlooker.receive(player, wire))

    def _perform(self, wishes: Iterable[Wish]) -> None:
        for wish in wishes:
            match wish:
                case Ask(peer, step):
                    self._ask(self._machine(peer), step)
                case Drop(peer, reason):
                    assert not self._machine(peer).is_honest, reason
                case See(view):
                    self._see(view)
                case _:
                    assert_never(wish)

    def _ask(self, machine: Machine, step: int) -> None:
        if machine.table is None:
            return
        for effect in machine.table.asked_by_watcher(WATCHER, step):
            assert isinstance(effect, Answer)  # and nothing that the game would notice
            for wire in effect.wires:
                self._tell(machine, wire)

    def _see(self, view: View) -> None:
        if self.views:
            before = self.views[-1].standing.moment.step
            if view.standing.moment.step < before:
                self.went_back.append((before, view.standing.moment.step))
        self.views.append(view)

    def _machine(self, player: PlayerId) -> Machine:
        return self._world.machines[Seat(self._world.charter.identities.index(player))]
