"""One whole game of real tables in a bad network, with people who give up on each other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from p2pqwirkle.bag.group import Group
from p2pqwirkle.bag.masking import MaskedTile
from p2pqwirkle.record.entry import read_signed_entry
from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.table.agreement import Purpose, Question, read_answer
from p2pqwirkle.table.entries import Kind
from p2pqwirkle.table.rebuilding import Rebuilding
from tests.lan import NAMES, charter_of, identity_of
from tests.simulator.claims import Histories, WrongError, check_tiles
from tests.simulator.heckler import Heckler
from tests.simulator.machine import Machine
from tests.simulator.network import Network, Weather
from tests.simulator.person import Person
from tests.simulator.plan import (
    AsksOut,
    AtPhase,
    AtTime,
    AtWrite,
    Mishap,
    Parts,
    Plan,
    Resigns,
    Sleeps,
    Stops,
    Story,
)
from tests.simulator.timeline import Timeline

QUIET = 20.0
"""So many times its patience, and nothing happens: the table hangs."""
LONGEST = 4_000.0
"""No game takes so many seconds."""
SETTLED = 60.0
"""So many seconds after the beginning of the calm, all are back who come back."""
ENOUGH = 15
"""So many steps in the calm show that a game goes on."""


class World:
    """The game of one plan.

    Attributes:
        trace: what has happened, a line each.
        accounted: hidden tiles with those played, of which it is known that none is lost.
    """

    def __init__(self, plan: Plan, group: Group) -> None:
        self.plan = plan
        self.group = group
        self.timeline = Timeline()
        names = NAMES[: plan.players]
        self.charter = charter_of(names, plan.seed, plan.options)
        self.network = Network(self.timeline, Random(f"network {plan.seed}"), plan.weather)
        identities = {
            one.player: (one, name) for name in names for one in [identity_of(name, plan.seed)]
        }
        self.machines = [
            Machine(self, Seat(seat), *identities[player])
            for seat, player in enumerate(self.charter.identities)
        ]
        self.people = [Person(self, machine, plan.manners) for machine in self.machines]
        self.histories = Histories(self)
        self.trace: list[str] = []
        self.accounted: set[tuple[tuple[MaskedTile, ...], frozenset[int]]] = set()
        self.is_calm = False
        self.is_cut_short = False
        self._steps_at_calm: list[int] = []
        self.keeps_copies = any(
            isinstance(one.what, Stops) and one.what.restored for one in plan.mishaps
        )
        self._random = Random(f"world {plan.seed}")
        self._labels: dict[bytes, str] = {}
        self._moved_at = 0.0
        self._waiting = [one for one in plan.mishaps if isinstance(one.when, AtPhase)]
        self._entered: dict[tuple[Seat, object, bool], int] = {}
        self._phase: dict[Seat, tuple[int, object]] = {}

    def run(self) -> None:
        """Play to the end, or until nothing happens any more.

        Raises:
            WrongError: something is not as it must be.
        """
        self.network.join(self.machines)
        for machine, person in zip(self.machines, self.people, strict=True):
            self.timeline.after(self._random.uniform(0, 1), self._starter(machine))
            person.begin()
        for mishap in self.plan.mishaps:
            self._plan(mishap)
        cheat = self.plan.cheat
        if cheat is not None and cheat.story is Story.HECKLES:
            Heckler(self, self.machines[cheat.seat], self.plan.calm + SETTLED).begin()
        self.timeline.after(self.plan.calm, self._calm)
        while self.timeline.step():
            if self._goes_on() and not self.plan.is_whole:
                self.is_cut_short = True
                return
            if self._is_over() or self._is_quiet():
                return
            if self.timeline.now > LONGEST:
                self.fail("the game does not come to an end")

    def note(self, machine: Machine | None, what: str) -> None:
        """Write a line of the trace."""
        who = "-" if machine is None else str(machine.seat)
        self.trace.append(f"{self.timeline.now:9.3f} {who} {what}")

    def note_deed(self, machine: Machine, what: str, step: int) -> None:
        """Write what a machine's table has done, and where it has come to."""
        standing = machine.standing
        now = standing.moment.step
        came = f" -> {now} {standing.phase.value}" if now != step else ""
        self.note(machine, f"[{step}] {what}{came}")

    def fail(self, what: str) -> None:
        """Say that something is not as it must be.

        Raises:
            WrongError: always.
        """
        raise WrongError(what)

    def watch(self, machine: Machine) -> None:
        """Check what a table has come to."""
        moved = self.histories.see(machine)
        if moved:
            self._moved_at = self.timeline.now
            check_tiles(self, machine)
        self._check_faults(machine)
        if moved:
            self._enter(machine)

    def stopped(self, machine: Machine) -> None:
        """A machine has stopped."""
        self.network.gone(machine.seat)
        self.fall(machine)

    def dropped(self, machine: Machine, peer: Seat, reason: str) -> None:
        """A table will not hear somebody any more."""
        if self.machines[peer].is_honest:
            self.fail(f"seat {machine.seat} drops honest {peer}: {reason}")
        self.network.broken(frozenset((machine.seat, peer)))

    def told(self, wire: bytes) -> str:
        """What an entry says, in a few words."""
        if wire not in self._labels:
            entry = read_signed_entry(wire).entry
            seat = self.charter.identities.index(entry.author)
            what = Kind(entry.kind).name.lower() if entry.kind in list(Kind) else str(entry.kind)
            if entry.kind == Kind.ANSWER:
                try:
                    answer = read_answer(entry.body)
                    what = f"{'agrees to' if answer.agrees else 'declines'} "
                    what += self.named(answer.question)
                except Exception:  # noqa: BLE001 - a lie may be any bytes
                    what = "answer of some kind"
            self._labels[wire] = f"{seat}:{what}@{entry.step}"
        return self._labels[wire]

    def named(self, question: Question) -> str:
        """What a question asks, in a few words."""
        what = "out" if question.purpose is Purpose.GO_ON_WITHOUT else "over"
        grounds = "!" * len(question.grounds)
        return f"#{question.number} {what} {list(question.seats)}{grounds}"

    def _check_faults(self, machine: Machine) -> None:
        if not machine.is_honest:
            return
        for fault in machine.running._referee.exhibits.faults:
            accused = self.machines[fault.seat]
            if accused.is_honest:
                self.fail(
                    f"seat {machine.seat} finds honest {fault.seat} at fault: "
                    f"{fault.clause} {fault.detail}"
                )
        stopped = machine.running._stopped
        if stopped is not None and not hasattr(stopped, "seat"):
            self.fail(f"seat {machine.seat}: the game collapses: {stopped}")

    def _starter(self, machine: Machine) -> Callable[[], None]:
        def start() -> None:
            if not machine.is_gone and not machine.is_up:
                machine.start()

        return start

    def _plan(self, mishap: Mishap) -> None:
        match mishap.when:
            case AtTime(seconds):
                self.timeline.after(seconds, lambda: self._befall(mishap))
            case AtWrite(number):
                self.machines[mishap.seat].folder.power.writes = number
                assert isinstance(mishap.what, Stops)  # nothing else happens in a write
                self.machines[mishap.seat].fate = mishap.what
            case AtPhase():
                pass

    def _enter(self, machine: Machine) -> None:
        standing = machine.standing
        place = (standing.moment.step, standing.phase)
        if self._phase.get(machine.seat) == place:
            return
        self._phase[machine.seat] = place
        is_rebuild = isinstance(standing.stage, Rebuilding)
        for key in {
            (machine.seat, standing.phase, False),
            (machine.seat, standing.phase, is_rebuild),
        }:
            self._entered[key] = self._entered.get(key, 0) + 1
        for mishap in [one for one in self._waiting if self._is_due(one, machine)]:
            self._waiting.remove(mishap)
            assert isinstance(mishap.when, AtPhase)  # only these wait
            if mishap.when.after == 0:
                self._befall(mishap)
            else:
                self.timeline.after(mishap.when.after, self._befaller(mishap))

    def _befaller(self, mishap: Mishap) -> Callable[[], None]:
        return lambda: self._befall(mishap)

    def _is_due(self, mishap: Mishap, machine: Machine) -> bool:
        when = mishap.when
        assert isinstance(when, AtPhase)  # only these wait
        key = (machine.seat, when.phase, when.in_rebuild)
        return mishap.seat == machine.seat and self._entered.get(key, 0) >= when.nth

    def _befall(self, mishap: Mishap) -> None:
        machine, person = self.machines[mishap.seat], self.people[mishap.seat]
        self.note(machine, f"** {mishap.what}")
        match mishap.what:
            case Stops() as fate:
                machine.fate = fate
                machine.stop()
            case Resigns():
                person.is_leaving = True
            case Sleeps(seconds):
                person.sleeps_until = self.timeline.now + seconds
            case AsksOut(seats):
                person.asks.append(seats)
            case Parts(groups, seconds):
                if not self.is_calm:
                    self.network.part(groups)
                    self.timeline.after(seconds, self.network.heal)

    def fall(self, machine: Machine) -> None:
        """Let a machine that has just stopped come back in its time, if it does."""
        fate = machine.fate
        self.note(machine, f"is off: {fate}")
        if fate.away is None:
            machine.is_gone = True
            return
        if fate.restored:
            machine.restore(fate.restored)
        self.timeline.after(fate.away, self._starter(machine))

    def _calm(self) -> None:
        self.note(None, "from here on all is calm")
        self.is_calm = True
        self.network.weather = replace(Weather(), lasts=None)
        self.network.heal()
        self._steps_at_calm = self._steps()

    def _steps(self) -> list[int]:
        return [len(self.histories.lines[one.seat].digests) for one in self.machines]

    def _goes_on(self) -> bool:
        """Whether all who are there have come far enough in the calm."""
        if not self.is_calm or self.timeline.now < self.plan.calm + SETTLED:
            return False
        return all(
            machine.is_gone or machine.is_finished or (machine.is_up and now >= then + ENOUGH)
            for machine, then, now in zip(
                self.machines, self._steps_at_calm, self._steps(), strict=True
            )
        )

    def _is_quiet(self) -> bool:
        """Whether nothing has happened for long, though all was calm."""
        since = max(self._moved_at, self.plan.calm + SETTLED)
        return self.timeline.now > since + QUIET * self.plan.manners.patience

    def _is_over(self) -> bool:
        return all(
            machine.is_gone or (machine.is_up and machine.is_finished) for machine in self.machines
        )
