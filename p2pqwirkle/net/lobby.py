"""The lobby: how players come to a table, and agree on what all of them will sign."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from twisted.internet.defer import Deferred

from p2pqwirkle import __version__
from p2pqwirkle.errors import Breach
from p2pqwirkle.net.frames import Frame, Hello, Here
from p2pqwirkle.net.link import Closure, Link, LinkError
from p2pqwirkle.net.listing import Listing, TableId, salt_of, table_id
from p2pqwirkle.net.reactor import Address
from p2pqwirkle.net.seating import MAX_HOSTS, Contact, Join, Roster, Seated, Start, Welcome
from p2pqwirkle.record.identity import PlayerId
from p2pqwirkle.table.charter import (
    Charter,
    Options,
    Player,
    check_name,
    draw_up,
    read_charter,
)


@dataclass(frozen=True, slots=True)
class Company:
    """Who plays, and where to find them.

    Attributes:
        charter: what everyone is to sign.
        addresses: where each other player may listen; nowhere if only it can dial.
    """

    charter: Charter
    addresses: Mapping[PlayerId, tuple[Address, ...]]


@dataclass(frozen=True, slots=True)
class _Guest:
    """Somebody with a seat, and the link that it came over."""

    player: Player
    link: Link
    port: int
    hosts: tuple[str, ...]

    @property
    def contact(self) -> Contact:
        """Where the guest listens: where its link comes from, and where it says."""
        seen = self.link.far_host.partition("%")[0]
        hosts = tuple(dict.fromkeys((seen, *self.hosts)))
        return Contact(self.player.identity, self.port, hosts[:MAX_HOSTS])


class HostLobby:
    """The host's side: gives seats until all are taken.

    Args:
        host: our own line in the charter.
        wanted: how many players the game begins with.
        options: the table's.
        shown: told of each change of the roster.
        kept_for: who alone may have a seat; everybody if it is empty.

    Attributes:
        complete: fires when all seats are taken and everybody was told.
        where: the addresses at which the host listens, all with one port.
    """

    def __init__(
        self,
        host: Player,
        wanted: int,
        options: Options,
        shown: Callable[[Roster], None],
        *,
        kept_for: frozenset[PlayerId] = frozenset(),
    ) -> None:
        self.complete: Deferred[Company] = Deferred()
        self.where: tuple[Address, ...] = ()
        self._host = host
        self._wanted = wanted
        self._options = options
        self._shown = shown
        self._kept_for = kept_for
        self._guests: list[_Guest] = []
        self._is_complete = False
        self._greet: Callable[[Link, Hello], None] | None = None
        self._playing = 0

    @property
    def roster(self) -> Roster:
        """Who sits at the table so far."""
        players = (self._host, *(guest.player for guest in self._guests))
        return Roster(
            wanted=self._wanted,
            options=self._options,
            seated=tuple(Seated(one.identity, one.name, one.age) for one in players),
        )

    @property
    def table(self) -> TableId:
        """The id of the table."""
        return table_id(self._host.identity, salt_of(self._host))

    def listing(self) -> Listing:
        """What somebody who only looks is told."""
        return Listing(
            program=__version__,
            salt=salt_of(self._host),
            name=self._host.name,
            wanted=self._wanted,
            free=self._wanted - 1 - len(self._guests),
            needs_code=False,
            options=self._options,
        )

    def seat(self, link: Link, join: Join) -> None:
        """Give a seat to the peer of *link*, and tell everybody.

        Raises:
            Breach: L4.2 if the game is on, L4.3 if all seats are taken, L4.4 if this key has
                one, T1.4 for the name.
        """
        self._check(link.peer, join)
        player = Player(link.peer, join.name, join.age, join.nonce)
        self._guests.append(_Guest(player, link, join.port, join.hosts))
        link.keeper = self
        link.settle()
        link.send(Welcome())
        self._tell()
        if len(self._guests) + 1 == self._wanted:
            self._begin()

    def hand_over(self, greet: Callable[[Link, Hello], None]) -> None:
        """From now on *greet* takes the guests' links into the game, one Hello after another."""
        self._greet = greet

    def close(self) -> None:
        """Send everybody away: there will be no game."""
        for guest in self._guests:
            guest.link.leave("the host has closed the table")

    def opened(self, link: Link) -> None:
        """Does not happen: the door opens links."""

    def received(self, link: Link, frame: Frame) -> None:
        """Listen to a guest.

        Raises:
            Breach: L2.4 for anything but signs of life and, once all seats are taken, a Hello.
        """
        match frame:
            case Here():
                pass
            case Hello() if self._greet is not None:
                self._greet(link, frame)
                self._playing += 1
            case _:
                raise Breach("L2.4", f"{frame.KIND.name} in the lobby")

    def closed(self, link: Link, _closure: Closure) -> None:
        """A guest has gone; as long as the charter is not drawn up, its seat is free again."""
        if self._is_complete:
            return
        self._guests = [guest for guest in self._guests if guest.link is not link]
        self._tell()

    def sign_of_life(self) -> Here:
        """Nothing but that we are there."""
        return Here()

    def _check(self, peer: PlayerId, join: Join) -> None:
        """Decide who is let in.  An open table takes everyone; a code would be checked here."""
        if self._playing + 1 == self._wanted:
            raise Breach("L4.2", "the game has begun")
        if len(self._guests) + 1 == self._wanted:
            raise Breach("L4.3", f"all {self._wanted} seats are taken")
        if self._kept_for and peer not in self._kept_for:
            raise Breach("L4.3", "the seats are kept for those who have played here")
        taken = {self._host.identity, *(guest.player.identity for guest in self._guests)}
        if peer in taken:
            raise Breach("L4.4", f"{peer.hex()} has a seat already")
        check_name(join.name)

    def _tell(self) -> None:
        roster = self.roster
        for guest in self._guests:
            guest.link.send(roster)
        self._shown(roster)

    def _begin(self) -> None:
        self._is_complete = True
        charter = draw_up((self._host, *(guest.player for guest in self._guests)), self._options)
        contacts = tuple(guest.contact for guest in self._guests)
        start = Start(charter.encode(), (self._contact(), *contacts))
        for guest in self._guests:
            guest.link.send(start)
        addresses = {contact.player: contact.addresses for contact in contacts}
        self.complete.callback(Company(charter, addresses))

    def _contact(self) -> Contact:
        """Where the host listens, for guests whose link breaks."""
        assert self.where  # guests have found it there
        hosts = tuple(address.host.partition("%")[0] for address in self.where)
        return Contact(self._host.identity, self.where[0].port, hosts[:MAX_HOSTS])


