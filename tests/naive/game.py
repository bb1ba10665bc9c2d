"""A game by the rules alone, written from the specification: moves in, public state out."""

from collections.abc import Sequence

from tests.naive.refused import require
from tests.naive.rules import DECK, fits_somewhere, judge, score


def opener(claims: Sequence[int], ages: Sequence[int | None], turn_order: Sequence[int]) -> int:
    tied = [seat for seat in turn_order if claims[seat] == max(claims)]
    known = [-1 if age is None else age for age in ages]
    oldest = max(known[seat] for seat in tied)
    return next(seat for seat in turn_order if seat in tied and known[seat] == oldest)


class Game:
    def __init__(
        self,
        turn_order: Sequence[int],
        claims: Sequence[int],
        ages: Sequence[int | None],
        *,
        stall_guard: bool,
    ) -> None:
        seats = len(turn_order)
        require(2 <= seats <= 6, "R2.1")
        require(all(1 <= claim <= 6 for claim in claims), "R3.1")
        self.turn_order = list(turn_order)
        self.stall_guard = stall_guard
        self.board: dict[tuple[int, int], str] = {}
        self.scores = [0] * seats
        self.hands = [6] * seats
        self.bag = 108 - 6 * seats
        self.mover = opener(claims, ages, turn_order)
        self.claim: int | None = claims[self.mover]
        self.idle = 0
        self.drawn = 0
        self.ending: str | None = None
        self.winners: list[int] = []

    def move(self, text: str) -> None:
        """Take a move in the notation, where a swap has the number of its tiles."""
        require(self.ending is None, "R10.1")
        kind, *words = text.split()
        if kind == "play":
            self.play([placement(word) for word in words])
        elif kind == "swap":
            self.swap(int(words[0]))
        else:
            self.pass_on()

    def play(self, play: list[tuple[tuple[int, int], str]]) -> None:
        if self.claim is not None:
            require(len(play) == self.claim, "R3.3")
            require((0, 0) in [cell for cell, _ in play], "R3.4")
        require(len(play) <= self.hands[self.mover], "R4.2")
        judge(self.board, play)
        self.scores[self.mover] += score(self.board, play)
        self.board.update(play)
        self.hands[self.mover] -= len(play)
        self.claim = None
        self.idle = 0
        left = list(DECK)
        for face in self.board.values():
            left.remove(face)
        if self.hands[self.mover] == 0 and self.bag == 0:
            self.scores[self.mover] += 6
            self.end("went-out")
        elif not fits_somewhere(self.board, left):
            self.end("nothing-fits")
        else:
            self.draw(min(6 - self.hands[self.mover], self.bag))

    def swap(self, count: int) -> None:
        require(self.claim is None, "R3.2")
        require(self.bag > 0, "R7.1")
        require(1 <= count <= self.hands[self.mover], "R7.2")
        require(count <= self.bag, "R7.3")
        self.wait(count)

    def pass_on(self) -> None:
        require(self.claim is None, "R3.2")
        require(self.bag == 0, "R8.1")
        self.wait(0)

    def wait(self, swapped: int) -> None:
        self.idle += 1
        if self.stall_guard and self.idle == 3 * len(self.turn_order):
            self.end("stalled")
        else:
            self.hands[self.mover] -= swapped
            self.draw(swapped)
            self.bag += swapped

    def draw(self, count: int) -> None:
        self.drawn = count
        self.bag -= count
        self.hands[self.mover] += count
        following = self.turn_order.index(self.mover) + 1
        self.mover = self.turn_order[following % len(self.turn_order)]

    def end(self, ending: str) -> None:
        self.drawn = 0
        self.ending = ending
        best = max(self.scores)
        self.winners = [seat for seat, points in enumerate(self.scores) if points == best]


def placement(word: str) -> tuple[tuple[int, int], str]:
    face, cell = word.split("@")
    x, y = cell.split(",")
    return (int(x), int(y)), face
