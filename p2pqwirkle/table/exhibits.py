"""What shows that seats have resigned or are at fault, and what else a question may name (T13)."""

from collections.abc import Collection, Iterable, Iterator
from typing import Final

from p2pqwirkle.record.entry import Digest, SignedEntry
from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.table.agreement import Question, name_of
from p2pqwirkle.table.course import Course, said_in
from p2pqwirkle.table.entries import Kind
from p2pqwirkle.table.standing import Standing
from p2pqwirkle.table.verdicts import Fault

MOST_STRAYS: Final = 4
"""How many entries of one seat from another history are remembered."""
MOST_FAULTS: Final = 4
"""How many faults of one seat are kept, each a ground to go on without it; one is enough."""
MOST_NAMED: Final = 64
"""How many more of them are kept because others have named them, whose first ones are others."""


class Exhibits:
    """The entries of one game that are kept apart from its steps.

    Attributes:
        faults: what was found of whom, in the order in which it was found.
    """

    def __init__(self, course: Course) -> None:
        self.faults: list[Fault] = []
        self._course = course
        self._shown: dict[bytes, SignedEntry] = {}
        self._resignations: dict[tuple[Seat, Digest], SignedEntry] = {}
        self._strays: dict[bytes, SignedEntry] = {}
        self._void: dict[bytes, SignedEntry] = {}

    @property
    def strays(self) -> tuple[SignedEntry, ...]:
        """The latest entries that follow steps which are not ours; a few of each seat."""
        return tuple(self._strays.values())

    @property
    def of_living(self) -> tuple[SignedEntry, ...]:
        """What shows that living seats have resigned, or are at fault."""
        living = self._course.standing.living
        return tuple(one for one in self._shown.values() if self._course.seat_of(one) in living)

    def keep_resignation(self, signed: SignedEntry) -> None:
        """Keep the word of a seat that takes no more part; one is ground enough."""
        self._shown[name_of(signed)] = signed

    def note_resignation(self, signed: SignedEntry) -> None:
        """Remember that the author cannot agree to anything in the same step."""
        place = self._course.seat_of(signed), signed.entry.after
        self._resignations.setdefault(place, signed)

    def resignation(self, seat: Seat, after: Digest) -> SignedEntry | None:
        """The word of *seat*, in the step after *after*, that it takes no more part."""
        return self._resignations.get((seat, after))

    def keep_fault(self, fault: Fault, named: Collection[bytes] = ()) -> bool:
        """Keep what shows *fault*; False if it is here already, or enough of its author is.

        What questions have *named* as their grounds is kept beside what is enough.
        """
        faults = [one for one in self.faults if one.seat == fault.seat]
        if any(one.entry.encoded == fault.entry.encoded for one in faults):
            return False
        stories = [one for one in (fault.against, fault.entry) if one is not None]
        is_named = any(name_of(one) in named for one in stories)
        if len(faults) >= (MOST_NAMED if is_named else MOST_FAULTS):
            return False
        self.faults.append(fault)
        self._shown |= {name_of(one): one for one in stories}
        return True

    def keep_stray(self, signed: SignedEntry) -> None:
        """Remember what somebody said after steps that are not ours: it may show a parting."""
        seat = self._course.seat_of(signed)
        own = [name for name, one in self._strays.items() if self._course.seat_of(one) == seat]
        if len(own) == MOST_STRAYS:
            del self._strays[own[0]]
        self._strays[name_of(signed)] = signed

    def keep_void(self, standing: Standing) -> None:
        """Remember what was said in a step that counts for nothing any more."""
        self._void |= {name_of(signed): signed for signed in said_in(standing)}

    def names_of(self, seats: Iterable[Seat]) -> tuple[bytes, ...]:
        """The names of entries that show it of *seats*: of each a resignation, and one fault.

        They are the same for all who have found the same.
        """
        return tuple(name for seat in seats for name in dict.fromkeys(self._names_of(seat)))

    def _names_of(self, seat: Seat) -> Iterator[bytes]:
        shown = self._shown.items()
        own = sorted((name, one) for name, one in shown if self._course.seat_of(one) == seat)
        yield from [name for name, one in own if one.entry.kind == Kind.RESIGN][:1]
        faults = [fault for fault in self.faults if fault.seat == seat]
        if faults:
            fault = min(faults, key=lambda fault: name_of(fault.entry))
            yield from (name_of(one) for one in (fault.against, fault.entry) if one is not None)

    def named_by(self, question: Question) -> list[SignedEntry]:
        """The entries that *question* names as its grounds, as far as they are here."""
        if not question.grounds:
            return []
        said = {
            name_of(one): one for standing in self._course.standings for one in said_in(standing)
        }
        here = said | self._void | self._strays | self._shown
        return [here[name] for name in question.grounds if name in here]

    def seats_shown_by(self, entries: Collection[SignedEntry]) -> set[Seat]:
        """The seats that *entries* show to have resigned, or to be at fault."""
        names = {one.encoded for one in entries}
        at_fault = (
            fault.seat
            for fault in self.faults
            if fault.entry.encoded in names
            and (
                fault.against is None
                or fault.against.encoded in names
                or self._course.stands(fault.against)
            )
        )
        return {*self.resigned_by(entries), *at_fault}

    def resigned_by(self, entries: Collection[SignedEntry]) -> set[Seat]:
        """The seats that *entries* show to have resigned.

        A resignation that is refused for itself is a fault and nothing more; beside another story
        (C4) it is what it says.
        """
        refused = {fault.entry.encoded for fault in self.faults if fault.against is None}
        return {
            self._course.seat_of(one)
            for one in entries
            if one.entry.kind == Kind.RESIGN and one.encoded not in refused
        }
