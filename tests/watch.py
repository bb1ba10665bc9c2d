"""A group that notes what its owner's secret is multiplied with."""

from p2pqwirkle.bag.group import Element, Group, Scalar


class WatchedGroup:
    """Does what *group* does, and counts as equal to it.

    Attributes:
        secret: the scalar to watch; None as long as it is not known.
        touched: every element that the secret was multiplied with, in order.
    """

    def __init__(self, group: Group) -> None:
        self._group = group
        self.secret: Scalar | None = None
        self.touched: list[Element] = []

    def __eq__(self, other: object) -> bool:
        return self._group == (other._group if isinstance(other, WatchedGroup) else other)

    def __hash__(self) -> int:
        return hash(self._group)

    @property
    def order(self) -> int:
        return self._group.order

    @property
    def base(self) -> Element:
        return self._group.base

    @property
    def deferring(self) -> Group:
        return self._group.deferring

    def decode_element(self, encoded: bytes) -> Element:
        return self._group.decode_element(encoded)

    def decode_scalar(self, encoded: bytes) -> Scalar:
        return self._group.decode_scalar(encoded)

    def reduce(self, wide: bytes) -> Scalar:
        return self._group.reduce(wide)

    def encode_scalar(self, scalar: Scalar) -> bytes:
        return self._group.encode_scalar(scalar)

    def multiply(self, scalar: Scalar, element: Element) -> Element:
        if scalar == self.secret:
            self.touched.append(element)
        return self._group.multiply(scalar, element)

    def multiply_base(self, scalar: Scalar) -> Element:
        return self._group.multiply_base(scalar)

    def add(self, left: Element, right: Element) -> Element:
        return self._group.add(left, right)

    def subtract(self, left: Element, right: Element) -> Element:
        return self._group.subtract(left, right)

    def hash_to_element(self, label: bytes, index: int) -> Element:
        return self._group.hash_to_element(label, index)
