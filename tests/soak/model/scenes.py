"""Where searches begin: who has left, who lies, what may be asked."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product

from tests.soak.model.design import AGREED, Design
from tests.soak.model.peer import Awaited, Mode, Peer, Rules
from tests.soak.model.said import (
    BAD,
    STORIES,
    Answer,
    Book,
    Entry,
    History,
    Kind,
    Message,
    Question,
    Resignation,
    Seats,
)
from tests.soak.model.world import State, World, next_number, questions_of


@dataclass(frozen=True)
class Scene:
    """One beginning.

    Attributes:
        seats: how many there are.
        gone: who has left, having said an entry of the first step that may reach anybody.
        liars: who says what it likes.
        steps: how many steps are spoken in.
        asked: at most so many questions in all.
        rounds: at most so many numbers for each asker.
        movers: one seat alone speaks in each step, in turn; else all do.
        named: the sets of seats that questions name; else any.
        heard: everybody has said and heard the first entries, the gone one's apart.
    """

    seats: int = 4
    gone: Seats = frozenset()
    liars: Seats = frozenset()
    steps: int = 1
    asked: int = 2
    rounds: int = 2
    kinds: tuple[Kind, ...] = (Kind.OUT,)
    movers: bool = False
    named: tuple[Seats, ...] = ()
    heard: bool = False
    crashes: bool = True
    resigns: bool = False
    heals: bool = False

    def begin(self, design: Design = AGREED) -> tuple[World, State]:
        """The world, and the first state."""
        book = Book()
        start = book.the(History, None, None, frozenset(range(self.seats)))
        world = World(
            rules=Rules(book, design, self._awaited),
            questions=self._questions,
            lies=self._lies,
            steps=self.steps,
            crashes=self.crashes,
            resigns=self.resigns,
        )
        said = {seat: book.the(Entry, seat, start) for seat in sorted(self._awaited(start))}
        peers = tuple(self._peer(seat, start, said) for seat in range(self.seats))
        return world, tuple(
            world.rules.concluded(peer) if peer.mode is Mode.HONEST else peer for peer in peers
        )

    def _peer(self, seat: int, start: History, said: dict[int, Entry]) -> Peer:
        if seat in self.liars:
            return Peer(seat, start, mode=Mode.LIAR)
        has_said = seat in said and (self.heard or seat in self.gone)
        own: frozenset[Message] = frozenset({said[seat]} if has_said else ())
        if seat in self.gone:
            return Peer(seat, start, own, mode=Mode.GONE)
        silent = self.gone | self.liars | {seat}
        known = (one for one in said.values() if self.heard and one.seat not in silent)
        return Peer(seat, start, own, frozenset(known))

    @property
    def _awaited(self) -> Awaited:
        return _mover if self.movers else _all

    def _questions(self, world: World, state: State, peer: Peer) -> Iterator[Question]:
        said = world.said(state)
        if len(questions_of(said)) >= self.asked:
            return
        yield from self._plain(world, peer, said)
        if self.heals:
            yield from self._healing(world, peer, said)

    def _plain(self, world: World, peer: Peer, said: list[Message]) -> Iterator[Question]:
        after, book = peer.history, world.rules.book
        if after.step >= self.steps:
            return
        grounds = tuple(one for one in _grounds(said) if after.holds(one.after))
        choices = self.named or _others(after.living - {peer.seat})
        for number, named in product(self._numbers(world, peer, after), choices):
            held = tuple(one for one in grounds if one.seat in named)
            for kind in self.kinds:
                yield book.the(Question, after, number, named, kind, ())
                if held:
                    yield book.the(Question, after, number, named, kind, held)

    def _healing(self, world: World, peer: Peer, said: list[Message]) -> Iterator[Question]:
        """Going back to where somebody has told two stories and histories have parted."""
        grounds = _grounds(said)
        for after in peer.history.line:
            guilty = frozenset(one.seat for one in grounds if one.after is after)
            held = tuple(one for one in grounds if one.after is after)
            if not guilty:
                continue
            for pair in _parted(said, after, guilty):
                for number in self._numbers(world, peer, after):
                    yield world.rules.book.the(
                        Question, after, number, guilty, Kind.OUT, held, pair
                    )

    def _numbers(self, world: World, peer: Peer, after: History) -> list[int]:
        first = next_number(peer, after) if world.rules.design.rising else peer.seat
        own = {
            one.question.number
            for one in peer.own
            if isinstance(one, Answer) and one.after is after
        }
        return [number for number in range(first, self.rounds * 6, 6) if number not in own]

    def _lies(self, world: World, state: State, peer: Peer) -> Iterator[Message]:
        book = world.rules.book
        histories = dict.fromkeys(one.history for one in state if one.mode is Mode.HONEST)
        for history in sorted(histories, key=book.place):
            if history.step < self.steps and peer.seat in self._awaited(history):
                for story in STORIES:
                    yield book.the(Entry, peer.seat, history, story)


def _grounds(said: list[Message]) -> list[Entry | Answer | Resignation]:
    """What somebody can be held to: a resignation, a bad entry, or one of two stories."""
    authors = Counter((type(one), one.seat, one.after) for one in said)
    return [
        one
        for one in said
        if isinstance(one, Resignation)
        or (isinstance(one, Entry) and one.story == BAD)
        or (
            authors[type(one), one.seat, one.after] > 1
            and any(_contradict(one, other) for other in said)
        )
    ]


def _contradict(one: Message, other: Message) -> bool:
    if one is other or one.seat != other.seat:
        return False
    match one, other:
        case Entry(), Entry():
            return one.after is other.after
        case Answer(), Answer():
            return one.question is other.question
        case _:
            return False


def _parted(
    said: list[Message], after: History, guilty: Seats
) -> Iterator[tuple[Entry | Answer, Entry | Answer]]:
    """Two statements of seats that are not *guilty*, on different histories after *after*."""
    later = [
        one
        for one in said
        if isinstance(one, Entry | Answer) and one.after.parent is after and one.seat not in guilty
    ]
    for one, other in combinations(later, 2):
        if one.seat != other.seat and one.after is not other.after:
            yield one, other


@cache
def _others(seats: Seats) -> tuple[Seats, ...]:
    """Every set of *seats* that is not empty."""
    return tuple(
        frozenset(named)
        for size in range(1, len(seats) + 1)
        for named in combinations(sorted(seats), size)
    )


def _all(history: History) -> Seats:
    return history.living


def _mover(history: History) -> Seats:
    order = sorted(history.living)
    return frozenset({order[history.step % len(order)]})
