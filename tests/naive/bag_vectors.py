"""How the second implementation of the bag takes the vectors: it returns, or raises `Refused`."""

import hashlib
import hmac
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from tests.naive import bag, bag_prover, bag_rebuild
from tests.naive.curve import BASE, encode, multiply

Case = Mapping[str, Any]
"""A case as JSON gives it."""


def unhexed(parts: Sequence[str]) -> list[bytes]:
    return [bytes.fromhex(part) for part in parts]


def preamble(case: Case) -> bag.Preamble:
    written = case["preamble"]
    return bag.Preamble(
        bytes.fromhex(written["game"]),
        written["step"],
        bytes.fromhex(written["digest"]),
        written["seat"],
        unhexed(written["identities"]),
        [(seat, bytes.fromhex(share)) for seat, share in written["key_shares"]],
        bytes.fromhex(written["joint_key"]),
    )


def tiles(written: Sequence[str]) -> list[bag.Tile]:
    return bag.decode_tiles(bytes.fromhex("".join(written)), len(written))


def take_element(case: Case) -> None:
    if "element" in case:
        bag.decode_element(bytes.fromhex(case["element"]))
    else:
        bag.decode_scalar(bytes.fromhex(case["scalar"]))


def take_generator(case: Case) -> None:
    element = bag.hash_to_element(case["label"].encode(), case["index"])
    assert encode(element).hex() == case["element"]


def take_foreign(case: Case) -> None:
    if "secret" in case:
        secret = bag.decode_scalar(bytes.fromhex(case["secret"]))
        assert encode(multiply(secret, BASE)).hex() == case["element"]
    elif "seed" in case:
        half = int.from_bytes(hashlib.sha512(bytes.fromhex(case["seed"])).digest()[:32], "little")
        clamped = half % 2**254 // 8 * 8 + 2**254
        assert encode(multiply(clamped, BASE)).hex() == case["element"]
    elif "key" in case:
        key, content = unhexed([case["key"], case["input"]])
        assert hmac.digest(key, content, "sha512").hex() == case["output"]
    else:
        assert hashlib.sha512(bytes.fromhex(case["input"])).hexdigest() == case["output"]


def take_transcript(case: Case) -> None:
    if "preamble" in case:
        state = bag.begin(case["label"].encode(), preamble(case))
        assert state.hex() == case["state"]
        return
    state = bag.transcript(case["label"].encode())
    for tag, content in case["absorbed"]:
        state = bag.absorb(state, tag.encode(), bytes.fromhex(content))
    assert state.hex() == case["state"]
    index, seed, purpose = case["index"], bytes.fromhex(case["seed"]), case["purpose"].encode()
    assert bag.encode_scalar(bag.challenge(state, index)).hex() == case["challenge"]
    assert bag.encode_scalar(bag.weight(state, index)).hex() == case["weight"]
    derived = bag_prover.derive(seed, state, purpose, index)
    assert bag.encode_scalar(derived).hex() == case["derived"]


def take_key(case: Case) -> None:
    if "shares" in case:
        key = bag.joint_key([bag.decode_element(share) for share in unhexed(case["shares"])])
        assert encode(key).hex() == case["joint_key"]
    elif "secret" in case:
        bag.check_secret(*unhexed([case["secret"], case["share"]]))
    else:
        share, proof = unhexed([case["share"], case["proof"]])
        bag.check_possession(preamble(case), share, proof)
        if "seed" in case:
            assert bag_prover.prove_possession(preamble(case), bytes.fromhex(case["seed"])) == proof


def take_tiles(case: Case) -> None:
    if "joint_key" in case:
        first = bag.first_bag(bag.decode_element(bytes.fromhex(case["joint_key"])))
        assert bag.encode_tiles(first).hex() == "".join(case["masked"])
    elif "list" in case:
        bag.decode_tiles(bytes.fromhex(case["list"]), case["tiles"])
    else:
        (tile,) = tiles([case["masked"]])
        shares = [bag.decode_element(share) for share in unhexed(case["shares"])]
        assert encode(bag.unmask(tile, shares)).hex() == case["element"]


def take_shares(case: Case) -> None:
    where, masked = preamble(case), tiles(case["masked"])
    slots = [(number, index) for number, index in case["slots"]]
    key_share, shares = unhexed([case["key_share"], case["shares"]])
    bag.check_shares(where, key_share, slots, masked, shares)
    if "seed" in case:
        seed = bytes.fromhex(case["seed"])
        assert bag_prover.prove_shares(where, slots, masked, seed) == shares
    if "intermediate" in case:
        bases = [a for a, _ in masked]
        images = [bag.decode_element(piece) for piece in bag.pieces(shares[:-64])]
        state = bag.shares_transcript(where, slots, masked)
        dleq = bag.Dleq.of(state, bag.decode_element(key_share), bases, images)
        weights = [bag.weight(dleq.state, j) for j in range(len(slots))]
        assert dleq.state.hex() == case["intermediate"]["T"]
        assert [bag.encode_scalar(w).hex() for w in weights] == case["intermediate"]["w"]


