"""Our tiles while a move is being thought of: in the hand, laid out on the table, or put aside."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, NamedTuple

from p2pqwirkle.rules.board import Board, Cell
from p2pqwirkle.rules.moves import Placement
from p2pqwirkle.rules.tiles import Face
from p2pqwirkle.table.seat import Tile


class Laid(NamedTuple):
    """A tile of ours on a cell, not played yet."""

    tile: Tile
    cell: Cell


class Order(Enum):
    """How a hand can be sorted."""

    COLOUR = "colour"
    SHAPE = "shape"


@dataclass(frozen=True, slots=True)
class Staging:
    """Each tile of the hand is in one place: nothing here can lose or double one.

    Attributes:
        rack: all tiles of the hand, in the order in which the player keeps them.
        laid: those that lie on the table, in the order in which they were put there.
        aside: those that are to be swapped.
    """

    rack: tuple[Tile, ...] = ()
    laid: tuple[Laid, ...] = ()
    aside: tuple[Tile, ...] = ()

    @property
    def placements(self) -> tuple[Placement, ...]:
        """What lies on the table, as the rules see it."""
        return tuple(Placement(one.cell, one.tile.face) for one in self.laid)

    @property
    def loose(self) -> tuple[Tile, ...]:
        """The tiles that do not lie on the table."""
        laid = {one.tile for one in self.laid}
        return tuple(tile for tile in self.rack if tile not in laid)

    def laid_on(self, cell: Cell) -> Tile | None:
        """Our tile that lies on *cell*."""
        return next((one.tile for one in self.laid if one.cell == cell), None)

    def laying(self, tile: Tile, cell: Cell) -> "Staging":
        """The same with *tile* of the rack on *cell*, wherever it was; a tile there comes back."""
        kept = tuple(one for one in self.laid if one.tile != tile and one.cell != cell)
        return replace(self, laid=(*kept, Laid(tile, cell)), aside=())

    def lifting(self, cell: Cell) -> "Staging":
        """The same with the tile on *cell* back in the hand."""
        return replace(self, laid=tuple(one for one in self.laid if one.cell != cell))

    def lifting_last(self) -> "Staging":
        """The same with the tile that was laid last back in the hand."""
        return replace(self, laid=self.laid[:-1])

    def cleared(self) -> "Staging":
        """The same with every tile back in the hand."""
        return Staging(self.rack)

    def turned_aside(self, tile: Tile) -> "Staging":
        """The same with *tile* put aside, or taken back from there; nothing stays laid."""
        if tile in self.aside:
            return replace(self, aside=tuple(one for one in self.aside if one != tile))
        return Staging(self.rack, aside=(*self.aside, tile))

    def all_aside(self, most: int) -> "Staging":
        """The same with all tiles put aside, but no more than *most*."""
        return Staging(self.rack, aside=self.rack[:most])

    def moved(self, tile: Tile, steps: int) -> "Staging":
        """The same with *tile* that many places further right in the rack, or left."""
        place = self.rack.index(tile)
        rest = [one for one in self.rack if one != tile]
        rest.insert(max(0, min(place + steps, len(rest))), tile)
        return replace(self, rack=tuple(rest))

    def sorted_by(self, order: Order) -> "Staging":
        """The same with the rack sorted."""
        keys = {
            Order.COLOUR: lambda tile: (tile.face.colour.value, tile.face.shape.value),
            Order.SHAPE: lambda tile: (tile.face.shape.value, tile.face.colour.value),
        }
        return replace(self, rack=tuple(sorted(self.rack, key=keys[order])))

    def renewed(self, hand: Iterable[Tile], board: Board) -> "Staging":
        """The same when the hand or the table has changed.

        Tiles that are still held keep their places, new ones come behind them.  What lies on a
        cell that somebody else has taken comes back to the hand.
        """
        held = tuple(hand)
        if self._is_renumbered(held):
            return self._renumbered(held).renewed(held, board)
        known = tuple(tile for tile in self.rack if tile in held)
        drawn = tuple(tile for tile in held if tile not in self.rack)
        laid = tuple(
            one for one in self.laid if one.tile in held and board.face_at(one.cell) is None
        )
        aside = tuple(tile for tile in self.aside if tile in held)
        return Staging((*known, *drawn), laid, aside)

    def _is_renumbered(self, held: tuple[Tile, ...]) -> bool:
        """Whether *held* are the same tiles with other slots, as after the bag was made anew."""
        if not self.rack or set(held) & set(self.rack):
            return False
        return Counter(tile.face for tile in held) == Counter(tile.face for tile in self.rack)

    def _renumbered(self, held: tuple[Tile, ...]) -> "Staging":
        """The same with the slots of *held*; of twins, any may get any."""
        left = list(held)
        now: dict[Tile, Tile] = {}
        for tile in self.rack:
            now[tile] = _first(left, tile.face)
            left.remove(now[tile])
        laid = tuple(Laid(now[one.tile], one.cell) for one in self.laid)
        return Staging(tuple(now.values()), laid, tuple(now[tile] for tile in self.aside))

    def laying_faces(self, placements: Iterable[Placement]) -> "Staging":
        """Lay what *placements* say, of twins the first in the rack.

        Raises:
            LookupError: if a face is not in the hand as often.
        """
        staged = self.cleared()
        for cell, face in placements:
            staged = staged.laying(_first(staged.loose, face), cell)
        return staged

    def putting_aside(self, faces: Iterable[Face]) -> "Staging":
        """Put tiles that show *faces* aside.

        Raises:
            LookupError: if a face is not in the hand as often.
        """
        staged = self.cleared()
        for face in faces:
            kept = tuple(tile for tile in staged.rack if tile not in staged.aside)
            staged = staged.turned_aside(_first(kept, face))
        return staged


NOTHING_STAGED: Final = Staging()


def _first(tiles: Iterable[Tile], face: Face) -> Tile:
    found = next((tile for tile in tiles if tile.face == face), None)
    if found is None:
        raise LookupError(f"no such tile in the hand: {face}")
    return found
