"""Real tables joined in memory: the network that tests play over.

Everything is delivered, one frame at a time, in an order that a seed decides; a lie changes what
one seat says, below the signature.
"""

import copy
import random
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from errno import ENOSPC
from io import BytesIO
from typing import assert_never

from p2pqwirkle.bag.group import Edwards25519, Group
from p2pqwirkle.bag.transcript import Seed
from p2pqwirkle.record.entry import Entry, SignedEntry, labelled_hash, sign_entry
from p2pqwirkle.record.identity import Identity, PlayerId
from p2pqwirkle.record.journal import Journal
from p2pqwirkle.record.record import RecordReader, RecordWriter
from p2pqwirkle.rules.best import best_play
from p2pqwirkle.rules.moves import Choice, Pass, Placement, Play, PutAside, Seat
from p2pqwirkle.table.charter import Charter, Options, Player, draw_up
from p2pqwirkle.table.effects import Answer, Ask, Drop, Effect, Forward, Say, Show, Snapshot
from p2pqwirkle.table.moment import Moment
from p2pqwirkle.table.phases import Phase
from p2pqwirkle.table.playing import Playing
from p2pqwirkle.table.seat import Speech
from p2pqwirkle.table.table import Table
from p2pqwirkle.table.verdicts import Admitted, Collapsed, Fault
from tests.watch import WatchedGroup

NAMES = ("north", "south", "east", "west", "zenith", "nadir")


@dataclass(frozen=True, slots=True)
class Told:
    """An entry that a liar signs for some ears only, or for all."""

    entry: Entry
    to: tuple[str, ...] | None


Lie = Callable[["Neighbour", Entry], Iterable[Entry | Told]]
"""What a lying peer signs in place of the entry that it should say."""
Bot = Callable[[Snapshot, random.Random], Choice]


def identity_of(name: str, seed: int) -> Identity:
    return Identity(labelled_hash(b"tests identity", name.encode(), seed.to_bytes(8, "big")))


def charter_of(
    names: Sequence[str], seed: int, options: Options | None = None, evening: int = 1
) -> Charter:
    """The charter of *names*; another *evening* is another game of the same players."""
    numbers = seed.to_bytes(8, "big"), evening.to_bytes(8, "big")
    players = tuple(
        Player(
            identity=identity_of(name, seed).player,
            name=name,
            age=None,
            nonce=labelled_hash(b"tests nonce", name.encode(), *numbers),
        )
        for name in names
    )
    return draw_up(players, options or Options())


class Disk(BytesIO):
    """A file in memory that knows how much of it would outlive a power cut.

    Attributes:
        safe: that many bytes from the start.
        is_full: whether nothing more gets to the disk.
    """

    def __init__(self) -> None:
        super().__init__()
        self.safe = 0
        self.is_full = False

    @property
    def kept(self) -> bytes:
        """What would outlive a power cut."""
        return self.getvalue()[: self.safe]

    def sync(self) -> None:
        if self.is_full:
            raise OSError(ENOSPC, "no space left")
        self.safe = self.tell()


@dataclass(slots=True, eq=False)
class Neighbour:
    """One peer of the network: a real table, its disk, and what it has shown.

    Attributes:
        group: what the table works with; it notes what the secret is multiplied with.
        received: every entry that was delivered to it.
        effects: all that its table has asked for.
        said: what its table has said.
        told: what was signed in place of that.
        withheld: what it has said to itself alone.
        going: by what the table says, what goes out in its place, and to whom if not to all.
    """

    name: str
    identity: Identity
    player: PlayerId
    table: "FreeTable"
    seed: Seed
    group: WatchedGroup
    record: Disk
    journal: Disk
    received: list[bytes] = field(default_factory=list)
    dropped: list[str] = field(default_factory=list)
    shown: list[Snapshot] = field(default_factory=list)
    effects: list[Effect] = field(default_factory=list)
    said: list[SignedEntry] = field(default_factory=list)
    lie: Lie | None = None
    told: list[SignedEntry] = field(default_factory=list)
    withheld: set[bytes] = field(default_factory=set)
    going: dict[bytes, list[tuple[bytes, tuple[str, ...] | None]]] = field(default_factory=dict)

    @property
    def snapshot(self) -> Snapshot:
        return self.shown[-1]

    @property
    def seat(self) -> Seat:
        return self.table._seat.number

    @property
    def phase(self) -> Phase:
        return self.snapshot.standing.phase

    @property
    def is_to_move(self) -> bool:
        return self.phase is Phase.TURN and self.seat in self.snapshot.standing.awaited

    @property
    def stopped(self) -> Fault | Collapsed | None:
        """What has stopped the game, or the first fault that it went on without."""
        return self.snapshot.stopped or next(iter(self.snapshot.faults), None)

    @property
    def wires(self) -> list[bytes]:
        """The entries of its record, as they lie there."""
        return list(RecordReader(BytesIO(self.record.getvalue())))

    def stories(self, honest: SignedEntry) -> list[SignedEntry]:
        """What is signed in place of *honest*; it goes out when the table says *honest*."""
        self.said.append(honest)
        if self.lie is None:
            self.going[honest.wire] = [(honest.wire, None)]
            return []
        self.going[honest.wire] = []
        stories: list[SignedEntry] = []
        for lie in self.lie(self, honest.entry):
            told = lie if isinstance(lie, Told) else Told(lie, None)
            signed = sign_entry(told.entry, self.identity)
            stories.append(signed)
            self.going[honest.wire].append((signed.wire, told.to))
        self.told += [signed for signed in stories if signed != honest]
        if not stories:
            self.withheld.add(honest.wire)
        return stories


