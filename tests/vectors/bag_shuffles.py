"""Vectors of shuffles (B7)."""

from collections.abc import Iterator
from dataclasses import replace

from p2pqwirkle.bag.group import Scalar
from p2pqwirkle.bag.masking import MaskedTile, encode_tiles
from p2pqwirkle.bag.shuffle import Shuffle, encode_argument
from tests.bag.cheats import Tiles, argued, masks, remasked
from tests.naive import curve
from tests.vectors.bag_kit import (
    DEAL,
    GROUP,
    Case,
    bad_pieces,
    case,
    document,
    other_places,
    written_preamble,
    written_tiles,
)

FIRST = DEAL.first_bag(108).tiles
FOUR, ONE = FIRST[:4], FIRST[:1]
PLACE = DEAL.preamble(0)


def shuffles() -> object:
    what = (
        "Verify that outputs, with the argument, are a shuffle of inputs, in the place that "
        "preamble says and under its joint key; where a seed is given, outputs and argument "
        "follow from it. expect ok: accept; else refuse with that clause."
    )
    return document(what, "B7", [*_honest(), *_lists(), *_arguments(), *_lies(), *_one_tile()])


def _sent(inputs: Tiles, shuffle: Shuffle) -> Case:
    return {
        "preamble": written_preamble(PLACE),
        "inputs": written_tiles(inputs),
        "outputs": encode_tiles(shuffle.tiles).hex(),
        "argument": encode_argument(GROUP, shuffle.argument).hex(),
    }


def _honest() -> Iterator[Case]:
    seed, steps = DEAL.seed(0).hex(), _intermediate()
    for name, size in (("one", 1), ("two", 2)):
        sent = _sent(FIRST[:size], DEAL.shuffle(0, FIRST[:size]))
        yield case(name, "ok", "seat 0", seed=seed, **sent)
    sent = _sent(FOUR, DEAL.shuffle(0, FOUR))
    yield case("four", "ok", "seat 0", seed=seed, intermediate=steps, **sent)
    yield case("whole-bag", "ok", "seat 0", **_sent(FIRST, DEAL.shuffle(0, FIRST)))


def _intermediate() -> Case:
    """T_0, T_1 and T_2, and the challenges u, of the shuffle of four tiles."""
    shuffle = DEAL.shuffle(0, FOUR)
    argument = encode_argument(GROUP, shuffle.argument)
    t_0 = (
        PLACE.transcript(b"p2pqwirkle/1 shuffle")
        .absorbing(b"key", DEAL.key)
        .absorbing(b"length", bytes(7) + b"\x04")
        .absorbing(b"inputs", encode_tiles(FOUR))
        .absorbing(b"outputs", encode_tiles(shuffle.tiles))
    )
    t_1 = t_0.absorbing(b"permutation", argument[:128])
    t_2 = t_1.absorbing(b"chain", argument[128:256])
    return {
        "T_0": t_0.state.hex(),
        "T_1": t_1.state.hex(),
        "T_2": t_2.state.hex(),
        "u": [GROUP.encode_scalar(t_1.challenge(GROUP, j)).hex() for j in range(4)],
    }


def _lists() -> Iterator[Case]:
    honest = DEAL.shuffle(0, FOUR)
    sent, tiles = _sent(FOUR, honest), honest.tiles
    encoded = encode_tiles(tiles)
    for name, bad in {
        "three-of-four": encoded[:192],
        "five-of-four": encoded + encoded[:64],
        "none-of-four": b"",
        "cut": encoded[:-1],
    }.items():
        yield case(name, "B4.1", "four tiles are due", **sent | {"outputs": bad.hex()})
    for number, (clause, bad, reason) in enumerate(bad_pieces(encoded, (0, 7), ())):
        yield case(f"outputs-bytes-{number}", clause, reason, **sent | {"outputs": bad.hex()})

    same = [*masks(DEAL, 3), masks(DEAL, 1)[0]]
    equal_a = argued(DEAL, FOUR, remasked(DEAL, FOUR, same), same)
    yield case("equal-a", "B7.1", "one mask twice, honestly argued", **_sent(FOUR, equal_a))
    equal_b = (*tiles[:3], MaskedTile(tiles[3].a, tiles[0].b))
    bad_tiles = encode_tiles(equal_b).hex()
    yield case("equal-b", "B7.2", "argued for another B", **sent | {"outputs": bad_tiles})
    kept = [*masks(DEAL, 3), Scalar(0)]
    left = argued(DEAL, FOUR, remasked(DEAL, FOUR, kept), kept)
    yield case("left-as-it-is", "B7.3", "a mask of 0, honestly argued", **_sent(FOUR, left))


