"""The host's side of the lobby: who gets a seat, and when all are agreed on what to sign."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from twisted.internet.defer import Deferred

from p2pqwirkle import __version__
from p2pqwirkle.codes import Code
from p2pqwirkle.errors import Breach
from p2pqwirkle.net.frames import Frame, Hello, Here
from p2pqwirkle.net.gate import Gate, GateEars
from p2pqwirkle.net.link import Closure, Link
from p2pqwirkle.net.listing import Listing, TableId, salt_of, table_id
from p2pqwirkle.net.lobby_frames import Ready, Rename, Welcome
from p2pqwirkle.net.party import Guest, Party
from p2pqwirkle.net.reactor import Address, Clock
from p2pqwirkle.net.seating import MAX_HOSTS, Contact, Join, Roster, Start
from p2pqwirkle.record.identity import PlayerId
from p2pqwirkle.table.charter import MIN_PLAYERS, Charter, Options, Player, check_name, draw_up


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
class Terms:
    """What a host offers.

    Attributes:
        wanted: how many players the game begins with.
        code: what one has to know to be let in; None lets everybody in.
        kept_for: who alone may have a seat; everybody if it is empty.
        barred: who gets none, whatever it knows.
    """

    wanted: int
    options: Options
    code: Code | None = None
    kept_for: frozenset[PlayerId] = frozenset()
    barred: frozenset[PlayerId] = frozenset()


class Deserted(Exception):  # noqa: N818 - nobody's error
    """Nobody has come back to the table."""


class HostEars(GateEars, Protocol):
    """Who is told what happens at a host's table."""

    def seated(self, roster: Roster) -> None:
        """Somebody has come, gone, become ready or taken another name."""


