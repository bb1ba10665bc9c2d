"""Vectors of the rebuilt bag (B11): masks taken off, lists masked, and a whole rebuild."""

from collections.abc import Iterator
from typing import Final

from p2pqwirkle.bag.blinding import encode_blinding
from p2pqwirkle.bag.group import Element
from p2pqwirkle.bag.masking import MaskedTile, mask_elements, tile_elements, without_share
from p2pqwirkle.bag.shares import encode_shares
from p2pqwirkle.bag.shuffle import encode_argument, prove_shuffle
from tests.bag.rebuilds import Rebuild
from tests.vectors.bag_kit import (
    DEAL,
    GROUP,
    Case,
    case,
    document,
    hexed,
    written_preamble,
    written_tiles,
)

NUMBERS: Final = (3, 50, 107)
"""Of the tile elements that are not on the board."""

DRAWN: Final = mask_elements(GROUP, DEAL.key, tile_elements(GROUP)[50:51])
SHARE: Final = DEAL.group.multiply(DEAL.secrets[2], DRAWN[0].a)
"""That of seat 2, which has left, for the only tile in a hand."""

REBUILD: Final = Rebuild(
    DEAL,
    (0, 1),
    (without_share(GROUP, DRAWN[0], SHARE),),
    tuple(tile_elements(GROUP)[number] for number in NUMBERS),
)


def rebuilds() -> object:
    what = (
        "drawn: take the departed seats' shares off it, left remains. numbers: mask the tile "
        "elements with these numbers under the joint_key. living: a whole rebuild by these seats "
        "with their key shares, of the tiles held and the elements numbered; in order the "
        "shuffles, blindings and tag shares, each in its place; then tags, the entries that they "
        "mark, and the tiles of the bag. expect ok: accept all, and the outcome matches; else "
        "refuse with that clause."
    )
    return document(what, "B11", [*_departures(), *_lists(), *_whole()])


def _departures() -> Iterator[Case]:
    drawn, left = written_tiles(DRAWN)[0], written_tiles(REBUILD.held)[0]
    yield case("one-has-left", "ok", "", drawn=drawn, departed=hexed([SHARE]), left=left)
    other = DEAL.group.multiply(DEAL.secrets[1], DRAWN[0].a)
    both = without_share(GROUP, REBUILD.held[0], other)
    yield case(
        "two-have-left",
        "ok",
        "",
        drawn=drawn,
        departed=hexed([SHARE, other]),
        left=written_tiles([both])[0],
    )
    empty = written_tiles([MaskedTile(DRAWN[0].a, Element(SHARE))])[0]
    yield case("nothing-left", "B1.8", "B is the share", drawn=empty, departed=hexed([SHARE]))


def _lists() -> Iterator[Case]:
    for name, numbers in {"three": NUMBERS, "one": NUMBERS[:1], "none": ()}.items():
        elements = [tile_elements(GROUP)[number] for number in numbers]
        yield case(
            f"list-of-{name}",
            "ok",
            "",
            joint_key=REBUILD.key.hex(),
            numbers=list(numbers),
            masked=written_tiles(mask_elements(GROUP, REBUILD.key, elements)),
        )


def _whole() -> Iterator[Case]:
    yield case(
        "two-of-three-go-on",
        "ok",
        "seat 2 has left; one tile is in a hand, two are left for the bag",
        living=[[seat, DEAL.shares[seat].hex()] for seat in REBUILD.living],
        joint_key=REBUILD.key.hex(),
        held=written_tiles(REBUILD.held),
        numbers=list(NUMBERS),
        shuffles=list(_shuffles()),
        blindings=list(_blindings()),
        tag_shares=list(_tag_shares()),
        tags=hexed(REBUILD.tags),
        matched=sorted(REBUILD.matched),
        bag=written_tiles(REBUILD.bag(1).tiles),
    )


def _shuffles() -> Iterator[Case]:
    tiles = mask_elements(GROUP, REBUILD.key, REBUILD.elements)
    for later, seat in enumerate(REBUILD.living):
        place = REBUILD.preamble(seat, later)
        shuffle = prove_shuffle(GROUP, REBUILD.key, tiles, DEAL.seed(seat), place)
        yield {
            "preamble": written_preamble(place),
            "outputs": b"".join(tile.a + tile.b for tile in shuffle.tiles).hex(),
            "argument": encode_argument(GROUP, shuffle.argument).hex(),
        }
        tiles = shuffle.tiles


def _blindings() -> Iterator[Case]:
    for number, (seat, blinding) in enumerate(zip(REBUILD.living, REBUILD.blindings, strict=True)):
        yield {
            "preamble": written_preamble(REBUILD.preamble(seat, 2 + number)),
            "blinding": encode_blinding(GROUP, blinding).hex(),
        }


def _tag_shares() -> Iterator[Case]:
    for seat in REBUILD.living:
        yield {
            "preamble": written_preamble(REBUILD.tag_preamble(seat)),
            "shares": encode_shares(GROUP, REBUILD.tag_shares(seat)).hex(),
        }
