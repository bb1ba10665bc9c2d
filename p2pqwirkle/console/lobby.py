"""Before the game: who is here, who is missing, and what a player can do about it."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

from p2pqwirkle.codes import Code, CodeSlip, completed, read_code
from p2pqwirkle.console.commands import (
    Command,
    Deed,
    Digit,
    GiveCode,
    Leave,
    NewCode,
    PutOut,
    Ready,
    Rename,
    Request,
    Type,
)
from p2pqwirkle.console.desk import Notice
from p2pqwirkle.console.looks import Looks
from p2pqwirkle.errors import Breach
from p2pqwirkle.names import player_names, showable
from p2pqwirkle.record.identity import PlayerId
from p2pqwirkle.table.charter import check_name

NOBODY = PlayerId(b"")


class Line(Enum):
    """A line that a player writes before the game."""

    NAME = "name"
    CODE = "code"


@dataclass(frozen=True, slots=True)
class Place:
    """A seat that somebody has.

    Attributes:
        name: as its player said it.
        remark: what we know of the player, if there is anything to say.
    """

    player: PlayerId
    name: str
    is_ready: bool = False
    remark: Notice | None = None


Question = Leave | PutOut | Ready
"""What a player is asked to confirm."""


@dataclass(frozen=True, slots=True)
class Lobby:
    """The screen before the charter is drawn up.

    Attributes:
        own: whose screen it is.
        places: the seats that are taken, in the order in which their players came.
        wanted: how many players the game begins with; None until the host has said it.
        addresses: where others can join, if this is the host's screen.
        code: what they need to know, if it is the host's screen and they need to.
        host: whom we have asked for a seat, if it is a guest's.
        is_coming_back: whether there is a game already, whose players have to be found.
        is_watching: whether we want no seat, and only watch.
        options: the table's, in words.
        line: what the player is writing, if anything, and its text so far.
        question: what the player was asked to confirm.
        notice: a word to the player.
    """

    looks: Looks = field(default_factory=Looks)
    own: PlayerId = NOBODY
    places: tuple[Place, ...] = ()
    wanted: int | None = None
    addresses: tuple[str, ...] = ()
    code: Code | None = None
    host: str | None = None
    is_coming_back: bool = False
    is_watching: bool = False
    options: tuple[Notice, ...] = ()
    line: Line | None = None
    text: str = ""
    question: Question | None = None
    notice: Notice | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """Who is here, fit to be shown."""
        return player_names([place.name for place in self.places])

    @property
    def is_complete(self) -> bool:
        """Whether all seats are taken."""
        return self.wanted == len(self.places)

    @property
    def is_ready(self) -> bool:
        """Whether our player has said that the game may begin."""
        return any(place.is_ready for place in self.places if place.player == self.own)

    @property
    def doubtful(self) -> tuple[str, ...]:
        """Who is here under the name of somebody else that we know."""
        named = zip(self.names, self.places, strict=True)
        return tuple(
            name
            for name, place in named
            if place.remark is not None and place.remark.key == "met.impostor"
        )

    @property
    def is_writing(self) -> bool:
        """Whether keys without a meaning of their own are text."""
        return self.line is not None and self.question is None

    def joined(self, places: Sequence[Place], wanted: int, options: Sequence[Notice]) -> "Lobby":
        """The same with the seats as they are taken now."""
        question = self.question
        if isinstance(question, PutOut) and question.player not in {one.player for one in places}:
            question = None
        if isinstance(question, Ready) and [one.name for one in places] != [
            one.name for one in self.places
        ]:
            question = None
        return replace(
            self,
            places=tuple(places),
            wanted=wanted,
            options=tuple(options),
            question=question,
            line=None if self.line is Line.CODE else self.line,
        )

    def saying(self, key: str, **fields: object) -> "Lobby":
        """The same with a word to the player."""
        return replace(self, notice=Notice(key, tuple(fields.items())))

    def wanting_code(self, why: Notice | None = None) -> "Lobby":
        """The same, asking the player for the code, once more if there is a reason *why*."""
        return replace(self, line=Line.CODE, text="", notice=why)


def obey_in_lobby(lobby: Lobby, command: Command) -> tuple[Lobby, Request | None]:
    """The lobby after *command*, and what is now asked of the program."""
    if lobby.question is not None:
        return _answered(lobby, lobby.question, command)
    if lobby.line is not None:
        return _written(lobby, lobby.line, command)
    match command:
        case Deed.LEAVE:
            return replace(lobby, question=Leave.LEAVE), None
        case Deed.READY if lobby.is_complete and not lobby.is_ready and lobby.doubtful:
            return replace(lobby, question=Ready(is_ready=True)), None
        case Deed.READY if lobby.is_complete:
            return replace(lobby, notice=None), Ready(not lobby.is_ready)
        case Deed.READY:
            return lobby.saying("lobby.not-complete"), None
        case Deed.RENAME if lobby.wanted is not None:
            return replace(lobby, line=Line.NAME, text="", notice=None), None
        case Deed.NEW_CODE if lobby.code is not None:
            return lobby, NewCode()
        case Digit(number):
            return asked_to_put_out(lobby, number), None
        case _:
            return replace(lobby, notice=None), None


def asked_to_put_out(lobby: Lobby, number: int) -> Lobby:
    """The lobby when the host wants to put out the player with this *number*, from 1."""
    if lobby.host is not None or not 1 < number <= len(lobby.places):
        return lobby
    return replace(lobby, question=PutOut(lobby.places[number - 1].player))


def given_name(lobby: Lobby, name: str) -> tuple[Lobby, Request | None]:
    """The lobby when its player wants to be called *name*."""
    try:
        check_name(name)
    except Breach:
        return lobby.saying("cli.bad-name", name=showable(name)), None
    return replace(lobby, line=None, text="", notice=None), Rename(name)


def given_code(lobby: Lobby, text: str) -> tuple[Lobby, Request | None]:
    """The lobby when its player has typed a code; a slip is told, and nobody else hears of it."""
    try:
        code = read_code(text)
    except CodeSlip as slip:
        if not slip.word:
            return lobby.saying("lobby.code-length"), None
        word = showable(slip.word)
        return lobby.saying("lobby.code-slip", word=word, nearest=slip.nearest), None
    return replace(lobby, line=None, text="", notice=None), GiveCode(code)


def _answered(lobby: Lobby, question: Question, command: Command) -> tuple[Lobby, Request | None]:
    is_yes = command is Deed.YES or (command is Deed.LEAVE and question is Leave.LEAVE)
    return replace(lobby, question=None), question if is_yes else None


def _written(lobby: Lobby, line: Line, command: Command) -> tuple[Lobby, Request | None]:
    match command:
        case Type(text):
            return replace(lobby, text=lobby.text + text), None
        case Deed.ERASE:
            return replace(lobby, text=lobby.text[:-1]), None
        case Deed.COMPLETE if line is Line.CODE:
            return replace(lobby, text=lobby.text + rest_of_word(lobby.text)), None
        case Deed.SAY if not lobby.text.strip():
            return lobby, None
        case Deed.SAY:
            given = given_code if line is Line.CODE else given_name
            return given(lobby, lobby.text.strip())
        case Deed.HUSH if line is Line.CODE:
            return replace(lobby, question=Leave.LEAVE), None
        case Deed.HUSH:
            return replace(lobby, line=None, text="", notice=None), None
        case _:
            return lobby, None


def rest_of_word(text: str) -> str:
    """What is missing of the code word at the end of *text*, if it is clear which it is."""
    words = text.lower().replace("-", " ").split(" ")
    word = completed(words[-1])
    return word.removeprefix(words[-1]) + " " if word else ""
