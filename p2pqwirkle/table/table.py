"""The table: one peer's replica, sans-IO.

Frames and choices go in, effects and frozen snapshots come out; it lives in one thread.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from p2pqwirkle.bag.group import Group
from p2pqwirkle.bag.transcript import Seed
from p2pqwirkle.errors import Breach, Collapse
from p2pqwirkle.record.entry import Entry, SignedEntry, sign_entry
from p2pqwirkle.record.identity import Identity, PlayerId
from p2pqwirkle.record.journal import Journal, Notes
from p2pqwirkle.record.record import RecordWriter
from p2pqwirkle.rules.moves import Choice, Seat
from p2pqwirkle.table.agreement import (
    Answer,
    Purpose,
    Question,
    check_question,
    may_say_more,
    next_number,
    read_answer,
    write_answer,
)
from p2pqwirkle.table.charter import Charter
from p2pqwirkle.table.council import (
    has_agreed,
    is_open,
    late_answer,
    owed_answer,
    unanswered,
)
from p2pqwirkle.table.course import Complete
from p2pqwirkle.table.effects import Answer as Reply
from p2pqwirkle.table.effects import (
    Ask,
    Drop,
    Effect,
    Forward,
    Say,
    Show,
    Snapshot,
)
from p2pqwirkle.table.entries import Kind, write_nothing
from p2pqwirkle.table.fetching import ANSWER_STEPS, Fetching
from p2pqwirkle.table.healing import going_back
from p2pqwirkle.table.leavers import gone_in
from p2pqwirkle.table.moment import Moment
from p2pqwirkle.table.phases import Phase
from p2pqwirkle.table.referee import Referee
from p2pqwirkle.table.seat import OwnSeat, Speech, Tile
from p2pqwirkle.table.standing import Standing
from p2pqwirkle.table.stopping import last_step, must_stop, proof_of
from p2pqwirkle.table.verdicts import (
    Admitted,
    Ahead,
    Collapsed,
    Damage,
    Elsewhere,
    Fault,
    Known,
    Late,
    Void,
)


@dataclass(frozen=True, slots=True)
class Past:
    """What our own disk has of a game that goes on.

    Attributes:
        recorded: the record's whole entries; a step of which only some are there is cut off.
        notes: the journal.
    """

    recorded: Sequence[bytes]
    notes: Notes


class Table:
    """One peer's replica of a game, and the seat it plays for.

    Nothing that comes from outside raises here; `OSError` from the record or the journal does,
    and then nothing was sent that is not on the disk.
    """

    def __init__(  # noqa: PLR0913 - the six things that a seat at a table consists of, and a past
        self,
        *,
        identity: Identity,
        charter: Charter,
        seed: Seed,
        group: Group,
        record: RecordWriter,
        journal: Journal,
        past: Past | None = None,
    ) -> None:
        """Take the seat of *identity*, or come back to it when there is a *past*.

        Raises:
            Breach: the clause that a past breaks: the record or the journal is damaged.
        """
        self._identity = identity
        self._record = record
        self._journal = journal
        self._referee = Referee(group, charter)
        number = Seat(charter.identities.index(identity.player))
        self._seat = OwnSeat.take(group, number, seed, charter.game)
        self._hand: tuple[Tile, ...] = ()
        self._stopped: Fault | Collapsed | None = None
        self._exhibits: tuple[SignedEntry, ...] = ()
        self._fetching = Fetching()
        self._is_catching_up = past is not None
        self._met_at: int | None = None
        self._is_leaving = False
        self._has_resigned = False
        if past is None:
            journal.begin(charter.game, seed, group.encode_scalar(self._seat.secret))
        else:
            self._come_back(past)

    def start(self) -> list[Effect]:
        """Sign the charter, or say again what we have said in the open step."""
        return [self._show(tuple(self._referee.course.standings[:-1])), *self._go_on()]

    def receive(self, peer: PlayerId, wire: bytes) -> list[Effect]:
        """Take what *peer* has sent, be it its own entry or another's."""
        if self._is_finished:
            return self._told_after_the_end(peer, wire)
        effects = self._judge(peer, wire, [Forward(wire, peer)])
        while not self._is_finished and (kept := self._referee.due()) is not None:
            effects += self._judge(peer, kept.wire, [])
        return effects + self._catch_up()

    def asked(self, peer: PlayerId, step: int) -> list[Effect]:
        """Answer *peer*, which lacks our entries from *step* on, and what stopped the game."""
        self._met_at = step if self._met_at is None else min(step, self._met_at)
        return self._reply(peer, step) + self._catch_up()

    def asked_by_watcher(self, peer: PlayerId, step: int) -> list[Effect]:
        """Answer *peer*, who has no seat, and from whom we learn nothing."""
        return self._reply(peer, step)

    def connected(self, peer: PlayerId) -> list[Effect]:
        """A link to *peer* is up: ask for what was said meanwhile, and say what we have said."""
        self._fetching.forget(peer)
        step = self._standing.moment.step
        undoing = self._referee.undoing(self._seat.number)
        return [*self._reply(peer, step), *self._fetching.ask(peer, min([step, *undoing]))]

    def intend(self, choice: Choice) -> list[Effect]:
        """Make our player's move.

        Raises:
            Breach: T2.2 if it is not our turn, or not yet since we have just come back, or the
                clause that *choice* breaks; nothing was signed.
        """
        standing = self._standing
        is_ours = standing.phase is Phase.TURN and self._seat.number in standing.awaited
        if not is_ours or self._is_catching_up or self._is_finished:
            raise Breach("T2.2", "it is not this seat's turn")
        speech = self._seat.move(standing, choice)
        return [*self._say(speech, standing.moment), *self._go_on()]

    def resign(self) -> list[Effect]:
        """Leave the game for good, as soon as that can be said.

        Whoever has agreed to a question waits until its step is complete: others count on it.

        Raises:
            Breach: T2.2 if the game is over.
        """
        if self._is_finished or not is_open(self._standing):
            raise Breach("T2.2", "there is no game to leave")
        self._is_leaving = True
        return self._go_on()

    def ask_out(self, seats: Sequence[Seat]) -> list[Effect]:
        """Ask the others to go on without *seats*, and without all who have resigned or cheated.

        Those would be asked as well if they were not named, and need not answer.

        Raises:
            Breach: T11 if that cannot be asked in the open step; nothing was signed.
        """
        return self._put(tuple(sorted({*seats, *self._referee.grounded})), Purpose.GO_ON_WITHOUT)

    def ask_to_pass_over(self) -> list[Effect]:
        """Ask the others to go on without the turn of the player to move.

        Raises:
            Breach: T11 or T12 if that cannot be asked in the open step, or its move is here;
                nothing was signed.
        """
        if not self._standing.awaited:
            raise Breach("T11.6", "the game does not wait for a move")
        return self._put(self._standing.speakers, Purpose.PASS_OVER)

    def answer(self, question: Question, *, agrees: bool) -> list[Effect]:
        """Answer a question of the open step, for ever.

        Raises:
            Breach: T11.6 if it is not asked of us, is answered, or can no longer be agreed to.
        """
        asked = {ballot.question for ballot in unanswered(self._standing, self._seat.number)}
        if self._is_finished or question not in asked:
            raise Breach("T11.6", "this question is not open to us")
        if agrees and not self._can_agree(question):
            raise Breach("T11.6", "too few would be left to go on")
        said = self._say_answer(Answer(question, agrees), self._standing.moment)
        return [*said, *self._go_on()]

    @property
    def _standing(self) -> Standing:
        return self._referee.standing

    @property
    def _is_finished(self) -> bool:
        is_out = self._has_resigned or self._seat.number not in self._standing.living
        return self._stopped is not None or self._standing.phase is Phase.OVER or is_out

    def _come_back(self, past: Past) -> None:
        for wire in past.recorded:
            verdict = self._referee.admit(wire)
            if isinstance(verdict, Damage):
                raise Breach(verdict.clause, verdict.detail)
            if isinstance(verdict, Collapsed):
                self._stopped = verdict
            while self._referee.settle() is not None:
                pass
        for spoken in past.notes.spoken:
            self._referee.admit(spoken.signed.wire)
            self._has_resigned |= spoken.signed.entry.kind == Kind.RESIGN
        if self._referee.exhibits.faults and must_stop(self._referee):
            self._stopped = self._referee.exhibits.faults[0]
        if self._stopped is None:
            self._cut_open_step(len(past.recorded))
        self._hand = self._seat.hand(self._standing)

    def _cut_open_step(self, recorded: int) -> None:
        """Take a step that was written in part out of the record; it is put there when whole."""
        kept = self._entries_before(self._standing.moment.step)
        if len(kept) < recorded:
            self._record.cut_after(kept)

    def _entries_before(self, step: int) -> list[SignedEntry]:
        return [entry for place in range(step) for entry in self._referee.course.entries(place)]

    def _catch_up(self) -> list[Effect]:
        """Choose again when we have come to where a neighbour was that has asked us.

        A link keeps order: what it had of our words in that step came before it asked.
        """
        is_behind = self._met_at is None or self._met_at > self._standing.moment.step
        if is_behind or not self._is_catching_up or self._is_finished:
            return []
        self._is_catching_up = False
        return [self._show(), *self._go_on()]

    def _told_after_the_end(self, peer: PlayerId, wire: bytes) -> list[Effect]:
        """Decline to cut a step, and give what completed it to a peer that still asks for that."""
        if self._stopped is not None or self._standing.phase is not Phase.OVER:
            return []
        verdict = self._referee.admit(wire)
        if not isinstance(verdict, Late):
            return []
        standing = self._referee.course.standing_at(verdict.step)
        return [*self._decline_rest(standing), *self._reply(peer, verdict.step)]

    def _judge(self, peer: PlayerId, wire: bytes, relay: list[Effect]) -> list[Effect]:
        match self._referee.admit(wire):
            case Admitted(signed):
                return [*relay, *self._ask_for_grounds(peer, signed), *self._heard()]
            case Known():
                return []
            case Void():
                return relay
            case Late(_, step, question):
                return [*relay, *self._answer_late(peer, step, question)]
            case Ahead():
                asks = self._fetching.ask(peer, self._standing.moment.step)
                return [*relay, *asks, *self._go_on()]
            case Elsewhere(signed):
                step = self._standing.moment.step
                return [*self._fetching.ask_below(peer, signed, step), *self._go_on()]
            case Damage(clause, detail):
                return [Drop(peer, f"{clause}: {detail}")]
            case Fault() as fault:
                return [*relay, *self._convict(fault)]
            case Collapsed() as collapsed:
                return [*relay, *self._give_up(collapsed)]

    def _ask_for_grounds(self, peer: PlayerId, signed: SignedEntry) -> list[Effect]:
        """Ask *peer*, who agrees to a question, for the grounds of it that are not here."""
        entry = signed.entry
        if entry.kind != Kind.ANSWER or entry.author != peer:
            return []
        answer = read_answer(entry.body)
        here = self._referee.exhibits.named_by(answer.question)
        if not answer.agrees or len(here) == len(answer.question.grounds):
            return []
        return [Ask(peer, self._standing.moment.step)]

    def _heard(self) -> list[Effect]:
        step = self._standing.moment.step
        effects = self._go_on()
        return effects if self._standing.moment.step != step else [self._show(), *effects]

    def _go_on(self) -> list[Effect]:
        """Complete what can be, and say all that we owe, for as long as there is any of it."""
        effects: list[Effect] = []
        while not self._is_finished:
            further = self._settle() or self._speak()
            if not further:
                break
            effects += further
        return effects

    def _settle(self) -> list[Effect]:
        """Put a completed step on the disk before anything is said that follows it."""
        entries = self._referee.course.entries(self._standing.moment.step)
        try:
            complete = self._referee.settle(self._seat.number)
        except Collapse as collapse:
            shown = Collapsed(collapse.clause, entries[-1], collapse.detail)
            return self._stop(shown, entries)
        if complete is None:
            return []
        return [*self._completed(complete), *self._decline_rest(complete.standing)]

    def _decline_rest(self, standing: Standing) -> list[Effect]:
        """Decline what was asked about a step and not answered before it was complete."""
        effects: list[Effect] = []
        for ballot in unanswered(standing, self._seat.number):
            effects += self._say_answer(Answer(ballot.question, agrees=False), standing.moment)
        return effects

    def _completed(self, complete: Complete) -> list[Effect]:
        self._record.append(*complete.entries)
        try:
            self._hand = self._seat.hand(self._standing)
        except Collapse as collapse:
            self._stopped = Collapsed(collapse.clause, complete.entries[-1], collapse.detail)
        return [self._show(), *self._fetching.ask_on(self._standing.moment.step)]

    def _speak(self) -> list[Effect]:
        """Say the next thing that we owe: to a question first, then to the open step."""
        if self._is_leaving and not has_agreed(self._standing, self._seat.number):
            self._has_resigned = True
            said = (Kind.RESIGN, write_nothing())
            return self._say(said, self._standing.moment, about=b"resign")
        back = going_back(self._referee, self._seat.number)
        if back is not None:
            step, question = back
            moment = self._referee.course.standing_at(step).moment
            return [*self._say_answer(Answer(question, agrees=True), moment), *self._follow()]
        answer = owed_answer(self._referee, self._seat.number)
        if answer is not None:
            return self._say_answer(answer, self._standing.moment)
        speech = self._seat.owes(self._standing)
        return [] if speech is None else self._say(speech, self._standing.moment)

    def _answer_late(self, peer: PlayerId, step: int, question: Question) -> list[Effect]:
        """Decline what is complete here, and show what completed it; or see that we are late."""
        answer = late_answer(self._referee, self._seat.number, step, question)
        effects: list[Effect] = []
        if answer is not None:
            moment = self._referee.course.standing_at(step).moment
            effects = [*self._say_answer(answer, moment), *self._reply(peer, step)]
        return [*effects, *self._follow()]

    def _follow(self) -> list[Effect]:
        """Go back, if all who were asked have agreed to complete an earlier step otherwise."""
        overtaken = self._referee.overtaken(self._seat.number)
        return [] if overtaken is None else self._rewind(overtaken)

    def _rewind(self, step: int) -> list[Effect]:
        """Open *step* again: all who were asked have agreed to complete it otherwise."""
        self._record.cut_after(self._entries_before(step))
        self._referee.rewind(step)
        self._hand = self._seat.hand(self._standing)
        return [self._show(), *self._go_on()]

    def _put(self, seats: tuple[Seat, ...], purpose: Purpose) -> list[Effect]:
        standing, own = self._standing, self._seat.number
        if self._is_finished or not is_open(standing):
            raise Breach("T11.6", "nobody can be left behind in this step")
        if not may_say_more(standing.ballots, own):
            raise Breach("T11.5", "too many answers in one step")
        number = next_number(standing.ballots, own)
        question = Question(number, seats, purpose, self._referee.exhibits.names_of(seats))
        check_question(question, standing.living)
        standing.check_purpose(question)
        if not self._can_agree(question):
            raise Breach("T11.6", "the game does not wait for them, or too few would be left")
        said = self._say_answer(Answer(question, agrees=True), standing.moment)
        return [*said, *self._go_on()]

    def _can_agree(self, question: Question) -> bool:
        own = self._seat.number
        return self._referee.counts(question) and self._referee.can_agree(own, question)

    def _say_answer(self, answer: Answer, moment: Moment) -> list[Effect]:
        body = write_answer(answer)
        about = write_answer(Answer(answer.question, agrees=True))
        return self._say((Kind.ANSWER, body), moment, about)

    def _say(self, speech: Speech, moment: Moment, about: bytes = b"") -> list[Effect]:
        signed = self._sign(speech, moment)
        self._journal.keep(signed, about)
        match self._referee.admit(signed.wire):
            case Admitted() | Known() | Late():
                return [Say(signed.wire), self._show()]
            case Collapsed() as collapsed:
                return [Say(signed.wire), *self._give_up(collapsed)]
            case verdict:
                raise AssertionError(f"our own entry is refused: {verdict}")

    def _sign(self, speech: Speech, moment: Moment) -> SignedEntry:
        kind, body = speech
        entry = Entry(
            game=moment.charter.game,
            author=self._identity.player,
            step=moment.step,
            after=moment.digest,
            kind=kind,
            body=body,
        )
        return sign_entry(entry, self._identity)

    def _convict(self, fault: Fault) -> list[Effect]:
        """Go on without the author; or keep the proof as the last step, and say no more."""
        if not must_stop(self._referee):
            return self._heard()
        return self._stop(fault, proof_of(fault, self._referee))

    def _give_up(self, collapsed: Collapsed) -> list[Effect]:
        """Keep the open step as it is, with the entry that shows it."""
        return self._stop(collapsed, last_step(collapsed, self._standing))

    def _stop(self, ground: Fault | Collapsed, exhibits: Sequence[SignedEntry]) -> list[Effect]:
        self._record.append(*exhibits)
        self._stopped, self._exhibits = ground, tuple(exhibits)
        return [self._show()]

    def _reply(self, peer: PlayerId, step: int) -> list[Effect]:
        steps = range(step, step + ANSWER_STEPS)
        said = [signed for place in steps for signed in self._referee.course.said(place)]
        shown = self._exhibits if self._stopped is not None else self._referee.exhibits.of_living
        wires = tuple(signed.wire for signed in (*said, *shown))
        return [Reply(peer, wires)] if wires else []

    def _show(self, past: tuple[Standing, ...] = ()) -> Show:
        return Show(
            Snapshot(
                standing=self._standing,
                seat=self._seat.number,
                hand=self._hand,
                stopped=self._stopped,
                grounded=self._referee.grounded,
                faults=tuple(self._referee.exhibits.faults),
                gone=tuple(one for step in self._referee.course.cut for one in gone_in(step)),
                is_catching_up=self._is_catching_up,
                has_resigned=self._has_resigned,
                past=past,
            )
        )
