"""What a player can ask the console for; which key stands for it is in `keys`."""

from dataclasses import dataclass
from enum import Enum

from p2pqwirkle.codes import Code
from p2pqwirkle.record.identity import PlayerId
from p2pqwirkle.rules.board import Cell
from p2pqwirkle.rules.moves import Choice, Seat
from p2pqwirkle.table.agreement import Question


class Deed(Enum):
    """A thing to do that needs no further word."""

    PUT = "put"
    CONFIRM = "confirm"
    TAKE_BACK = "take-back"
    CANCEL = "cancel"
    NEXT_CELL = "next-cell"
    LAST_MOVE = "last-move"
    SWAP = "swap"
    ALL_ASIDE = "all-aside"
    TILE_LEFT = "tile-left"
    TILE_RIGHT = "tile-right"
    SORT = "sort"
    HELP = "help"
    RULES = "rules"
    HINTS = "hints"
    UNSEEN = "unseen"
    LOG = "log"
    MAP = "map"
    LOOKS = "looks"
    RESULT = "result"
    LEAVE = "leave"
    YES = "yes"
    FORWARD = "forward"
    BACK = "back"
    FIRST = "first"
    LAST = "last"
    NEXT_SEAT = "next-seat"
    CHAT = "chat"
    SAY = "say"
    ERASE = "erase"
    HUSH = "hush"
    AGAIN = "again"
    GO_ON = "go-on"
    NO = "no"
    GIVE_UP = "give-up"
    READY = "ready"
    RENAME = "rename"
    NEW_CODE = "new-code"
    COMPLETE = "complete"


@dataclass(frozen=True, slots=True)
class Digit:
    """One of the keys 1 to 9."""

    number: int


@dataclass(frozen=True, slots=True)
class Go:
    """A step of the cursor, or of what a panel shows."""

    across: int
    down: int


@dataclass(frozen=True, slots=True)
class Point:
    """A cell of the table, pointed at with the mouse."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class Visit:
    """A turn of a finished game, pointed at with the mouse."""

    turn: int


@dataclass(frozen=True, slots=True)
class Type:
    """Text for the line that is being written."""

    text: str


Command = Deed | Digit | Go | Point | Visit | Type


class Leave(Enum):
    """The player wants to leave: perhaps to come back, or for good."""

    LEAVE = "leave"
    FOR_GOOD = "for-good"


class Again(Enum):
    """The player wants another game with the same people."""

    AGAIN = "again"


@dataclass(frozen=True, slots=True)
class AskOut:
    """The player asks the others to go on without these seats."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class PassOver:
    """The player asks the others to go on without the open turn."""


@dataclass(frozen=True, slots=True)
class Reply:
    """The player answers what the others ask, for ever."""

    question: Question
    agrees: bool


@dataclass(frozen=True, slots=True)
class Say:
    """The player says something to all others."""

    text: str


@dataclass(frozen=True, slots=True)
class Ready:
    """The player says whether the game may begin."""

    is_ready: bool


@dataclass(frozen=True, slots=True)
class Rename:
    """The player wants to be called otherwise, before the game."""

    name: str


@dataclass(frozen=True, slots=True)
class PutOut:
    """The host wants somebody away from its table, and not back."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class NewCode:
    """The host wants another code for its table."""


@dataclass(frozen=True, slots=True)
class GiveCode:
    """The player knows the code of the table that it wants to join."""

    code: Code


@dataclass(frozen=True, slots=True)
class Sit:
    """The player wants a seat at the table with this id, of those that were found."""

    table: str


Departing = AskOut | PassOver | Reply
"""What goes on without somebody."""
Request = (
    Choice | Leave | Again | Say | Departing | Sit | Ready | Rename | PutOut | NewCode | GiveCode
)
"""What the console asks of the program around it."""
