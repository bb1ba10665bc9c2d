"""How a program is left at any time, whatever it waits for at present."""

from collections.abc import Callable
from typing import TypeVar, cast

from twisted.internet.defer import CancelledError, Deferred
from twisted.internet.interfaces import IReactorTime
from twisted.internet.task import deferLater

from p2pqwirkle.cli.exits import Exit, ExitCode
from p2pqwirkle.net.reactor import Reactor

_Awaited = TypeVar("_Awaited")


class WayOut:
    """Where a program is left that does one thing after another.

    Attributes:
        take: leaves what the program does at present.
    """

    def __init__(self) -> None:
        self.take: Callable[[], None] = lambda: None

    async def until(self, awaited: "Deferred[_Awaited]") -> _Awaited:
        """What *awaited* comes to, which is waited for no longer once the way out is taken.

        Raises:
            Exit: it was taken before.
        """
        self.take = awaited.cancel
        return await unless_left(awaited)

    async def pause(self, reactor: Reactor, seconds: float) -> None:
        """Wait for so many *seconds*.

        Raises:
            Exit: the way out was taken before.
        """
        paused: Deferred[None] = deferLater(cast("IReactorTime", reactor), seconds)
        await self.until(paused)


async def unless_left(awaited: "Deferred[_Awaited]") -> _Awaited:
    """What *awaited* comes to.

    Raises:
        Exit: it was cancelled, which only somebody does who leaves.
    """
    try:
        return await awaited
    except CancelledError as error:
        raise Exit(ExitCode.UNFINISHED, "interrupted") from error
