"""Vectors of elements, scalars, generators and transcripts (B1, B2, B8)."""

import hashlib
from collections.abc import Iterator
from typing import Final

from p2pqwirkle.bag.group import Scalar
from p2pqwirkle.bag.transcript import Transcript
from tests.bag.deals import named
from tests.forge import NOT_CANONICAL, SMALL_ORDER, with_torsion
from tests.naive.curve import Q
from tests.vectors.bag_kit import DEAL, GROUP, Case, case, document, written_preamble

OFF_THE_CURVE: Final = (2).to_bytes(32, "little")
"""No x goes with a y of 2."""

LABELS: Final = {
    b"p2pqwirkle/1 tile": 108,
    b"p2pqwirkle/1 chain": 1,
    b"p2pqwirkle/1 commitment": 108,
}


def elements() -> object:
    what = "Read the element or the scalar. expect ok: accept it; else refuse it with that clause."
    return document(what, "B1", [*_elements(), *_scalars()])


def _elements() -> Iterator[Case]:
    tile = GROUP.hash_to_element(b"p2pqwirkle/1 tile", 0)
    yield case("element-base", "ok", "G", element=GROUP.base.hex())
    yield case("element-tile", "ok", "M_0", element=tile.hex())
    yield case("element-empty", "B1.1", "no bytes", element="")
    yield case("element-short", "B1.1", "31 bytes", element=tile[:31].hex())
    yield case("element-long", "B1.1", "33 bytes", element=(tile + b"\x00").hex())
    for number, encoded in enumerate(NOT_CANONICAL):
        name, comment = f"element-not-canonical-{number}", "y from p up, or a sign on x = 0"
        yield case(name, "B1.2", comment, element=encoded.hex())
    yield case("element-identity", "B1.3", "the identity", element=SMALL_ORDER[0].hex())
    for part in range(1, 8):
        comment = f"{part} times a point of order eight"
        yield case(f"element-small-{part}", "B1.4", comment, element=SMALL_ORDER[part].hex())
        mixed = with_torsion(tile, part).hex()
        yield case(f"element-mixed-{part}", "B1.4", f"M_0 and {comment}", element=mixed)
    yield case("element-off-the-curve", "B1.4", "y = 2", element=OFF_THE_CURVE.hex())


def _scalars() -> Iterator[Case]:
    for name, value, expect in (
        ("scalar-one", 1, "ok"),
        ("scalar-highest", Q - 1, "ok"),
        ("scalar-order", Q, "B1.6"),
        ("scalar-order-and-one", Q + 1, "B1.6"),
        ("scalar-all-bits", 2**256 - 1, "B1.6"),
        ("scalar-zero", 0, "B1.7"),
    ):
        encoded = value.to_bytes(32, "little")
        yield case(name, expect, "little-endian", scalar=encoded.hex())
    one = GROUP.encode_scalar(Scalar(1))
    yield case("scalar-short", "B1.5", "31 bytes", scalar=one[:31].hex())
    yield case("scalar-long", "B1.5", "33 bytes", scalar=(one + b"\x00").hex())


def generators() -> object:
    what = "hash_to_element(label, index) gives the element. All of them: 108, 1 and 108."
    cases = (
        case(
            f"{label.decode().split()[-1]}-{index}",
            "ok",
            "",
            label=label.decode(),
            index=index,
            element=GROUP.hash_to_element(label, index).hex(),
        )
        for label, count in LABELS.items()
        for index in range(count)
    )
    return document(what, "B1", list(cases))


def foreign() -> object:
    what = (
        "Vectors of others for the primitives. secret: the scalar times G is the element. seed: "
        "SHA-512 of it, clamped as in RFC 8032, times G is the element. input: SHA-512 of it, or "
        "HMAC-SHA-512 with the key, is the output."
    )
    return document(what, "B1", [*_rfc_8032(), *_rfc_9591(), *_hashes()])


