"""Commitments behind a shuffle argument: to a permutation, and to products of challenges (B7)."""

from collections.abc import Sequence
from functools import lru_cache

from p2pqwirkle.bag.group import Element, Group, Scalar, sum_of
from p2pqwirkle.bag.masking import TILE_COUNT


@lru_cache
def chain_start(group: Group) -> Element:
    """h, the link before the first of every chain."""
    return group.hash_to_element(b"p2pqwirkle/1 chain", 0)


@lru_cache
def commitment_generators(group: Group) -> tuple[Element, ...]:
    """h_0, h_1, … for the outputs of a shuffle; blinding is by G.

    Whoever knew a relation between them, h, G and the tiles could argue for a false shuffle.
    """
    label = b"p2pqwirkle/1 commitment"
    return tuple(group.hash_to_element(label, i) for i in range(TILE_COUNT))


@lru_cache
def sum_of_generators(group: Group, n: int) -> Element:
    """h_0 + … + h_(n-1), which every argument about *n* tiles needs."""
    return sum_of(group, commitment_generators(group)[:n])


def commit_permutation(
    group: Group, permutation: Sequence[int], blinds: Sequence[Scalar]
) -> tuple[Element, ...]:
    """``c_p(i) == blinds[p(i)] * G + h_i``: where each input goes, hidden by the blinds."""
    generators = dict(zip(permutation, commitment_generators(group), strict=False))
    return tuple(
        group.add(group.multiply_base(blind), generators[j]) for j, blind in enumerate(blinds)
    )


def commit_chain(
    group: Group, links: Sequence[Scalar], order: Sequence[Scalar]
) -> tuple[Element, ...]:
    """Commitments to the products of the first one, two, … challenges of *order*."""
    link = chain_start(group)
    chain = []
    for blind, factor in zip(links, order, strict=True):
        link = group.add(group.multiply_base(blind), group.multiply(factor, link))
        chain.append(link)
    return tuple(chain)


def opening_of_chain(group: Group, links: Sequence[Scalar], order: Sequence[Scalar]) -> Scalar:
    """What blinds the last link, beside the product of all of *order*."""
    opening = 0
    for blind, factor in zip(links, order, strict=True):
        opening = (blind + factor * opening) % group.order
    return Scalar(opening)
