"""Where hidden tiles lie: public handles for tiles whose faces nobody knows (B4)."""

from collections.abc import Sequence
from dataclasses import dataclass

from p2pqwirkle.bag.masking import MaskedTile


@dataclass(frozen=True, slots=True, order=True)
class Slot:
    """The place of a tile in the bag of that number; never used twice."""

    bag: int
    index: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """A tile taken from the bag, still masked."""

    slot: Slot
    tile: MaskedTile


@dataclass(frozen=True, slots=True)
class Bag:
    """The tiles not drawn.

    Attributes:
        number: 0 for the first bag, one more after every reshuffle.
        drawn: how many tiles were drawn from the bag of this number: the index of the next one.
        tiles: the remaining ones, in the order in which they will be drawn.
    """

    number: int
    drawn: int
    tiles: tuple[MaskedTile, ...]

    def __len__(self) -> int:
        """How many tiles are left."""
        return len(self.tiles)

    def draw(self, count: int) -> tuple[tuple[Drawn, ...], "Bag"]:
        """The *count* tiles of the lowest indices, and the bag without them."""
        taken = tuple(
            Drawn(Slot(self.number, index), tile)
            for index, tile in enumerate(self.tiles[:count], start=self.drawn)
        )
        return taken, Bag(self.number, self.drawn + count, self.tiles[count:])

    def joined(self, returned: Sequence[MaskedTile]) -> "Bag":
        """The next bag, to be shuffled: the remaining tiles, then the *returned* as they are."""
        return Bag(self.number + 1, 0, (*self.tiles, *returned))

    def shuffled(self, tiles: tuple[MaskedTile, ...]) -> "Bag":
        """This bag with the *tiles* that a seat's proven shuffle has made of it."""
        return Bag(self.number, self.drawn, tiles)
