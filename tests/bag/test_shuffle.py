"""Shuffles: the same tiles in another order under other masks, and no other list is accepted."""

from collections import Counter
from dataclasses import dataclass, field, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pqwirkle.bag.argument import Openings, ShuffleArgument
from p2pqwirkle.bag.dleq import DleqProof
from p2pqwirkle.bag.group import Edwards25519, Element, Scalar, residue
from p2pqwirkle.bag.masking import MaskedTile, decode_tiles, encode_tiles, tile_elements
from p2pqwirkle.bag.shuffle import (
    Shuffle,
    _witness,
    decode_argument,
    encode_argument,
    prove_shuffle,
    verify_shuffle,
)
from p2pqwirkle.bag.slots import Bag
from p2pqwirkle.bag.transcript import Preamble, Seed
from p2pqwirkle.errors import Breach
from tests.bag.cheats import Tiles, argued, masks, remasked
from tests.bag.deals import Deal, named
from tests.small_group import SmallGroup

DEAL = Deal()
GROUP = DEAL.group
FIVE = DEAL.shuffled_by_all(DEAL.first_bag(5)).tiles
ONE = FIVE[:1]
PLACE = DEAL.preamble(0)
SHUFFLE = DEAL.shuffle(0, FIVE)
OTHER = GROUP.multiply_base(Scalar(99))


def argument_of(shuffle: Shuffle) -> ShuffleArgument:
    assert isinstance(shuffle.argument, ShuffleArgument)
    return shuffle.argument


def refused(
    shuffle: Shuffle,
    tiles: Tiles = FIVE,
    place: Preamble = PLACE,
    key: Element = DEAL.key,
) -> str:
    with pytest.raises(Breach) as refusal:
        verify_shuffle(GROUP, key, tiles, shuffle, place)
    return refusal.value.clause


def take(argument: bytes) -> None:
    """Read and verify SHUFFLE with the bytes of another argument."""
    changed = replace(SHUFFLE, argument=decode_argument(GROUP, argument, 5))
    verify_shuffle(GROUP, DEAL.key, FIVE, changed, PLACE)


def elements_in(deal: Deal, tiles: Tiles) -> list[Element]:
    drawn, _ = Bag(0, 0, tiles).draw(len(tiles))
    return list(deal.open(drawn, by=tuple(range(deal.seats))))


@pytest.mark.parametrize("size", [1, 2, 3, 5, 12])
def test_an_honest_shuffle_is_accepted_and_holds_the_same_tiles(size: int) -> None:
    tiles = DEAL.first_bag(size).tiles
    shuffle = DEAL.shuffle(0, tiles)

    verify_shuffle(GROUP, DEAL.key, tiles, shuffle, PLACE)

    assert Counter(elements_in(DEAL, shuffle.tiles)) == Counter(tile_elements(GROUP)[:size])


def test_a_whole_bag_is_shuffled_on_the_real_group() -> None:
    deal = Deal(Edwards25519(), seats=2)
    bag = deal.first_bag(108)
    shuffle = deal.shuffle(0, bag.tiles)
    encoded = encode_argument(deal.group, shuffle.argument)

    verify_shuffle(deal.group, deal.key, bag.tiles, shuffle, deal.preamble(0))

    assert len(encoded) == 13_984
    assert decode_argument(deal.group, encoded, 108) == shuffle.argument
    assert sorted(elements_in(deal, shuffle.tiles)) == sorted(tile_elements(deal.group))


@dataclass(frozen=True, slots=True)
class NotingGroup(SmallGroup):
    """Notes every element that is multiplied."""

    multiplied: list[Element] = field(default_factory=list, compare=False)

    def multiply(self, scalar: Scalar, element: Element) -> Element:
        self.multiplied.append(element)
        return SmallGroup.multiply(self, scalar, element)


