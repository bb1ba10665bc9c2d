"""Slots that a move may name, and those it may not."""

from collections.abc import Callable

from p2pqwirkle.bag.slots import Slot
from tests.lies import Liar

Named = Callable[[Liar], list[Slot]]


def own(liar: Liar) -> list[Slot]:
    return [held.slot for held in liar.hidden.hands[liar.seat]]


def anothers(liar: Liar) -> list[Slot]:
    return [liar.hidden.hands[(liar.seat + 1) % 3][0].slot]


def of_an_older_bag(liar: Liar) -> list[Slot]:
    return [Slot(slot.bag + 1, slot.index) for slot in own(liar)[:1]]


def not_drawn(liar: Liar) -> list[Slot]:
    bag = liar.hidden.bag
    return [Slot(bag.number, bag.drawn)]


def already_played(liar: Liar) -> list[Slot]:
    drawn = {Slot(0, index) for index in range(liar.hidden.bag.drawn)}
    held = {one.slot for hand in liar.hidden.hands for one in hand}
    return [min(drawn - held)]


def one_twice(liar: Liar) -> list[Slot]:
    return own(liar)[:1] * 2


def downwards(liar: Liar) -> list[Slot]:
    return own(liar)[1::-1]


def none(_liar: Liar) -> list[Slot]:
    return []
