"""The onlooker: a replica without a seat, sans-IO, that believes nobody and says nothing.

It judges every entry from the charter on by the referee of those who play, and keeps the record.
"""

from collections.abc import Sequence

from p2pqwirkle.bag.group import Group
from p2pqwirkle.errors import Collapse
from p2pqwirkle.record.entry import SignedEntry
from p2pqwirkle.record.identity import PlayerId
from p2pqwirkle.record.record import RecordWriter
from p2pqwirkle.table.charter import Charter
from p2pqwirkle.table.effects import Ask, Drop, See, View, Wish
from p2pqwirkle.table.fetching import Fetching
from p2pqwirkle.table.leavers import gone_in
from p2pqwirkle.table.phases import Phase
from p2pqwirkle.table.referee import Referee
from p2pqwirkle.table.standing import Standing
from p2pqwirkle.table.stopping import last_step, must_stop, proof_of
from p2pqwirkle.table.verdicts import (
    Admitted,
    Ahead,
    Collapsed,
    Damage,
    Elsewhere,
    Fault,
    Known,
    Late,
    Void,
)


class Onlooker:
    """One watcher's replica of a game.

    Nothing that comes from outside raises here; `OSError` from the record does.
    """

    def __init__(self, *, charter: Charter, group: Group, record: RecordWriter) -> None:
        self._record = record
        self._referee = Referee(group, charter)
        self._fetching = Fetching()
        self._stopped: Fault | Collapsed | None = None

    def start(self) -> list[Wish]:
        """Show what there is to be seen."""
        return [self._see()]

    def receive(self, peer: PlayerId, wire: bytes) -> list[Wish]:
        """Take what *peer* has passed on."""
        if self._is_over:
            return []
        wishes = self._judge(peer, wire)
        while not self._is_over and (kept := self._referee.due()) is not None:
            wishes += self._judge(peer, kept.wire)
        return wishes

    def connected(self, peer: PlayerId) -> list[Wish]:
        """A link to *peer* is up: ask for what was said so far."""
        self._fetching.forget(peer)
        return [*self._fetching.ask(peer, self._step)]

    @property
    def _standing(self) -> Standing:
        return self._referee.standing

    @property
    def _step(self) -> int:
        return self._referee.course.open_step

    @property
    def _is_over(self) -> bool:
        return self._stopped is not None or self._standing.phase is Phase.OVER

    def _judge(self, peer: PlayerId, wire: bytes) -> list[Wish]:
        match self._referee.admit(wire):
            case Admitted():
                return self._heard()
            case Known() | Void():
                return []
            case Late():
                return self._follow()
            case Ahead(signed) | Elsewhere(signed):
                return [*self._ask_below(peer, signed), *self._go_on()]
            case Damage(clause, detail):
                return [Drop(peer, f"{clause}: {detail}")]
            case Fault() as fault if must_stop(self._referee):
                return self._stop(fault, proof_of(fault, self._referee))
            case Fault():
                return self._heard()
            case Collapsed() as collapsed:
                return self._stop(collapsed, last_step(collapsed, self._standing))

    def _ask_below(self, peer: PlayerId, signed: SignedEntry) -> list[Ask]:
        """Ask for what comes before *signed*, unless that was asked for already.

        While we catch up, everything that is said now comes too early.
        """
        if signed.entry.step > self._step and self._fetching.has_asked(peer, self._step):
            return []
        return self._fetching.ask_below(peer, signed, self._step)

    def _heard(self) -> list[Wish]:
        return self._go_on() or [self._see()]

    def _go_on(self) -> list[Wish]:
        """Complete what can be."""
        wishes: list[Wish] = []
        while not self._is_over and (further := self._settle()):
            wishes += further
        return wishes

    def _settle(self) -> list[Wish]:
        entries = self._referee.course.entries(self._step)
        try:
            complete = self._referee.settle()
        except Collapse as collapse:
            return self._stop(Collapsed(collapse.clause, entries[-1], collapse.detail), entries)
        if complete is None:
            return []
        self._record.append(*complete.entries)
        return [self._see(), *self._fetching.ask_on(self._step)]

    def _follow(self) -> list[Wish]:
        """Go back with the players, if they have completed an earlier step otherwise."""
        step = self._referee.overtaken(None)
        if step is None:
            return []
        course = self._referee.course
        self._record.cut_after([one for place in range(step) for one in course.entries(place)])
        self._referee.rewind(step)
        return [self._see(), *self._go_on()]

    def _stop(self, ground: Fault | Collapsed, exhibits: Sequence[SignedEntry]) -> list[Wish]:
        self._record.append(*exhibits)
        self._stopped = ground
        return [self._see()]

    def _see(self) -> See:
        return See(
            View(
                standing=self._standing,
                stopped=self._stopped,
                grounded=self._referee.grounded,
                faults=tuple(self._referee.exhibits.faults),
                gone=tuple(one for step in self._referee.course.cut for one in gone_in(step)),
            )
        )
