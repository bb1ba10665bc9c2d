"""Keys: who has the secret of a key share, and what the shares sum to."""

from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pqwirkle.bag.group import Edwards25519, Element, Scalar, residue
from p2pqwirkle.bag.keys import (
    PossessionProof,
    check_secret,
    decode_possession,
    encode_possession,
    joint_key,
    key_share,
    prove_possession,
    secret_key,
    verify_possession,
)
from p2pqwirkle.bag.masking import tile_elements
from p2pqwirkle.bag.transcript import Preamble
from p2pqwirkle.errors import Breach
from tests.bag.deals import Deal, named
from tests.forge import SMALL_ORDER

DEAL = Deal()
GROUP = DEAL.group
PLACE = DEAL.possession_preamble(1)
PROOF = prove_possession(GROUP, DEAL.secrets[1], DEAL.seed(1), PLACE)


def refused(share: Element, proof: PossessionProof, place: Preamble) -> str:
    with pytest.raises(Breach) as refusal:
        verify_possession(GROUP, share, proof, place)
    return refusal.value.clause


def refused_key(*shares: Element) -> str:
    with pytest.raises(Breach) as refusal:
        joint_key(GROUP, shares)
    return refusal.value.clause


def negative(element: Element) -> Element:
    return GROUP.multiply(Scalar(GROUP.order - 1), element)


def test_who_has_the_secret_can_prove_it() -> None:
    verify_possession(GROUP, DEAL.shares[1], PROOF, PLACE)


def test_a_possession_proof_has_64_bytes() -> None:
    encoded = encode_possession(GROUP, PROOF)

    assert decode_possession(GROUP, encoded) == PROOF
    for wrong in (encoded[:-1], encoded + b"\0", b""):
        with pytest.raises(Breach) as refusal:
            decode_possession(GROUP, wrong)
        assert refusal.value.clause == "B3.1"


@pytest.mark.parametrize("field", [field.name for field in fields(PROOF)])
def test_each_part_of_the_proof_counts(field: str) -> None:
    other = residue(GROUP, getattr(PROOF, field) + 1)

    assert refused(DEAL.shares[1], replace(PROOF, **{field: other}), PLACE) == "B3.2"


def test_a_proof_with_a_zero_in_it_is_refused() -> None:
    assert refused(DEAL.shares[1], replace(PROOF, response=Scalar(0)), PLACE) == "B3.2"
    assert refused(DEAL.shares[1], replace(PROOF, challenge=Scalar(0)), PLACE) == "B3.2"


@pytest.mark.parametrize(
    "other",
    [
        replace(PLACE, game=named("another game")),
        replace(PLACE, step=PLACE.step + 1),
        replace(PLACE, digest=named("another history")),
        replace(PLACE, seat=0),
        replace(PLACE, identities=(*PLACE.identities[:2], named("another identity"))),
    ],
    ids=["game", "step", "digest", "seat", "identities"],
)
def test_a_proof_holds_in_its_own_place_alone(other: Preamble) -> None:
    assert refused(DEAL.shares[1], PROOF, other) == "B3.2"


def test_a_proof_belongs_to_one_key_share() -> None:
    assert refused(DEAL.shares[0], PROOF, PLACE) == "B3.2"


def test_a_copied_key_share_and_proof_do_not_hold_for_the_seat_that_copied_them() -> None:
    copied = DEAL.possession_preamble(2)

    assert refused(DEAL.shares[1], PROOF, copied) == "B3.2"


class TestRogueShare:
    """The last seat says s * G less the others' shares, so that the joint key is s * G."""

    s = residue(GROUP, 1234567)
    rogue = GROUP.subtract(GROUP.subtract(GROUP.multiply_base(s), DEAL.shares[0]), DEAL.shares[1])

    def test_without_possession_proofs_it_would_open_the_whole_bag_alone(self) -> None:
        key = joint_key(GROUP, [DEAL.shares[0], DEAL.shares[1], self.rogue])
        mask = residue(GROUP, 777)
        a = GROUP.multiply_base(mask)
        b = GROUP.add(tile_elements(GROUP)[9], GROUP.multiply(mask, key))

        assert GROUP.subtract(b, GROUP.multiply(self.s, a)) == tile_elements(GROUP)[9]

    def test_a_random_proof_does_not_hold(self) -> None:
        guess = PossessionProof(residue(GROUP, 5), residue(GROUP, 6))

        assert refused(self.rogue, guess, DEAL.possession_preamble(2)) == "B3.2"

    def test_a_proof_for_s_does_not_hold(self) -> None:
        place = DEAL.possession_preamble(2)
        proof = prove_possession(GROUP, self.s, DEAL.seed(2), place)

        assert refused(self.rogue, proof, place) == "B3.2"


def test_two_equal_key_shares_are_refused() -> None:
    first, second, _ = DEAL.shares

    assert refused_key(first, second, first) == "B3.3"


def test_a_joint_key_that_is_the_identity_is_refused() -> None:
    first, second, _ = DEAL.shares

    assert refused_key(first, negative(first)) == "B3.4"
    assert refused_key(first, second, negative(GROUP.add(first, second))) == "B3.4"


def test_key_shares_that_cancel_in_part_leave_the_others_as_the_key() -> None:
    first, _, third = DEAL.shares

    assert joint_key(GROUP, [first, negative(first), third]) == third


@pytest.mark.parametrize(
    ("encoded", "clause"),
    [
        pytest.param(SMALL_ORDER[0], "B1.3", id="the identity"),
        pytest.param(bytes(32), "B1.4", id="32 zero bytes, of order four"),
    ],
)
def test_a_key_share_is_an_element(encoded: bytes, clause: str) -> None:
    with pytest.raises(Breach) as refusal:
        Edwards25519().decode_element(encoded)

    assert refusal.value.clause == clause


@given(st.permutations(range(3)))
def test_the_joint_key_does_not_depend_on_the_order_of_the_seats(order: list[int]) -> None:
    assert joint_key(GROUP, [DEAL.shares[seat] for seat in order]) == DEAL.key


def test_an_opened_secret_must_belong_to_its_key_share() -> None:
    check_secret(GROUP, DEAL.secrets[0], DEAL.shares[0])

    for wrong in (DEAL.secrets[1], residue(GROUP, DEAL.secrets[0] + 1)):
        with pytest.raises(Breach) as refusal:
            check_secret(GROUP, wrong, DEAL.shares[0])
        assert refusal.value.clause == "B3.5"


def test_a_secret_is_fresh_for_each_game_and_seed() -> None:
    other_game = secret_key(GROUP, DEAL.seed(0), named("another game"))
    secrets = {*DEAL.secrets, other_game}

    assert len(secrets) == 4
    assert key_share(GROUP, other_game) not in DEAL.shares


def test_the_same_statement_has_the_same_proof() -> None:
    again = prove_possession(GROUP, DEAL.secrets[1], DEAL.seed(1), PLACE)

    assert again == PROOF
