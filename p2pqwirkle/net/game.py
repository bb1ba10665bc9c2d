"""One peer's whole game: its table, its links, and who is alive."""

from collections.abc import Callable, Sequence
from typing import Final, Protocol, assert_never

from twisted.internet.base import DelayedCall
from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

from p2pqwirkle.errors import Breach
from p2pqwirkle.net import frames
from p2pqwirkle.net.chat import Chat
from p2pqwirkle.net.door import Door
from p2pqwirkle.net.endings import (
    Abandoned,
    Doubled,
    Ending,
    Over,
    PutOut,
    Resigned,
    Silence,
    Unopened,
)
from p2pqwirkle.net.gallery import Gallery
from p2pqwirkle.net.host import TableHost
from p2pqwirkle.net.life import Life, LifeSigns
from p2pqwirkle.net.link import BEAT_SECONDS, Closure, Link
from p2pqwirkle.net.lobby import Company, HostLobby
from p2pqwirkle.net.mesh import KeepWhereabouts, Mesh
from p2pqwirkle.net.neighbour import GameFrame
from p2pqwirkle.net.patience import ending_by_host, ending_in_silence, not_waited_for
from p2pqwirkle.net.reactor import Reactor
from p2pqwirkle.net.reunion import Reunion
from p2pqwirkle.net.settled import Settled
from p2pqwirkle.net.tls import Credentials
from p2pqwirkle.record.chat import SignedRemark
from p2pqwirkle.record.identity import PlayerId
from p2pqwirkle.rules.moves import Choice, Seat
from p2pqwirkle.table.agreement import Question
from p2pqwirkle.table.effects import Answer, Ask, Drop, Effect, Forward, Say, Show, Snapshot
from p2pqwirkle.table.phases import Phase
from p2pqwirkle.table.table import Table

LINGER_SECONDS: Final = 30
"""How long a peer whose game is over stays for neighbours that do not say Done: whoever pulled a
cable shortly before the end has time to put it back, and gets what it lacks."""
WATCHED_SECONDS: Final = 10.0
"""How long a peer whose game is over stays for those who watch: they leave when they have all."""
DOUBLED_SECONDS: Final = 6.0
"""How long we try to get a link to a player that refuses us for another program with our key: a
link to our own program of before a crash counts as alive for three seconds."""
DOUBLED_TIMES: Final = 2
"""How often it has to refuse us so."""


Deed = Callable[[Table], list[Effect]]
"""Something to be done with the table, in its thread."""


class Viewer(Protocol):
    """Who is told what our player may know."""

    def shown(self, snapshot: Snapshot) -> None:
        """The table has changed."""

    def linked(self, seats: frozenset[Seat]) -> None:
        """We have links to exactly these *seats* now."""

    def heard(self, signed: SignedRemark) -> None:
        """Another player has said something."""

    def watched(self, count: int) -> None:
        """So many watch at this computer now."""


