"""The steps that build the bag anew without the key of a seat that has left (T13)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from p2pqwirkle.bag.blinding import Blinding
from p2pqwirkle.bag.masking import MaskedTile
from p2pqwirkle.bag.shares import Shares
from p2pqwirkle.bag.shuffle import Shuffle
from p2pqwirkle.bag.slots import Bag
from p2pqwirkle.bag.tags import match_tags
from p2pqwirkle.errors import Breach, Collapse
from p2pqwirkle.record.entry import Entry
from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.table.dealing import Dealing
from p2pqwirkle.table.entries import read_nothing
from p2pqwirkle.table.hidden import Held, Hidden
from p2pqwirkle.table.moment import Moment
from p2pqwirkle.table.phases import Phase
from p2pqwirkle.table.playing import Playing
from p2pqwirkle.table.step import Step


@dataclass(frozen=True, slots=True)
class Rebuilding:
    """The living seats make a new bag of all tiles that are neither on the board nor in hands.

    Each shuffles all that is not on the board; each blinds the tiles in hands and the shuffled
    ones together; then all open what they have blinded, and take out of the bag what is equal to
    a tile in a hand.

    Attributes:
        hidden: without those who have left; its bag holds the tiles in hands as well, until the
            tags are compared.
        then: the stage to go on with; its own hidden side is out of date.
        turns: how many of the living seats, ascending, have shuffled, or blinded.
        blinded: hands, then bag, as blinded so far.
        is_built: whether the bag is without what lies in hands.
    """

    phase: Phase
    hidden: Hidden
    then: Dealing | Playing
    turns: int = 0
    blinded: tuple[MaskedTile, ...] = ()
    is_built: bool = False

    @property
    def in_hands(self) -> tuple[Held, ...]:
        """The tiles of the living seats, by seat and slot; those put aside among them."""
        return tuple(held for seat in self.hidden.living for held in self._hand(seat))

    @property
    def progress(self) -> tuple[int, int]:
        """How many of its steps are complete, and how many there are."""
        seats = len(self.hidden.living)
        if not self.in_hands:
            return (seats if self.is_built else self.turns), seats + 1
        done = {
            Phase.SHUFFLE: self.turns,
            Phase.BLIND: seats + self.turns,
            Phase.READY: 2 * seats + (2 if self.is_built else 0),
            Phase.TAGS: 2 * seats + 1,
        }
        return done[self.phase], 2 * seats + 3

    def _hand(self, seat: Seat) -> Sequence[Held]:
        hand = self.hidden.hands[seat]
        if isinstance(self.then, Playing) and self.then.aside and seat == self.then.drawer:
            return sorted((*hand, *self.then.aside), key=lambda held: held.slot)
        return hand


def _check_shuffle(stage: Rebuilding, moment: Moment, seat: Seat, entry: Entry) -> Shuffle:
    return stage.hidden.check_shuffle_entry(moment, seat, entry.body)


def _fold_shuffle(stage: Rebuilding, _moment: Moment, said: tuple[Shuffle, ...]) -> Rebuilding:
    (shuffle,) = said
    shuffled = replace(stage, hidden=stage.hidden.shuffled(shuffle), turns=stage.turns + 1)
    if shuffled.turns < len(stage.hidden.living):
        return shuffled
    held = tuple(one.drawn.tile for one in stage.in_hands)
    if not held:
        return replace(shuffled, phase=Phase.READY, is_built=True)
    blinded = (*held, *shuffled.hidden.bag.tiles)
    return replace(shuffled, phase=Phase.BLIND, turns=0, blinded=blinded)


def _check_blind(stage: Rebuilding, moment: Moment, seat: Seat, entry: Entry) -> Blinding:
    return stage.hidden.check_blinding_entry(moment, seat, stage.blinded, entry.body)


def _fold_blind(stage: Rebuilding, _moment: Moment, said: tuple[Blinding, ...]) -> Rebuilding:
    (blinding,) = said
    turns = stage.turns + 1
    return replace(
        stage,
        phase=Phase.BLIND if turns < len(stage.hidden.living) else Phase.READY,
        hidden=stage.hidden.blinded_by(blinding),
        turns=turns,
        blinded=blinding.tiles,
    )


def _check_ready(_stage: Rebuilding, _moment: Moment, _seat: Seat, entry: Entry) -> None:
    read_nothing(entry.body)


def _fold_ready(
    stage: Rebuilding, _moment: Moment, _said: tuple[None, ...]
) -> Rebuilding | Dealing | Playing:
    if not stage.is_built:
        return replace(stage, phase=Phase.TAGS)
    match stage.then:
        case Playing(phase=Phase.DRAW) as then:
            drawing, bag = stage.hidden.bag.draw(then.position.drawn)
            return replace(then, hidden=stage.hidden.with_bag(bag), drawing=drawing)
        case then:
            return replace(then, hidden=stage.hidden)


def _check_tags(stage: Rebuilding, moment: Moment, seat: Seat, entry: Entry) -> Shares:
    return stage.hidden.check_tags_entry(moment, seat, stage.blinded, entry.body)


def _fold_tags(stage: Rebuilding, _moment: Moment, said: tuple[Shares, ...]) -> Rebuilding:
    columns = zip(*(shares.elements for shares in said), strict=True)
    tags = [
        stage.hidden.unveil(tile, shares)
        for tile, shares in zip(stage.blinded, columns, strict=True)
    ]
    try:
        in_hands = match_tags(tags, len(stage.in_hands))
    except Breach as breach:
        raise Collapse(breach.clause, breach.detail) from breach
    bag = stage.hidden.bag
    rest = tuple(tile for place, tile in enumerate(bag.tiles) if place not in in_hands)
    hidden = stage.hidden.with_bag(Bag(bag.number, 0, rest))
    return replace(stage, phase=Phase.READY, hidden=hidden, blinded=(), is_built=True)


# The three types of a Step belong together row by row; a table of rows cannot say so.
STEPS: Final[dict[Phase, Step[Rebuilding, Any, Rebuilding | Dealing | Playing]]] = {
    Phase.SHUFFLE: Step(_check_shuffle, _fold_shuffle),
    Phase.BLIND: Step(_check_blind, _fold_blind),
    Phase.READY: Step(_check_ready, _fold_ready),
    Phase.TAGS: Step(_check_tags, _fold_tags),
}
