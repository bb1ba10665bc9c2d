"""The Fiat-Shamir transcript: nothing said is left out, and nothing can be read in two ways."""

import hashlib
from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pqwirkle.bag.group import Edwards25519
from p2pqwirkle.bag.transcript import Preamble, Seed, Transcript
from tests.bag.deals import Deal, named

REAL = Edwards25519()
SEED = Seed(named("seed"))
DEAL = Deal()
PLACE = DEAL.preamble(1)

frames = st.lists(st.tuples(st.binary(max_size=4), st.binary(max_size=4)), max_size=4)

OTHERS = {
    "game": named("another game"),
    "step": PLACE.step + 1,
    "digest": named("another history"),
    "seat": 2,
    "identities": (*PLACE.identities[:2], named("another identity")),
    "key_shares": PLACE.key_shares[1:],
    "joint_key": DEAL.shares[0],
}
"""For each part of a preamble another one."""


def other_place(field: str) -> Preamble:
    values = {each.name: getattr(PLACE, each.name) for each in fields(PLACE)}
    return Preamble(**values | {field: OTHERS[field]})


def absorb(pairs: list[tuple[bytes, bytes]]) -> Transcript:
    transcript = Transcript.begin(b"label")
    for tag, content in pairs:
        transcript = transcript.absorbing(tag, content)
    return transcript


@given(left=frames, right=frames)
def test_two_transcripts_are_equal_only_if_all_they_absorbed_is(
    left: list[tuple[bytes, bytes]], right: list[tuple[bytes, bytes]]
) -> None:
    assert (absorb(left) == absorb(right)) == (left == right)


def test_a_frame_cannot_be_cut_elsewhere() -> None:
    assert absorb([(b"ab", b"c")]) != absorb([(b"a", b"bc")])
    assert absorb([(b"a", b"bc")]) != absorb([(b"a", b"b"), (b"", b"c")])


def test_each_proof_has_a_label_of_its_own() -> None:
    assert Transcript.begin(b"one") != Transcript.begin(b"two")


@pytest.mark.parametrize("field", OTHERS)
def test_each_part_of_the_preamble_changes_the_transcript(field: str) -> None:
    assert set(OTHERS) == {each.name for each in fields(Preamble)}
    assert other_place(field).transcript(b"label") != PLACE.transcript(b"label")


def test_a_share_moved_to_another_seat_changes_the_transcript() -> None:
    (first, one), (second, two), third = PLACE.key_shares
    swapped = replace(PLACE, key_shares=((first, two), (second, one), third))

    assert swapped.transcript(b"label") != PLACE.transcript(b"label")


def test_a_challenge_is_64_hash_bytes_modulo_the_order() -> None:
    state = absorb([(b"a", b"b")]).state
    frame = b"\0\0\0\x09challenge" + b"\0\0\0\x08" + (3).to_bytes(8, "big")
    wide = hashlib.sha512(state + frame).digest()

    challenge = absorb([(b"a", b"b")]).challenge(REAL, 3)

    assert challenge == int.from_bytes(wide, "little") % (
        2**252 + 27742317777372353535851937790883648493
    )


def test_challenges_fill_the_whole_width() -> None:
    challenges = [Transcript.begin(b"label").challenge(REAL, i) for i in range(200)]

    assert len({challenge >> 244 for challenge in challenges}) > 100
    assert len({challenge % 256 for challenge in challenges}) > 100
    assert max(challenges) < REAL.order


def test_weights_have_128_bits() -> None:
    weights = [Transcript.begin(b"label").weight(REAL, i) for i in range(200)]

    assert len({weight >> 120 for weight in weights}) > 100
    assert max(weights) < 2**128


def test_the_same_transcript_gives_the_same_secret() -> None:
    first, again = (PLACE.transcript(b"label").derive(REAL, SEED, b"nonce") for _ in range(2))

    assert first == again


@pytest.mark.parametrize("field", OTHERS)
def test_another_statement_gives_another_nonce(field: str) -> None:
    nonce = PLACE.transcript(b"label").derive(REAL, SEED, b"nonce")

    assert other_place(field).transcript(b"label").derive(REAL, SEED, b"nonce") != nonce


def test_seed_purpose_and_index_each_give_another_secret() -> None:
    transcript = PLACE.transcript(b"label")
    secrets = [
        transcript.derive(REAL, SEED, b"nonce"),
        transcript.derive(REAL, Seed(named("another seed")), b"nonce"),
        transcript.derive(REAL, SEED, b"mask"),
        transcript.derive(REAL, SEED, b"nonce", 1),
    ]

    assert len(set(secrets)) == 4
