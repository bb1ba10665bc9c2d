"""The values of the bag are values: equal when their parts are, and fit for sets."""

from collections.abc import Hashable

import pytest

from p2pqwirkle.bag.argument import ShuffleStatement
from p2pqwirkle.bag.blinding import prove_blinding
from p2pqwirkle.bag.dleq import DleqStatement
from p2pqwirkle.bag.group import Edwards25519
from p2pqwirkle.bag.keys import prove_possession
from p2pqwirkle.bag.transcript import Transcript
from tests.bag.deals import Deal
from tests.small_group import SmallGroup


def values() -> dict[str, Hashable]:
    """One of each kind, made anew."""
    deal = Deal()
    bag = deal.first_bag(3)
    drawn, rest = bag.draw(1)
    place = deal.possession_preamble(0)
    return {
        "group": Edwards25519(),
        "bag": rest,
        "drawn tile": drawn[0],
        "slot": drawn[0].slot,
        "masked tile": drawn[0].tile,
        "preamble": deal.preamble(0),
        "transcript": Transcript.begin(b"label"),
        "shares": deal.decrypt(0, drawn),
        "shuffle": deal.shuffle(0, bag.tiles),
        "blinding": prove_blinding(deal.group, bag.tiles, deal.seed(0), deal.preamble(0)),
        "possession proof": prove_possession(deal.group, deal.secrets[0], deal.seed(0), place),
        "statement of logarithms": DleqStatement(deal.key, deal.shares, deal.shares),
        "statement of a shuffle": ShuffleStatement(deal.key, bag.tiles, bag.tiles),
    }


@pytest.mark.parametrize("kind", values())
def test_values_with_equal_parts_are_equal(kind: str) -> None:
    one, other = values()[kind], values()[kind]

    assert len({one, other}) == 1


def test_the_two_groups_are_not_equal() -> None:
    assert len({Edwards25519(), SmallGroup()}) == 2
