"""The way back to a host whose link has broken before there is a game."""

from collections.abc import Callable
from typing import Final

from twisted.internet.base import DelayedCall

from p2pqwirkle.net.link import Closure, Keeper, Side
from p2pqwirkle.net.reactor import Clock
from p2pqwirkle.net.seeking import Seeker
from p2pqwirkle.record.identity import PlayerId

RETURN_SECONDS: Final = 60.0
"""How long a host is dialled again; it waits for an opening as long by default."""
BROKEN: Final = ("L3.1", "L3.2")
"""How links end, beside those that the network has cut, over which nothing came any more."""

MakeSeeker = Callable[[PlayerId, Keeper], Seeker]
"""Makes what dials a host, by its key."""


def is_broken(closure: Closure) -> bool:
    """Whether a link has ended without anybody's having wanted that."""
    return closure.clause in BROKEN or (not closure.clause and closure.side is Side.NOBODY)


class WayBack:
    """Dials a lost host until there is a link again, or for too long.

    Args:
        clock: local time.
        seeker: makes what dials it.
        lost: told each time when the host was lost.
    """

    def __init__(self, clock: Clock, seeker: MakeSeeker, lost: Callable[[], None]) -> None:
        self._clock = clock
        self._make_seeker = seeker
        self._lost = lost
        self._seeker: Seeker | None = None
        self._deadline: DelayedCall | None = None

    @property
    def is_sought(self) -> bool:
        """Whether the host was lost, and has not given us our seat back."""
        return self._deadline is not None

    def seek(self, host: PlayerId, keeper: Keeper, missed: Callable[[], None]) -> None:
        """Dial *host* until *keeper* gets a link; *missed* is called if all takes too long."""
        if self._deadline is None:
            self._lost()
            self._deadline = self._clock.callLater(RETURN_SECONDS, missed)
        if self._seeker is None:
            self._seeker = self._make_seeker(host, keeper)
        self._seeker.seek(0.0)

    def pause(self) -> None:
        """There is a link; whether it leads to a seat is not known yet."""
        if self._seeker is not None:
            self._seeker.stop()

    def end(self) -> None:
        """We have a seat again, or want none any more."""
        self.pause()
        if self._deadline is not None and self._deadline.active():
            self._deadline.cancel()
        self._deadline = None
