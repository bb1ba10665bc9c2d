"""A seat that a person takes: between one console and one game, from the lobby to the result."""

import asyncio
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic
from typing import assert_never

from twisted.python.failure import Failure

from p2pqwirkle.cli.chat_file import ChatFile
from p2pqwirkle.cli.console_waiting import ConsoleWaiting
from p2pqwirkle.cli.folder import DataFolder, GameFiles
from p2pqwirkle.cli.looking_back import look_back
from p2pqwirkle.cli.seat import check_played_out, own_table, play_out
from p2pqwirkle.cli.stage import Console, Stage
from p2pqwirkle.cli.taste import keep, taste_in
from p2pqwirkle.console.arrivals import (
    ended,
    first_desk,
    hearing,
    not_asked,
    refused,
    showing,
)
from p2pqwirkle.console.commands import (
    Again,
    AskOut,
    Departing,
    Leave,
    PassOver,
    Reply,
    Request,
    Say,
)
from p2pqwirkle.console.desk import Desk, Habits
from p2pqwirkle.console.lobby import Lobby
from p2pqwirkle.console.looks import Looks
from p2pqwirkle.console.scene import past_scenes, scene_of
from p2pqwirkle.console.search import Search
from p2pqwirkle.errors import Breach
from p2pqwirkle.net.game import Game
from p2pqwirkle.net.lobby import Company
from p2pqwirkle.net.tls import Credentials
from p2pqwirkle.record.chat import SignedRemark, sign_remark
from p2pqwirkle.rules.moves import Choice, Seat
from p2pqwirkle.table.charter import NONCE_SIZE, Player
from p2pqwirkle.table.effects import Snapshot


@dataclass(frozen=True, slots=True)
class Person:
    """Who takes a seat, and how.

    Attributes:
        patience: how many seconds a silent seat is waited for.
    """

    name: str
    age: int | None
    patience: int
    looks: Looks
    habits: Habits


