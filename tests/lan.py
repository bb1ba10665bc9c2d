"""Real tables joined in memory: the network that tests play over.

Everything is delivered, one frame at a time, in an order that a seed decides; a lie changes what
one seat says, below the signature.
"""

import random
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from typing import assert_never

from p2pqwirkle.bag.group import Edwards25519, Group
from p2pqwirkle.bag.transcript import Seed
from p2pqwirkle.record.entry import Entry, SignedEntry, labelled_hash, read_signed_entry, sign_entry
from p2pqwirkle.record.identity import Identity, PlayerId
from p2pqwirkle.record.journal import Journal
from p2pqwirkle.record.record import RecordWriter
from p2pqwirkle.rules.best import best_play
from p2pqwirkle.rules.moves import Choice, Pass, PutAside, Seat
from p2pqwirkle.table.charter import Charter, Options, Player, draw_up
from p2pqwirkle.table.effects import Answer, Ask, Drop, Effect, Forward, Say, Show, Snapshot
from p2pqwirkle.table.phases import Phase
from p2pqwirkle.table.playing import Playing
from p2pqwirkle.table.referee import Collapsed, Fault
from p2pqwirkle.table.table import Table

NAMES = ("north", "south", "east", "west", "zenith", "nadir")

Lie = Callable[["Neighbour", Entry], Iterable[Entry]]
"""What a lying peer signs in place of the entry that it should say."""
Bot = Callable[[Snapshot, random.Random], Choice]


def identity_of(name: str, seed: int) -> Identity:
    return Identity(labelled_hash(b"tests identity", name.encode(), seed.to_bytes(8, "big")))


def charter_of(names: Sequence[str], seed: int, options: Options | None = None) -> Charter:
    players = tuple(
        Player(
            identity=identity_of(name, seed).player,
            name=name,
            age=None,
            nonce=labelled_hash(b"tests nonce", name.encode(), seed.to_bytes(8, "big")),
        )
        for name in names
    )
    return draw_up(players, options or Options())


@dataclass(slots=True, eq=False)
class Neighbour:
    """One peer of the network: a real table, its disk, and what it has shown."""

    name: str
    identity: Identity
    table: Table
    seed: Seed
    record: BytesIO
    journal: BytesIO
    received: list[bytes] = field(default_factory=list)
    dropped: list[str] = field(default_factory=list)
    shown: list[Snapshot] = field(default_factory=list)
    lie: Lie | None = None
    told: list[SignedEntry] = field(default_factory=list)

    @property
    def player(self) -> PlayerId:
        return self.identity.player

    @property
    def snapshot(self) -> Snapshot:
        return self.shown[-1]

    @property
    def seat(self) -> Seat:
        return self.snapshot.seat

    @property
    def phase(self) -> Phase:
        return self.snapshot.standing.phase

    @property
    def is_to_move(self) -> bool:
        return self.phase is Phase.TURN and self.seat in self.snapshot.standing.awaited

    @property
    def stopped(self) -> Fault | Collapsed | None:
        return self.snapshot.stopped

    def says(self, wire: bytes) -> list[bytes]:
        """What goes out in place of our own entry *wire*."""
        if self.lie is None:
            return [wire]
        entry = read_signed_entry(wire).entry
        lies = [sign_entry(told, self.identity) for told in self.lie(self, entry)]
        self.told += [told for told in lies if told.wire != wire]
        return [told.wire for told in lies]


