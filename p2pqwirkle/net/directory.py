"""Where everybody is: this computer, and each of the other players; it holds no link itself."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from p2pqwirkle.errors import Breach
from p2pqwirkle.net.frames import Contacts
from p2pqwirkle.net.guest import reachable
from p2pqwirkle.net.interfaces import Interface, nearest_first, own_interfaces, told_addresses
from p2pqwirkle.net.link import Link
from p2pqwirkle.net.reactor import Address
from p2pqwirkle.net.seating import MAX_HOSTS, Contact
from p2pqwirkle.net.whereabouts import Whereabouts
from p2pqwirkle.record.identity import PlayerId


class Directory:
    """What one player knows of the addresses of all.

    Args:
        own: our key.
        addresses: where the others may listen, as it was known when the game began.
        interfaces: this computer's addresses at present.

    Attributes:
        listening: where we listen ourselves, or None if nowhere.
        hosts: this computer's addresses when we last looked.
    """

    def __init__(
        self,
        own: PlayerId,
        addresses: Mapping[PlayerId, Sequence[Address]],
        interfaces: Callable[[], tuple[Interface, ...]] = own_interfaces,
    ) -> None:
        self.listening: Address | None = None
        self.hosts: frozenset[str] = frozenset()
        self._own = own
        self._where = {player: Whereabouts(where) for player, where in addresses.items()}
        self._list_interfaces = interfaces
        self._interfaces: tuple[Interface, ...] = ()

    @property
    def addresses(self) -> dict[PlayerId, tuple[Address, ...]]:
        """Where each of the others may listen."""
        return {player: where.addresses for player, where in self._where.items()}

    def look(self) -> bool:
        """See where this computer is by now; whether that is elsewhere than before."""
        self._interfaces = self._list_interfaces()
        before, self.hosts = self.hosts, frozenset(one.host for one in self._interfaces)
        return self.hosts != before

    def course(self, player: PlayerId) -> tuple[Address, ...]:
        """Where to dial *player*, link-local addresses through every adapter."""
        return nearest_first(self._where[player].addresses, self._interfaces)

    def expects(self, host: str) -> bool:
        """Whether a player may come from the address *host*."""
        return any(
            host == address.host for where in self._where.values() for address in where.addresses
        )

    def point_out(self, player: PlayerId, addresses: Iterable[Address]) -> None:
        """Somebody says that *player* may listen at *addresses*."""
        self._where[player].rumour(addresses)

    def find(self, link: Link) -> Contact | None:
        """Remember where the other end of *link* is; what to tell the others, if it is news."""
        where = self._where[link.peer]
        if where.port is None:
            return None
        found = Address(link.far_host, where.port)
        is_news = found != where.latest
        where.find(found)
        return _contact(link.peer, (found,)) if is_news else None

    def hear(self, link: Link, contacts: Contacts) -> None:
        """The peer of *link* says where players listen.

        Raises:
            Breach: L6.5 if it speaks of somebody who does not play.
        """
        for contact in contacts.contacts:
            addresses = reachable(contact.addresses, Address(link.far_host, contact.port))
            if contact.player not in (self._own, *self._where):
                raise Breach("L6.5", f"{contact.player.hex()} does not play")
            if contact.player == link.peer and addresses:
                self._where[contact.player].tell(addresses)
            elif contact.player != self._own:
                self._where[contact.player].rumour(addresses)

    def contacts(self, link: Link) -> Contacts:
        """What the peer of *link* should know: where we are, and where we have found others."""
        known = {self._own: self._told_over(link)}
        for player, where in self._where.items():
            if player != link.peer and where.latest is not None:
                known[player] = (where.latest,)
        return Contacts(tuple(_contact(player, where) for player, where in known.items() if where))

    def directions(self, link: Link) -> tuple[Contact, ...]:
        """Where the peer of *link*, who knows nobody yet, can find whom of us all."""
        near = Address(link.near_host, 0)
        known = {self._own: self._told_over(link)}
        known |= {one: reachable(where, near) for one, where in self.addresses.items()}
        return tuple(_contact(player, where) for player, where in known.items() if where)

    def _told_over(self, link: Link) -> tuple[Address, ...]:
        """Where we listen, as far as it is of use to the peer of *link*."""
        if self.listening is None:
            return ()
        where = told_addresses(self.listening, self._interfaces)
        return reachable(where, Address(link.near_host, self.listening.port))


def _contact(player: PlayerId, addresses: Sequence[Address]) -> Contact:
    """A line for *player*; a scope means nothing on another computer."""
    hosts = dict.fromkeys(address.host.partition("%")[0] for address in addresses)
    return Contact(player, addresses[0].port, tuple(hosts)[:MAX_HOSTS])
