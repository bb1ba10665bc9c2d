"""One player: makes moves, gives up on whom it cannot reach, and answers when others do."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING

from p2pqwirkle.errors import Breach
from p2pqwirkle.rules.moves import Choice, PutAside, Seat
from p2pqwirkle.table.agreement import Ballot, Purpose
from p2pqwirkle.table.council import unanswered
from p2pqwirkle.table.effects import Snapshot
from p2pqwirkle.table.phases import Phase
from p2pqwirkle.table.playing import Playing
from p2pqwirkle.table.standing import Standing
from p2pqwirkle.table.table import Table
from tests.lan import greedy_bot
from tests.simulator.machine import Machine
from tests.simulator.plan import Manners

if TYPE_CHECKING:
    from tests.simulator.world import World

TICK = 1.0
"""How often a player looks at the screen, in seconds, at the least."""


class Person:
    """The player at one machine.

    Attributes:
        sleeps_until: till when it does nothing.
        is_leaving: whether it resigns as soon as it can.
    """

    def __init__(self, world: World, machine: Machine, manners: Manners) -> None:
        self.sleeps_until = 0.0
        self.is_leaving = False
        self.asks: list[tuple[Seat, ...]] = []
        self._world = world
        self._machine = machine
        self._manners = manners
        self._random = Random(f"person {world.plan.seed} {machine.seat}")
        self._seen: object = None
        self._since = 0.0
        self._moves_at = 0.0
        self._tried = 0

    def begin(self) -> None:
        """Look at the screen now and then, for as long as the simulation lasts."""
        self._world.timeline.after(self._random.uniform(0.1, 1.0), self._look)

    def _look(self) -> None:
        self.begin()
        machine, now = self._machine, self._world.timeline.now
        snapshot = machine.snapshot
        if machine.table is None or snapshot is None or snapshot.is_finished:
            return
        if now < self.sleeps_until:
            return
        seen = (snapshot.standing.moment, snapshot.standing.heard, snapshot.standing.ballots)
        if seen != self._seen:
            self._seen, self._since, self._tried = seen, now, 0
            self._moves_at = now + self._random.uniform(0, self._manners.thinks)
        self._act(snapshot)

    def _act(self, snapshot: Snapshot) -> None:
        standing, now = snapshot.standing, self._world.timeline.now
        if self.is_leaving and self._resigns():
            return
        while self.asks:
            self._ask(self.asks.pop(0))
        asked = unanswered(standing, self._machine.seat)
        if asked:
            if self._random.random() < 0.5:
                self._answer(snapshot, asked[0])
            return
        is_ours = standing.phase is Phase.TURN and self._machine.seat in standing.awaited
        if is_ours and not snapshot.is_catching_up and now >= self._moves_at:
            self._move(snapshot)
            return
        waited = now - self._since
        if self._may_pass_over(standing, waited):
            self._try("asks to pass over", self._pass_over)
        elif waited > self._manners.patience * self._random.uniform(1, 2):
            self._give_up(snapshot)

    def _resigns(self) -> bool:
        self.is_leaving = False
        return self._try(
            "resigns", lambda: self._machine.do("resigns", lambda table: table.resign())
        )

    def _move(self, snapshot: Snapshot) -> None:
        choice = self._choice(snapshot)
        moved = self._try("moves", lambda: self._machine.do("moves", lambda t: t.intend(choice)))
        if not moved:
            self._world.fail(f"seat {self._machine.seat} cannot move")

    def _choice(self, snapshot: Snapshot) -> Choice:
        stage = snapshot.standing.stage
        assert isinstance(stage, Playing)  # a turn
        position = stage.position
        may_swap = position.opening is None and position.bag_size
        if may_swap and self._random.random() < self._manners.swaps:
            count = self._random.randint(1, min(len(snapshot.hand), position.bag_size))
            return PutAside(tuple(tile.face for tile in snapshot.hand[:count]))
        return greedy_bot(snapshot, self._random)

    def _may_pass_over(self, standing: Standing, waited: float) -> bool:
        seconds = standing.moment.charter.options.turn_seconds
        is_other = bool(standing.awaited) and self._machine.seat not in standing.awaited
        is_late = bool(seconds and standing.phase is Phase.TURN and is_other and waited > seconds)
        return is_late and not _is_asked_to_pass_over(standing)

    def _pass_over(self) -> None:
        self._machine.do("asks to pass over", Table.ask_to_pass_over)

    def _give_up(self, snapshot: Snapshot) -> None:
        """Ask to go on without those whom the game waits for and who are not to be reached."""
        standing, own = snapshot.standing, self._machine.seat
        away = {seat for seat in standing.living if seat != own and self._thinks_gone(seat)}
        blockers = tuple(sorted(away & _waited_for(standing, own)))
        everybody = tuple(sorted(away))
        for seats in dict.fromkeys((blockers, everybody)):
            if seats and self._ask(seats):
                return
        if self._world.is_calm and away:
            self._ask_anything(standing, away)

    def _ask_anything(self, standing: Standing, away: set[Seat]) -> None:
        """Ask for more than is needed, if nothing less can be asked."""
        others = [seat for seat in standing.living if seat not in (*away, self._machine.seat)]
        for count in range(1, len(others) + 1):
            for more in combinations(others, count):
                if self._ask(tuple(sorted({*away, *more}))):
                    return

    def _ask(self, seats: tuple[Seat, ...]) -> bool:
        what = f"asks out {list(seats)}"
        return self._try(what, lambda: self._machine.do(what, lambda table: table.ask_out(seats)))

    def _answer(self, snapshot: Snapshot, ballot: Ballot) -> None:
        agrees = self._agrees(snapshot, ballot)
        if agrees and self._say(ballot, agrees=True):
            return
        self._say(ballot, agrees=False)

    def _say(self, ballot: Ballot, *, agrees: bool) -> bool:
        question = ballot.question
        what = f"{'agrees to' if agrees else 'declines'} {self._world.named(question)}"

        def answer() -> None:
            self._machine.do(what, lambda table: table.answer(question, agrees=agrees))

        return self._try(what, answer)

    def _agrees(self, snapshot: Snapshot, ballot: Ballot) -> bool:
        question = ballot.question
        if question.purpose is Purpose.PASS_OVER:
            return bool(snapshot.standing.awaited) and not self._errs()
        away = [seat for seat in question.seats if self._thinks_gone(seat)]
        if self._world.is_calm:
            return bool(away) or bool(set(question.seats) & set(snapshot.grounded))
        return len(away) == len(question.seats)

    def _thinks_gone(self, seat: Seat) -> bool:
        is_mute = bool(self._world.machines[seat].told)  # a cheater says nothing more
        is_gone = is_mute or seat not in self._world.network.reached(self._machine.seat)
        return is_gone != self._errs()

    def _errs(self) -> bool:
        return not self._world.is_calm and self._random.random() < self._manners.wrong

    def _try(self, what: str, deed: Callable[[], None]) -> bool:
        try:
            deed()
        except Breach as breach:
            self._world.note(self._machine, f"{what}: refused, {breach}")
            return False
        return True


def _is_asked_to_pass_over(standing: Standing) -> bool:
    """Whether that is asked already; then it is an answer that is missing."""
    return any(
        ballot.question.purpose is Purpose.PASS_OVER and not ballot.is_dead
        for ballot in standing.ballots
    )


def _waited_for(standing: Standing, own: Seat) -> set[Seat]:
    """Who has not spoken yet, and who has not answered what *own* has agreed to."""
    waited = set(standing.awaited)
    for ballot in standing.ballots:
        given = ballot.answer_of(own)
        if given is not None and given.agrees and not ballot.is_dead:
            waited |= {
                seat
                for seat in standing.living
                if seat not in ballot.question.seats and ballot.answer_of(seat) is None
            }
    return waited - {own}
