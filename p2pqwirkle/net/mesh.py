"""The mesh: a link to every other player where one can be had, each pinned to its key."""

import secrets
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Final

from twisted.internet.base import DelayedCall

from p2pqwirkle.errors import Breach
from p2pqwirkle.net.directory import Directory
from p2pqwirkle.net.frames import RUN_SIZE, Contacts, Frame, Hello
from p2pqwirkle.net.framing import write_frame
from p2pqwirkle.net.handshake import connect
from p2pqwirkle.net.link import Link
from p2pqwirkle.net.neighbour import (
    OF_HIGHER_KEY,
    OF_LOWER_KEY,
    PATIENCE_SECONDS,
    Ears,
    Guide,
    Manners,
    Neighbour,
)
from p2pqwirkle.net.reactor import Address, Reactor
from p2pqwirkle.net.reunion import Reunion
from p2pqwirkle.net.seating import Contact
from p2pqwirkle.net.seeking import Seeker
from p2pqwirkle.net.tls import Credentials
from p2pqwirkle.record.entry import GameId
from p2pqwirkle.record.identity import PlayerId

LOOK_SECONDS: Final = 1
"""How often we look whether this computer has other addresses, and which links are dead."""


KeepWhereabouts = Callable[[Address | None, Mapping[PlayerId, Sequence[Address]]], None]
"""Is told where we listen, and where each of the others may listen."""


