"""C2 to C4: one signed statement, the hashes that chain the steps, and two stories."""

import hashlib
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pqwirkle.errors import Breach
from p2pqwirkle.record.codec import encode
from p2pqwirkle.record.entry import (
    MAX_ENTRY_SIZE,
    SIGNATURE_PREFIX,
    Digest,
    Entry,
    GameId,
    SignedEntry,
    claimed_author,
    contradict,
    first_digest,
    labelled_hash,
    read_signed_entry,
    sign_entry,
    step_digest,
)
from p2pqwirkle.record.identity import Identity
from tests.forge import (
    FORBIDDEN,
    entry_bytes,
    flipped,
    grind_signature,
    mixed_key,
    nested,
    plus_order,
    raw_array,
    raw_bytes,
    raw_int,
    scalar_of,
    sign_bytes,
    sign_with_nonce,
    wire_of,
    with_torsion,
)
from tests.record.strategies import NORTH, SIGNED, SOUTH, said

GAME = GameId(b"g" * 32)
HONEST = said()
LARGEST_BODY = MAX_ENTRY_SIZE - len(said(bytes(60_000)).wire) + 60_000


def refusal(wire: bytes) -> str:
    with pytest.raises(Breach) as refused:
        read_signed_entry(wire)
    return refused.value.clause


@given(SIGNED)
def test_what_was_signed_is_read_back(signed: SignedEntry) -> None:
    assert read_signed_entry(signed.wire) == signed


@given(SIGNED)
def test_the_wire_is_the_signed_bytes_and_the_signature(signed: SignedEntry) -> None:
    entry = signed.entry
    head = (1, entry.game, entry.author, entry.step, entry.after, entry.kind, entry.body)

    assert signed.encoded == encode(head)
    assert signed.wire == encode((signed.encoded, signed.signature))
    assert signed.signature == NORTH.sign(b"p2pqwirkle/1 entry\x00" + signed.encoded)


def test_only_its_author_signs_an_entry() -> None:
    with pytest.raises(Breach) as refused:
        sign_entry(HONEST.entry, SOUTH)

    assert refused.value.clause == "C2.3"


def test_an_entry_of_the_largest_size_is_read() -> None:
    largest = said(bytes(LARGEST_BODY))

    assert len(largest.wire) == MAX_ENTRY_SIZE
    assert read_signed_entry(largest.wire) == largest


def test_a_larger_entry_is_neither_signed_nor_read() -> None:
    entry = replace(HONEST.entry, body=bytes(LARGEST_BODY + 1))

    assert refusal(sign_bytes(entry_bytes(entry), NORTH)) == "C2.1"
    with pytest.raises(Breach) as refused:
        sign_entry(entry, NORTH)
    assert refused.value.clause == "C2.1"


@pytest.mark.parametrize("size", [100_000, 10_000_000])
def test_size_is_checked_before_anything_is_read(size: int) -> None:
    assert refusal(nested(size)) == "C2.1"


@pytest.mark.parametrize("version", [0, 2, 255])
def test_another_version_is_refused_by_name(version: int) -> None:
    assert refusal(sign_bytes(entry_bytes(HONEST.entry, version=encode(version)), NORTH)) == "C2.2"


def test_another_version_is_refused_whatever_else_it_has() -> None:
    assert refusal(sign_bytes(encode((2, "a shape of its own")), NORTH)) == "C2.2"


@pytest.mark.parametrize(
    ("field", "encoded", "clause"),
    [
        pytest.param("version", encode("1"), "E2.1", id="E2.1 version"),
        pytest.param("version", encode(True), "E2.1", id="E2.1 version a boolean"),  # noqa: FBT003
        pytest.param("version", encode(-1), "E2.2", id="E2.2 version"),
        pytest.param("version", raw_int(1, 1), "E1.7", id="E1.7 version"),
        pytest.param("game", encode("g" * 32), "E2.1", id="E2.1 game a text"),
        pytest.param("game", encode(b"g" * 31), "E2.3", id="E2.3 game"),
        pytest.param("game", raw_bytes(b"g" * 32, 2), "E1.7", id="E1.7 game"),
        pytest.param("author", encode(None), "E2.1", id="E2.1 author"),
        pytest.param("author", encode(NORTH.player + b"\x00"), "E2.3", id="E2.3 author"),
        pytest.param("step", encode(None), "E2.1", id="E2.1 step"),
        pytest.param("step", encode(-1), "E2.2", id="E2.2 step below zero"),
        pytest.param("step", encode(2**32), "E2.2", id="E2.2 step"),
        pytest.param("step", raw_int(3, 4), "E1.7", id="E1.7 step"),
        pytest.param("after", encode(()), "E2.1", id="E2.1 after"),
        pytest.param("after", encode(b""), "E2.3", id="E2.3 after"),
        pytest.param("kind", encode(256), "E2.2", id="E2.2 kind"),
        pytest.param("kind", encode("play"), "E2.1", id="E2.1 kind"),
        pytest.param("kind", FORBIDDEN["a float of 64 bits"], "E1.3", id="E1.3 kind"),
        pytest.param("body", encode(()), "E2.1", id="E2.1 body"),
        pytest.param("body", FORBIDDEN["an empty map"], "E1.3", id="E1.3 body"),
        pytest.param("body", raw_bytes(b"", 4, size=2**32 - 1), "E1.2", id="E1.2 body"),
    ],
)
def test_a_bent_head_is_refused_though_its_author_signed_it(
    field: str, encoded: bytes, clause: str
) -> None:
    assert refusal(sign_bytes(entry_bytes(HONEST.entry, **{field: encoded}), NORTH)) == clause


