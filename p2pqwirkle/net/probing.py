"""Asking a peer who it is, and what table it has, without being anybody to it."""

from collections.abc import Callable, Iterable
from functools import partial

from p2pqwirkle.net.dialling import Answer, Judge, listing_of, race
from p2pqwirkle.net.frames import Frame, Here
from p2pqwirkle.net.link import Closure, Link
from p2pqwirkle.net.listing import Listing
from p2pqwirkle.net.multicast import Hint
from p2pqwirkle.net.reactor import Address, Reactor
from p2pqwirkle.net.tls import Credentials


def probe_table(
    reactor: Reactor,
    credentials: Credentials,
    hint: Hint,
    *,
    answered: Callable[[Listing], None],
    failed: Callable[[Closure], None],
) -> Callable[[], None]:
    """Ask the table that *hint* is about, at all of its addresses, for its listing.

    Either *answered* or *failed* is called, once; the result gives up asking.
    """

    def told(answer: Answer) -> None:
        assert isinstance(answer, Listing)  # the judge lets nothing else pass
        answered(answer)

    judge = partial(listing_of, hint.table)
    return probe_peer(
        reactor, credentials, hint.addresses, judge=judge, answered=told, failed=failed
    )


def probe_peer(  # noqa: PLR0913 - whom to ask, as whom, and whom to tell
    reactor: Reactor,
    credentials: Credentials,
    addresses: Iterable[Address],
    *,
    judge: Judge,
    answered: Callable[[Answer], None],
    failed: Callable[[Closure], None],
) -> Callable[[], None]:
    """Ask whoever listens at one of *addresses*, and whom *judge* lets pass.

    Either *answered* or *failed* is called, once; the result gives up asking.
    """
    answers: list[Answer] = []

    def judged(link: Link, answer: Answer) -> None:
        judge(link, answer)
        answers.append(answer)

    visit = _Visit(lambda: answered(answers[-1]))
    return race(reactor, credentials, addresses, keeper=visit, failed=failed, judge=judged)


class _Visit:
    """Looks after the link on which a probe was answered: it has no other use."""

    def __init__(self, answered: Callable[[], None]) -> None:
        self._answered = answered

    def opened(self, link: Link) -> None:
        """The answer is there."""
        link.leave("only a look")
        self._answered()

    def received(self, link: Link, frame: Frame) -> None:
        """Nothing more is of interest."""

    def closed(self, link: Link, closure: Closure) -> None:
        """As it should be."""

    def sign_of_life(self) -> Here:
        """Nothing but that we are there."""
        return Here()
