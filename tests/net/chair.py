"""One whole peer: its key, its door, its table, and all that it has seen."""

import random
from dataclasses import dataclass, field
from functools import partial
from io import BytesIO

from twisted.internet.asyncioreactor import AsyncioSelectorReactor
from twisted.internet.defer import Deferred

from p2pqwirkle.bag.group import Group
from p2pqwirkle.bag.transcript import Seed
from p2pqwirkle.codes import Code
from p2pqwirkle.net.door import Door
from p2pqwirkle.net.game import Game
from p2pqwirkle.net.guest import JoinerLobby
from p2pqwirkle.net.handshake import connect
from p2pqwirkle.net.link import Closure, Keeper, Link
from p2pqwirkle.net.lobby import Company, HostLobby, Terms
from p2pqwirkle.net.reactor import Address
from p2pqwirkle.net.seating import Roster
from p2pqwirkle.net.seeking import Seeker
from p2pqwirkle.net.tls import Credentials
from p2pqwirkle.net.wayback import WayBack
from p2pqwirkle.record.chat import SignedRemark
from p2pqwirkle.record.entry import labelled_hash
from p2pqwirkle.record.identity import PlayerId
from p2pqwirkle.record.journal import Journal
from p2pqwirkle.record.record import RecordWriter
from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.table.charter import Options, Player
from p2pqwirkle.table.effects import Snapshot
from p2pqwirkle.table.phases import Phase
from p2pqwirkle.table.table import Table
from tests.lan import greedy_bot, identity_of

ANYWHERE = Address("127.0.0.1", 0)


@dataclass(eq=False)
class Chair:
    """One peer: its key, its door, and all that it has seen."""

    reactor: AsyncioSelectorReactor
    name: str
    seed: int = 1
    snapshots: list[Snapshot] = field(default_factory=list)
    remarks: list[SignedRemark] = field(default_factory=list)
    links: list[frozenset[Seat]] = field(default_factory=list)
    rosters: list[Roster] = field(default_factory=list)
    strangers: list[tuple[str, Closure]] = field(default_factory=list)
    tries: list[tuple[str, int]] = field(default_factory=list)
    code: Code | None = None
    is_hasty: bool = True
    lobby: HostLobby | JoinerLobby | None = None
    record: BytesIO = field(default_factory=BytesIO)
    game: Game | None = None
    sleeps: bool = False
    watchers: list[int] = field(default_factory=list)
    options: Options = field(default_factory=Options)
    comes_back: bool = False
    losses: int = 0

    def __post_init__(self) -> None:
        self.identity = identity_of(self.name, self.seed)
        self.credentials = Credentials(self.identity)
        self.door = Door(self.reactor, self.credentials, self.turned_away)

    @property
    def player(self) -> Player:
        nonce = labelled_hash(b"tests nonce", self.name.encode())
        return Player(self.identity.player, self.name, None, nonce)

    @property
    def door_address(self) -> Address:
        """Where it listens."""
        assert self.door._port is not None
        return Address("127.0.0.1", self.door._port.getHost().port)

    @property
    def playing(self) -> Game:
        """Its game, which has begun."""
        assert self.game is not None
        return self.game

    @property
    def seen(self) -> Snapshot:
        """What it has seen last."""
        return self.snapshots[-1]

    @property
    def step(self) -> int:
        return self.seen.standing.moment.step if self.snapshots else -1

    @property
    def is_in_turns(self) -> bool:
        """Whether the tiles are dealt, and it is somebody's turn."""
        return bool(self.snapshots) and self.seen.standing.phase is Phase.TURN

    @property
    def is_to_move(self) -> bool:
        return self.is_in_turns and self.seen.seat in self.seen.standing.awaited

    def open_table(self, players: int) -> tuple[HostLobby, Address]:
        lobby = HostLobby(self.reactor, self.player, Terms(players, self.options, self.code), self)
        self.lobby = lobby
        self.door.offer(lobby)
        where = self.door.listen(ANYWHERE)
        lobby.where = (where,)
        return lobby, where

    def join(self, host: Address) -> "Deferred[tuple[Company, Link]]":
        lobby = JoinerLobby(
            self.player,
            host,
            lambda near: (self.door.listen(Address(near, 0)),),
            self.seated,
            code=self.code,
            way_back=self.way_back(host) if self.comes_back else None,
        )
        self.lobby = lobby
        connect(self.reactor, self.credentials, host, keeper=lobby, failed=lobby.failed)
        return lobby.complete

    def way_back(self, host: Address) -> WayBack:
        def seeker(key: PlayerId, keeper: Keeper) -> Seeker:
            dial = partial(connect, self.reactor, self.credentials, pin=key)
            return Seeker(self.reactor, dial, lambda: (host,), keeper)

        return WayBack(self.reactor, seeker, self.lost)

    def lost(self) -> None:
        self.losses += 1

    def seated(self, roster: Roster) -> None:
        self.rosters.append(roster)
        is_due = roster.is_full and not roster.is_ready(self.identity.player)
        if is_due and self.is_hasty and self.lobby is not None:
            self.lobby.say_ready(is_ready=True)

    def tried(self, host: str, failed: int) -> None:
        self.tries.append((host, failed))

    def turned_away(self, host: str, closure: Closure) -> None:
        self.strangers.append((host, closure))

    def sit_down(
        self, company: Company, group: Group, patience: float, record: BytesIO | None = None
    ) -> Game:
        self.record = record or self.record
        table = Table(
            identity=self.identity,
            charter=company.charter,
            seed=Seed(labelled_hash(b"tests seed", self.name.encode())),
            group=group,
            record=RecordWriter(self.record, _no_sync),
            journal=Journal(BytesIO(), _no_sync),
        )
        self.game = Game(
            self.reactor,
            self.credentials,
            company,
            table,
            patience=patience,
            viewer=self,
        )
        return self.game

    def linked(self, seats: frozenset[Seat]) -> None:
        self.links.append(seats)

    def heard(self, signed: SignedRemark) -> None:
        self.remarks.append(signed)

    def watched(self, count: int) -> None:
        self.watchers.append(count)

    def shown(self, snapshot: Snapshot) -> None:
        self.snapshots.append(snapshot)
        standing = snapshot.standing
        is_ours = standing.phase is Phase.TURN and snapshot.seat in standing.awaited
        is_new = len(self.snapshots) < 2 or self.snapshots[-2].standing.moment != standing.moment
        if is_ours and is_new and not self.sleeps and self.game is not None:
            choice = greedy_bot(snapshot, random.Random(1))
            # In an evening that is cut short, the table may be gone before our move.
            self.game.intend(choice).addErrback(lambda _: None)


def _no_sync() -> None:
    """There is no disk under these streams."""