@pytest.mark.parametrize("size", [2, 3, 5])
def test_verifying_an_argument_multiplies_every_element_of_the_shuffle(size: int) -> None:
    """So that reading may leave to the multiplications what they refuse."""
    tiles = FIVE[:size]
    shuffle = DEAL.shuffle(0, tiles)
    argument, group = argument_of(shuffle), NotingGroup()
    said = {element for tile in shuffle.tiles for element in (tile.a, tile.b)}

    verify_shuffle(group, DEAL.key, tiles, shuffle, PLACE)

    assert {*said, *argument.commitment, *argument.chain} <= set(group.multiplied)


@pytest.mark.parametrize("size", [1, 2, 5])
def test_a_shuffle_is_read_as_it_was_written(size: int) -> None:
    shuffle = DEAL.shuffle(0, FIVE[:size])
    encoded = encode_argument(GROUP, shuffle.argument)

    assert decode_tiles(GROUP, encode_tiles(shuffle.tiles), size) == shuffle.tiles
    assert decode_argument(GROUP, encoded, size) == shuffle.argument
    assert len(encoded) == (64 if size == 1 else 128 * size + 160)


class TestSameStatementSameBytes:
    def test_proven_again_it_is_the_same(self) -> None:
        assert DEAL.shuffle(0, FIVE) == SHUFFLE

    @pytest.mark.parametrize(
        "other",
        [
            pytest.param((DEAL.seed(1), FIVE, PLACE), id="seed"),
            pytest.param((DEAL.seed(0), FIVE[::-1], PLACE), id="input"),
            pytest.param((DEAL.seed(0), FIVE, replace(PLACE, step=9)), id="step"),
            pytest.param((DEAL.seed(0), FIVE, replace(PLACE, game=named("b"))), id="game"),
            pytest.param((DEAL.seed(0), FIVE, replace(PLACE, digest=named("c"))), id="digest"),
        ],
    )
    def test_for_anything_else_no_mask_is_used_again(
        self, other: tuple[Seed, Tiles, Preamble]
    ) -> None:
        seed, tiles, place = other
        shuffle = prove_shuffle(GROUP, DEAL.key, tiles, seed, place)
        used = {GROUP.subtract(new.a, old.a) for new in SHUFFLE.tiles for old in FIVE}
        fresh = {GROUP.subtract(new.a, old.a) for new in shuffle.tiles for old in tiles}

        assert used.isdisjoint(fresh)


class TestEveryPartOfTheArgumentCounts:
    argument = argument_of(SHUFFLE)

    def with_argument(self, argument: ShuffleArgument) -> str:
        return refused(replace(SHUFFLE, argument=argument))

    @pytest.mark.parametrize("number", range(10))
    def test_each_element(self, number: int) -> None:
        encoded = encode_argument(GROUP, self.argument)
        changed = encoded[: 32 * number] + OTHER + encoded[32 * number + 32 :]

        with pytest.raises(Breach) as refusal:
            take(changed)

        assert refusal.value.clause == "B7.5"

    @pytest.mark.parametrize("number", range(14))
    def test_each_response(self, number: int) -> None:
        scalars = list(self.argument.responses.scalars)
        scalars[number] = residue(GROUP, scalars[number] + 1)

        changed = replace(self.argument, responses=Openings.of(scalars))
        assert self.with_argument(changed) == "B7.5"

    @pytest.mark.parametrize("number", range(14))
    def test_each_response_that_is_zero(self, number: int) -> None:
        scalars = list(self.argument.responses.scalars)
        scalars[number] = Scalar(0)

        changed = replace(self.argument, responses=Openings.of(scalars))
        assert self.with_argument(changed) == "B7.5"

    def test_the_challenge(self) -> None:
        other = residue(GROUP, self.argument.challenge + 1)

        assert self.with_argument(replace(self.argument, challenge=other)) == "B7.5"
        assert self.with_argument(replace(self.argument, challenge=Scalar(0))) == "B7.5"

    @given(place=st.integers(0, 5 * 128 + 159), bits=st.integers(1, 255))
    def test_each_byte(self, place: int, bits: int) -> None:
        encoded = bytearray(encode_argument(GROUP, self.argument))
        encoded[place] ^= bits

        with pytest.raises(Breach):
            take(bytes(encoded))


