"""What a player types to go on without somebody, and to answer when the others ask."""

from collections.abc import Callable
from typing import Final

from p2pqwirkle.console.asking import Asked, askable, names_of, reply
from p2pqwirkle.console.commands import AskOut, PassOver
from p2pqwirkle.console.desk import Desk


def _agree(desk: Desk, _rest: str) -> Asked:
    return reply(desk, agrees=True)


def _decline(desk: Desk, _rest: str) -> Asked:
    return reply(desk, agrees=False)


def _without(desk: Desk, name: str) -> Asked:
    """Ask the others to go on without the player of this *name*, however it is spelt."""
    for wish in askable(desk):
        if isinstance(wish, AskOut) and names_of(wish.seats, desk.scene).lower() == name.strip():
            return desk.saying("ask.asked"), wish
    return desk.saying("ask.nobody"), None


def _pass_over(desk: Desk, _rest: str) -> Asked:
    wish = PassOver()
    if wish not in askable(desk):
        return desk.saying("ask.nobody"), None
    return desk.saying("ask.asked"), wish


ASKING: Final[dict[str, Callable[[Desk, str], Asked]]] = {
    "yes": _agree,
    "no": _decline,
    "without": _without,
    "pass-over": _pass_over,
}
"""By the first word of the line."""
