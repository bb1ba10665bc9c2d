"""The way to one other player: its link, and the dialling while there is none."""

from collections.abc import Callable
from typing import Final, Protocol

from twisted.internet.base import DelayedCall

from p2pqwirkle.errors import Breach
from p2pqwirkle.net.frames import Ask, Chat, Done, Frame, Hello, Here, Said
from p2pqwirkle.net.link import Closure, Keeper, Link
from p2pqwirkle.net.reactor import Clock
from p2pqwirkle.record.entry import GameId
from p2pqwirkle.record.identity import PlayerId

PATIENCE_SECONDS: Final = 2.0
"""How long the player with the higher key waits to be dialled before it dials itself."""
FIRST_PAUSE: Final = 0.25
LONGEST_PAUSE: Final = 8.0
"""Seconds between two dials; each pause is twice the one before."""
STEADY_SECONDS: Final = 10.0
"""A link that has stood for so long makes the next pause a short one again."""

GameFrame = Said | Ask | Here | Done | Chat


class Dial(Protocol):
    """Dials one player."""

    def __call__(self, *, keeper: Keeper, failed: Callable[[Closure], None]) -> Callable[[], None]:
        """Either *keeper* gets a link, or *failed* is told; the result gives up."""


class Ears(Protocol):
    """Who hears what comes from the neighbours."""

    def connected(self, player: PlayerId) -> None:
        """A link to *player* is up: what was sent over an older one may be lost."""

    def disconnected(self, player: PlayerId, closure: Closure) -> None:
        """There is no link to *player* any more."""

    def received(self, player: PlayerId, frame: GameFrame, link: Link) -> None:
        """*player* has said *frame*."""

    def sign_of_life(self) -> Here:
        """What to say each second."""


class Neighbour:
    """The way to one other player.

    Two players may dial each other at the same time.  The one with the lower key closes all
    links but its newest; the other one closes all but its two newest and listens to both, so
    that the two never each close what the other keeps.

    Args:
        clock: local time.
        game: what links must be for.
        player: who is at the other end.
        ears: told what happens.
        dial: dials the player, or None if only it can dial us.
        is_ours_lower: whether our key is the lower one.
    """

    def __init__(  # noqa: PLR0913 - who, where, for what, and whom to tell
        self,
        clock: Clock,
        game: GameId,
        player: PlayerId,
        ears: Ears,
        *,
        dial: Dial | None,
        is_ours_lower: bool,
    ) -> None:
        self.player = player
        self._clock = clock
        self._game = game
        self._ears = ears
        self._dial = dial
        self._is_ours_lower = is_ours_lower
        self._links: list[Link] = []
        self._hoped_for: list[Link] = []
        self._up_since = 0.0
        self._pause = FIRST_PAUSE
        self._retry: DelayedCall | None = None
        self._give_up: Callable[[], None] | None = None
        self._is_leaving = False

    @property
    def is_connected(self) -> bool:
        """Whether there is a link in use."""
        return bool(self._links)

    def seek(self, after: float) -> None:
        """Dial, unless a link has come up within *after* seconds."""
        self._dial_in(after)

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
            Breach: L6.1 for another game, L6.4 if the game is over for us.
        """
        self._check_game(hello)
        if self._is_leaving:
            raise Breach("L6.4", "the game is over here")
        link.keeper = self
        link.send(Hello(self._game))
        self._up(link)

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
        self._stop_dialling()
        for link in (*self._links, *self._hoped_for):
            link.leave("the game is over")

    def opened(self, link: Link) -> None:
        """Our dial was answered: say which game it is for."""
        self._give_up = None
        self._hoped_for.append(link)
        link.send(Hello(self._game))
        if self._is_leaving:
            link.leave("the game is over")

    def received(self, link: Link, frame: Frame) -> None:
        """Listen to the other side.

        Raises:
            Breach: L6.1 for another game, L2.4 for a frame that is out of turn.
        """
        match frame:
            case Hello() if link in self._hoped_for:
                self._check_game(frame)
                self._hoped_for.remove(link)
                self._up(link)
            case Here() if link in self._hoped_for:
                pass  # the host still shows its lobby's signs of life
            case Said() | Ask() | Here() | Done() | Chat() if link in self._links:
                self._ears.received(self.player, frame, link)
            case _:
                raise Breach("L2.4", f"{frame.KIND.name} among players")

    def closed(self, link: Link, closure: Closure) -> None:
        """A link has ended; over another one, if there is any, say again what may be lost."""
        was_newest = self._links[-1:] == [link]
        for links in (self._links, self._hoped_for):
            if link in links:
                links.remove(link)
        if self._links:
            if was_newest:
                self._ears.connected(self.player)
            return
        if was_newest:
            self._ears.disconnected(self.player, closure)
            if self._clock.seconds() - self._up_since > STEADY_SECONDS:
                self._pause = FIRST_PAUSE
        self._dial_in(self._pause)

    def sign_of_life(self) -> Here:
        """What to say each second."""
        return self._ears.sign_of_life()

    def _check_game(self, hello: Hello) -> None:
        if hello.game != self._game:
            raise Breach("L6.1", f"a link for game {hello.game.hex()}")

    def _up(self, link: Link) -> None:
        self._stop_dialling()
        link.settle()
        self._links.append(link)
        self._up_since = self._clock.seconds()
        self._ears.connected(self.player)
        for older in self._links[: -1 if self._is_ours_lower else -2]:
            older.leave("a newer link has replaced it")

    def _dial_in(self, seconds: float) -> None:
        if self._dial is None or self._is_leaving or self._retry is not None:
            return
        wait = seconds if self._is_ours_lower else seconds + PATIENCE_SECONDS
        self._retry = self._clock.callLater(wait, self._dial_now)

    def _dial_now(self) -> None:
        self._retry = None
        if self._dial is not None and not self._links:
            self._pause = min(2 * self._pause, LONGEST_PAUSE)
            self._give_up = self._dial(keeper=self, failed=self._failed)

    def _failed(self, _closure: Closure) -> None:
        self._give_up = None
        self._dial_in(self._pause)

    def _stop_dialling(self) -> None:
        if self._retry is not None:
            self._retry.cancel()
            self._retry = None
        if self._give_up is not None:
            self._give_up()
            self._give_up = None
