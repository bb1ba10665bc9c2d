"""What the number keys mean: a tile of the hand, or a line of the open panel."""

from dataclasses import replace

from p2pqwirkle.console.desk import Bell, Desk, Panel
from p2pqwirkle.console.hints import hints
from p2pqwirkle.rules.board import Cell
from p2pqwirkle.table.seat import Tile


def pick(desk: Desk, number: int) -> Desk:
    """The desk after the key with *number* was pressed; nothing has the number 0."""
    if number == 0:
        return desk
    match desk.panel:
        case Panel.HINTS:
            return _take_hint(desk, number)
        case Panel.LOOKS:
            return _turn_looks(desk, number)
        case _:
            return _pick_tile(desk, number)


def _pick_tile(desk: Desk, number: int) -> Desk:
    if number > len(desk.staging.rack):
        return desk
    tile = desk.staging.rack[number - 1]
    if desk.is_swapping:
        return _turn_aside(desk, tile)
    if desk.sent:
        return desk.saying("notice.sent")
    if desk.chosen == tile:
        return replace(desk, chosen=None)
    chosen = replace(desk, chosen=tile, panel=Panel.NONE)
    if not chosen.may_plan:
        return chosen
    if not chosen.fitting:
        return chosen.saying("notice.fits-nowhere")
    return chosen if chosen.cursor in chosen.fitting else _to_nearest(chosen)


def _to_nearest(desk: Desk) -> Desk:
    """Point at the cell nearest to the cursor where the chosen tile fits."""

    def distance(cell: Cell) -> tuple[int, Cell]:
        return abs(cell.x - desk.cursor.x) + abs(cell.y - desk.cursor.y), cell

    return replace(desk, cursor=min(desk.fitting, key=distance))


def _turn_aside(desk: Desk, tile: Tile) -> Desk:
    position = desk.scene.position
    if desk.sent or position is None:
        return desk
    staging = desk.staging.turned_aside(tile)
    if len(staging.aside) > position.bag_size:
        return desk.saying("notice.bag-small", count=position.bag_size)
    return replace(desk, staging=staging)


def _take_hint(desk: Desk, number: int) -> Desk:
    """Lay out the play of one hint."""
    position, seat = desk.scene.position, desk.scene.seat
    if position is None or seat is None or not desk.may_plan:
        return desk
    found = hints(position, seat, desk.scene.faces)
    if number > len(found):
        return desk
    placements = found[number - 1].play.placements
    staging = desk.staging.laying_faces(placements)
    cursor = placements[0].cell
    return replace(
        desk, staging=staging, cursor=cursor, chosen=None, is_swapping=False, panel=Panel.NONE
    )


def _turn_looks(desk: Desk, number: int) -> Desk:
    looks, habits = desk.looks, desk.habits
    match number:
        case 1:
            return replace(desk, looks=looks.with_next_glyphs())
        case 2:
            return replace(desk, looks=looks.with_next_depth())
        case 3:
            return replace(desk, looks=looks.with_next_ground())
        case 4:
            return replace(desk, looks=looks.with_letters_turned())
        case 5:
            return replace(desk, habits=replace(habits, mouse=not habits.mouse))
        case 6:
            bells = list(Bell)
            bell = bells[(bells.index(habits.bell) + 1) % len(bells)]
            return replace(desk, habits=replace(habits, bell=bell))
        case _:
            return desk
