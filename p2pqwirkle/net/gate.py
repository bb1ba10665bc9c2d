"""The gate of a table: who is let in, if there is a code (L10)."""

import secrets
from dataclasses import dataclass
from typing import Protocol

from p2pqwirkle.codes import Code
from p2pqwirkle.errors import Breach
from p2pqwirkle.net.frames import Frame, Here
from p2pqwirkle.net.invitation import Proofs, Tries, answer
from p2pqwirkle.net.link import Closure, Link
from p2pqwirkle.net.lobby_frames import Challenge, Proof
from p2pqwirkle.net.reactor import Clock
from p2pqwirkle.net.seating import Join
from p2pqwirkle.record.identity import PlayerId


class Inside(Protocol):
    """Who waits behind the gate."""

    def sit_down(self, link: Link, join: Join, proof: bytes | None) -> None:
        """Give a seat to the peer of *link*, show it *proof*, and look after the link.

        Raises:
            Breach: L4 or T1, and the link stays where it is.
        """


class GateEars(Protocol):
    """Who is told of those who are not let in."""

    def turned_away(self, host: str, closure: Closure) -> None:
        """Somebody at the address *host* was not let in."""

    def tried(self, host: str, failed: int) -> None:
        """Somebody at *host* did not know the code; *failed* tries of it have failed now."""


@dataclass(frozen=True, slots=True)
class _Try:
    """Somebody who says that it knows the code."""

    join: Join
    proofs: Proofs


class Gate:
    """Lets in those who know the code, or everybody if there is none.

    Args:
        clock: local time.
        host: our key.
        code: what guests have to know, or None.
        inside: who gives the seats.
        ears: told of those who are not let in.

    Attributes:
        code: that which holds now.
    """

    def __init__(
        self, clock: Clock, host: PlayerId, code: Code | None, *, inside: Inside, ears: GateEars
    ) -> None:
        self.code = code
        self._clock = clock
        self._host = host
        self._inside = inside
        self._ears = ears
        self._tries = Tries()
        self._running: dict[Link, _Try] = {}

    def knock(self, link: Link, join: Join) -> None:
        """Let the peer of *link* in, now or when it has shown that it knows the code.

        Raises:
            Breach: L10 or B1, and the link stays where it is.
        """
        if self.code is None:
            if join.element is not None:
                raise Breach("L10.2", "there is no code at this table")
            self._inside.sit_down(link, join, None)
            return
        if join.element is None:
            raise Breach("L10.1", "there is a code at this table")
        self._tries.begin(link.peer, self._clock.seconds())
        try:
            ours, proofs = answer(
                self.code, link.peer, self._host, join.element, secrets.token_bytes
            )
        except Breach:
            self._count_failure(link)
            raise
        self._running[link] = _Try(join, proofs)
        link.keeper = self
        link.send(Challenge(ours))

    def renew(self, code: Code) -> None:
        """From now on *code* holds, with tries of its own."""
        self.code = code
        self._tries = Tries()
        running, self._running = self._running, {}
        for link in running:
            link.refuse(Breach("L10.3", "the code is another one now"))

    def opened(self, link: Link) -> None:
        """Does not happen: the door opens links."""

    def received(self, link: Link, frame: Frame) -> None:
        """Judge a proof.

        Raises:
            Breach: L10.3 if it is wrong, L2.4 for any other frame; L4 if there is no seat any more.
        """
        match frame:
            case Here():
                pass
            case Proof(proof) if link in self._running:
                attempt = self._running[link]
                attempt.proofs.check_joiner(proof)
                del self._running[link]
                self._tries.succeed(link.peer)
                self._inside.sit_down(link, attempt.join, attempt.proofs.host)
            case _:
                raise Breach("L2.4", f"{frame.KIND.name} at the gate")

    def closed(self, link: Link, closure: Closure) -> None:
        """Somebody has gone without a seat; if it has shown nothing, its try has failed."""
        if self._running.pop(link, None) is not None:
            self._count_failure(link)
        self._ears.turned_away(link.far_host, closure)

    def sign_of_life(self) -> Here:
        """Nothing but that we are there."""
        return Here()

    def _count_failure(self, link: Link) -> None:
        self._tries.fail(link.peer, self._clock.seconds())
        self._ears.tried(link.far_host, self._tries.failed)
