"""Steps that were cut, since the others went on without a seat or its turn (A2)."""

from collections.abc import Iterator
from dataclasses import dataclass

from p2pqwirkle.audit.report import Departure
from p2pqwirkle.record.entry import SignedEntry
from p2pqwirkle.record.identity import PlayerId
from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.table.agreement import Question, name_of, read_answer
from p2pqwirkle.table.charter import Charter
from p2pqwirkle.table.course import Complete
from p2pqwirkle.table.dealing import Dealing
from p2pqwirkle.table.entries import Kind
from p2pqwirkle.table.leavers import gone_in
from p2pqwirkle.table.phases import Phase
from p2pqwirkle.table.playing import Playing
from p2pqwirkle.table.standing import Standing


@dataclass(frozen=True, slots=True)
class Cut:
    """What the record still has to say of a step that is cut.

    Attributes:
        question: what all who were asked have agreed to.
        asked: who has still to agree, by seat.
        grounds: the names of the entries that follow.
    """

    question: Question
    asked: tuple[PlayerId, ...]
    grounds: tuple[bytes, ...]

    @classmethod
    def begun_by(cls, standing: Standing) -> "Cut | None":
        """The cut whose first agreement was just heard in *standing*; None if there is none."""
        if not standing.ballots:
            return None
        question = standing.ballots[0].question
        identities = standing.moment.charter.identities
        asked = (seat for seat in standing.living if seat not in question.seats)
        return cls(question, tuple(identities[seat] for seat in asked), question.grounds)

    @property
    def is_at_end(self) -> bool:
        """Whether nothing more is awaited."""
        return not self.asked and not self.grounds

    def awaits(self, signed: SignedEntry) -> bool:
        """Whether *signed* is the next entry of the step."""
        if not self.asked:
            return self.is_ground(signed)
        entry = signed.entry
        if entry.author != self.asked[0] or entry.kind != Kind.ANSWER:
            return False
        answer = read_answer(entry.body)
        return answer.agrees and answer.question == self.question

    def is_ground(self, signed: SignedEntry) -> bool:
        """Whether all have agreed, and *signed* is the ground that follows."""
        return not self.asked and bool(self.grounds) and name_of(signed) == self.grounds[0]

    def after(self, _signed: SignedEntry) -> "Cut":
        """What is still to come when the next entry has been taken."""
        if self.asked:
            return Cut(self.question, self.asked[1:], self.grounds)
        return Cut(self.question, (), self.grounds[1:])


def departures_of(complete: Complete, charter: Charter) -> Iterator[Departure]:
    """Who was gone on without in a step that is *complete*, and what that has voided."""
    if complete.ballot is None:
        return
    standing = complete.standing
    question = complete.ballot.question
    for gone in gone_in(complete):
        yield Departure(
            seat=gone.seat,
            name=charter.players[gone.seat].name,
            reason=gone.why.value,
            step=gone.step,
            voided=_voided(standing, question),
        )


def _voided(standing: Standing, question: Question) -> tuple[Seat, ...]:
    """Those who stay and whose draw was in the open step."""
    match standing.stage:
        case Dealing(phase=Phase.DEAL):
            drawers = standing.living
        case Playing(phase=Phase.DRAW) as stage:
            drawers = (stage.drawer,)
        case _:
            drawers = ()
    return tuple(seat for seat in drawers if seat not in question.seats)