class Mesh:
    """The links of one game.

    The player with the lower key dials; the other one does so too when it was not dialled for a
    while, for a firewall may let through one way only.  Some links may never come to be: entries
    are passed on by everybody.

    Everybody tells its neighbours where it listens, and where it has found the others: so who
    gets another address in mid-game is found again by those that it cannot dial itself.

    Attributes:
        hello: how we greet.
    """

    def __init__(
        self,
        reactor: Reactor,
        credentials: Credentials,
        game: GameId,
        addresses: Mapping[PlayerId, Sequence[Address]],
        ears: Ears,
    ) -> None:
        self._reactor = reactor
        self._directory = Directory(credentials.player, addresses)
        self.hello = Hello(game, secrets.token_bytes(RUN_SIZE))
        self._own = credentials.player
        self._next_look: DelayedCall | None = None
        self._keep: KeepWhereabouts = lambda _listening, _where: None
        self._kept: object = None
        self._neighbours = neighbours(
            reactor,
            credentials,
            self.hello,
            self._directory,
            ears=ears,
            guide=self,
            manners=partial(_manners, credentials.player),
        )

    @property
    def connected(self) -> frozenset[PlayerId]:
        """The players with a link in use."""
        return frozenset(one.player for one in self._neighbours.values() if one.is_connected)

    @property
    def parted(self) -> frozenset[PlayerId]:
        """The players who have told us that they are in this game no more."""
        return frozenset(one.player for one in self._neighbours.values() if one.has_parted)

    def begin(self, listening: Address | None) -> None:
        """Look after the links from now on; the others can dial us where we are *listening*."""
        self._directory.listening = listening
        self._look()

    def seek_guests(self) -> None:
        """As the host: use the links of the lobby, and dial those who do not say Hello there."""
        for neighbour in self._neighbours.values():
            neighbour.seek(after=PATIENCE_SECONDS)

    def seek_others(self, host_link: Link) -> None:
        """As a joiner: use the link to the host, and dial the others."""
        for player, neighbour in self._neighbours.items():
            if player == host_link.peer:
                neighbour.adopt(host_link)
            else:
                neighbour.seek(after=0.0)

    def seek_all(self) -> None:
        """As one who comes back: dial everybody."""
        for neighbour in self._neighbours.values():
            neighbour.seek(after=0.0)

    def seek_only(self, players: Collection[PlayerId]) -> None:
        """From now on seek none but *players*, those who are still in the game."""
        for player, neighbour in self._neighbours.items():
            if player in players:
                neighbour.hold_on()
            else:
                neighbour.let_go()

    def keep_whereabouts(self, keep: KeepWhereabouts) -> None:
        """Call *keep* whenever it is known better where the players listen."""
        self._keep = keep

    def reunion(self, game: GameId) -> Reunion | None:
        """What else finds the players of *game*; None if nobody else can reach this computer."""
        listening, found = self._directory.listening, self._directory.point_out
        if listening is None or listening.is_loopback:
            return None
        return Reunion(game, self._own, self._neighbours, listening=listening, found=found)

    def expects(self, host: str) -> bool:
        """Whether a player may come from the address *host*."""
        return self._directory.expects(host)

    def greet(self, link: Link, hello: Hello) -> None:
        """Take in a link that another player has dialled.

        Raises:
            Breach: L6.1 for another game, L6.2 for a key that does not play, L6.4 if the game is
                over for us, L6.6 from a second program with one key.
        """
        neighbour = self._neighbours.get(link.peer)
        if neighbour is None:
            raise Breach("L6.2", f"{link.peer.hex()} does not play")
        neighbour.greet(link, hello)

    def directions(self, link: Link) -> tuple[Contact, ...]:
        """Where the peer of *link*, who knows nobody yet, can find whom of us all."""
        return self._directory.directions(link)

    def contacts(self, link: Link) -> Contacts:
        """What the peer of *link* should know of where we all are."""
        return self._directory.contacts(link)

    def met(self, link: Link) -> None:
        """A link is up: exchange with its peer what is known, and tell the others of it."""
        news = self._directory.find(link)
        link.send(self._directory.contacts(link))
        if news is not None:
            self.broadcast(Contacts((news,)), but=link.peer)

    def directed(self, link: Link, contacts: Contacts) -> None:
        """A neighbour says where players listen.

        Raises:
            Breach: L6.5 if it speaks of somebody who does not play.
        """
        self._directory.hear(link, contacts)

    def send(self, player: PlayerId, frame: Frame) -> None:
        """Say *frame* to one player, if there is a link."""
        self._neighbours[player].send_framed(write_frame(frame))

    def broadcast(self, frame: Frame, but: PlayerId | None = None) -> None:
        """Say *frame* to all players with a link, one excepted."""
        framed = write_frame(frame)
        for player, neighbour in self._neighbours.items():
            if player != but:
                neighbour.send_framed(framed)

    def refuse(self, player: PlayerId, breach: Breach) -> None:
        """Close the links to *player*, and say why; it is sought again after a pause."""
        self._neighbours[player].refuse(breach)

    def leave(self) -> None:
        """Close all links in order."""
        if self._next_look is not None and self._next_look.active():
            self._next_look.cancel()
        for neighbour in self._neighbours.values():
            neighbour.leave()

    def _look(self) -> None:
        """See where this computer is by now, and what has become of the links."""
        self._next_look = self._reactor.callLater(LOOK_SECONDS, self._look)
        has_moved = self._directory.look()
        if self._kept != (known := (self._directory.listening, self._directory.addresses)):
            self._kept = known
            self._keep(*known)
        if not self._directory.hosts:
            return  # the system does not tell
        for neighbour in self._neighbours.values():
            neighbour.look(self._directory.hosts)
            if has_moved and neighbour.newest is not None:
                neighbour.newest.send(self._directory.contacts(neighbour.newest))


def neighbours(  # noqa: PLR0913 - who seeks whom, for which game, and whom to tell
    reactor: Reactor,
    credentials: Credentials,
    hello: Hello,
    directory: Directory,
    *,
    ears: Ears,
    guide: Guide,
    manners: Callable[[PlayerId], Manners],
) -> dict[PlayerId, Neighbour]:
    """The ways to all whom *directory* knows; *hello* is how we greet them."""
    return {
        player: Neighbour(
            reactor,
            hello,
            player,
            ears=ears,
            guide=guide,
            seeker=partial(
                Seeker,
                reactor,
                partial(connect, reactor, credentials, pin=player),
                partial(directory.course, player),
            ),
            manners=manners(player),
        )
        for player in directory.addresses
    }


def _manners(own: PlayerId, other: PlayerId) -> Manners:
    """How *own* behaves towards *other*."""
    return OF_LOWER_KEY if own < other else OF_HIGHER_KEY
