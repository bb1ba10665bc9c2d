"""What a play opens and what it keeps, as careful weighs them."""

import pytest

from p2pqwirkle.bots.knowledge import Knowledge, without
from p2pqwirkle.bots.prospects import CANDIDATES, DRAWING, Outlook, Prospect, Weights, prospects
from tests.notation import board, faces, play
from tests.rules.positions import midgame

LINE = board("rs rd rt")


def prospect_of(text: str, hand: str, *, bag_size: int = 50, seats: int = 2) -> Prospect:
    position = midgame(LINE, bag_size=bag_size, scores=(0,) * seats, hand_sizes=(6,) * seats)
    found = {one.play: one for one in prospects(Knowledge(position, faces(hand)))}
    return found[play(text)]


def test_an_outlook_is_worth_the_sum_of_its_parts() -> None:
    weights = Weights(opened=-1, follow_up=0.5, kept=-2, twins=-3)

    assert weights.of(Outlook(opened=4.0, follow_up=6, kept=2, twins=1)) == -4 + 3 - 4 - 3


def test_what_is_kept_is_counted_with_its_twins() -> None:
    outlook = prospect_of("rc@3,0", "rc gx gx gx").outlook

    assert (outlook.kept, outlook.twins) == (3, 2)


def test_what_is_kept_may_follow_up() -> None:
    # With the red clover down the blue one makes a line of two.
    assert prospect_of("rc@3,0", "rc bc").outlook.follow_up == 2
    assert prospect_of("rc@3,0", "rc").outlook.follow_up == 0


@pytest.mark.parametrize(("seats", "weighed"), [(2, 1), (3, 2), (4, 3), (6, 3)])
def test_the_same_outlook_is_worth_less_or_more_among_more(seats: int, weighed: int) -> None:
    one = prospect_of("rc@3,0", "rc bc", seats=seats)

    assert one.outlook == prospect_of("rc@3,0", "rc bc").outlook
    assert one.worth == one.score + DRAWING[weighed].of(one.outlook)


def test_going_out_counts_with_its_six_points() -> None:
    assert prospect_of("rc@3,0", "rc", bag_size=0).score == 4 + 6
    assert prospect_of("rc@3,0", "rc").score == 4


def test_the_play_that_is_worth_most_comes_first() -> None:
    found = prospects(Knowledge(midgame(LINE), faces("rc ro rx gs gd bt")))

    worths = [one.worth for one in found]
    assert worths == sorted(worths, reverse=True)
    assert len(found) == CANDIDATES
    assert all(one.worth == one.score + DRAWING[1].of(one.outlook) for one in found)


def test_nothing_is_weighed_where_nothing_fits() -> None:
    assert prospects(Knowledge(midgame(LINE), faces("gx yo"))) == []


def test_a_twin_stays_in_the_hand_when_the_other_is_played() -> None:
    assert without(faces("rc gx rc"), play("rc@3,0")) == faces("gx rc")
