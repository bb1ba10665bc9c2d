"""Elements and scalars: what is read from outside, and what an operation may give."""

from collections.abc import Callable
from itertools import combinations, product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from nacl.bindings import crypto_core_ed25519_add

from p2pqwirkle.bag.commitments import chain_start, commitment_generators
from p2pqwirkle.bag.group import (
    Edwards25519,
    Element,
    Group,
    Scalar,
    _eightfold,
    residue,
    sum_of,
    weighted_sum,
)
from p2pqwirkle.bag.masking import tile_elements
from p2pqwirkle.errors import Breach
from tests.forge import NOT_CANONICAL, SMALL_ORDER, plus_order, with_torsion
from tests.naive import curve
from tests.small_group import SmallGroup

REAL = Edwards25519()
BOTH = [pytest.param(REAL, id="edwards25519"), pytest.param(SmallGroup(), id="small group")]
ALL_GENERATORS = (*tile_elements(REAL), chain_start(REAL), *commitment_generators(REAL))

small_scalars = st.integers(1, SmallGroup().order - 1).map(Scalar)


def refused_element(encoded: bytes, group: Group = REAL) -> str:
    with pytest.raises(Breach) as refusal:
        group.decode_element(encoded)
    return refusal.value.clause


def refused_scalar(encoded: bytes, group: Group = REAL) -> str:
    with pytest.raises(Breach) as refusal:
        group.decode_scalar(encoded)
    return refusal.value.clause


@pytest.mark.parametrize("group", BOTH)
@pytest.mark.parametrize("size", [0, 31, 33, 64])
def test_elements_and_scalars_have_32_bytes(group: Group, size: int) -> None:
    assert refused_element(bytes(size), group) == "B1.1"
    assert refused_scalar(bytes(size), group) == "B1.5"


@pytest.mark.parametrize("encoded", NOT_CANONICAL, ids=bytes.hex)
def test_an_element_has_one_encoding(encoded: bytes) -> None:
    assert refused_element(encoded) == "B1.2"


def test_the_identity_is_no_element() -> None:
    assert refused_element(bytes([1]) + bytes(31)) == "B1.3"


@pytest.mark.parametrize("part", range(1, 8))
def test_a_point_of_small_order_is_no_element(part: int) -> None:
    assert refused_element(SMALL_ORDER[part]) == "B1.4"


@pytest.mark.parametrize("part", range(1, 8))
def test_an_element_has_no_part_of_small_order(part: int) -> None:
    assert refused_element(with_torsion(tile_elements(REAL)[0], part)) == "B1.4"


def test_additions_of_the_library_would_keep_a_part_of_small_order() -> None:
    mixed = with_torsion(tile_elements(REAL)[0])

    total = crypto_core_ed25519_add(mixed, REAL.base)

    assert refused_element(total) == "B1.4"


@pytest.mark.parametrize(
    "encoded",
    [
        *(pytest.param(SMALL_ORDER[part], id=f"order {part}") for part in range(1, 8)),
        *(
            pytest.param(with_torsion(tile_elements(REAL)[0], part), id=f"with part {part}")
            for part in range(1, 8)
        ),
        pytest.param((2).to_bytes(32, "little"), id="off the curve"),
    ],
)
def test_what_reading_defers_is_refused_by_every_multiplication(encoded: bytes) -> None:
    with pytest.raises(Breach):
        REAL.multiply(Scalar(8), REAL.deferring.decode_element(encoded))


@given(encoded=st.binary(min_size=32, max_size=32))
def test_what_can_be_read_and_multiplied_is_an_element(encoded: bytes) -> None:
    try:
        REAL.multiply(Scalar(7), REAL.deferring.decode_element(encoded))
    except Breach:
        assert refused_element(encoded)
    else:
        assert REAL.decode_element(encoded) == encoded


def test_bytes_off_the_curve_are_no_element() -> None:
    assert refused_element((2).to_bytes(32, "little")) == "B1.4"


@pytest.mark.parametrize("group", BOTH)
def test_scalars_from_outside_are_from_1_to_the_order_less_1(group: Group) -> None:
    highest = Scalar(group.order - 1)

    assert group.decode_scalar(group.encode_scalar(highest)) == highest
    assert refused_scalar(group.order.to_bytes(32, "little"), group) == "B1.6"
    assert refused_scalar(bytes([255]) * 32, group) == "B1.6"
    assert refused_scalar(bytes(32), group) == "B1.7"


def test_a_scalar_higher_by_the_order_is_refused() -> None:
    assert refused_scalar(plus_order(REAL.encode_scalar(Scalar(7)))) == "B1.6"


def test_the_small_group_refuses_by_the_same_clauses() -> None:
    group = SmallGroup()
    field = 2 * group.order + 1

    assert refused_element(field.to_bytes(32, "little"), group) == "B1.2"
    assert refused_element((1).to_bytes(32, "little"), group) == "B1.3"
    assert refused_element((field - 1).to_bytes(32, "little"), group) == "B1.4"


