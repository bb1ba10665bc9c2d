"""Decryption shares: they open the slots they were given for, and nothing else is accepted."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pqwirkle.bag.group import Element, Scalar, residue
from p2pqwirkle.bag.shares import (
    Shares,
    decode_shares,
    encode_shares,
    prove_shares,
    verify_shares,
)
from p2pqwirkle.bag.slots import Bag, Drawn, Slot
from p2pqwirkle.bag.transcript import Preamble
from p2pqwirkle.errors import Breach
from tests.bag.deals import Deal, named

DEAL = Deal()
GROUP = DEAL.group
BAG = Bag(4, 10, DEAL.shuffled_by_all(DEAL.first_bag(10)).tiles)
DRAWN, _ = BAG.draw(3)
PLACE = DEAL.preamble(1)
SHARES = DEAL.decrypt(1, DRAWN)
OTHER = GROUP.multiply_base(Scalar(99))


def refused(
    shares: Shares = SHARES,
    drawn: tuple[Drawn, ...] = DRAWN,
    place: Preamble = PLACE,
    key_share: Element = DEAL.shares[1],
) -> str:
    with pytest.raises(Breach) as refusal:
        verify_shares(GROUP, key_share, drawn, shares, place)
    return refusal.value.clause


def with_element(number: int, element: Element) -> Shares:
    elements = list(SHARES.elements)
    elements[number] = element
    return replace(SHARES, elements=tuple(elements))


@pytest.mark.parametrize("count", range(1, 7))
def test_honest_shares_of_one_to_six_slots_are_accepted(count: int) -> None:
    drawn, _ = BAG.draw(count)

    verify_shares(GROUP, DEAL.shares[1], drawn, DEAL.decrypt(1, drawn), PLACE)


@given(st.integers(1, 6))
def test_shares_are_read_as_they_were_written(count: int) -> None:
    drawn, _ = BAG.draw(count)
    shares = DEAL.decrypt(1, drawn)
    encoded = encode_shares(GROUP, shares)

    assert len(encoded) == 32 * count + 64
    assert decode_shares(GROUP, encoded, count) == shares


@pytest.mark.parametrize("due", [1, 2, 4])
def test_a_share_too_many_or_too_few_is_refused(due: int) -> None:
    with pytest.raises(Breach) as refusal:
        decode_shares(GROUP, encode_shares(GROUP, SHARES), due)

    assert refusal.value.clause == "B6.1"


def test_a_cut_proof_is_refused() -> None:
    with pytest.raises(Breach) as refusal:
        decode_shares(GROUP, encode_shares(GROUP, SHARES)[:-1], 3)

    assert refusal.value.clause == "B6.1"


def test_the_same_statement_has_the_same_shares() -> None:
    assert DEAL.decrypt(1, DRAWN) == SHARES


@pytest.mark.parametrize("number", range(3))
def test_each_share_counts(number: int) -> None:
    assert refused(with_element(number, OTHER)) == "B5.2"


@pytest.mark.parametrize("field", ["challenge", "response"])
def test_each_part_of_the_proof_counts(field: str) -> None:
    other = residue(GROUP, getattr(SHARES.proof, field) + 1)

    assert refused(replace(SHARES, proof=replace(SHARES.proof, **{field: other}))) == "B5.2"


@pytest.mark.parametrize("field", ["challenge", "response"])
def test_a_proof_with_a_zero_in_it_is_refused(field: str) -> None:
    zero = replace(SHARES.proof, **{field: Scalar(0)})

    assert refused(replace(SHARES, proof=zero)) == "B5.2"


def test_a_share_for_the_next_index_is_refused() -> None:
    later = BAG.draw(4)[0][1:]

    assert refused(DEAL.decrypt(1, later)) == "B5.2"
    assert refused(with_element(0, SHARES.elements[1])) == "B5.2"


def test_a_share_under_another_key_is_refused() -> None:
    assert refused(DEAL.decrypt(2, DRAWN)) == "B5.2"
    assert refused(key_share=DEAL.shares[2]) == "B5.2"


def test_shares_proven_with_another_secret_are_refused() -> None:
    shares = prove_shares(GROUP, DEAL.secrets[2], DRAWN, DEAL.seed(1), PLACE)

    assert refused(shares) == "B5.2"


def test_a_share_for_a_slot_of_another_bag_is_refused() -> None:
    stale = tuple(Drawn(Slot(5, each.slot.index), each.tile) for each in DRAWN)

    assert refused(DEAL.decrypt(1, stale)) == "B5.2"


def test_a_share_for_the_same_tile_at_another_index_is_refused() -> None:
    moved = tuple(Drawn(Slot(4, each.slot.index + 1), each.tile) for each in DRAWN)

    assert refused(drawn=moved) == "B5.2"


@pytest.mark.parametrize("half", ["a", "b"])
def test_both_halves_of_the_masked_tile_count(half: str) -> None:
    other = Drawn(DRAWN[0].slot, replace(DRAWN[0].tile, **{half: OTHER}))

    assert refused(drawn=(other, *DRAWN[1:])) == "B5.2"


@pytest.mark.parametrize(
    "other",
    [
        replace(PLACE, game=named("another game")),
        replace(PLACE, step=PLACE.step + 1),
        replace(PLACE, digest=named("another history")),
        replace(PLACE, seat=0),
        replace(PLACE, identities=(*PLACE.identities[:2], named("another identity"))),
        replace(PLACE, key_shares=PLACE.key_shares[:2]),
        replace(PLACE, joint_key=OTHER),
    ],
    ids=["game", "step", "digest", "seat", "identities", "key shares", "joint key"],
)
def test_shares_hold_in_their_own_place_alone(other: Preamble) -> None:
    assert refused(place=other) == "B5.2"


def test_errors_that_cancel_are_refused() -> None:
    wrong = (
        GROUP.add(SHARES.elements[0], OTHER),
        GROUP.subtract(SHARES.elements[1], OTHER),
        SHARES.elements[2],
    )

    assert refused(replace(SHARES, elements=wrong)) == "B5.2"


@given(place=st.integers(0, 32 * 3 + 63), bits=st.integers(1, 255))
def test_any_changed_byte_is_refused(place: int, bits: int) -> None:
    encoded = bytearray(encode_shares(GROUP, SHARES))
    encoded[place] ^= bits

    with pytest.raises(Breach):
        verify_shares(GROUP, DEAL.shares[1], DRAWN, decode_shares(GROUP, bytes(encoded), 3), PLACE)
