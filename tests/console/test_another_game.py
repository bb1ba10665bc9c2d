"""Playing again with the same people: when it is offered, and what is said when it cannot be."""

from collections.abc import Callable

import pytest

from p2pqwirkle.console.arrivals import ended
from p2pqwirkle.console.commands import Again, Deed
from p2pqwirkle.console.desk import Desk, Ending, Notice
from p2pqwirkle.console.footer import offers
from p2pqwirkle.console.obey import obey
from p2pqwirkle.console.wording import say
from tests.console.golden import desk_at

FAIR = Notice("audit.fair")


def checked(*, allows_another: bool) -> Desk:
    """A game that is over and audited."""
    return ended(desk_at(200), Ending(FAIR, "games/abc.qwk", allows_another=allows_another))


@pytest.mark.parametrize("allows_another", [True, False])
def test_another_game_is_offered_where_there_can_be_one(*, allows_another: bool) -> None:
    for command in (Deed.RESULT, Deed.CANCEL):
        desk, _ = obey(checked(allows_another=allows_another), command)

        assert (("p", "play again") in offers(desk)) == allows_another


def test_the_key_for_another_game_asks_for_it() -> None:
    _, request = obey(checked(allows_another=True), Deed.AGAIN)

    assert request is Again.AGAIN


@pytest.mark.parametrize(
    ("desk", "said"),
    [
        pytest.param(lambda: desk_at(20), "once this game is over", id="before the end"),
        pytest.param(
            lambda: checked(allows_another=False), "came back from the disk", id="taken up again"
        ),
    ],
)
def test_where_there_can_be_none_the_key_says_so(desk: Callable[[], Desk], said: str) -> None:
    after, request = obey(desk(), Deed.AGAIN)

    assert request is None
    assert after.notice is not None
    assert said in say(after.notice)
