"""Runs a person's seat and its console side by side, until the player leaves."""

import argparse
import asyncio
from collections.abc import Callable, Coroutine, Sequence
from time import monotonic
from typing import Any, Final, Protocol

from twisted.internet.defer import Deferred

from p2pqwirkle.cli.console_options import chosen_looks, speak_as_asked, wants_plain
from p2pqwirkle.cli.console_seat import ConsoleSeat, Person
from p2pqwirkle.cli.exits import Exit, ExitCode
from p2pqwirkle.cli.folder import DataFolder
from p2pqwirkle.cli.options import name_or_default
from p2pqwirkle.cli.seat import TakeSeat
from p2pqwirkle.cli.stage import Console, Stage, log_failure, perform
from p2pqwirkle.cli.taste import keep, recall, taste_in
from p2pqwirkle.console.arrivals import halted, ticked
from p2pqwirkle.console.desk import Desk
from p2pqwirkle.console.lobby import Lobby
from p2pqwirkle.console.looks import Looks
from p2pqwirkle.console.search import Search
from p2pqwirkle.net.reactor import Reactor

LEAVING_SECONDS: Final = 3.0
"""How long the others are given to hear that we leave."""
TICK_SECONDS: Final = 1.0


class Program(Protocol):
    """What hosts or joins one game."""

    def run(self, reactor: Reactor) -> "Coroutine[Deferred[Any], Any, int]":
        """Run to the end, and return the exit code."""

    def leave(self) -> None:
        """Come to an end soon."""


class Guest(Protocol):
    """Somebody who spends the evening at a console, with a seat or without.

    Attributes:
        console: what the person sees.
        again: set when the person wants another game with the same people.
    """

    console: Console
    again: asyncio.Event

    @property
    def is_playing(self) -> bool:
        """Whether the game has begun."""

    def begin_again(self) -> None:
        """Go back to the lobby, for a game that has nothing to do with the one before."""

    def silences(self) -> Sequence[float]:
        """For how many seconds nobody has heard each seat, or it has owed an entry."""


def spend_evening(
    arguments: argparse.Namespace,
    folder: DataFolder,
    program: Callable[[TakeSeat], Program],
    *,
    first: Callable[[Looks], Lobby | Search] = Lobby,
    among_bots: bool = False,
) -> int:
    """Play in the console, as *arguments* want it.

    Args:
        arguments: those of a command with a console.
        folder: keeps the identity, the record and the journal.
        program: hosts or joins a game with the seat that it is given.
        first: makes what the console shows first.
        among_bots: whether nobody but bots of our own comes, so that nobody need be asked.

    Raises:
        Exit: there was no game, or it has not come to an end.
    """
    speak_as_asked(arguments)
    name = name_or_default(arguments.name)
    is_plain = wants_plain(arguments)
    taste = recall(folder.path)
    looks = chosen_looks(arguments, taste.applied, is_plain=is_plain)
    person = Person(name, arguments.age, arguments.patience, looks, taste.habits)

    async def play(stage: Stage) -> int:
        seat = ConsoleSeat(stage, folder, person, first(looks), among_bots=among_bots)
        try:
            return await evening(stage, seat, program(lambda _reactor: seat.taken()))
        finally:
            if isinstance(seat.console.state, Desk):
                keep(taste_in(seat.console.state), folder.path)

    return perform(play, folder.path / "log", is_plain=is_plain)


async def evening(stage: Stage, seat: Guest, program: Program) -> int:
    """Play *program* with *seat*, again if that is wanted, until the player has seen enough.

    Raises:
        Exit: there was no game, or the last one has not come to an end.
    """

    def tell_failure(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        log_failure(loop, context)
        if isinstance(seat.console.state, Desk):
            failed = seat.console.state.saying("notice.failed", log=str(stage.log))
            seat.console.become(failed)

    stage.loop.set_exception_handler(tell_failure)
    console = stage.loop.create_task(seat.console.run())
    clock = stage.loop.create_task(_ticking(seat))
    try:
        code = await _one_game(stage, seat, program, console)
        while seat.again.is_set():
            seat.begin_again()
            code = await _one_game(stage, seat, program, console)
        return code
    finally:
        clock.cancel()
        seat.console.leave()
        await asyncio.wait({console})


async def _one_game(
    stage: Stage, seat: Guest, program: Program, console: "asyncio.Task[None]"
) -> int:
    game: asyncio.Future[int] = Deferred.fromCoroutine(program.run(stage.reactor)).asFuture(
        stage.loop
    )
    try:
        await asyncio.wait((console, game), return_when=asyncio.FIRST_COMPLETED)
        if not game.done():
            return await _left_early(seat, program, game)
        if seat.is_playing and stage.has_an_audience:
            await _look_at_the_end(seat, console, game)
        return game.result()
    finally:
        await _end(program, game)


async def _look_at_the_end(
    seat: Guest, console: "asyncio.Task[None]", game: "asyncio.Future[int]"
) -> None:
    """Let the player look at how it ended, until it leaves or wants another game."""
    failure = game.exception()
    if isinstance(failure, Exit) and isinstance(seat.console.state, Desk):
        seat.console.become(halted(seat.console.state, failure))
    again = asyncio.ensure_future(seat.again.wait())
    await asyncio.wait((console, again), return_when=asyncio.FIRST_COMPLETED)
    again.cancel()


async def _left_early(seat: Guest, program: Program, game: "asyncio.Future[int]") -> int:
    """The player has left before there was an end, or a game at all."""
    was_playing = seat.is_playing
    await _end(program, game)
    if not was_playing:
        return ExitCode.DONE
    return game.result() if game.done() else ExitCode.UNFINISHED


async def _end(program: Program, game: "asyncio.Future[int]") -> None:
    """Let *game* come to an end, if it has not."""
    if not game.done():
        program.leave()
        await asyncio.wait({game}, timeout=LEAVING_SECONDS)
    if game.done() and not game.cancelled():
        # Whoever asks for the result hears of a failure; if nobody does, nobody wants to.
        game.exception()


async def _ticking(seat: Guest) -> None:
    """Let the clocks on the screen go on."""
    while True:
        await asyncio.sleep(TICK_SECONDS)
        if isinstance(seat.console.state, Desk) and seat.is_playing:
            seat.console.become(ticked(seat.console.state, monotonic(), seat.silences()))