class Game:
    """One peer's whole game.

    Args:
        reactor: the event loop.
        credentials: ours.
        company: who plays.
        table: our replica, fresh; used by nobody else from now on.
        patience: how many seconds a silent seat is waited for.
        viewer: told of each change that our player may know.

    Attributes:
        id: which game it is.
        ended: fires when the game is over for us and all links are closed; fails with an
            `OSError` if record or journal could not be written.
    """

    def __init__(  # noqa: PLR0913 - what a game consists of
        self,
        reactor: Reactor,
        credentials: Credentials,
        company: Company,
        table: Table,
        *,
        patience: float,
        viewer: Viewer,
    ) -> None:
        self.id = company.charter.game
        self.ended: Deferred[Ending] = Deferred()
        self._reactor = reactor
        self._patience = patience
        self._viewer = viewer
        charter = company.charter
        self._seats = {player: Seat(seat) for seat, player in enumerate(charter.identities)}
        self._mesh = Mesh(reactor, credentials, charter.game, company.addresses, self)
        self._gallery = Gallery(reactor, charter, self._mesh, self)
        self._own = credentials.player
        self._host: Seat | None = None
        own = self._seats[self._own]
        self._life = LifeSigns(len(self._seats), own, reactor.seconds())
        self._table = TableHost(reactor, table, self._perform)
        self._linked: frozenset[Seat] = frozenset()
        self._met: set[PlayerId] = set()
        self._done: set[PlayerId] = set()
        self._settled = Settled()
        self._chat = Chat(charter.game, charter.identities, reactor.seconds())
        self._snapshot: Snapshot | None = None
        self._over: Over | None = None
        self._over_since = 0.0
        self._result: Ending | Failure | None = None
        self._doubled: dict[PlayerId, list[float]] = {}
        self._has_come_back = False
        self._watching = 0
        self._is_finished = False
        self._tick: DelayedCall | None = None
        self._linger: DelayedCall | None = None

    def begin_as_host(self, door: Door, lobby: HostLobby) -> None:
        """Play with the guests of *lobby*."""
        self._host = self._seats[self._own]
        lobby.hand_over(self._mesh.greet)
        self._begin(door)
        self._mesh.seek_guests()

    def begin_as_joiner(self, door: Door, host_link: Link) -> None:
        """Play with those whom the host has named."""
        self._host = self._seats[host_link.peer]
        self._begin(door)
        self._mesh.seek_others(host_link)

    def reunion(self) -> Reunion | None:
        """What finds the players again who have no link left, once the game has begun.

        None if nobody else can reach this computer.
        """
        return self._mesh.reunion(self.id)

    def begin_again(self, door: Door) -> None:
        """Go on with a game in which everybody has to be found first.

        Whoever plays it may lack what we said last, even if it is over for us.
        """
        self._has_come_back = True
        self._met = set(self._seats) - {self._own}
        self._begin(door)
        self._mesh.seek_all()

    def keep_whereabouts(self, keep: KeepWhereabouts) -> None:
        """Call *keep* whenever it is known better where the players listen."""
        self._mesh.keep_whereabouts(keep)

    def intend(self, choice: Choice) -> "Deferred[None]":
        """Make our player's move; fails with the `Breach` if it is not allowed."""
        return self._ask(lambda table: table.intend(choice))

    def resign(self) -> "Deferred[None]":
        """Leave the game for good; fails with the `Breach` if there is none to leave."""
        return self._ask(lambda table: table.resign())

    def ask_out(self, seats: Sequence[Seat]) -> "Deferred[None]":
        """Ask the others to go on without *seats*; fails with the `Breach` if we may not."""
        return self._ask(lambda table: table.ask_out(seats))

    def ask_to_pass_over(self) -> "Deferred[None]":
        """Ask the others to pass over the open turn; fails with the `Breach` if we may not."""
        return self._ask(lambda table: table.ask_to_pass_over())

    def answer(self, question: Question, *, agrees: bool) -> "Deferred[None]":
        """Answer *question*, for ever; fails with the `Breach` if we may not."""
        return self._ask(lambda table: table.answer(question, agrees=agrees))

    def life(self) -> tuple[Life, ...]:
        """What is known of everybody's life now, by seat."""
        now, life = self._reactor.seconds(), self._life
        life.tick(now)  # or whoever asks first after this computer slept takes it for silence
        return tuple(
            Life(life.silence(seat, now), life.absence(seat, now), life.presence(seat, now))
            for seat in self._seats.values()
        )

    def seat_of(self, player: PlayerId) -> Seat:
        """Where *player*, who is of this game, sits."""
        return self._seats[player]

    def say(self, signed: SignedRemark) -> bool:
        """Let everybody hear a remark of our player's; False if that would be too many.

        Raises:
            Breach: C3.1 if it is for another game.
        """
        if self._chat.take(signed.wire, self._reactor.seconds()) is None:
            return False
        self._tell_all(frames.Chat(signed.wire))
        return True

    def give_up(self, seats: tuple[Seat, ...]) -> None:
        """End the game for us, since *seats* are silent and nobody comes to go on without them."""
        self._leave(Silence(seats))

    def abandon(self) -> None:
        """Leave before the end."""
        self._leave(Abandoned())

    def connected(self, player: PlayerId) -> None:
        """A link to *player* is up."""
        self._met.add(player)
        self._doubled.pop(player, None)
        self._life.hear(self._seats[player], self._reactor.seconds())
        self._tell_links()
        # That all is said comes after it was said: it may show whose fault the end is.
        self._give(lambda table: table.connected(player), lambda: self._say_if_done(player))
        for signed in self._chat.latest:
            self._mesh.send(player, frames.Chat(signed.wire))

    def disconnected(self, player: PlayerId, closure: Closure) -> None:  # noqa: ARG002
        """There is no link to *player* any more."""
        self._tell_links()
        if self._result is not None:
            self._finish_if_all_is_out(self._result)

    def doubled(self, player: PlayerId) -> None:
        """*player* has a living link to another program with our key."""
        self._doubled.setdefault(player, []).append(self._reactor.seconds())

    def received(self, player: PlayerId, frame: GameFrame, link: Link) -> None:
        """*player* has said *frame*.

        Raises:
            Breach: L6.3 for a sign of life with ages of too many or too few seats; E, C1, C3 or C8
                for a remark that no honest peer passes on.
        """
        self._life.hear(self._seats[player], self._reactor.seconds())
        match frame:
            case frames.Said(wire):
                if wire not in self._settled:
                    self._give(lambda table: table.receive(player, wire), link.put_off())
            case frames.Ask(step):
                self._give(lambda table: table.asked(player, step), link.put_off())
            case frames.Here(ages):
                self._hear_of_others(ages)
            case frames.Done():
                self._done.add(player)
                self._leave_if_all_are_done()
                if (host := self._seats[player]) == self._host:
                    # What it has said before is judged first: it may show whose fault it is.
                    self._give(lambda _: [], lambda: self._leave_with_host(host))
            case frames.Chat(wire):
                self._hear(player, wire)
            case _:
                assert_never(frame)

    def asked_by_watcher(self, watcher: PlayerId, step: int, then: Callable[[], None]) -> None:
        """Tell *watcher* what was said from *step* on; *then* it may ask for more."""
        self._give(lambda table: table.asked_by_watcher(watcher, step), then)

    def watched(self, count: int) -> None:
        """So many watch here now."""
        if count != self._watching:
            self._watching = count
            self._viewer.watched(count)
        if self._result is not None:
            self._finish_if_all_is_out(self._result)
        else:
            self._leave_if_all_are_done()

    def greetings(self) -> Sequence[frames.Frame]:
        """What a watcher is told unasked."""
        return [frames.Chat(signed.wire) for signed in self._chat.latest]

    def sign_of_life(self) -> frames.Here:
        """How long ago we knew each seat alive."""
        return frames.Here(self._life.ages(self._reactor.seconds()))

    def _begin(self, door: Door) -> None:
        self._mesh.begin(door.listening)
        door.open_to(self._gallery)
        self._give(lambda table: table.start())
        self._watch()

    def _give(self, deed: Deed, then: Callable[[], None] = lambda: None) -> None:
        """Let the table do *deed*; *then* a frame has been dealt with."""
        if self._result is not None:
            return
        done = self._table.do(deed)
        done.addCallback(lambda _: then())
        done.addErrback(self._leave)

    def _perform(self, effects: Sequence[Effect]) -> None:
        for effect in effects:
            match effect:
                case Say(wire):
                    self._settled.add(wire)
                    self._tell_all(frames.Said(wire))
                case Forward(wire, source):
                    self._settled.add(wire)
                    self._tell_all(frames.Said(wire), but=source)
                case Answer(peer, wires):
                    tell = self._mesh.send if peer in self._seats else self._gallery.send
                    for wire in wires:
                        tell(peer, frames.Said(wire))
                case Ask(peer, step):
                    self._mesh.send(peer, frames.Ask(step))
                case Drop(peer, reason):
                    clause, _, detail = reason.partition(": ")
                    self._mesh.refuse(peer, Breach(clause, detail))
                case Show(snapshot):
                    self._show(snapshot)
                case _:
                    assert_never(effect)

    def _show(self, snapshot: Snapshot) -> None:
        standing = snapshot.standing
        if self._snapshot is None or self._snapshot.standing.living != standing.living:
            identities = standing.moment.charter.identities
            self._mesh.seek_only([identities[seat] for seat in standing.living])
        self._snapshot = snapshot
        owing = () if standing.phase is Phase.TURN else standing.awaited
        self._life.owe(standing.moment.step, owing, self._reactor.seconds())
        self._viewer.shown(snapshot)
        if snapshot.has_resigned:
            self._leave(Resigned(snapshot))
        elif snapshot.is_put_out:
            self._leave(PutOut(snapshot))
        elif snapshot.is_finished and self._over is None:
            self._over, self._over_since = Over(snapshot), self._reactor.seconds()
            self._mesh.broadcast(frames.Done())
            self._linger = self._reactor.callLater(LINGER_SECONDS, self._leave, self._over)
            self._leave_if_all_are_done()

    def _tell_all(self, frame: frames.Frame, but: PlayerId | None = None) -> None:
        """Say *frame* to all players, one excepted, and to all who watch."""
        self._mesh.broadcast(frame, but)
        self._gallery.broadcast(frame)

    def _say_if_done(self, player: PlayerId) -> None:
        if self._over is not None:
            self._mesh.send(player, frames.Done())

    def _tell_links(self) -> None:
        linked = frozenset(self._seats[one] for one in self._mesh.connected)
        if linked != self._linked:
            self._linked = linked
            self._viewer.linked(linked)

    def _hear_of_others(self, ages: tuple[int | None, ...]) -> None:
        # The host's signs of life tell nothing as long as its game has not begun.
        if ages and len(ages) != len(self._seats):
            raise Breach("L6.3", f"ages of {len(ages)} seats, expected {len(self._seats)}")
        self._life.relay(ages, self._reactor.seconds())

    def _hear(self, source: PlayerId, wire: bytes) -> None:
        """A neighbour has passed a remark on to us; do so too, once."""
        signed = self._chat.take(wire, self._reactor.seconds())
        if signed is not None:
            self._tell_all(frames.Chat(wire), but=source)
            self._viewer.heard(signed)

    def _is_doubled(self, now: float) -> bool:
        """Whether another program plays our seat; who has come back gives way to it."""
        return self._has_come_back and any(
            len(times) >= DOUBLED_TIMES and now - times[0] > DOUBLED_SECONDS
            for times in self._doubled.values()
        )

    def _watch(self) -> None:
        now = self._reactor.seconds()
        if self._is_doubled(now):
            self._leave(Doubled())
            return
        self._life.tick(now)
        silent, own = self._life.silent(now, self._patience), self._seats[self._own]
        ending = ending_in_silence(silent, self._snapshot, own=own, host=self._host)
        if ending is not None and self._over is None:
            self._leave(ending)
        self._leave_if_all_are_done()
        if self._result is None:
            self._tick = self._reactor.callLater(BEAT_SECONDS, self._watch)

    def _leave_with_host(self, host: Seat) -> None:
        """The host has ended a game that has no keys: so do we."""
        ending = ending_by_host(self._snapshot, own=self._seats[self._own], host=host)
        if ending is not None and self._over is None:
            self._leave(ending)

    def _leave_if_all_are_done(self) -> None:
        """Leave when every neighbour has said that it needs nothing more, and nobody watches.

        What we have said before that came to it earlier, for links keep the order.  Whoever has
        gone before its word came to us says so when it is dialled again.
        """
        if self._over is None:
            return
        unheard = self._life.unheard(self._reactor.seconds(), LINGER_SECONDS)
        gone = not_waited_for(self._over.snapshot, unheard)
        awaited = self._met - self._done - self._mesh.parted
        is_needed = any(self._seats[player] not in gone for player in awaited)
        if not is_needed and not self._is_waiting_for_watchers:
            self._leave(self._over)

    @property
    def _is_waiting_for_watchers(self) -> bool:
        waited = self._reactor.seconds() - self._over_since
        return not self._gallery.is_empty and waited < WATCHED_SECONDS

    def _ask(self, deed: Deed) -> "Deferred[None]":
        """Let the table do what our player wants, if it may."""
        return self._table.do(deed).addErrback(self._judge)

    def _judge(self, failure: Failure) -> Failure:
        """Let our player hear of a breach; anything else ends the game."""
        if not isinstance(failure.value, Breach):
            self._leave(failure)
        return failure

    def _leave(self, result: Ending | Failure) -> None:
        if self._result is not None:
            return
        self._result = result
        for timer in (self._tick, self._linger):
            if timer is not None and timer.active():
                timer.cancel()
        if isinstance(result, Unopened):
            self._mesh.broadcast(frames.Done())
        self._mesh.leave()
        self._gallery.close()
        self._finish_if_all_is_out(result)

    def _finish_if_all_is_out(self, result: Ending | Failure) -> None:
        """End once all links are closed: what was said on them is out then."""
        if self._mesh.connected or not self._gallery.is_empty or self._is_finished:
            return
        self._is_finished = True
        self._table.stop().addCallback(lambda _: result).chainDeferred(self.ended)
