"""What could have been played: found with what the player knew, and the same for everybody."""

import random
from io import BytesIO
from pathlib import Path

import pytest

from p2pqwirkle.audit.advice import Advice, advice
from p2pqwirkle.audit.replay import audit
from p2pqwirkle.audit.story import Chronicler, Story
from p2pqwirkle.bag.group import Edwards25519
from p2pqwirkle.bots.strong import Strong
from p2pqwirkle.rules.choice import check_choice
from p2pqwirkle.rules.notation import parse_choice

GAMES = Path(__file__).parents[2] / "protocol" / "vectors" / "games"


def told(name: str) -> Story:
    chronicler = Chronicler()
    audit(BytesIO((GAMES / f"{name}.qwk").read_bytes()), Edwards25519(), chronicler)
    story = chronicler.tell()
    assert story is not None
    return story


@pytest.fixture(scope="module")
def story() -> Story:
    return told("two-players")


def advised(story: Story) -> list[Advice]:
    bot = Strong(samples=2, positions=20)
    return list(advice(story, bot, random.Random(1).randrange))


def test_each_turn_has_its_advice_and_it_is_the_same_again(story: Story) -> None:
    first = advised(story)

    assert [one.number for one in first] == [turn.number for turn in story.turns]
    assert first == advised(story)


def test_advice_is_what_the_player_could_have_done(story: Story) -> None:
    for turn, one in zip(story.turns, advised(story), strict=True):
        hand = [face for face in turn.hands[turn.seat] if face is not None]

        check_choice(turn.before, hand, parse_choice(one.highest.move))
        check_choice(turn.before, hand, parse_choice(one.strong.move))
        assert one.made == turn.score
        assert one.highest.points == turn.best
        assert one.strong.points <= one.highest.points


def test_a_hand_that_is_not_known_gets_no_advice() -> None:
    assert advised(told("stopped-in-a-turn")) == []