def _arguments() -> Iterator[Case]:
    honest = DEAL.shuffle(0, FOUR)
    sent, right = _sent(FOUR, honest), encode_argument(GROUP, honest.argument)
    three = encode_argument(GROUP, DEAL.shuffle(0, FOUR[:3]).argument)
    for name, bad in {
        "argument-cut": right[:-1],
        "argument-long": right + bytes(32),
        "argument-for-three": three,
        "argument-empty": b"",
    }.items():
        yield case(name, "B7.4", "four tiles are due", **sent | {"argument": bad.hex()})
    wrong = bad_pieces(right, range(8), range(8, 21))
    for number, (clause, bad, reason) in enumerate(wrong):
        yield case(f"argument-bytes-{number}", clause, reason, **sent | {"argument": bad.hex()})


def _lies() -> Iterator[Case]:
    by = masks(DEAL, 4)
    honest = argued(DEAL, FOUR, remasked(DEAL, FOUR, by), by)
    sent = _sent(FOUR, honest)

    def lie(name: str, comment: str, shuffle: Shuffle) -> Case:
        return case(name, "B7.5", comment, **_sent(FOUR, shuffle))

    doubled = remasked(DEAL, (FOUR[0], FOUR[1], FOUR[2], FOUR[0]), by)
    yield lie("doubled", "tile 0 twice, tile 3 not at all", argued(DEAL, FOUR, doubled, by))
    shifted = MaskedTile(honest.tiles[3].a, GROUP.add(honest.tiles[3].b, GROUP.base))
    foreign = (*honest.tiles[:3], shifted)
    yield lie("foreign", "G under the mask beside tile 3", argued(DEAL, FOUR, foreign, by))
    other = DEAL.shares[0]
    rekeyed = argued(DEAL, FOUR, remasked(DEAL, FOUR, by, other), by, other)
    yield lie("other-key", "remasked and argued under X_0", rekeyed)
    exchanged = Shuffle((honest.tiles[1], honest.tiles[0], *honest.tiles[2:]), honest.argument)
    yield lie("exchanged", "outputs 0 and 1 after arguing", exchanged)
    old = written_tiles(FIRST[4:8])
    yield case("old-bag", "B7.5", "argued for other inputs", **sent | {"inputs": old})
    turned = written_tiles((FOUR[1], FOUR[0], *FOUR[2:]))
    yield case("other-order", "B7.5", "inputs 0 and 1 exchanged", **sent | {"inputs": turned})
    for field, changed in other_places(PLACE):
        place = {"preamble": written_preamble(changed)}
        yield case(f"other-{field}", "B7.5", f"another {field}", **sent | place)


def _one_tile() -> Iterator[Case]:
    honest = DEAL.shuffle(0, ONE)
    (tile,) = honest.tiles
    sent, right = _sent(ONE, honest), encode_argument(GROUP, honest.argument)
    two = encode_argument(GROUP, DEAL.shuffle(0, FIRST[:2]).argument)
    for name, bad in {"one-cut": right[:-1], "one-argued-as-two": two, "one-empty": b""}.items():
        yield case(name, "B5.1", "one tile is due", **sent | {"argument": bad.hex()})
    for number, (clause, bad, reason) in enumerate(bad_pieces(right, (), (0, 1))):
        yield case(f"one-bytes-{number}", clause, reason, **sent | {"argument": bad.hex()})
    for name, kept in {
        "one-a-unchanged": MaskedTile(ONE[0].a, tile.b),
        "one-b-unchanged": MaskedTile(tile.a, ONE[0].b),
    }.items():
        outputs = encode_tiles((kept,)).hex()
        yield case(name, "B7.6", "no mask does that", **sent | {"outputs": outputs})
    outputs = written_tiles(ONE)[0]
    yield case("one-left-as-it-is", "B7.3", "not remasked", **sent | {"outputs": outputs})
    minus = curve.encode(curve.subtract(curve.decode(tile.b), curve.BASE))
    outputs = (tile.a + minus).hex()
    yield case("one-foreign", "B5.2", "another tile", **sent | {"outputs": outputs})
    place = written_preamble(replace(PLACE, step=PLACE.step + 1))
    yield case("one-other-step", "B5.2", "another step", **sent | {"preamble": place})