class HostLobby:
    """The host's side: gives seats until all are taken and all players are ready.

    Args:
        clock: local time.
        host: our own line in the charter.
        terms: what we offer.
        ears: told what happens.

    Attributes:
        complete: fires when all are ready and everybody was told; fails if all are `Deserted`.
        where: the addresses at which the host listens, all with one port.
        gate: lets in who was invited.
    """

    def __init__(self, clock: Clock, host: Player, terms: Terms, ears: HostEars) -> None:
        self.complete: Deferred[Company] = Deferred()
        self.where: tuple[Address, ...] = ()
        self._terms = terms
        self._ears = ears
        self._party = Party(host)
        self.gate = Gate(clock, host.identity, terms.code, inside=self, ears=ears)
        self._out = set(terms.barred)
        self._invited: set[PlayerId] = set()
        self._start: Start | None = None
        self._greet: Callable[[Link, Hello], None] | None = None

    @property
    def roster(self) -> Roster:
        """Who sits at the table so far."""
        return self._party.roster(self._terms.wanted, self._terms.options)

    @property
    def table(self) -> TableId:
        """The id of the table."""
        host = self._party.host
        return table_id(host.identity, salt_of(host))

    def listing(self) -> Listing:
        """What somebody who only looks is told."""
        host = self._party.host
        return Listing(
            program=__version__,
            salt=salt_of(host),
            name=host.name,
            wanted=self._terms.wanted,
            free=self._terms.wanted - len(self._party.players),
            needs_code=self.gate.code is not None,
            options=self._terms.options,
        )

    def seat(self, link: Link, join: Join) -> None:
        """Give a seat to the peer of *link*, once it has shown that it was invited.

        Raises:
            Breach: L4.2 if the game is on, L4.3 if all seats are taken, L4.4 if this key has
                one, L4.6 if it was put out, T1.4 for the name; L10 and B1 from the gate.
        """
        guest = self._party.guest(link.peer)
        if guest is not None and guest.player.nonce == join.nonce:
            self._take_back(guest, link, join)
            return
        self._check(link.peer, join)
        if link.peer in self._invited and join.element is None:
            self.sit_down(link, join, None)
        else:
            self.gate.knock(link, join)

    def sit_down(self, link: Link, join: Join, proof: bytes | None) -> None:
        """The peer of *link* was invited; the gate calls this.

        Raises:
            Breach: as `seat`.
        """
        self._check(link.peer, join)
        player = Player(link.peer, join.name, join.age, join.nonce)
        link.keeper = self
        link.settle()
        link.send(Welcome(proof))
        self._invited.add(link.peer)
        self._become(self._party.joined(Guest(player, link, join.port, join.hosts)))

    def say_ready(self, *, is_ready: bool) -> None:
        """Our own player is ready to play with those who are here, or is so no more."""
        self._ready(self._party.host.identity, is_ready=is_ready)

    def rename(self, name: str) -> None:
        """Our own player wants to be called *name*, which a charter would take."""
        if not self._is_complete:
            self._become(self._party.renamed(self._party.host.identity, name))

    def put_out(self, player: PlayerId) -> None:
        """Send *player* away; its key does not come back to this table."""
        guest = self._party.guest(player)
        if guest is None or self._is_complete:
            return
        self._invited.discard(player)
        self._out.add(player)
        guest.link.refuse(Breach("L4.6", "the host has put this key out"))
        self._become(self._party.left(guest))

    def settle_for_present(self) -> None:
        """Wait for nobody any more who is not here; `complete` fails if that is everybody."""
        here = frozenset(player.identity for player in self._party.players)
        if self._is_complete or len(here) == self._terms.wanted:
            return
        if len(here) < MIN_PLAYERS:
            self.complete.errback(Deserted())
        else:
            self._terms = replace(self._terms, wanted=len(here), kept_for=here)
            self._become(self._party.closed_up())

    def hand_over(self, greet: Callable[[Link, Hello], None]) -> None:
        """From now on *greet* takes the guests' links into the game, one Hello after another."""
        self._greet = greet

    def close(self) -> None:
        """Send everybody away: there will be no game."""
        for guest in self._party.guests:
            guest.link.leave("the host has closed the table")

    def opened(self, link: Link) -> None:
        """Does not happen: the door opens links."""

    def received(self, link: Link, frame: Frame) -> None:
        """Listen to a guest.

        Raises:
            Breach: L2.4 for what no guest says at this stage.
        """
        match frame:
            case Here():
                pass
            case Ready(number, is_ready):
                if number == self._party.number:
                    self._ready(link.peer, is_ready=is_ready)
            case Rename(name):
                if not self._is_complete:
                    self._become(self._party.renamed(link.peer, name))
            case Hello() if self._greet is not None:
                self._greet(link, frame)
            case _:
                raise Breach("L2.4", f"{frame.KIND.name} in the lobby")

    def closed(self, link: Link, _closure: Closure) -> None:
        """A guest has gone; as long as the charter is not drawn up, its seat is free again."""
        guest = self._party.guest(link.peer)
        if guest is not None and guest.link is link and not self._is_complete:
            self._become(self._party.left(guest))

    def sign_of_life(self) -> Here:
        """Nothing but that we are there."""
        return Here()

    @property
    def _is_complete(self) -> bool:
        return self._start is not None

    def _take_back(self, guest: Guest, link: Link, join: Join) -> None:
        """The same run of a guest's program has lost its link, and may lack our last words."""
        if guest.link.keeper is self:
            guest.link.leave("a newer link has replaced it")
        link.keeper = self
        link.settle()
        link.send(Welcome(None))
        self._party = self._party.back(guest, link, join)
        link.send(self.roster)
        if self._start is not None:
            link.send(self._start)

    def _check(self, peer: PlayerId, join: Join) -> None:
        if peer in self._out:
            raise Breach("L4.6", "the host has put this key out")
        if self._is_complete:
            raise Breach("L4.2", "the game has begun")
        if len(self._party.players) == self._terms.wanted:
            raise Breach("L4.3", f"all {self._terms.wanted} seats are taken")
        if self._terms.kept_for and peer not in self._terms.kept_for:
            raise Breach("L4.3", "the seats are kept for those who have played here")
        if peer in {player.identity for player in self._party.players}:
            raise Breach("L4.4", f"{peer.hex()} has a seat already")
        check_name(join.name)

    def _ready(self, player: PlayerId, *, is_ready: bool) -> None:
        """Hear that a player is ready for the present roster, which has to be full."""
        if self._is_complete or not self.roster.is_full:
            return
        self._become(self._party.readied(player, is_ready=is_ready))

    def _become(self, party: Party) -> None:
        self._party = party
        roster = self.roster
        for guest in party.guests:
            guest.link.send(roster)
        self._ears.seated(roster)
        if party is self._party and party.is_ready(self._terms.wanted):
            self._begin()

    def _begin(self) -> None:
        charter = draw_up(self._party.players, self._terms.options)
        contacts = tuple(guest.contact for guest in self._party.guests)
        self._start = Start(charter.encode(), (self._contact(), *contacts))
        for guest in self._party.guests:
            guest.link.send(self._start)
        addresses = {contact.player: contact.addresses for contact in contacts}
        self.complete.callback(Company(charter, addresses))

    def _contact(self) -> Contact:
        """Where the host listens, for guests whose link breaks."""
        assert self.where  # guests have found it there
        hosts = tuple(address.host.partition("%")[0] for address in self.where)
        return Contact(self._party.host.identity, self.where[0].port, hosts[:MAX_HOSTS])
