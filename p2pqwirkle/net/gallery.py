"""The gallery: who watches a game at one player's computer, and is told all that is said in it.

Nothing here changes the game: a watcher can only listen, and ask for what it has missed.
"""

from collections.abc import Callable, Sequence
from typing import Final, Protocol

from p2pqwirkle.errors import Breach
from p2pqwirkle.net.frames import Ask, Frame, Hello, Here
from p2pqwirkle.net.framing import write_frame
from p2pqwirkle.net.link import Closure, Link
from p2pqwirkle.net.mesh import Mesh
from p2pqwirkle.net.seating import Start
from p2pqwirkle.record.identity import PlayerId
from p2pqwirkle.table.charter import Charter

MOST_WATCHERS: Final = 8
"""At one player's computer (L11); another one may have room."""
FRAMES_PER_SECOND: Final = 10
"""Read from one watcher (L11): a sign of life, and more questions than its catching up needs."""


class Play(Protocol):
    """The game that is watched."""

    def asked_by_watcher(self, watcher: PlayerId, step: int, then: Callable[[], None]) -> None:
        """Tell *watcher* what was said from *step* on; *then* it may ask for more."""

    def watched(self, count: int) -> None:
        """So many watch here now."""

    def sign_of_life(self) -> Here:
        """What to say each second."""

    def greetings(self) -> Sequence[Frame]:
        """What somebody who comes new is told unasked."""


class Gallery:
    """Those who watch at one player's computer; and its door, behind which the players are too.

    Args:
        charter: of the game.
        mesh: takes in those who play.
        play: is asked what watchers want to know.
    """

    def __init__(self, charter: Charter, mesh: Mesh, play: Play) -> None:
        self._charter = charter
        self._mesh = mesh
        self._play = play
        self._links: dict[PlayerId, Link] = {}
        self._leaving: set[Link] = set()
        self._is_closed = False

    @property
    def is_empty(self) -> bool:
        """Whether all that was said here is out."""
        return not self._links and not self._leaving

    def expects(self, host: str) -> bool:
        """Whether a player may come from the address *host*."""
        return self._mesh.expects(host)

    def start(self, link: Link) -> Start:
        """What the peer of *link* has to know to watch the game.

        Raises:
            Breach: L6.4 if the game is over, L11.2 if the players let nobody watch, L11.3 if too
                many do.
        """
        if not self._charter.options.watchers:
            raise Breach("L11.2", "the players have not agreed to be watched")
        self._check_room(link)
        return Start(self._charter.encode(), self._mesh.directions(link))

    def greet(self, link: Link, hello: Hello) -> None:
        """Take in a link that a player or a watcher has dialled.

        Raises:
            Breach: L6 from the mesh, L6.1 for another game, L6.2 for a key that does not play if
                nobody may watch, L6.4 if the game is over for us, L11.3 if too many watch.
        """
        plays = link.peer in self._charter.identities
        if plays or not self._charter.options.watchers:
            self._mesh.greet(link, hello)
            return
        if hello.game != self._charter.game:
            raise Breach("L6.1", f"a link for game {hello.game.hex()}")
        self._check_room(link)
        self._take_in(link)

    def send(self, watcher: PlayerId, frame: Frame) -> None:
        """Say *frame* to one watcher, if it is still there."""
        if watcher in self._links:
            self._links[watcher].send(frame)

    def broadcast(self, frame: Frame) -> None:
        """Say *frame* to all watchers."""
        framed = write_frame(frame)
        for link in tuple(self._links.values()):
            link.send_framed(framed)

    def close(self) -> None:
        """Send everybody home, once they have all that was said."""
        self._is_closed = True
        for link in tuple(self._links.values()):
            self._send_away(link, "the game is over")

    def opened(self, link: Link) -> None:
        """Does not happen: the door opens links."""

    def received(self, link: Link, frame: Frame) -> None:
        """Listen to a watcher.

        Raises:
            Breach: L2.4 for anything that could be part of the game.
        """
        match frame:
            case Here():
                pass  # what it knows of the players' lives is hearsay, from a stranger
            case Ask(step):
                self._play.asked_by_watcher(link.peer, step, link.put_off())
            case _:
                raise Breach("L2.4", f"{frame.KIND.name} from somebody who watches")

    def closed(self, link: Link, _closure: Closure) -> None:
        """A watcher has gone."""
        self._leaving.discard(link)
        if self._links.get(link.peer) is link:
            del self._links[link.peer]
        self._play.watched(len(self._links))

    def sign_of_life(self) -> Here:
        """What to say each second."""
        return self._play.sign_of_life()

    def _check_room(self, link: Link) -> None:
        if self._is_closed:
            raise Breach("L6.4", "the game is over here")
        if link.peer not in self._links and len(self._links) >= MOST_WATCHERS:
            raise Breach("L11.3", f"{MOST_WATCHERS} watch here already")

    def _take_in(self, link: Link) -> None:
        older = self._links.get(link.peer)
        if older is not None:
            self._send_away(older, "a newer link has replaced it")
        link.keeper = self
        link.slow_down(FRAMES_PER_SECOND)
        link.send(self._mesh.hello)
        link.settle()
        self._links[link.peer] = link
        for frame in (self._mesh.contacts(link), *self._play.greetings()):
            link.send(frame)
        self._play.watched(len(self._links))

    def _send_away(self, link: Link, why: str) -> None:
        """Close *link* in order; another one may have taken its place by the time it is closed."""
        del self._links[link.peer]
        self._leaving.add(link)
        link.leave(why)
