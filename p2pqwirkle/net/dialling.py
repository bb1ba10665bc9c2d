"""Dialling a peer at all of its addresses: whichever answers first is used, the rest is given up.

A bridge of containers or a virtual adapter often comes first in a list, and leads nowhere.
"""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Final

from twisted.internet.base import DelayedCall

from p2pqwirkle.errors import Breach
from p2pqwirkle.net.frames import Frame, Here
from p2pqwirkle.net.handshake import connect
from p2pqwirkle.net.interfaces import nearest_first, own_interfaces
from p2pqwirkle.net.link import Closure, Keeper, Link, Side, Trouble
from p2pqwirkle.net.listing import Listing, Probe
from p2pqwirkle.net.reactor import Address, Reactor
from p2pqwirkle.net.tls import Credentials
from p2pqwirkle.record.identity import PlayerId

LEAD_SECONDS: Final = 0.25
"""What each address has before the next one is dialled too."""

Answer = Listing | Here
"""What a probe brings: the table of a host, or from any other peer a sign of life."""
Judge = Callable[[Link, Answer], None]
"""Looks at an answer; raises a `Breach` if the peer is not the one that is sought."""

_TELLING: Final = (Trouble.REFUSED, Trouble.NO_ANSWER, Trouble.NO_ROUTE, Trouble.UNKNOWN_NAME)
"""Of several troubles, the one that says most comes first."""

NOWHERE: Final = Closure(Side.NOBODY, "", "no address to dial", trouble=Trouble.NO_ROUTE)


def race(  # noqa: PLR0913 - whom to dial, as whom, and whom to tell
    reactor: Reactor,
    credentials: Credentials,
    addresses: Iterable[Address],
    *,
    keeper: Keeper,
    failed: Callable[[Closure], None],
    pin: PlayerId | None = None,
    judge: Judge | None = None,
) -> Callable[[], None]:
    """Dial a peer at all *addresses*; *keeper* gets one link, or *failed* is told why not.

    Args:
        reactor: the event loop.
        credentials: ours.
        addresses: where the peer may listen.
        keeper: looks after the link that has won.
        failed: called at most once, and never after the keeper.
        pin: the only key that will do, or None if any will.
        judge: decides whether a peer is the one that is sought; without it, who has the key is.

    Returns:
        What gives up dialling; no use once the link is there.
    """
    course = nearest_first(addresses, own_interfaces())
    dial = partial(connect, reactor, credentials, pin=pin)
    if len(course) == 1 and judge is None:
        return dial(course[0], keeper=keeper, failed=failed)
    return _Race(reactor, course, dial, _Prize(keeper, failed, judge)).give_up


class _Prize:
    """What one race is for."""

    def __init__(
        self, keeper: Keeper, failed: Callable[[Closure], None], judge: Judge | None
    ) -> None:
        self.keeper = keeper
        self.failed = failed
        self.judge = judge


class _Race:
    """One race; also looks after the links that have not won yet.

    A completed handshake shows only that something is there; who answers a probe has won.
    """

    def __init__(
        self,
        reactor: Reactor,
        course: Iterable[Address],
        dial: Callable[..., Callable[[], None]],
        prize: _Prize,
    ) -> None:
        self._reactor = reactor
        self._waiting = list(course)
        self._dial = dial
        self._prize = prize
        self._dialled: dict[Address, Callable[[], None]] = {}
        self._links: list[Link] = []
        self._closures: list[Closure] = []
        self._next: DelayedCall | None = None
        self._is_over = False
        # Later, so that nobody is told of a failure before there is something to give up.
        self._next = reactor.callLater(0, self._dial_next)

    def give_up(self) -> None:
        """Nobody wins."""
        self._end(but=None)

    def opened(self, link: Link) -> None:
        """Somebody is there; see who."""
        if self._is_over:
            link.leave("another way was quicker")
            return
        self._links.append(link)
        link.send(Probe())

    def received(self, link: Link, frame: Frame) -> None:
        """The first one to answer has won.

        Raises:
            Breach: L2.4 for anything else than an answer, or what the judge finds.
        """
        match frame:
            case Listing() | Here():
                if self._prize.judge is not None:
                    self._prize.judge(link, frame)
                self._end(but=link)
                link.keeper = self._prize.keeper
                self._prize.keeper.opened(link)
            case _:
                raise Breach("L2.4", f"{frame.KIND.name} is no answer to a probe")

    def closed(self, link: Link, closure: Closure) -> None:
        """One is out of the race."""
        if not self._is_over:
            self._links.remove(link)
            self._lost(closure)

    def sign_of_life(self) -> Here:
        """Nothing but that we are there."""
        return Here()

    def _dial_next(self) -> None:
        self._stop_waiting()
        if not self._waiting:
            self._see_whether_all_have_lost()
            return
        address = self._waiting.pop(0)
        self._next = self._reactor.callLater(LEAD_SECONDS, self._dial_next)
        self._dialled[address] = _no_use
        give_up = self._dial(address, keeper=self, failed=partial(self._failed, address))
        if address in self._dialled:  # it may have failed already
            self._dialled[address] = give_up

    def _failed(self, address: Address, closure: Closure) -> None:
        self._dialled.pop(address, None)
        if not self._is_over:
            self._lost(closure)

    def _lost(self, closure: Closure) -> None:
        self._closures.append(closure)
        self._dial_next()

    def _see_whether_all_have_lost(self) -> None:
        if not self._links and not self._dialled:
            self._end(but=None)
            self._prize.failed(most_telling(self._closures))

    def _end(self, but: Link | None) -> None:
        self._is_over = True
        self._stop_waiting()
        for give_up in self._dialled.values():
            give_up()
        for link in self._links:
            if link is not but:
                link.leave("another way was quicker")

    def _stop_waiting(self) -> None:
        if self._next is not None and self._next.active():
            self._next.cancel()
        self._next = None


def _no_use() -> None:
    """There is nothing to give up yet."""


def most_telling(closures: Iterable[Closure]) -> Closure:
    """Of several reasons why there is no link, the one that helps most.

    If there was nowhere to dial, no network leads there.
    """

    def silence(closure: Closure) -> tuple[bool, int]:
        trouble = closure.trouble
        rank = _TELLING.index(trouble) if trouble in _TELLING else len(_TELLING)
        return (not (closure.clause or closure.side is Side.THEIRS), rank)

    return min(closures, key=silence, default=NOWHERE)