class TestEveryPartOfTheStatementCounts:
    @pytest.mark.parametrize("half", ["a", "b"])
    @pytest.mark.parametrize("number", range(5))
    def test_each_output(self, half: str, number: int) -> None:
        tiles = list(SHUFFLE.tiles)
        tiles[number] = replace(tiles[number], **{half: OTHER})

        assert refused(replace(SHUFFLE, tiles=tuple(tiles))) == "B7.5"

    @pytest.mark.parametrize("half", ["a", "b"])
    @pytest.mark.parametrize("number", range(5))
    def test_each_input(self, half: str, number: int) -> None:
        tiles = list(FIVE)
        tiles[number] = replace(tiles[number], **{half: OTHER})

        assert refused(SHUFFLE, tiles=tuple(tiles)) == "B7.5"

    def test_the_order_of_the_inputs(self) -> None:
        assert refused(SHUFFLE, tiles=(FIVE[1], FIVE[0], *FIVE[2:])) == "B7.5"

    def test_the_order_of_the_outputs(self) -> None:
        first, second, *rest = SHUFFLE.tiles

        assert refused(replace(SHUFFLE, tiles=(second, first, *rest))) == "B7.5"

    def test_the_joint_key(self) -> None:
        assert refused(SHUFFLE, key=DEAL.shares[0]) == "B7.5"

    @pytest.mark.parametrize(
        "other",
        [
            replace(PLACE, game=named("another game")),
            replace(PLACE, step=PLACE.step + 1),
            replace(PLACE, digest=named("another history")),
            replace(PLACE, seat=1),
            replace(PLACE, identities=(*PLACE.identities[:2], named("another identity"))),
            replace(PLACE, key_shares=PLACE.key_shares[:2]),
            replace(PLACE, joint_key=OTHER),
        ],
        ids=["game", "step", "digest", "seat", "identities", "key shares", "joint key"],
    )
    def test_the_place(self, other: Preamble) -> None:
        assert refused(SHUFFLE, place=other) == "B7.5"
        assert refused(DEAL.shuffle(0, ONE), tiles=ONE, place=other) == "B5.2"


class TestLies:
    by = masks(DEAL, 5)

    def test_a_tile_doubled_and_another_dropped(self) -> None:
        outputs = remasked(DEAL, (*FIVE[:4], FIVE[0]), self.by)

        assert refused(argued(DEAL, FIVE, outputs, self.by)) == "B7.5"

    def test_a_tile_replaced_by_a_masked_element_of_ones_own(self) -> None:
        foreign = MaskedTile(GROUP.base, GROUP.add(OTHER, DEAL.key))
        outputs = remasked(DEAL, (*FIVE[:4], foreign), self.by)

        assert refused(argued(DEAL, FIVE, outputs, self.by)) == "B7.5"

    @pytest.mark.parametrize("size", [0, 4])
    def test_a_list_too_short(self, size: int) -> None:
        assert refused(replace(SHUFFLE, tiles=SHUFFLE.tiles[:size])) == "B4.1"

    def test_a_list_too_long(self) -> None:
        more = MaskedTile(OTHER, OTHER)

        assert refused(replace(SHUFFLE, tiles=(*SHUFFLE.tiles, more))) == "B4.1"

    def test_the_bag_of_the_round_before_as_input(self) -> None:
        joined = Bag(0, 0, FIVE).joined(()).shuffled(SHUFFLE.tiles)

        assert refused(SHUFFLE, tiles=joined.tiles) == "B7.3"
        assert refused(DEAL.shuffle(0, FIVE), tiles=DEAL.shuffle(1, FIVE).tiles) == "B7.5"

    def test_masks_under_another_key(self) -> None:
        key = DEAL.shares[0]
        outputs = remasked(DEAL, FIVE, self.by, key)

        assert refused(argued(DEAL, FIVE, outputs, self.by, key)) == "B7.5"

    def test_another_seats_shuffle(self) -> None:
        assert refused(SHUFFLE, place=DEAL.preamble(1)) == "B7.5"

    def test_two_outputs_with_one_mask_although_they_are_honestly_argued(self) -> None:
        same = (*self.by[:4], self.by[0])
        first_five = DEAL.first_bag(5).tiles
        outputs = remasked(DEAL, first_five, same)

        assert refused(argued(DEAL, first_five, outputs, same), tiles=first_five) == "B7.1"

    def test_what_two_outputs_with_equal_a_would_show(self) -> None:
        same = (*self.by[:4], self.by[0])
        outputs = remasked(DEAL, DEAL.first_bag(5).tiles, same)
        elements = tile_elements(GROUP)

        shown = GROUP.subtract(outputs[0].b, outputs[4].b)

        assert shown == GROUP.subtract(elements[0], elements[4])

    def test_two_outputs_with_equal_b(self) -> None:
        *rest, last = SHUFFLE.tiles
        tiles = (*rest, replace(last, b=rest[0].b))

        assert refused(replace(SHUFFLE, tiles=tiles)) == "B7.2"

    def test_an_output_that_is_an_input_although_it_is_honestly_argued(self) -> None:
        kept = (*self.by[:4], Scalar(0))
        outputs = remasked(DEAL, FIVE, kept)

        assert refused(argued(DEAL, FIVE, outputs, kept)) == "B7.3"


