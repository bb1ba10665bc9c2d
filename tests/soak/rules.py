"""Games on the rules alone: every turn against the oracle, and the figures of greedy play."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from statistics import fmean, pstdev
from typing import Final

from p2pqwirkle.bots.levels import BOTS
from p2pqwirkle.rules.best import best_play
from p2pqwirkle.rules.legal import can_play
from p2pqwirkle.rules.moves import Play
from p2pqwirkle.rules.notation import format_face
from p2pqwirkle.rules.opening import largest_set
from p2pqwirkle.rules.plays import plays
from p2pqwirkle.rules.position import Position
from p2pqwirkle.rules.scoring import score_of
from p2pqwirkle.rules.tiles import COPIES, FACES, Face
from tests.naive import rules as oracle
from tests.open_game import QUICK, OpenGame

SEAT_COUNTS: Final = range(2, 7)
ALL_TILES: Final = Counter(dict.fromkeys(FACES, COPIES))

REFERENCE_GAMES: Final = 1000
NOISE: Final = 4
"""Standard errors that the mean of a sound engine stays within."""

TURNS_PER_LIST: Final = 400
"""One turn in so many, the oracle lists all plays: it takes its time."""


@dataclass(frozen=True)
class Reference:
    """A figure that other engines agree on, and how it was rounded."""

    mean: float
    rounded_to: float


def reference(score: int, winner: int, turns: float, tied: float) -> dict[str, Reference]:
    return {
        "score": Reference(score, 1),
        "winner": Reference(winner, 1),
        "turns": Reference(turns, 0.1),
        "tied claim": Reference(tied, 0.01),
    }


GREEDY_FIGURES: Final = {
    2: reference(205, 215, 50.6, 0.44),
    3: reference(137, 150, 50.4, 0.52),
    4: reference(102, 116, 49.8, 0.60),
    5: reference(81, 95, 49.3, 0.65),
    6: reference(66, 80, 48.5, 0.65),
}
"""Means over 1,000 games of greedy bots that swap all when stuck, by the number of seats."""


@dataclass
class Tally:
    """What was counted in the games of one number of seats."""

    figures: dict[str, list[float]] = field(
        default_factory=lambda: {name: [] for name in ("score", "winner", "turns", "tied claim")}
    )
    endings: Counter[str] = field(default_factory=Counter)
    claims: Counter[int] = field(default_factory=Counter)
    best_turn: int = 0

    def count(self, game: OpenGame, claims: Sequence[int]) -> None:
        scores = game.position.scores
        assert game.position.outcome is not None
        self.figures["score"].append(fmean(scores))
        self.figures["winner"].append(max(scores))
        self.figures["turns"].append(game.turns)
        self.figures["tied claim"].append(claims.count(max(claims)) > 1)
        self.endings[game.position.outcome.ending.value] += 1
        self.claims[max(claims)] += 1


def run(seed: int, games: int) -> None:
    """Play *games* greedy games for each number of seats, and as many in all of mixed bots."""
    rng = random.Random(seed)
    for seats in SEAT_COUNTS:
        tally = Tally()
        for _ in range(games):
            play_game(["greedy"] * seats, rng, tally)
        report(f"{seats} greedy", tally)
        check_figures(tally, GREEDY_FIGURES[seats])
    mixed = Tally()
    for _ in range(games):
        seats = rng.choice(SEAT_COUNTS)
        play_game(rng.choices(QUICK, k=seats), rng, mixed)
    report("mixed", mixed)


def play_game(levels: Sequence[str], rng: random.Random, tally: Tally) -> None:
    game = OpenGame([BOTS[level] for level in levels], rng, stall_guard=rng.random() < 0.5)
    claims = [largest_set(hand) for hand in game.hands]
    while not game.is_over():
        turn(game, rng, tally)
    tally.count(game, claims)


def turn(game: OpenGame, rng: random.Random, tally: Tally) -> None:
    """One turn, in which no tile is lost and nothing happens that the oracle does not expect."""
    before, hand = game.position, tuple(game.hand)
    if before.board.faces and rng.randrange(TURNS_PER_LIST) == 0:
        check_list(before, hand)
    choice = game.decide()
    game.take(choice)
    if isinstance(choice, Play):
        points = checked_points(before, game, choice)
        tally.best_turn = max(tally.best_turn, points)
    assert game.all_tiles() == ALL_TILES
    assert tuple(map(len, game.hands)) == game.position.hand_sizes
    assert len(game.bag) == game.position.bag_size


def checked_points(before: Position, game: OpenGame, play: Play) -> int:
    """What *play* got for its lines, by the oracle; with the end of the game, if it is one."""
    mover = before.mover
    table = plain(before)
    placed = [(cell, format_face(face)) for cell, face in play.placements]
    points = oracle.score(table, placed)
    went_out = not game.hands[mover]
    left = [format_face(face) for face in game.position.unplaced()]
    assert oracle.is_legal(table, placed)
    gained = game.position.scores[mover] - before.scores[mover]
    assert gained == points + (6 if went_out else 0)
    goes_on = not went_out and oracle.fits_somewhere(plain(game.position), left)
    assert game.is_over() is not goes_on
    return points


def check_list(position: Position, hand: tuple[Face, ...]) -> None:
    """The moves of a hand, and its best one, are those that brute force finds."""
    table, words = plain(position), [format_face(face) for face in hand]
    expected = set(oracle.all_plays(table, words))
    listed = [
        frozenset((cell, format_face(face)) for cell, face in play.placements)
        for play in plays(position.board, hand)
    ]
    best = best_play(position.board, hand, None)
    best_score = 0 if best is None else score_of(position.board, best.placements)
    assert len(listed) == len(expected)
    assert set(listed) == expected
    assert can_play(position.board, hand) is bool(expected)
    assert best_score == max((oracle.score(table, tuple(p)) for p in expected), default=0)


def plain(position: Position) -> dict[tuple[int, int], str]:
    return {cell: format_face(face) for cell, face in position.board.faces.items()}


def report(name: str, tally: Tally) -> None:
    means = ", ".join(f"{figure} {fmean(seen):.2f}" for figure, seen in tally.figures.items())
    endings = ", ".join(f"{ending} {count}" for ending, count in sorted(tally.endings.items()))
    claims = ", ".join(f"{claim}: {count}" for claim, count in sorted(tally.claims.items()))
    games = len(tally.figures["score"])
    print(f"{name}, {games} games: {means}; best turn {tally.best_turn}")
    print(f"  endings: {endings}; highest claims: {claims}", flush=True)


def check_figures(tally: Tally, references: dict[str, Reference]) -> None:
    for name, known in references.items():
        seen = tally.figures[name]
        # The reference is itself the mean of a sample.
        error = pstdev(seen) * sqrt(1 / len(seen) + 1 / REFERENCE_GAMES)
        off = abs(fmean(seen) - known.mean)
        assert off <= NOISE * error + known.rounded_to / 2, f"{name} is off by {off:.2f}"
