"""Masks: they keep the tile, and only all seats together take them off."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pqwirkle.bag.group import Edwards25519, Element, Group, Scalar, sum_of
from p2pqwirkle.bag.masking import (
    MaskedTile,
    decode_tiles,
    encode_tiles,
    first_bag,
    remask,
    tile_elements,
    unmask,
)
from p2pqwirkle.bag.slots import Drawn, Slot
from p2pqwirkle.errors import Breach
from tests.bag.deals import Deal
from tests.small_group import SmallGroup

DEAL = Deal()
GROUP = DEAL.group
FIRST = first_bag(GROUP, DEAL.key)

MASKS_THAT_CANCEL_NOTHING = GROUP.order - 100
scalars = st.integers(1, MASKS_THAT_CANCEL_NOTHING).map(Scalar)
tiles = st.integers(0, 107)


def opened(tile: MaskedTile, by: tuple[int, ...]) -> Element:
    (element,) = DEAL.open((Drawn(Slot(0, 0), tile),), by)
    return element


def test_there_are_108_tile_elements_and_the_first_bag_masks_each_once() -> None:
    elements = [opened(tile, by=(0, 1, 2)) for tile in FIRST]

    assert tuple(elements) == tile_elements(GROUP)
    assert len(set(elements)) == 108


@given(number=tiles, masks=st.lists(scalars, max_size=4))
def test_remasking_keeps_the_element(number: int, masks: list[Scalar]) -> None:
    tile = FIRST[number]
    for mask in masks:
        tile = remask(GROUP, DEAL.key, tile, mask)

    assert opened(tile, by=(0, 1, 2)) == tile_elements(GROUP)[number]


@given(number=tiles, mask=scalars)
def test_remasking_changes_both_halves(number: int, mask: Scalar) -> None:
    after = remask(GROUP, DEAL.key, FIRST[number], mask)

    assert after.a != FIRST[number].a
    assert after.b != FIRST[number].b


@given(number=tiles, mask=scalars)
def test_all_seats_together_open_a_tile_and_any_fewer_nothing(number: int, mask: Scalar) -> None:
    tile = remask(GROUP, DEAL.key, FIRST[number], mask)
    fewer = [by for size in range(3) for by in combinations(range(3), size)]

    assert opened(tile, by=(0, 1, 2)) == tile_elements(GROUP)[number]
    assert all(opened(tile, by) not in tile_elements(GROUP) for by in fewer)


def test_with_every_secret_but_the_owners_no_tile_of_its_hand_opens() -> None:
    hand, _ = DEAL.shuffled_by_all(DEAL.first_bag(12)).draw(6)

    closed = DEAL.open(hand, by=(1, 2))
    whole = DEAL.open(hand, by=(0, 1, 2))

    assert set(closed).isdisjoint(tile_elements(GROUP))
    assert set(whole) <= set(tile_elements(GROUP))


@pytest.mark.parametrize("group", [Edwards25519(), SmallGroup()], ids=["edwards25519", "small"])
def test_a_mask_with_nothing_under_it_does_not_open(group: Group) -> None:
    deal = Deal(group)
    a = group.multiply_base(Scalar(5))
    shares = [group.multiply(x, a) for x in deal.secrets]
    empty = MaskedTile(a, sum_of(group, shares))

    with pytest.raises(Breach) as refusal:
        unmask(group, empty, shares)

    assert refusal.value.clause == "B1.8"


def test_two_seats_whose_secrets_cancel_do_not_keep_a_third_from_opening() -> None:
    x = DEAL.secrets[0]
    secrets = [x, DEAL.secrets[1], Scalar(GROUP.order - x)]
    key = GROUP.multiply_base(DEAL.secrets[1])
    tile = remask(GROUP, key, MaskedTile(GROUP.base, GROUP.add(GROUP.base, key)), Scalar(9))

    shares = [GROUP.multiply(secret, tile.a) for secret in secrets]

    assert unmask(GROUP, tile, shares) == GROUP.base


@pytest.mark.parametrize("count", [0, 1, 3])
def test_a_list_of_tiles_is_read_as_it_was_written(count: int) -> None:
    assert decode_tiles(GROUP, encode_tiles(FIRST[:count]), count) == FIRST[:count]


@pytest.mark.parametrize("size", [0, 64, 127, 129, 192])
def test_a_list_of_two_tiles_has_128_bytes(size: int) -> None:
    encoded = (encode_tiles(FIRST[:2]) * 2)[:size]

    with pytest.raises(Breach) as refusal:
        decode_tiles(GROUP, encoded, 2)

    assert refusal.value.clause == "B4.1"
