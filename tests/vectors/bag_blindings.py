"""Vectors of blindings (B9), of a hand of one tile and a list of three."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from p2pqwirkle.bag.blinding import Blinding, encode_blinding, prove_blinding
from p2pqwirkle.bag.group import Scalar
from p2pqwirkle.bag.masking import MaskedTile
from tests.bag.cheats import Blinder, Tiles, components, multiplied
from tests.vectors.bag_kit import (
    DEAL,
    GROUP,
    Case,
    bad_pieces,
    case,
    document,
    hexed,
    other_places,
    with_piece,
    written_preamble,
    written_tiles,
)
from tests.vectors.bag_rebuilds import REBUILD

LISTED: Final = REBUILD.listed
PLACE: Final = REBUILD.preamble(0, 2)
Z: Final = Scalar(1234567)
LIAR: Final = Blinder(GROUP, LISTED, Z, DEAL.seed(0), PLACE)


def blindings() -> object:
    what = (
        "Verify the blinding of inputs in the place that preamble says; used are the Z of all "
        "blindings before it in the game. Where a seed is given, it follows from it. expect ok: "
        "accept; else refuse with that clause."
    )
    return document(what, "B9", list(_cases()))


def _cases() -> Iterator[Case]:
    right, sent = encode_blinding(GROUP, REBUILD.blindings[0]), _sent()
    yield from _accepted()
    one = encode_blinding(GROUP, prove_blinding(GROUP, LISTED[:1], DEAL.seed(0), PLACE))
    yield case("used-before", "B9.2", "seat 0's Z", **sent | {"used": [right[256:288].hex()]})
    used = LIAR.claims(LIAR.honest)
    yield case(
        "used-of-two",
        "B9.2",
        "a good proof with a Z of an earlier rebuild",
        **sent | {"blinding": _encoded(used), "used": hexed([DEAL.shares[0], used.element])},
    )
    for name, bad in {
        "one-short": right[64:],
        "one-long": right[:64] + right,
        "cut": right[:-1],
        "empty": b"",
        "blinding-of-one": one,
    }.items():
        yield case(name, "B9.1", "four entries are due", **sent | {"blinding": bad.hex()})
    for number, (clause, bad, reason) in enumerate(bad_pieces(right, range(9), (9, 10))):
        yield case(f"bytes-{number}", clause, reason, **sent | {"blinding": bad.hex()})
    for name, comment, blinding in _wrong():
        yield case(name, "B5.2", comment, **sent | {"blinding": _encoded(blinding)})
    swapped = right[:288] + right[320:] + right[288:320]
    yield case("response-first", "B5.2", "z, then c", **sent | {"blinding": swapped.hex()})
    other = with_piece(right, 8, DEAL.shares[0])
    yield case("other-element", "B5.2", "Z is a key share", **sent | {"blinding": other.hex()})
    for name, comment, change in _misplaced():
        yield case(name, "B5.2", comment, **sent | change)


def _sent() -> Case:
    return {
        "preamble": written_preamble(PLACE),
        "inputs": written_tiles(LISTED),
        "used": [],
        "blinding": _encoded(REBUILD.blindings[0]),
    }


def _encoded(blinding: Blinding) -> str:
    return encode_blinding(GROUP, blinding).hex()


def _accepted() -> Iterator[Case]:
    first, second = REBUILD.blindings
    seed = DEAL.seed(0).hex()
    yield case("first-seat", "ok", "seat 0", seed=seed, intermediate=_intermediate(), **_sent())
    change: Case = {
        "preamble": written_preamble(REBUILD.preamble(1, 3)),
        "inputs": written_tiles(first.tiles),
        "used": [first.element.hex()],
        "blinding": _encoded(second),
    }
    yield case("second-seat", "ok", "seat 1", seed=DEAL.seed(1).hex(), **_sent() | change)
    one = prove_blinding(GROUP, LISTED[:1], DEAL.seed(0), PLACE)
    alone: Case = {"inputs": written_tiles(LISTED[:1]), "blinding": _encoded(one)}
    yield case("one-entry", "ok", "seat 0", seed=seed, **_sent() | alone)
    yield case("any-secret", "ok", f"z is {Z}", **_sent() | {"blinding": _claimed(LIAR.honest)})


def _claimed(outputs: Tiles) -> str:
    return _encoded(LIAR.claims(outputs))


def _intermediate() -> Case:
    """T after the images, and the weights, of seat 0's blinding."""
    blinding = REBUILD.blindings[0]
    transcript = (
        PLACE.transcript(b"p2pqwirkle/1 blinding")
        .absorbing(b"image", blinding.element)
        .absorbing_elements(b"bases", components(LISTED))
        .absorbing_elements(b"images", components(blinding.tiles))
    )
    weights = [GROUP.encode_scalar(transcript.weight(GROUP, j)).hex() for j in range(8)]
    return {"T": transcript.state.hex(), "w": weights}


def _wrong() -> Iterator[tuple[str, str, Blinding]]:
    """Blindings whose prover has z, with the best proof that there is of something else."""
    honest = LIAR.honest
    other = tuple(multiplied(GROUP, Z + 1, tile) for tile in LISTED)
    mixed = tuple(MaskedTile(one.a, two.b) for one, two in zip(honest, other, strict=True))
    yield "hand-and-list", "z for the hand, z + 1 for the list", LIAR.claims(honest[:1] + other[1:])
    yield "single-entry", "z + 1 for the last entry", LIAR.claims(honest[:3] + other[3:])
    yield "a-and-b", "z for every A, z + 1 for every B", LIAR.claims(mixed)
    yield "no-secret-of-theirs", "z + 1 for all", LIAR.claims(other)
    exchanged = (honest[1], honest[0], *honest[2:])
    yield "exchanged-entries", "0 and 1", LIAR.claims(exchanged)
    turned = tuple(MaskedTile(tile.b, tile.a) for tile in honest)
    yield "exchanged-components", "every A with its B", LIAR.claims(turned)
    yield "errors-that-cancel", "+E and -E in two A", LIAR.claims(_cancelling(honest))
    more = GROUP.add(honest[0].a, GROUP.base), GROUP.add(honest[0].b, REBUILD.key)
    yield "remasked", "a mask added to entry 0", LIAR.claims((MaskedTile(*more), *honest[1:]))
    yield "not-blinded", "the inputs as they are", LIAR.claims(LISTED)


def _cancelling(honest: Tiles) -> Tiles:
    first, second = honest[:2]
    return (
        replace(first, a=GROUP.add(first.a, GROUP.base)),
        replace(second, a=GROUP.subtract(second.a, GROUP.base)),
        *honest[2:],
    )


def _misplaced() -> Iterator[tuple[str, str, Case]]:
    yield "other-list", "the same entries in another order", {"inputs": written_tiles(LISTED[::-1])}
    again: Case = {"inputs": written_tiles(REBUILD.blindings[0].tiles)}
    yield "outputs-as-inputs", "of its own outputs", again
    for field, changed in other_places(PLACE):
        yield f"other-{field}", f"another {field}", {"preamble": written_preamble(changed)}
