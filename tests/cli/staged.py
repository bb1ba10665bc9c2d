"""A play for one screen, in which something goes wrong: `python -m tests.cli.staged HOW LOG`."""

import asyncio
import logging
import os
import sys
import threading
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

from twisted.python import log

from p2pqwirkle.cli.stage import Stage, perform
from p2pqwirkle.console.commands import Leave, Request
from tests.console.desks import desk_with


def fail() -> None:
    raise ZeroDivisionError("on purpose")


async def fail_later() -> None:
    fail()


def print_everywhere() -> None:
    """Write to the terminal in every way that a library might."""
    print("stray print")  # noqa: T201
    print("stray error", file=sys.stderr)  # noqa: T201
    os.write(2, b"stray bytes\n")
    logging.getLogger("library").warning("stray log")
    warnings.warn("stray warning", stacklevel=1)
    err: Callable[..., None] = log.err
    err(ZeroDivisionError("stray failure"), "stray twisted")


def go_wrong(how: str, stage: Stage) -> None:
    reactor = cast("Any", stage.reactor)
    match how:
        case "task":
            stage.loop.create_task(fail_later()).add_done_callback(lambda done: done.result())
        case "reactor":
            reactor.callLater(0, fail)
        case "thread":
            threading.Thread(target=fail).start()
        case "print":
            print_everywhere()
        case "stop":
            reactor.callLater(0.5, reactor.stop)


def main(how: str, log_file: str) -> int:
    async def play(stage: Stage) -> int:
        def ask(request: Request) -> None:
            if request is not Leave.LEAVE:
                fail()
            console.leave()

        console = stage.console(desk_with("rd rc bo gc px oc", "rs"), ask)
        running = stage.loop.create_task(console.run())
        try:
            await asyncio.sleep(0.5)
            go_wrong(how, stage)
            if how == "crash":
                fail()
            await asyncio.wait({running})
        finally:
            console.leave()
            await asyncio.wait({running})
        return 0

    return perform(play, Path(log_file), is_plain=False)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
