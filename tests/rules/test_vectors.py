"""The vectors of R, taken by the rules and by their second implementation."""

import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

import pytest

from p2pqwirkle.errors import Breach
from p2pqwirkle.rules.best import best_play
from p2pqwirkle.rules.board import Board
from p2pqwirkle.rules.choice import check_choice
from p2pqwirkle.rules.legal import check_play
from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.rules.notation import parse_choice
from p2pqwirkle.rules.opening import check_claim, order_of_opening
from p2pqwirkle.rules.plays import plays
from p2pqwirkle.rules.position import Position
from p2pqwirkle.rules.scoring import score_of
from tests.naive import rules as oracle
from tests.naive.game import Game, placement
from tests.naive.game import opener as plain_opener
from tests.naive.refused import Refused, require
from tests.notation import faces, placements
from tests.vectors.rules import Start, document, read_move
from tests.vectors.text import committed, render

Case = Mapping[str, Any]

FILE: Final = "rules.json"

GIVEN: Final = {
    "play": {"board", "play", "score"},
    "choice": {"board", "hand", "bag", "choice"},
    "claim": {"hand", "claim"},
    "opener": {"claims", "ages", "turn_order", "opener"},
    "plays": {"board", "hand", "count", "best"},
    "game": {"turn_order", "claims", "ages", "stall_guard", "moves", "after", "outcome"},
}
"""What a case of each operation may hold, beside its id, its operation and what is expected."""

CASES: Final[dict[str, Case]] = {
    f"{case['expect']} {case['id']}": case for case in json.loads(committed(FILE))["cases"]
}


def test_the_committed_vectors_are_those_that_the_generator_gives() -> None:
    assert render(document()) == committed(FILE)


def test_every_case_has_an_id_of_its_own_and_no_key_that_nobody_knows() -> None:
    ids = [case["id"] for case in CASES.values()]

    assert len(set(ids)) == len(ids)
    for case in CASES.values():
        assert set(case) <= GIVEN[case["operation"]] | {"id", "expect", "operation"}


def test_every_ending_is_among_the_games() -> None:
    endings = Counter(case["outcome"][0] for case in CASES.values() if case.get("outcome"))

    assert set(endings) == {"went-out", "nothing-fits", "stalled"}


def board_of(case: Case) -> Board:
    return Board.empty().placing(placements(case["board"]))


def take_play(case: Case) -> None:
    placed = placements(case["play"])
    check_play(board_of(case), placed)
    assert score_of(board_of(case), placed) == case["score"]


def take_choice(case: Case) -> None:
    hand = faces(case["hand"])
    start = Position.start((Seat(0), Seat(1)), (1, 1), (None, None), stall_guard=True)
    position = replace(
        start,
        board=board_of(case),
        bag_size=case["bag"],
        hand_sizes=(len(hand), 6),
        opening=None,
    )
    check_choice(position, hand, parse_choice(case["choice"]))


def take_claim(case: Case) -> None:
    check_claim(faces(case["hand"]), case["claim"])


def take_opener(case: Case) -> None:
    first = order_of_opening(case["claims"], case["ages"], case["turn_order"])[0]
    assert first == case["opener"]


def take_plays(case: Case) -> None:
    board, hand = board_of(case), faces(case["hand"])
    listed = list(plays(board, hand))
    best = best_play(board, hand, None)

    assert len(listed) == case["count"]
    assert (0 if best is None else score_of(board, best.placements)) == case["best"]


def take_game(case: Case) -> None:
    start = Start(case["turn_order"], case["claims"], case["ages"], case["stall_guard"])
    position = start.position()
    courses = []
    for move in case["moves"]:
        position = position.after(read_move(move))
        over = position.outcome is not None
        courses.append(
            {
                "scores": list(position.scores),
                "hands": list(position.hand_sizes),
                "bag": position.bag_size,
                "drawn": position.drawn,
                "next": None if over else position.mover,
            }
        )
    assert courses == case["after"]
    if position.outcome is None:
        assert case["outcome"] is None
    else:
        outcome = position.outcome
        assert case["outcome"] == [outcome.ending.value, list(outcome.winners)]


