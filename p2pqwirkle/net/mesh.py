"""The mesh: a link to every other player where one can be had, each pinned to its key."""

from collections.abc import Mapping
from functools import partial

from p2pqwirkle.errors import Breach
from p2pqwirkle.net.dialling import race
from p2pqwirkle.net.frames import Frame, Hello
from p2pqwirkle.net.framing import write_frame
from p2pqwirkle.net.link import Link
from p2pqwirkle.net.neighbour import PATIENCE_SECONDS, Dial, Ears, Neighbour
from p2pqwirkle.net.reactor import Address, Reactor
from p2pqwirkle.net.tls import Credentials
from p2pqwirkle.record.entry import GameId
from p2pqwirkle.record.identity import PlayerId


class Mesh:
    """The links of one game.

    The player with the lower key dials; the other one does so too when it was not dialled for a
    while, for a firewall may let through one way only.  Some links may never come to be: entries
    are passed on by everybody.
    """

    def __init__(
        self,
        reactor: Reactor,
        credentials: Credentials,
        game: GameId,
        addresses: Mapping[PlayerId, tuple[Address, ...]],
        ears: Ears,
    ) -> None:
        def dial_of(player: PlayerId, where: tuple[Address, ...]) -> Dial | None:
            return partial(race, reactor, credentials, where, pin=player) if where else None

        self._neighbours = {
            player: Neighbour(
                reactor,
                game,
                player,
                ears,
                dial=dial_of(player, where),
                is_ours_lower=credentials.player < player,
            )
            for player, where in addresses.items()
        }

    @property
    def connected(self) -> frozenset[PlayerId]:
        """The players with a link in use."""
        return frozenset(one.player for one in self._neighbours.values() if one.is_connected)

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

    def greet(self, link: Link, hello: Hello) -> None:
        """Take in a link that another player has dialled.

        Raises:
            Breach: L6.1 for another game, L6.2 for a key that does not play, L6.4 if the game is
                over for us.
        """
        neighbour = self._neighbours.get(link.peer)
        if neighbour is None:
            raise Breach("L6.2", f"{link.peer.hex()} does not play")
        neighbour.greet(link, hello)

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
        for neighbour in self._neighbours.values():
            neighbour.leave()
