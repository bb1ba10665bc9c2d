"""A group in which the elements that should be hashed are related, and what can then be read."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha512

from p2pqwirkle.bag.group import Element, Group, Scalar
from tests.small_group import SmallGroup


@dataclass(frozen=True, slots=True)
class KnownLogarithms(SmallGroup):
    """A group whose hashed elements are multiples of G that everybody knows."""

    def log(self, label: bytes, index: int) -> int:
        digest = sha512(label).digest()
        return int.from_bytes(digest[:4]) + index + 1

    def hash_to_element(self, label: bytes, index: int) -> Element:
        if label == b"p2pqwirkle/1 tile":
            return self.multiply_base(Scalar(index + 1))
        return self.multiply_base(Scalar(self.log(label, index)))


def read_multiples(group: Group, tags: Sequence[Element]) -> list[int]:
    """The numbers of the tiles behind *tags*, if multiples of one of them are all of them."""
    for unit in tags:
        multiples = [unit]
        while len(multiples) < len(tags) and multiples[-1] in tags:
            multiples.append(group.add(multiples[-1], unit))
        if set(multiples) == set(tags):
            return [multiples.index(tag) for tag in tags]
    return []
