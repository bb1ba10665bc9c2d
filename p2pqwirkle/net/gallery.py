"""The gallery: who watches a game at one player's computer, and is told all that is said in it.

Nothing here changes the game: a watcher can only listen, and ask for what it has missed.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from twisted.internet.base import DelayedCall

from p2pqwirkle.errors import Breach
from p2pqwirkle.net.frames import Ask, Frame, Hello, Here
from p2pqwirkle.net.framing import write_frame
from p2pqwirkle.net.link import Closure, Link
from p2pqwirkle.net.mesh import Mesh
from p2pqwirkle.net.reactor import Clock
from p2pqwirkle.net.seating import Start
from p2pqwirkle.record.identity import PlayerId
from p2pqwirkle.table.charter import Charter

MOST_WATCHERS: Final = 8
"""At one player's computer (L11); another one may have room."""
FRAMES_PER_SECOND: Final = 20
"""Read from one watcher (L11): a sign of life, and more questions than its catching up needs."""
BYTES_PER_SECOND: Final = 250_000
"""For answers to one watcher (L11): a long game in four seconds, and eight watchers who ask on
and on leave room on a slow Wi-Fi."""


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


@dataclass(eq=False, slots=True)
class _Watcher:
    """One watcher's link.

    Attributes:
        told: bytes of the answer that it is being given.
        rest: reads its next question, once the answer has had its time.
    """

    link: Link
    told: int = 0
    rest: DelayedCall | None = None


class Gallery:
    """Those who watch at one player's computer; and its door, behind which the players are too.

    Args:
        clock: local time.
        charter: of the game.
        mesh: takes in those who play.
        play: is asked what watchers want to know.
    """

    def __init__(self, clock: Clock, charter: Charter, mesh: Mesh, play: Play) -> None:
        self._clock = clock
        self._charter = charter
        self._mesh = mesh
        self._play = play
        self._watchers: dict[PlayerId, _Watcher] = {}
        self._leaving: set[Link] = set()
        self._is_closed = False

    @property
    def is_empty(self) -> bool:
        """Whether nobody watches, and all that was said here is out."""
        return not self._watchers and not self._leaving

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
        """Answer one watcher with *frame*, if it is still there."""
        if watcher in self._watchers:
            framed = write_frame(frame)
            self._watchers[watcher].told += len(framed)
            self._watchers[watcher].link.send_framed(framed)

    def broadcast(self, frame: Frame) -> None:
        """Say *frame* to all watchers."""
        framed = write_frame(frame)
        for watcher in tuple(self._watchers.values()):
            watcher.link.send_framed(framed)

    def close(self) -> None:
        """Send everybody home, once they have all that was said."""
        self._is_closed = True
        for watcher in tuple(self._watchers.values()):
            self._send_away(watcher, "the game is over")

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
                self._answer(link, step)
            case _:
                raise Breach("L2.4", f"{frame.KIND.name} from somebody who watches")

    def closed(self, link: Link, _closure: Closure) -> None:
        """A watcher has gone."""
        self._leaving.discard(link)
        watcher = self._watchers.get(link.peer)
        if watcher is not None and watcher.link is link:
            self._forget(watcher)
        self._play.watched(len(self._watchers))

    def sign_of_life(self) -> Here:
        """What to say each second."""
        return self._play.sign_of_life()

    def _check_room(self, link: Link) -> None:
        if self._is_closed:
            raise Breach("L6.4", "the game is over here")
        if link.peer not in self._watchers and len(self._watchers) >= MOST_WATCHERS:
            raise Breach("L11.3", f"{MOST_WATCHERS} watch here already")

    def _take_in(self, link: Link) -> None:
        older = self._watchers.get(link.peer)
        if older is not None:
            self._send_away(older, "a newer link has replaced it")
        link.keeper = self
        link.slow_down(FRAMES_PER_SECOND)
        link.send(self._mesh.hello)
        link.settle()
        self._watchers[link.peer] = _Watcher(link)
        for frame in (self._mesh.contacts(link), *self._play.greetings()):
            link.send(frame)
        self._play.watched(len(self._watchers))

    def _answer(self, link: Link, step: int) -> None:
        """Answer a question; the next one is read when the answer has had its time."""
        watcher, release = self._watchers[link.peer], link.put_off()
        watcher.told = 0

        def told() -> None:
            if self._watchers.get(link.peer) is watcher:
                seconds = watcher.told / BYTES_PER_SECOND
                watcher.rest = self._clock.callLater(seconds, release)

        self._play.asked_by_watcher(link.peer, step, told)

    def _send_away(self, watcher: _Watcher, why: str) -> None:
        """Close a link in order; another one may have taken its place by the time it is closed."""
        self._forget(watcher)
        self._leaving.add(watcher.link)
        watcher.link.leave(why)

    def _forget(self, watcher: _Watcher) -> None:
        del self._watchers[watcher.link.peer]
        if watcher.rest is not None and watcher.rest.active():
            watcher.rest.cancel()
