"""What the players say to each other, beside their moves; and the line that we are writing."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from p2pqwirkle.console.history import History, Past
from p2pqwirkle.names import showable
from p2pqwirkle.record.chat import MAX_TEXT
from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.words import sentence


@dataclass(frozen=True, slots=True)
class Spoken:
    """A remark that was heard.

    Attributes:
        text: fit to be shown.
        turn: how many turns had been made.
    """

    seat: Seat
    text: str
    turn: int


Talk = tuple[Spoken, ...]


def talk_with(talk: Talk, history: History, seat: Seat, foreign: str) -> Talk:
    """*talk* with what *seat* has said just now."""
    return (*talk, Spoken(seat, showable(foreign), len(history)))


def in_order(history: History, talk: Sequence[Spoken]) -> Iterator[Past | Spoken]:
    """Turns and remarks, as they came."""
    said = list(talk)
    for past in history:
        while said and said[0].turn < past.number:
            yield said.pop(0)
        yield past
    yield from said


def spoken_line(spoken: Spoken, names: Sequence[str]) -> str:
    """A remark in a line of the log."""
    return sentence("chat.said", name=names[spoken.seat], text=spoken.text)


def written_on(draft: str, text: str) -> str:
    """*draft* with *text* behind it, as far as there is room; what cannot be shown is a blank."""
    shown = "".join(one if one.isprintable() else " " for one in text)
    return (draft + shown).encode(errors="ignore")[:MAX_TEXT].decode(errors="ignore")
