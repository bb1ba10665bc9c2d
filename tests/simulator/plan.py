"""What goes wrong in one simulated game: written down before it begins, so that it can be told."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from random import Random
from typing import Final

from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.table.charter import Options
from p2pqwirkle.table.phases import Phase
from tests.simulator.network import Weather


@dataclass(frozen=True, slots=True)
class AtTime:
    """So many seconds after the beginning."""

    seconds: float


@dataclass(frozen=True, slots=True)
class AtWrite:
    """In the middle of the machine's write with this number."""

    number: int


@dataclass(frozen=True, slots=True)
class AtPhase:
    """When the machine comes to *phase* for the nth time.

    Attributes:
        after: so many seconds later; at 0, nothing of what it then says gets out.
        in_rebuild: whether only the phases of a rebuild are counted.
    """

    phase: Phase
    nth: int = 1
    after: float = 0.0
    in_rebuild: bool = False


When = AtTime | AtWrite | AtPhase


@dataclass(frozen=True, slots=True)
class Stops:
    """The machine stops, loses what is not on its disk, and comes back; None for never.

    Attributes:
        restored: it comes back with a copy of its folder that is so many seconds old.
    """

    away: float | None
    restored: float = 0.0


@dataclass(frozen=True, slots=True)
class Resigns:
    """The player leaves the game for good."""


@dataclass(frozen=True, slots=True)
class Sleeps:
    """The player does nothing for so long; its machine goes on."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Parts:
    """The network falls into pieces, for so long."""

    groups: tuple[tuple[Seat, ...], ...]
    seconds: float


@dataclass(frozen=True, slots=True)
class AsksOut:
    """The player asks the others to go on without *seats*, whatever there is to be said for it."""

    seats: tuple[Seat, ...]


What = Stops | Resigns | Sleeps | Parts | AsksOut


@dataclass(frozen=True, slots=True)
class Mishap:
    """Something that befalls a seat, or everybody."""

    seat: Seat
    when: When
    what: What


class Story(Enum):
    """How a cheater departs from what it should say, once."""

    BAD = "a faulty entry in place of the right one"
    BAD_BESIDE = "the right entry, and then a faulty one"
    TWO = "two entries, one for some ears and one for the others"
    HECKLES = "answers at random, beside all that it should say"


@dataclass(frozen=True, slots=True)
class Cheat:
    """One lie of one seat, told in place of its entry with this number."""

    seat: Seat
    number: int
    story: Story


@dataclass(frozen=True, slots=True)
class Manners:
    """How a player is, in seconds and shares of one.

    Attributes:
        thinks: how long a turn takes, at the most.
        patience: how long nothing happens until it gives up on somebody.
        wrong: how often it takes somebody for gone who is there, or the other way round.
        swaps: how often it swaps where it could play.
    """

    thinks: float = 1.0
    patience: float = 12.0
    wrong: float = 0.0
    swaps: float = 0.1


@dataclass(frozen=True, slots=True)
class Plan:
    """One game.

    Attributes:
        calm: from this second on, links are good and people are right.
        is_whole: whether it is played to the end; else only until it goes on well in the calm.
    """

    seed: int
    players: int
    options: Options = field(default_factory=Options)
    weather: Weather = field(default_factory=Weather)
    manners: Manners = Manners()
    mishaps: tuple[Mishap, ...] = ()
    cheat: Cheat | None = None
    calm: float = 60.0
    is_whole: bool = True


ROUGH: Final = (
    Weather(),
    Weather(latest=4.0, late=0.05, doubled=0.1),
    Weather(latest=8.0, late=0.1, lasts=15.0),
    Weather(latest=1.0, late=0.3, doubled=0.3, lasts=6.0, away=10.0),
    Weather(latest=0.2, lasts=3.0, away=3.0),
)
PHASES: Final = tuple(Phase)[:-1]


def plan_of(seed: int, *, equivocates: bool = False) -> Plan:
    """Everything that goes wrong in the game of *seed*."""
    random = Random(f"plan {seed}")
    players = random.choice((2, 3, 3, 3, 4, 4, 4, 5, 5, 6))
    calm = random.choice((15.0, 30.0, 60.0, 100.0))
    count = random.choice((0, 1, 1, 2, 2, 3, 5))
    mishaps = [_mishap(random, players, calm) for _ in range(count)]
    return Plan(
        seed=seed,
        players=players,
        options=Options(
            stall_guard=random.random() < 0.7,
            turn_seconds=random.choice((0, 0, 8)),
        ),
        weather=random.choice(ROUGH),
        manners=Manners(
            thinks=random.choice((0.1, 1.0, 3.0)),
            patience=random.choice((4.0, 12.0)),
            wrong=random.choice((0.0, 0.0, 0.05, 0.4)),
            swaps=random.choice((0.0, 0.1, 0.5)),
        ),
        mishaps=tuple(mishaps),
        cheat=_cheat(random, players, equivocates=equivocates),
        calm=calm,
        is_whole=random.random() < 0.4,
    )


def _mishap(random: Random, players: int, calm: float) -> Mishap:
    seat = Seat(random.randrange(players))
    when: When = random.choice(
        (
            AtTime(random.uniform(0, calm)),
            AtWrite(random.randint(1, random.choice((30, 200)))),
            AtPhase(
                random.choice(PHASES),
                random.choice((1, 1, 2, 5)),
                random.choice((0.0, 0.05, 0.3, 2.0)),
                in_rebuild=random.random() < 0.3,
            ),
        )
    )
    what = random.choice(_WHATS)(random, players)
    if isinstance(when, AtWrite) and not isinstance(what, Stops):
        what = Stops(None)
    return Mishap(seat, when, what)


def _stops(random: Random, _players: int) -> What:
    return Stops(random.choice((0.5, 3.0, 10.0, 40.0)))


def _goes(_random: Random, _players: int) -> What:
    return Stops(None)


def _resigns(_random: Random, _players: int) -> What:
    return Resigns()


def _sleeps(random: Random, _players: int) -> What:
    return Sleeps(random.choice((10.0, 60.0)))


def _parts(random: Random, players: int) -> What:
    groups: tuple[list[Seat], ...] = ([], [], [])
    for seat in range(players):
        random.choice(groups).append(Seat(seat))
    return Parts(tuple(map(tuple, filter(None, groups))), random.choice((3.0, 20.0, 60.0)))


def _asks(random: Random, players: int) -> What:
    count = random.randint(1, max(1, players // 2))
    return AsksOut(tuple(Seat(seat) for seat in sorted(random.sample(range(players), count))))


_WHATS: Final[tuple[Callable[[Random, int], What], ...]] = (
    _stops,
    _stops,
    _goes,
    _goes,
    _goes,
    _resigns,
    _sleeps,
    _parts,
    _parts,
    _asks,
)


def _cheat(random: Random, players: int, *, equivocates: bool) -> Cheat | None:
    if random.random() > 0.3:
        return None
    stories = [Story.BAD, Story.BAD_BESIDE, *([Story.TWO] if equivocates else [])]
    number = random.randint(0, random.choice((12, 60)))
    return Cheat(Seat(random.randrange(players)), number, random.choice(stories))
