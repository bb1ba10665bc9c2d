"""Plays that are wrong in one thing, as good as their author can make them."""

from dataclasses import replace

from p2pqwirkle.bag.slots import Slot
from p2pqwirkle.errors import Breach
from p2pqwirkle.record.codec import encode
from p2pqwirkle.rules.board import Cell
from p2pqwirkle.rules.legal import check_play
from p2pqwirkle.rules.moves import Placement, Play
from p2pqwirkle.table.entries import read_play, write_play
from tests.lies import Liar

FAR: Cell = Cell(50, 50)


def _played(liar: Liar, *placements: Placement) -> bytes:
    """The body of a play with good shares, whatever the rules say of it."""
    hand = liar.own.hand(liar.standing)
    return liar.own._play(liar.playing, liar.moment, Play(placements), hand)


def fewer_than_claimed(liar: Liar, body: bytes) -> bytes:
    """The honest play but for its last tile."""
    said = read_play(body)
    faces = {tile.slot: tile.face for tile in liar.own.hand(liar.standing)}
    placed = [
        Placement(cell, faces[slot]) for slot, cell in zip(said.slots, said.cells, strict=True)
    ]
    return _played(liar, *placed[:-1])


def beside_nothing(liar: Liar, _body: bytes) -> bytes:
    tile, *_ = liar.own.hand(liar.standing)
    return _played(liar, Placement(FAR, tile.face))


def broken_line(liar: Liar, _body: bytes) -> bytes:
    """One tile beside one of the table's that it has nothing in common with."""
    board = liar.playing.position.board
    tries = (
        Placement(cell, tile.face)
        for cell in sorted(board.gaps)
        for tile in liar.own.hand(liar.standing)
    )
    return _played(liar, next(one for one in tries if _clause_of(liar, one) == "R5.2"))


def no_slots(liar: Liar, _body: bytes) -> bytes:
    return encode(((), (), liar.own.group.encode_scalar(liar.secret) * 2))


def another_players_slot(liar: Liar, body: bytes) -> bytes:
    said = read_play(body)
    other = liar.hidden.hands[1 - liar.seat][0]
    return write_play(replace(said, slots=(other.slot,), cells=said.cells[:1]))


def played_slot(liar: Liar, body: bytes) -> bytes:
    """The honest play in the opening; the slot of its first tile once more in the next turn."""
    if liar.playing.position.opening is not None:
        return body
    dealt = [Slot(0, 6 * liar.seat + number) for number in range(6)]
    held = [one.slot for one in liar.hidden.hands[liar.seat]]
    gone = next(slot for slot in dealt if slot not in held)
    said = read_play(body)
    return write_play(replace(said, slots=(gone,), cells=said.cells[:1]))


def _clause_of(liar: Liar, placement: Placement) -> str:
    """What the rules say of one tile on the board of the moment."""
    try:
        check_play(liar.playing.position.board, [placement])
    except Breach as breach:
        return breach.clause
    return "ok"
