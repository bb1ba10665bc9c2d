"""Why something could not be done, in words that say what to do about it."""

import errno
import sys
from collections.abc import Callable, Sequence
from typing import Final

from p2pqwirkle import __version__
from p2pqwirkle.cli.exits import Exit, ExitCode
from p2pqwirkle.net.interfaces import Interface, is_near, own_interfaces
from p2pqwirkle.net.link import Closure, Side, Trouble
from p2pqwirkle.net.reactor import Address
from p2pqwirkle.record.entry import PROTOCOL_VERSION
from p2pqwirkle.words import clause_sentence

TOLD: Final = {
    "L4.2": "has-begun",
    "L4.3": "is-full",
    "L4.4": "same-identity",
    "L4.5": "no-host",
    "L4.6": "put-out",
    "L6.4": "watched-over",
    "L10.1": "needs-code",
    "L10.2": "no-code-there",
    "L10.3": "wrong-code",
    "L10.4": "too-soon",
    "L10.5": "code-spent",
    "L11.2": "not-watched",
    "L11.3": "gallery-full",
    "T1.4": "name-refused",
}
"""What a host says to somebody who wants a seat, or a player to somebody who wants to watch."""

FALSE: Final = {"L10.6": "false-host", "L11.4": "false-game"}
"""What we say of a peer that is not what it has to be, by clause."""

_UNREACHABLE: Final = {
    Trouble.REFUSED: "nobody-listens",
    Trouble.NO_ANSWER: "no-answer",
    Trouble.NO_ROUTE: "no-route",
    Trouble.UNKNOWN_NAME: "unknown-host",
    Trouble.OTHER: "unreachable",
}


def no_seat(
    closure: Closure,
    host: Address,
    *,
    around: Callable[[], Sequence[Interface]] = own_interfaces,
) -> Exit:
    """Why there is no seat for us at the table of *host*; *around* tells our own addresses."""
    where = {"host": host.host, "port": host.port, "address": host}
    if closure.trouble is not None:
        key = _UNREACHABLE[closure.trouble]
        if closure.trouble is Trouble.NO_ROUTE and sys.platform == "darwin":
            key = "no-permission"
        elif closure.trouble is Trouble.NO_ROUTE and is_near(host, around()):
            key = "kept-apart"
        return Exit(ExitCode.COULD_NOT, key, **where, reason=closure.detail)
    if closure.clause == "L4.1" and closure.refusal is not None:
        return other_version(closure.refusal.program, closure.refusal.protocol)
    if closure.side is Side.THEIRS and closure.clause in TOLD:
        return Exit(ExitCode.COULD_NOT, TOLD[closure.clause], **where)
    if closure.clause.startswith("L1."):
        return Exit(ExitCode.COULD_NOT, "no-table", **where)
    if closure.side is Side.OURS and closure.clause in FALSE:
        told = reason(closure.clause)
        return Exit(ExitCode.COULD_NOT, FALSE[closure.clause], **where, reason=told)
    if closure.side is Side.OURS and closure.clause.startswith("L5"):
        return Exit(ExitCode.COULD_NOT, "not-signed", reason=reason(closure.clause))
    if closure.clause:
        return Exit(ExitCode.COULD_NOT, "refused", **where, reason=reason(closure.clause))
    key = "host-left" if closure.side is Side.THEIRS else "host-lost"
    return Exit(ExitCode.COULD_NOT, key, **where)


def cannot_listen(address: Address, cause: OSError) -> Exit:
    """Why we cannot listen on *address*."""
    key = "busy-port" if cause.errno == errno.EADDRINUSE else "cannot-listen"
    return Exit(
        ExitCode.COULD_NOT,
        key,
        host=address.host,
        port=address.port,
        reason=cause_of(cause),
    )


def cause_of(refusal: OSError) -> str:
    """Why we cannot listen, as the system says it; Python adds the address as it writes it."""
    return str(refusal.strerror or refusal).partition(" (while attempting to bind")[0]


def reason(clause: str) -> str:
    """What breaking *clause* means, and its number."""
    try:
        return f"{clause_sentence(clause)} ({clause})"
    except KeyError:  # a clause of a later version
        return clause


def other_version(program: str, protocol: int) -> Exit:
    """The host has other versions of the program and the protocol than we have."""
    return Exit(
        ExitCode.COULD_NOT,
        "other-version",
        theirs=program,
        their_protocol=protocol,
        ours=__version__,
        our_protocol=PROTOCOL_VERSION,
    )
