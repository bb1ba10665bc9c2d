"""One watcher's whole game: its onlooker, its links to the players, and who of them is alive."""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol, assert_never

from twisted.internet.base import DelayedCall
from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

from p2pqwirkle.errors import Breach
from p2pqwirkle.net import frames
from p2pqwirkle.net.chat import Chat
from p2pqwirkle.net.directory import Directory
from p2pqwirkle.net.endings import Abandoned, Unopened
from p2pqwirkle.net.framing import write_frame
from p2pqwirkle.net.host import TableHost
from p2pqwirkle.net.life import LifeSigns
from p2pqwirkle.net.link import BEAT_SECONDS, Closure, Link
from p2pqwirkle.net.lobby import Company
from p2pqwirkle.net.mesh import neighbours
from p2pqwirkle.net.neighbour import OF_WATCHER, GameFrame
from p2pqwirkle.net.reactor import Reactor
from p2pqwirkle.net.tls import Credentials
from p2pqwirkle.record.chat import SignedRemark
from p2pqwirkle.record.identity import PlayerId
from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.table.effects import Ask, Drop, See, View, Wish
from p2pqwirkle.table.onlooker import Onlooker
from p2pqwirkle.table.phases import Phase
from p2pqwirkle.table.standing import Standing

UNOPENED_SECONDS: Final = 10.0
"""Until players who have no keys yet, and say nothing more, are taken to have given up this game:
nothing is lost by asking them again what they play."""


@dataclass(frozen=True, slots=True)
class Seen:
    """The game has come to its end, or was stopped, and we have all of it."""

    view: View


@dataclass(frozen=True, slots=True)
class PlayersGone:
    """The players cannot be reached any more, and their game was not over when they went.

    Attributes:
        refusal: the clause for which one of them takes us in no more, if one has said so.
    """

    refusal: str = ""


Ending = Seen | PlayersGone | Unopened | Abandoned


class Eyes(Protocol):
    """Who is told what is to be seen."""

    def seen(self, view: View) -> None:
        """The game has changed."""

    def linked(self, seats: frozenset[Seat]) -> None:
        """We have links to exactly these *seats* now."""

    def heard(self, signed: SignedRemark) -> None:
        """A player has said something."""


