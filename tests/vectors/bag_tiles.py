"""Vectors of masked tiles (B4)."""

from collections.abc import Iterator

from p2pqwirkle.bag.group import Element
from p2pqwirkle.bag.masking import MaskedTile, encode_tiles, tile_elements
from tests.vectors.bag_kit import (
    DEAL,
    GROUP,
    Case,
    bad_pieces,
    case,
    document,
    hexed,
    written_tiles,
)


def tiles() -> object:
    what = (
        "joint_key: form the first bag. tiles: read that many masked tiles from the list. shares: "
        "unmask the tile. expect ok: the outcome matches; else refuse with that clause."
    )
    return document(what, "B4", [*_first_bag(), *_lists(), *_openings()])


def _first_bag() -> Iterator[Case]:
    masked = written_tiles(DEAL.first_bag(108).tiles)
    yield case("first-bag", "ok", "", joint_key=DEAL.key.hex(), masked=masked)


def _lists() -> Iterator[Case]:
    encoded = encode_tiles(DEAL.first_bag(2).tiles)
    yield case("list", "ok", "", tiles=2, list=encoded.hex())
    for name, bad in {
        "one-short": encoded[:64],
        "one-long": encoded + encoded[:64],
        "cut": encoded[:-1],
        "empty": b"",
    }.items():
        yield case(f"list-{name}", "B4.1", "", tiles=2, list=bad.hex())
    for number, (clause, bad, reason) in enumerate(bad_pieces(encoded, range(4), ())):
        yield case(f"list-bytes-{number}", clause, reason, tiles=2, list=bad.hex())


def _openings() -> Iterator[Case]:
    drawn, _ = DEAL.shuffled_by_all(DEAL.first_bag(3)).draw(1)
    masked = drawn[0].tile
    shares = [DEAL.decrypt(seat, drawn).elements[0] for seat in range(3)]
    (opened,) = DEAL.open(drawn, by=(0, 1, 2))
    number = tile_elements(GROUP).index(opened)
    yield case(
        "opened",
        "ok",
        f"tile {number}",
        masked=written_tiles([masked])[0],
        shares=hexed(shares),
        element=opened.hex(),
    )
    empty = MaskedTile(masked.a, Element(GROUP.add(GROUP.add(shares[0], shares[1]), shares[2])))
    yield case(
        "nothing-left",
        "B1.8",
        "a mask with nothing under it",
        masked=written_tiles([empty])[0],
        shares=hexed(shares),
    )
