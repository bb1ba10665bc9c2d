"""How much of a link's traffic may wait: in front of a slow reader, and in front of us."""

from collections import deque
from collections.abc import Callable
from typing import Final

from twisted.internet.interfaces import IPushProducer
from zope.interface import implementer

from p2pqwirkle.errors import Breach
from p2pqwirkle.net.reactor import Transport

MAX_WAITING: Final = 2_097_152
"""Bytes that wait for one slow reader: more than any honest peer asks for at once (L3.3)."""
MAX_BACKLOG: Final = 32
"""Frames of one link that wait for the table; then its socket is read no further (L3)."""
FRAMES_PER_SECOND: Final = 1_000
"""Frames read from one link; the sixth player of the quickest bots needs a tenth of it (L3)."""


@implementer(IPushProducer)
class Outflow:
    """What waits to be sent over one transport."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self._waiting: deque[bytes] = deque()
        self._size = 0
        self._is_paused = False
        transport.registerProducer(self, streaming=True)

    def send(self, framed: bytes) -> None:
        """Send *framed*, now or when the other side has read what is before it.

        Raises:
            Breach: L3.3 if too much waits already; *framed* is not sent.
        """
        if not self._is_paused:
            self._transport.write(framed)
            return
        if self._size + len(framed) > MAX_WAITING:
            raise Breach("L3.3", f"{self._size} bytes wait to be read, at most {MAX_WAITING}")
        self._waiting.append(framed)
        self._size += len(framed)

    def close(self, last: bytes) -> None:
        """Send all that waits, and *last*, then close the transport."""
        self._transport.unregisterProducer()
        self._transport.write(b"".join((*self._waiting, last)))
        self._waiting.clear()
        self._transport.loseConnection()

    def pauseProducing(self) -> None:
        """The transport has enough; called by it."""
        self._is_paused = True

    def resumeProducing(self) -> None:
        """The transport has room again; called by it."""
        self._is_paused = False
        while self._waiting and not self._is_paused:
            framed = self._waiting.popleft()
            self._size -= len(framed)
            self._transport.write(framed)

    def stopProducing(self) -> None:
        """The transport is gone; called by it."""
        self._waiting.clear()
        self._is_paused = True


class Intake:
    """Decides when a link is read no further: it floods, or the table is behind.

    Args:
        hold: stops reading.
        release: reads on.
    """

    def __init__(self, hold: Callable[[], None], release: Callable[[], None]) -> None:
        self._hold = hold
        self._release = release
        self._backlog = 0
        self._this_second = 0
        self._most = FRAMES_PER_SECOND
        self._most_waiting = MAX_BACKLOG
        self._is_held = False

    @property
    def is_held(self) -> bool:
        """Whether nothing is read at present."""
        return self._is_held

    def slow_down(self, frames_per_second: int) -> None:
        """From now on read fewer frames than a player's link needs, and one wish at a time."""
        self._most = frames_per_second
        self._most_waiting = 1

    def count(self) -> None:
        """A frame was read."""
        self._this_second += 1
        self._decide()

    def put_off(self) -> None:
        """A frame waits for the table."""
        self._backlog += 1
        self._decide()

    def worked_off(self) -> None:
        """The table has dealt with a frame that waited."""
        self._backlog -= 1
        self._decide()

    def next_second(self) -> None:
        """Another second has begun."""
        self._this_second = 0
        self._decide()

    def _decide(self) -> None:
        is_much = self._backlog >= self._most_waiting or self._this_second >= self._most
        if is_much is self._is_held:
            return
        self._is_held = is_much
        (self._hold if is_much else self._release)()
