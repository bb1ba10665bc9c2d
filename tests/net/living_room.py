"""Whole peers in one process: real TLS over loopback sockets between them, and nothing else."""

import asyncio
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from io import BytesIO

from twisted.internet.asyncioreactor import AsyncioSelectorReactor
from twisted.internet.defer import Deferred

from p2pqwirkle.bag.group import Group
from p2pqwirkle.bag.transcript import Seed
from p2pqwirkle.codes import Code
from p2pqwirkle.net.door import Door
from p2pqwirkle.net.endings import Ending
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
from tests.lan import NAMES, greedy_bot, identity_of
from tests.small_group import SmallGroup

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


@dataclass(eq=False)
class LivingRoom:
    """Peers who sit down together; the first one hosts."""

    reactor: AsyncioSelectorReactor
    loop: asyncio.SelectorEventLoop
    chairs: Sequence[Chair]
    group: Group = field(default_factory=SmallGroup)
    patience: float = 60.0
    lobby: HostLobby | None = None
    address: Address = ANYWHERE
    companies: dict[str, Company] = field(default_factory=dict)
    host_links: dict[str, Link] = field(default_factory=dict)
    apart: set[tuple[str, str]] = field(default_factory=set)
    endings: "dict[str, Deferred[Ending]]" = field(default_factory=dict)

    async def gather(self) -> None:
        """Everybody joins the first one's table."""
        host, *joiners = self.chairs
        self.lobby, self.address = host.open_table(len(self.chairs))
        joined = [chair.join(self.address) for chair in joiners]
        self.companies[host.name] = await self.lobby.complete.asFuture(self.loop)
        for chair, deferred in zip(joiners, joined, strict=True):
            company, link = await deferred.asFuture(self.loop)
            self.companies[chair.name] = company
            self.host_links[chair.name] = link

    def cut(self, one: str, other: str) -> None:
        """Let there be no way between two players."""
        self.apart |= {(one, other), (other, one)}
        host = self.chairs[0].name
        if host in (one, other):
            self.host_links[other if host == one else one].leave("the cable is cut")

    def begin(self, records: Mapping[str, BytesIO] | None = None) -> None:
        """Begin to play."""
        assert self.lobby is not None  # gathered before
        for chair in self.chairs:
            record = (records or {}).get(chair.name)
            game = chair.sit_down(self.companies[chair.name], self.group, self.patience, record)
            self.endings[chair.name] = game.ended
            for far in (far for name, far in self.apart if name == chair.name):
                game._mesh._neighbours[self.key_of(far)]._seeker._where = tuple
            if chair.name in self.host_links:
                game.begin_as_joiner(chair.door, self.host_links[chair.name])
            else:
                game.begin_as_host(chair.door, self.lobby)

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait for something to have happened."""
        while not holds():  # noqa: ASYNC110 - what is waited for tells nobody
            await asyncio.sleep(0.005)

    async def endings_of(self, *names: str) -> list[Ending]:
        """How the game ended for some, or for all."""
        wanted = names or tuple(self.endings)
        return [await self.endings[name].asFuture(self.loop) for name in wanted]

    async def go_home(self) -> None:
        """Leave nothing behind."""
        for chair in self.chairs:
            chair.door.shut()
            if chair.game is not None:
                chair.game.abandon()
        await asyncio.sleep(0.05)

    def chair(self, name: str) -> Chair:
        return next(chair for chair in self.chairs if chair.name == name)

    def key_of(self, name: str) -> PlayerId:
        return self.chair(name).identity.player


def living_room(
    reactor: AsyncioSelectorReactor, loop: asyncio.SelectorEventLoop, players: int
) -> LivingRoom:
    return LivingRoom(reactor, loop, [Chair(reactor, name) for name in NAMES[:players]])


def link_between(room: LivingRoom, one: str, other: str) -> Link | None:
    """The link over which *one* talks to *other* at present."""
    game = room.chair(one).game
    assert game is not None  # begun before
    return game._mesh._neighbours[room.key_of(other)].newest


def closures_of(link: Link) -> list[Closure]:
    """How *link* will have ended."""
    closures: list[Closure] = []
    closed = link.keeper.closed

    def note(link: Link, closure: Closure) -> None:
        closures.append(closure)
        closed(link, closure)

    link.keeper.closed = note  # type: ignore[method-assign]
    return closures


def _no_sync() -> None:
    """There is no disk under these streams."""
