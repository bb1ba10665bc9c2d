"""The second implementation, written from the specification alone, says the same everywhere."""

from io import BytesIO

from hypothesis import given, settings
from hypothesis import strategies as st

from p2pqwirkle.errors import Breach
from p2pqwirkle.record.codec import Value, decode, encode
from p2pqwirkle.record.entry import (
    SignedEntry,
    first_digest,
    read_signed_entry,
    step_digest,
)
from p2pqwirkle.record.identity import Identity, PlayerId, verify_signature
from p2pqwirkle.record.record import RecordReader
from tests.forge import flipped, nested, record_of
from tests.naive import record as naive
from tests.naive.refused import Refused
from tests.record.strategies import SIGNED, VALUES, said

HEADS = st.sampled_from(
    [bytes([first]) for first in range(0x80, 0x100)]
    + [b"\xc4\x00", b"\xc5\x00\x00", b"\xdc\x00\x02", b"\xdd\x00\x00\x00\x01", nested(8)]
)
NEARLY_MSGPACK = st.lists(st.one_of(HEADS, st.binary(max_size=3)), max_size=12).map(b"".join)


FEW = settings(max_examples=20)
"""A multiplication takes milliseconds in plain integers."""


def listed(value: Value) -> Value:
    """Bring *value* into the second implementation's words: arrays are lists there."""
    return [listed(inner) for inner in value] if isinstance(value, tuple | list) else value


def decoded(encoded: bytes) -> Value:
    try:
        return listed(decode(encoded))
    except Breach as breach:
        return ["refused", breach.clause]


def decoded_naively(encoded: bytes) -> Value:
    try:
        return naive.read(encoded)
    except Refused as refused:
        return ["refused", refused.clause]


def judged(wire: bytes) -> str:
    try:
        read_signed_entry(wire)
    except Breach as breach:
        return breach.clause
    return "ok"


def judged_naively(wire: bytes) -> str:
    try:
        naive.read_entry(wire)
    except Refused as refused:
        return refused.clause
    return "ok"


@given(VALUES)
def test_both_encode_alike(value: Value) -> None:
    assert naive.read(encode(value)) == listed(value)


@given(st.one_of(st.binary(max_size=60), NEARLY_MSGPACK))
def test_both_read_or_refuse_under_the_same_clause(encoded: bytes) -> None:
    assert decoded(encoded) == decoded_naively(encoded)


@given(VALUES, st.data())
def test_both_judge_a_changed_encoding_alike(value: Value, choose: st.DataObject) -> None:
    encoded = encode(value)
    place = choose.draw(st.integers(0, len(encoded) - 1))
    changed = flipped(encoded, place, choose.draw(st.integers(1, 255)))

    assert decoded(changed) == decoded_naively(changed)


@FEW
@given(st.binary(min_size=32, max_size=32), st.binary(max_size=80))
def test_both_sign_alike(secret: bytes, message: bytes) -> None:
    identity = Identity(secret)

    assert naive.key_of(secret) == identity.player
    assert naive.sign(secret, message) == identity.sign(message)
    verify_signature(PlayerId(naive.key_of(secret)), message, naive.sign(secret, message))


@FEW
@given(SIGNED)
def test_both_read_the_same_entry(signed: SignedEntry) -> None:
    entry = signed.entry

    assert naive.read_entry(signed.wire) == (
        entry.game,
        entry.author,
        entry.step,
        entry.after,
        entry.kind,
        entry.body,
        signed.encoded,
    )


def test_both_judge_every_changed_byte_of_an_entry_alike() -> None:
    wire = said().wire
    for place in range(len(wire)):
        changed = flipped(wire, place, 0x41)
        assert judged(changed) == judged_naively(changed)


@FEW
@given(st.lists(SIGNED, max_size=3))
def test_both_hash_a_step_alike(step: list[SignedEntry]) -> None:
    previous = first_digest(said().entry.game)
    entries = [naive.read_entry(signed.wire) for signed in step]

    assert naive.digest_before(said().entry.game) == previous
    assert naive.digest_after(previous, entries) == step_digest(previous, step)


RECORD = record_of([said().wire, said(bytes(300)).wire])


def read(content: bytes) -> tuple[list[bytes], int, int] | str:
    reader = RecordReader(BytesIO(content))
    try:
        return list(reader), reader.end, reader.torn
    except Breach as breach:
        return breach.clause


def read_naively(content: bytes) -> tuple[list[bytes], int, int] | str:
    try:
        return naive.read_record(content)
    except Refused as refused:
        return refused.clause


def test_both_cut_every_prefix_of_a_record_alike() -> None:
    for size in range(len(RECORD) + 1):
        assert read(RECORD[:size]) == read_naively(RECORD[:size])


def test_both_judge_every_changed_byte_of_a_record_alike() -> None:
    for place in range(len(RECORD)):
        for mask in (0x01, 0x02, 0x80, 0xFF):
            changed = flipped(RECORD, place, mask)
            assert read(changed) == read_naively(changed)


@given(st.data())
def test_both_judge_a_changed_and_torn_record_alike(choose: st.DataObject) -> None:
    place = choose.draw(st.integers(0, len(RECORD) - 1))
    changed = flipped(RECORD, place, choose.draw(st.integers(1, 255)))
    torn = changed[: choose.draw(st.integers(0, len(RECORD)))]

    assert read(torn) == read_naively(torn)
