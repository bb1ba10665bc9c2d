"""The lines that tell who is gone on without: questions, answers, faults, and what came of them."""

from collections.abc import Callable, Sequence

from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.table.agreement import Ballot, Purpose, Question
from p2pqwirkle.table.effects import Snapshot
from p2pqwirkle.table.leavers import Gone, Why


class DepartureLines:
    """Tells each of these things once.

    Args:
        names: by seat.
        say: prints one line.
    """

    def __init__(self, names: Sequence[str], say: Callable[[str], None]) -> None:
        self._names = names
        self._say = say
        self._step = -1
        self._told: set[tuple[Question, Seat | None]] = set()
        self._faulty: set[Seat] = set()
        self._resigned: set[Seat] = set()
        self._gone: tuple[Gone, ...] = ()

    def tell(self, snapshot: Snapshot) -> None:
        """Tell what is new in *snapshot*."""
        standing = snapshot.standing
        self._tell_grounds(snapshot)
        if snapshot.gone[: len(self._gone)] == self._gone:
            for gone in snapshot.gone[len(self._gone) :]:
                self._tell_gone(gone, snapshot)
        self._gone = snapshot.gone
        if standing.moment.step != self._step:
            self._step = standing.moment.step
            self._told.clear()
        for ballot in standing.ballots:
            self._tell_ballot(ballot)

    def _tell_grounds(self, snapshot: Snapshot) -> None:
        if snapshot.stopped is None:
            for fault in snapshot.faults:
                if fault.seat not in self._faulty:
                    self._faulty.add(fault.seat)
                    self._say(f"fault {self._names[fault.seat]}: {fault.clause}, going on")
        resigned = {gone.seat for gone in snapshot.gone if gone.why is Why.RESIGNED}
        resigned |= set(snapshot.grounded) - {fault.seat for fault in snapshot.faults}
        for seat in sorted(resigned - self._resigned):
            self._resigned.add(seat)
            self._say(f"resigned {self._names[seat]}")

    def _tell_gone(self, gone: Gone, snapshot: Snapshot) -> None:
        if gone.why is Why.TIME:
            return  # the line of the turn tells
        clauses = [fault.clause for fault in snapshot.faults if fault.seat == gone.seat]
        reason = f"fault {clauses[0]}" if gone.why is Why.FAULT and clauses else gone.why.value
        self._say(f"out {self._names[gone.seat]}: {reason}")

    def _tell_ballot(self, ballot: Ballot) -> None:
        question = ballot.question
        if (question, None) not in self._told:
            self._told.add((question, None))
            names = ", ".join(self._name(seat) for seat in question.seats)
            is_out = question.purpose is Purpose.GO_ON_WITHOUT
            asks = "go on without" if is_out else "pass over"
            self._say(f"question {self._name(question.asker)}: {asks} {names}?")
        for given in ballot.answers:
            if given.seat != question.asker and (question, given.seat) not in self._told:
                self._told.add((question, given.seat))
                says = "agrees" if given.agrees else "declines"
                self._say(f"answer {self._name(given.seat)}: {says}")

    def _name(self, seat: Seat) -> str:
        # A question that is only declined can name seats that there are not.
        return self._names[seat] if seat < len(self._names) else f"seat {seat}"
