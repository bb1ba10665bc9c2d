"""Vectors of decryption shares (B6), with the proofs of equal logarithms in them (B5)."""

from collections.abc import Iterator
from dataclasses import replace

from p2pqwirkle.bag.shares import encode_shares
from p2pqwirkle.bag.slots import Bag, Drawn
from tests.naive import curve
from tests.vectors.bag_kit import (
    DEAL,
    GROUP,
    Case,
    bad_pieces,
    case,
    document,
    other_places,
    piece,
    with_piece,
    written_preamble,
    written_tiles,
)

BAG = Bag(2, 7, DEAL.shuffled_by_all(DEAL.first_bag(5)).tiles)
DRAWN, _ = BAG.draw(3)


def shares() -> object:
    what = (
        "Verify the shares of the seat's key_share for the slots and their masked tiles, in the "
        "place that preamble says; where a seed is given, they follow from it. expect ok: accept; "
        "else refuse with that clause."
    )
    return document(what, "B6", list(_cases()))


def _written(drawn: tuple[Drawn, ...]) -> Case:
    return {
        "slots": [[each.slot.bag, each.slot.index] for each in drawn],
        "masked": written_tiles([each.tile for each in drawn]),
    }


def _intermediate() -> Case:
    """T after the images, and the weights, of seat 1's shares."""
    transcript = (
        DEAL.preamble(1)
        .transcript(b"p2pqwirkle/1 decryption shares")
        .absorbing(b"slots", bytes.fromhex("".join(f"{2:016x}{i:016x}" for i in (7, 8, 9))))
        .absorbing_elements(b"masked", [each.tile.b for each in DRAWN])
        .absorbing(b"image", DEAL.shares[1])
        .absorbing_elements(b"bases", [each.tile.a for each in DRAWN])
        .absorbing_elements(b"images", DEAL.decrypt(1, DRAWN).elements)
    )
    weights = [GROUP.encode_scalar(transcript.weight(GROUP, j)).hex() for j in range(3)]
    return {"T": transcript.state.hex(), "w": weights}


def _shares(seat: int, drawn: tuple[Drawn, ...]) -> bytes:
    return encode_shares(GROUP, DEAL.decrypt(seat, drawn))


def _cases() -> Iterator[Case]:
    place, right, seed = DEAL.preamble(1), _shares(1, DRAWN), DEAL.seed(1).hex()
    sent = {
        "preamble": written_preamble(place),
        "key_share": DEAL.shares[1].hex(),
        "shares": right.hex(),
    } | _written(DRAWN)
    yield case("three-slots", "ok", "seat 1", seed=seed, intermediate=_intermediate(), **sent)
    one = {"shares": _shares(1, DRAWN[:1]).hex()} | _written(DRAWN[:1])
    yield case("one-slot", "ok", "seat 1", seed=seed, **sent | one)

    for name, bad in {
        "one-short": right[32:],
        "one-long": right[:32] + right,
        "cut": right[:-1],
        "empty": b"",
        "shares-for-two": _shares(1, DRAWN[:2]),
    }.items():
        yield case(name, "B6.1", "three slots are due", **sent | {"shares": bad.hex()})
    for number, (clause, bad, reason) in enumerate(bad_pieces(right, range(3), (3, 4))):
        yield case(f"bytes-{number}", clause, reason, **sent | {"shares": bad.hex()})
    for name, comment, bad in _wrong(right):
        yield case(name, "B5.2", comment, **sent | {"shares": bad.hex()})
    for name, comment, change in _misplaced():
        yield case(name, "B5.2", comment, **sent | change)


def _wrong(right: bytes) -> Iterator[tuple[str, str, bytes]]:
    others, shifted = _shares(2, DRAWN), _shares(1, BAG.draw(4)[0][1:])
    yield "of-seat-2", "seat 2's shares and proof", others
    yield "of-later-slots", "valid for indices 8, 9, 10", shifted
    yield "one-other-key", "one share of seat 2", with_piece(right, 1, piece(others, 1))
    yield "one-other-slot", "one share for index 10", with_piece(right, 2, piece(shifted, 2))
    yield "exchanged", "shares 0 and 1", piece(right, 1) + piece(right, 0) + right[64:]
    error = curve.BASE
    first, second = (curve.decode(piece(right, number)) for number in (0, 1))
    cancelled = curve.encode(curve.add(first, error)) + curve.encode(curve.subtract(second, error))
    yield "errors-that-cancel", "+E and -E", cancelled + right[64:]
    proof = right[96:]
    yield "response-first", "z, then c", right[:96] + proof[32:] + proof[:32]


def _misplaced() -> Iterator[tuple[str, str, Case]]:
    place = DEAL.preamble(1)
    bag_number = [Drawn(replace(each.slot, bag=3), each.tile) for each in DRAWN]
    yield "other-bag", "the same tiles in the bag of number 3", _written(tuple(bag_number))
    index = [Drawn(replace(each.slot, index=each.slot.index + 1), each.tile) for each in DRAWN]
    yield "other-index", "the same tiles one index higher", _written(tuple(index))
    b_only = [
        Drawn(each.slot, replace(each.tile, b=other.tile.b))
        for each, other in zip(DRAWN, (*DRAWN[1:], DRAWN[0]), strict=True)
    ]
    yield "other-b", "the same A, other B", _written(tuple(b_only))
    yield "other-key-share", "checked for seat 0", {"key_share": DEAL.shares[0].hex()}
    for field, changed in other_places(place):
        yield f"other-{field}", f"another {field}", {"preamble": written_preamble(changed)}
