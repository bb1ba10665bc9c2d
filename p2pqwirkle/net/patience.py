"""When a game ends for one player because others say nothing, or its host has ended it (L4, L8)."""

from collections.abc import Collection, Sequence

from p2pqwirkle.net.endings import Silence, Unopened
from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.table.council import may_go_on_without
from p2pqwirkle.table.effects import Snapshot
from p2pqwirkle.table.verdicts import Fault


def is_opening(snapshot: Snapshot | None) -> bool:
    """Whether there are no keys yet, so that nobody can go on without anybody."""
    return snapshot is None or not snapshot.standing.has_keys


def ending_in_silence(
    silent: Sequence[Seat], snapshot: Snapshot | None, *, own: Seat, host: Seat | None
) -> Silence | Unopened | None:
    """How the game ends for *own*, who waits no longer for *silent*; None if it goes on.

    Args:
        silent: who has said nothing for as long as *own* is patient.
        snapshot: what is known of the game, if anything is.
        own: who waits.
        host: who has drawn up the charter; None where the game was taken up again from the disk.
    """
    if is_opening(snapshot) and host is not None:
        # How long a charter is waited for is one player's to say: its host's.
        if own == host:
            return Unopened(tuple(silent)) if silent else None
        return Silence((host,)) if host in silent else None
    gone = tuple(silent)
    if snapshot is not None:
        standing = snapshot.standing
        gone = tuple(seat for seat in silent if seat in standing.living)
        if gone and may_go_on_without(standing, gone, snapshot.grounded):
            return None
    return Silence(gone) if gone else None


def ending_by_host(snapshot: Snapshot | None, *, own: Seat, host: Seat) -> Unopened | None:
    """How the game ends for *own* when its *host* waits no more; None if it goes on.

    Who has not spoken is shown for it, as far as we have heard.
    """
    if snapshot is None or snapshot.standing.has_keys:
        return None
    awaited = snapshot.standing.awaited
    return Unopened(tuple(seat for seat in awaited if seat not in (own, host)))


def not_waited_for(snapshot: Snapshot, unheard: Collection[Seat]) -> frozenset[Seat]:
    """Who may lack something at the *snapshot*'s end, and gets it elsewhere or nowhere.

    That is whoever is *unheard*, is out, or has spoilt the charter: the others begin anew, and
    wait for it there.
    """
    seats = frozenset(snapshot.standing.moment.charter.seats)
    gone = {*unheard, *(seats - set(snapshot.standing.living))}
    if isinstance(snapshot.stopped, Fault) and is_opening(snapshot):
        gone.add(snapshot.stopped.seat)
    return frozenset(gone)
