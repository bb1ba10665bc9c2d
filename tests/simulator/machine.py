"""One player's machine: a table that runs, stops at any moment, and comes back from its disk."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, assert_never

from p2pqwirkle.bag.group import Scalar
from p2pqwirkle.bag.transcript import Seed
from p2pqwirkle.record.entry import Entry, SignedEntry, labelled_hash, sign_entry
from p2pqwirkle.record.identity import Identity
from p2pqwirkle.record.journal import Journal
from p2pqwirkle.record.record import RecordWriter
from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.table.effects import Answer, Ask, Drop, Effect, Forward, Say, Show, Snapshot
from p2pqwirkle.table.moment import Moment
from p2pqwirkle.table.phases import Phase
from p2pqwirkle.table.seat import Speech
from p2pqwirkle.table.standing import Standing
from p2pqwirkle.table.table import Table
from tests.simulator.disk import File, Folder, Power, PowerCut
from tests.simulator.network import Frame
from tests.simulator.plan import Cheat, Stops, Story

if TYPE_CHECKING:
    from tests.simulator.world import World

Deed = Callable[[Table], list[Effect]]


class LyingTable(Table):
    """A table whose player tells one lie; then it is as good as gone, though it still answers."""

    lie: Callable[[SignedEntry, Table], list[SignedEntry]]

    def _say(self, speech: Speech, moment: Moment, about: bytes = b"") -> list[Effect]:
        honest = self._sign(speech, moment)
        stories = self.lie(honest, self)
        if stories == [honest]:
            return super()._say(speech, moment, about)
        effects: list[Effect] = [Say(signed.wire) for signed in stories]
        for signed in stories:
            self._referee.admit(signed.wire)
        self._has_resigned = True
        return effects


class Machine:
    """One seat's machine.

    Attributes:
        table: None while the machine is off.
        snapshot: what it shows now.
        is_gone: whether it never comes back.
        fate: what becomes of it when it stops.
        secrets: its secret keys; a machine that had nothing on its disk yet begins again.
        told: the stories that its cheating player has told.
    """

    def __init__(self, world: World, seat: Seat, identity: Identity, name: str) -> None:
        self.seat = seat
        self.name = name
        self.identity = identity
        self.folder = Folder(power=Power(Random(f"power {world.plan.seed} {seat}")))
        self.table: Table | None = None
        self.snapshot: Snapshot | None = None
        self.is_gone = False
        self.fate = Stops(None)
        self.secrets: list[Scalar] = []
        self.copies: list[tuple[float, bytes, bytes]] = []
        self.told: list[SignedEntry] = []
        self._files: tuple[File, File] | None = None
        self._world = world
        self._starts = 0
        self._said = 0

    @property
    def is_up(self) -> bool:
        """Whether it runs."""
        return self.table is not None

    @property
    def running(self) -> Table:
        """Its table, when it runs."""
        assert self.table is not None  # it runs
        return self.table

    @property
    def standing(self) -> Standing:
        """What its table has come to."""
        return self.running._standing

    @property
    def is_finished(self) -> bool:
        """Whether its table says nothing more."""
        return self.snapshot is not None and self.snapshot.is_finished

    @property
    def is_over(self) -> bool:
        """Whether the game has come to its end."""
        return self.is_finished and self.standing.phase is Phase.OVER and not self.has_stopped

    @property
    def has_stopped(self) -> bool:
        """Whether the game has stopped, with a proof."""
        return self.snapshot is not None and self.snapshot.stopped is not None

    @property
    def cheat(self) -> Cheat | None:
        """The lie that its player tells."""
        cheat = self._world.plan.cheat
        return cheat if cheat is not None and cheat.seat == self.seat else None

    @property
    def is_honest(self) -> bool:
        """Whether nothing that it says can be a fault."""
        return self.cheat is None

    def start(self) -> None:
        """Begin, or come back from what is on the disk."""
        world = self._world
        past = self.folder.past(world.group, world.charter)
        notes = None if past is None else past.notes
        self._files = self.folder.files()
        record, journal = self._files
        kind = Table if self.cheat is None else LyingTable
        try:
            table = kind(
                identity=self.identity,
                charter=world.charter,
                seed=self._fresh_seed() if notes is None else Seed(notes.seed),
                group=world.group,
                record=RecordWriter(record, record.sync),
                journal=Journal(journal, journal.sync, notes),
                past=past,
            )
        except PowerCut:
            self._power_off()
            return
        if isinstance(table, LyingTable):
            table.lie = self._lie
        self.table = table
        self.secrets.append(table._seat.secret)
        self.do("starts" if past is None else "comes back", Table.start)
        world.network.seek()

    def do(self, what: str, deed: Deed) -> None:
        """Let the table do *deed*, and do what it asks for.

        Raises:
            Breach: the table refuses.
        """
        if self.table is None:
            return
        before = self.table._standing
        try:
            effects = deed(self.table)
        except PowerCut:
            self._world.note(self, f"{what}: the power goes")
            self.stop()
            return
        except AssertionError:
            if self.is_honest:
                raise
            self._world.note(self, f"{what}: is at odds with itself, and stops")
            self.fate = Stops(None)
            self.stop()
            return
        self._world.note_deed(self, what, before.moment.step)
        if not effects and self.table._standing is before:
            return  # it knew that already, as for most of what is passed on
        if self._world.keeps_copies:
            self._copy()
        self.snapshot = self.table._show().snapshot  # also where nothing was shown
        self._world.watch(self)
        self._perform(effects)

    def stop(self) -> None:
        """Lose the power, and all that is not on the disk."""
        if self.table is None:
            return
        self._power_off()

    def linked(self, peer: Seat) -> None:
        """A link to *peer* is up."""
        player = self._world.charter.identities[peer]
        self.do(f"links to {peer}", lambda table: table.connected(player))

    def heard(self, peer: Seat, frame: Frame) -> None:
        """A frame has come from *peer*."""
        player = self._world.charter.identities[peer]
        if isinstance(frame, int):
            self.do(f"is asked by {peer} from {frame}", lambda table: table.asked(player, frame))
        else:
            told = self._world.told(frame)
            self.do(f"hears {told} from {peer}", lambda table: table.receive(player, frame))

    def restore(self, seconds: float) -> None:
        """Put a copy of the folder that is *seconds* old in its place."""
        then = self._world.timeline.now - seconds
        older = [copy for copy in self.copies if copy[0] <= then] or self.copies[:1]
        if older:
            _, self.folder.record, self.folder.journal = older[-1]

    def _power_off(self) -> None:
        assert self._files is not None  # it runs
        self.folder.record, self.folder.journal = (file.left() for file in self._files)
        self.folder.power.writes = None
        self.table = self._files = None
        self._world.stopped(self)

    def save(self) -> None:
        """Look at the files as they are now; everything is on the disk."""
        if self._files is not None:
            self.folder.record, self.folder.journal = (file.getvalue() for file in self._files)

    def _copy(self) -> None:
        self.save()
        files = (self.folder.record, self.folder.journal)
        if not self.copies or self.copies[-1][1:] != files:
            self.copies.append((self._world.timeline.now, *files))

    def _fresh_seed(self) -> Seed:
        self._starts += 1
        numbers = (self._world.plan.seed, self.seat, self._starts)
        return Seed(labelled_hash(b"tests seed", *(one.to_bytes(8, "big") for one in numbers)))

    def _perform(self, effects: Iterable[Effect]) -> None:
        charter = self._world.charter
        seats = {player: Seat(seat) for seat, player in enumerate(charter.identities)}
        for effect in effects:
            match effect:
                case Say(wire):
                    self._world.note(self, f"says {self._world.told(wire)}")
                    self._send(wire, self._ears.get(wire, seats.values()))
                case Forward(wire, source):
                    self._send(wire, [seat for seat in seats.values() if seat != seats[source]])
                case Answer(peer, wires):
                    for wire in wires:
                        self._send(wire, [seats[peer]])
                case Ask(peer, step):
                    self._send(step, [seats[peer]])
                case Drop(peer, reason):
                    self._world.dropped(self, seats[peer], reason)
                case Show():
                    pass
                case _:
                    assert_never(effect)

    def _send(self, frame: Frame, to: Collection[Seat]) -> None:
        for peer in self._world.network.neighbours(self.seat):
            if peer in to:
                self._world.network.send(self.seat, peer, frame)

    @property
    def _ears(self) -> dict[bytes, set[Seat]]:
        """Who is told a story that is not for all."""
        cheat = self.cheat
        if cheat is None or cheat.story is not Story.TWO or len(self.told) < 1:
            return {}
        some = {seat for seat in self._world.charter.seats if seat % 2}
        rest = {seat for seat in self._world.charter.seats if not seat % 2}
        return {self.told[0].wire: some, **{one.wire: rest for one in self.told[1:]}}

    def _lie(self, honest: SignedEntry, _table: Table) -> list[SignedEntry]:
        cheat = self.cheat
        assert cheat is not None  # only a cheater's table asks
        self._said += 1
        if self._said != cheat.number + 1 or cheat.story is Story.HECKLES:
            return [honest]
        bent = sign_entry(
            _bent(honest.entry, Random(f"lie {self._world.plan.seed}")), self.identity
        )
        self._world.note(self, f"lies: {cheat.story.value}")
        match cheat.story:
            case Story.BAD:
                self.told = [bent]
                return [bent]
            case Story.BAD_BESIDE:
                self.told = [bent]
                return [honest, bent]
            case Story.TWO:
                self.told = [honest, bent]
                return [honest, bent]
            case _ as other:
                assert_never(other)


def _bent(entry: Entry, random: Random) -> Entry:
    body = bytearray(entry.body)
    body[random.randrange(len(body))] ^= 1 << random.randrange(8)
    return replace(entry, body=bytes(body))
