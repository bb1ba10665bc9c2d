"""The shuffle argument: one list is another, permuted and remasked (B7)."""

import math
import operator
from collections.abc import Sequence
from dataclasses import dataclass

from p2pqwirkle.bag.commitments import (
    chain_start,
    commit_chain,
    commit_permutation,
    commitment_generators,
    opening_of_chain,
    sum_of_generators,
)
from p2pqwirkle.bag.group import (
    ELEMENT_SIZE,
    SCALAR_SIZE,
    Element,
    Group,
    Scalar,
    decode_elements,
    decode_scalars,
    residue,
    sum_of,
    weighted_sum,
)
from p2pqwirkle.bag.masking import MaskedTile, encode_tiles
from p2pqwirkle.bag.transcript import Seed, Transcript, encode_number
from p2pqwirkle.errors import Breach


@dataclass(frozen=True, slots=True)
class ShuffleStatement:
    """``outputs[i]`` is ``inputs[p(i)]`` remasked under the joint key, for some permutation p."""

    joint_key: Element
    inputs: tuple[MaskedTile, ...]
    outputs: tuple[MaskedTile, ...]


@dataclass(frozen=True, slots=True, repr=False)
class ShuffleWitness:
    """The permutation p and the masks: ``outputs[i] == remask(inputs[p(i)], masks[i])``."""

    permutation: tuple[int, ...]
    masks: tuple[Scalar, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Openings:
    """The scalars that open the sums of an argument: known, drawn as nonces, or sent as responses.

    Attributes:
        total: opens the sum of the permutation commitment.
        product: opens the last link of the chain.
        weighted: opens the challenged sum of the permutation commitment.
        mask: opens the challenged sum of the tiles.
        links: open each link of the chain to the one before it.
        order: the challenges, in the order of the outputs.
    """

    total: Scalar
    product: Scalar
    weighted: Scalar
    mask: Scalar
    links: tuple[Scalar, ...]
    order: tuple[Scalar, ...]

    @classmethod
    def of(cls, scalars: Sequence[Scalar]) -> "Openings":
        """The openings whose `scalars` these are."""
        middle = (len(scalars) + 4) // 2
        total, product, weighted, mask = scalars[:4]
        links, order = tuple(scalars[4:middle]), tuple(scalars[middle:])
        return cls(total, product, weighted, mask, links, order)

    @property
    def scalars(self) -> tuple[Scalar, ...]:
        """All of them in the order of the fields."""
        return (self.total, self.product, self.weighted, self.mask, *self.links, *self.order)


@dataclass(frozen=True, slots=True)
class ShuffleArgument:
    """An argument for a `ShuffleStatement`; the sigma commitments are computed from it again.

    Source: Terelius, Wikström, *Proofs of Restricted Shuffles* (2010), in the form of Haenni,
    Locher, Koenig, Dubuis, *Pseudo-Code Algorithms for Verifiable Re-Encryption Mix-Nets* (2017).

    The prover commits to the permutation matrix, column by column.  Challenges u_j to the inputs
    then leave it no choice: the committed combination of the outputs must equal the challenged
    combination of the inputs (sums), and the combined numbers must be the challenges themselves in
    another order (their sum and, by the chain, their product).

    The challenges u_j absorb joint key, both lists and the permutation commitment: whoever knows
    them before any of these can make it fit, and one tile is doubled for another that is dropped.
    The last challenge absorbs the chain and the sigma commitments as well: whoever knows it before
    can open them to anything.
    """

    commitment: tuple[Element, ...]
    chain: tuple[Element, ...]
    challenge: Scalar
    responses: Openings


def prove_argument(
    group: Group,
    statement: ShuffleStatement,
    witness: ShuffleWitness,
    seed: Seed,
    transcript: Transcript,
) -> ShuffleArgument:
    """Argue *statement* by its *witness*.

    All that is secret follows from seed, transcript and statement: one statement, one argument.
    """
    transcript = _absorb_statement(transcript, statement)
    blinds = _derive(group, seed, transcript, b"commitment", len(statement.inputs))
    commitment = commit_permutation(group, witness.permutation, blinds)
    transcript = transcript.absorbing_elements(b"permutation", commitment)
    challenges = _challenges(group, transcript, len(commitment))
    order = tuple(challenges[j] for j in witness.permutation)
    links = _derive(group, seed, transcript, b"chain", len(order))
    openings = Openings(
        total=residue(group, sum(blinds)),
        product=opening_of_chain(group, links, order),
        weighted=residue(group, _inner(blinds, challenges)),
        mask=residue(group, -_inner(witness.masks, order)),
        links=links,
        order=order,
    )
    return ShuffleArgument(commitment, *_respond(group, statement, openings, seed, transcript))


def verify_argument(
    group: Group, statement: ShuffleStatement, argument: ShuffleArgument, transcript: Transcript
) -> None:
    """Check that *argument* holds for *statement*.

    Raises:
        Breach: B7.5 if it does not.
    """
    transcript = _absorb_statement(transcript, statement)
    transcript = transcript.absorbing_elements(b"permutation", argument.commitment)
    challenges = _challenges(group, transcript, len(argument.commitment))
    transcript = transcript.absorbing_elements(b"chain", argument.chain)
    try:
        commitments = _commitments(group, statement, argument, challenges)
    except Breach as breach:
        raise Breach("B7.5", "a sum of the argument is the identity") from breach
    transcript = transcript.absorbing_elements(b"commitments", commitments)
    if transcript.challenge(group) != argument.challenge:
        raise Breach("B7.5", "the shuffle argument does not hold")


def encode_shuffle_argument(group: Group, argument: ShuffleArgument) -> bytes:
    """Commitment, chain, challenge and responses: 128 bytes a tile, and 160."""
    elements = (*argument.commitment, *argument.chain)
    scalars = (argument.challenge, *argument.responses.scalars)
    return b"".join(elements) + b"".join(map(group.encode_scalar, scalars))


def decode_shuffle_argument(group: Group, encoded: bytes, n: int) -> ShuffleArgument:
    """Read an argument about *n* tiles from outside.

    Raises:
        Breach: B7.4 if the length is that of another number, B1.2 to B1.7 for a bad element or
            scalar.
    """
    split = 2 * n * ELEMENT_SIZE
    size = split + (5 + 2 * n) * SCALAR_SIZE
    if len(encoded) != size:
        raise Breach("B7.4", f"an argument has {size} bytes, not {len(encoded)}")
    elements = decode_elements(group, encoded[:split])
    challenge, *responses = decode_scalars(group, encoded[split:])
    return ShuffleArgument(elements[:n], elements[n:], challenge, Openings.of(responses))


def _absorb_statement(transcript: Transcript, statement: ShuffleStatement) -> Transcript:
    return (
        transcript.absorbing(b"key", statement.joint_key)
        .absorbing(b"length", encode_number(len(statement.inputs)))
        .absorbing(b"inputs", encode_tiles(statement.inputs))
        .absorbing(b"outputs", encode_tiles(statement.outputs))
    )


def _respond(
    group: Group,
    statement: ShuffleStatement,
    openings: Openings,
    seed: Seed,
    transcript: Transcript,
) -> tuple[tuple[Element, ...], Scalar, Openings]:
    """The chain, the last challenge, and the responses by which one shows to know *openings*."""
    chain = commit_chain(group, openings.links, openings.order)
    transcript = transcript.absorbing_elements(b"chain", chain)
    nonces = _derive(group, seed, transcript, b"nonce", len(openings.scalars))
    commitments = _combine(group, statement, chain, Openings.of(nonces))
    challenge = transcript.absorbing_elements(b"commitments", commitments).challenge(group)
    responses = tuple(
        residue(group, nonce + challenge * opening)
        for nonce, opening in zip(nonces, openings.scalars, strict=True)
    )
    return chain, challenge, Openings.of(responses)


def _derive(
    group: Group, seed: Seed, transcript: Transcript, purpose: bytes, count: int
) -> tuple[Scalar, ...]:
    return tuple(transcript.derive(group, seed, purpose, i) for i in range(count))


def _challenges(group: Group, transcript: Transcript, n: int) -> tuple[Scalar, ...]:
    """u_j, one for each input."""
    return tuple(transcript.challenge(group, j) for j in range(n))


def _inner(left: Sequence[int], right: Sequence[int]) -> int:
    return sum(map(operator.mul, left, right))


def _combine(
    group: Group, statement: ShuffleStatement, chain: Sequence[Element], openings: Openings
) -> tuple[Element, ...]:
    """The elements that *openings* open: the one linear map behind the argument.

    For the nonces they are the sigma commitments, for the witness the `_images`.
    """
    previous = (chain_start(group), *chain[:-1])
    base, order = group.multiply_base, openings.order

    def combine(opened: Element, elements: Sequence[Element]) -> Element:
        return group.add(opened, weighted_sum(group, order, elements))

    return (
        base(openings.total),
        base(openings.product),
        combine(base(openings.weighted), commitment_generators(group)[: len(order)]),
        combine(base(openings.mask), [tile.a for tile in statement.outputs]),
        combine(
            group.multiply(openings.mask, statement.joint_key),
            [tile.b for tile in statement.outputs],
        ),
        *(
            group.add(base(blind), group.multiply(factor, link))
            for blind, factor, link in zip(openings.links, order, previous, strict=True)
        ),
    )


def _images(
    group: Group,
    statement: ShuffleStatement,
    argument: ShuffleArgument,
    challenges: Sequence[Scalar],
) -> tuple[Element, ...]:
    """The elements that the witness opens, from what everybody knows."""
    product = residue(group, math.prod(challenges))
    total = sum_of(group, argument.commitment)
    return (
        group.subtract(total, sum_of_generators(group, len(challenges))),
        group.subtract(argument.chain[-1], group.multiply(product, chain_start(group))),
        weighted_sum(group, challenges, argument.commitment),
        weighted_sum(group, challenges, [tile.a for tile in statement.inputs]),
        weighted_sum(group, challenges, [tile.b for tile in statement.inputs]),
        *argument.chain,
    )


def _commitments(
    group: Group,
    statement: ShuffleStatement,
    argument: ShuffleArgument,
    challenges: Sequence[Scalar],
) -> tuple[Element, ...]:
    """What the prover must have committed to, if the argument is right."""
    combined = _combine(group, statement, argument.chain, argument.responses)
    images = _images(group, statement, argument, challenges)
    return tuple(
        group.subtract(element, group.multiply(argument.challenge, image))
        for element, image in zip(combined, images, strict=True)
    )
