"""Dialling again what the network has lost.

Where a fifth of all packets is lost, one dial in fifteen comes to nothing: nobody answers, or the
link breaks before it is settled what it is for.  That tells nothing about the peer, as a refusal
would.
"""

from typing import Final

from p2pqwirkle.net.link import Closure, Trouble
from p2pqwirkle.net.wayback import is_broken

MOST_REDIALS: Final = 2
"""Then the network is at fault, or a firewall, and the player has to know."""
CERTAIN: Final = (Trouble.REFUSED, Trouble.UNKNOWN_NAME)
"""What another dial would hear as well; that there is no way to a computer may be a lost question
for its hardware's address."""
PAUSE_SECONDS: Final = 0.5
"""Before each of them."""


class Redials:
    """What is left of them, for one peer and one purpose."""

    def __init__(self) -> None:
        self._left = MOST_REDIALS

    def take(self, closure: Closure) -> bool:
        """Take one after *closure*; whether there was one, and the peer may be there after all."""
        if not self._left or not _is_lost(closure):
            return False
        self._left -= 1
        return True


def _is_lost(closure: Closure) -> bool:
    """Whether the network may be all that is wrong."""
    if closure.trouble is None:
        return is_broken(closure)
    return closure.trouble not in CERTAIN
