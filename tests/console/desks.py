"""Desks of games with open hands: what a console shows of a game that needs no network."""

import random

from p2pqwirkle.bag.slots import Slot
from p2pqwirkle.bots.greedy import greedy
from p2pqwirkle.console.arrivals import first_desk, showing
from p2pqwirkle.console.canvas import Line
from p2pqwirkle.console.desk import Desk
from p2pqwirkle.console.looks import Looks
from p2pqwirkle.console.scene import Scene
from p2pqwirkle.rules.board import Board
from p2pqwirkle.rules.moves import Choice, Seat, seen_by_all
from p2pqwirkle.rules.position import HAND_SIZE, Position
from p2pqwirkle.rules.tiles import TILE_COUNT
from p2pqwirkle.table.phases import Phase
from p2pqwirkle.table.playing import Turn
from p2pqwirkle.table.seat import Tile
from tests.notation import board as drawn_board
from tests.notation import faces
from tests.open_game import OpenGame

NAMES = ("north", "south", "east", "west", "zenith", "nadir")


class Evening:
    """A game with open hands, and the desk of seat 0 that watches it."""

    def __init__(self, seed: int = 1, players: int = 3, looks: Looks | None = None) -> None:
        self.game = OpenGame([greedy] * players, random.Random(seed))
        self.looks = looks or Looks()
        self._tiles: list[Tile] = []
        self._drawn = 0
        self._last: Turn | None = None
        self.desk = first_desk(self.scene(), self.looks, now=0.0)

    def scene(self) -> Scene:
        position = self.game.position
        is_over = position.outcome is not None
        return Scene(
            names=NAMES[: len(self.game.hands)],
            seat=Seat(0),
            phase=Phase.OVER if is_over else Phase.TURN,
            hand=self._hand(),
            position=position,
            awaited=() if is_over else (position.mover,),
            last_turn=self._last,
            words=("acorn", "alarm", "album", "almond"),
        )

    def take(self, choice: Choice) -> None:
        """The mover does *choice*, and the desk hears of it."""
        before = self.game.position
        self.game.take(choice)
        after, seat = self.game.position, before.mover
        points = after.scores[seat] - before.scores[seat]
        self._last = Turn(seat, seen_by_all(choice), points, after.drawn)
        self.desk, _ = showing(self.desk, self.scene(), now=self.desk.now + 1)

    def play_on(self, turns: int) -> None:
        """Let *turns* turns be made, or what is left of the game."""
        for _ in range(turns):
            if self.game.is_over():
                return
            self.take(self.game.decide())

    def until_ours(self) -> bool:
        """Play on until it is our turn; False if the game is over before."""
        while not self.game.is_over():
            if self.game.position.mover == Seat(0):
                return True
            self.take(self.game.decide())
        return False

    def _hand(self) -> tuple[Tile, ...]:
        """Our hand with slots: a tile keeps its slot as long as it is held."""
        left = list(self.game.hands[0])
        kept = []
        for tile in self._tiles:
            if tile.face in left:
                left.remove(tile.face)
                kept.append(tile)
        for face in left:
            kept.append(Tile(Slot(0, self._drawn), face))
            self._drawn += 1
        self._tiles = kept
        return tuple(kept)


def desk_with(
    hand: str, drawing: str = "", *, bag_size: int | None = None, looks: Looks | None = None
) -> Desk:
    """A desk at our turn: *hand* in words, the table in a drawing."""
    board = drawn_board(drawing) if drawing else Board.empty()
    held = tuple(Tile(Slot(0, index), face) for index, face in enumerate(faces(hand)))
    start = Position.start([Seat(0), Seat(1)], [1, 1], [None, None], stall_guard=True)
    left = TILE_COUNT - len(board) - len(held) - HAND_SIZE
    position = Position(
        board=board,
        scores=(0, 0),
        hand_sizes=(len(held), HAND_SIZE),
        bag_size=left if bag_size is None else bag_size,
        turn_order=start.turn_order,
        mover=Seat(0),
        opening=None,
        turns_without_placement=0,
        stall_guard=True,
        drawn=0,
        outcome=None,
    )
    scene = Scene(
        names=("north", "south"),
        seat=Seat(0),
        phase=Phase.TURN,
        hand=held,
        position=position,
        awaited=(Seat(0),),
    )
    return first_desk(scene, looks or Looks(), now=0.0)


def text_of(lines: tuple[Line, ...]) -> str:
    """A frame without its styles."""
    rows = ("".join(text for _, text in line).rstrip() for line in lines)
    return "\n".join(rows).rstrip("\n")
