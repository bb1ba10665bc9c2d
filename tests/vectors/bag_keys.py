"""Vectors of keys (B3)."""

from collections.abc import Iterator
from dataclasses import replace

from p2pqwirkle.bag.group import Element
from p2pqwirkle.bag.keys import encode_possession, prove_possession
from tests.bag.deals import named
from tests.naive import curve
from tests.vectors.bag_kit import (
    DEAL,
    GROUP,
    Case,
    bad_elements,
    bad_pieces,
    case,
    document,
    hexed,
    written_preamble,
)


def keys() -> object:
    what = (
        "share and proof: verify the possession proof of the key share in the place that preamble "
        "says; where a seed is given, the proof follows from it. shares: form the joint key. "
        "secret and share: check the opened secret. expect ok: accept, and a joint key matches; "
        "else refuse with that clause."
    )
    return document(what, "B3", [*_possession(), *_joint_keys(), *_secrets()])


def _proof(seat: int) -> bytes:
    preamble = DEAL.possession_preamble(seat)
    proof = prove_possession(GROUP, DEAL.secrets[seat], DEAL.seed(seat), preamble)
    return encode_possession(GROUP, proof)


def _possession() -> Iterator[Case]:
    right, share, place = _proof(0), DEAL.shares[0], DEAL.possession_preamble(0)
    sent: dict[str, object] = {
        "preamble": written_preamble(place),
        "share": share.hex(),
        "proof": right.hex(),
    }
    seed = DEAL.seed(0).hex()
    yield case("possession", "ok", "seat 0", seed=seed, **sent)

    yield case("possession-short", "B3.1", "63 bytes", **sent | {"proof": right[:-1].hex()})
    yield case("possession-long", "B3.1", "65 bytes", **sent | {"proof": (right + b"\0").hex()})
    for number, (clause, bad, reason) in enumerate(bad_pieces(right, (), (0, 1))):
        yield case(f"possession-bytes-{number}", clause, reason, **sent | {"proof": bad.hex()})
    yield case("share-short", "B1.1", "31 bytes", **sent | {"share": share[:-1].hex()})
    for number, (clause, bad, reason) in enumerate(bad_elements(share)):
        yield case(f"share-bytes-{number}", clause, reason, **sent | {"share": bad.hex()})

    swapped = (right[32:] + right[:32]).hex()
    yield case("response-first", "B3.2", "z, then c", **sent | {"proof": swapped})
    other = DEAL.shares[1].hex()
    yield case("other-share", "B3.2", "seat 1's share", **sent | {"share": other})
    copied = written_preamble(replace(place, seat=1))
    yield case("copied-by-seat-1", "B3.2", "share and proof copied", **sent | {"preamble": copied})
    for field, changed in {
        "game": replace(place, game=named("another game")),
        "step": replace(place, step=place.step + 1),
        "digest": replace(place, digest=named("another history")),
        "identities": replace(place, identities=place.identities[:2]),
    }.items():
        comment = f"a proof for another {field}"
        bad_place = written_preamble(changed)
        yield case(f"other-{field}", "B3.2", comment, **sent | {"preamble": bad_place})


def _joint_keys() -> Iterator[Case]:
    first, second, third = DEAL.shares
    yield case(
        "joint-key", "ok", "three seats", shares=hexed(DEAL.shares), joint_key=DEAL.key.hex()
    )
    yield case("equal-shares", "B3.3", "seat 2 has seat 0's", shares=hexed([first, second, first]))
    minus = curve.encode(curve.negate(curve.decode(first)))
    yield case("cancelling-shares", "B3.4", "X and -X", shares=hexed([first, minus]))
    last = curve.encode(curve.negate(curve.decode(GROUP.add(first, second))))
    yield case("shares-sum-to-nothing", "B3.4", "three", shares=hexed([first, second, last]))
    partly = [first, Element(minus), third]
    yield case(
        "two-of-three-cancel",
        "ok",
        "only the whole sum counts",
        shares=hexed(partly),
        joint_key=third.hex(),
    )


def _secrets() -> Iterator[Case]:
    secret = GROUP.encode_scalar(DEAL.secrets[0]).hex()
    yield case("secret", "ok", "seat 0", secret=secret, share=DEAL.shares[0].hex())
    yield case("secret-of-another", "B3.5", "seat 1", secret=secret, share=DEAL.shares[1].hex())
