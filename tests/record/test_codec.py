"""E: one encoding for each value, and everything else refused under its own number."""

import contextlib
import time
import tracemalloc
from collections.abc import Callable
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pqwirkle.errors import Breach
from p2pqwirkle.record.codec import (
    MAX_DEPTH,
    MAX_SIZE,
    Value,
    decode,
    encode,
    read_array,
    read_blob,
    read_bytes,
    read_flag,
    read_int,
    read_list,
    read_text,
)
from tests.forge import FORBIDDEN, NOT_UTF8, longer_forms, nested, raw_array, raw_bytes, raw_text
from tests.record.strategies import VALUES


def refusal(encoded: bytes) -> str:
    with pytest.raises(Breach) as refused:
        decode(encoded)
    return refused.value.clause


@given(VALUES)
def test_what_was_encoded_decodes_to_itself(value: Value) -> None:
    assert decode(encode(value)) == value


@pytest.mark.parametrize(
    ("value", "encoded"),
    [
        (None, "c0"),
        (False, "c2"),
        (True, "c3"),
        (0, "00"),
        (127, "7f"),
        (128, "cc80"),
        (255, "ccff"),
        (256, "cd0100"),
        (65_535, "cdffff"),
        (65_536, "ce00010000"),
        (2**32 - 1, "ceffffffff"),
        (2**32, "cf0000000100000000"),
        (2**64 - 1, "cfffffffffffffffff"),
        (-1, "ff"),
        (-32, "e0"),
        (-33, "d0df"),
        (-128, "d080"),
        (-129, "d1ff7f"),
        (-32_768, "d18000"),
        (-32_769, "d2ffff7fff"),
        (-(2**31), "d280000000"),
        (-(2**31) - 1, "d3ffffffff7fffffff"),
        (-(2**63), "d38000000000000000"),
        ("", "a0"),
        ("é", "a2c3a9"),
        ("a" * 31, "bf" + "61" * 31),
        ("a" * 32, "d920" + "61" * 32),
        ("a" * 256, "da0100" + "61" * 256),
        (b"", "c400"),
        (b"\x00" * 255, "c4ff" + "00" * 255),
        (b"\x00" * 256, "c50100" + "00" * 256),
        (b"\x00" * 65_536, "c600010000" + "00" * 65_536),
        ((), "90"),
        ((1, (True,)), "920191c3"),
        ((0,) * 15, "9f" + "00" * 15),
        ((0,) * 16, "dc0010" + "00" * 16),
        ((0,) * 65_536, "dd00010000" + "00" * 65_536),
    ],
)
def test_each_value_has_the_shortest_form(value: Value, encoded: str) -> None:
    assert encode(value).hex() == encoded
    assert decode(bytes.fromhex(encoded)) == value


@given(VALUES, st.data())
def test_every_longer_form_is_refused(value: Value, choose: st.DataObject) -> None:
    longer = list(longer_forms(value))
    if longer:
        assert refusal(choose.draw(st.sampled_from(longer))) == "E1.7"


@pytest.mark.parametrize("number", [0, 1, 127, 128, 255, 256, 65_535, 65_536, -1, -32, -33, -129])
def test_every_longer_form_of_a_number_is_refused(number: int) -> None:
    longer = list(longer_forms(number))

    assert longer
    assert {refusal(form) for form in longer} == {"E1.7"}


def test_a_value_of_the_largest_size_is_read() -> None:
    assert decode(encode(b"\x00" * (MAX_SIZE - 5))) == b"\x00" * (MAX_SIZE - 5)


def test_a_larger_value_is_refused() -> None:
    assert refusal(encode(b"\x00" * (MAX_SIZE - 4))) == "E1.1"


@given(VALUES, st.data())
def test_a_value_cut_short_is_refused(value: Value, choose: st.DataObject) -> None:
    encoded = encode(value)

    assert refusal(encoded[: choose.draw(st.integers(0, len(encoded) - 1))]) == "E1.2"


@pytest.mark.parametrize(
    "encoded",
    [
        pytest.param(raw_bytes(b"", 4, size=2**32 - 1), id="E1.2 four gigabytes announced"),
        pytest.param(raw_text(b"", 4, size=2**32 - 1), id="E1.2 a text of four gigabytes"),
        pytest.param(raw_array([], 4, length=2**32 - 1), id="E1.2 four thousand million values"),
        pytest.param(raw_array([b"\x01"] * 3, length=4), id="E1.2 one value too few"),
        pytest.param(raw_array([b"\xc1"], length=2), id="E1.2 before what is there is read"),
    ],
)
def test_a_length_beyond_the_end_is_refused_at_once(encoded: bytes) -> None:
    tracemalloc.start()
    clause = refusal(encoded)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert clause == "E1.2"
    assert peak < 100_000


