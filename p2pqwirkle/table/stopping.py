"""When a fault ends a game, and what the record then ends with, whoever keeps it."""

from p2pqwirkle.record.entry import SignedEntry
from p2pqwirkle.table.charter import MIN_PLAYERS
from p2pqwirkle.table.council import is_open
from p2pqwirkle.table.referee import Referee
from p2pqwirkle.table.standing import Standing
from p2pqwirkle.table.verdicts import Collapsed, Fault


def must_stop(referee: Referee) -> bool:
    """Whether a fault leaves nobody to go on with, or no keys to go on with."""
    staying = set(referee.standing.living) - set(referee.grounded)
    places = [referee.course.standing_of(one.entry) for one in referee.exhibits.faults]
    had_keys = all(place is None or is_open(place) for place in places)
    return len(staying) < MIN_PLAYERS or not had_keys or not is_open(referee.standing)


def proof_of(fault: Fault, referee: Referee) -> list[SignedEntry]:
    """The last entries of a record whose game *fault* has stopped."""
    if fault.against is not None and not referee.course.stands(fault.against):
        # The record has what completed its steps: neither an open one, nor what came too late.
        return [fault.against, fault.entry]
    if referee.course.open_step == 0:
        # Without a charter that holds there is no game to judge the faulty one by.
        return [*referee.course.entries(0)[:1], fault.entry]
    return [fault.entry]


def last_step(collapsed: Collapsed, standing: Standing) -> list[SignedEntry]:
    """The open step as it is, with the entry that shows that the game has *collapsed*."""
    heard = (one.signed for one in standing.heard)
    return sorted((*heard, collapsed.entry), key=lambda one: one.entry.author)
