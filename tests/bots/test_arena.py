"""Matches between bots are fair to both, and say how sure they are."""

import pytest

from p2pqwirkle.bots.levels import BOTS
from tests.benchmarks.arena import interval, main, played_set

GREEDY, RANDOM = BOTS["greedy"], BOTS["random"]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_bot_against_itself_wins_its_share_and_no_more(seats: int) -> None:
    played = [played_set((GREEDY, GREEDY), seats, seed) for seed in range(3)]

    assert [one.won for one in played] == pytest.approx([1 / seats] * 3)
    assert [one.ahead for one in played] == pytest.approx([0.0] * 3)


def test_the_first_of_two_is_the_one_that_is_counted() -> None:
    assert played_set((GREEDY, RANDOM), 2, seed=1).won == 1.0
    assert played_set((RANDOM, GREEDY), 2, seed=1).won == 0.0


def test_the_same_seed_is_the_same_set() -> None:
    one, again = (played_set((RANDOM, GREEDY), 3, seed=2) for _ in range(2))

    assert one.ahead == again.ahead
    assert one.ahead != played_set((RANDOM, GREEDY), 3, seed=3).ahead


def test_an_interval_is_of_95_in_100() -> None:
    # Half ones, half noughts: the standard error of 100 of them is 0.05.
    assert interval([0.0, 1.0] * 50) == "0.500 ± 0.098"
    assert interval([0.5]) == "0.500 ± inf"


def test_a_match_is_told_as_it_goes(capsys: pytest.CaptureFixture[str]) -> None:
    main(["random", "random", "--sets", "21", "--workers", "1"])

    first, last = capsys.readouterr().out.splitlines()
    assert first.startswith("20 sets: wins ")
    assert last.startswith("21 sets: wins ")


@pytest.mark.parametrize(
    "words",
    [
        ["greedy"],
        ["greedy", "nobody"],
        ["greedy", "random", "--seats", "7"],
        ["greedy", "random", "--sets", "0"],
        ["greedy", "random", "--workers", "0"],
        ["strong", "random", "--samples", "-2"],
    ],
    ids=" ".join,
)
def test_a_match_that_cannot_be_is_refused(words: list[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        main(words)

    assert refused.value.code == 2
