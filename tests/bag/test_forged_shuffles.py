"""Forged shuffle arguments.

Each forgery is accepted by a verifier that is weak in one way and refused by the real one: so the
test can fail, and the check it is about is what stops it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from p2pqwirkle.bag.argument import (
    Openings,
    ShuffleArgument,
    ShuffleStatement,
    _absorb_statement,
    _challenges,
    _combine,
    _respond,
    verify_argument,
)
from p2pqwirkle.bag.commitments import (
    commit_chain,
    commit_permutation,
    commitment_generators,
    opening_of_chain,
)
from p2pqwirkle.bag.group import Element, Scalar, residue, weighted_sum
from p2pqwirkle.bag.masking import MaskedTile, first_bag, remask
from p2pqwirkle.bag.transcript import Preamble, Transcript
from tests.bag.deals import named
from tests.bag.forging import DEAL, FULL, GROUP, SEED, R, divided, inverse, refused
from tests.bag.weak import Deaf, Late


@pytest.mark.parametrize("weak", [Deaf.to(FULL, b"permutation"), Late(FULL.state)], ids=type)
class TestPermutationCommittedAfterItsChallenges:
    """Two outputs mask d * M_0 and M_1 / d; a commitment made to fit says they are permuted.

    The challenges are known before the commitment where it is left out of the hash, and where it
    is hashed only with the last challenge.
    """

    d = 5
    inputs = first_bag(GROUP, DEAL.key)[:2]
    outputs = tuple(
        remask(
            GROUP,
            DEAL.key,
            MaskedTile(GROUP.multiply(scale, tile.a), GROUP.multiply(scale, tile.b)),
            mask,
        )
        for tile, scale, mask in zip(
            inputs, (residue(GROUP, d), residue(GROUP, inverse(d))), R, strict=False
        )
    )
    statement = ShuffleStatement(DEAL.key, inputs, outputs)

    def forge(self, transcript: Transcript) -> ShuffleArgument:
        transcript = _absorb_statement(transcript, self.statement)
        u = _challenges(GROUP, transcript, 2)
        order = (residue(GROUP, u[0] * inverse(self.d)), residue(GROUP, u[1] * self.d))
        blinds = R[2:4]
        columns = self.columns(u, order)
        commitment = tuple(
            GROUP.add(
                GROUP.multiply_base(blind),
                weighted_sum(GROUP, column, commitment_generators(GROUP)[:2]),
            )
            for blind, column in zip(blinds, columns, strict=True)
        )
        transcript = transcript.absorbing_elements(b"permutation", commitment)
        links = R[4:6]
        openings = Openings(
            total=residue(GROUP, sum(blinds)),
            product=opening_of_chain(GROUP, links, order),
            weighted=residue(GROUP, blinds[0] * u[0] + blinds[1] * u[1]),
            mask=residue(GROUP, -(R[0] * order[0] + R[1] * order[1])),
            links=links,
            order=order,
        )
        return ShuffleArgument(
            commitment, *_respond(GROUP, self.statement, openings, SEED, transcript)
        )

    def columns(self, u: Sequence[Scalar], order: Sequence[Scalar]) -> list[list[Scalar]]:
        """A matrix whose rows sum to one and whose product with *u* is *order*."""
        first = [residue(GROUP, (v - u[1]) * inverse(u[0] - u[1])) for v in order]
        return [first, [residue(GROUP, 1 - m) for m in first]]

    def test_where_they_are_known_before_two_tiles_are_exchanged_for_none(
        self, weak: Transcript
    ) -> None:
        verify_argument(GROUP, self.statement, self.forge(weak), weak)

    def test_it_does_not_pass(self, weak: Transcript) -> None:
        for transcript in (weak, FULL):
            argument = self.forge(transcript)
            assert self.refused(argument) == "B7.5"

    def refused(self, argument: ShuffleArgument) -> str:
        return refused(lambda: verify_argument(GROUP, self.statement, argument, FULL))


@dataclass(frozen=True)
class Draft:
    """All of an argument about two tiles in their order, before outputs and key are settled."""

    inputs: tuple[MaskedTile, ...]
    u: Sequence[Scalar]
    argument: ShuffleArgument
    commitments: Sequence[Element]

    @classmethod
    def of(cls, statement: ShuffleStatement, mask: Scalar, transcript: Transcript) -> "Draft":
        blinds, links, nonces = R[1:3], R[3:5], Openings.of(R[:8])
        commitment = commit_permutation(GROUP, (0, 1), blinds)
        transcript = _absorb_statement(transcript, statement)
        transcript = transcript.absorbing_elements(b"permutation", commitment)
        u = _challenges(GROUP, transcript, 2)
        chain = commit_chain(GROUP, links, u)
        transcript = transcript.absorbing_elements(b"chain", chain)
        commitments = _combine(GROUP, statement, chain, nonces)
        challenge = transcript.absorbing_elements(b"commitments", commitments).challenge(GROUP)
        known = Openings(
            total=residue(GROUP, sum(blinds)),
            product=opening_of_chain(GROUP, links, u),
            weighted=residue(GROUP, blinds[0] * u[0] + blinds[1] * u[1]),
            mask=mask,
            links=links,
            order=u,
        )
        scalars = zip(nonces.scalars, known.scalars, strict=True)
        responses = Openings.of([residue(GROUP, k + challenge * w) for k, w in scalars])
        argument = ShuffleArgument(commitment, chain, challenge, responses)
        return cls(statement.inputs, u, argument, commitments)

    def wanted(self, half: str) -> Element:
        """What the responses must combine to in that half of the tiles."""
        committed = self.commitments[3 if half == "a" else 4]
        image = weighted_sum(GROUP, self.u, [getattr(tile, half) for tile in self.inputs])
        return GROUP.add(committed, GROUP.multiply(self.argument.challenge, image))


class TestOutputsChosenAfterTheChallenges:
    """The last output masks tile 0 again; the first is whatever solves the equations."""

    inputs = first_bag(GROUP, DEAL.key)[:2]
    doubled = remask(GROUP, DEAL.key, inputs[0], R[8])

    def forge(self, transcript: Transcript) -> tuple[ShuffleStatement, ShuffleArgument]:
        guess = ShuffleStatement(DEAL.key, self.inputs, (self.inputs[0], self.doubled))
        draft = Draft.of(guess, R[5], transcript)
        solved = MaskedTile(self.solve(draft, "a"), self.solve(draft, "b"))
        outputs = (solved, self.doubled)
        return ShuffleStatement(DEAL.key, self.inputs, outputs), draft.argument

    def solve(self, draft: Draft, half: str) -> Element:
        """The half of the first output for which the responses come out right."""
        responses, base = draft.argument.responses, GROUP.base if half == "a" else DEAL.key
        known = weighted_sum(
            GROUP, (responses.mask, responses.order[1]), (base, getattr(self.doubled, half))
        )
        return divided(GROUP.subtract(draft.wanted(half), known), responses.order[0])

    def test_where_they_are_left_out_of_the_hash_a_tile_is_doubled(self) -> None:
        deaf = Deaf.to(FULL, b"outputs")

        verify_argument(GROUP, *self.forge(deaf), deaf)

    def test_it_does_not_pass(self) -> None:
        statement, argument = self.forge(FULL)

        assert refused(lambda: verify_argument(GROUP, statement, argument, FULL)) == "B7.5"


class TestKeyChosenAfterTheChallenges:
    """Both outputs mask tile 0; the key is whatever solves the equations."""

    place = Preamble(named("game"), 3, named("digest"), 0, DEAL.preamble(0).identities)
    keyless = place.transcript(b"p2pqwirkle/1 shuffle")
    inputs = first_bag(GROUP, DEAL.key)[:2]
    masks = R[6:8]
    outputs = tuple(remask(GROUP, DEAL.key, first_bag(GROUP, DEAL.key)[0], mask) for mask in R[6:8])

    def forge(self, transcript: Transcript) -> tuple[ShuffleStatement, ShuffleArgument]:
        guess = ShuffleStatement(DEAL.key, self.inputs, self.outputs)
        # The masks' opening depends on the challenges, which do not depend on it.
        u = Draft.of(guess, R[5], transcript).u
        mask = residue(GROUP, -sum(v * r for v, r in zip(u, self.masks, strict=True)))
        draft = Draft.of(guess, mask, transcript)
        responses = draft.argument.responses
        tiles = weighted_sum(GROUP, responses.order, [tile.b for tile in self.outputs])
        key = divided(GROUP.subtract(draft.wanted("b"), tiles), responses.mask)
        return ShuffleStatement(key, self.inputs, self.outputs), draft.argument

    def test_where_it_is_left_out_of_the_hash_a_tile_is_doubled(self) -> None:
        deaf = Deaf.to(self.keyless, b"key")

        verify_argument(GROUP, *self.forge(deaf), deaf)

    def test_it_does_not_pass(self) -> None:
        statement, argument = self.forge(self.keyless)

        verify = lambda: verify_argument(GROUP, statement, argument, self.keyless)  # noqa: E731
        assert refused(verify) == "B7.5"
