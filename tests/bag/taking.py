"""How the bag takes its vectors: each function returns, or raises `Breach`."""

import hashlib
import hmac
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from p2pqwirkle.bag.group import Edwards25519, Element, residue
from p2pqwirkle.bag.keys import (
    check_secret,
    decode_possession,
    encode_possession,
    joint_key,
    prove_possession,
    secret_key,
    verify_possession,
)
from p2pqwirkle.bag.masking import MaskedTile, decode_tiles, encode_tiles, first_bag, unmask
from p2pqwirkle.bag.shares import decode_shares, encode_shares, prove_shares, verify_shares
from p2pqwirkle.bag.shuffle import (
    Shuffle,
    decode_argument,
    encode_argument,
    prove_shuffle,
    verify_shuffle,
)
from p2pqwirkle.bag.slots import Drawn, Slot
from p2pqwirkle.bag.transcript import Preamble, Seed, Transcript

Case = Mapping[str, Any]
"""A case as JSON gives it."""

GROUP: Final = Edwards25519()


def unhexed(parts: Sequence[str]) -> list[bytes]:
    return [bytes.fromhex(part) for part in parts]


def element(written: str) -> Element:
    return GROUP.decode_element(bytes.fromhex(written))


def preamble(case: Case) -> Preamble:
    written = case["preamble"]
    return Preamble(
        game=bytes.fromhex(written["game"]),
        step=written["step"],
        digest=bytes.fromhex(written["digest"]),
        seat=written["seat"],
        identities=tuple(unhexed(written["identities"])),
        key_shares=tuple((seat, element(share)) for seat, share in written["key_shares"]),
        joint_key=element(written["joint_key"]) if written["joint_key"] else None,
    )


def masked(written: Sequence[str]) -> tuple[MaskedTile, ...]:
    return decode_tiles(GROUP, bytes.fromhex("".join(written)), len(written))


def take_element(case: Case) -> None:
    if "element" in case:
        GROUP.decode_element(bytes.fromhex(case["element"]))
    else:
        GROUP.decode_scalar(bytes.fromhex(case["scalar"]))


def take_generator(case: Case) -> None:
    found = GROUP.hash_to_element(case["label"].encode(), case["index"])
    assert found.hex() == case["element"]


def take_foreign(case: Case) -> None:
    if "secret" in case:
        secret = GROUP.decode_scalar(bytes.fromhex(case["secret"]))
        assert GROUP.multiply_base(secret) == element(case["element"])
    elif "seed" in case:
        half = int.from_bytes(hashlib.sha512(bytes.fromhex(case["seed"])).digest()[:32], "little")
        clamped = half % 2**254 // 8 * 8 + 2**254
        assert GROUP.multiply_base(residue(GROUP, clamped)) == element(case["element"])
    elif "key" in case:
        key, content = unhexed([case["key"], case["input"]])
        assert hmac.digest(key, content, "sha512").hex() == case["output"]
    else:
        assert hashlib.sha512(bytes.fromhex(case["input"])).hexdigest() == case["output"]


def take_transcript(case: Case) -> None:
    label = case["label"].encode()
    if "preamble" in case:
        assert preamble(case).transcript(label).state.hex() == case["state"]
        return
    transcript = Transcript.begin(label)
    for tag, content in case["absorbed"]:
        transcript = transcript.absorbing(tag.encode(), bytes.fromhex(content))
    index, seed, purpose = case["index"], Seed(bytes.fromhex(case["seed"])), case["purpose"]
    found = {
        "challenge": transcript.challenge(GROUP, index),
        "weight": transcript.weight(GROUP, index),
        "derived": transcript.derive(GROUP, seed, purpose.encode(), index),
    }
    assert transcript.state.hex() == case["state"]
    for name, scalar in found.items():
        assert GROUP.encode_scalar(scalar).hex() == case[name]


def take_key(case: Case) -> None:
    if "shares" in case:
        shares = [element(share) for share in case["shares"]]
        assert joint_key(GROUP, shares) == element(case["joint_key"])
    elif "secret" in case:
        secret = GROUP.decode_scalar(bytes.fromhex(case["secret"]))
        check_secret(GROUP, secret, element(case["share"]))
    else:
        _take_possession(case)


def _take_possession(case: Case) -> None:
    share, place = element(case["share"]), preamble(case)
    proof = decode_possession(GROUP, bytes.fromhex(case["proof"]))
    verify_possession(GROUP, share, proof, place)
    if "seed" in case:
        seed = Seed(bytes.fromhex(case["seed"]))
        again = prove_possession(GROUP, secret_key(GROUP, seed, place.game), seed, place)
        assert encode_possession(GROUP, again).hex() == case["proof"]


def take_tiles(case: Case) -> None:
    if "joint_key" in case:
        assert first_bag(GROUP, element(case["joint_key"])) == masked(case["masked"])
    elif "list" in case:
        decode_tiles(GROUP, bytes.fromhex(case["list"]), case["tiles"])
    else:
        (tile,) = masked([case["masked"]])
        opened = unmask(GROUP, tile, [element(share) for share in case["shares"]])
        assert opened == element(case["element"])


def take_shares(case: Case) -> None:
    place, tiles = preamble(case), masked(case["masked"])
    slots = [Slot(number, index) for number, index in case["slots"]]
    drawn = [Drawn(slot, tile) for slot, tile in zip(slots, tiles, strict=True)]
    shares = decode_shares(GROUP, bytes.fromhex(case["shares"]), len(drawn))
    verify_shares(GROUP, element(case["key_share"]), drawn, shares, place)
    if "seed" in case:
        seed = Seed(bytes.fromhex(case["seed"]))
        secret = secret_key(GROUP, seed, place.game)
        again = prove_shares(GROUP, secret, drawn, seed, place)
        assert encode_shares(GROUP, again).hex() == case["shares"]


def take_shuffle(case: Case) -> None:
    place, inputs = preamble(case), masked(case["inputs"])
    outputs, argument = unhexed([case["outputs"], case["argument"]])
    key, n = element(case["preamble"]["joint_key"]), len(inputs)
    shuffle = Shuffle(decode_tiles(GROUP, outputs, n), decode_argument(GROUP, argument, n))
    verify_shuffle(GROUP, key, inputs, shuffle, place)
    if "seed" in case:
        again = prove_shuffle(GROUP, key, inputs, Seed(bytes.fromhex(case["seed"])), place)
        assert encode_tiles(again.tiles) == outputs
        assert encode_argument(GROUP, again.argument) == argument


TAKE: Final[Mapping[str, Callable[[Case], None]]] = {
    "bag-elements.json": take_element,
    "bag-generators.json": take_generator,
    "bag-foreign.json": take_foreign,
    "bag-transcripts.json": take_transcript,
    "bag-keys.json": take_key,
    "bag-tiles.json": take_tiles,
    "bag-shares.json": take_shares,
    "bag-shuffles.json": take_shuffle,
}
