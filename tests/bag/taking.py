"""How the bag takes its vectors: each function returns, or raises `Breach`."""

import hashlib
import hmac
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from p2pqwirkle.bag.blinding import (
    decode_blinding,
    encode_blinding,
    prove_blinding,
    verify_blinding,
)
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
from p2pqwirkle.bag.masking import (
    MaskedTile,
    decode_tiles,
    encode_tiles,
    first_bag,
    mask_elements,
    tile_elements,
    unmask,
    without_share,
)
from p2pqwirkle.bag.shares import decode_shares, encode_shares, prove_shares, verify_shares
from p2pqwirkle.bag.shuffle import (
    Shuffle,
    decode_argument,
    encode_argument,
    prove_shuffle,
    verify_shuffle,
)
from p2pqwirkle.bag.slots import Drawn, Slot
from p2pqwirkle.bag.tags import match_tags, prove_tag_shares, verify_tag_shares
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


def take_blinding(case: Case) -> None:
    place, inputs = preamble(case), masked(case["inputs"])
    used = [element(each) for each in case["used"]]
    blinding = decode_blinding(GROUP, bytes.fromhex(case["blinding"]), len(inputs))
    verify_blinding(GROUP, inputs, blinding, place, used)
    if "seed" in case:
        again = prove_blinding(GROUP, inputs, Seed(bytes.fromhex(case["seed"])), place)
        assert encode_blinding(GROUP, again).hex() == case["blinding"]


def take_tags(case: Case) -> None:
    if "tags" in case:
        tags = [element(tag) for tag in case["tags"]]
        assert sorted(match_tags(tags, case["hands"])) == case["matched"]
        return
    place, blinded = preamble(case), masked(case["blinded"])
    shares = decode_shares(GROUP, bytes.fromhex(case["shares"]), len(blinded))
    verify_tag_shares(GROUP, element(case["key_share"]), blinded, shares, place)
    if "seed" in case:
        seed = Seed(bytes.fromhex(case["seed"]))
        again = prove_tag_shares(GROUP, secret_key(GROUP, seed, place.game), blinded, seed, place)
        assert encode_shares(GROUP, again).hex() == case["shares"]


def take_rebuild(case: Case) -> None:
    if "drawn" in case:
        (tile,) = masked([case["drawn"]])
        for share in case["departed"]:
            tile = without_share(GROUP, tile, element(share))
        assert encode_tiles([tile]).hex() == case["left"]
    elif "masked" in case:
        assert _masked_list(case) == masked(case["masked"])
    else:
        _take_whole_rebuild(case)


def _masked_list(case: Case) -> tuple[MaskedTile, ...]:
    elements = [tile_elements(GROUP)[number] for number in case["numbers"]]
    return mask_elements(GROUP, element(case["joint_key"]), elements)


def _take_whole_rebuild(case: Case) -> None:
    key_shares = [element(share) for _, share in case["living"]]
    assert joint_key(GROUP, key_shares) == element(case["joint_key"])
    shuffled = _masked_list(case)
    for said in case["shuffles"]:
        take_shuffle(said | {"inputs": _written(shuffled)})
        shuffled = decode_tiles(GROUP, bytes.fromhex(said["outputs"]), len(shuffled))
    listed, used = (*masked(case["held"]), *shuffled), list[str]()
    for said in case["blindings"]:
        take_blinding(said | {"inputs": _written(listed), "used": used})
        blinding = decode_blinding(GROUP, bytes.fromhex(said["blinding"]), len(listed))
        listed, used = blinding.tiles, [*used, blinding.element.hex()]
    given = []
    for (_, share), said in zip(case["living"], case["tag_shares"], strict=True):
        take_tags(said | {"key_share": share, "blinded": _written(listed)})
        given.append(decode_shares(GROUP, bytes.fromhex(said["shares"]), len(listed)).elements)
    tags = [unmask(GROUP, tile, [each[j] for each in given]) for j, tile in enumerate(listed)]
    assert [tag.hex() for tag in tags] == case["tags"]
    matched = match_tags(tags, len(case["held"]))
    assert sorted(matched) == case["matched"]
    left = [tile for j, tile in enumerate(shuffled) if j not in matched]
    assert _written(left) == case["bag"]


def _written(tiles: Sequence[MaskedTile]) -> list[str]:
    return [encode_tiles([tile]).hex() for tile in tiles]


TAKE: Final[Mapping[str, Callable[[Case], None]]] = {
    "bag-elements.json": take_element,
    "bag-generators.json": take_generator,
    "bag-foreign.json": take_foreign,
    "bag-transcripts.json": take_transcript,
    "bag-keys.json": take_key,
    "bag-tiles.json": take_tiles,
    "bag-shares.json": take_shares,
    "bag-shuffles.json": take_shuffle,
    "bag-blindings.json": take_blinding,
    "bag-tags.json": take_tags,
    "bag-rebuilds.json": take_rebuild,
}
