"""What an audit has found."""

from dataclasses import asdict, dataclass
from enum import Enum

from p2pqwirkle.rules.moves import Seat


class Verdict(Enum):
    """What the record is worth (A1)."""

    FAIR = "fair"
    FAULT = "fault"
    UNREADABLE = "unreadable"
    UNFINISHED = "unfinished"


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that does not hold.

    Attributes:
        seat: whose fault it is; None if nobody can be held to it.
        name: that player's.
        entry: the ordinal of the signed entry in the file, from 0; None if there is none.
        detail: for developers; of damage, it names the claimed author.
    """

    seat: Seat | None
    name: str | None
    clause: str
    entry: int | None
    detail: str


class Why(Enum):
    """Why something could not be checked, as scripts read it."""

    CLOSED = "the key was not opened"
    LEFT = "the seat has left the game"
    BROKEN = "the record does not hold to its end"
    SHORT = "the record ends before keys are opened"


@dataclass(frozen=True, slots=True)
class Unchecked:
    """A clause that could not be checked of a seat, and why."""

    seat: Seat
    clause: str
    why: Why

    def as_json(self) -> dict[str, object]:
        """The same as plain values."""
        return {"seat": self.seat, "clause": self.clause, "detail": self.why.value}


@dataclass(frozen=True, slots=True)
class Departure:
    """A seat that the others went on without, or whose turn they have passed over.

    Attributes:
        reason: "resigned", "fault", "silent" if those who stayed say no more than that they had
            to wait for it, or "time" if a turn was passed over.
        step: the open step that was cut.
        voided: whose draw in that step counts for nothing, so that other tiles were drawn.
    """

    seat: Seat
    name: str
    reason: str
    step: int
    voided: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Scored:
    """One line of the score sheet."""

    seat: Seat
    name: str
    score: int


@dataclass(frozen=True, slots=True)
class Checks:
    """How much was checked, and held."""

    signatures: int = 0
    shuffles: int = 0
    shares: int = 0
    moves: int = 0
    claims: int = 0


@dataclass(frozen=True, slots=True)
class Report:
    """The whole answer to 'was that fair?'.

    Attributes:
        verdict: what the record is worth.
        game: the game's id in lower-case hex; None if the file does not tell.
        winners: seats; empty while there is no outcome.
        ending: how the game ended; None while it has not.
        turns: plays, swaps and passes.
        swaps: how many of the turns were swaps.
        torn: bytes of an entry that was cut off at the end of the file.
        tiles: how many were found in the end, each once; 0 if that could not be checked.
        departures: in the order in which they happened.
    """

    verdict: Verdict
    game: str | None = None
    faults: tuple[Finding, ...] = ()
    players: tuple[Scored, ...] = ()
    winners: tuple[Seat, ...] = ()
    ending: str | None = None
    turns: int = 0
    swaps: int = 0
    checks: Checks = Checks()
    unchecked: tuple[Unchecked, ...] = ()
    torn: int = 0
    tiles: int = 0
    departures: tuple[Departure, ...] = ()

    def as_json(self) -> dict[str, object]:
        """The report as plain values, under the keys and in the order that scripts rely on."""
        return {
            "verdict": self.verdict.value,
            "game": self.game,
            "faults": [asdict(finding) for finding in self.faults],
            "players": [asdict(player) for player in self.players],
            "winners": list(self.winners),
            "ending": self.ending,
            "turns": self.turns,
            "checks": asdict(self.checks),
            "unchecked": [one.as_json() for one in self.unchecked],
            "departures": [asdict(one) for one in self.departures],
        }
