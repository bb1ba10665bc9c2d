"""Runs a table, or an onlooker, in the one thread that it lives in.

What is to be done goes in by a queue, effects come out in the reactor's thread, and nothing else
is shared: no lock, no re-entry.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Thread
from typing import Generic, TypeVar

from twisted.internet.defer import Deferred

from p2pqwirkle.errors import Breach
from p2pqwirkle.net.reactor import Reactor

Replica = TypeVar("Replica")
"""A table, or an onlooker."""
Wish = TypeVar("Wish")
"""What it asks to be done."""


@dataclass(frozen=True, slots=True)
class _Job(Generic[Replica, Wish]):
    deed: Callable[[Replica], Sequence[Wish]]
    done: "Deferred[None]"


class TableHost(Generic[Replica, Wish]):
    """The table's thread, seen from the reactor's.

    Args:
        reactor: the event loop.
        table: used by nobody else from now on.
        perform: does what the table asks for; called in the reactor's thread.
    """

    def __init__(
        self, reactor: Reactor, table: Replica, perform: Callable[[Sequence[Wish]], None]
    ) -> None:
        self._reactor = reactor
        self._table = table
        self._perform = perform
        self._inbox: SimpleQueue[_Job[Replica, Wish] | None] = SimpleQueue()
        self._ended: Deferred[None] = Deferred()
        # It must not outlive a program that ends in an error.
        self._thread = Thread(target=self._run, name="table", daemon=True)
        self._thread.start()

    def do(self, deed: Callable[[Replica], Sequence[Wish]]) -> "Deferred[None]":
        """Put *deed* behind all that waits.

        Returns:
            Fires when it is done and its effects are performed; fails with the `Breach` that it
            raised, or with the error that makes the table useless: a full disk, or a bug.
        """
        job: _Job[Replica, Wish] = _Job(deed, Deferred())
        self._inbox.put(job)
        return job.done

    def stop(self) -> "Deferred[None]":
        """End the thread after all that waits; fires when nobody uses the table any more."""
        self._inbox.put(None)
        return self._ended

    def _run(self) -> None:
        self._work()
        self._reactor.callFromThread(self._ended.callback, None)

    def _work(self) -> None:
        while (job := self._inbox.get()) is not None:
            try:
                effects = job.deed(self._table)
            except Breach as breach:
                self._reactor.callFromThread(job.done.errback, breach)
            except Exception as error:  # noqa: BLE001 - passed on; the table is used no more
                self._reactor.callFromThread(job.done.errback, error)
                return
            else:
                self._reactor.callFromThread(self._finish, job, effects)

    def _finish(self, job: _Job[Replica, Wish], effects: Sequence[Wish]) -> None:
        self._perform(effects)
        job.done.callback(None)
