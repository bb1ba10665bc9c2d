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
PAUSE_SECONDS: Final = 0.5
"""Before each of them."""


class Redials:
    """What is left of them, for one peer and one purpose."""

    def __init__(self) -> None:
        self._left = MOST_REDIALS

    def take(self, closure: Closure) -> bool:
        """Take one after *closure*; whether there was one, and the peer may be there after all."""
        if closure.trouble is None:
            is_lost = is_broken(closure)
        else:
            is_lost = closure.trouble in (Trouble.NO_ANSWER, Trouble.OTHER)
        if not is_lost or not self._left:
            return False
        self._left -= 1
        return True
