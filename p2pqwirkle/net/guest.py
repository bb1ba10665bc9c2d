"""A guest's side of the lobby: it asks for a seat, and checks what it is to sign."""

import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from enum import Enum

from twisted.internet.defer import Deferred

from p2pqwirkle import __version__
from p2pqwirkle.codes import Code
from p2pqwirkle.errors import Breach
from p2pqwirkle.net.frames import Frame, Here
from p2pqwirkle.net.invitation import JoinerSide, Proofs
from p2pqwirkle.net.link import Closure, Link, LinkError
from p2pqwirkle.net.lobby import Company
from p2pqwirkle.net.lobby_frames import Challenge, Proof, Ready, Rename, Welcome
from p2pqwirkle.net.reactor import Address
from p2pqwirkle.net.seating import Join, Roster, Start
from p2pqwirkle.net.wayback import WayBack, is_broken
from p2pqwirkle.record.identity import PlayerId
from p2pqwirkle.table.charter import Charter, Player, read_charter


class _Stage(Enum):
    """How far a joiner has come."""

    ASKING = "has no seat yet"
    SEATED = "waits for the others"
    COMPLETE = "knows what to sign"
    GONE = "has no way to the host, or wants none"


class JoinerLobby:
    """A joiner's side: asks for a seat, and checks what it is to sign.

    Args:
        joiner: our own line in the charter.
        host: where the host was dialled.
        listen: begins to listen, best on the address of ours that it is given, and returns all
            addresses at which others may find us, with one port.
        shown: told of each change of the roster.
        code: what the host has said, if it has.
        way_back: dials the host again when its link is broken; None to give up then.

    Attributes:
        complete: fires with the company and the link to the host, or fails with a `LinkError`;
            whoever cancels it wants no seat any more.
    """

    def __init__(  # noqa: PLR0913 - who asks whom for what, and whom to tell
        self,
        joiner: Player,
        host: Address,
        listen: Callable[[str], Sequence[Address]],
        shown: Callable[[Roster], None],
        *,
        code: Code | None = None,
        way_back: WayBack | None = None,
    ) -> None:
        self.complete: Deferred[tuple[Company, Link]] = Deferred(self._left)
        self._joiner = joiner
        self._host = host
        self._listen = listen
        self._shown = shown
        self._code = code
        self._way_back = way_back
        self._where: Sequence[Address] = ()
        self._stage = _Stage.ASKING
        self._link: Link | None = None
        self._side: JoinerSide | None = None
        self._proofs: Proofs | None = None
        self._roster: Roster | None = None
        self._names = {joiner.name}
        self._agreed: set[int] = set()

    def opened(self, link: Link) -> None:
        """Ask for a seat; only a welcome means that we have one."""
        if self._way_back is not None:
            self._way_back.pause()
        if self._link is not None or self._stage is not _Stage.ASKING:
            link.leave("it is not needed any more")
            return
        self._link = link
        joiner = self._joiner
        if self._code is not None:
            self._side = JoinerSide(self._code, joiner.identity, link.peer, secrets.token_bytes)
        where = self._where = self._where or self._listen(link.near_host)
        link.send(
            Join(
                program=__version__,
                name=joiner.name,
                age=joiner.age,
                nonce=joiner.nonce,
                port=where[0].port,
                hosts=tuple(address.host for address in where),
                element=None if self._side is None else self._side.element,
            )
        )

    def say_ready(self, *, is_ready: bool) -> None:
        """Our own player is ready to play with those in the last roster, or is so no more."""
        if self._link is None or self._roster is None or self._stage is not _Stage.SEATED:
            return
        if is_ready:
            self._agreed.add(self._roster.number)
        self._link.send(Ready(self._roster.number, is_ready))

    def rename(self, name: str) -> None:
        """Our own player wants to be called *name*, which a charter would take."""
        if self._link is not None and self._stage is _Stage.SEATED:
            self._names.add(name)
            self._link.send(Rename(name))

    def received(self, link: Link, frame: Frame) -> None:
        """Listen to the host.

        Raises:
            Breach: L2.4 out of turn, L5 for what we do not sign, L10.6 if the host has not proven
                that it knows the code.
        """
        match frame:
            case Here():
                pass
            case Challenge(element) if self._side is not None and self._proofs is None:
                self._proofs = self._side.answered(element)
                link.send(Proof(self._proofs.joiner))
            case Welcome(proof) if self._stage is _Stage.ASKING:
                self._check_host(proof)
                self._stage = _Stage.SEATED
                if self._way_back is not None:
                    self._way_back.end()
                link.settle()
            case Roster() if self._stage is _Stage.SEATED:
                self._roster = frame
                self._joiner = replace(self._joiner, name=self._name_in(frame))
                self._shown(frame)
            case Start() if self._stage is _Stage.SEATED and self._roster is not None:
                if self._roster.number not in self._agreed:
                    raise Breach("L5.4", "our player has not said that it is ready")
                dialled = Address(link.far_host, self._host.port)
                company = company_of(frame, self._roster, self._joiner, link.peer, dialled)
                self._stage = _Stage.COMPLETE
                self.complete.callback((company, link))
            case _:
                raise Breach("L2.4", f"{frame.KIND.name} in the lobby")

    def closed(self, link: Link, closure: Closure) -> None:
        """The host has gone, or has refused us; or the network has, and the host is still there."""
        if link is not self._link:
            return
        self._link = None
        way, had_seat = self._way_back, self._stage is _Stage.SEATED
        if way is None or not is_broken(closure) or not (had_seat or way.is_sought):
            self.failed(closure)
            return
        # The host knows us by our key now, and asks for no code again.
        self._stage, self._code, self._side = _Stage.ASKING, None, None
        way.seek(link.peer, self, lambda: self.failed(closure))

    def failed(self, closure: Closure) -> None:
        """There is no way to the host."""
        if self._stage in (_Stage.ASKING, _Stage.SEATED):
            self._stage = _Stage.GONE
            if self._way_back is not None:
                self._way_back.end()
            self.complete.errback(LinkError(closure))

    def sign_of_life(self) -> Here:
        """Nothing but that we are there."""
        return Here()

    def _left(self, _complete: object) -> None:
        """Our own player has left; if the link ends now, it is not to be dialled again."""
        self._stage = _Stage.GONE

    def _check_host(self, proof: bytes | None) -> None:
        """Whoever has a code takes no seat at a table that does not know it."""
        if self._side is None:
            return
        if self._proofs is None:
            raise Breach("L10.6", "a welcome before any proof")
        self._proofs.check_host(proof)

    def _name_in(self, roster: Roster) -> str:
        """What we are called in *roster*; nothing that we have not wanted."""
        own = (one.name for one in roster.seated if one.player == self._joiner.identity)
        name = next(own, self._joiner.name)
        return name if name in self._names else self._joiner.name


