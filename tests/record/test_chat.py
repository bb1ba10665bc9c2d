"""Remarks: what can be said beside the game, and how it is kept (C8)."""

import contextlib
import re
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pqwirkle.errors import Breach
from p2pqwirkle.record.chat import (
    CHAT_PREFIX,
    MAX_REMARK,
    MAX_TEXT,
    ChatReader,
    ChatWriter,
    fit_to_say,
    read_signed_remark,
    sign_remark,
)
from p2pqwirkle.record.codec import Value, encode
from p2pqwirkle.record.entry import SIGNATURE_PREFIX, read_signed_entry
from tests.vectors.record_kit import GAME, HONEST, NORTH, SOUTH

SPECIFICATION = Path("protocol/record.md")


def wire_of(*fields: Value, prefix: bytes = CHAT_PREFIX) -> bytes:
    """A remark with any fields, signed by north."""
    encoded = encode(fields)
    return encode((encoded, NORTH.sign(prefix + encoded)))


def test_a_remark_reads_as_it_was_said() -> None:
    signed = sign_remark(GAME, 7, "Žofie 🀄, good luck", NORTH)

    assert read_signed_remark(signed.wire) == signed
    assert (signed.remark.author, signed.remark.number) == (NORTH.player, 7)


def test_the_sample_of_the_specification_is_norths_first_remark() -> None:
    block = SPECIFICATION.read_text(encoding="utf-8").split('"good luck":\n\n')[1].split("\n\n")[0]
    octets = re.sub(r"remark wire|\s", "", block)

    assert bytes.fromhex(octets) == sign_remark(GAME, 0, "good luck", NORTH).wire


def test_the_longest_remark_fits_its_frame() -> None:
    longest = sign_remark(GAME, 2**32 - 1, "x" * MAX_TEXT, NORTH)

    assert len(longest.wire) <= MAX_REMARK


@pytest.mark.parametrize(
    ("wire", "clause"),
    [
        pytest.param(b"", "E1.2", id="E1.2 nothing"),
        pytest.param(encode(None), "E2.1", id="E2.1 no array"),
        pytest.param(wire_of(GAME, NORTH.player, 0), "E2.5", id="E2.5 a field too few"),
        pytest.param(wire_of(GAME, NORTH.player, -1, "x"), "E2.2", id="E2.2 before the first"),
        pytest.param(
            wire_of(GAME, NORTH.player, 0, "x" * (MAX_TEXT + 1)), "E2.4", id="E2.4 too long"
        ),
        pytest.param(wire_of(GAME, NORTH.player, 0, ""), "C8.1", id="C8.1 nothing said"),
        pytest.param(wire_of(GAME, NORTH.player, 0, "a\x1b[2Jb"), "C8.1", id="C8.1 an escape"),
        pytest.param(wire_of(GAME, NORTH.player, 0, "a\x9b2Jb"), "C8.1", id="C8.1 a C1 control"),
        pytest.param(wire_of(GAME, NORTH.player, 0, "a\nb"), "C8.1", id="C8.1 a line break"),
        pytest.param(wire_of(GAME, NORTH.player, 0, "a\u2028b"), "C8.1", id="C8.1 another one"),
        pytest.param(wire_of(GAME, SOUTH.player, 0, "x"), "C1.5", id="C1.5 in another's name"),
        pytest.param(
            wire_of(GAME, NORTH.player, 0, "x", prefix=SIGNATURE_PREFIX),
            "C1.5",
            id="C1.5 signed as an entry",
        ),
    ],
)
def test_what_cannot_be_said_is_refused(wire: bytes, clause: str) -> None:
    with pytest.raises(Breach) as refusal:
        read_signed_remark(wire)

    assert refusal.value.clause == clause


def test_no_entry_passes_for_a_remark_and_no_remark_for_an_entry() -> None:
    with pytest.raises(Breach):
        read_signed_remark(HONEST.wire)
    with pytest.raises(Breach):
        read_signed_entry(sign_remark(GAME, 0, "x", NORTH).wire)


@given(st.binary(max_size=600))
def test_any_bytes_are_a_remark_or_refused(octets: bytes) -> None:
    with contextlib.suppress(Breach):
        read_signed_remark(octets)


@given(st.text(max_size=400))
def test_whatever_is_typed_can_be_said_or_is_nothing(text: str) -> None:
    fit = fit_to_say(text)

    assert fit == "" or sign_remark(GAME, 0, fit, NORTH).remark.text == fit


def test_a_file_holds_remarks_in_order_and_a_torn_end_is_told() -> None:
    stream = BytesIO()
    writer = ChatWriter(stream, lambda: None)
    said = [sign_remark(GAME, number, f"remark {number}", NORTH) for number in range(3)]
    for signed in said:
        writer.append(signed)

    assert list(ChatReader(BytesIO(stream.getvalue()))) == [signed.wire for signed in said]
    reader = ChatReader(BytesIO(stream.getvalue()[:-1]))
    assert list(reader) == [signed.wire for signed in said[:-1]]
    assert reader.torn > 0
