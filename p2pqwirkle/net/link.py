"""One link to one key: its deadlines and limits, and why it ended.

What the frames mean is for the link's keeper.  A link that breaks a clause is closed with it, and
the other side is told; the game is untouched.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Final, Protocol

from p2pqwirkle import __version__
from p2pqwirkle.errors import Breach
from p2pqwirkle.net.flow import Intake, Outflow
from p2pqwirkle.net.frames import MAX_DETAIL, Frame, Here, Refusal
from p2pqwirkle.net.framing import FrameBuffer, read_frame, write_frame
from p2pqwirkle.net.reactor import Clock, Transport, plain_host
from p2pqwirkle.record.entry import PROTOCOL_VERSION
from p2pqwirkle.record.identity import PlayerId

OPENING_SECONDS: Final = 10
"""Until a keeper has accepted what the link is for (L3.1)."""
IDLE_SECONDS: Final = 20
"""Without one whole frame (L3.2); signs of life come every second."""
BEAT_SECONDS: Final = 1
CLOSING_SECONDS: Final = 5
"""For the other side to take our last words, and close too."""


class Side(Enum):
    """Who ended a link."""

    OURS = "we"
    THEIRS = "the other side"
    NOBODY = "the network"


class Trouble(Enum):
    """Why a computer could not be reached."""

    REFUSED = "nobody listens there"
    NO_ANSWER = "it does not answer"
    NO_ROUTE = "no network leads there"
    UNKNOWN_NAME = "its name is not known"
    OTHER = "something else"


@dataclass(frozen=True, slots=True)
class Closure:
    """Why a link ended, or could not be had.

    Attributes:
        clause: the broken clause, or empty: it was closed in order, or the network failed.
        detail: for developers.
        refusal: the other side's own words, if it had any; they name its versions.
        trouble: set if its computer could not even be reached.
    """

    side: Side
    clause: str
    detail: str
    refusal: Refusal | None = None
    trouble: Trouble | None = None


class LinkError(Exception):
    """A link could not be had, or ended before its purpose was reached.

    Attributes:
        closure: why.
    """

    def __init__(self, closure: Closure) -> None:
        super().__init__(f"closed by {closure.side.value}: {closure.clause} {closure.detail}")
        self.closure = closure


class Keeper(Protocol):
    """Whoever looks after a link at its present stage."""

    def opened(self, link: "Link") -> None:
        """The handshake is complete."""

    def received(self, link: "Link", frame: Frame) -> None:
        """The other side has said *frame*.

        Raises:
            Breach: the link is closed with it.
        """

    def closed(self, link: "Link", closure: Closure) -> None:
        """The link has ended; nothing comes from it any more."""

    def sign_of_life(self) -> Here:
        """What to say each second."""


class Stage(Enum):
    """How far a link has come."""

    OPENING = "what it is for is not settled"
    OPEN = "in use"
    CLOSING = "the last words are on their way"
    CLOSED = "gone"


class Link:
    """A TLS connection to one key, from its handshake on.

    Attributes:
        peer: whose key is at the other end.
        keeper: who looks after it; changes when the link gets another purpose.
        far_host: the address of the other side's computer.
        near_host: the address that our own computer has on this link.
    """

    def __init__(self, clock: Clock, transport: Transport, peer: PlayerId, keeper: Keeper) -> None:
        self.peer = peer
        self.keeper = keeper
        self.far_host = plain_host(transport.getPeer().host)
        self.near_host = plain_host(transport.getHost().host)
        self._clock = clock
        self._transport = transport
        self._stage = Stage.OPENING
        self._buffer = FrameBuffer()
        self._outflow = Outflow(transport)
        self._intake = Intake(self._stop_reading, self._read_on)
        self._closure: Closure | None = None
        self._heard = clock.seconds()
        late = Breach("L3.1", f"nothing was settled in {OPENING_SECONDS} seconds")
        self._alarm = clock.callLater(OPENING_SECONDS, self.refuse, late)
        self._beat = clock.callLater(BEAT_SECONDS, self._pulse)

    @property
    def is_standing(self) -> bool:
        """Whether frames sent now can arrive."""
        return self._stage in (Stage.OPENING, Stage.OPEN)

    @property
    def quiet_seconds(self) -> float:
        """How long no whole frame has come; none of that time is ours, who did not listen."""
        return 0.0 if self._intake.is_held else self._clock.seconds() - self._heard

    def settle(self) -> None:
        """It is clear what the link is for: it may stay, and shows signs of life."""
        if self._stage is Stage.OPENING:
            self._stage = Stage.OPEN
            self._expect_life()

    def send(self, frame: Frame) -> None:
        """Say *frame*, if the link still stands."""
        self.send_framed(write_frame(frame))

    def send_framed(self, framed: bytes) -> None:
        """Say a frame that is written already, for many links at once."""
        if not self.is_standing:
            return
        try:
            self._outflow.send(framed)
        except Breach as breach:
            # Whoever does not read would not read the reason either.
            self._closure = Closure(Side.OURS, breach.clause, breach.detail)
            self._stage = Stage.CLOSING
            self._transport.abortConnection()

    def refuse(self, breach: Breach) -> None:
        """Close the link, and tell the other side which clause is broken."""
        detail = "".join(letter for letter in breach.detail if letter.isprintable())
        words = Refusal(
            protocol=PROTOCOL_VERSION,
            program=__version__,
            clause=breach.clause,
            detail=detail.encode()[:MAX_DETAIL].decode(errors="ignore"),
        )
        self._close(Closure(Side.OURS, breach.clause, breach.detail), write_frame(words))

    def leave(self, detail: str) -> None:
        """Close the link in order, once all that was said is out."""
        self._close(Closure(Side.OURS, "", detail), b"")

    def slow_down(self, frames_per_second: int) -> None:
        """Read no more than so many frames from the other side, and no more while one waits."""
        self._intake.slow_down(frames_per_second)

    def put_off(self) -> Callable[[], None]:
        """A frame of this link waits for the table; call the result when it waits no more."""
        self._intake.put_off()
        return self._intake.worked_off

    def feed(self, received: bytes) -> None:
        """Bytes have come."""
        self._buffer.feed(received)
        self._read_frames()

    def lost(self, closure: Closure) -> None:
        """The connection has ended; *closure* tells why, unless it is known better."""
        for call in (self._alarm, self._beat):
            if call.active():
                call.cancel()
        self._stage = Stage.CLOSED
        self.keeper.closed(self, self._closure or closure)

    def _read_frames(self) -> None:
        try:
            while self.is_standing and not self._intake.is_held:
                content = self._buffer.take()
                if content is None:
                    return
                self._take(read_frame(content))
        except Breach as breach:
            self.refuse(breach)

    def _take(self, frame: Frame | None) -> None:
        self._intake.count()
        self._heard = self._clock.seconds()
        if self._stage is Stage.OPEN and not self._intake.is_held:
            self._expect_life()
        match frame:
            case None:
                return  # a kind of a later version; it has counted as a sign of life
            case Refusal(clause=clause, detail=detail):
                self._close(Closure(Side.THEIRS, clause, detail, frame), b"")
            case _:
                self.keeper.received(self, frame)

    def _close(self, closure: Closure, last: bytes) -> None:
        if not self.is_standing:
            return
        self._stage = Stage.CLOSING
        self._closure = closure
        self._set_alarm(CLOSING_SECONDS, self._transport.abortConnection)
        # Nothing that still comes is looked at, but the end of it has to be seen.
        self._transport.resumeProducing()
        self._outflow.close(last)

    def _pulse(self) -> None:
        self._beat = self._clock.callLater(BEAT_SECONDS, self._pulse)
        self._intake.next_second()
        if self._stage is Stage.OPEN:
            self.send(self.keeper.sign_of_life())

    def _expect_life(self) -> None:
        silent = Breach("L3.2", f"nothing was heard for {IDLE_SECONDS} seconds")
        self._set_alarm(IDLE_SECONDS, self.refuse, silent)

    def _stop_reading(self) -> None:
        self._transport.pauseProducing()
        if self._stage is Stage.OPEN and self._alarm.active():
            self._alarm.cancel()  # it is us who do not listen

    def _read_on(self) -> None:
        if not self.is_standing:
            return
        self._heard = self._clock.seconds()
        if self._stage is Stage.OPEN:
            self._expect_life()
        self._transport.resumeProducing()
        # Later, since this may be called while a frame is being taken.
        self._clock.callLater(0, self._read_frames)

    def _set_alarm(self, seconds: float, call: Callable[..., object], *arguments: object) -> None:
        if self._alarm.active():
            self._alarm.cancel()
        self._alarm = self._clock.callLater(seconds, call, *arguments)
