"""No secret is shown by printing what holds it."""

from collections.abc import Sequence

import pytest

from p2pqwirkle.bag.argument import Openings, ShuffleWitness
from p2pqwirkle.bag.group import Edwards25519, Scalar
from p2pqwirkle.errors import Breach
from tests.bag.deals import Deal

DEAL = Deal(Edwards25519())


def forms(scalars: Sequence[Scalar]) -> list[str]:
    """How *scalars* could be written."""
    encoded = [DEAL.group.encode_scalar(scalar) for scalar in scalars]
    return [
        *map(str, scalars),
        *map(hex, scalars),
        *(each.hex() for each in encoded),
        *map(repr, encoded),
    ]


@pytest.mark.parametrize(
    "holder",
    [
        ShuffleWitness((1, 0), DEAL.secrets[:2]),
        Openings.of((*DEAL.secrets, *DEAL.secrets)),
    ],
    ids=["witness", "openings"],
)
def test_what_holds_secrets_does_not_show_them(holder: ShuffleWitness | Openings) -> None:
    shown = f"{holder!r} {holder}"

    assert not [form for form in forms(DEAL.secrets) if form in shown]
    assert "(1, 0)" not in shown


def test_a_refusal_does_not_quote_a_scalar() -> None:
    too_high = DEAL.secrets[0] + DEAL.group.order
    with pytest.raises(Breach) as refusal:
        DEAL.group.decode_scalar(too_high.to_bytes(32, "little"))

    shown = f"{refusal.value!r} {refusal.value}"
    assert not [form for form in (str(too_high), hex(too_high)) if form in shown]