@pytest.mark.parametrize("encoded", FORBIDDEN.values(), ids=FORBIDDEN)
def test_maps_floats_and_extensions_are_refused(encoded: bytes) -> None:
    assert refusal(encoded) == "E1.3"
    assert refusal(raw_array([b"\x01", encoded])) == "E1.3"


def test_arrays_may_be_as_deep_as_the_limit() -> None:
    assert encode(decode(nested(MAX_DEPTH))) == nested(MAX_DEPTH)


@pytest.mark.parametrize("depth", [MAX_DEPTH + 1, 1_000, 100_000])
def test_deeper_arrays_are_refused(depth: int) -> None:
    assert refusal(nested(depth)) == "E1.4"


@pytest.mark.parametrize("encoded", NOT_UTF8.values(), ids=NOT_UTF8)
def test_a_text_that_is_not_utf8_is_refused(encoded: bytes) -> None:
    assert refusal(encoded) == "E1.5"


@given(VALUES, st.binary(min_size=1, max_size=9))
def test_bytes_after_the_value_are_refused(value: Value, more: bytes) -> None:
    assert refusal(encode(value) + more) == "E1.6"


@given(st.binary(max_size=2_000))
def test_any_bytes_end_in_a_value_or_in_a_breach(encoded: bytes) -> None:
    try:
        value = decode(encoded)
    except Breach:
        return

    assert encode(value) == encoded


@given(VALUES, st.data())
def test_a_changed_encoding_ends_in_another_value_or_in_a_breach(
    value: Value, choose: st.DataObject
) -> None:
    changed = bytearray(encode(value))
    place = choose.draw(st.integers(0, len(changed) - 1))
    changed[place] ^= choose.draw(st.integers(1, 255))

    try:
        other = decode(bytes(changed))
    except Breach:
        return

    assert encode(other) == changed


@pytest.mark.parametrize(
    "encoded",
    [
        pytest.param(b"\xdd\x00\x01\xff\xf0" + b"\xc0" * 131_056, id="131,056 nils"),
        pytest.param(b"\xdc\xff\xff" * 43_000, id="announcements inside announcements"),
        pytest.param(b"\xdd\x00\x00\xff\xff" + b"\x90" * 65_535 + b"\x00", id="many empty arrays"),
    ],
)
def test_the_costliest_bytes_take_moments(encoded: bytes) -> None:
    begun = time.process_time()
    with contextlib.suppress(Breach):
        decode(encoded)

    # A quarter of a second; several times that while coverage is measured.
    assert time.process_time() - begun < 5


READERS: Final[dict[str, Callable[[Value], Value]]] = {
    "int": lambda value: read_int(value, 0, 9),
    "flag": read_flag,
    "bytes": lambda value: read_bytes(value, 2),
    "blob": lambda value: read_blob(value, 2),
    "text": lambda value: read_text(value, 2),
    "array": lambda value: read_array(value, 2),
    "list": lambda value: read_list(value, 2),
}


@pytest.mark.parametrize(
    ("read", "value", "clause"),
    [
        *(("int", value, "E2.1") for value in (None, True, False, "1", b"\x01", (1,))),
        *(("flag", value, "E2.1") for value in (None, 0, 1, "", b"", ())),
        *(("bytes", value, "E2.1") for value in (None, False, 0, "ab", (1, 2))),
        *(("blob", value, "E2.1") for value in (None, False, 0, "ab", (1, 2))),
        *(("text", value, "E2.1") for value in (None, False, 0, b"ab", ("a", "b"))),
        *(("array", value, "E2.1") for value in (None, False, 2, "ab", b"ab")),
        *(("list", value, "E2.1") for value in (None, False, 2, "ab", b"ab")),
        ("int", -1, "E2.2"),
        ("int", 10, "E2.2"),
        ("bytes", b"a", "E2.3"),
        ("bytes", b"abc", "E2.3"),
        ("blob", b"abc", "E2.4"),
        ("text", "abc", "E2.4"),
        ("text", "aé", "E2.4"),
        ("array", (1,), "E2.5"),
        ("array", (1, 2, 3), "E2.5"),
        ("list", (1, 2, 3), "E2.6"),
    ],
    ids=repr,
)
def test_a_field_of_the_wrong_kind_or_size_is_refused(read: str, value: Value, clause: str) -> None:
    with pytest.raises(Breach) as refused:
        READERS[read](value)

    assert refused.value.clause == clause


def test_a_field_as_it_should_be_is_read() -> None:
    assert read_int(0, 0, 9) == 0
    assert read_int(9, 0, 9) == 9
    assert read_flag(False) is False  # noqa: FBT003
    assert read_bytes(b"ab", 2) == b"ab"
    assert read_blob(b"", 2) == b""
    assert read_blob(b"ab", 2) == b"ab"
    assert read_text("", 2) == ""
    assert read_text("é", 2) == "é"
    assert read_array((1, "a"), 2) == (1, "a")
    assert read_list((), 2) == ()
    assert read_list((1, 2), 2) == (1, 2)
