"""The way to one other player: its links, and the seeking while there is none that is sound."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Final, Protocol

from p2pqwirkle.errors import Breach
from p2pqwirkle.net.frames import Ask, Chat, Contacts, Done, Frame, Hello, Here, Said
from p2pqwirkle.net.link import Closure, Keeper, Link, Side
from p2pqwirkle.net.reactor import Clock
from p2pqwirkle.net.seeking import Seeker
from p2pqwirkle.record.identity import PlayerId

PATIENCE_SECONDS: Final = 2.0
"""How long the player with the higher key waits to be dialled before it dials itself."""
DOUBT_SECONDS: Final = 3.0
"""After so long without a frame, signs of life come every second, the other side is sought too."""
HELLO_SECONDS: Final = 2.0
"""How long a link that we have dialled has for its Hello before the dialling goes on."""
FIRST_PAUSE: Final = 0.25
LONGEST_PAUSE: Final = 8.0
"""Seconds before a player is sought again that has refused us, or that we have refused; each
pause is twice the one before."""
STEADY_SECONDS: Final = 10.0
"""A link that has stood for so long makes the next pause a short one again."""
PARTED: Final = ("L6.1", "L6.4")
"""What a player refuses us by that plays another game now, or has left this one."""
NETWORK: Final = ("", "L3.1", "L3.2")
"""How links end that the network has broken."""

GameFrame = Said | Ask | Here | Done | Chat


@dataclass(frozen=True, slots=True)
class Manners:
    """How two who may dial each other keep out of each other's way.

    Attributes:
        waits: for how many seconds one waits to be dialled before one dials.
        keeps: of several links, how many of the newest one keeps.
    """

    waits: float
    keeps: int


OF_LOWER_KEY: Final = Manners(waits=0.0, keeps=1)
OF_HIGHER_KEY: Final = Manners(waits=PATIENCE_SECONDS, keeps=2)
OF_WATCHER: Final = Manners(waits=0.0, keeps=2)
"""Nobody dials a watcher; the players close all of its links but the newest."""


class Ears(Protocol):
    """Who hears what comes from the neighbours."""

    def connected(self, player: PlayerId) -> None:
        """A link to *player* is up: what was sent over an older one may be lost."""

    def disconnected(self, player: PlayerId, closure: Closure) -> None:
        """There is no link to *player* any more."""

    def doubled(self, player: PlayerId) -> None:
        """*player* has a living link to another program with our key."""

    def received(self, player: PlayerId, frame: GameFrame, link: Link) -> None:
        """*player* has said *frame*."""

    def sign_of_life(self) -> Here:
        """What to say each second."""


class Guide(Protocol):
    """Who hears where players are."""

    def met(self, link: Link) -> None:
        """A link with the player at its other end is up."""

    def directed(self, link: Link, contacts: Contacts) -> None:
        """The player at the other end says where players listen.

        Raises:
            Breach: L6.5 if it speaks of somebody who does not play.
        """


class Neighbour:
    """The way to one other player.

    Two players may dial each other at the same time.  The one with the lower key closes all
    links but its newest; the other one closes all but its two newest and listens to both, so
    that the two never each close what the other keeps.  Who watches does as the other one.

    All links in use are with one run of the player's program.  Another run with the same key is
    a second copy of it, unless our link is dead.

    A link over which nothing comes is kept, since it may only be slow; but the player is sought
    meanwhile, and the first new link takes its place.

    Args:
        clock: local time.
        own: how we greet: with the game that links must be for.
        player: who is at the other end.
        ears: told what happens in the game.
        guide: told where players are.
        seeker: makes what dials the player.
        manners: when we dial, and which links we keep.

    Attributes:
        refusal: the clause for which the player has closed our last link, if it has.
    """

    def __init__(  # noqa: PLR0913 - who, where, for what, and whom to tell
        self,
        clock: Clock,
        own: Hello,
        player: PlayerId,
        *,
        ears: Ears,
        guide: Guide,
        seeker: Callable[[Keeper], Seeker],
        manners: Manners,
    ) -> None:
        self.player = player
        self._clock = clock
        self._own = own
        self._run = b""
        self._ears = ears
        self._guide = guide
        self._seeker = seeker(self)
        self._manners = manners
        self._links: list[Link] = []
        self._hoped_for: list[Link] = []
        self._listed: Link | None = None
        self._stranded: Link | None = None
        self._up_since = 0.0
        self._pause = FIRST_PAUSE
        self._is_leaving = False
        self._is_sought = True
        self.refusal = ""

    @property
    def is_connected(self) -> bool:
        """Whether there is a link in use."""
        return bool(self._links)

    @property
    def newest(self) -> Link | None:
        """The link over which we speak."""
        return self._links[-1] if self._links else None

    @property
    def has_parted(self) -> bool:
        """Whether the player has told us that it is in this game no more."""
        return not self._links and self.refusal in PARTED

    @property
    def _is_sound(self) -> bool:
        """Whether our link, if there is any, brings something."""
        newest = self.newest
        if newest is None or newest is self._stranded:
            return False
        return newest.quiet_seconds <= DOUBT_SECONDS

    @property
    def _is_hopeful(self) -> bool:
        """Whether a link that we have dialled may get its Hello soon."""
        return any(link.quiet_seconds < HELLO_SECONDS for link in self._hoped_for)

    def seek(self, after: float) -> None:
        """Dial, unless a link has come up within *after* seconds.

        Of two players, the one with the lower key dials first; both at once would make two links.
        """
        if self._is_sought and not self._is_leaving:
            self._seeker.seek(after + self._manners.waits)

    def let_go(self) -> None:
        """Seek the player no more, since the game has gone on without it; it may still come."""
        self._is_sought = False
        self._seeker.stop()

    def hold_on(self) -> None:
        """Seek the player again, if it was let go and there is no link."""
        if not self._is_sought:
            self._is_sought = True
            if not self._links:
                self.seek(after=0.0)

    def adopt(self, link: Link) -> None:
        """Use a link that we have dialled before; it is up when the other side says Hello."""
        link.keeper = self
        if link.is_standing:
            self.opened(link)
        else:
            self.seek(FIRST_PAUSE)

    def greet(self, link: Link, hello: Hello) -> None:
        """Use a link that the other side has dialled.

        Raises:
            Breach: L6.1 for another game, L6.4 if the game is over for us, L6.6 from a second
                program with the player's key.
        """
        self._check(hello)
        if self._is_leaving:
            raise Breach("L6.4", "the game is over here")
        link.keeper = self
        link.send(self._own)
        self._up(link, hello)

    def look(self, hosts: Collection[str]) -> None:
        """Seek the player if its link may be dead; *hosts* are our computer's addresses now."""
        newest = self.newest
        if newest is None or self._is_leaving:
            return
        if newest.near_host.partition("%")[0] in hosts:
            self._listed, self._stranded = newest, None
        elif newest is self._listed:
            self._stranded = newest  # and not if the system never told of its address
        if self._is_sound:
            self._seeker.stop()
        elif newest is self._stranded and self._is_sought:
            self._seeker.seek(0)  # only we can know that it will bring nothing any more
        else:
            self.seek(0)

    def send_framed(self, framed: bytes) -> None:
        """Say a frame over the newest link, if there is one."""
        if self._links:
            self._links[-1].send_framed(framed)

    def refuse(self, breach: Breach) -> None:
        """Close all links, and say why."""
        for link in tuple(self._links):
            link.refuse(breach)

    def leave(self) -> None:
        """Close all links in order, and seek no more."""
        self._is_leaving = True
        self._seeker.stop()
        for link in (*self._links, *self._hoped_for):
            link.leave("the game is over")

    def opened(self, link: Link) -> None:
        """Our dial was answered: say which game it is for."""
        self._seeker.stop()
        if self._is_leaving or self._is_sound or self._is_hopeful:
            link.leave("it is not needed any more")
            return
        self._hoped_for.append(link)
        link.send(self._own)
        self._seeker.seek(HELLO_SECONDS)

    def received(self, link: Link, frame: Frame) -> None:
        """Listen to the other side.

        Raises:
            Breach: L6.1 for another game, L6.6 from a second program with the player's key, L2.4
                for a frame that is out of turn.
        """
        match frame:
            case Hello() if link in self._hoped_for:
                self._check(frame)
                self._hoped_for.remove(link)
                self._up(link, frame)
            case Here() if link in self._hoped_for:
                pass  # the host still shows its lobby's signs of life
            case Said() | Ask() | Here() | Done() | Chat() if link in self._links:
                self._ears.received(self.player, frame, link)
            case Contacts() if link in self._links:
                self._guide.directed(link, frame)
            case _:
                raise Breach("L2.4", f"{frame.KIND.name} among players")

    def closed(self, link: Link, closure: Closure) -> None:
        """A link has ended; over another one, if there is any, say again what may be lost."""
        if closure.clause == "L6.6" and closure.side is Side.THEIRS:
            self._ears.doubled(self.player)
        self.refusal = closure.clause if closure.side is Side.THEIRS else ""
        was_newest = self.newest is link
        for links in (self._links, self._hoped_for):
            if link in links:
                links.remove(link)
        if self._links:
            if was_newest:
                self._ears.connected(self.player)
            return
        if was_newest:
            self._ears.disconnected(self.player, closure)
        self._seek_again(closure)

    def sign_of_life(self) -> Here:
        """What to say each second."""
        return self._ears.sign_of_life()

    def _check(self, hello: Hello) -> None:
        if hello.game != self._own.game:
            raise Breach("L6.1", f"a link for game {hello.game.hex()}")
        newest = self.newest
        is_in_use = newest is not None and newest.is_standing and self._is_sound
        if hello.run != self._run and is_in_use:
            raise Breach("L6.6", "there is a link with another run of this player's program")

    def _up(self, link: Link, hello: Hello) -> None:
        self._seeker.stop()
        if hello.run != self._run:
            self._leave_older(0)
            self._run = hello.run
        link.settle()
        self._links.append(link)
        self._up_since = self._clock.seconds()
        self._ears.connected(self.player)
        self._guide.met(link)
        self._leave_older(self._manners.keeps)

    def _leave_older(self, keep: int) -> None:
        for older in self._links[: max(0, len(self._links) - keep)]:
            older.leave("a newer link has replaced it")

    def _seek_again(self, closure: Closure) -> None:
        """The last link has ended so: seek the player, after a while if it was for a reason."""
        if closure.clause in NETWORK or self._clock.seconds() - self._up_since > STEADY_SECONDS:
            self._pause = FIRST_PAUSE
        else:
            self._seeker.stop()
            self._pause = min(2 * self._pause, LONGEST_PAUSE)
        self.seek(self._pause)
