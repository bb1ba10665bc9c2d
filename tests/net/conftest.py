"""What tests over sockets begin with."""

import asyncio
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.net.rooms import Rooms

if TYPE_CHECKING:
    from twisted.internet.asyncioreactor import AsyncioSelectorReactor


@pytest.fixture
def rooms(reactor: "AsyncioSelectorReactor", loop: asyncio.SelectorEventLoop) -> Iterator[Rooms]:
    """Rooms that are left when the test is over, however it ends."""
    rooms = Rooms(reactor, loop)
    yield rooms
    loop.run_until_complete(rooms.go_home())
