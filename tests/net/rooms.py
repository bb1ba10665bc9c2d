"""Living rooms for one test, of the size and kind that it asks for."""

import asyncio
from dataclasses import dataclass, field

from twisted.internet.asyncioreactor import AsyncioSelectorReactor

from p2pqwirkle.table.charter import Options
from tests.lan import NAMES
from tests.net.chair import Chair
from tests.net.living_room import LivingRoom

HARDLY_ANY = 5
"""Seconds of patience that are soon over, and yet longer than a busy machine delays the signs of
life that come every second."""
USUAL = Options()
WATCHED = Options(watchers=True)


@dataclass(eq=False)
class Rooms:
    """Gives out rooms, and sends everybody home in the end."""

    reactor: AsyncioSelectorReactor
    loop: asyncio.SelectorEventLoop
    given: list[LivingRoom] = field(default_factory=list)

    def of(
        self,
        players: int,
        *,
        patience: float = 60.0,
        options: Options = USUAL,
        sleeps: bool = False,
    ) -> LivingRoom:
        """A room for so many, who have not sat down yet; who sleeps never moves."""
        chairs = [
            Chair(self.reactor, name, options=options, sleeps=sleeps) for name in NAMES[:players]
        ]
        self.given.append(LivingRoom(self.reactor, self.loop, chairs, patience=patience))
        return self.given[-1]

    async def go_home(self) -> None:
        for room in self.given:
            await room.go_home()
