"""A watcher in the living room: its key, what it has seen, and the record that it keeps."""

from dataclasses import dataclass, field
from io import BytesIO

from twisted.internet.asyncioreactor import AsyncioSelectorReactor

from p2pqwirkle.bag.group import Group
from p2pqwirkle.net.handshake import connect
from p2pqwirkle.net.lobby import Company
from p2pqwirkle.net.reactor import Address
from p2pqwirkle.net.tls import Credentials
from p2pqwirkle.net.watch_lobby import WatcherLobby
from p2pqwirkle.net.watching import Ending, Watching
from p2pqwirkle.record.chat import SignedRemark
from p2pqwirkle.record.record import RecordWriter
from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.table.effects import View
from p2pqwirkle.table.onlooker import Onlooker
from tests.lan import identity_of
from tests.net.living_room import LivingRoom


@dataclass(eq=False)
class Stool:
    """Where somebody sits who only watches."""

    room: LivingRoom
    name: str = "guest"
    views: list[View] = field(default_factory=list)
    remarks: list[SignedRemark] = field(default_factory=list)
    links: list[frozenset[Seat]] = field(default_factory=list)
    record: BytesIO = field(default_factory=BytesIO)
    watching: Watching | None = None

    @property
    def reactor(self) -> AsyncioSelectorReactor:
        return self.room.reactor

    @property
    def credentials(self) -> Credentials:
        return Credentials(identity_of(self.name, 1))

    @property
    def step(self) -> int:
        return self.views[-1].standing.moment.step if self.views else -1

    async def company(self, player: Address | None = None) -> Company:
        """Who plays, as *player* says, or the host."""
        where = player or self.room.address
        lobby = WatcherLobby(where)
        connect(self.reactor, self.credentials, where, keeper=lobby, failed=lobby.failed)
        return await lobby.complete.asFuture(self.room.loop)

    def sit_down(
        self, company: Company, *, group: Group | None = None, patience: float = 60.0
    ) -> Watching:
        onlooker = Onlooker(
            charter=company.charter,
            group=group or self.room.group,
            record=RecordWriter(self.record, lambda: None),
        )
        self.watching = Watching(
            self.reactor, self.credentials, company, onlooker, patience=patience, eyes=self
        )
        self.watching.begin()
        return self.watching

    async def ending(self) -> Ending:
        assert self.watching is not None  # it has sat down
        return await self.watching.ended.asFuture(self.room.loop)

    async def go_home(self) -> None:
        if self.watching is not None and not self.watching.ended.called:
            self.watching.abandon()
            await self.ending()

    def seen(self, view: View) -> None:
        self.views.append(view)

    def linked(self, seats: frozenset[Seat]) -> None:
        self.links.append(seats)

    def heard(self, signed: SignedRemark) -> None:
        self.remarks.append(signed)