class Watching:
    """A game, seen by somebody who has no seat in it.

    Any one link to a player who is honest is enough: whoever keeps something back, or lies, is
    only one of several who tell us.

    Args:
        reactor: the event loop.
        credentials: a key of ours, which no player has.
        company: who plays.
        onlooker: fresh; used by nobody else from now on.
        patience: for how many seconds the players are sought when nobody is heard any more.
        eyes: told what is to be seen.

    Attributes:
        ended: fires when there is no more to see, and all links are closed; fails with an
            `OSError` if the record could not be written.
    """

    def __init__(  # noqa: PLR0913 - what watching consists of
        self,
        reactor: Reactor,
        credentials: Credentials,
        company: Company,
        onlooker: Onlooker,
        *,
        patience: float,
        eyes: Eyes,
    ) -> None:
        charter = company.charter
        self.ended: Deferred[Ending] = Deferred()
        self._reactor = reactor
        self._patience = patience
        self._eyes = eyes
        self._seats = {player: Seat(seat) for seat, player in enumerate(charter.identities)}
        self._directory = Directory(credentials.player, company.addresses)
        self._neighbours = neighbours(
            reactor,
            credentials,
            frames.Hello(charter.game, secrets.token_bytes(frames.RUN_SIZE)),
            self._directory,
            ears=self,
            guide=self,
            manners=lambda _player: OF_WATCHER,
        )
        self._table = TableHost[Onlooker, Wish](reactor, onlooker, self._perform)
        self._life = LifeSigns(len(self._seats), None, reactor.seconds())
        self._chat = Chat(charter.game, charter.identities, reactor.seconds())
        self._was_let_in = False
        self._standing: Standing | None = None  # until the onlooker has begun
        self._linked: frozenset[Seat] = frozenset()
        self._result: Ending | Failure | None = None
        self._is_finished = False
        self._tick: DelayedCall | None = None

    def begin(self) -> None:
        """Seek all players, and see what they have come to."""
        self._give(lambda onlooker: onlooker.start())
        self._look()
        for neighbour in self._neighbours.values():
            neighbour.seek(after=0.0)

    def abandon(self) -> None:
        """Watch no longer."""
        self._leave(Abandoned())

    def silences(self) -> tuple[float, ...]:
        """For how many seconds nobody has heard each seat, or it has owed an entry."""
        now = self._reactor.seconds()
        return tuple(self._life.silence(seat, now) for seat in self._seats.values())

    def seat_of(self, player: PlayerId) -> Seat:
        """Where *player*, who is of this game, sits."""
        return self._seats[player]

    def connected(self, player: PlayerId) -> None:
        """A link to *player* is up."""
        self._was_let_in = True
        self._tell_links()
        self._give(lambda onlooker: onlooker.connected(player))

    def disconnected(self, player: PlayerId, closure: Closure) -> None:  # noqa: ARG002
        """There is no link to *player* any more."""
        self._tell_links()
        if self._result is not None:
            self._finish_if_all_is_out(self._result)

    def doubled(self, player: PlayerId) -> None:
        """Does not happen: nobody else has our key."""

    def met(self, link: Link) -> None:
        """Remember where a player was found; there is nobody to tell."""
        self._directory.find(link)

    def directed(self, link: Link, contacts: frames.Contacts) -> None:
        """A player says where players listen.

        Raises:
            Breach: L6.5 if it speaks of somebody who does not play.
        """
        self._directory.hear(link, contacts)

    def received(self, player: PlayerId, frame: GameFrame, link: Link) -> None:
        """*player* has said *frame*.

        Raises:
            Breach: L6.3 for a sign of life with ages of too many or too few seats; E, C1, C3 or C8
                for a remark that no honest peer passes on; L2.4 for a question.
        """
        self._life.hear(self._seats[player], self._reactor.seconds())
        match frame:
            case frames.Said(wire):
                self._give(lambda onlooker: onlooker.receive(player, wire), link.put_off())
            case frames.Here(ages):
                self._hear_of_others(ages)
            case frames.Chat(wire):
                self._hear(wire)
            case frames.Done():
                pass  # what it needs no more, others may still tell us
            case frames.Ask():
                raise Breach("L2.4", "a player asks somebody who only watches")
            case _:
                assert_never(frame)

    def sign_of_life(self) -> frames.Here:
        """Nothing but that we are there."""
        return frames.Here()

    def _give(
        self, deed: Callable[[Onlooker], list[Wish]], then: Callable[[], None] = lambda: None
    ) -> None:
        """Let the onlooker do *deed*; *then* a frame has been dealt with."""
        if self._result is not None:
            return
        done = self._table.do(deed)
        done.addCallback(lambda _: then())
        done.addErrback(self._leave)

    def _perform(self, wishes: Sequence[Wish]) -> None:
        for wish in wishes:
            match wish:
                case Ask(peer, step):
                    self._neighbours[peer].send_framed(write_frame(frames.Ask(step)))
                case Drop(peer, reason):
                    clause, _, detail = reason.partition(": ")
                    self._neighbours[peer].refuse(Breach(clause, detail))
                case See(view):
                    self._see(view)
                case _:
                    assert_never(wish)

    def _see(self, view: View) -> None:
        standing = view.standing
        owing = () if standing.phase is Phase.TURN else standing.awaited
        self._life.owe(standing.moment.step, owing, self._reactor.seconds())
        self._standing = standing
        self._eyes.seen(view)
        if view.is_over:
            self._leave(Seen(view))

    def _tell_links(self) -> None:
        linked = frozenset(
            self._seats[one.player] for one in self._neighbours.values() if one.is_connected
        )
        if linked != self._linked:
            self._linked = linked
            self._eyes.linked(linked)

    def _hear_of_others(self, ages: tuple[int | None, ...]) -> None:
        if ages and len(ages) != len(self._seats):
            raise Breach("L6.3", f"ages of {len(ages)} seats, expected {len(self._seats)}")
        self._life.relay(ages, self._reactor.seconds())

    def _hear(self, wire: bytes) -> None:
        signed = self._chat.take(wire, self._reactor.seconds())
        if signed is not None:
            self._eyes.heard(signed)

    def _look(self) -> None:
        """See where this computer is by now, which links are dead, and whether anybody is there."""
        self._tick = self._reactor.callLater(BEAT_SECONDS, self._look)
        now = self._reactor.seconds()
        self._life.tick(now)
        self._directory.look()
        if self._directory.hosts:
            for neighbour in self._neighbours.values():
                neighbour.look(self._directory.hosts)
        ending = None if self._standing is None else self._ending_at(self._standing, now)
        if ending is not None:
            self._leave(ending)

    def _ending_at(self, standing: Standing, now: float) -> Ending | None:
        """How watching ends if nobody is there any more who goes on from *standing*."""
        if self._was_let_in and not standing.has_keys:
            return _unopened(standing) if self._is_given_up(standing, now) else None
        if all(self._life.absence(seat, now) > self._patience for seat in standing.living):
            return PlayersGone(self._refusal())
        return None

    def _is_given_up(self, standing: Standing, now: float) -> bool:
        """Whether the players seem to have parted before there were keys."""
        if not self._linked and any(one.has_parted for one in self._neighbours.values()):
            return True
        # Whoever keeps the others from opening may well be there when they have gone.
        return all(self._life.silence(seat, now) > UNOPENED_SECONDS for seat in standing.living)

    def _refusal(self) -> str:
        """Why one of the players takes us in no more, if one has said so."""
        told = (neighbour.refusal for neighbour in self._neighbours.values())
        return next(filter(None, told), "")

    def _leave(self, result: Ending | Failure) -> None:
        if self._result is not None:
            return
        self._result = result
        if self._tick is not None and self._tick.active():
            self._tick.cancel()
        for neighbour in self._neighbours.values():
            neighbour.leave()
        self._finish_if_all_is_out(result)

    def _finish_if_all_is_out(self, result: Ending | Failure) -> None:
        """End once all links are closed."""
        if self._linked or self._is_finished:
            return
        self._is_finished = True
        self._table.stop().addCallback(lambda _: result).chainDeferred(self.ended)


def _unopened(standing: Standing) -> Unopened:
    """That there are no keys, and by whose doing, if anybody has said more at *standing*."""
    awaited = standing.awaited
    return Unopened(awaited if len(awaited) < len(standing.living) else ())
