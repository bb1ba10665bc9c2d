"""Dialling a peer at all of its addresses: whichever answers first is used, the rest is given up.

A bridge of containers or a virtual adapter often comes first in a list, and leads nowhere.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Final, Protocol

from p2pqwirkle.errors import Breach
from p2pqwirkle.net.frames import Frame, Here
from p2pqwirkle.net.handshake import connect
from p2pqwirkle.net.interfaces import nearest_first, own_interfaces
from p2pqwirkle.net.link import Closure, Keeper, Link, Side, Trouble
from p2pqwirkle.net.listing import Listing, Probe, TableId, check_listing
from p2pqwirkle.net.reactor import Address, Clock, Reactor
from p2pqwirkle.net.tls import Credentials

LEAD_SECONDS: Final = 0.25
"""What each address has before the next one is dialled too."""

Answer = Listing | Here
"""What a probe brings: the table of a host, or from any other peer a sign of life."""
Judge = Callable[[Link, Answer], object]
"""Looks at an answer; raises a `Breach` if the peer is not the one that is sought."""


class _Dial(Protocol):
    """Dials one address."""

    def __call__(
        self, address: Address, *, keeper: Keeper, failed: Callable[[Closure], None]
    ) -> Callable[[], None]:
        """Either *keeper* gets a link, or *failed* is told; the result gives up."""


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
    judge: Judge | None = None,
) -> Callable[[], None]:
    """Dial a peer at all *addresses*; *keeper* gets one link, or *failed* is told why not.

    Args:
        reactor: the event loop.
        credentials: ours.
        addresses: where the peer may listen.
        keeper: looks after the link that has won.
        failed: called at most once, and never after the keeper.
        judge: decides whether a peer is the one that is sought; without it, everybody is.

    Returns:
        What gives up dialling; no use once the link is there.
    """
    course = nearest_first(addresses, own_interfaces())
    dial = partial(connect, reactor, credentials)
    if len(course) == 1 and judge is None:
        return dial(course[0], keeper=keeper, failed=failed)
    return _Race(reactor, course, dial, _Prize(keeper, failed, judge)).give_up


@dataclass(frozen=True, slots=True)
class _Prize:
    """What one race is for."""

    keeper: Keeper
    failed: Callable[[Closure], None]
    judge: Judge | None


class _Race:
    """One race; decides who has won, and whether anybody can."""

    def __init__(
        self, clock: Clock, course: Iterable[Address], dial: "_Dial", prize: _Prize
    ) -> None:
        self._clock = clock
        self._course = list(course)
        self._dial = dial
        self._prize = prize
        self._runners: list[_Runner] = []
        self._closures: list[Closure] = []
        # Later, so that nobody is told of a failure before there is something to give up.
        self._next = clock.callLater(0, self._start_next)

    def give_up(self) -> None:
        """Nobody wins."""
        if self._next.active():
            self._next.cancel()
        for runner in self._runners:
            runner.stop()

    def answered(self, runner: "_Runner", link: Link, answer: Answer) -> None:
        """The first one to answer has won.

        Raises:
            Breach: what the judge finds.
        """
        if self._prize.judge is not None:
            self._prize.judge(link, answer)
        self._runners.remove(runner)
        self.give_up()
        link.keeper = self._prize.keeper
        self._prize.keeper.opened(link)

    def lost(self, runner: "_Runner", closure: Closure) -> None:
        """One is out of the race; the next one need not wait any longer."""
        if runner in self._runners:
            self._runners.remove(runner)
        self._closures.append(closure)
        if self._next.active():
            self._next.cancel()
        self._start_next()

    def _start_next(self) -> None:
        if self._course:
            self._next = self._clock.callLater(LEAD_SECONDS, self._start_next)
            runner = _Runner(self)
            self._runners.append(runner)
            runner.start(self._dial, self._course.pop(0))
        elif not self._runners:
            self._prize.failed(most_telling(self._closures))


class _Runner:
    """One dial of a race, and its link until the race is decided.

    A completed handshake shows only that something is there; who answers a probe has won.
    """

    def __init__(self, race: _Race) -> None:
        self._race = race
        self._link: Link | None = None
        self._give_up: Callable[[], None] | None = None
        self._is_out = False

    def start(self, dial: "_Dial", address: Address) -> None:
        """Dial *address*."""
        self._give_up = dial(address, keeper=self, failed=self._failed)

    def stop(self) -> None:
        """The race is over, and somebody else has won it, or nobody."""
        self._is_out = True
        if self._give_up is not None:
            self._give_up()
        if self._link is not None:
            self._link.leave("another way was quicker")

    def opened(self, link: Link) -> None:
        """Somebody is there; see who."""
        if self._is_out:
            link.leave("another way was quicker")
            return
        self._link = link
        link.send(Probe())

    def received(self, link: Link, frame: Frame) -> None:
        """Listen to the other side.

        Raises:
            Breach: L2.4 for anything else than an answer, or what the judge finds.
        """
        match frame:
            case Listing() | Here():
                self._race.answered(self, link, frame)
            case _:
                raise Breach("L2.4", f"{frame.KIND.name} is no answer to a probe")

    def closed(self, _link: Link, closure: Closure) -> None:
        """There is no way here."""
        self._failed(closure)

    def sign_of_life(self) -> Here:
        """Nothing but that we are there."""
        return Here()

    def _failed(self, closure: Closure) -> None:
        if not self._is_out:
            self._is_out = True
            self._race.lost(self, closure)


def listing_of(sought: TableId, link: Link, answer: Answer) -> Listing:
    """What the host of the table that is *sought* has answered over *link*.

    Raises:
        Breach: L9.1 if it is another table, or none.
    """
    if not isinstance(answer, Listing):
        raise Breach("L9.1", "a peer that has no table")
    check_listing(answer, link.peer, sought)
    return answer


def most_telling(closures: Iterable[Closure]) -> Closure:
    """Of several reasons why there is no link, the one that helps most.

    If there was nowhere to dial, no network leads there.
    """

    def silence(closure: Closure) -> tuple[bool, int]:
        trouble = closure.trouble
        rank = _TELLING.index(trouble) if trouble in _TELLING else len(_TELLING)
        return (not (closure.clause or closure.side is Side.THEIRS), rank)

    return min(closures, key=silence, default=NOWHERE)
