"""Seeking one player: its addresses are dialled in turn, again and again, until there is a link."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from twisted.internet.base import DelayedCall

from p2pqwirkle.net.frames import Frame, Here
from p2pqwirkle.net.link import Closure, Keeper, Link
from p2pqwirkle.net.reactor import Address, Clock

ROUND_SECONDS: Final = 1.0
"""Between two dials of one address: who comes back to the network is in its seat within two
seconds, and a dial that nobody answers costs a few packets."""
LEAD_SECONDS: Final = 0.25
"""What each address has before the next one is dialled too."""
MOST_UNDER_WAY: Final = 4
"""Dials of one address that have come to nothing yet: a computer that sleeps takes connections
and says nothing, and must not wake up to more of them than its door has room for (L3.4)."""


class Dial(Protocol):
    """Dials one player at one address."""

    def __call__(
        self, address: Address, *, keeper: Keeper, failed: Callable[[Closure], None]
    ) -> Callable[[], None]:
        """Either *keeper* gets a link, or *failed* is told; the result gives up."""


class Seeker:
    """Dials one player.

    Args:
        clock: local time.
        dial: dials one address.
        where: the addresses to dial, asked for anew in each round.
        keeper: looks after what links come of it.
    """

    def __init__(
        self, clock: Clock, dial: Dial, where: Callable[[], Sequence[Address]], keeper: Keeper
    ) -> None:
        self._clock = clock
        self._dial = dial
        self._where = where
        self._keeper = keeper
        self._round: list[Address] = []
        self._next_round = 0.0
        self._next: DelayedCall | None = None
        self._under_way: list[_Attempt] = []

    def seek(self, after: float) -> None:
        """Dial in *after* seconds, and on until told to stop; no later than planned before."""
        if self._next is not None:
            if self._next.getTime() <= self._clock.seconds() + after:
                return
            self._next.cancel()
        self._next = self._clock.callLater(after, self._dial_next)

    def stop(self) -> None:
        """Dial no more, and give up what is under way."""
        if self._next is not None:
            self._next.cancel()
            self._next = None
        self._round.clear()
        given_up, self._under_way = self._under_way, []
        for attempt in given_up:
            attempt.give_up()

    def _dial_next(self) -> None:
        if not self._round:
            self._round = list(self._where())
            self._next_round = self._clock.seconds() + ROUND_SECONDS
        # Before the dial, which may come to an end at once.
        wait = LEAD_SECONDS
        if len(self._round) <= 1:
            wait = max(wait, self._next_round - self._clock.seconds())
        self._next = self._clock.callLater(wait, self._dial_next)
        if self._round:
            self._dial_at(self._round.pop(0))

    def _dial_at(self, address: Address) -> None:
        if sum(one.address == address for one in self._under_way) >= MOST_UNDER_WAY:
            return
        attempt = _Attempt(address, self._keeper, self._end)
        self._under_way.append(attempt)
        attempt.give_up = self._dial(address, keeper=attempt, failed=attempt.failed)

    def _end(self, attempt: "_Attempt") -> None:
        if attempt in self._under_way:
            self._under_way.remove(attempt)


@dataclass(eq=False)
class _Attempt:
    """One dial, and whoever looks after its link until there is one."""

    address: Address
    keeper: Keeper
    ended: Callable[["_Attempt"], None]
    give_up: Callable[[], None] = lambda: None

    def failed(self, _closure: Closure) -> None:
        """Nothing has come of it."""
        self.ended(self)

    def opened(self, link: Link) -> None:
        """Hand the link on."""
        self.ended(self)
        link.keeper = self.keeper
        self.keeper.opened(link)

    def received(self, link: Link, frame: Frame) -> None:
        """Does not happen: the link has its keeper by then."""

    def closed(self, link: Link, closure: Closure) -> None:
        """Does not happen either."""

    def sign_of_life(self) -> Here:
        """Nothing but that we are there."""
        return Here()
