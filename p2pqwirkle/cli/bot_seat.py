"""A seat that a bot takes: its thinking, and what it says."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

from twisted.internet.threads import deferToThreadPool
from twisted.python.failure import Failure

from p2pqwirkle.bots.knowledge import Knowledge
from p2pqwirkle.cli.bot_council import BotCouncil
from p2pqwirkle.cli.bot_waiting import BotWaiting
from p2pqwirkle.cli.events import GameLines, Say
from p2pqwirkle.cli.folder import DataFolder, GameFiles
from p2pqwirkle.cli.seat import (
    check_fair_so_far,
    check_played_out,
    code_of,
    own_table,
    play_out,
)
from p2pqwirkle.cli.thinking import decide
from p2pqwirkle.errors import Breach
from p2pqwirkle.net.game import Game
from p2pqwirkle.net.lobby import Company
from p2pqwirkle.net.reactor import Reactor
from p2pqwirkle.net.tls import Credentials
from p2pqwirkle.record.chat import SignedRemark
from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.table.charter import NONCE_SIZE, Player
from p2pqwirkle.table.effects import Snapshot
from p2pqwirkle.table.moment import Moment
from p2pqwirkle.table.phases import Phase
from p2pqwirkle.table.playing import Playing


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who takes a seat, and how.

    Attributes:
        level: the bot's.
        patience: how many seconds a silent seat is waited for.
    """

    name: str
    age: int | None
    level: str
    patience: int


class BotSeat:
    """One seat at one table.

    Args:
        reactor: the event loop.
        folder: keeps the identity, the record and the journal.
        sitter: who takes the seat.
        say: prints one line.
    """

    def __init__(self, reactor: Reactor, folder: DataFolder, sitter: Sitter, say: Say) -> None:
        self._reactor = reactor
        self._folder = folder
        self._sitter = sitter
        self._say = say
        self._identity = folder.identity()
        self._game: Game | None = None
        self._lines: GameLines | None = None
        self._thought_about: Moment | None = None
        self._latest: Moment | None = None
        self._bug: Failure | None = None
        self._council = BotCouncil(reactor, lambda: self._game, sitter.patience, self._stumble)
        self.credentials = Credentials(self._identity)
        self.player = Player(
            identity=self._identity.player,
            name=sitter.name,
            age=sitter.age,
            nonce=secrets.token_bytes(NONCE_SIZE),
        )
        self.waiting = BotWaiting(self._identity.player, say)

    def leave(self) -> None:
        """Leave the game before its end."""
        if self._game is not None:
            self._game.abandon()

    async def play(
        self, company: Company, begin: Callable[[Game], None], kept: GameFiles | None = None
    ) -> int:
        """Play to the end, and return the exit code; go on with the game that was *kept*, if any.

        Raises:
            Exit: the game has not come to an end.
        """

        def sit_down(files: GameFiles) -> Game:
            self._lines = GameLines(company.charter, self._say, files.turns)
            self._game = Game(
                self._reactor,
                self.credentials,
                company,
                own_table(self._identity, company, files),
                patience=self._sitter.patience,
                viewer=self,
            )
            return self._game

        self._council.begin()
        try:
            ending, record = await play_out(self._folder, company, sit_down, begin, kept)
        finally:
            self._council.end()
        if self._bug is not None:
            self._bug.raiseException()
        check_played_out(ending, company, self._sitter.patience, record)
        self._say(f"record {record}")
        check_fair_so_far(ending, company, record)
        return code_of(ending)

    def linked(self, seats: frozenset[Seat]) -> None:
        """We have links to exactly these *seats* now; the game calls this."""
        self._council.linked(seats)
        if self._lines is not None:
            self._lines.linked(seats)

    def shown(self, snapshot: Snapshot) -> None:
        """The table has changed; the game calls this."""
        if self._lines is not None:
            self._lines.shown(snapshot)
        self._council.shown(snapshot)
        self._latest = snapshot.standing.moment
        standing = snapshot.standing
        is_ours = standing.phase is Phase.TURN and snapshot.seat in standing.awaited
        is_settled = snapshot.is_finished or snapshot.is_catching_up
        if is_ours and not is_settled and self._thought_about != standing.moment:
            self._thought_about = standing.moment
            self._think(snapshot)

    def heard(self, signed: SignedRemark) -> None:
        """A bot has no ears for remarks; the game calls this."""

    def watched(self, count: int) -> None:
        """So many watch at this computer now; the game calls this."""
        self._say(f"watching {count}")

    def _think(self, snapshot: Snapshot) -> None:
        """Let the bot think in a thread of its own, and make its move."""
        assert self._game is not None  # it has shown the snapshot
        assert isinstance(snapshot.standing.stage, Playing)  # there are turns
        hand = tuple(tile.face for tile in snapshot.hand)
        knowledge = Knowledge(snapshot.standing.stage.position, hand)
        reactor = cast("Any", self._reactor)  # Twisted's interfaces say nothing to type checkers
        thought = deferToThreadPool(
            reactor,
            reactor.getThreadPool(),
            decide,
            self._sitter.level,
            knowledge,
            self._is_over,
        )
        thought.addCallback(self._game.intend)
        thought.addErrback(self._come_too_late, snapshot.standing.moment)
        thought.addErrback(self._stumble)

    def _is_over(self) -> bool:
        return self._game is not None and self._game.ended.called

    def _come_too_late(self, failure: Failure, moment: Moment) -> Failure | None:
        """The others may have gone on without our turn, or with a new bag, while we thought."""
        is_late = isinstance(failure.value, Breach) and self._latest != moment
        return None if is_late else failure

    def _stumble(self, failure: Failure) -> None:
        """The bot's move failed; if that did not end the game already, it is a mistake of ours."""
        assert self._game is not None  # it was thought about
        if not self._game.ended.called:
            self._bug = failure
            self._game.abandon()