@pytest.mark.parametrize("group", BOTH)
@given(encoded=st.binary(max_size=40) | st.binary(min_size=32, max_size=32))
def test_any_bytes_are_an_element_or_refused(group: Group, encoded: bytes) -> None:
    try:
        element = group.decode_element(encoded)
    except Breach as breach:
        assert breach.clause.startswith("B1.")  # noqa: PT017 - both outcomes are lawful
    else:
        assert element == encoded


@pytest.mark.parametrize("group", BOTH)
@given(encoded=st.binary(max_size=40) | st.binary(min_size=32, max_size=32))
def test_any_bytes_are_a_scalar_or_refused(group: Group, encoded: bytes) -> None:
    try:
        scalar = group.decode_scalar(encoded)
    except Breach as breach:
        assert breach.clause.startswith("B1.")  # noqa: PT017 - both outcomes are lawful
    else:
        assert group.encode_scalar(scalar) == encoded


@pytest.mark.parametrize("group", BOTH)
def test_no_operation_gives_the_identity(group: Group) -> None:
    minus = group.multiply_base(Scalar(group.order - 1))
    operations: dict[str, Callable[[], Element]] = {
        "zero times an element": lambda: group.multiply(Scalar(0), group.base),
        "zero times G": lambda: group.multiply_base(Scalar(0)),
        "an element and its negative": lambda: group.add(group.base, minus),
        "an element less itself": lambda: group.subtract(group.base, group.base),
    }
    for name, operation in operations.items():
        with pytest.raises(Breach) as refusal:
            operation()
        assert (name, refusal.value.clause) == (name, "B1.8")


@pytest.mark.parametrize("encoded", [(2).to_bytes(32, "little"), SMALL_ORDER[1]], ids=bytes.hex)
def test_no_exception_of_the_library_escapes(encoded: bytes) -> None:
    with pytest.raises(Breach):
        REAL.multiply(Scalar(5), Element(encoded))


def test_an_addition_off_the_curve_is_a_breach() -> None:
    with pytest.raises(Breach):
        REAL.add(REAL.base, Element((2).to_bytes(32, "little")))


@given(left=small_scalars, right=small_scalars)
def test_multiples_add_up(left: Scalar, right: Scalar) -> None:
    group = SmallGroup()
    assume((left + right) % group.order)

    parts = weighted_sum(group, [left, right], [group.base, group.base])

    assert parts == group.multiply_base(residue(group, left + right))


@pytest.mark.parametrize("scalar", [1, 2, 3, 2**128, curve.Q - 1])
def test_the_real_group_multiplies_as_plain_integers_do(scalar: int) -> None:
    element = tile_elements(REAL)[5]

    multiple = REAL.multiply(Scalar(scalar), element)

    assert multiple == curve.encode(curve.multiply(scalar, curve.decode(element)))


def test_64_bytes_become_a_scalar_by_remainder_alone() -> None:
    wide = bytes(range(64))

    assert REAL.reduce(wide) == int.from_bytes(wide, "little") % curve.Q


def test_all_hashed_elements_are_elements_and_all_are_different() -> None:
    assert len(set(ALL_GENERATORS)) == 217
    assert all(REAL.decode_element(element) == element for element in ALL_GENERATORS)


@pytest.mark.parametrize("encoded", [*NOT_CANONICAL, *SMALL_ORDER], ids=bytes.hex)
def test_hashing_passes_over_bytes_that_lead_to_no_element(encoded: bytes) -> None:
    assert _eightfold(encoded) is None


def test_hashing_clears_a_part_of_small_order() -> None:
    tile = tile_elements(REAL)[0]

    cleared = {_eightfold(with_torsion(tile, part)) for part in range(8)}

    assert cleared == {REAL.multiply(Scalar(8), tile)}


def test_another_label_or_index_gives_another_element() -> None:
    assert REAL.hash_to_element(b"a", 0) != REAL.hash_to_element(b"b", 0)
    assert REAL.hash_to_element(b"a", 0) != REAL.hash_to_element(b"a", 1)


def test_no_small_multiples_of_two_hashed_elements_are_equal_or_opposite() -> None:
    multiples = [
        height(sum_of(REAL, [element] * times))
        for element, times in product(ALL_GENERATORS, range(1, 7))
    ]

    assert len(set(multiples)) == len(multiples)


def test_no_sum_of_two_tile_elements_is_plus_or_minus_a_third() -> None:
    heights = {height(element) for element in ALL_GENERATORS}
    sums = {height(REAL.add(*pair)) for pair in combinations(tile_elements(REAL), 2)}

    assert heights.isdisjoint(sums)


def height(element: Element) -> int:
    """The y of *element*, which it has in common with its negative alone."""
    return int.from_bytes(element, "little") % 2**255