def take_shuffle(case: Case) -> None:
    where, inputs = preamble(case), tiles(case["inputs"])
    outputs, argument = unhexed([case["outputs"], case["argument"]])
    taken = bag.check_shuffle(where, inputs, outputs, argument)
    if "seed" in case:
        seed = bytes.fromhex(case["seed"])
        assert bag_prover.prove_shuffle(where, inputs, seed) == (outputs, argument)
    if "intermediate" in case:
        n = 32 * len(inputs)
        t_0 = bag.shuffle_transcript(where, where.joint_key, inputs, taken)
        t_1 = bag.absorb(t_0, b"permutation", argument[:n])
        t_2 = bag.absorb(t_1, b"chain", argument[n : 2 * n])
        u = [bag.encode_scalar(bag.challenge(t_1, j)).hex() for j in range(len(inputs))]
        found = {"T_0": t_0.hex(), "T_1": t_1.hex(), "T_2": t_2.hex(), "u": u}
        assert found == case["intermediate"]


def take_blinding(case: Case) -> None:
    where, inputs = preamble(case), tiles(case["inputs"])
    encoded, used = bytes.fromhex(case["blinding"]), unhexed(case["used"])
    outputs = bag_rebuild.check_blinding(where, inputs, used, encoded)
    if "seed" in case:
        seed = bytes.fromhex(case["seed"])
        assert bag_rebuild.prove_blinding(where, inputs, seed) == encoded
    if "intermediate" in case:
        sides = [bag_rebuild.components(list_) for list_ in (inputs, outputs)]
        element = bag.decode_element(encoded[64 * len(inputs) :][:32])
        dleq = bag.Dleq.of(bag.begin(b"p2pqwirkle/1 blinding", where), element, *sides)
        weights = [bag.weight(dleq.state, j) for j in range(len(sides[0]))]
        assert dleq.state.hex() == case["intermediate"]["T"]
        assert [bag.encode_scalar(w).hex() for w in weights] == case["intermediate"]["w"]


def take_tags(case: Case) -> None:
    if "tags" in case:
        assert bag_rebuild.marked(unhexed(case["tags"]), case["hands"]) == case["matched"]
        return
    where, blinded = preamble(case), tiles(case["blinded"])
    key_share, shares = unhexed([case["key_share"], case["shares"]])
    bag_rebuild.check_tag_shares(where, key_share, blinded, shares)
    if "seed" in case:
        seed = bytes.fromhex(case["seed"])
        assert bag_rebuild.prove_tag_shares(where, blinded, seed) == shares


def take_rebuild(case: Case) -> None:
    if "drawn" in case:
        (drawn,), departed = tiles([case["drawn"]]), map(bag.decode_element, _departed(case))
        assert bag.encode_tiles([bag_rebuild.without(drawn, list(departed))]).hex() == case["left"]
    elif "masked" in case:
        key = bag.decode_element(bytes.fromhex(case["joint_key"]))
        masked = bag_rebuild.masked_list(key, case["numbers"])
        assert bag.encode_tiles(masked).hex() == "".join(case["masked"])
    else:
        _take_whole_rebuild(case)


def _departed(case: Case) -> list[bytes]:
    return unhexed(case["departed"])


def _take_whole_rebuild(case: Case) -> None:
    living = [(seat, bytes.fromhex(share)) for seat, share in case["living"]]
    key = bag.joint_key([bag.decode_element(share) for _, share in living])
    assert encode(key).hex() == case["joint_key"]
    shuffled = bag_rebuild.masked_list(key, case["numbers"])
    for said in case["shuffles"]:
        outputs, argument = unhexed([said["outputs"], said["argument"]])
        shuffled = bag.check_shuffle(preamble(said), shuffled, outputs, argument)
    listed, used = [*tiles(case["held"]), *shuffled], list[bytes]()
    for said in case["blindings"]:
        blinding = bytes.fromhex(said["blinding"])
        listed = bag_rebuild.check_blinding(preamble(said), listed, used, blinding)
        used.append(blinding[-96:-64])
    shares = [
        bag_rebuild.check_tag_shares(preamble(said), share, listed, bytes.fromhex(said["shares"]))
        for (_, share), said in zip(living, case["tag_shares"], strict=True)
    ]
    tags = [encode(bag.unmask(tile, [each[j] for each in shares])) for j, tile in enumerate(listed)]
    assert [tag.hex() for tag in tags] == case["tags"]
    marked = bag_rebuild.marked(tags, len(case["held"]))
    assert marked == case["matched"]
    left = [tile for j, tile in enumerate(shuffled) if j not in marked]
    assert bag.encode_tiles(left).hex() == "".join(case["bag"])


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
