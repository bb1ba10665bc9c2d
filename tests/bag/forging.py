"""What forgers have in common: a table they sit at, numbers they picked, a verdict."""

from collections.abc import Callable

import pytest

from p2pqwirkle.bag.group import Element, residue
from p2pqwirkle.errors import Breach
from tests.bag.deals import Deal, named

DEAL = Deal()
GROUP = DEAL.group
SEED = DEAL.seed(0)
FULL = DEAL.preamble(0).transcript(b"p2pqwirkle/1 shuffle")
R = tuple(residue(GROUP, int.from_bytes(named(f"mask {i}"))) for i in range(9))
"""Numbers that a forger has picked."""


def inverse(scalar: int) -> int:
    return pow(scalar, -1, GROUP.order)


def divided(element: Element, scalar: int) -> Element:
    return GROUP.multiply(residue(GROUP, inverse(scalar)), element)


def refused(verify: Callable[[], None]) -> str:
    with pytest.raises(Breach) as refusal:
        verify()
    return refusal.value.clause
