"""The bot that looks ahead: what it may use, and that it does so."""

import random
from dataclasses import fields, is_dataclass

import pytest

from p2pqwirkle.bots.careful import careful
from p2pqwirkle.bots.deals import Deal, Playout
from p2pqwirkle.bots.endgame import best_end
from p2pqwirkle.bots.knowledge import Choose, Knowledge
from p2pqwirkle.bots.levels import BOTS
from p2pqwirkle.bots.prospects import prospects
from p2pqwirkle.bots.strong import Strong
from tests.notation import board, faces
from tests.open_game import OpenGame
from tests.rules.positions import midgame

LINE = board("rs rd rt")


def knowing(seed: int, *, seats: int = 2, tiles: int = 50) -> Knowledge:
    """What the mover knows in a game of careful bots, once so many tiles are on the table."""
    game = OpenGame([careful] * seats, random.Random(seed))
    while len(game.position.board) < tiles:
        game.take(game.decide())
    return Knowledge(game.position, tuple(game.hand))


def entropy(seed: int) -> Choose:
    return random.Random(seed).randrange


class Asked:
    """Says stop when it has been asked so often, and counts."""

    def __init__(self, allowed: int) -> None:
        self.allowed = allowed
        self.count = 0

    def __call__(self) -> bool:
        self.count += 1
        return self.count > self.allowed


def test_a_deal_gives_each_what_is_unseen_and_as_much_as_it_holds() -> None:
    knowledge = knowing(1, seats=3)

    deal = Deal.at_random(knowledge, entropy(1))

    dealt = [*deal.bag, *(face for hand in deal.hands for face in hand)]
    sizes = knowledge.position.hand_sizes
    assert sorted(dealt, key=lambda face: face.index) == list(knowledge.unseen)
    assert [len(hand) for hand in deal.hands] == [sizes[seat] for seat in knowledge.others]


def test_every_deal_is_as_likely_as_any_other() -> None:
    table = board("rs")
    knowledge = Knowledge(midgame(table, bag_size=1, hand_sizes=(1, 1)), faces("rd"))
    unseen = knowledge.unseen
    counted = dict.fromkeys(unseen, 0)

    for seed in range(3000):
        counted[Deal.at_random(knowledge, entropy(seed)).hands[0][0]] += 1

    expected = 3000 / len(unseen)
    assert all(counted[face] > unseen.count(face) * expected / 2 for face in unseen)
    assert all(counted[face] < unseen.count(face) * expected * 2 for face in unseen)


def test_the_others_come_in_the_order_of_their_turns() -> None:
    knowledge = knowing(2, seats=4)
    order = knowledge.position.turn_order
    turn = order.index(knowledge.position.mover)

    assert knowledge.others == tuple(order[(turn + step) % 4] for step in (1, 2, 3))


def test_in_a_playout_hands_are_filled_from_the_bag() -> None:
    playout = Playout.after(
        LINE, faces("gx"), Deal((faces("rc bx"),), faces("yx px ox bx bx gx rx"))
    )

    assert playout.turn() == 4
    assert list(playout.hands) == [list(faces("gx yx px ox bx bx")), list(faces("bx gx rx"))]
    assert not playout.bag


def test_in_a_playout_a_hand_that_fits_nowhere_is_swapped() -> None:
    playout = Playout.after(LINE, (), Deal((faces("gx bx bx"),), faces("yx px ox px px gx gx yx")))

    assert playout.turn() == 0
    assert list(playout.bag) == list(faces("gx bx"))
    assert sorted(map(len, playout.hands)) == [3, 6]
    assert not playout.is_over


def test_who_goes_out_in_a_playout_gets_six_points_more() -> None:
    playout = Playout.after(LINE, faces("gx"), Deal((faces("rc"),), ()))

    assert playout.turn() == 4 + 6
    assert playout.is_over


def test_a_playout_ends_when_nobody_can_place() -> None:
    playout = Playout.after(LINE, faces("gx"), Deal((faces("bo"),), ()))

    assert [playout.turn(), playout.turn()] == [0, 0]
    assert playout.is_over


