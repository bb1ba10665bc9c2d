"""Shuffles by seats that cheat: outputs of their choice, with the best argument one can make."""

from collections.abc import Sequence

from p2pqwirkle.bag.argument import ShuffleStatement, ShuffleWitness, prove_argument
from p2pqwirkle.bag.group import Element, Scalar
from p2pqwirkle.bag.masking import MaskedTile, remask
from p2pqwirkle.bag.shuffle import Shuffle
from p2pqwirkle.bag.transcript import Transcript
from tests.bag.deals import Deal

Tiles = tuple[MaskedTile, ...]


def masks(deal: Deal, count: int) -> tuple[Scalar, ...]:
    """That many different masks."""
    transcript = Transcript.begin(b"masks for tests")
    return tuple(transcript.derive(deal.group, deal.seed(0), b"mask", i) for i in range(count))


def remasked(
    deal: Deal, tiles: Sequence[MaskedTile], by: Sequence[Scalar], key: Element | None = None
) -> Tiles:
    """*tiles* in their order under other masks; a mask of 0 leaves a tile as it is."""
    return tuple(
        remask(deal.group, key or deal.key, tile, mask) if mask else tile
        for tile, mask in zip(tiles, by, strict=True)
    )


def argued(
    deal: Deal, inputs: Tiles, outputs: Tiles, by: Sequence[Scalar], key: Element | None = None
) -> Shuffle:
    """*outputs*, claimed to be *inputs* in their order with the masks *by*, and seat 0's argument.

    It holds where the claim is true, and else for as many tiles as it is true for.
    """
    statement = ShuffleStatement(key or deal.key, inputs, outputs)
    witness = ShuffleWitness(tuple(range(len(inputs))), tuple(by))
    transcript = deal.preamble(0).transcript(b"p2pqwirkle/1 shuffle")
    argument = prove_argument(deal.group, statement, witness, deal.seed(0), transcript)
    return Shuffle(outputs, argument)
