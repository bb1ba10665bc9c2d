"""Tags: opened with proofs, equal for equal tiles, and telling nothing more (B10)."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pqwirkle.bag.group import Element, Scalar, residue
from p2pqwirkle.bag.masking import MaskedTile, tile_elements, without_share
from p2pqwirkle.bag.shares import Shares, decode_shares, encode_shares, prove_shares
from p2pqwirkle.bag.slots import Drawn, Slot
from p2pqwirkle.bag.tags import match_tags, prove_tag_shares, verify_tag_shares
from p2pqwirkle.bag.transcript import Preamble
from p2pqwirkle.errors import Breach
from tests.bag.deals import Deal, named
from tests.bag.rebuilds import Rebuild, Tiles

DEAL = Deal()
GROUP = DEAL.group
DRAWN, _ = DEAL.shuffled_by_all(DEAL.first_bag(6)).draw(2)
HELD = tuple(
    without_share(GROUP, each.tile, share)
    for each, share in zip(DRAWN, DEAL.decrypt(2, DRAWN).elements, strict=True)
)
REBUILD = Rebuild(DEAL, (0, 1), HELD, tile_elements(GROUP)[:6])
BLINDED = REBUILD.blinded
PLACE = REBUILD.tag_preamble(1)
SHARES = REBUILD.tag_shares(1)
OTHER = GROUP.multiply_base(Scalar(99))
ELEMENTS = [GROUP.multiply_base(Scalar(number)) for number in range(1, 145)]


def refused(
    shares: Shares = SHARES,
    blinded: Tiles = BLINDED,
    place: Preamble = PLACE,
    key_share: Element = DEAL.shares[1],
) -> str:
    with pytest.raises(Breach) as refusal:
        verify_tag_shares(GROUP, key_share, blinded, shares, place)
    return refusal.value.clause


def unmatched(tags: list[Element], hands: int) -> str:
    with pytest.raises(Breach) as refusal:
        match_tags(tags, hands)
    return refusal.value.clause


def with_element(number: int, element: Element) -> Shares:
    elements = list(SHARES.elements)
    elements[number] = element
    return replace(SHARES, elements=tuple(elements))


class TestTagShares:
    """A seat's part in opening the tags: one proof for the whole list."""

    def test_honest_ones_are_accepted_and_are_the_same_each_time(self) -> None:
        verify_tag_shares(GROUP, DEAL.shares[1], BLINDED, SHARES, PLACE)

        assert REBUILD.tag_shares(1) == SHARES
        encoded = encode_shares(GROUP, SHARES)
        assert decode_shares(GROUP, encoded, len(BLINDED)) == SHARES

    def test_one_too_many_or_too_few_is_refused(self) -> None:
        for due in (0, 7, 9):
            with pytest.raises(Breach) as refusal:
                decode_shares(GROUP, encode_shares(GROUP, SHARES), due)
            assert refusal.value.clause == "B6.1"

    @pytest.mark.parametrize("number", range(8))
    def test_each_share_counts(self, number: int) -> None:
        assert refused(with_element(number, OTHER)) == "B5.2"

    def test_each_part_of_the_proof_counts(self) -> None:
        for part in ("challenge", "response"):
            scalar = residue(GROUP, getattr(SHARES.proof, part) + 1)
            changed = replace(SHARES.proof, **{part: scalar})
            assert refused(replace(SHARES, proof=changed)) == "B5.2"

    def test_errors_that_cancel_are_refused(self) -> None:
        first, second = SHARES.elements[:2]
        wrong = (GROUP.add(first, OTHER), GROUP.subtract(second, OTHER), *SHARES.elements[2:])

        assert refused(replace(SHARES, elements=wrong)) == "B5.2"

    def test_shares_that_are_exchanged_are_refused(self) -> None:
        first, second, *rest = SHARES.elements

        assert refused(replace(SHARES, elements=(second, first, *rest))) == "B5.2"

    def test_those_of_another_seat_or_secret_are_refused(self) -> None:
        forged = prove_tag_shares(GROUP, DEAL.secrets[0], BLINDED, DEAL.seed(1), PLACE)

        assert refused(REBUILD.tag_shares(0)) == "B5.2"
        assert refused(key_share=DEAL.shares[0]) == "B5.2"
        assert refused(forged) == "B5.2"

    def test_those_for_another_list_are_refused(self) -> None:
        turned = tuple(
            MaskedTile(one.a, other.b) for one, other in zip(BLINDED, BLINDED[::-1], strict=True)
        )

        assert refused(blinded=REBUILD.listed) == "B5.2"
        assert refused(blinded=REBUILD.blindings[0].tiles) == "B5.2"
        assert refused(blinded=turned) == "B5.2"

    @pytest.mark.parametrize(
        "other",
        [
            replace(PLACE, game=named("another game")),
            replace(PLACE, step=PLACE.step + 1),
            replace(PLACE, digest=named("another history")),
            replace(PLACE, seat=0),
            replace(PLACE, identities=(*PLACE.identities, named("one more"))),
            replace(PLACE, key_shares=PLACE.key_shares[:1]),
            replace(PLACE, joint_key=OTHER),
        ],
        ids=["game", "step", "digest", "seat", "identities", "living seats", "joint key"],
    )
    def test_they_hold_in_their_own_place_alone(self, other: Preamble) -> None:
        assert refused(place=other) == "B5.2"

    def test_shares_of_slots_are_no_tag_shares(self) -> None:
        drawn = [Drawn(Slot(0, j), tile) for j, tile in enumerate(BLINDED)]
        shares = prove_shares(GROUP, DEAL.secrets[1], drawn, DEAL.seed(1), PLACE)

        assert shares.elements == SHARES.elements
        assert refused(shares) == "B5.2"


