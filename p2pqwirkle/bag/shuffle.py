"""A seat's shuffle of the bag: permuted, remasked, and argued for (B7)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from p2pqwirkle.bag.argument import (
    ShuffleArgument,
    ShuffleStatement,
    ShuffleWitness,
    decode_shuffle_argument,
    encode_shuffle_argument,
    prove_argument,
    verify_argument,
)
from p2pqwirkle.bag.dleq import (
    DleqProof,
    DleqStatement,
    decode_dleq,
    encode_dleq,
    prove_dleq,
    verify_dleq,
)
from p2pqwirkle.bag.group import Element, Group
from p2pqwirkle.bag.masking import MaskedTile, encode_tiles, remask
from p2pqwirkle.bag.transcript import Preamble, Seed, Transcript
from p2pqwirkle.errors import Breach

_SHUFFLE: Final = b"p2pqwirkle/1 shuffle"
_REMASK: Final = b"p2pqwirkle/1 remask"

Argument = ShuffleArgument | DleqProof
"""For two tiles or more a shuffle argument; one tile has only its mask to be argued about."""


@dataclass(frozen=True, slots=True)
class Shuffle:
    """The tiles in their new order under new masks, and why they are the same tiles."""

    tiles: tuple[MaskedTile, ...]
    argument: Argument


def prove_shuffle(
    group: Group,
    joint_key: Element,
    tiles: Sequence[MaskedTile],
    seed: Seed,
    preamble: Preamble,
) -> Shuffle:
    """Shuffle *tiles*, one or more, in an order that *seed* gives and nobody else can know.

    The same seed and statement give the same shuffle, byte for byte.
    """
    witness = _witness(group, joint_key, tiles, seed, preamble)
    outputs = tuple(
        remask(group, joint_key, tiles[j], mask)
        for j, mask in zip(witness.permutation, witness.masks, strict=True)
    )
    statement = ShuffleStatement(joint_key, tuple(tiles), outputs)
    return Shuffle(outputs, _prove(group, statement, witness, seed, preamble))


def verify_shuffle(
    group: Group,
    joint_key: Element,
    tiles: Sequence[MaskedTile],
    shuffle: Shuffle,
    preamble: Preamble,
) -> None:
    """Check that *shuffle* is one of *tiles*, which come from one's own standing.

    Raises:
        Breach: B4.1 if it has another length, B7.1 to B7.3 if an output shows what it is, B7.4 if
            the argument has the wrong form, B7.5 if it does not hold; of one tile B7.6, B5.2.
    """
    _check_outputs(tiles, shuffle.tiles)
    statement = ShuffleStatement(joint_key, tuple(tiles), shuffle.tiles)
    match shuffle.argument:
        case DleqProof() if len(tiles) == 1:
            transcript = _remask_transcript(preamble, statement)
            verify_dleq(group, _difference(group, statement), shuffle.argument, transcript)
        case ShuffleArgument() if len(tiles) > 1:
            verify_argument(group, statement, shuffle.argument, preamble.transcript(_SHUFFLE))
        case _:
            raise Breach("B7.4", "one tile has a proof of its mask, two or more an argument")


def encode_argument(group: Group, argument: Argument) -> bytes:
    """The bytes that `decode_argument` reads."""
    if isinstance(argument, DleqProof):
        return encode_dleq(group, argument)
    return encode_shuffle_argument(group, argument)


def decode_argument(group: Group, encoded: bytes, n: int) -> Argument:
    """Read an argument about *n* tiles, one or more, from outside.

    Raises:
        Breach: B7.4 or B5.1 if the length is wrong, B1.2 to B1.7 for a bad element or scalar.
    """
    if n == 1:
        return decode_dleq(group, encoded)
    return decode_shuffle_argument(group, encoded, n)


def _witness(
    group: Group,
    joint_key: Element,
    tiles: Sequence[MaskedTile],
    seed: Seed,
    preamble: Preamble,
) -> ShuffleWitness:
    """The order and the masks that *seed* gives for this input in this place."""
    transcript = (
        preamble.transcript(b"p2pqwirkle/1 witness")
        .absorbing(b"key", joint_key)
        .absorbing(b"inputs", encode_tiles(tiles))
    )
    permutation = list(range(len(tiles)))
    for last in range(len(tiles) - 1, 0, -1):  # Fisher, Yates
        other = transcript.derive_below(last + 1, seed, b"permutation", last)
        permutation[last], permutation[other] = permutation[other], permutation[last]
    masks = tuple(transcript.derive(group, seed, b"mask", i) for i in range(len(tiles)))
    return ShuffleWitness(tuple(permutation), masks)


def _prove(
    group: Group,
    statement: ShuffleStatement,
    witness: ShuffleWitness,
    seed: Seed,
    preamble: Preamble,
) -> Argument:
    if len(statement.inputs) > 1:
        return prove_argument(group, statement, witness, seed, preamble.transcript(_SHUFFLE))
    (mask,) = witness.masks
    transcript = _remask_transcript(preamble, statement)
    return prove_dleq(group, _difference(group, statement), mask, seed, transcript)


def _check_outputs(inputs: Sequence[MaskedTile], outputs: Sequence[MaskedTile]) -> None:
    """Check what the argument does not say: that no output gives itself away.

    ``B - B'`` of two outputs with equal A is ``M - M'``, and one share opens both.
    """
    if len(outputs) != len(inputs):
        raise Breach("B4.1", f"a shuffle of {len(inputs)} tiles has {len(outputs)}")
    if len({tile.a for tile in outputs}) < len(outputs):
        raise Breach("B7.1", "two outputs have the same A")
    if len({tile.b for tile in outputs}) < len(outputs):
        raise Breach("B7.2", "two outputs have the same B")
    if not set(outputs).isdisjoint(inputs):
        raise Breach("B7.3", "an output is an input, not remasked")


def _difference(group: Group, statement: ShuffleStatement) -> DleqStatement:
    """That one tile was remasked: the difference is a masking of nothing, by one mask."""
    (before,), (after,) = statement.inputs, statement.outputs
    try:
        image, masked = group.subtract(after.a, before.a), group.subtract(after.b, before.b)
    except Breach as breach:
        raise Breach("B7.6", "A or B of the one tile is unchanged") from breach
    return DleqStatement(image, (statement.joint_key,), (masked,))


def _remask_transcript(preamble: Preamble, statement: ShuffleStatement) -> Transcript:
    return (
        preamble.transcript(_REMASK)
        .absorbing(b"key", statement.joint_key)
        .absorbing(b"inputs", encode_tiles(statement.inputs))
        .absorbing(b"outputs", encode_tiles(statement.outputs))
    )
