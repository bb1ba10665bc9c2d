"""Links between machines: ordered streams, late at times; one that breaks loses what is on it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from random import Random
from typing import Protocol

from p2pqwirkle.rules.moves import Seat
from tests.simulator.timeline import Timeline

Frame = bytes | int
"""An entry's wire, or the step from which on entries are asked for."""
Pair = frozenset[Seat]


class End(Protocol):
    """What sits at the end of a link."""

    seat: Seat

    @property
    def is_up(self) -> bool:
        """Whether it runs."""

    def linked(self, peer: Seat) -> None:
        """A link is up."""

    def heard(self, peer: Seat, frame: Frame) -> None:
        """A frame has come."""


@dataclass(frozen=True, slots=True)
class Weather:
    """How bad the links are; times in seconds.

    Attributes:
        latest: the longest delay of a frame.
        late: how often a frame takes as long as that, 0 to 1.
        doubled: how often a frame is delivered twice.
        lasts: how long a link lasts, in the mean; None for ever.
        away: how long it is away then, at the most.
    """

    latest: float = 0.2
    late: float = 0.0
    doubled: float = 0.0
    lasts: float | None = None
    away: float = 5.0


@dataclass(slots=True)
class Link:
    """Two ends; *era* counts how often it has come up or gone."""

    era: int = 0
    is_up: bool = False
    is_coming: bool = False
    arrival: dict[Seat, float] = field(default_factory=dict)


class Network:
    """All links of one table."""

    def __init__(self, timeline: Timeline, random: Random, weather: Weather) -> None:
        self.weather = weather
        self._timeline = timeline
        self._random = random
        self._ends: dict[Seat, End] = {}
        self._links: dict[Pair, Link] = {}
        self._cut: set[Pair] = set()

    def join(self, ends: Sequence[End]) -> None:
        """Let *ends* seek each other."""
        self._ends = {end.seat: end for end in ends}
        self._links = {frozenset(pair): Link() for pair in combinations(self._ends, 2)}
        self.seek()

    def seek(self) -> None:
        """Bring up, after a while, every link that can be."""
        for pair, link in self._links.items():
            if self._can_be(pair) and not link.is_up and not link.is_coming:
                link.is_coming = True
                self._timeline.after(self._random.uniform(0.0, 1.0), self._bringer(pair))

    def neighbours(self, seat: Seat) -> list[Seat]:
        """To whom *seat* has a link, ascending."""
        return [other for other in self._ends if other != seat and self._link(seat, other).is_up]

    def reached(self, seat: Seat) -> set[Seat]:
        """Whom *seat* hears of, over any number of links."""
        found, ahead = {seat}, [seat]
        while ahead:
            further = [one for one in self.neighbours(ahead.pop()) if one not in found]
            found.update(further)
            ahead += further
        return found

    def send(self, sender: Seat, receiver: Seat, frame: Frame) -> None:
        """Send *frame* over the link, if it is up; it comes after all that was sent before."""
        link = self._link(sender, receiver)
        if not link.is_up:
            return
        times = 2 if self._random.random() < self.weather.doubled else 1
        for _ in range(times):
            is_late = self._random.random() < self.weather.late
            delay = self._random.uniform(0, self.weather.latest if is_late else 0.1)
            when = max(link.arrival.get(receiver, 0.0), self._timeline.now + delay)
            link.arrival[receiver] = when
            deliver = self._deliverer(link, link.era, sender, receiver, frame)
            self._timeline.after(when - self._timeline.now, deliver)

    def broken(self, pair: Pair) -> None:
        """Lose a link, and all that is under way on it."""
        link = self._links[pair]
        link.era += 1
        link.is_up = False
        link.arrival.clear()

    def gone(self, seat: Seat) -> None:
        """Lose all links of *seat*."""
        for pair in self._links:
            if seat in pair:
                self.broken(pair)

    def part(self, groups: Sequence[Sequence[Seat]]) -> None:
        """Let nobody reach anybody outside its own group."""
        side = {seat: number for number, group in enumerate(groups) for seat in group}
        self._cut = {pair for pair in self._links if len({side[seat] for seat in pair}) > 1}
        for pair in self._links:
            if pair in self._cut:
                self.broken(pair)

    def heal(self) -> None:
        """Let everybody reach everybody again."""
        self._cut = set()
        self.seek()

    def _link(self, one: Seat, other: Seat) -> Link:
        return self._links[frozenset((one, other))]

    def _can_be(self, pair: Pair) -> bool:
        return pair not in self._cut and all(self._ends[seat].is_up for seat in pair)

    def _bringer(self, pair: Pair) -> Callable[[], None]:
        def bring() -> None:
            link = self._links[pair]
            link.is_coming = False
            if not self._can_be(pair) or link.is_up:
                return
            link.is_up = True
            link.era += 1
            self._plan_end(pair, link.era)
            seats = sorted(pair)
            self._random.shuffle(seats)
            for seat, other in (seats, seats[::-1]):
                if link.is_up:
                    self._ends[seat].linked(other)

        return bring

    def _plan_end(self, pair: Pair, era: int) -> None:
        if self.weather.lasts is None:
            return

        def end() -> None:
            if self._links[pair].era == era and self.weather.lasts is not None:
                self.broken(pair)
                self._timeline.after(self._random.uniform(0, self.weather.away), self.seek)

        self._timeline.after(self._random.expovariate(1 / self.weather.lasts), end)

    def _deliverer(
        self, link: Link, era: int, sender: Seat, receiver: Seat, frame: Frame
    ) -> Callable[[], None]:
        def deliver() -> None:
            if link.era == era:
                self._ends[receiver].heard(sender, frame)

        return deliver
