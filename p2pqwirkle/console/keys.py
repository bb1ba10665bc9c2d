"""Which key stands for which command: the one table that the screen, its footer and `?` read."""

from dataclasses import dataclass
from typing import Final

from p2pqwirkle.console.commands import Command, Deed, Digit, Go
from p2pqwirkle.words import SENTENCES, sentence


@dataclass(frozen=True, slots=True)
class Binding:
    """Keys with one meaning.

    Attributes:
        keys: as the terminal library names them.
        shown: what stands on the keyboard, or the key of the sentence that names it.
        command: what they stand for.
        key: the sentence that says what it does.
    """

    keys: tuple[str, ...]
    shown: str
    command: Command
    key: str

    @property
    def label(self) -> str:
        """The keys, as a player calls them."""
        return sentence(self.shown) if self.shown in SENTENCES else self.shown


_DIGITS: Final = tuple(
    Binding((str(number),), "1-6", Digit(number), "key.digit") for number in range(1, 10)
)
_ARROWS: Final = (
    Binding(("left",), "keyname.arrows", Go(-1, 0), "key.arrows"),
    Binding(("right",), "keyname.arrows", Go(1, 0), "key.arrows"),
    Binding(("up",), "keyname.arrows", Go(0, -1), "key.arrows"),
    Binding(("down",), "keyname.arrows", Go(0, 1), "key.arrows"),
)
_LOOKING: Final = (
    Binding(("l",), "l", Deed.LOG, "key.log"),
    Binding(("m",), "m", Deed.MAP, "key.map"),
    Binding(("u",), "u", Deed.UNSEEN, "key.unseen"),
    Binding(("r",), "r", Deed.RULES, "key.rules"),
    Binding(("v",), "v", Deed.LOOKS, "key.looks"),
    Binding(("?", "f1"), "?", Deed.HELP, "key.help"),
)
_LEAVING: Final = (
    Binding(("q", "c-c", "<sigint>"), "q", Deed.LEAVE, "key.leave"),
    Binding(("y",), "y", Deed.YES, "key.yes"),
)

PLAYING: Final = (
    *_DIGITS,
    *_ARROWS,
    Binding(("tab", "n"), "Tab", Deed.NEXT_CELL, "key.next-cell"),
    Binding(("space",), "Space", Deed.PUT, "key.put"),
    Binding(("enter",), "Enter", Deed.CONFIRM, "key.confirm"),
    Binding(("backspace",), "Backspace", Deed.TAKE_BACK, "key.take-back"),
    Binding(("escape",), "Esc", Deed.CANCEL, "key.cancel"),
    Binding(("s",), "s", Deed.SWAP, "key.swap"),
    Binding(("a",), "a", Deed.ALL_ASIDE, "key.all-aside"),
    Binding(("<", ","), "<", Deed.TILE_LEFT, "key.tile-left"),
    Binding((">", "."), ">", Deed.TILE_RIGHT, "key.tile-right"),
    Binding(("t",), "t", Deed.SORT, "key.sort"),
    Binding(("h",), "h", Deed.HINTS, "key.hints"),
    Binding(("g",), "g", Deed.LAST_MOVE, "key.last-move"),
    Binding(("e",), "e", Deed.RESULT, "key.result"),
    Binding(("c",), "c", Deed.CHAT, "key.chat"),
    Binding(("p",), "p", Deed.AGAIN, "key.again"),
    Binding(("x",), "x", Deed.GO_ON, "key.go-on"),
    *_LOOKING,
    *_LEAVING,
)
"""In a game."""

WATCHING: Final = (
    *(Binding((str(number),), "1-6", Digit(number), "key.change") for number in range(1, 7)),
    *_ARROWS,
    Binding(("escape", "enter"), "Esc", Deed.CANCEL, "key.close"),
    Binding(("g",), "g", Deed.LAST_MOVE, "key.last-move"),
    Binding(("e",), "e", Deed.RESULT, "key.result"),
    *_LOOKING,
    *_LEAVING[:1],
)
"""In a game that one only watches."""

PARTING: Final = (
    Binding(("y", "q", "c-c", "<sigint>", "enter"), "y", Deed.YES, "do.leave"),
    Binding(("g",), "g", Deed.GIVE_UP, "do.give-up"),
    Binding(("escape",), "Esc", Deed.CANCEL, "do.stay"),
)
"""While the player is asked whether to leave."""

ANSWERING: Final = (
    Binding(("y",), "y", Deed.YES, "do.agree"),
    Binding(("n",), "n", Deed.NO, "do.decline"),
    Binding(("escape", "x"), "Esc", Deed.CANCEL, "do.later"),
    _LEAVING[0],
)
"""While the player is asked whether to go on without somebody."""

WRITING: Final = (
    Binding(("enter",), "Enter", Deed.SAY, "do.say"),
    Binding(("escape", "c-c", "<sigint>"), "Esc", Deed.HUSH, "do.close"),
    Binding(("backspace",), "Backspace", Deed.ERASE, "do.erase"),
)
"""While a line to the others is being written: all other keys are its text."""

LEAFING: Final = (
    *(Binding((str(digit),), "0-9", Digit(digit), "key.turn") for digit in range(10)),
    Binding(("right", "space", "enter"), "keyname.right", Deed.FORWARD, "key.forward"),
    Binding(("left", "backspace"), "keyname.left", Deed.BACK, "key.back"),
    Binding(("up",), "keyname.up-down", Go(0, -1), "key.scroll"),
    Binding(("down",), "keyname.up-down", Go(0, 1), "key.scroll"),
    Binding(("home",), "Home", Deed.FIRST, "key.first"),
    Binding(("end",), "End", Deed.LAST, "key.last"),
    Binding(("tab",), "Tab", Deed.NEXT_SEAT, "key.next-seat"),
    Binding(("escape",), "Esc", Deed.CANCEL, "key.close"),
    Binding(("h",), "h", Deed.HINTS, "key.hints"),
    Binding(("g",), "g", Deed.LAST_MOVE, "key.last-move"),
    Binding(("e",), "e", Deed.RESULT, "key.result"),
    *_LOOKING,
    *_LEAVING,
)
"""In a replay."""

ASKING: Final = (*_LEAVING, Binding(("escape",), "Esc", Deed.CANCEL, "key.close"))
"""Before the game, while the player is asked to confirm something."""

SEEKING: Final = (
    *_DIGITS,
    Binding(("up",), "keyname.up-down", Go(0, -1), "key.scroll"),
    Binding(("down",), "keyname.up-down", Go(0, 1), "key.scroll"),
    Binding(("enter", "space"), "Enter", Deed.CONFIRM, "do.join"),
    Binding(("escape",), "Esc", Deed.CANCEL, "key.close"),
    *_LEAVING,
)
"""While a table is sought."""

WAITING: Final = (
    *(Binding((str(seat),), "2-6", Digit(seat), "do.put-out") for seat in range(2, 7)),
    Binding(("space",), "Space", Deed.READY, "do.ready"),
    Binding(("n",), "n", Deed.RENAME, "do.rename"),
    Binding(("c",), "c", Deed.NEW_CODE, "do.new-code"),
    *ASKING,
)
"""Before the game."""

SPELLING: Final = (*WRITING, Binding(("tab",), "Tab", Deed.COMPLETE, "do.complete"))
"""While the code of a table is being written."""