TAKE: Final[dict[str, Callable[[Case], None]]] = {
    "play": take_play,
    "choice": take_choice,
    "claim": take_claim,
    "opener": take_opener,
    "plays": take_plays,
    "game": take_game,
}


def plain_board(case: Case) -> dict[tuple[int, int], str]:
    return dict(map(placement, case["board"].split()))


def plain_play(case: Case) -> None:
    board, play = plain_board(case), list(map(placement, case["play"].split()))
    oracle.judge(board, play)
    assert oracle.score(board, play) == case["score"]


def plain_choice(case: Case) -> None:
    kind, *words = case["choice"].split()
    board, hand = plain_board(case), case["hand"].split()
    used = Counter(word.partition("@")[0] for word in words)
    held = used <= Counter(hand)
    if kind == "play":
        require(held, "R4.2")
        oracle.judge(board, list(map(placement, words)))
    elif kind == "swap":
        require(held, "R7.2")
        require(case["bag"] > 0, "R7.1")
        require(len(words) > 0, "R7.2")
        require(len(words) <= case["bag"], "R7.3")
    else:
        require(case["bag"] == 0, "R8.1")
        require(not oracle.fits_somewhere(board, hand), "R8.2")


def plain_claim(case: Case) -> None:
    require(oracle.largest_set(case["hand"].split()) == case["claim"], "R3.5")


def plain_opening(case: Case) -> None:
    assert plain_opener(case["claims"], case["ages"], case["turn_order"]) == case["opener"]


def plain_plays(case: Case) -> None:
    board, hand = plain_board(case), case["hand"].split()
    assert len(set(oracle.all_plays(board, hand))) == case["count"]
    assert oracle.best_score(board, hand) == case["best"]


def plain_game(case: Case) -> None:
    game = Game(case["turn_order"], case["claims"], case["ages"], stall_guard=case["stall_guard"])
    courses = []
    for move in case["moves"]:
        game.move(move)
        courses.append(
            {
                "scores": list(game.scores),
                "hands": list(game.hands),
                "bag": game.bag,
                "drawn": game.drawn,
                "next": None if game.ending else game.mover,
            }
        )
    assert courses == case["after"]
    assert case["outcome"] == ([game.ending, game.winners] if game.ending else None)


PLAIN: Final[dict[str, Callable[[Case], None]]] = {
    "play": plain_play,
    "choice": plain_choice,
    "claim": plain_claim,
    "opener": plain_opening,
    "plays": plain_plays,
    "game": plain_game,
}


def clause_of(
    refusal: type[Breach] | type[Refused], take: Callable[[Case], None], case: Case
) -> str:
    try:
        take(case)
    except refusal as refused:
        return refused.clause
    return "ok"


@pytest.mark.parametrize("label", CASES)
def test_the_rules_take_it_or_refuse_it_by_its_clause(label: str) -> None:
    case = CASES[label]

    assert clause_of(Breach, TAKE[case["operation"]], case) == case["expect"]


@pytest.mark.parametrize("label", CASES)
def test_the_second_implementation_takes_it_or_refuses_it_by_its_clause(label: str) -> None:
    case = CASES[label]

    assert clause_of(Refused, PLAIN[case["operation"]], case) == case["expect"]


@pytest.mark.parametrize("label", [label for label in CASES if " game-" in label])
def test_of_a_refused_game_only_the_last_move_is_refused(label: str) -> None:
    case = CASES[label]
    if case["moves"]:
        position = Start(
            case["turn_order"], case["claims"], case["ages"], case["stall_guard"]
        ).position()

        for move in case["moves"][:-1]:
            position = position.after(read_move(move))
