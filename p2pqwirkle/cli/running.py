"""Runs something in Twisted's asyncio reactor until it has an exit code."""

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, Protocol

from twisted.internet import asyncioreactor
from twisted.internet.defer import Deferred
from twisted.logger import LogEvent, LogLevel, eventAsText, globalLogBeginner
from twisted.python.failure import Failure

from p2pqwirkle.net.reactor import Reactor


class Program(Protocol):
    """What runs in the reactor."""

    def run(self, reactor: Reactor) -> "Coroutine[Deferred[Any], Any, int]":
        """Run to the end, and return the exit code."""

    def leave(self) -> None:
        """Come to an end soon: somebody wants the program to stop."""


def run_in_reactor(program: Program, log: Path) -> int:
    """Run *program*, and return its exit code.

    Args:
        program: it, and nothing else, runs in this process.
        log: a file for what Twisted has to say about bugs; made only if there are some.

    Raises:
        Exception: whatever *program* raised.
    """
    loop = asyncio.SelectorEventLoop()  # explicitly: Twisted takes no other, also on Windows
    asyncio.set_event_loop(loop)
    asyncioreactor.install(loop)  # type: ignore[no-untyped-call]
    globalLogBeginner.beginLoggingTo([_keeper(log)], redirectStandardIO=False)
    return _Run(program).to_the_end()


class _Run:
    """One run of the reactor."""

    def __init__(self, program: Program) -> None:
        from twisted.internet import reactor  # noqa: PLC0415 - it is installed only now

        self._program = program
        self._reactor: Any = reactor  # a module, to type checkers
        self._result: int | Failure | None = None
        self._is_stopping = False
        self._ended: Deferred[None] = Deferred()

    def to_the_end(self) -> int:
        """Run until the program has ended, by itself or asked by a signal."""
        self._reactor.addSystemEventTrigger("before", "shutdown", self._leave)
        self._reactor.callWhenRunning(self._begin)
        self._reactor.run()
        if isinstance(self._result, Failure):
            self._result.raiseException()
        assert isinstance(self._result, int)  # the reactor stops only after the end
        return self._result

    def _begin(self) -> None:
        Deferred.fromCoroutine(self._program.run(self._reactor)).addBoth(self._end)

    def _end(self, result: int | Failure) -> None:
        self._result = result
        self._ended.callback(None)
        # After a signal the reactor is stopping already, and waits for this end.
        if not self._is_stopping:
            self._reactor.stop()

    def _leave(self) -> "Deferred[None]":
        self._is_stopping = True
        if self._result is None:
            self._program.leave()
        return self._ended


def _keeper(log: Path) -> Any:  # noqa: ANN401 - an observer, to Twisted
    """Keeps what is worth it in a file."""

    def keep(event: LogEvent) -> None:
        if event.get("log_level", LogLevel.info) >= LogLevel.error:
            with log.open("a", encoding="utf-8", errors="backslashreplace") as stream:
                stream.write(eventAsText(event) + "\n")

    return keep
