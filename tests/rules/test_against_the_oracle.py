"""Legality, scores, move lists and best scores, against the plain second implementation."""

import random
from collections.abc import Iterable

import pytest

from p2pqwirkle.bots.levels import BOTS
from p2pqwirkle.errors import Breach
from p2pqwirkle.rules.best import best_play, best_score
from p2pqwirkle.rules.board import Board, Cell
from p2pqwirkle.rules.legal import can_play, check_play
from p2pqwirkle.rules.moves import Choice, Placement, PutAside
from p2pqwirkle.rules.notation import format_choice, format_face
from p2pqwirkle.rules.opening import largest_set
from p2pqwirkle.rules.plays import plays, scored_plays
from p2pqwirkle.rules.scoring import score_of
from p2pqwirkle.rules.tiles import COPIES, FACES, Colour, Face, Shape
from tests.naive import rules as oracle
from tests.naive.game import Game
from tests.naive.refused import Refused
from tests.notation import faces
from tests.open_game import OpenGame
from tests.rules.symmetry import SYMMETRIES, Symmetry

WORST_HANDS = (
    *(tuple(face for face in FACES if face.colour is colour) for colour in Colour),
    *(tuple(face for face in FACES if face.shape is shape) for shape in Shape),
)


def table_of(tiles: int, seed: int) -> Board:
    """A table that random play has led to, of at most *tiles* tiles."""
    game = OpenGame([BOTS["random"], BOTS["greedy"]], random.Random(seed))
    table = game.position.board
    while len(game.position.board) <= tiles and not game.is_over():
        table = game.position.board
        game.take(game.decide())
    return table


def plain(table: Board) -> dict[tuple[int, int], str]:
    return {cell: format_face(face) for cell, face in table.faces.items()}


def plain_play(placements: Iterable[Placement]) -> list[tuple[tuple[int, int], str]]:
    return [(cell, format_face(face)) for cell, face in placements]


def check_hand(table: Board, hand: tuple[Face, ...]) -> None:
    """Compare all that is asked of a hand."""
    cells, words = plain(table), [format_face(face) for face in hand]
    expected = {play: oracle.score(cells, tuple(play)) for play in oracle.all_plays(cells, words)}
    listed = [
        (frozenset(plain_play(play.placements)), score) for score, play in scored_plays(table, hand)
    ]
    highest = max(expected.values(), default=0)
    best = best_play(table, hand, None)

    assert len(dict(listed)) == len(listed)
    assert dict(listed) == expected
    assert can_play(table, hand) is bool(expected)
    assert best_score(table, hand) == highest
    assert (0 if best is None else score_of(table, best.placements)) == highest


@pytest.mark.parametrize("seed", range(12))
def test_the_plays_of_any_hand_are_those_of_the_oracle(seed: int) -> None:
    rng = random.Random(seed)
    table = table_of(rng.randrange(1, 100), seed)
    left = [face for face in FACES for _ in range(COPIES)]
    for face in table.faces.values():
        left.remove(face)

    check_hand(table, tuple(rng.sample(left, min(6, len(left)))))
    check_hand(table, tuple(rng.choices(left, k=6)))


@pytest.mark.parametrize("seed", range(36))
def test_all_through_a_game_the_plays_are_those_of_the_oracle(seed: int) -> None:
    """Two thousand tables in all, seen in any way, with few tiles: the oracle takes its time."""
    rng = random.Random(seed)
    game = OpenGame([BOTS["random"], BOTS["greedy"]], rng)

    game.take(game.decide())
    while not game.is_over():
        table = rng.choice(SYMMETRIES).board(game.position.board)
        check_hand(table, tuple(rng.choices(game.hand, k=rng.choice((1, 2, 2, 3)))))
        game.take(game.decide())


@pytest.mark.parametrize(("tiles", "worst"), [(60, 0), (99, 7)])
def test_the_plays_of_the_worst_hands_are_those_of_the_oracle(tiles: int, worst: int) -> None:
    check_hand(table_of(tiles, seed=worst), WORST_HANDS[worst])


def test_the_plays_turn_with_the_table(seen: Symmetry) -> None:
    table = table_of(40, seed=1)
    hand = faces("rs rd rt os gx bc")

    turned = {frozenset(seen.placements(play.placements)) for play in plays(table, hand)}

    assert {frozenset(play.placements) for play in plays(seen.board(table), hand)} == turned


@pytest.mark.parametrize("seed", range(30))
def test_any_tiles_on_any_cells_are_judged_as_the_oracle_judges(seed: int) -> None:
    rng = random.Random(seed)
    table = table_of(rng.randrange(0, 100), seed)
    near = [*table.gaps] or [Cell(0, 0)]

    for _ in range(200):
        placements = tuple(any_placements(rng, near))
        clause = clause_of_oracle(table, placements)

        assert clause_of(table, placements) == clause
        if clause == "ok":
            expected = oracle.score(plain(table), plain_play(placements))
            assert score_of(table, placements) == expected


def any_placements(rng: random.Random, near: list[Cell]) -> Iterable[Placement]:
    """Mostly a few tiles of one kind from one cell on; sometimes nonsense."""
    x, y = rng.choice(near)
    step = rng.choice([(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (2, 0), (0, 0)])
    kind = rng.choice(WORST_HANDS)
    for count in range(rng.choice([0, 1, 1, 1, 2, 2, 3, 7])):
        yield Placement(Cell(x + count * step[0], y + count * step[1]), rng.choice(kind))


def clause_of(table: Board, placements: tuple[Placement, ...]) -> str:
    try:
        check_play(table, placements)
    except Breach as breach:
        return breach.clause
    return "ok"


def clause_of_oracle(table: Board, placements: tuple[Placement, ...]) -> str:
    try:
        oracle.judge(plain(table), plain_play(placements))
    except Refused as refused:
        return refused.clause
    return "ok"


def seen_text(choice: Choice) -> str:
    """The move in the notation, the faces of a swap hidden."""
    if isinstance(choice, PutAside):
        return f"swap {len(choice.faces)}"
    return format_choice(choice)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_whole_games_go_as_the_oracle_says(seats: int) -> None:
    game = OpenGame([BOTS["random"]] * seats, random.Random(seats))
    start = game.position
    claims = [largest_set(hand) for hand in game.hands]
    plain_game = Game(start.turn_order, claims, [None] * seats, stall_guard=True)

    while not game.is_over():
        assert plain_game.mover == game.position.mover
        choice = game.decide()
        game.take(choice)
        plain_game.move(seen_text(choice))

        assert tuple(plain_game.scores) == game.position.scores
        assert tuple(plain_game.hands) == game.position.hand_sizes
        assert (plain_game.bag, plain_game.drawn) == (game.position.bag_size, game.position.drawn)
    assert game.position.outcome is not None
    assert plain_game.ending == game.position.outcome.ending.value
    assert tuple(plain_game.winners) == game.position.outcome.winners


@pytest.mark.parametrize("seed", range(50))
def test_claims_are_those_of_the_oracle(seed: int) -> None:
    hand = random.Random(seed).choices(FACES, k=6)

    assert largest_set(hand) == oracle.largest_set(map(format_face, hand))