class TestMatching:
    """Which entries of the list lie in living hands."""

    def test_an_entry_lies_in_a_hand_if_a_hand_has_its_tag(self) -> None:
        held = {REBUILD.element_of(tile) for tile in HELD}

        in_hands = {REBUILD.element_of(REBUILD.shuffled[j]) for j in REBUILD.matched}

        assert in_hands == held

    @given(st.data())
    def test_the_indices_are_those_of_the_list(self, data: st.DataObject) -> None:
        listed = data.draw(st.permutations(ELEMENTS[: data.draw(st.integers(0, 108))]))
        marked = data.draw(st.permutations(range(len(listed))))
        marked = marked[: data.draw(st.integers(0, len(listed)))]

        tags = [*(listed[j] for j in marked), *listed]

        assert match_tags(tags, len(marked)) == set(marked)

    def test_without_hands_or_without_a_list_there_is_nothing_to_match(self) -> None:
        assert match_tags([], 0) == frozenset()
        assert match_tags(ELEMENTS[:3], 0) == frozenset()

    def test_36_hand_tags_are_matched_among_108(self) -> None:
        listed = ELEMENTS[:108]

        assert match_tags([*listed[::3], *listed], 36) == frozenset(range(0, 108, 3))

    def test_a_list_that_holds_a_tile_twice_is_refused(self) -> None:
        assert unmatched([*ELEMENTS[:1], *ELEMENTS[:3], ELEMENTS[2]], 1) == "B10.1"
        assert unmatched([*ELEMENTS[:3], ELEMENTS[2]], 0) == "B10.1"

    def test_a_tile_held_twice_is_refused(self) -> None:
        assert unmatched([ELEMENTS[0], ELEMENTS[0], *ELEMENTS[:3]], 2) == "B10.2"

    @pytest.mark.parametrize("listed", [0, 1, 3])
    def test_a_tile_held_that_is_not_in_the_list_is_refused(self, listed: int) -> None:
        assert unmatched([ELEMENTS[5], *ELEMENTS[:listed]], 1) == "B10.3"
