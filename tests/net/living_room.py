"""Whole peers in one process: real TLS over loopback sockets between them, and nothing else."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from io import BytesIO
from typing import Self

from twisted.internet.asyncioreactor import AsyncioSelectorReactor
from twisted.internet.defer import Deferred

from p2pqwirkle.bag.group import Group
from p2pqwirkle.net.endings import Ending, Over
from p2pqwirkle.net.link import Link
from p2pqwirkle.net.lobby import Company, HostLobby
from p2pqwirkle.net.reactor import Address
from p2pqwirkle.record.identity import PlayerId
from tests.net.chair import ANYWHERE, Chair
from tests.net.pair import Listener
from tests.small_group import SmallGroup


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
    visitors: list[Listener] = field(default_factory=list)

    @property
    def records(self) -> set[bytes]:
        return {chair.record.getvalue() for chair in self.chairs}

    @property
    def goes_on(self) -> bool:
        """Whether the game has ended for nobody yet."""
        return not any(ending.called for ending in self.endings.values())

    def open_table(self) -> HostLobby:
        """The first one opens a table for everybody, and nobody has come."""
        self.lobby, self.address = self.chairs[0].open_table(len(self.chairs))
        return self.lobby

    async def gather(self) -> None:
        """Everybody joins the first one's table."""
        host, *joiners = self.chairs
        lobby = self.open_table()
        joined = [chair.join(self.address) for chair in joiners]
        self.companies[host.name] = await lobby.complete.asFuture(self.loop)
        for chair, deferred in zip(joiners, joined, strict=True):
            company, link = await deferred.asFuture(self.loop)
            self.companies[chair.name] = company
            self.host_links[chair.name] = link

    async def gathered(self) -> Self:
        """This room, once everybody sits at the table."""
        await self.gather()
        return self

    async def begun(self) -> Self:
        """This room, at the very beginning of a game."""
        await self.gather()
        self.begin()
        return self

    async def thinking(self) -> Self:
        """This room in a game in which nobody moves, at the first turn."""
        await self.gather()
        await self.think()
        return self

    async def in_play(self, steps: int = 20) -> Self:
        """This room, when its game is well under way."""
        await self.begun()
        await self.until_step(steps)
        return self

    async def think(self) -> None:
        """Begin a game in which nobody moves, and wait for the first turn."""
        for chair in self.chairs:
            chair.sleeps = True
        self.begin()
        await self.until(lambda: all(chair.is_in_turns for chair in self.chairs))

    async def until_step(self, steps: int) -> None:
        """Wait until everybody has seen so many steps."""
        await self.until(lambda: all(chair.step >= steps for chair in self.chairs))

    def cut(self, one: str, other: str) -> None:
        """Let there be no way between two players."""
        self.apart |= {(one, other), (other, one)}
        host = self.chairs[0].name
        if host in (one, other):
            self.host_links[other if host == one else one].leave("the cable is cut")

    def mislead(self, one: str, other: str, where: Address) -> None:
        """Let two players look for each other at *where*, which is wrong."""
        for name, sought in ((one, other), (other, one)):
            company = self.companies[name]
            addresses = {**company.addresses, self.key_of(sought): (where,)}
            self.companies[name] = replace(company, addresses=addresses)

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

    async def all_finish_alike(self) -> None:
        """See everybody come to the end of the game, with the same record."""
        endings = await self.endings_of()

        assert all(isinstance(ending, Over) for ending in endings)
        assert len(self.records) == 1

    async def go_home(self) -> None:
        """Leave nothing behind."""
        if self.lobby is not None and self.chairs[0].game is None:
            self.lobby.close()
        for link in (link for visitor in self.visitors for link in visitor.links):
            link.leave("enough")
        await self.until(lambda: all(len(one.closures) >= len(one.links) for one in self.visitors))
        for chair in self.chairs:
            chair.door.shut()
            if chair.game is not None:
                chair.game.abandon()
        await asyncio.sleep(0.05)

    def chair(self, name: str) -> Chair:
        return next(chair for chair in self.chairs if chair.name == name)

    def key_of(self, name: str) -> PlayerId:
        return self.chair(name).identity.player
