"""With an empty bag and one other player nothing is hidden, so the end can be played exactly."""

import random
from collections.abc import Callable

import pytest

from p2pqwirkle.bots.endgame import best_end
from p2pqwirkle.rules.board import Board
from p2pqwirkle.rules.notation import format_face
from tests.bots.tables import Hand, table_and_hands
from tests.naive import rules as oracle
from tests.notation import board, faces, play

Table = dict[tuple[int, int], str]
Placed = frozenset[tuple[tuple[int, int], str]]


def never() -> bool:
    return False


def after(asked: int) -> Callable[[], bool]:
    """Says stop when it has been asked so often."""
    left = iter(range(asked))
    return lambda: next(left, None) is None


def margins(table: Table, mine: list[str], theirs: list[str]) -> dict[Placed, int]:
    """What the mover gets ahead by until the end with each of its plays, by trying everything."""
    found = {}
    for placed in oracle.all_plays(table, mine):
        kept = list(mine)
        for _, word in placed:
            kept.remove(word)
        points = oracle.score(table, tuple(placed))
        after = {**table, **dict(placed)}
        found[placed] = points - best_margin(after, theirs, kept) if kept else points + 6
    return found


def best_margin(table: Table, mine: list[str], theirs: list[str]) -> int:
    """The same with the best of them, or with a pass."""
    if found := margins(table, mine, theirs):
        return max(found.values())
    if not oracle.fits_somewhere(table, theirs):
        return 0
    return -best_margin(table, theirs, mine)


def words(hand: Hand) -> list[str]:
    return [format_face(face) for face in hand]


def check_against_the_oracle(table: Board, mine: Hand, theirs: Hand) -> None:
    plain = {(cell.x, cell.y): format_face(face) for cell, face in table.faces.items()}
    expected = margins(plain, words(mine), words(theirs))

    found = best_end(table, mine, theirs, never)

    assert (found is None) is (not expected)
    if found is not None:
        placed = frozenset(((c.x, c.y), format_face(f)) for c, f in found.play.placements)
        assert found.is_exact
        assert found.margin == max(expected.values()) == expected[placed]


@pytest.mark.parametrize("sizes", [(3, 2), (2, 3), (1, 4)], ids=str)
@pytest.mark.parametrize("seed", range(10))
def test_no_play_ends_better_when_everything_is_tried(seed: int, sizes: tuple[int, int]) -> None:
    rng = random.Random(seed)
    table, mine, theirs = table_and_hands(rng, tiles=rng.randrange(3, 14), sizes=sizes)

    check_against_the_oracle(table, mine, theirs)


def test_going_out_is_worth_six_points_more() -> None:
    table = board("rs rd rt")

    found = best_end(table, faces("rc"), faces("gs gd"), never)

    assert found is not None
    assert found.play == play("rc@-1,0")
    assert (found.margin, found.is_exact) == (4 + 6, True)


def test_points_are_left_for_what_the_other_would_get_from_them() -> None:
    # The clover makes a line of five, and the other holds the sixth tile.
    table = board("rs rd rt ro")

    found = best_end(table, faces("rc gs"), faces("rx yd"), never)

    assert found is not None
    assert found.play != play("rc@-1,0")
    assert found.is_exact


def test_who_can_place_nothing_passes_and_the_other_goes_on() -> None:
    table = board("rs rd rt")

    found = best_end(table, faces("rc ro"), faces("gx"), never)

    # One tile a turn, since nobody is in the way.
    assert found is not None
    assert (found.margin, found.is_exact) == (4 + 5 + 6, True)


def test_nothing_is_found_where_nothing_fits() -> None:
    assert best_end(board("rs rd rt"), faces("gx"), faces("rc"), never) is None


@pytest.mark.parametrize("asked", [0, 1, 5, 40])
def test_a_search_that_is_stopped_says_that_it_is_not_exact(asked: int) -> None:
    table, mine, theirs = table_and_hands(random.Random(3), tiles=40, sizes=(6, 6))

    found = best_end(table, mine, theirs, after(asked))

    assert found is not None
    assert not found.is_exact


def test_stopped_at_once_it_is_the_highest_score() -> None:
    found = best_end(board("rs rd rt"), faces("rc gs bo"), faces("gx bd"), after(0))

    assert found is not None
    assert found.play == play("rc@-1,0")


def test_the_same_search_finds_the_same() -> None:
    table, mine, theirs = table_and_hands(random.Random(4), tiles=30, sizes=(5, 5))

    assert best_end(table, mine, theirs, after(200)) == best_end(table, mine, theirs, after(200))