class ConsoleSeat:
    """One person's seat at one table.

    Args:
        stage: where the console is.
        folder: keeps the identity, the record and the journal.
        person: who takes the seat.
        first: what the console shows first.
        among_bots: whether nobody but bots of our own comes, so that nobody need be asked.

    Attributes:
        console: what the person sees.
        player: its line in the charter of the next game.
        again: set when the person wants another game with the same people.
    """

    def __init__(
        self,
        stage: Stage,
        folder: DataFolder,
        person: Person,
        first: Lobby | Search,
        *,
        among_bots: bool = False,
    ) -> None:
        self._stage = stage
        self._folder = folder
        self._person = person
        self._identity = folder.identity()
        self._game: Game | None = None
        self._chat: ChatFile | None = None
        self._may_play_again = True
        self.credentials = Credentials(self._identity)
        self.player = self._fresh_player()
        self.again = asyncio.Event()
        lobby = first if isinstance(first, Lobby) else Lobby(first.looks)
        lobby = replace(lobby, own=self._identity.player)
        self.waiting = ConsoleWaiting(lambda: self.console, folder, lobby, among_bots=among_bots)
        self.console: Console = stage.console(
            lobby if isinstance(first, Lobby) else first, self._asked
        )

    @property
    def is_playing(self) -> bool:
        """Whether the game has begun."""
        return self._game is not None

    def taken(self) -> "ConsoleSeat":
        """The seat at the beginning of a game; another one that was played is left behind."""
        if self.is_playing:
            self.begin_again()
        return self

    def begin_again(self) -> None:
        """Go back to the lobby, for a game that has nothing to do with the one before."""
        desk = self.console.state
        if isinstance(desk, Desk):
            keep(taste_in(desk), self._folder.path)
            self._person = replace(self._person, looks=desk.looks, habits=desk.habits)
        self.again.clear()
        self._game = self._chat = None
        self.player = self._fresh_player()
        self.console.become(replace(self.waiting.lobby, looks=self._person.looks))

    def leave(self) -> None:
        """Leave the game before its end."""
        if self._game is not None:
            self._game.abandon()

    async def play(
        self, company: Company, begin: Callable[[Game], None], kept: GameFiles | None = None
    ) -> int:
        """Play to the end, look at the record, and return the exit code.

        Go on with the game that was *kept*, if any: after that one, the table is not open again.

        Raises:
            Exit: the game has not come to an end.
        """
        self.waiting.begun(company)
        self._may_play_again = kept is None
        own = next(one for one in company.charter.players if one.identity == self.player.identity)
        self._person = replace(self._person, name=own.name)
        try:
            ending, record = await play_out(
                self._folder, company, lambda files: self._sit_down(company, files), begin, kept
            )
        finally:
            if self._chat is not None:
                self._chat.close()
        check_played_out(ending, company, self._person.patience, record)
        return await self._look_back(record)

    def linked(self, seats: frozenset[Seat]) -> None:
        """Signs of life tell a player more than links do; the game calls this."""

    def shown(self, snapshot: Snapshot) -> None:
        """The table has changed; the game calls this."""
        now, before = monotonic(), self.console.state
        if not isinstance(before, Desk):
            past, person = past_scenes(snapshot), self._person
            scene = scene_of(snapshot, past[-1] if past else None)
            self.console.become(first_desk(scene, person.looks, now, person.habits, past))
            for signed in () if self._chat is None else self._chat.remarks:
                self._show_remark(signed)  # said before there was a table, or before a crash
            return
        desk, request = showing(before, scene_of(snapshot, before.scene), now)
        self.console.become(desk)
        if request is not None:
            self._asked(request)

    def heard(self, signed: SignedRemark) -> None:
        """Another player has said something; the game calls this."""
        if self._chat is not None and not self._chat.knows(signed):
            self._chat.keep(signed)
            self._show_remark(signed)

    def watched(self, count: int) -> None:
        """So many watch at this computer now; the game calls this."""
        desk = self.console.state
        if isinstance(desk, Desk):
            self.console.become(replace(desk, watchers=count))

    def silences(self) -> Sequence[float]:
        """For how many seconds nobody has heard each seat, or it has owed an entry."""
        return () if self._game is None else [life.silence for life in self._game.life()]

    def _fresh_player(self) -> Player:
        """Our line in a charter; its nonce is for one game alone."""
        return Player(
            identity=self._identity.player,
            name=self._person.name,
            age=self._person.age,
            nonce=secrets.token_bytes(NONCE_SIZE),
        )

    def _sit_down(self, company: Company, files: GameFiles) -> Game:
        self._game = Game(
            self._stage.reactor,
            self.credentials,
            company,
            own_table(self._identity, company, files),
            patience=self._person.patience,
            viewer=self,
        )
        self._chat = ChatFile(files.path.with_suffix(".chat"))
        return self._game

    async def _look_back(self, record: Path) -> int:
        """Audit the record while the player looks at the result."""
        result, code = await look_back(self._stage.reactor, record)
        if isinstance(self.console.state, Desk):
            result = replace(result, allows_another=self._may_play_again)
            over = ended(self.console.state, result)
            offer = "again.type" if self._stage.is_plain else "again.offer"
            offer = offer if self._may_play_again else "again.anew"
            self.console.become(over.saying(offer) if self._stage.has_an_audience else over)
        return code

    def _asked(self, request: Request) -> None:
        """The player asks for something."""
        if request is Leave.LEAVE:
            self.console.leave()
        elif request is Leave.FOR_GOOD:
            self._give_up()
        elif request is Again.AGAIN:
            self.again.set()
        elif isinstance(request, Say):
            self._say(request.text)
        elif isinstance(request, Departing):
            self._depart(request)
        elif not isinstance(request, Choice):
            self.waiting.asked(request)
        elif self._game is not None:
            self._intend(self._game, request)

    def _give_up(self) -> None:
        """Leave for good: the game ends for us once the others can know, or at once."""
        if self._game is None:
            self.console.leave()
        else:
            self._game.resign().addErrback(lambda _: self.console.leave())

    def _depart(self, request: Departing) -> None:
        """Ask the others to go on without somebody, or answer when they ask."""
        if self._game is None:
            return
        match request:
            case AskOut(seats):
                said = self._game.ask_out(seats)
            case PassOver():
                said = self._game.ask_to_pass_over()
            case Reply(question, agrees):
                said = self._game.answer(question, agrees=agrees)
            case _:
                assert_never(request)
        said.addErrback(self._not_asked)

    def _not_asked(self, failure: Failure) -> None:
        desk = self.console.state
        if isinstance(failure.value, Breach) and isinstance(desk, Desk):
            self.console.become(not_asked(desk, failure.value.clause))

    def _say(self, text: str) -> None:
        """Say *text* to the others, unless they would take it for a flood."""
        desk = self.console.state
        if self._game is None or self._chat is None or not isinstance(desk, Desk):
            return
        number = self._chat.next_number(self.player.identity)
        signed = sign_remark(self._game.id, number, text, self._identity)
        if self._game.say(signed):
            self.heard(signed)
        else:
            self.console.become(replace(desk, draft=text).saying("chat.too-many"))

    def _show_remark(self, signed: SignedRemark) -> None:
        desk, author = self.console.state, signed.remark.author
        if self._game is not None and isinstance(desk, Desk):
            seat = self._game.seat_of(author)
            self.console.become(hearing(desk, seat, signed.remark.text))

    def _intend(self, game: Game, choice: Choice) -> None:
        game.intend(choice).addErrback(self._refused)

    def _refused(self, failure: Failure) -> None:
        """The table has not taken our move; other failures end the game elsewhere."""
        desk = self.console.state
        if isinstance(failure.value, Breach) and isinstance(desk, Desk):
            self.console.become(refused(desk, failure.value.clause))