class FreeTable(Table):
    """A table whose player is free to lie.

    It believes the first story that the rules let it believe, and is out of the game if there is
    none; so a liar stays in step with whoever believes it.
    """

    stories: Callable[[SignedEntry], list[SignedEntry]]

    def _say(self, speech: Speech, moment: Moment, about: bytes = b"") -> list[Effect]:
        honest = self._sign(speech, moment)
        stories = self.stories(honest)
        if not stories:
            return super()._say(speech, moment, about)
        for signed in (*stories, honest):
            if isinstance(self._referee.admit(signed.wire), Admitted):
                return [Say(honest.wire), self._show()]
        self._stopped = Collapsed("nobody believes it", honest)
        return [Say(honest.wire)]


class Lan:
    """Peers that hear each other; `play` runs them until nothing more is to be delivered.

    Every frame is delivered once, and *repeats* times more.
    """

    def __init__(  # noqa: PLR0913 - each has a default that most tests are content with
        self,
        names: Sequence[str] = NAMES[:3],
        *,
        seed: int = 1,
        group: Group | None = None,
        options: Options | None = None,
        bot: Bot | None = None,
        evening: int = 1,
        repeats: int = 0,
    ) -> None:
        self.group = group or Edwards25519()
        self.seed = seed
        self.charter = charter_of(names, seed, options, evening)
        self.random = random.Random(seed)
        self.repeats = repeats
        self.bot = bot or greedy_bot
        self.cut: set[frozenset[str]] = set()
        self._frames: dict[tuple[PlayerId, PlayerId], deque[bytes]] = {}
        self.peers = {name: self._neighbour(name, self.charter) for name in names}
        self._by_player = {peer.player: peer for peer in self.peers.values()}

    def __getitem__(self, name: str) -> Neighbour:
        return self.peers[name]

    def others(self, name: str) -> list[Neighbour]:
        return [peer for peer in self.peers.values() if peer.name != name]

    def named(self, seat: int) -> Neighbour:
        return self._by_player[self.charter.players[seat].identity]

    def invite(self, name: str, charter: Charter) -> None:
        """Seat one peer, before the game begins, with another charter than the rest."""
        self.peers[name] = self._neighbour(name, charter)
        self._by_player[self[name].player] = self[name]

    @property
    def mover(self) -> Neighbour:
        """The peer that is to move, if all wait for it."""
        (mover,) = (peer for peer in self.peers.values() if peer.is_to_move)
        return mover

    def fork(self) -> "Lan":
        """A copy that goes its own way from here, and remembers no snapshot but the last."""
        memo: dict[int, object] = {id(self.charter): self.charter, id(self.group): self.group}
        for peer in self.peers.values():
            memo[id(peer.shown)] = peer.shown[-1:]
            memo[id(peer.received)] = peer.received.copy()
            memo[id(peer.said)] = peer.said.copy()
            memo[id(peer.effects)] = []
            memo[id(peer.group.touched)] = []
        return copy.deepcopy(self, memo)

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
        for _ in range(1 + self.repeats):
            self.perform(peer, peer.table.receive(sender, wire))
        return True

    def send(self, sender: PlayerId, receiver: PlayerId, wire: bytes) -> None:
        pair = frozenset(self._by_player[one].name for one in (sender, receiver))
        if pair not in self.cut:
            self._frames.setdefault((sender, receiver), deque()).append(wire)

    def tell(self, name: str, entry: Entry) -> None:
        """Let one peer sign *entry*, whatever its table says, and send it to all others."""
        author = self[name]
        signed = sign_entry(entry, author.identity)
        if signed not in author.said:
            author.told.append(signed)
        self._send_all(author, [other.name for other in self.others(name)], [signed.wire])

    def perform(self, peer: Neighbour, effects: Iterable[Effect]) -> None:
        """Do what *peer*'s table asks to be done."""
        others = [other.name for other in self.peers.values() if other is not peer]
        for effect in effects:
            peer.effects.append(effect)
            match effect:
                case Say(wire):
                    for told, ears in peer.going.pop(wire):
                        self._send_all(peer, others if ears is None else ears, [told])
                case Forward(wire, source):
                    names = [name for name in others if self[name].player != source]
                    self._send_all(peer, names, [wire])
                case Answer(asker, wires):
                    given = [wire for wire in wires if wire not in peer.withheld]
                    self._send_all(peer, [self._by_player[asker].name], given)
                case Ask(asked, step):
                    neighbour = self._by_player[asked]
                    self.perform(neighbour, neighbour.table.asked(peer.player, step))
                case Drop(_, reason):
                    peer.dropped.append(reason)
                case Show(snapshot):
                    peer.shown.append(snapshot)
                case _:
                    assert_never(effect)

    def faults(self, seen_by_all_but: str) -> set[Fault | Collapsed | None]:
        """What stopped the game, as all but one peer see it."""
        return {peer.stopped for peer in self.others(seen_by_all_but)}

    def record(self, name: str) -> bytes:
        return self.peers[name].record.getvalue()

    def _send_all(self, peer: Neighbour, names: Iterable[str], wires: Iterable[bytes]) -> None:
        receivers = [self[name].player for name in names]
        for wire in wires:
            for receiver in receivers:
                self.send(peer.player, receiver, wire)

    def _one_moves(self) -> bool:
        for peer in self.peers.values():
            # Whoever has found a fault has gone on without its author: that is seen by now, and
            # the rest of such a game is for `tests/simulator`.
            if peer.is_to_move and not peer.snapshot.is_finished and not peer.snapshot.faults:
                choice = self.bot(peer.snapshot, self.random)
                self.perform(peer, peer.table.intend(choice))
                return True
        return False

    def _neighbour(self, name: str, charter: Charter) -> Neighbour:
        identity = identity_of(name, self.seed)
        secret = Seed(labelled_hash(b"tests seed", name.encode(), self.seed.to_bytes(8, "big")))
        record, journal, group = Disk(), Disk(), WatchedGroup(self.group)
        table = FreeTable(
            identity=identity,
            charter=charter,
            seed=secret,
            group=group,
            record=RecordWriter(record, record.sync),
            journal=Journal(journal, journal.sync),
        )
        group.secret = table._seat.secret
        peer = Neighbour(name, identity, identity.player, table, secret, group, record, journal)
        table.stories = peer.stories
        return peer


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


def swapping_bot(snapshot: Snapshot, random: random.Random) -> Choice:
    """A swap of all that may be swapped; without a swap as the greedy bot."""
    stage = snapshot.standing.stage
    assert isinstance(stage, Playing)
    position = stage.position
    if position.opening is not None or not position.bag_size:
        return greedy_bot(snapshot, random)
    return PutAside(tuple(tile.face for tile in snapshot.hand)[: position.bag_size])


def sparing_bot(snapshot: Snapshot, _random: random.Random) -> Choice:
    """One tile a turn, until one is left in the bag: that it swaps."""
    stage = snapshot.standing.stage
    assert isinstance(stage, Playing)
    hand = [tile.face for tile in snapshot.hand]
    gaps = stage.position.board.gaps
    placements = (
        Placement(cell, face)
        for cell, gap in gaps.items()
        for face in hand
        if gap.faces >> face.index & 1
    )
    placement = next(placements, None) if stage.position.bag_size > 1 else None
    return PutAside((hand[0],)) if placement is None else Play((placement,))
