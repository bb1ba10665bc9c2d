"""A watcher before the game: it asks one player whom to watch, and checks what it is told."""

from twisted.internet.defer import Deferred

from p2pqwirkle import __version__
from p2pqwirkle.errors import Breach
from p2pqwirkle.net.frames import Frame, Here
from p2pqwirkle.net.guest import reachable
from p2pqwirkle.net.link import Closure, Link, LinkError
from p2pqwirkle.net.lobby import Company
from p2pqwirkle.net.lobby_frames import Watch
from p2pqwirkle.net.reactor import Address
from p2pqwirkle.net.seating import Start
from p2pqwirkle.record.identity import PlayerId
from p2pqwirkle.table.charter import read_charter


class WatcherLobby:
    """Asks one player for the charter of its game, and where all the players are.

    Args:
        dialled: the address at which that player was dialled.

    Attributes:
        complete: fires with the company, or fails with a `LinkError`.
    """

    def __init__(self, dialled: Address) -> None:
        self.complete: Deferred[Company] = Deferred()
        self._dialled = dialled

    def opened(self, link: Link) -> None:
        """Ask."""
        link.send(Watch(__version__))

    def received(self, link: Link, frame: Frame) -> None:
        """Listen to the player.

        Raises:
            Breach: L2.4 for anything but an answer; E, T1, L5.3 or L11.4 for what it says.
        """
        match frame:
            case Here():
                pass
            case Start():
                dialled = Address(link.far_host, self._dialled.port)
                company = watched_company(frame, link.peer, dialled)
                link.leave("the players are dialled now")
                if not self.complete.called:
                    self.complete.callback(company)
            case _:
                raise Breach("L2.4", f"{frame.KIND.name} to somebody who wants to watch")

    def closed(self, _link: Link, closure: Closure) -> None:
        """The player has gone, or has refused us."""
        self.failed(closure)

    def failed(self, closure: Closure) -> None:
        """There is no way to the player."""
        if not self.complete.called:
            self.complete.errback(LinkError(closure))

    def sign_of_life(self) -> Here:
        """Nothing but that we are there."""
        return Here()


def watched_company(start: Start, told_by: PlayerId, dialled: Address) -> Company:
    """Who plays the game that we are to watch, as one of the players says.

    Args:
        start: what was said.
        told_by: the player's key.
        dialled: the address at which we have found it.

    Raises:
        Breach: E or T1 if there is no charter, L11.4 if that player is not in it, if it lets
            nobody watch, or if somebody is to be dialled who does not play.
    """
    charter = read_charter(start.charter)
    if told_by not in charter.identities:
        raise Breach("L11.4", "who shows us this game does not play in it")
    if not charter.options.watchers:
        raise Breach("L11.4", "the players have not agreed to be watched")
    told = {contact.player: contact.addresses for contact in start.contacts}
    if not set(told) <= set(charter.identities):
        raise Breach("L11.4", "somebody is to be dialled who does not play")
    addresses = {one: reachable(told.get(one, ()), dialled) for one in charter.identities}
    addresses[told_by] = tuple(dict.fromkeys((dialled, *addresses[told_by])))
    return Company(charter, addresses)
