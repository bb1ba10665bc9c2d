"""Every element and every scalar that is sent is checked where it is read, found by reflection."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass

import pytest

from p2pqwirkle.bag.blinding import decode_blinding, encode_blinding, prove_blinding
from p2pqwirkle.bag.group import Edwards25519, Scalar
from p2pqwirkle.bag.keys import decode_possession, encode_possession, prove_possession
from p2pqwirkle.bag.masking import decode_tiles, encode_tiles
from p2pqwirkle.bag.shares import decode_shares, encode_shares
from p2pqwirkle.bag.shuffle import decode_argument, encode_argument
from p2pqwirkle.errors import Breach
from tests.bag.deals import Deal
from tests.forge import NOT_CANONICAL, SMALL_ORDER, plus_order, with_torsion

GROUP = Edwards25519()
DEAL = Deal(GROUP)
BAG = DEAL.first_bag(3)
SHUFFLE = DEAL.shuffle(0, BAG.tiles)
ONE = DEAL.shuffle(0, BAG.tiles[:1])
SHARES = DEAL.decrypt(0, BAG.draw(2)[0])
BLINDING = prove_blinding(GROUP, SHUFFLE.tiles[:2], DEAL.seed(0), DEAL.preamble(0))
POSSESSION = prove_possession(GROUP, DEAL.secrets[0], DEAL.seed(0), DEAL.possession_preamble(0))


@dataclass(frozen=True)
class Sent:
    """A value, its bytes, and how they are read."""

    value: object
    encoded: bytes
    decode: Callable[[bytes], object]


SENT = {
    "key share": Sent(DEAL.shares[0], DEAL.shares[0], GROUP.decode_element),
    "possession proof": Sent(
        POSSESSION,
        encode_possession(GROUP, POSSESSION),
        lambda encoded: decode_possession(GROUP, encoded),
    ),
    "shares": Sent(
        SHARES, encode_shares(GROUP, SHARES), lambda encoded: decode_shares(GROUP, encoded, 2)
    ),
    "tiles": Sent(
        SHUFFLE.tiles,
        encode_tiles(SHUFFLE.tiles),
        lambda encoded: decode_tiles(GROUP, encoded, 3),
    ),
    "shuffle argument": Sent(
        SHUFFLE.argument,
        encode_argument(GROUP, SHUFFLE.argument),
        lambda encoded: decode_argument(GROUP, encoded, 3),
    ),
    "proof of a mask": Sent(
        ONE.argument,
        encode_argument(GROUP, ONE.argument),
        lambda encoded: decode_argument(GROUP, encoded, 1),
    ),
    "blinding": Sent(
        BLINDING,
        encode_blinding(GROUP, BLINDING),
        lambda encoded: decode_blinding(GROUP, encoded, 2),
    ),
}

BAD_ELEMENTS = [
    *((encoded, "B1.2") for encoded in NOT_CANONICAL),
    (SMALL_ORDER[0], "B1.3"),
    *((encoded, "B1.4") for encoded in SMALL_ORDER[1:]),
    ((2).to_bytes(32, "little"), "B1.4"),
]
BAD_SCALARS = [(bytes(32), "B1.7"), (bytes([255]) * 32, "B1.6")]


def leaves(value: object) -> Iterator[bytes | int]:
    """The elements and scalars in *value*, in the order of the fields."""
    if isinstance(value, bytes | int):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from leaves(part)
    elif is_dataclass(value):
        for field in fields(value):
            yield from leaves(getattr(value, field.name))


def bad_forms(leaf: bytes | int) -> Iterator[tuple[bytes, str]]:
    if isinstance(leaf, bytes):
        yield from BAD_ELEMENTS
        yield from ((with_torsion(leaf, part), "B1.4") for part in range(1, 8))
    else:
        yield from BAD_SCALARS
        yield plus_order(GROUP.encode_scalar(Scalar(leaf))), "B1.6"


@pytest.mark.parametrize("name", SENT)
def test_all_that_is_sent_is_elements_and_scalars_in_the_order_of_the_fields(name: str) -> None:
    sent = SENT[name]
    written = (
        leaf if isinstance(leaf, bytes) else GROUP.encode_scalar(Scalar(leaf))
        for leaf in leaves(sent.value)
    )

    assert b"".join(written) == sent.encoded
    assert sent.decode(sent.encoded) == sent.value


@pytest.mark.parametrize("name", SENT)
def test_each_of_them_is_refused_in_every_bad_form(name: str) -> None:
    sent = SENT[name]
    for number, leaf in enumerate(leaves(sent.value)):
        before, after = sent.encoded[: 32 * number], sent.encoded[32 * number + 32 :]
        for bad, clause in bad_forms(leaf):
            with pytest.raises(Breach) as refusal:
                sent.decode(before + bad + after)
            assert (number, bad.hex(), refusal.value.clause) == (number, bad.hex(), clause)
