"""Vectors of tags (B10): shares for them, and what they mark."""

from collections.abc import Iterator
from typing import Final

from p2pqwirkle.bag.masking import tile_elements
from p2pqwirkle.bag.shares import Shares, encode_shares, prove_shares
from p2pqwirkle.bag.slots import Drawn, Slot
from p2pqwirkle.bag.tags import prove_tag_shares
from tests.naive import curve
from tests.vectors.bag_kit import (
    DEAL,
    GROUP,
    Case,
    bad_pieces,
    case,
    document,
    hexed,
    other_places,
    piece,
    with_piece,
    written_preamble,
    written_tiles,
)
from tests.vectors.bag_rebuilds import REBUILD

PLACE: Final = REBUILD.tag_preamble(1)
SHARES: Final = REBUILD.tag_shares(1)


def tags() -> object:
    what = (
        "blinded: verify the tag shares of the seat's key_share, in the place that preamble says; "
        "where a seed is given, they follow from it. tags: match them; the first so many as hands "
        "says are of tiles in hands, and matched are the entries of the list that they mark. "
        "expect ok: accept, and the outcome matches; else refuse with that clause."
    )
    return document(what, "B10", [*_shares(), *_matchings()])


def _encoded(shares: Shares) -> str:
    return encode_shares(GROUP, shares).hex()


def _shares() -> Iterator[Case]:
    right = encode_shares(GROUP, SHARES)
    sent: Case = {
        "preamble": written_preamble(PLACE),
        "key_share": DEAL.shares[1].hex(),
        "blinded": written_tiles(REBUILD.blinded),
        "shares": right.hex(),
    }
    yield case("shares", "ok", "seat 1", seed=DEAL.seed(1).hex(), **sent)
    one = prove_tag_shares(GROUP, DEAL.secrets[1], REBUILD.blinded[:1], DEAL.seed(1), PLACE)
    alone: Case = {"blinded": written_tiles(REBUILD.blinded[:1]), "shares": _encoded(one)}
    yield case("one-share", "ok", "seat 1", seed=DEAL.seed(1).hex(), **sent | alone)
    for name, bad in {
        "one-short": right[32:],
        "one-long": right[:32] + right,
        "cut": right[:-1],
        "empty": b"",
    }.items():
        yield case(name, "B6.1", "four entries", **sent | {"shares": bad.hex()})
    for number, (clause, bad, reason) in enumerate(bad_pieces(right, range(4), (4, 5))):
        yield case(f"bytes-{number}", clause, reason, **sent | {"shares": bad.hex()})
    for name, comment, bad in _wrong(right):
        yield case(name, "B5.2", comment, **sent | {"shares": bad.hex()})
    for name, comment, change in _misplaced():
        yield case(name, "B5.2", comment, **sent | change)


def _wrong(right: bytes) -> Iterator[tuple[str, str, bytes]]:
    others = encode_shares(GROUP, REBUILD.tag_shares(0))
    yield "of-seat-0", "seat 0's shares and proof", others
    yield "one-other-key", "one share of seat 0", with_piece(right, 1, piece(others, 1))
    yield "exchanged", "shares 0 and 1", piece(right, 1) + piece(right, 0) + right[64:]
    first, second = (curve.decode(piece(right, number)) for number in (0, 1))
    moved = curve.add(first, curve.BASE), curve.subtract(second, curve.BASE)
    yield "errors-that-cancel", "+E and -E", b"".join(map(curve.encode, moved)) + right[64:]
    yield "response-first", "z, then c", right[:128] + right[160:] + right[128:160]
    secret, seed = DEAL.secrets[1], DEAL.seed(1)
    unblinded = prove_tag_shares(GROUP, secret, REBUILD.listed, seed, PLACE)
    yield "not-blinded", "for the list before it was blinded", encode_shares(GROUP, unblinded)
    drawn = [Drawn(Slot(0, index), tile) for index, tile in enumerate(REBUILD.blinded)]
    of_slots = prove_shares(GROUP, secret, drawn, seed, PLACE)
    yield "of-slots", "proven for slots of bag 0", encode_shares(GROUP, of_slots)


def _misplaced() -> Iterator[tuple[str, str, Case]]:
    yield "other-key-share", "checked for seat 0", {"key_share": DEAL.shares[0].hex()}
    yield (
        "other-list",
        "before the last blinding",
        {"blinded": written_tiles(REBUILD.blindings[0].tiles)},
    )
    for field, changed in other_places(PLACE):
        yield f"other-{field}", f"another {field}", {"preamble": written_preamble(changed)}


def _matchings() -> Iterator[Case]:
    a, b, c, d = (GROUP.multiply(DEAL.secrets[0], each) for each in tile_elements(GROUP)[:4])
    listed = (a, b, c)
    for name, comment, opened, hands, matched in (
        ("matched", "of a rebuild", REBUILD.tags, 1, tuple(REBUILD.matched)),
        ("two-of-three", "", (c, a, *listed), 2, (0, 2)),
        ("all", "nothing is left for the bag", (b, c, a, *listed), 3, (0, 1, 2)),
        ("one-of-one", "", (a, a), 1, (0,)),
        ("no-hands", "all is left for the bag", listed, 0, ()),
        ("nothing", "neither hands nor a list", (), 0, ()),
    ):
        found: Case = {"tags": hexed(opened), "hands": hands, "matched": list(matched)}
        yield case(name, "ok", comment, **found)
    for name, clause, comment, opened, hands in (
        ("list-doubled", "B10.1", "two entries", (a, *listed, b), 1),
        ("list-doubled-of-hand", "B10.1", "a hand's tag twice", (a, *listed, a), 1),
        ("hand-doubled", "B10.2", "two hands", (a, a, *listed), 2),
        ("unmatched", "B10.3", "no entry has it", (d, *listed), 1),
        ("one-unmatched", "B10.3", "the second of two", (a, d, *listed), 2),
        ("empty-list", "B10.3", "there is no entry", (a,), 1),
    ):
        yield case(name, clause, comment, tags=hexed(opened), hands=hands)
