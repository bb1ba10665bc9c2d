"""The whole state of a game's console: what the table shows, and what lies on our side of it."""

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Final

from p2pqwirkle.console.history import History
from p2pqwirkle.console.looks import Looks
from p2pqwirkle.console.preview import Preview, fitting_cells, preview
from p2pqwirkle.console.scene import Scene
from p2pqwirkle.console.staging import NOTHING_STAGED, Order, Staging
from p2pqwirkle.console.talk import Talk
from p2pqwirkle.rules.board import Cell
from p2pqwirkle.rules.moves import Choice, Play, PutAside
from p2pqwirkle.rules.opening import ORIGIN
from p2pqwirkle.table.seat import Tile

NO_CELLS: Final[frozenset[Cell]] = frozenset()


class Panel(Enum):
    """What covers the table for a while."""

    NONE = "none"
    HELP = "help"
    RULES = "rules"
    HINTS = "hints"
    UNSEEN = "unseen"
    LOG = "log"
    MAP = "map"
    LOOKS = "looks"
    RESULT = "result"
    LEAVE = "leave"
    QUESTION = "question"
    GO_ON = "go-on"


class Bell(Enum):
    """When the terminal rings for one's turn."""

    UNFOCUSED = "unfocused"
    ALWAYS = "always"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class Notice:
    """A word to the player: a sentence's key and its fields."""

    key: str
    fields: tuple[tuple[str, object], ...] = ()


@dataclass(frozen=True, slots=True)
class Habits:
    """What a player sets beside the looks."""

    mouse: bool = True
    bell: Bell = Bell.UNFOCUSED


USUAL: Final = Habits()


@dataclass(frozen=True, slots=True)
class Ending:
    """What is known once nothing more will be said in the game.

    Attributes:
        verdict: the audit's, by its sentence.
        record: where the record lies.
        allows_another: whether the same people can play again from here.
    """

    verdict: Notice
    record: str
    allows_another: bool = True


@dataclass(frozen=True, slots=True)
class Desk:
    """One player's console in a game.

    Attributes:
        cursor: the cell that the keys point at.
        chosen: the tile of the hand that is put next.
        is_swapping: whether tiles are being put aside.
        scrolled: rows of the open panel that are out of sight above.
        sent: whether our move is on its way; nothing is staged or confirmed meanwhile.
        order: how the next sorting sorts.
        now: local seconds, as last told.
        since: when the open turn began.
        halted: whether the game goes on no more though it has not come to its end.
        talk: what the players have said to each other.
        draft: the line that we are writing to them; None if we are not.
        silences: by seat, for how many seconds nobody has heard of it; None before it was heard.
        back: by seat, when it, or this computer, was last back after being away.
        watchers: how many watch at this computer.
        is_replayed: whether it shows a game that was.
    """

    scene: Scene
    looks: Looks = field(default_factory=Looks)
    habits: Habits = USUAL
    staging: Staging = NOTHING_STAGED
    history: History = ()
    cursor: Cell = ORIGIN
    chosen: Tile | None = None
    is_swapping: bool = False
    panel: Panel = Panel.NONE
    scrolled: int = 0
    notice: Notice | None = None
    sent: bool = False
    order: Order = Order.COLOUR
    now: float = 0.0
    since: float = 0.0
    silences: tuple[float | None, ...] = ()
    back: tuple[float | None, ...] = ()
    ending: Ending | None = None
    halted: bool = False
    talk: Talk = ()
    draft: str | None = None
    watchers: int = 0
    is_replayed: bool = False

    @property
    def is_finished(self) -> bool:
        """Whether no move will be made any more."""
        return self.halted or self.scene.is_finished

    @property
    def may_leave(self) -> bool:
        """Whether nobody minds if we leave."""
        return self.halted or self.scene.is_over or self.scene.is_watched

    @property
    def may_plan(self) -> bool:
        """Whether tiles can be laid out: also in others' turns, once the table is open."""
        position = self.scene.position
        if position is None or self.is_finished or self.sent or self.scene.is_watched:
            return False
        return self.scene.is_our_turn or position.opening is None

    @property
    def may_swap(self) -> bool:
        """Whether it is our turn and the rules let us swap."""
        position = self.scene.position
        if position is None or not self.scene.is_our_turn:
            return False
        return position.opening is None and position.bag_size > 0

    @property
    def choice(self) -> Choice | None:
        """The move that is laid out; None if nothing is."""
        if self.is_swapping:
            aside = tuple(tile.face for tile in self.staging.aside)
            return PutAside(aside) if aside else None
        return Play(self.staging.placements) if self.staging.laid else None

    @property
    def preview(self) -> Preview | None:
        """What the move that is laid out would come to; None if nothing is."""
        position, seat, choice = self.scene.position, self.scene.seat, self.choice
        if position is None or seat is None or choice is None or self.is_finished:
            return None
        return preview(position, seat, self.scene.faces, choice)

    @property
    def fitting(self) -> frozenset[Cell]:
        """The cells where the chosen tile fits."""
        position = self.scene.position
        if position is None or self.chosen is None or not self.may_plan or self.is_swapping:
            return NO_CELLS
        others = tuple(
            placed
            for placed, laid in zip(self.staging.placements, self.staging.laid, strict=True)
            if laid.tile != self.chosen
        )
        return fitting_cells(position.board, others, self.chosen.face)

    @property
    def fresh(self) -> frozenset[Cell]:
        """The cells that were filled since our last move; our own, right after it.

        To who only watches, those of the last turn.
        """
        if self.scene.is_watched:
            return self.history[-1].cells if self.history else NO_CELLS
        after_ours: frozenset[Cell] = NO_CELLS
        for past in reversed(self.history):
            if past.turn.seat == self.scene.seat:
                return after_ours or past.cells
            after_ours |= past.cells
        return after_ours

    def saying(self, key: str, **fields: object) -> "Desk":
        """The same with a word to the player."""
        return replace(self, notice=Notice(key, tuple(fields.items())))
