import random
from collections import Counter
from dataclasses import replace

import pytest

from p2pqwirkle.bots.careful import careful
from p2pqwirkle.bots.chance import at_random
from p2pqwirkle.bots.greedy import greedy
from p2pqwirkle.bots.knowledge import Bot, Choose, Knowledge
from p2pqwirkle.bots.levels import BOTS
from p2pqwirkle.bots.strong import Strong
from p2pqwirkle.bots.unseen import Unseen
from p2pqwirkle.rules.board import Board
from p2pqwirkle.rules.choice import check_choice
from p2pqwirkle.rules.moves import Pass, Play, PutAside, Seat
from p2pqwirkle.rules.plays import plays
from p2pqwirkle.rules.position import Position
from p2pqwirkle.rules.scoring import score_of
from tests.notation import board, faces, play
from tests.open_game import OpenGame

LINE = board("rs rd rt")

QUICKER: dict[str, Bot] = {**BOTS, "strong": Strong(samples=4, positions=40)}

START = Position.start((Seat(0), Seat(1)), (3, 1), (None, None), stall_guard=True)


def in_midgame(table: Board, hand: str, bag_size: int = 50) -> Knowledge:
    position = replace(START, board=table, opening=None, bag_size=bag_size)
    return Knowledge(position, faces(hand))


def rolling(*numbers: int) -> Choose:
    """Entropy that comes out as *numbers*, one after another."""
    coming = iter(numbers)
    return lambda _: next(coming)


def always_first(_count: int) -> int:
    return 0


def always_last(count: int) -> int:
    return count - 1


def test_greedy_takes_the_highest_score() -> None:
    knowledge = in_midgame(LINE, "rc ro rx gs gd bt")

    assert greedy(knowledge, always_first) == play("rc@-3,0 rx@-2,0 ro@-1,0")


@pytest.mark.parametrize(
    ("unseen", "points"),
    [
        pytest.param("rx", 12.0, id="the last tile of a Qwirkle is sure to come"),
        pytest.param("gs", 2.0, id="another goes across the line"),
        pytest.param("gx", 0.0, id="nothing in common"),
    ],
)
def test_careful_counts_on_what_is_still_unseen(unseen: str, points: float) -> None:
    opened = board("rs rd rt rc ro")

    assert Unseen(faces(unseen)).expected(opened, 1) == points


def test_careful_gives_up_points_for_what_it_does_not_open() -> None:
    game = OpenGame([careful, careful], random.Random(1))
    given_up = []

    while not game.is_over():
        knowledge = Knowledge(game.position, tuple(game.hand))
        choice, best = game.decide(), greedy(knowledge, always_first)
        if isinstance(choice, Play) and isinstance(best, Play):
            table = game.position.board
            score = score_of(table, choice.placements)
            given_up.append(score_of(table, best.placements) - score)
        game.take(choice)

    assert min(given_up) == 0
    assert max(given_up) > 0


def test_careful_asks_for_no_entropy() -> None:
    knowledge = in_midgame(LINE, "rc ro gx yd bt yo")

    assert careful(knowledge, rolling()) == careful(knowledge, rolling())


def test_greedy_asks_for_no_entropy() -> None:
    knowledge = in_midgame(LINE, "gx yo bc gx yo bc")

    assert greedy(knowledge, rolling()) == greedy(knowledge, rolling())


def test_greedy_swaps_all_it_can_when_nothing_fits() -> None:
    choice = greedy(in_midgame(LINE, "gx yo bc gx yo bc"), always_first)

    assert isinstance(choice, PutAside)
    assert Counter(choice.faces) == Counter(faces("gx yo bc gx yo bc"))


def test_greedy_puts_no_more_aside_than_the_bag_holds_and_keeps_what_goes_together() -> None:
    choice = greedy(in_midgame(LINE, "gx gc go yc bx bo", bag_size=2), always_first)

    assert choice == PutAside(faces("yc bo"))


@pytest.mark.parametrize("bot", BOTS.values(), ids=BOTS)
def test_a_bot_passes_only_when_nothing_fits_and_the_bag_is_empty(bot: Bot) -> None:
    assert bot(in_midgame(LINE, "gx yo bc", bag_size=0), always_first) == Pass()
    assert isinstance(bot(in_midgame(LINE, "gx yo rx", bag_size=0), always_last), Play)
    assert isinstance(bot(in_midgame(LINE, "gx yo bc", bag_size=1), always_last), PutAside)


@pytest.mark.parametrize("bot", BOTS.values(), ids=BOTS)
def test_a_bot_that_opens_places_as_many_as_it_claimed(bot: Bot) -> None:
    opening = Knowledge(START, faces("rs rd rt os gx bc"))

    choice = bot(opening, always_first)

    assert isinstance(choice, Play)
    assert len(choice.placements) == 3


def test_a_random_bot_swaps_in_one_turn_of_six() -> None:
    knowledge = in_midgame(LINE, "rc ro rx gs gd bt")
    rng = random.Random(7)

    swaps = sum(isinstance(at_random(knowledge, rng.randrange), PutAside) for _ in range(600))

    assert 70 <= swaps <= 130


def test_a_random_swap_puts_aside_any_number_of_tiles() -> None:
    knowledge = in_midgame(LINE, "rc rc rx gs gd bt", bag_size=4)

    assert at_random(knowledge, rolling(0, 0, 2)) == PutAside(faces("rx"))
    assert at_random(knowledge, rolling(0, 3, 0, 0, 0, 0)) == PutAside(faces("rc rc rx gs"))


def test_a_random_bot_makes_every_legal_play() -> None:
    knowledge = in_midgame(LINE, "rc gt")
    every = set(plays(LINE, knowledge.hand))

    made = {at_random(knowledge, rolling(1, number)) for number in range(len(every))}

    assert made == every


def test_a_seat_knows_what_it_has_not_seen_and_no_more() -> None:
    unseen = in_midgame(LINE, "rs rs gx bc oo yd").unseen

    assert len(unseen) == 108 - 3 - 6
    assert unseen.count(*faces("rs")) == 0
    assert unseen.count(*faces("rd")) == 2
    assert unseen.count(*faces("px")) == 3
    assert list(unseen) == sorted(unseen, key=lambda face: face.index)


@pytest.mark.parametrize("level", BOTS)
@pytest.mark.parametrize("seats", [2, 6])
def test_a_bot_makes_no_illegal_choice_in_a_whole_game(level: str, seats: int) -> None:
    game = OpenGame([QUICKER[level]] * seats, random.Random(seats))

    while not game.is_over():
        choice = game.decide()
        check_choice(game.position, game.hand, choice)
        game.take(choice)


def test_the_levels_have_their_names() -> None:
    assert BOTS["random"] is at_random
    assert BOTS["greedy"] is greedy
    assert BOTS["careful"] is careful
    assert BOTS["strong"] == Strong()
    assert len(BOTS) == 4
