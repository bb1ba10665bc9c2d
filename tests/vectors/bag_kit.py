"""Cases of the bag's vectors: how their values are written, and how bytes are put in wrong."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from p2pqwirkle.bag.group import Edwards25519
from p2pqwirkle.bag.masking import MaskedTile
from p2pqwirkle.bag.transcript import Preamble
from tests.bag.deals import Deal, named
from tests.forge import NOT_CANONICAL, SMALL_ORDER, plus_order, with_torsion

Case = dict[str, object]

GROUP: Final = Edwards25519()
DEAL: Final = Deal(GROUP)
"""Three seats whose secrets everybody knows."""


def document(what: str, section: str, cases: Sequence[Case]) -> object:
    return {"section": f"bag {section}", "what": what, "cases": list(cases)}


def case(name: str, expect: str, comment: str, **values: object) -> Case:
    return {"id": name, "expect": expect, "comment": comment} | values


def hexed(parts: Sequence[bytes]) -> list[str]:
    return [part.hex() for part in parts]


def written_preamble(preamble: Preamble) -> Case:
    return {
        "game": preamble.game.hex(),
        "step": preamble.step,
        "digest": preamble.digest.hex(),
        "seat": preamble.seat,
        "identities": hexed(preamble.identities),
        "key_shares": [[seat, share.hex()] for seat, share in preamble.key_shares],
        "joint_key": (preamble.joint_key or b"").hex(),
    }


def written_tiles(tiles: Sequence[MaskedTile]) -> list[str]:
    return [(tile.a + tile.b).hex() for tile in tiles]


def other_places(place: Preamble) -> Iterator[tuple[str, Preamble]]:
    """*place* with each of its parts changed, one at a time."""
    yield "game", replace(place, game=named("another game"))
    yield "step", replace(place, step=place.step + 1)
    yield "digest", replace(place, digest=named("another history"))
    yield "seat", replace(place, seat=place.seat + 1)
    yield "identities", replace(place, identities=(*place.identities, named("one more")))
    yield "key-shares", replace(place, key_shares=place.key_shares[:-1])
    yield "joint-key", replace(place, joint_key=DEAL.shares[0])


def piece(encoded: bytes, number: int) -> bytes:
    """The element or scalar number *number* in *encoded*."""
    return encoded[32 * number : 32 * number + 32]


def with_piece(encoded: bytes, number: int, other: bytes) -> bytes:
    return encoded[: 32 * number] + other + encoded[32 * number + 32 :]


def bad_elements(element: bytes) -> Iterator[tuple[str, bytes, str]]:
    """Clause, bytes and reason for each way in which an element can be wrong in its place."""
    yield "B1.2", NOT_CANONICAL[0], "y is p"
    yield "B1.3", SMALL_ORDER[0], "the identity"
    yield "B1.4", SMALL_ORDER[4], "a point of small order"
    yield "B1.4", with_torsion(element), "the right element and a part of small order"


def bad_scalars(scalar: bytes) -> Iterator[tuple[str, bytes, str]]:
    """Clause, bytes and reason for each way in which a scalar can be wrong in its place."""
    yield "B1.6", plus_order(scalar), "the right scalar, q higher"
    yield "B1.7", bytes(32), "zero"


def bad_pieces(
    encoded: bytes, elements: Sequence[int], scalars: Sequence[int]
) -> Iterator[tuple[str, bytes, str]]:
    """*encoded* with each of the pieces numbered so wrong in each way, one at a time."""
    for number in elements:
        for clause, bad, reason in bad_elements(piece(encoded, number)):
            yield clause, with_piece(encoded, number, bad), f"piece {number}: {reason}"
    for number in scalars:
        for clause, bad, reason in bad_scalars(piece(encoded, number)):
            yield clause, with_piece(encoded, number, bad), f"piece {number}: {reason}"
