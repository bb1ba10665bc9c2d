"""Who has come to a table before the game: a value, and what each event makes of it."""

from dataclasses import dataclass, replace

from p2pqwirkle.net.link import Link
from p2pqwirkle.net.seating import MAX_HOSTS, Contact, Join, Roster, Seated
from p2pqwirkle.record.identity import PlayerId
from p2pqwirkle.table.charter import Options, Player


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody with a seat, and the link that it came over."""

    player: Player
    link: Link
    port: int
    hosts: tuple[str, ...]

    @property
    def contact(self) -> Contact:
        """Where the guest listens: where its link comes from, and where it says."""
        seen = self.link.far_host.partition("%")[0]
        hosts = tuple(dict.fromkeys((seen, *self.hosts)))
        return Contact(self.player.identity, self.port, hosts[:MAX_HOSTS])


@dataclass(frozen=True, slots=True)
class Party:
    """Who has come, in the order in which they came.

    Attributes:
        number: counts the changes of players and names; readiness is for one of them.
        ready: those who are ready to play with exactly these players.
    """

    host: Player
    guests: tuple[Guest, ...] = ()
    number: int = 0
    ready: frozenset[PlayerId] = frozenset()

    @property
    def players(self) -> tuple[Player, ...]:
        """All of them, the host first."""
        return (self.host, *(guest.player for guest in self.guests))

    def roster(self, wanted: int, options: Options) -> Roster:
        """What is shown to everybody."""
        return Roster(
            number=self.number,
            wanted=wanted,
            options=options,
            seated=tuple(
                Seated(one.identity, one.name, one.age, one.identity in self.ready)
                for one in self.players
            ),
        )

    def is_ready(self, wanted: int) -> bool:
        """Whether all seats are taken and all players are ready."""
        return len(self.players) == wanted == len(self.ready)

    def guest(self, player: PlayerId) -> Guest | None:
        """The guest with the key *player*, if it is here."""
        return next((one for one in self.guests if one.player.identity == player), None)

    def joined(self, guest: Guest) -> "Party":
        """The same with one more."""
        return self._changed(guests=(*self.guests, guest))

    def left(self, guest: Guest) -> "Party":
        """The same without *guest*."""
        return self._changed(guests=tuple(one for one in self.guests if one is not guest))

    def back(self, guest: Guest, link: Link, join: Join) -> "Party":
        """The same, where *guest* has come back over a new *link*."""
        back = replace(guest, link=link, port=join.port, hosts=join.hosts)
        return replace(self, guests=tuple(back if one is guest else one for one in self.guests))

    def renamed(self, player: PlayerId, name: str) -> "Party":
        """The same with another name for one of them."""
        host = replace(self.host, name=name) if player == self.host.identity else self.host
        guests = tuple(
            replace(one, player=replace(one.player, name=name))
            if one.player.identity == player
            else one
            for one in self.guests
        )
        return self._changed(host=host, guests=guests)

    def closed_up(self) -> "Party":
        """The same when nobody more is waited for: a change that all have to agree to."""
        return self._changed()

    def readied(self, player: PlayerId, *, is_ready: bool) -> "Party":
        """The same when *player* is ready, or is so no more."""
        ready = self.ready | {player} if is_ready else self.ready - {player}
        return replace(self, ready=ready)

    def _changed(
        self, *, host: Player | None = None, guests: tuple[Guest, ...] | None = None
    ) -> "Party":
        """The same with changes that nobody has agreed to yet."""
        return Party(
            host=self.host if host is None else host,
            guests=self.guests if guests is None else guests,
            number=self.number + 1,
        )