@pytest.mark.parametrize(
    ("encoded", "clause"),
    [
        pytest.param(b"", "E1.2", id="E1.2 nothing"),
        pytest.param(encode(1), "E2.1", id="E2.1 a number"),
        pytest.param(encode(()), "E2.1", id="E2.1 nothing in it"),
        pytest.param(encode((1,)), "E2.5", id="E2.5 too short"),
        pytest.param(HONEST.encoded + b"\xc0", "E1.6", id="E1.6 one byte more"),
        pytest.param(b"\x98" + HONEST.encoded[1:] + b"\xc0", "E2.5", id="E2.5 one field more"),
        pytest.param(nested(9), "E1.4", id="E1.4"),
    ],
)
def test_a_head_of_another_shape_is_refused(encoded: bytes, clause: str) -> None:
    assert refusal(sign_bytes(encoded, NORTH)) == clause


@pytest.mark.parametrize(
    ("wire", "clause"),
    [
        pytest.param(b"", "E1.2", id="E1.2 nothing"),
        pytest.param(encode(HONEST.encoded), "E2.1", id="E2.1 no pair"),
        pytest.param(encode((HONEST.encoded,)), "E2.5", id="E2.5 unsigned"),
        pytest.param(wire_of(HONEST.encoded, HONEST.signature[:63]), "E2.3", id="E2.3 signature"),
        pytest.param(encode((HONEST.encoded, None)), "E2.1", id="E2.1 no signature"),
        pytest.param(HONEST.wire + b"\x00", "E1.6", id="E1.6 one byte more"),
        pytest.param(
            raw_array([raw_bytes(HONEST.encoded, 4), encode(HONEST.signature)]),
            "E1.7",
            id="E1.7 a longer form",
        ),
    ],
)
def test_a_wire_of_another_shape_is_refused(wire: bytes, clause: str) -> None:
    assert refusal(wire) == clause


@pytest.mark.parametrize("body", [b"", b"\xc1", nested(50_000), b"\x90\x90", b"\x91\xcc\x01"])
def test_a_body_is_opaque_so_that_a_bad_one_has_a_proven_author(body: bytes) -> None:
    assert read_signed_entry(said(body).wire).entry.body == body


@pytest.mark.parametrize(
    ("signature", "clause"),
    [
        pytest.param(
            HONEST.signature[:32] + plus_order(HONEST.signature[32:]), "C1.4", id="C1.4 S + q"
        ),
        pytest.param(
            with_torsion(HONEST.signature[:32]) + HONEST.signature[32:], "C1.3", id="C1.3 R + T"
        ),
        pytest.param(bytes(64), "C1.3", id="C1.3 zeros"),
        pytest.param(SOUTH.sign(SIGNATURE_PREFIX + HONEST.encoded), "C1.5", id="C1.5 by another"),
        pytest.param(NORTH.sign(HONEST.encoded), "C1.5", id="C1.5 without the prefix"),
    ],
)
def test_an_entry_counts_only_with_its_author_s_signature(signature: bytes, clause: str) -> None:
    assert refusal(wire_of(HONEST.encoded, signature)) == clause


def test_an_author_with_a_part_of_small_order_is_refused() -> None:
    scalar = scalar_of(NORTH)
    encoded = entry_bytes(replace(HONEST.entry, author=mixed_key(scalar, 1)))
    crafted = grind_signature(scalar, SIGNATURE_PREFIX + encoded, key_part=1, r_part=1)

    assert refusal(wire_of(encoded, crafted)) == "C1.2"


@pytest.mark.parametrize("mask", [0x01, 0x80, 0xFF])
def test_any_changed_byte_of_an_entry_is_refused(mask: int) -> None:
    for place in range(len(HONEST.wire)):
        assert refusal(flipped(HONEST.wire, place, mask))


@given(st.binary(max_size=500))
def test_any_bytes_end_in_an_entry_or_in_a_breach(wire: bytes) -> None:
    assert refusal(wire)
    claimed_author(wire)


@given(st.binary(max_size=300))
def test_any_signed_bytes_end_in_an_entry_or_in_a_breach(encoded: bytes) -> None:
    assert refusal(sign_bytes(encoded, NORTH))


def test_a_damaged_entry_names_whom_it_claims_to_be_from() -> None:
    assert claimed_author(wire_of(HONEST.encoded, bytes(64))) == NORTH.player
    assert claimed_author(sign_bytes(HONEST.encoded, SOUTH)) == NORTH.player


