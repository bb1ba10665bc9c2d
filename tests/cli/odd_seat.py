"""Seats that do not play as they should: ``python -m tests.cli.odd_seat HOW ...``.

The rest of the command line is that of the program.
"""

import sys
import threading
import time
from collections.abc import Callable
from typing import Any, Final
from unittest.mock import patch

from p2pqwirkle.cli import main
from p2pqwirkle.cli.thinking import decide
from p2pqwirkle.net.frames import Frame
from p2pqwirkle.net.link import Link
from p2pqwirkle.net.lobby import HostLobby
from p2pqwirkle.net.seating import Start
from p2pqwirkle.table.effects import Effect, Say
from p2pqwirkle.table.entries import Kind, write_nothing
from p2pqwirkle.table.moment import Moment
from p2pqwirkle.table.seat import Speech
from p2pqwirkle.table.table import Table

SLEEP_SECONDS: Final = 16.0


class Liar(Table):
    """Gives shares that do not hold, and believes itself that it was honest."""

    LIES_IN = Kind.DRAW

    def _say(self, speech: Speech, moment: Moment, about: bytes = b"") -> list[Effect]:
        kind, body = speech
        effects = super()._say(speech, moment, about)
        if kind is not self.LIES_IN:
            return effects
        lie = self._sign((kind, body[:-1] + bytes([body[-1] ^ 1])), moment)
        return [Say(lie.wire), *effects[1:]]


class Unlike(Liar):
    """Opens something else than it has committed to, and plays on as if it had not."""

    LIES_IN = Kind.REVEAL


class Spoiler(Table):
    """Commits to nothing at all."""

    def _say(self, speech: Speech, moment: Moment, about: bytes = b"") -> list[Effect]:
        effects = super()._say(speech, moment, about)
        if speech[0] is not Kind.COMMIT:
            return effects
        return [Say(self._sign((Kind.COMMIT, write_nothing()), moment).wire), *effects[1:]]


class Mute(Table):
    """Commits to an opening, and never says it."""

    def _say(self, speech: Speech, moment: Moment, about: bytes = b"") -> list[Effect]:
        return [] if speech[0] is Kind.REVEAL else super()._say(speech, moment, about)


class Cutter(HostLobby):
    """Loses the link to its first guest at the moment when it would tell the charter."""

    def _begin(self) -> None:
        link = self._party.guests[0].link

        def send(frame: Frame) -> None:
            if isinstance(frame, Start):
                link._transport.abortConnection()
            else:
                Link.send(link, frame)

        link.send = send  # type: ignore[method-assign]
        super()._begin()


def sleep_first() -> Callable[..., Any]:
    """Thinks about the first move for long."""
    slept: list[bool] = []

    def think(*words: Any) -> Any:  # noqa: ANN401 - passed on as they are
        if not slept:
            slept.append(True)
            time.sleep(SLEEP_SECONDS)
        return decide(*words)

    return think


def think_aside(*words: Any) -> Any:  # noqa: ANN401 - passed on as they are
    """Thinks nowhere but beside the network, which lives in the main thread."""
    if threading.current_thread() is threading.main_thread():
        raise AssertionError("nothing is heard and nothing is said while a bot thinks here")
    return decide(*words)


ODDITIES: Final = {
    "liar": ("p2pqwirkle.cli.seat.Table", Liar),
    "unlike": ("p2pqwirkle.cli.seat.Table", Unlike),
    "spoiler": ("p2pqwirkle.cli.seat.Table", Spoiler),
    "mute": ("p2pqwirkle.cli.seat.Table", Mute),
    "cutter": ("p2pqwirkle.cli.hosting.HostLobby", Cutter),
    "aside": ("p2pqwirkle.cli.bot_seat.decide", think_aside),
    "sleeper": ("p2pqwirkle.cli.bot_seat.decide", sleep_first()),
}
"""What of the program is another, by how the seat misbehaves."""

if __name__ == "__main__":
    with patch(*ODDITIES[sys.argv.pop(1)]):
        sys.exit(main())
