"""A bot before the game: it is ready at once, and says one line an event."""

from collections.abc import Callable, Sequence

from twisted.internet.defer import Deferred

from p2pqwirkle.cli.events import Say, roster_line
from p2pqwirkle.cli.finding import FoundTable
from p2pqwirkle.cli.reasons import no_seat
from p2pqwirkle.cli.seat import Entered
from p2pqwirkle.cli.spoilt import Spoilt
from p2pqwirkle.codes import Code
from p2pqwirkle.names import showable
from p2pqwirkle.net.invitation import MOST_TRIES
from p2pqwirkle.net.link import Closure
from p2pqwirkle.net.reactor import Address
from p2pqwirkle.net.seating import Roster
from p2pqwirkle.record.identity import PlayerId


class BotWaiting:
    """What a bot says before the game.

    Args:
        own: its key.
        say: prints one line.
    """

    def __init__(self, own: PlayerId, say: Say) -> None:
        self._own = own
        self._say = say
        self._lobby: Entered | None = None
        self._told = ""

    def entered(self, lobby: Entered) -> None:
        """*lobby* is where the bot waits now."""
        self._lobby = lobby

    def coded(self, code: Code) -> None:
        """Guests have to know *code*."""
        self._say(f"code {code}")

    def listening(self, where: Sequence[Address]) -> None:
        """Others can join now, best at the first address *where*."""
        self._say(f"listening {where[0]}")
        for address in where[1:]:
            self._say(f"also {address}")

    def choosing(self, choose: Callable[[str], None], why: str) -> None:
        """A bot does not choose among tables."""

    def offered(self, tables: Sequence[FoundTable]) -> None:
        """A bot does not choose among tables."""

    def asking(self, host: Address) -> None:
        """A bot does not look on."""

    def seated(self, roster: Roster) -> None:
        """Somebody has come or gone, or is ready: so is the bot."""
        line = roster_line(roster)
        if line != self._told:
            self._told = line
            self._say(line)
        if self._lobby is not None and roster.is_full and not roster.is_ready(self._own):
            self._lobby.say_ready(is_ready=True)

    def turned_away(self, host: str, closure: Closure) -> None:
        """Somebody at the address *host* was not let in."""
        if closure.clause:
            self._say(f"turned away {host}: {closure.clause} {showable(closure.detail)}")

    def tried(self, host: str, failed: int) -> None:
        """Somebody at *host* did not know the code."""
        self._say(f"wrong codes {failed}/{MOST_TRIES}, the last from {host}")

    def coming_back(self, torn: int) -> None:
        """We go on with a game."""
        self._say("coming back")
        if torn:
            self._say(f"cut {torn} bytes that were half written")

    def lost(self) -> None:
        """The link to the host has broken, and it is dialled again."""
        self._say("host lost")

    def spoilt(self, why: Spoilt) -> None:
        """The last charter has come to nothing: the same players meet for another one."""
        self._say(f"spoilt {', '.join(why.names) or '-'}: {why.clause or 'silent'}")

    def put_off(self, seconds: float) -> None:
        """Others have tried wrong codes: the bot asks again in so many *seconds*."""
        self._say(f"asking again in {seconds:g} s")

    def code_for(self, closure: Closure, host: Address) -> "Deferred[Code]":
        """There is nobody to ask for a code.

        Raises:
            Exit: always.
        """
        raise no_seat(closure, host)
