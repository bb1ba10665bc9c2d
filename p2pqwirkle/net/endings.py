"""How a game ends for one player."""

from dataclasses import dataclass

from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.table.effects import Snapshot


@dataclass(frozen=True, slots=True)
class Over:
    """Nothing more will be said in this game, and the neighbours have all they need."""

    snapshot: Snapshot


@dataclass(frozen=True, slots=True)
class Resigned:
    """Our own player has left the game for good, and the others know."""

    snapshot: Snapshot


@dataclass(frozen=True, slots=True)
class PutOut:
    """The others have agreed to go on without us."""

    snapshot: Snapshot


@dataclass(frozen=True, slots=True)
class Silence:
    """Some seats say nothing any more, and without them nobody could go on.

    It proves nothing, and the record is kept.
    """

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Unopened:
    """There are no keys, and they are waited for no more: these seats have said too little.

    It proves nothing, and nobody will go on with this game.  For a player the host has given it up;
    who watches takes it for that when nobody says anything more, and knows the seats only if
    others have said what these have not.
    """

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Abandoned:
    """Our own player has left."""


@dataclass(frozen=True, slots=True)
class Doubled:
    """Another program with our key plays our seat."""


Ending = Over | Resigned | PutOut | Silence | Unopened | Abandoned | Doubled
