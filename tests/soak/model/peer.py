"""What one honest peer may do: the agreement itself, read from what the peer holds alone."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from tests.soak.model.design import Design
from tests.soak.model.said import (
    BAD,
    Answer,
    Book,
    Entry,
    History,
    Kind,
    Message,
    Question,
    Seats,
)

Awaited = Callable[[History], Seats]
"""Who speaks in the step that is open after a history."""


class Mode(Enum):
    """Whether a seat still speaks, and how."""

    HONEST = "honest"
    GONE = "gone"
    RESIGNED = "resigned"
    LIAR = "liar"


class Peer(NamedTuple):
    """One seat's peer.

    Attributes:
        own: all that it has said; on its disk, as its history is.
        known: what else it has heard that counts now; lost in a crash.
    """

    seat: int
    history: History
    own: frozenset[Message] = frozenset()
    known: frozenset[Message] = frozenset()
    mode: Mode = Mode.HONEST


@dataclass(frozen=True)
class Rules:
    """The agreement for one table."""

    book: Book
    design: Design
    awaited: Awaited

    def is_lawful(self, question: Question) -> bool:
        """Whether the seats that it names may be named, and enough remain."""
        named, after = question.named, question.after
        nameable = after.living if question.number >= 6 else self.awaited(after)
        if not named <= after.living or not named <= nameable | question.excused:
            return False
        if question.asker in named or question.asker not in after.living:
            return False
        return self._remains(after.living - question.excused, question.jury)

    def may_agree(self, peer: Peer, question: Question) -> bool:
        """Whether *peer* may agree to a lawful *question*."""
        if peer.mode is not Mode.HONEST or peer.seat not in question.jury:
            return False
        if self._has_answered(peer, question):
            return False
        numbers = [one.number for one in _answered(peer, question.after)]
        if self.design.rising and numbers and question.number <= max(numbers):
            return False
        if peer.history is not question.after and not self._may_go_back(peer, question):
            return False
        return self._keeps_earlier(peer, question)

    def may_decline(self, peer: Peer, question: Question) -> bool:
        """Whether *peer* may decline *question*."""
        counts = question.jury if self.design.jury_only else question.after.living
        return (
            peer.mode is Mode.HONEST
            and peer.seat in counts
            and peer.history.holds(question.after)
            and not self._has_answered(peer, question)
        )

    def may_resign(self, peer: Peer) -> bool:
        """Whether *peer* may say that it speaks no more."""
        bound = self.design.resigns_unbound and any(_agreed(peer, peer.history))
        return peer.mode is Mode.HONEST and not bound

    def matters(self, peer: Peer, message: Message) -> bool:
        """Whether *message*, which is another's, changes anything for *peer* now."""
        if message in peer.known or message.seat == peer.seat:
            return False
        match message:
            case Entry():
                return message.seat in self.awaited(peer.history) and self._is_first(peer, message)
            case Answer(question=question):
                counts = question.jury if self.design.jury_only else question.after.living
                return (
                    message.seat in counts
                    and _is_current(peer.history, message)
                    and self._is_first(peer, message)
                )
            case _:
                return False

    def live(self, peer: Peer, after: History) -> list[Question]:
        """The questions on the step after *after* that bind *peer*, the latest last."""
        agreed = (one for one in _agreed(peer, after) if not self._is_dead(peer, one))
        return sorted(agreed, key=lambda one: one.number)

    def concluded(self, peer: Peer) -> Peer:
        """*peer* when it has folded all that it may."""
        while (history := self._next(peer)) is not None:
            kept = frozenset(one for one in peer.known if _is_current(history, one))
            peer = peer._replace(history=history, known=kept)
        return peer

    def _next(self, peer: Peer) -> History | None:
        for before in _reopened(peer):
            if (back := self._gone_back(peer, before)) is not None:
                return back
            if any(one.parted for one in self.live(peer, before)):
                return None
        live = self.live(peer, peer.history)
        ready = [
            one for one in self._may_complete(peer, peer.history) if self._all_agree(peer, one)
        ]
        if ready:
            return self.book.then(peer.history, ready[-1])
        if live and self.design.freezes:
            return None
        return self._full(peer)

    def _full(self, peer: Peer) -> History | None:
        said = {
            one.seat: one
            for one in peer.known | peer.own
            if isinstance(one, Entry) and one.after is peer.history and one.story != BAD
        }
        awaited = self.awaited(peer.history)
        if not awaited or not awaited <= said.keys():
            return None
        return self.book.then(peer.history, tuple(said[seat] for seat in sorted(awaited)))

    def _gone_back(self, peer: Peer, before: History) -> History | None:
        """Where a question on a completed step takes *peer*, if one does."""
        fold = peer.history.line[before.step + 1].fold
        latest = self._may_complete(peer, before)[-1:]
        for question in latest:
            binds = question.parted or peer.seat in question.named
            is_later = not isinstance(fold, Question) or fold.number < question.number
            if binds and is_later and self._all_agree(peer, question):
                return self.book.then(before, question)
        return None

    def _may_complete(self, peer: Peer, after: History) -> list[Question]:
        questions = set(self.live(peer, after))
        if self.design.skipped_follow:
            questions |= {
                one.question
                for one in peer.known
                if isinstance(one, Answer)
                and one.after is after
                and one.question.kind is Kind.SKIP
                and peer.seat in one.question.named
                and self._all_agree(peer, one.question)
            }
        rising = sorted(questions, key=lambda one: one.number)
        return rising[-1:] if self.design.latest_only else rising

    def _all_agree(self, peer: Peer, question: Question) -> bool:
        return question.jury <= {
            one.seat
            for one in peer.known | peer.own
            if isinstance(one, Answer) and one.question is question and one.agrees
        }

    def _is_dead(self, peer: Peer, question: Question) -> bool:
        for one in peer.known:
            if not isinstance(one, Answer) or one.agrees:
                continue
            if not self.design.answers_each_question and one.after is question.after:
                return True
            counts = one.seat in question.jury or not self.design.jury_only
            if one.question is question and counts:
                return True
        return False

    def _has_answered(self, peer: Peer, question: Question) -> bool:
        answered = _answered(peer, question.after)
        if not self.design.answers_each_question:
            return any(answered)
        return any(one is question for one in answered)

    def _may_go_back(self, peer: Peer, question: Question) -> bool:
        if not question.parted or not peer.history.holds(question.after):
            return False
        after = peer.history.line[question.after.step + 1]
        if self.design.heals_once and not question.excused <= after.living:
            return False
        return any(
            one.after is not after and not self._has_spoken(peer, one.seat, after)
            for one in question.parted
            if one.seat in peer.history.living or not self.design.heals_living
        )

    def _has_spoken(self, peer: Peer, seat: int, since: History) -> bool:
        later = peer.history.line[since.step + 1 :]
        heard = any(one.seat == seat and one.after is peer.history for one in peer.known | peer.own)
        return heard or any(seat in one.spoken for one in later)

    def _keeps_earlier(self, peer: Peer, question: Question) -> bool:
        """Whether those whom an earlier live question leaves could not go on without *question*."""
        if not self.design.lasting_majority:
            return True
        for earlier in self.live(peer, question.after):
            gone = earlier.named if earlier.kind is Kind.OUT else frozenset()
            counted = question.after.living - gone - question.excused
            if self.design.two_need_ground and len(counted) == 2:
                continue  # neither of them could put out the other
            if not self._remains(counted, question.jury & counted):
                return False
        return True

    def _remains(self, counted: Seats, jury: Seats) -> bool:
        if self.design.two_need_ground and len(counted) == 2:
            return counted <= jury
        if not self.design.majority:
            return bool(jury)
        rest = len(jury & counted)
        return 2 * rest > len(counted) or (2 * rest == len(counted) and min(counted) in jury)

    def _is_first(self, peer: Peer, message: Message) -> bool:
        """Whether *message* follows *peer*'s history and its author has said nothing else there."""
        for one in peer.known:
            if type(one) is not type(message) or one.seat != message.seat:
                continue
            if isinstance(one, Entry) and one.after is message.after:
                return False
            if (
                isinstance(one, Answer)
                and isinstance(message, Answer)
                and one.question is message.question
            ):
                return False
        if isinstance(message, Entry):
            return message.after is peer.history and message.story != BAD
        return True


def _answered(peer: Peer, after: History) -> Iterator[Question]:
    for one in peer.own:
        if isinstance(one, Answer) and one.after is after:
            yield one.question


def _agreed(peer: Peer, after: History) -> Iterator[Question]:
    for one in peer.own:
        if isinstance(one, Answer) and one.agrees and one.after is after:
            yield one.question


def _reopened(peer: Peer) -> list[History]:
    """The histories that *peer* has gone on from and may have to go back to, the shortest first."""
    places = {
        one.after
        for one in peer.own | peer.known
        if isinstance(one, Answer) and one.question.is_reopening and one.after is not peer.history
    }
    return [before for before in peer.history.line[:-1] if before in places]


def _is_current(history: History, message: Message) -> bool:
    """Whether *message* is about the open step, or about going back to another."""
    if message.after is history:
        return True
    return (
        isinstance(message, Answer)
        and message.question.is_reopening
        and history.holds(message.after)
    )
