"""What seats say that cheat: outputs of their choice, with the best proof that one can make."""

from collections.abc import Sequence
from dataclasses import dataclass

from p2pqwirkle.bag.argument import ShuffleStatement, ShuffleWitness, prove_argument
from p2pqwirkle.bag.blinding import Blinding
from p2pqwirkle.bag.dleq import DleqStatement, prove_dleq
from p2pqwirkle.bag.group import Element, Group, Scalar, residue
from p2pqwirkle.bag.masking import MaskedTile, remask
from p2pqwirkle.bag.shuffle import Shuffle
from p2pqwirkle.bag.transcript import Preamble, Seed, Transcript
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


def components(tiles: Sequence[MaskedTile]) -> tuple[Element, ...]:
    """A and B of each of *tiles*, as a blinding takes them."""
    return tuple(element for tile in tiles for element in (tile.a, tile.b))


def multiplied(group: Group, z: int, tile: MaskedTile) -> MaskedTile:
    """*tile* with both components multiplied by *z*."""
    scalar = residue(group, z)
    return MaskedTile(group.multiply(scalar, tile.a), group.multiply(scalar, tile.b))


@dataclass(frozen=True)
class Blinder:
    """A seat that says of any outputs that they are a list blinded by its secret."""

    group: Group
    inputs: Tiles
    z: Scalar
    seed: Seed
    place: Preamble

    @property
    def honest(self) -> Tiles:
        return tuple(multiplied(self.group, self.z, tile) for tile in self.inputs)

    def claims(self, outputs: Tiles) -> Blinding:
        """*outputs* with the best proof that there is; it holds if they are the honest ones."""
        element = self.group.multiply_base(self.z)
        statement = DleqStatement(element, components(self.inputs), components(outputs))
        transcript = self.place.transcript(b"p2pqwirkle/1 blinding")
        proof = prove_dleq(self.group, statement, self.z, self.seed, transcript)
        return Blinding(outputs, element, proof)
