"""What known logarithms of the hashed elements would allow.

Each forgery is accepted by a verifier that is weak in one way and refused by the real one: so the
test can fail, and the check it is about is what stops it.
"""

import pytest

from p2pqwirkle.bag.argument import (
    Openings,
    ShuffleArgument,
    ShuffleStatement,
    _absorb_statement,
    _challenges,
    _respond,
    verify_argument,
)
from p2pqwirkle.bag.commitments import commit_permutation
from p2pqwirkle.bag.group import Edwards25519, Element, Group, residue
from p2pqwirkle.bag.masking import first_bag, remask, tile_elements
from tests.bag.deals import Deal
from tests.bag.forging import FULL, GROUP, SEED, R, refused
from tests.bag.trapdoors import KnownLogarithms, read_multiples

HASHED = pytest.mark.parametrize("group", [GROUP, Edwards25519()], ids=["small", "edwards25519"])


class TestTrapdoorGenerators:
    """Whoever knows the logarithms of all hashed elements opens commitments to what it likes."""

    def forge(self, group: Group) -> tuple[ShuffleStatement, ShuffleArgument]:
        """Two outputs that mask tile 0, and an argument that they are tiles 0 and 1."""
        logs, deal = KnownLogarithms(), Deal(group)
        h = logs.log(b"p2pqwirkle/1 chain", 0)
        hs = [logs.log(b"p2pqwirkle/1 commitment", i) for i in (0, 1)]
        inputs, masks, blinds, links = first_bag(group, deal.key)[:2], R[:2], R[2:4], R[4:6]
        outputs = tuple(remask(group, deal.key, inputs[0], mask) for mask in masks)
        statement = ShuffleStatement(deal.key, inputs, outputs)
        commitment = commit_permutation(group, (0, 1), blinds)
        transcript = _absorb_statement(FULL, statement)
        transcript = transcript.absorbing_elements(b"permutation", commitment)
        u = _challenges(group, transcript, 2)

        # M_1 = 2 * M_0, so u_0 + 2 * u_1 times the doubled tile is what the inputs sum to.
        order = (u[0], residue(group, 2 * u[1]))
        opened, ends = 0, h
        for blind, factor in zip(links, order, strict=True):
            ends = blind + factor * ends
        for j in (0, 1):
            opened += u[j] * (blinds[j] + hs[j]) - order[j] * hs[j]
        openings = Openings(
            total=residue(group, sum(blinds)),
            product=residue(group, ends - u[0] * u[1] * h),
            weighted=residue(group, opened),
            mask=residue(
                group, sum(u) - sum(v * (1 + r) for v, r in zip(order, masks, strict=True))
            ),
            links=links,
            order=order,
        )
        return statement, ShuffleArgument(
            commitment, *_respond(group, statement, openings, SEED, transcript)
        )

    def test_with_known_logarithms_a_tile_is_doubled_and_another_dropped(self) -> None:
        group = KnownLogarithms()

        verify_argument(group, *self.forge(group), FULL)

    @HASHED
    def test_with_hashed_elements_it_does_not_pass(self, group: Group) -> None:
        statement, argument = self.forge(group)

        assert refused(lambda: verify_argument(group, statement, argument, FULL)) == "B7.5"


class TestRelatedTileElements:
    """All tiles times one secret, in an order that nobody should know: as in equality tags."""

    def tags(self, group: Group) -> tuple[Element, ...]:
        return tuple(sorted(group.multiply(R[0], element) for element in tile_elements(group)))

    def test_multiples_of_one_element_are_all_read_without_a_key(self) -> None:
        group = KnownLogarithms()
        tags = self.tags(group)

        numbers = read_multiples(group, tags)

        elements = tile_elements(group)
        assert [group.multiply(R[0], elements[number]) for number in numbers] == list(tags)

    @HASHED
    def test_hashed_elements_are_not(self, group: Group) -> None:
        assert read_multiples(group, self.tags(group)) == []