def company_of(
    start: Start, shown: Roster, joiner: Player, host: PlayerId, dialled: Address
) -> Company:
    """Who plays, as the *host* says when all seats are taken.

    Args:
        start: what the host has said.
        shown: the last roster before.
        joiner: our own line in the charter.
        host: its key.
        dialled: the address at which we have found it.

    Raises:
        Breach: E or T1 if there is no charter, L5 if it is one that we do not sign.
    """
    charter = read_charter(start.charter)
    check_charter(charter, joiner, host, shown)
    if sorted(contact.player for contact in start.contacts) != list(charter.identities):
        raise Breach("L5.3", "there is not one line of addresses for each player")
    addresses = {
        contact.player: reachable(contact.addresses, dialled)
        for contact in start.contacts
        if contact.player != joiner.identity
    }
    addresses[host] = tuple(dict.fromkeys((dialled, *addresses[host])))
    return Company(charter, addresses)


def check_charter(charter: Charter, own: Player, host: PlayerId, roster: Roster) -> None:
    """Check that *charter* is what its lobby has shown, with our own line in it.

    Raises:
        Breach: L5.1 if our line is missing or altered, L5.2 if the rest is not what was shown.
    """
    if own not in charter.players:
        raise Breach("L5.1", "our identity, name, age and fresh nonce are not all in the charter")
    shown = {(one.player, one.name, one.age) for one in roster.seated}
    lines = {(one.identity, one.name, one.age) for one in charter.players}
    if lines != shown or charter.options != roster.options or host not in charter.identities:
        raise Breach("L5.2", "the charter is not what the lobby has shown")


def reachable(addresses: Iterable[Address], host: Address) -> tuple[Address, ...]:
    """Those of *addresses*, as the host has told them, that can lead anywhere.

    A loopback address is that of a player on the host's own computer: from another one it would
    lead to ourselves.
    """
    return tuple(one for one in addresses if not one.is_loopback or host.is_loopback)
