"""A charter that comes to nothing before there are keys: whose doing it was, and who is out for it.

The same people sign another one then, at the same table; whoever has spoilt two of them is not
among these.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from p2pqwirkle.cli.exits import Exit, ExitCode
from p2pqwirkle.cli.reasons import reason
from p2pqwirkle.names import player_names
from p2pqwirkle.net.endings import Ending, Over, Unopened
from p2pqwirkle.net.lobby import Company
from p2pqwirkle.net.watching import Ending as WatchersEnding
from p2pqwirkle.net.watching import Seen
from p2pqwirkle.record.identity import PlayerId
from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.table.verdicts import Collapsed, Fault

TWICE: Final = 2
"""How many charters somebody may spoil until it is out; and how often a table begins again after
something that nobody can be held to."""


class Spoilt(Exit):
    """There was a charter, and no game came of it.

    Attributes:
        game: which it would have been.
        by: who is to be shown for it; nobody if nobody can be held to it.
        names: what these are called.
        clause: what was broken; empty if something was only missing.
    """

    def __init__(self, company: Company, seats: Sequence[Seat], clause: str) -> None:
        players = company.charter.players
        shown = player_names([player.name for player in players])
        self.game = company.charter.game
        self.by = tuple(players[seat].identity for seat in seats)
        self.names = tuple(shown[seat] for seat in seats)
        self.clause = clause
        proven = ExitCode.FAULT if seats else ExitCode.UNREADABLE
        super().__init__(proven if clause else ExitCode.UNFINISHED, self.key, **self.fields)

    @property
    def key(self) -> str:
        """The sentence that tells it, without its part of speech for the command line."""
        if not self.names:
            return "spoilt.nobody"
        return "spoilt.fault" if self.clause else "spoilt.silent"

    @property
    def fields(self) -> dict[str, str]:
        """What the sentence is about."""
        return {
            "names": ", ".join(self.names),
            "reason": reason(self.clause) if self.clause else "",
        }


def is_spoilt(ending: Ending | WatchersEnding) -> bool:
    """Whether the game has ended before there were keys, and nobody will go on with it."""
    match ending:
        case Over(view) | Seen(view):
            return view.stopped is not None and not view.standing.has_keys
        case _:
            return isinstance(ending, Unopened)


def check_opened(ending: Ending | WatchersEnding, company: Company) -> None:
    """Check that there was a game.

    Raises:
        Spoilt: there was none.
    """
    if not is_spoilt(ending):
        return
    match ending:
        case Unopened(seats):
            raise Spoilt(company, seats, "")
        case Over(view) | Seen(view):
            match view.stopped:
                case Fault(seat, clause):
                    raise Spoilt(company, (seat,), clause)
                case Collapsed(clause):
                    raise Spoilt(company, (), clause)


class Spoilers:
    """Who has spoilt charters of one table."""

    def __init__(self) -> None:
        self._times: Counter[PlayerId] = Counter()
        self._collapses = 0

    @property
    def out(self) -> frozenset[PlayerId]:
        """Whose key does not come back to the table."""
        return frozenset(one for one, times in self._times.items() if times >= TWICE)

    def reckon(self, spoilt: Spoilt) -> None:
        """Remember whose doing it was.

        Raises:
            Spoilt: the same, if to begin again would lead to nothing.
        """
        if self.out & set(spoilt.by):
            raise spoilt  # the host lets somebody in who is out
        self._times.update(spoilt.by)
        self._collapses += bool(spoilt.clause) and not spoilt.by
        if self._collapses >= TWICE:
            raise spoilt
