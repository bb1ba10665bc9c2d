"""Twisted's asyncio reactor for the tests that ask for it; the others never import it."""

import asyncio
import inspect
import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, cast

import pytest

if TYPE_CHECKING:
    from twisted.internet.asyncioreactor import AsyncioSelectorReactor
    from twisted.internet.base import DelayedCall

TEST_SECONDS = 150
"""How long one test may wait for something to happen, on a machine that has much else to do."""


def pytest_xdist_auto_num_workers() -> int:
    """For `-n auto`: twice as many as there are cores, for half of the time is spent waiting."""
    return 2 * (os.cpu_count() or 1)


@pytest.fixture(scope="session")
def loop() -> Iterator[asyncio.SelectorEventLoop]:
    """The one event loop of all tests."""
    loop = asyncio.SelectorEventLoop()
    asyncio.set_event_loop(loop)
    yield loop
    asyncio.set_event_loop(None)
    loop.close()


@pytest.fixture(scope="session")
def running_reactor(loop: asyncio.SelectorEventLoop) -> Iterator["AsyncioSelectorReactor"]:
    """The one reactor of all tests, running whenever the loop does."""
    from twisted.internet import asyncioreactor  # noqa: PLC0415 - only for who asks

    reactor = asyncioreactor.AsyncioSelectorReactor(loop)
    reactor.startRunning(installSignalHandlers=False)
    yield reactor
    reactor.stop()  # type: ignore[no-untyped-call]
    reactor.runUntilCurrent()
    reactor.disconnectAll()


@pytest.fixture
def reactor(
    running_reactor: "AsyncioSelectorReactor", loop: asyncio.SelectorEventLoop
) -> Iterator["AsyncioSelectorReactor"]:
    """The reactor; a test leaves no timer and no socket behind."""
    yield running_reactor
    loop.run_until_complete(asyncio.sleep(0))
    left = cast("list[DelayedCall]", running_reactor.getDelayedCalls())
    for call in left:
        call.cancel()  # so that one test's failure is not the next one's
    assert [str(call) for call in left] == []


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a coroutine that asks for the loop or the reactor."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    loop = pyfuncitem.funcargs["loop"]
    assert isinstance(loop, asyncio.SelectorEventLoop)  # it is the fixture above
    names = inspect.signature(pyfuncitem.obj).parameters
    told = {name: pyfuncitem.funcargs[name] for name in names}
    loop.run_until_complete(asyncio.wait_for(pyfuncitem.obj(**told), TEST_SECONDS))
    return True