class _Stage(Enum):
    """How far a joiner has come."""

    ASKING = "has no seat yet"
    SEATED = "waits for the others"
    COMPLETE = "knows what to sign"
    GONE = "has no way to the host"


class JoinerLobby:
    """A joiner's side: asks for a seat, and checks what it is to sign.

    Args:
        joiner: our own line in the charter.
        host: where the host was dialled.
        listen: begins to listen, best on the address of ours that it is given, and returns all
            addresses at which others may find us, with one port.
        shown: told of each change of the roster.

    Attributes:
        complete: fires with the company and the link to the host, or fails with a `LinkError`.
    """

    def __init__(
        self,
        joiner: Player,
        host: Address,
        listen: Callable[[str], Sequence[Address]],
        shown: Callable[[Roster], None],
    ) -> None:
        self.complete: Deferred[tuple[Company, Link]] = Deferred()
        self._joiner = joiner
        self._host = host
        self._listen = listen
        self._shown = shown
        self._stage = _Stage.ASKING
        self._roster: Roster | None = None

    def opened(self, link: Link) -> None:
        """Ask for a seat; only a welcome means that we have one."""
        where = self._listen(link.near_host)
        hosts = tuple(address.host for address in where)
        joiner = self._joiner
        link.send(Join(__version__, joiner.name, joiner.age, joiner.nonce, where[0].port, hosts))

    def received(self, link: Link, frame: Frame) -> None:
        """Listen to the host.

        Raises:
            Breach: L2.4 out of turn, L5 for what we do not sign.
        """
        match frame:
            case Here():
                pass
            case Welcome() if self._stage is _Stage.ASKING:
                self._stage = _Stage.SEATED
                link.settle()
            case Roster() if self._stage is _Stage.SEATED:
                self._roster = frame
                self._shown(frame)
            case Start() if self._stage is _Stage.SEATED and self._roster is not None:
                dialled = Address(link.far_host, self._host.port)
                company = company_of(frame, self._roster, self._joiner, link.peer, dialled)
                self._stage = _Stage.COMPLETE
                self.complete.callback((company, link))
            case _:
                raise Breach("L2.4", f"{frame.KIND.name} in the lobby")

    def closed(self, _link: Link, closure: Closure) -> None:
        """The host has gone, or has refused us."""
        self.failed(closure)

    def failed(self, closure: Closure) -> None:
        """There is no way to the host."""
        if self._stage in (_Stage.ASKING, _Stage.SEATED):
            self._stage = _Stage.GONE
            self.complete.errback(LinkError(closure))

    def sign_of_life(self) -> Here:
        """Nothing but that we are there."""
        return Here()


def company_of(
    start: Start, shown: Roster, joiner: Player, host: PlayerId, dialled: Address
) -> Company:
    """Who plays, as the *host* says when all seats are taken.

    Args:
        start: what the host has said.
        shown: the last roster before.
        joiner: our own line in the charter.
        host: its key.
        dialled: the address at which we have found it.

    Raises:
        Breach: E or T1 if there is no charter, L5 if it is one that we do not sign.
    """
    charter = read_charter(start.charter)
    check_charter(charter, joiner, host, shown)
    if sorted(contact.player for contact in start.contacts) != list(charter.identities):
        raise Breach("L5.3", "there is not one line of addresses for each player")
    addresses = {
        contact.player: reachable(contact.addresses, dialled)
        for contact in start.contacts
        if contact.player != joiner.identity
    }
    addresses[host] = tuple(dict.fromkeys((dialled, *addresses[host])))
    return Company(charter, addresses)


def check_charter(charter: Charter, own: Player, host: PlayerId, roster: Roster) -> None:
    """Check that *charter* is what its lobby has shown, with our own line in it.

    Raises:
        Breach: L5.1 if our line is missing or altered, L5.2 if the rest is not what was shown.
    """
    if own not in charter.players:
        raise Breach("L5.1", "our identity, name, age and fresh nonce are not all in the charter")
    shown = {(one.player, one.name, one.age) for one in roster.seated}
    lines = {(one.identity, one.name, one.age) for one in charter.players}
    if lines != shown or charter.options != roster.options or host not in charter.identities:
        raise Breach("L5.2", "the charter is not what the lobby has shown")


def reachable(addresses: Iterable[Address], host: Address) -> tuple[Address, ...]:
    """Those of *addresses*, as the host has told them, that can lead anywhere.

    A loopback address is that of a player on the host's own computer: from another one it would
    lead to ourselves.
    """
    return tuple(one for one in addresses if not one.is_loopback or host.is_loopback)