def _rfc_8032() -> Iterator[Case]:
    pairs = {
        "test-1": (
            "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        ),
        "test-2": (
            "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        ),
        "test-3": (
            "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
            "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        ),
    }
    for name, (seed, element) in pairs.items():
        comment = "RFC 8032, section 7.1"
        yield case(f"rfc-8032-{name}", "ok", comment, seed=seed, element=element)


def _rfc_9591() -> Iterator[Case]:
    pairs = {
        "group-key": (
            "7b1c33d3f5291d85de664833beb1ad469f7fb6025a0ec78b3a790c6e13a98304",
            "15d21ccd7ee42959562fc8aa63224c8851fb3ec85a3faf66040d380fb9738673",
        ),
        "p1-hiding": (
            "812d6104142944d5a55924de6d49940956206909f2acaeedecda2b726e630407",
            "b5aa8ab305882a6fc69cbee9327e5a45e54c08af61ae77cb8207be3d2ce13de3",
        ),
        "p1-binding": (
            "b1110165fc2334149750b28dd813a39244f315cff14d4e89e6142f262ed83301",
            "67e98ab55aa310c3120418e5050c9cf76cf387cb20ac9e4b6fdb6f82a469f932",
        ),
        "p3-hiding": (
            "c256de65476204095ebdc01bd11dc10e57b36bc96284595b8215222374f99c0e",
            "cfbdb165bd8aad6eb79deb8d287bcc0ab6658ae57fdcc98ed12c0669e90aec91",
        ),
        "p3-binding": (
            "243d71944d929063bc51205714ae3c2218bd3451d0214dfb5aeec2a90c35180d",
            "7487bc41a6e712eea2f2af24681b58b1cf1da278ea11fe4e8b78398965f13552",
        ),
    }
    for name, (secret, element) in pairs.items():
        comment = "RFC 9591, appendix E.1, FROST(Ed25519, SHA-512)"
        yield case(f"rfc-9591-{name}", "ok", comment, secret=secret, element=element)


def _hashes() -> Iterator[Case]:
    yield case(
        "fips-180-4-abc",
        "ok",
        "SHA-512",
        input=b"abc".hex(),
        output="ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
        "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
    )
    yield case(
        "rfc-4231-test-1",
        "ok",
        "HMAC-SHA-512",
        key="0b" * 20,
        input=b"Hi There".hex(),
        output="87aa7cdea5ef619d4ff0b4241a1d6cb02379f4e2ce4ec2787ad0b30545e17cde"
        "daa833b7d6b8a702038b274eaea3f4e4be9d914eeb61f1702e696c203a126854",
    )


def transcripts() -> object:
    what = (
        "Begin with the label, absorb each [tag, content], and compare the state; then challenge, "
        "weight and derived scalar number index, the last with the seed for the purpose. preamble: "
        "begin with it under the label, and compare the state."
    )
    long = hashlib.sha512(b"a list of twenty elements").digest() * 10
    absorbed: dict[str, list[tuple[bytes, bytes]]] = {
        "label-alone": [],
        "empty-content": [(b"game", b"")],
        "two-frames": [(b"game", named("game")), (b"step", bytes(7) + b"\x03")],
        "other-cut": [(b"gam", b"e" + named("game"))],
        "long-list": [(b"inputs", long)],
    }
    cases = [_transcript(name, frames) for name, frames in absorbed.items()]
    place, label = DEAL.preamble(1), "p2pqwirkle/1 shuffle"
    state = place.transcript(label.encode()).state.hex()
    written = written_preamble(place)
    first = case("preamble", "ok", "alone", preamble=written, label=label, state=state)
    return document(what, "B2", [first, *cases])


def _transcript(name: str, frames: list[tuple[bytes, bytes]]) -> Case:
    transcript = Transcript.begin(b"p2pqwirkle/1 vector")
    for tag, content in frames:
        transcript = transcript.absorbing(tag, content)
    index, seed, purpose = 5, DEAL.seed(0), b"nonce"
    return case(
        name,
        "ok",
        "",
        label="p2pqwirkle/1 vector",
        absorbed=[[tag.decode(), content.hex()] for tag, content in frames],
        state=transcript.state.hex(),
        index=index,
        challenge=GROUP.encode_scalar(transcript.challenge(GROUP, index)).hex(),
        weight=GROUP.encode_scalar(transcript.weight(GROUP, index)).hex(),
        seed=seed.hex(),
        purpose=purpose.decode(),
        derived=GROUP.encode_scalar(transcript.derive(GROUP, seed, purpose, index)).hex(),
    )
