"""Twisted's asyncio reactor for the tests that ask for it; the others never import it."""

import asyncio
import inspect
import os
import signal
from collections.abc import Iterator
from time import monotonic
from typing import TYPE_CHECKING, cast

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from twisted.internet.asyncioreactor import AsyncioSelectorReactor
    from twisted.internet.base import DelayedCall

TEST_SECONDS = 300
"""How long one test may wait for something to happen, on a machine that has much else to do."""
SETTLING_SECONDS = 10
"""How long what a test has ended may take for it: twice what a link waits for its last words."""

# Whoever is started in the background by a script does not hear Ctrl-C, nor do those it starts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# The same examples each time, however slow the machine is: a test that fails does so for a reason.
settings.register_profile(
    "same", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("same")


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
    left = loop.run_until_complete(_left_in(running_reactor))
    for call in left:
        call.cancel()  # so that one test's failure is not the next one's
    assert [str(call) for call in left] == []


async def _left_in(reactor: "AsyncioSelectorReactor") -> "list[DelayedCall]":
    """The timers that do not end by themselves, and soon."""
    end = monotonic() + SETTLING_SECONDS
    await asyncio.sleep(0)
    while reactor.getDelayedCalls() and monotonic() < end:  # noqa: ASYNC110 - they tell nobody
        await asyncio.sleep(0.005)
    return cast("list[DelayedCall]", reactor.getDelayedCalls())


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
