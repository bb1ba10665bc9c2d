"""Lets a bot take part when those at the table decide to go on without somebody."""

from collections.abc import Callable
from typing import Final

from twisted.internet.base import DelayedCall
from twisted.python.failure import Failure

from p2pqwirkle.cli.counsel import AskOut, AskToPassOver, GiveUp, Reply, View, counsel
from p2pqwirkle.errors import Breach
from p2pqwirkle.net.game import Game
from p2pqwirkle.net.reactor import Reactor
from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.table.agreement import Question
from p2pqwirkle.table.effects import Snapshot

TICK_SECONDS: Final = 1.0


class BotCouncil:
    """Looks once a second whether there is something to ask or to answer.

    Args:
        reactor: the event loop.
        game: the game, once there is one.
        patience: how many seconds a silent seat is waited for.
        stumble: hears of a failure that is a mistake of ours.
    """

    def __init__(
        self,
        reactor: Reactor,
        game: Callable[[], Game | None],
        patience: float,
        stumble: Callable[[Failure], None],
    ) -> None:
        self._reactor = reactor
        self._game = game
        self._patience = patience
        self._stumble = stumble
        self._snapshot: Snapshot | None = None
        self._linked: frozenset[Seat] = frozenset()
        self._step_since = reactor.seconds()
        self._asked_at: dict[Question, float] = {}
        self._tick: DelayedCall | None = None

    def begin(self) -> None:
        """Look from now on."""
        self._tick = self._reactor.callLater(TICK_SECONDS, self._look)

    def end(self) -> None:
        """Look no more."""
        if self._tick is not None and self._tick.active():
            self._tick.cancel()

    def linked(self, seats: frozenset[Seat]) -> None:
        """We have links to exactly these *seats* now."""
        self._linked = seats

    def shown(self, snapshot: Snapshot) -> None:
        """The table has changed."""
        now, before = self._reactor.seconds(), self._snapshot
        if before is None or before.standing.moment != snapshot.standing.moment:
            self._step_since = now
            self._asked_at.clear()
        for ballot in snapshot.standing.ballots:
            self._asked_at.setdefault(ballot.question, now)
        self._snapshot = snapshot

    def _look(self) -> None:
        self.begin()
        game, snapshot = self._game(), self._snapshot
        if game is None or snapshot is None or game.ended.called:
            return
        now = self._reactor.seconds()
        view = View(
            snapshot,
            game.life(),
            self._linked,
            step_age=now - self._step_since,
            patience=self._patience,
            asked_for={question: now - at for question, at in self._asked_at.items()},
        )
        match counsel(view):
            case AskOut(seats):
                game.ask_out(seats).addErrback(self._refused)
            case AskToPassOver():
                game.ask_to_pass_over().addErrback(self._refused)
            case Reply(question, agrees):
                self._reply(game, question, agrees=agrees)
            case GiveUp(seats):
                game.give_up(seats)
            case None:
                pass

    def _reply(self, game: Game, question: Question, *, agrees: bool) -> None:
        said = game.answer(question, agrees=agrees)
        if agrees:
            # After what we have agreed to before, too few might be left: then we are against it.
            said.addErrback(self._refused).addCallback(
                lambda is_refused: self._reply(game, question, agrees=False) if is_refused else None
            )
        else:
            said.addErrback(self._refused)

    def _refused(self, failure: Failure) -> bool:
        """The table does not let us say that, now that it has changed; or something is wrong."""
        if not isinstance(failure.value, Breach):
            self._stumble(failure)
            return False
        return True
