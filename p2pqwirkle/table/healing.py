"""How peers come together again whom a seat has told different stories (T13).

Nothing in this file is believed: that the histories have parted is shown by signatures of the
seat that told two stories, and of another one that has gone on from the other story.
"""

from dataclasses import dataclass

from p2pqwirkle.record.entry import Digest, SignedEntry, step_digest
from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.table.agreement import (
    Purpose,
    Question,
    in_reach,
    may_say_more,
    name_of,
    next_number,
)
from p2pqwirkle.table.referee import Referee
from p2pqwirkle.table.verdicts import Fault


@dataclass(frozen=True, slots=True)
class Parting:
    """A complete step that may have been completed otherwise by others.

    Attributes:
        step: which.
        fault: the two stories that were told in it.
        other_digest: the digest after it in the other history.
    """

    step: int
    fault: Fault
    other_digest: Digest


def partings(referee: Referee) -> list[Parting]:
    """Every complete step in which a seat that is still in the game has told two stories."""
    found = (_parting(referee, fault) for fault in referee.exhibits.faults)
    return [one for one in found if one is not None]


def going_back(referee: Referee, own: Seat) -> tuple[int, Question] | None:
    """The question by which *own* asks the others to go back, if their history is another one.

    It needs somebody's word from the other history, and one of our own from this one.  A seat that
    has told the two stories itself, as a copy of an old disk may, has nothing to ask.
    """
    for parting in partings(referee):
        if parting.fault.seat == own:
            continue
        standing = referee.course.standing_at(parting.step)
        named = (parting.fault.seat,)
        is_asked = any(
            ballot.question.seats == named and not ballot.is_dead
            for ballot in in_reach(standing.ballots)
        )
        other = next(iter(_words_from_elsewhere(referee, parting)), None)
        ours = _own_word(referee, own, parting.step + 1)
        may_ask = own in standing.living and may_say_more(standing.ballots, own)
        if is_asked or other is None or ours is None or not may_ask:
            continue
        stories = [one for one in (parting.fault.against, parting.fault.entry) if one is not None]
        grounds = tuple(name_of(one) for one in (*stories, other, ours))
        number = next_number(standing.ballots, own)
        return parting.step, Question(number, named, Purpose.GO_ON_WITHOUT, grounds)
    return None


def leads_back(referee: Referee, step: int, question: Question) -> bool:
    """Whether *question* shows that others have completed *step* otherwise than we have."""
    return any(
        parting.step == step
        and question.seats == (parting.fault.seat,)
        and any(
            name_of(word) in question.grounds for word in _words_from_elsewhere(referee, parting)
        )
        for parting in partings(referee)
    )


def _parting(referee: Referee, fault: Fault) -> Parting | None:
    against = fault.against
    if against is None or fault.seat not in referee.standing.living:
        return None
    step = against.entry.step
    if step >= referee.standing.moment.step:
        return None
    heard = referee.course.standing_at(step).heard
    told = {one.signed.encoded: one.signed for one in heard if one.seat == fault.seat}
    ours = next(iter(told.values()), None)
    others = [one for one in (against, fault.entry) if one.encoded not in told]
    if ours is None or len(others) != 1:
        return None
    entries = [others[0] if one.signed is ours else one.signed for one in heard]
    digest = step_digest(referee.course.standing_at(step).moment.digest, entries)
    return Parting(step, fault, digest)


def _words_from_elsewhere(referee: Referee, parting: Parting) -> list[SignedEntry]:
    """What seats in the game said right after the other story, who say nothing in our history."""
    return [
        stray
        for stray in referee.exhibits.strays
        if stray.entry.after == parting.other_digest
        and stray.entry.step == parting.step + 1
        and referee.course.seat_of(stray) != parting.fault.seat
        and referee.course.seat_of(stray) in referee.standing.living
        and not referee.course.has_spoken(referee.course.seat_of(stray), after=parting.step)
    ]


def _own_word(referee: Referee, own: Seat, step: int) -> SignedEntry | None:
    standing = referee.course.standing_at(step)
    said = [one.signed for one in standing.heard if one.seat == own]
    answers = (ballot.answer_of(own) for ballot in standing.ballots)
    return next(iter([*said, *(one.signed for one in answers if one is not None)]), None)
