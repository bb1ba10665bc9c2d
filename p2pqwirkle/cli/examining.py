"""The reactor's part of `doctor`: looks for tables, and asks one host meanwhile."""

from typing import Final

from twisted.internet.defer import Deferred

from p2pqwirkle.cli.finding import FoundTable, Search, nobody_yet
from p2pqwirkle.cli.running import run_in_reactor
from p2pqwirkle.cli.stage import temporary_log
from p2pqwirkle.net.dialling import Answer
from p2pqwirkle.net.discovery import NO_ANSWER
from p2pqwirkle.net.link import Closure
from p2pqwirkle.net.probing import probe_peer
from p2pqwirkle.net.reactor import Address, Reactor

ANSWER_SECONDS: Final = 6
"""How long a host may take: a dial of four seconds, and what TLS needs over a bad network."""


def examine(
    host: Address | None, seconds: float
) -> tuple[tuple[FoundTable, ...], Answer | Closure | None]:
    """The tables that are found within *seconds*, and what *host* has answered, if there is one."""
    examination = _Examination(host, seconds)
    with temporary_log() as log:
        run_in_reactor(examination, log)
    return examination.tables, examination.answer


class _Examination:
    """One run of the reactor."""

    def __init__(self, host: Address | None, seconds: float) -> None:
        self.tables: tuple[FoundTable, ...] = ()
        self.answer: Answer | Closure | None = None
        self._host = host
        self._search = Search(seconds)
        self._answered: Deferred[None] = Deferred()

    async def run(self, reactor: Reactor) -> int:
        """Look, and ask."""
        if self._host is None:
            self._answered.callback(None)
        else:
            self._ask(reactor, self._host)
        await self._search.run(reactor)
        self.tables = self._search.found
        await self._answered
        return 0

    def leave(self) -> None:
        """Look no longer."""
        self._search.leave()
        self._told(NO_ANSWER)

    def _ask(self, reactor: Reactor, host: Address) -> None:
        give_up = probe_peer(
            reactor,
            nobody_yet(),
            (host,),
            judge=lambda _link, _answer: None,
            answered=self._told,
            failed=self._told,
        )
        late = reactor.callLater(ANSWER_SECONDS, self._told, NO_ANSWER)

        def tidy_up(_: None) -> None:
            give_up()
            if late.active():
                late.cancel()

        self._answered.addCallback(tidy_up)

    def _told(self, answer: Answer | Closure) -> None:
        if self.answer is None:
            self.answer = answer
        if not self._answered.called:
            self._answered.callback(None)
