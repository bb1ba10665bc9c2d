"""Blindings: one secret for all of both lists, in one place, and nothing else is accepted (B9)."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pqwirkle.bag.blinding import (
    Blinding,
    decode_blinding,
    encode_blinding,
    prove_blinding,
    verify_blinding,
)
from p2pqwirkle.bag.group import Element, Scalar, residue
from p2pqwirkle.bag.masking import MaskedTile
from p2pqwirkle.bag.transcript import Preamble
from p2pqwirkle.errors import Breach
from tests.bag.cheats import Blinder, components, multiplied
from tests.bag.deals import Deal, named
from tests.bag.rebuilds import Tiles

DEAL = Deal()
GROUP = DEAL.group
TILES = DEAL.shuffled_by_all(DEAL.first_bag(5)).tiles
HANDS = 2
"""How many of the tiles are taken for those in hands, where that makes a difference."""
PLACE = DEAL.preamble(1, 50)
BLINDING = prove_blinding(GROUP, TILES, DEAL.seed(1), PLACE)
OTHER = GROUP.multiply_base(Scalar(99))
Z = Scalar(1234567)


def times(z: int, tile: MaskedTile) -> MaskedTile:
    return multiplied(GROUP, z, tile)


def argued(outputs: Tiles, z: int = Z) -> Blinding:
    """*outputs* as the blinding of the tiles by *z*, with the best proof that there is."""
    return Blinder(GROUP, TILES, residue(GROUP, z), DEAL.seed(1), PLACE).claims(outputs)


def refused(
    blinding: Blinding,
    tiles: Tiles = TILES,
    place: Preamble = PLACE,
    used: tuple[Element, ...] = (),
) -> str:
    with pytest.raises(Breach) as refusal:
        verify_blinding(GROUP, tiles, blinding, place, used)
    return refusal.value.clause


def with_component(blinding: Blinding, number: int, element: Element) -> Blinding:
    tiles = list(blinding.tiles)
    side = "b" if number % 2 else "a"
    tiles[number // 2] = replace(tiles[number // 2], **{side: element})
    return replace(blinding, tiles=tuple(tiles))


@pytest.mark.parametrize("count", range(1, 6))
def test_an_honest_blinding_of_one_to_five_tiles_is_accepted(count: int) -> None:
    blinding = prove_blinding(GROUP, TILES[:count], DEAL.seed(1), PLACE)

    verify_blinding(GROUP, TILES[:count], blinding, PLACE)


def test_the_kit_of_the_liar_can_tell_the_truth() -> None:
    verify_blinding(GROUP, TILES, argued(tuple(times(Z, tile) for tile in TILES)), PLACE)


@given(st.integers(1, 5))
def test_a_blinding_is_read_as_it_was_written(count: int) -> None:
    blinding = prove_blinding(GROUP, TILES[:count], DEAL.seed(1), PLACE)
    encoded = encode_blinding(GROUP, blinding)

    assert len(encoded) == 64 * count + 96
    assert decode_blinding(GROUP, encoded, count) == blinding


@pytest.mark.parametrize("due", [0, 4, 6])
def test_an_entry_too_many_or_too_few_is_refused(due: int) -> None:
    with pytest.raises(Breach) as refusal:
        decode_blinding(GROUP, encode_blinding(GROUP, BLINDING), due)

    assert refusal.value.clause == "B9.1"
    assert refused(replace(BLINDING, tiles=BLINDING.tiles[:4])) == "B9.1"
    assert refused(BLINDING, tiles=TILES[:4]) == "B9.1"


def test_a_cut_blinding_is_refused() -> None:
    with pytest.raises(Breach) as refusal:
        decode_blinding(GROUP, encode_blinding(GROUP, BLINDING)[:-1], 5)

    assert refusal.value.clause == "B9.1"


def test_the_identity_in_the_place_of_z_is_refused() -> None:
    encoded = encode_blinding(GROUP, BLINDING)
    one = (1).to_bytes(32, "little")

    with pytest.raises(Breach) as refusal:
        decode_blinding(GROUP, encoded[:320] + one + encoded[352:], 5)

    assert refusal.value.clause == "B1.3"


@pytest.mark.parametrize("number", range(10))
def test_each_component_counts(number: int) -> None:
    assert refused(with_component(BLINDING, number, OTHER)) == "B5.2"


def test_z_and_each_part_of_the_proof_count() -> None:
    assert refused(replace(BLINDING, element=OTHER)) == "B5.2"
    for part in ("challenge", "response"):
        scalar = residue(GROUP, getattr(BLINDING.proof, part) + 1)
        changed = replace(BLINDING.proof, **{part: scalar})
        assert refused(replace(BLINDING, proof=changed)) == "B5.2"


@given(place=st.integers(0, 64 * 5 + 95), bits=st.integers(1, 255))
def test_any_changed_byte_is_refused(place: int, bits: int) -> None:
    encoded = bytearray(encode_blinding(GROUP, BLINDING))
    encoded[place] ^= bits

    with pytest.raises(Breach):
        verify_blinding(GROUP, TILES, decode_blinding(GROUP, bytes(encoded), 5), PLACE)


@given(encoded=st.binary(max_size=400) | st.binary(min_size=160, max_size=160))
def test_any_bytes_are_refused_by_a_clause_of_theirs(encoded: bytes) -> None:
    with pytest.raises(Breach) as refusal:
        verify_blinding(GROUP, TILES[:1], decode_blinding(GROUP, encoded, 1), PLACE)

    assert refusal.value.clause.startswith(("B1.", "B5.", "B9."))


class TestMixedExponents:
    """gone-13: hands and bag, or the two halves of tiles, under exponents of their own."""

    def test_one_for_hands_and_one_for_the_bag_are_refused(self) -> None:
        outputs = tuple(times(Z if j < HANDS else Z + 1, tile) for j, tile in enumerate(TILES))

        assert refused(argued(outputs)) == "B5.2"
        assert refused(argued(outputs, Z + 1)) == "B5.2"

    def test_one_for_a_and_one_for_b_are_refused(self) -> None:
        outputs = tuple(MaskedTile(times(Z, tile).a, times(Z + 1, tile).b) for tile in TILES)

        assert refused(argued(outputs)) == "B5.2"

    @pytest.mark.parametrize("number", range(5))
    def test_another_one_for_a_single_tile_is_refused(self, number: int) -> None:
        outputs = [times(Z, tile) for tile in TILES]
        outputs[number] = times(Z + 1, TILES[number])

        assert refused(argued(tuple(outputs))) == "B5.2"

    def test_an_element_that_is_not_multiplied_by_them_is_refused(self) -> None:
        outputs = tuple(times(Z, tile) for tile in TILES)

        assert refused(replace(argued(outputs), element=GROUP.base)) == "B5.2"


class TestErrors:
    """gone-13: components moved against each other so that a plain sum does not see it."""

    right = argued(tuple(times(Z, tile) for tile in TILES))

    @pytest.mark.parametrize(("one", "other"), [(0, 2), (1, 3), (0, 1), (3, 9)])
    def test_errors_that_cancel_are_refused(self, one: int, other: int) -> None:
        flat = components(self.right.tiles)
        wrong = with_component(self.right, one, GROUP.add(flat[one], OTHER))
        wrong = with_component(wrong, other, GROUP.subtract(flat[other], OTHER))

        assert refused(wrong) == "B5.2"
        assert refused(argued(wrong.tiles)) == "B5.2"

    def test_entries_that_are_exchanged_are_refused(self) -> None:
        tiles = list(self.right.tiles)
        tiles[0], tiles[3] = tiles[3], tiles[0]

        assert refused(argued(tuple(tiles))) == "B5.2"

    def test_components_that_are_exchanged_are_refused(self) -> None:
        turned = tuple(MaskedTile(tile.b, tile.a) for tile in self.right.tiles)

        assert refused(argued(turned)) == "B5.2"

    def test_another_mask_is_refused(self) -> None:
        first, *rest = self.right.tiles
        more = MaskedTile(GROUP.add(first.a, GROUP.base), GROUP.add(first.b, DEAL.key))

        assert refused(argued((more, *rest))) == "B5.2"


class TestWrongPlace:
    """A blinding is of one list, in one step of one game, by one seat."""

    def test_a_blinding_of_another_list_is_refused(self) -> None:
        assert refused(BLINDING, tiles=TILES[::-1]) == "B5.2"
        assert refused(BLINDING, tiles=BLINDING.tiles) == "B5.2"

    @pytest.mark.parametrize(
        "other",
        [
            replace(PLACE, game=named("another game")),
            replace(PLACE, step=PLACE.step + 1),
            replace(PLACE, digest=named("another history")),
            replace(PLACE, seat=2),
            replace(PLACE, identities=(*PLACE.identities, named("one more"))),
            replace(PLACE, key_shares=PLACE.key_shares[:2]),
            replace(PLACE, joint_key=OTHER),
        ],
        ids=["game", "step", "digest", "seat", "identities", "living seats", "joint key"],
    )
    def test_it_holds_in_its_own_place_alone(self, other: Preamble) -> None:
        assert refused(BLINDING, place=other) == "B5.2"


class TestSecretsUsedAgain:
    """gone-13: a secret that served before would link the tags of two rebuilds."""

    def test_one_of_an_earlier_blinding_is_refused(self) -> None:
        blinding = argued(tuple(times(Z, tile) for tile in TILES))

        assert refused(blinding, used=(OTHER, blinding.element)) == "B9.2"

    def test_others_may_have_been_used(self) -> None:
        verify_blinding(GROUP, TILES, BLINDING, PLACE, used=(OTHER,))

    def test_the_same_statement_has_the_same_blinding(self) -> None:
        assert prove_blinding(GROUP, TILES, DEAL.seed(1), PLACE) == BLINDING

    @pytest.mark.parametrize(
        ("tiles", "place"),
        [
            (TILES[:4], PLACE),
            (TILES[::-1], PLACE),
            (TILES, replace(PLACE, step=PLACE.step + 1)),
            (TILES, replace(PLACE, digest=named("another history"))),
            (TILES, replace(PLACE, game=named("another game"))),
            (TILES, replace(PLACE, key_shares=PLACE.key_shares[:2])),
        ],
        ids=["fewer tiles", "another order", "step", "digest", "game", "living seats"],
    )
    def test_another_statement_has_another_secret(self, tiles: Tiles, place: Preamble) -> None:
        assert prove_blinding(GROUP, tiles, DEAL.seed(1), place).element != BLINDING.element