@pytest.mark.parametrize("seats", [2, 3])
def test_the_same_entropy_gives_the_same_choice(seats: int) -> None:
    knowledge, bot = knowing(3, seats=seats), Strong(samples=8)

    assert bot(knowledge, entropy(7)) == bot(knowledge, entropy(7))


def test_stopped_at_once_it_plays_what_careful_would() -> None:
    knowledge, stop = knowing(4), Asked(0)

    assert Strong(stop=stop)(knowledge, entropy(1)) == careful(knowledge, entropy(1))
    assert stop.count == 1


def test_it_asks_whether_to_stop_before_every_deal() -> None:
    knowledge, stop = knowing(4), Asked(1000)

    Strong(samples=12, stop=stop)(knowledge, entropy(1))

    assert stop.count == 12


def test_it_plays_the_end_of_two_by_search() -> None:
    knowledge = the_end_of_a_game(1)
    found = best_end(knowledge.position.board, knowledge.hand, knowledge.unseen, Asked(200))

    assert found is not None
    assert Strong(positions=200)(knowledge, entropy(1)) == found.play


def the_end_of_a_game(seed: int) -> Knowledge:
    """What the mover knows when the bag is empty and it has three tiles left."""
    game = OpenGame([careful] * 2, random.Random(seed))
    while game.position.bag_size or len(game.hand) > 3:
        game.take(game.decide())
    return Knowledge(game.position, tuple(game.hand))


def test_it_leaves_an_end_undecided_when_told_to_stop() -> None:
    knowledge, stop = the_end_of_a_game(2), Asked(3)

    Strong(positions=10**6, stop=stop)(knowledge, entropy(1))

    assert stop.count == 4


def test_plays_that_are_worth_much_less_are_not_tried() -> None:
    knowledge = knowing(5)
    best, *others = prospects(knowledge)

    chosen = Strong(samples=8)(knowledge, entropy(1))

    assert chosen in {one.play for one in (best, *others) if one.worth > best.worth - 2}


@pytest.mark.parametrize("level", BOTS)
def test_a_bot_gets_the_position_and_its_own_hand_and_nothing_else(level: str) -> None:
    """The others hold other tiles, and it decides the same."""
    assert [field.name for field in fields(Knowledge)] == ["position", "hand"]
    game = OpenGame([BOTS[level]] * 2, random.Random(6))

    while not game.is_over() and game.turns < 16:
        before = game.entropy.getstate()
        choice = game.decide()
        game.entropy.setstate(before)
        hide_anew(game)
        game.entropy.setstate(before)
        assert game.decide() == choice
        game.take(choice)


def hide_anew(game: OpenGame) -> None:
    """Shuffle what the mover has not seen: the bag and the other hand."""
    other = game.hands[1 - game.position.mover]
    hidden = [*other, *game.bag]
    game.entropy.shuffle(hidden)
    other[:], game.bag[:] = hidden[: len(other)], hidden[len(other) :]


@pytest.mark.parametrize("level", BOTS)
def test_nothing_hidden_can_be_reached_from_what_a_bot_gets(level: str) -> None:
    game = OpenGame([BOTS[level]] * 3, random.Random(8))
    for _ in range(9):
        game.take(game.decide())
    hidden = {id(game.bag), *map(id, game.hands)}

    reached = everything_in(Knowledge(game.position, tuple(game.hand)))

    assert hidden.isdisjoint(map(id, reached))
    tuples = [one for one in reached if isinstance(one, tuple)]
    assert tuple(game.hand) in tuples
    assert all(tuple(hand) not in tuples for hand in game.hands if hand is not game.hand)


def everything_in(value: object) -> list[object]:
    """All values that can be reached from *value* by fields, keys and items."""
    found: list[object] = []
    open_ends = [value]
    while open_ends:
        one = open_ends.pop()
        found.append(one)
        if isinstance(one, dict):
            open_ends += [*one, *one.values()]
        elif isinstance(one, tuple | list | set | frozenset):
            open_ends += one
        elif is_dataclass(one):
            open_ends += [getattr(one, field.name) for field in fields(one)]
    return found