class Lan:
    """Peers that hear each other; `play` runs them until nothing more is to be delivered."""

    def __init__(
        self,
        names: Sequence[str] = NAMES[:3],
        *,
        seed: int = 1,
        group: Group | None = None,
        options: Options | None = None,
        bot: Bot | None = None,
    ) -> None:
        self.group = group or Edwards25519()
        self.charter = charter_of(names, seed, options)
        self.random = random.Random(seed)
        self.bot = bot or greedy_bot
        self.cut: set[frozenset[str]] = set()
        self._frames: dict[tuple[PlayerId, PlayerId], deque[bytes]] = {}
        self.peers = {name: self._neighbour(name, seed) for name in names}
        self._by_player = {peer.player: peer for peer in self.peers.values()}

    def __getitem__(self, name: str) -> Neighbour:
        return self.peers[name]

    def others(self, name: str) -> list[Neighbour]:
        return [peer for peer in self.peers.values() if peer.name != name]

    def named(self, seat: Seat) -> Neighbour:
        return self._by_player[self.charter.players[seat].identity]

    def play(self, until: Callable[["Lan"], bool] | None = None) -> None:
        """Run until all is quiet, or until *until* holds."""
        if not any(peer.shown for peer in self.peers.values()):
            for peer in self.peers.values():
                self.perform(peer, peer.table.start())
        while until is None or not until(self):
            if not self.deliver_one() and not self._one_moves():
                return

    def deliver_one(self) -> bool:
        """Deliver one frame of one link; False if none is under way."""
        ready = sorted(link for link, frames in self._frames.items() if frames)
        if not ready:
            return False
        sender, receiver = self.random.choice(ready)
        wire = self._frames[sender, receiver].popleft()
        peer = self._by_player[receiver]
        peer.received.append(wire)
        self.perform(peer, peer.table.receive(sender, wire))
        return True

    def send(self, sender: PlayerId, receiver: PlayerId, wire: bytes) -> None:
        pair = frozenset(self._by_player[one].name for one in (sender, receiver))
        if pair not in self.cut:
            self._frames.setdefault((sender, receiver), deque()).append(wire)

    def perform(self, peer: Neighbour, effects: Iterable[Effect]) -> None:
        """Do what *peer*'s table asks to be done."""
        others = [other.player for other in self.peers.values() if other is not peer]
        for effect in effects:
            match effect:
                case Say(wire):
                    self._send_all(peer, others, peer.says(wire))
                case Forward(wire, source):
                    self._send_all(peer, [one for one in others if one != source], [wire])
                case Answer(asker, wires):
                    self._send_all(peer, [asker], wires)
                case Ask(asked, step):
                    neighbour = self._by_player[asked]
                    self.perform(neighbour, neighbour.table.asked(peer.player, step))
                case Drop(_, reason):
                    peer.dropped.append(reason)
                case Show(snapshot):
                    peer.shown.append(snapshot)
                case _:
                    assert_never(effect)

    def _send_all(
        self, peer: Neighbour, receivers: Iterable[PlayerId], wires: Iterable[bytes]
    ) -> None:
        for wire in wires:
            for receiver in receivers:
                self.send(peer.player, receiver, wire)

    def faults(self, seen_by_all_but: str) -> set[Fault | Collapsed | None]:
        """What stopped the game, as all but one peer see it."""
        return {peer.stopped for peer in self.others(seen_by_all_but)}

    def record(self, name: str) -> bytes:
        return self.peers[name].record.getvalue()

    def _one_moves(self) -> bool:
        for peer in self.peers.values():
            if peer.is_to_move and peer.stopped is None:
                choice = self.bot(peer.snapshot, self.random)
                self.perform(peer, peer.table.intend(choice))
                return True
        return False

    def _neighbour(self, name: str, seed: int) -> Neighbour:
        identity = identity_of(name, seed)
        secret = Seed(labelled_hash(b"tests seed", name.encode(), seed.to_bytes(8, "big")))
        record, journal = BytesIO(), BytesIO()
        table = Table(
            identity=identity,
            charter=self.charter,
            seed=secret,
            group=self.group,
            record=RecordWriter(record, _no_sync),
            journal=Journal(journal, _no_sync),
        )
        return Neighbour(name, identity, table, secret, record, journal)


def _no_sync() -> None:
    """There is no disk under these streams."""


def greedy_bot(snapshot: Snapshot, _random: random.Random) -> Choice:
    """The best score; with nothing to place, all that may be swapped; else a pass."""
    stage = snapshot.standing.stage
    assert isinstance(stage, Playing)
    position = stage.position
    hand = tuple(tile.face for tile in snapshot.hand)
    play = best_play(position.board, hand, position.opening)
    if play is not None:
        return play
    if position.bag_size:
        return PutAside(hand[: position.bag_size])
    return Pass()
