"""C1: who signs, and which signatures count."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nacl.bindings import crypto_sign_open

from p2pqwirkle.errors import Breach
from p2pqwirkle.record.identity import Identity, PlayerId, check_player, verify_signature
from tests.forge import (
    NOT_CANONICAL,
    SMALL_ORDER,
    grind_signature,
    mixed_key,
    plus_order,
    scalar_of,
    sign_with_nonce,
    with_torsion,
)
from tests.record.strategies import NORTH, SOUTH

MESSAGE = b"north plays first"
RFC_8032 = [
    pytest.param(
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701c"
        "f9b46bd25bf5f0595bbe24655141438e7a100b",
        id="TEST 1",
    ),
    pytest.param(
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0"
        "f11d8c387b2eaeb4302aeeb00d291612bb0c00",
        id="TEST 2",
    ),
    pytest.param(
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f76098"
        "4dc6594a7c15e9716ed28dc027beceea1ec40a",
        id="TEST 3",
    ),
    pytest.param(
        "833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42",
        "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
        "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3"
        "feebbd454d4423643ce80e2a9ac94fa54ca49f",
        "dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b58909351fc9ac90b3ecfdfbc7c664"
        "31e0303dca179c138ac17ad9bef1177331a704",
        id="TEST SHA(abc)",
    ),
]


def refusal(player: bytes, message: bytes, signature: bytes) -> str:
    with pytest.raises(Breach) as refused:
        verify_signature(PlayerId(player), message, signature)
    return refused.value.clause


@pytest.mark.parametrize(("secret", "public", "message", "signature"), RFC_8032)
def test_keys_and_signatures_are_those_of_rfc_8032(
    secret: str, public: str, message: str, signature: str
) -> None:
    identity = Identity(bytes.fromhex(secret))

    assert identity.player.hex() == public
    assert identity.sign(bytes.fromhex(message)).hex() == signature
    verify_signature(identity.player, bytes.fromhex(message), bytes.fromhex(signature))


@given(st.binary(max_size=100))
def test_a_player_s_own_signature_counts(message: bytes) -> None:
    verify_signature(NORTH.player, message, NORTH.sign(message))


def test_signing_twice_gives_the_same_bytes() -> None:
    assert NORTH.sign(MESSAGE) == NORTH.sign(MESSAGE)


def test_another_valid_signature_of_the_same_player_counts_too() -> None:
    other = sign_with_nonce(scalar_of(NORTH), MESSAGE, nonce=7)

    assert other != NORTH.sign(MESSAGE)
    verify_signature(NORTH.player, MESSAGE, other)


def test_another_message_is_not_signed() -> None:
    assert refusal(NORTH.player, MESSAGE + b"!", NORTH.sign(MESSAGE)) == "C1.5"


def test_another_player_has_not_signed() -> None:
    assert refusal(SOUTH.player, MESSAGE, NORTH.sign(MESSAGE)) == "C1.5"


@pytest.mark.parametrize("place", range(64))
def test_a_signature_with_one_byte_changed_does_not_count(place: int) -> None:
    changed = bytearray(NORTH.sign(MESSAGE))
    changed[place] ^= 1

    assert refusal(NORTH.player, MESSAGE, bytes(changed)) in {"C1.3", "C1.4", "C1.5"}


def test_s_plus_q_is_refused() -> None:
    signature = NORTH.sign(MESSAGE)

    assert refusal(NORTH.player, MESSAGE, signature[:32] + plus_order(signature[32:])) == "C1.4"


def test_s_with_a_high_bit_set_is_refused() -> None:
    signature = NORTH.sign(MESSAGE)
    high = signature[:63] + bytes([signature[63] | 0x80])

    assert refusal(NORTH.player, MESSAGE, high) == "C1.4"


@pytest.mark.parametrize("part", range(1, 8))
def test_r_with_a_part_of_small_order_is_refused(part: int) -> None:
    signature = NORTH.sign(MESSAGE)
    mixed = with_torsion(signature[:32], part)

    assert refusal(NORTH.player, MESSAGE, mixed + signature[32:]) == "C1.3"


@pytest.mark.parametrize("part", range(1, 8))
def test_r_with_a_part_of_small_order_is_refused_where_the_cofactor_hides_it(part: int) -> None:
    mixed = sign_with_nonce(scalar_of(NORTH), MESSAGE, nonce=7, r_part=part)

    assert refusal(NORTH.player, MESSAGE, mixed) == "C1.3"


@pytest.mark.parametrize("part", range(8))
def test_a_key_of_small_order_cannot_sign(part: int) -> None:
    # With cofactor, R = S*G makes such a signature hold on every message at once.
    signature = sign_with_nonce(0, MESSAGE, nonce=7)

    assert refusal(mixed_key(0, part), MESSAGE, signature) == "C1.2"


@pytest.mark.parametrize(("key_part", "r_part"), [(4, 0), (1, 0), (1, 3), (2, 6)])
def test_a_key_with_a_part_of_small_order_cannot_sign(key_part: int, r_part: int) -> None:
    scalar = scalar_of(NORTH)
    key = mixed_key(scalar, key_part)
    crafted = grind_signature(scalar, MESSAGE, key_part=key_part, r_part=r_part)

    assert crypto_sign_open(crafted + MESSAGE, key) == MESSAGE, "libsodium alone lets it pass"
    assert refusal(key, MESSAGE, crafted) == "C1.2"


@pytest.mark.parametrize("encoded", [*SMALL_ORDER, *NOT_CANONICAL], ids=bytes.hex)
def test_no_other_encoding_of_a_point_is_a_key_or_an_r(encoded: bytes) -> None:
    with pytest.raises(Breach) as refused:
        check_player(encoded)

    assert refused.value.clause == "C1.2"
    assert refusal(NORTH.player, MESSAGE, encoded + NORTH.sign(MESSAGE)[32:]) == "C1.3"


@pytest.mark.parametrize("size", [0, 31, 33])
def test_keys_and_signatures_have_one_length(size: int) -> None:
    assert refusal(bytes(size), MESSAGE, NORTH.sign(MESSAGE)) == "C1.2"
    assert refusal(NORTH.player, MESSAGE, bytes(size + 32)) == "C1.3"


@pytest.mark.parametrize("size", [0, 31, 33, 64])
def test_a_secret_has_one_length(size: int) -> None:
    with pytest.raises(Breach) as refused:
        Identity(bytes(size))

    assert refused.value.clause == "C1.1"


def test_a_key_is_checked_and_returned() -> None:
    assert check_player(NORTH.player) == NORTH.player
