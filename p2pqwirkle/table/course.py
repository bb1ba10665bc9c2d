"""The course of a game: its complete steps, and the open one."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from p2pqwirkle.record.entry import Digest, SignedEntry
from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.table.agreement import Ballot
from p2pqwirkle.table.standing import Standing


@dataclass(frozen=True, slots=True)
class Complete:
    """A step that is complete.

    Attributes:
        standing: as it was when the last of it was heard.
        ballot: what all have agreed to, if the step was cut by it.
        entries: what stands in the record: what was said by seat, or the agreements by seat and
            then the entries that are their grounds.
        resigned: the seats that the grounds show to have resigned.
        grounded: these, and the seats that the grounds show to be at fault.
    """

    standing: Standing
    ballot: Ballot | None
    entries: tuple[SignedEntry, ...]
    resigned: frozenset[Seat] = frozenset()
    grounded: frozenset[Seat] = frozenset()

    def is_by(self, ballot: Ballot) -> bool:
        """Whether *ballot* is what has cut the step."""
        return self.ballot is not None and self.ballot.question == ballot.question


class Course:
    """The steps of one game, as one peer has completed them.

    Attributes:
        standing: what the admitted entries come to.
    """

    def __init__(self, standing: Standing) -> None:
        self.standing = standing
        identities = standing.moment.charter.identities
        self._seats = {player: Seat(seat) for seat, player in enumerate(identities)}
        self._complete: list[Complete] = []
        self._step_after: dict[Digest, int] = {}

    @property
    def complete(self) -> Sequence[Complete]:
        """The complete steps, in their order."""
        return self._complete

    @property
    def cut(self) -> Sequence[Complete]:
        """Those of them that were cut, which are few."""
        return tuple(one for one in self._complete if one.ballot is not None)

    @property
    def standings(self) -> list[Standing]:
        """Those of all steps, the open one last."""
        return [*(one.standing for one in self._complete), self.standing]

    @property
    def open_step(self) -> int:
        """The number of the step that is not complete."""
        return self.standing.moment.step

    def is_of_player(self, signed: SignedEntry) -> bool:
        """Whether the author has a seat."""
        return signed.entry.author in self._seats

    def seat_of(self, signed: SignedEntry) -> Seat:
        """The author's seat."""
        return self._seats[signed.entry.author]

    def entries(self, step: int) -> tuple[SignedEntry, ...]:
        """What stands in the record of *step*; of the open step, what was heard so far."""
        if step == self.open_step:
            return said_in(self.standing)
        return self._complete[step].entries if 0 <= step < len(self._complete) else ()

    def said(self, step: int) -> tuple[SignedEntry, ...]:
        """What somebody may lack who has *step* still open: its entries, and all answers in it."""
        entries = self.entries(step)
        if not 0 <= step < len(self._complete):
            return entries
        answers = [one for ballot in self.standing_at(step).ballots for one in ballot.answers]
        return (*entries, *(one.signed for one in answers if one.signed not in entries))

    def stands(self, signed: SignedEntry) -> bool:
        """Whether *signed* is in the record of a complete step, where all can read it."""
        return any(signed in complete.entries for complete in self._complete)

    def has_spoken(self, seat: Seat, after: int) -> bool:
        """Whether *seat* has said anything after the step *after*."""
        return any(_has_spoken(standing, seat) for standing in self.standings[after + 1 :])

    def standing_at(self, step: int) -> Standing:
        """The open standing, or that of a complete step when the last of it was heard."""
        return self.standing if step == self.open_step else self._complete[step].standing

    def standing_of(self, signed: SignedEntry) -> Standing | None:
        """The standing that *signed* is said in; None if it follows steps that are not ours."""
        if signed.entry.after == self.standing.moment.digest:
            return self.standing
        step = self.complete_step_of(signed)
        return None if step is None else self._complete[step].standing

    def complete_step_of(self, signed: SignedEntry) -> int | None:
        """The complete step that *signed* is said in; None if it is said in none."""
        return self._step_after.get(signed.entry.after)

    def hear_late(self, step: int, standing: Standing) -> None:
        """Keep what comes too late for a complete step: *standing* is that step's, with it."""
        self._complete[step] = replace(self._complete[step], standing=standing)

    def close(self, complete: Complete, following: Standing) -> None:
        """Complete the open step; *following* is open then."""
        self._step_after[self.standing.moment.digest] = self.open_step
        self._complete.append(complete)
        self.standing = following

    def go_back(self, step: int) -> None:
        """Open *step* again, as it was when it was completed."""
        self.standing = self._complete[step].standing
        del self._complete[step:]
        self._step_after = {
            complete.standing.moment.digest: place for place, complete in enumerate(self._complete)
        }


def said_in(standing: Standing) -> tuple[SignedEntry, ...]:
    """All that was heard of a step: what it awaits, by seat, and then the answers."""
    answers = (one.signed for ballot in standing.ballots for one in ballot.answers)
    return (*(one.signed for one in standing.heard), *answers)


def _has_spoken(standing: Standing, seat: Seat) -> bool:
    answered = any(ballot.answer_of(seat) is not None for ballot in standing.ballots)
    return answered or standing.heard_from(seat) is not None