@pytest.mark.parametrize("place", [1, 2, 35, 36, 70, 71, 72, 100, 107])
def test_the_claimed_author_is_told_whatever_else_is_damaged(place: int) -> None:
    assert claimed_author(wire_of(flipped(HONEST.encoded, place), bytes(64))) == NORTH.player


@pytest.mark.parametrize("place", [0, 2, 3, 4, 40, 73, 100])
def test_the_claimed_author_is_told_where_lengths_are_damaged(place: int) -> None:
    assert claimed_author(flipped(HONEST.wire, place)) == NORTH.player


@pytest.mark.parametrize("body", [b"\x90", bytes(300), bytes(60_000)])
def test_the_claimed_author_is_told_of_long_and_short_entries(body: bytes) -> None:
    assert claimed_author(said(body).wire) == NORTH.player


@pytest.mark.parametrize(
    "wire",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"\x92", id="cut"),
        pytest.param(encode((b"", bytes(64))), id="an empty entry"),
        pytest.param(HONEST.wire[:72], id="cut inside the author"),
        pytest.param(flipped(HONEST.wire, 1), id="no entry in it"),
        pytest.param(nested(70_000), id="too large"),
    ],
)
def test_without_a_place_for_the_author_nobody_is_named(wire: bytes) -> None:
    assert claimed_author(wire) is None


def test_the_labelled_hash_is_sha256_over_framed_parts() -> None:
    framed = b"\x00\x00\x00\x04pair\x00\x00\x00\x01a\x00\x00\x00\x02bc"

    assert labelled_hash(b"pair", b"a", b"bc") == hashlib.sha256(framed).digest()
    assert labelled_hash(b"").hex() == hashlib.sha256(bytes(4)).hexdigest()


@pytest.mark.parametrize(
    ("message", "digest"),
    [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
        ),
    ],
)
def test_sha256_is_that_of_fips_180(message: str, digest: str) -> None:
    assert hashlib.sha256(message.encode()).hexdigest() == digest


PARTS = st.lists(st.binary(max_size=8), max_size=4)


@given(PARTS, PARTS)
def test_no_two_lists_of_parts_hash_alike(left: list[bytes], right: list[bytes]) -> None:
    assert (labelled_hash(*left or [b""]) == labelled_hash(*right or [b""])) == (
        (left or [b""]) == (right or [b""])
    )


def test_the_first_digest_is_the_game_s_own() -> None:
    assert first_digest(GAME) == labelled_hash(b"p2pqwirkle/1 start", GAME)
    assert first_digest(GAME) != first_digest(GameId(bytes(32)))


def test_a_step_s_digest_covers_the_digest_before_and_the_entries_by_seat() -> None:
    previous = first_digest(GAME)
    north, south = said(author=NORTH), said(author=SOUTH)
    digest = step_digest(previous, [north, south])

    assert digest == labelled_hash(b"p2pqwirkle/1 step", previous, north.encoded, south.encoded)
    assert digest != step_digest(previous, [south, north])
    assert digest != step_digest(previous, [north])
    assert digest != step_digest(digest, [north, south])


def another_signature(signed: SignedEntry, identity: Identity) -> SignedEntry:
    message = SIGNATURE_PREFIX + signed.encoded
    signature = sign_with_nonce(scalar_of(identity), message, nonce=5)
    return read_signed_entry(wire_of(signed.encoded, signature))


def test_signatures_are_no_part_of_a_digest() -> None:
    other = another_signature(HONEST, NORTH)

    assert other.signature != HONEST.signature
    assert step_digest(first_digest(GAME), [other]) == step_digest(first_digest(GAME), [HONEST])


def test_two_bodies_in_one_place_contradict_each_other() -> None:
    assert contradict(HONEST, said(b"\x91\x01"))


@pytest.mark.parametrize(
    "bent",
    [
        pytest.param(replace(HONEST.entry, step=4), id="step"),
        pytest.param(replace(HONEST.entry, kind=5), id="kind"),
        pytest.param(replace(HONEST.entry, body=b""), id="body"),
    ],
)
def test_any_difference_in_one_place_is_a_contradiction(bent: Entry) -> None:
    assert contradict(HONEST, sign_entry(bent, NORTH))
    assert contradict(sign_entry(bent, NORTH), HONEST)


def test_another_signature_on_the_same_bytes_is_the_same_entry() -> None:
    assert not contradict(HONEST, another_signature(HONEST, NORTH))


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(HONEST, id="the same"),
        pytest.param(said(author=SOUTH), id="another author"),
        pytest.param(
            sign_entry(replace(HONEST.entry, game=GameId(bytes(32))), NORTH), id="another game"
        ),
        pytest.param(
            sign_entry(replace(HONEST.entry, after=Digest(bytes(32))), NORTH), id="another after"
        ),
    ],
)
def test_in_another_place_nothing_is_contradicted(other: SignedEntry) -> None:
    assert not contradict(HONEST, other)
    assert not contradict(other, HONEST)
