"""Where one player may listen: what it says itself, where it was found, and what others say."""

from collections.abc import Iterable
from typing import Final

from p2pqwirkle.net.reactor import Address
from p2pqwirkle.net.seating import MAX_HOSTS

MOST_FOUND: Final = 2
"""Addresses at which the player was found, the latest ones: it may come back to where it was."""
MOST_RUMOURED: Final = 4
"""Addresses that only others have told; the latest ones."""


class Whereabouts:
    """The addresses at which to dial one player.

    Only its own word takes the place of its own word: what others say can neither push out an
    address nor make the list long.

    Args:
        start: what is known when the game begins.
    """

    def __init__(self, start: Iterable[Address]) -> None:
        self._found: tuple[Address, ...] = ()
        self._told = tuple(start)
        self._rumoured: tuple[Address, ...] = ()

    @property
    def addresses(self) -> tuple[Address, ...]:
        """Where to dial, the most promising address first."""
        return tuple(dict.fromkeys((*self._found, *self._told, *self._rumoured)))

    @property
    def port(self) -> int | None:
        """The port that the player listens on, wherever it is; None if it was never told."""
        return self._told[0].port if self._told else None

    @property
    def latest(self) -> Address | None:
        """Where the player was found last."""
        return self._found[0] if self._found else None

    def find(self, address: Address) -> None:
        """A link has come to be with the player's computer at *address*."""
        self._found = _latest(self._found, (address,), MOST_FOUND)

    def tell(self, addresses: Iterable[Address]) -> None:
        """The player says itself that it listens at *addresses*, and nowhere else."""
        self._told = tuple(addresses)[:MAX_HOSTS]

    def rumour(self, addresses: Iterable[Address]) -> None:
        """Another player says that it has found this one there."""
        self._rumoured = _latest(self._rumoured, addresses, MOST_RUMOURED)


def _latest(before: tuple[Address, ...], news: Iterable[Address], most: int) -> tuple[Address, ...]:
    """*news* before what was known, at most *most* of both."""
    return tuple(dict.fromkeys((*news, *before)))[:most]
