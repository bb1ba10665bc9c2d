"""A game by the rules alone, written from the specification: moves in, public state out."""

from collections.abc import Sequence

from tests.naive.refused import require
from tests.naive.rules import DECK, fits_somewhere, judge, score


def openers(
    claims: Sequence[int], ages: Sequence[int | None], turn_order: Sequence[int]
) -> list[int]:
    """R3: who opens, and who would if those before had left (R13)."""
    known = [-1 if age is None else age for age in ages]
    return sorted(turn_order, key=lambda seat: (-claims[seat], -known[seat]))


def opener(claims: Sequence[int], ages: Sequence[int | None], turn_order: Sequence[int]) -> int:
    return openers(claims, ages, turn_order)[0]


class Game:
    def __init__(
        self,
        turn_order: Sequence[int],
        claims: Sequence[int],
        ages: Sequence[int | None],
        *,
        stall_guard: bool,
    ) -> None:
        require(2 <= len(turn_order) <= 6, "R2.1")
        require(all(1 <= claims[seat] <= 6 for seat in turn_order), "R3.1")
        self.turn_order = list(turn_order)
        self.stall_guard = stall_guard
        self.board: dict[tuple[int, int], str] = {}
        self.scores = [0] * len(claims)
        self.hands = [6 if seat in turn_order else 0 for seat in range(len(claims))]
        self.bag = 108 - 6 * len(turn_order)
        self.claims = list(claims)
        self.openers = openers(claims, ages, turn_order)
        self.mover = self.openers[0]
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
        if self.stall_guard and self.idle >= 3 * len(self.turn_order):
            self.end("stalled")
        else:
            self.hands[self.mover] -= swapped
            self.draw(swapped)
            self.bag += swapped

    def leave(self, seat: int) -> None:
        """R13."""
        self.bag += self.hands[seat]
        self.hands[seat] = 0
        if seat == self.mover:
            self.move_on()
        self.turn_order.remove(seat)
        if seat in self.openers:
            self.openers.remove(seat)
        if len(self.turn_order) == 1:
            self.end("departed")
        elif self.claim is not None:
            self.open_with_first()

    def pass_over(self) -> None:
        """R14."""
        self.wait(0)
        if self.claim is not None:
            self.openers = [*self.openers[1:], self.openers[0]]
            self.open_with_first()

    def open_with_first(self) -> None:
        self.mover = self.openers[0]
        self.claim = self.claims[self.mover]

    def draw(self, count: int) -> None:
        self.drawn = count
        self.bag -= count
        self.hands[self.mover] += count
        self.move_on()

    def move_on(self) -> None:
        following = self.turn_order.index(self.mover) + 1
        self.mover = self.turn_order[following % len(self.turn_order)]

    def end(self, ending: str) -> None:
        self.drawn = 0
        self.ending = ending
        best = max(self.scores[seat] for seat in self.turn_order)
        self.winners = [seat for seat in sorted(self.turn_order) if self.scores[seat] == best]


def placement(word: str) -> tuple[tuple[int, int], str]:
    face, cell = word.split("@")
    x, y = cell.split(",")
    return (int(x), int(y)), face