class TestOneTile:
    shuffle = DEAL.shuffle(0, ONE)

    def test_its_mask_is_proven(self) -> None:
        assert isinstance(self.shuffle.argument, DleqProof)

    def test_another_tile_is_refused(self) -> None:
        (tile,) = self.shuffle.tiles
        other = replace(tile, b=GROUP.add(tile.b, OTHER))

        assert refused(replace(self.shuffle, tiles=(other,)), tiles=ONE) == "B5.2"

    @pytest.mark.parametrize("half", ["a", "b"])
    def test_a_half_that_is_unchanged_is_refused(self, half: str) -> None:
        (tile,) = self.shuffle.tiles
        kept = replace(tile, **{half: getattr(ONE[0], half)})

        assert refused(replace(self.shuffle, tiles=(kept,)), tiles=ONE) == "B7.6"

    def test_the_tile_as_it_was_is_refused(self) -> None:
        assert refused(replace(self.shuffle, tiles=ONE), tiles=ONE) == "B7.3"

    def test_a_tile_under_another_key_is_refused(self) -> None:
        key = DEAL.shares[0]
        wrong = prove_shuffle(GROUP, key, ONE, DEAL.seed(0), PLACE)

        assert refused(wrong, tiles=ONE) == "B5.2"


def test_one_tile_has_no_shuffle_argument_and_more_have_no_proof_of_a_mask() -> None:
    one = DEAL.shuffle(0, ONE)

    assert refused(replace(one, argument=SHUFFLE.argument), tiles=ONE) == "B7.4"
    assert refused(replace(SHUFFLE, argument=one.argument)) == "B7.4"


@pytest.mark.parametrize("other", [2, 4, 6])
def test_an_argument_about_another_number_of_tiles_is_refused(other: int) -> None:
    with pytest.raises(Breach) as refusal:
        decode_argument(GROUP, encode_argument(GROUP, SHUFFLE.argument), other)

    assert refusal.value.clause == "B7.4"


@pytest.mark.parametrize("encoded", [b"", bytes(63), bytes(65)], ids=["0", "63", "65"])
def test_the_proof_about_one_tile_has_64_bytes(encoded: bytes) -> None:
    with pytest.raises(Breach) as refusal:
        decode_argument(GROUP, encoded, 1)

    assert refusal.value.clause == "B5.1"


def test_every_tile_goes_to_every_place_equally_often() -> None:
    size, rounds = 6, 3000
    tiles = DEAL.first_bag(size).tiles
    went: Counter[tuple[int, int]] = Counter()
    for number in range(rounds):
        witness = _witness(GROUP, DEAL.key, tiles, Seed(named(f"round {number}")), PLACE)
        went.update(enumerate(witness.permutation))

    expected = rounds / size
    places = [(place, tile) for place in range(size) for tile in range(size)]
    chi_square = sum((went[each] - expected) ** 2 / expected for each in places)

    # 25 degrees of freedom: a fair shuffle stays below 61 but once in 10,000 times.
    assert chi_square < 61
