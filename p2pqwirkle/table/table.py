"""The table: one peer's replica, sans-IO.

Frames and choices go in, effects and frozen snapshots come out; it lives in one thread.
"""

from collections.abc import Sequence
from typing import Final

from p2pqwirkle.bag.group import Group
from p2pqwirkle.bag.transcript import Seed
from p2pqwirkle.errors import Breach, Collapse
from p2pqwirkle.record.entry import Entry, SignedEntry, sign_entry
from p2pqwirkle.record.identity import Identity, PlayerId
from p2pqwirkle.record.journal import Journal
from p2pqwirkle.record.record import RecordWriter
from p2pqwirkle.rules.moves import Choice, Seat
from p2pqwirkle.table.charter import Charter
from p2pqwirkle.table.effects import (
    Answer,
    Ask,
    Drop,
    Effect,
    Forward,
    Say,
    Show,
    Snapshot,
)
from p2pqwirkle.table.phases import Phase
from p2pqwirkle.table.referee import (
    Admitted,
    Ahead,
    Collapsed,
    Damage,
    Elsewhere,
    Fault,
    Known,
    Referee,
)
from p2pqwirkle.table.seat import OwnSeat, Speech, Tile
from p2pqwirkle.table.standing import Standing

ANSWER_STEPS: Final = 8
"""How many steps an answer covers; who has got through them asks for the next (L)."""


class Table:
    """One peer's replica of a game, and the seat it plays for.

    Nothing that comes from outside raises here; `OSError` from the record or the journal does,
    and then nothing was sent that is not on the disk.
    """

    def __init__(  # noqa: PLR0913 - the six things that a seat at a table consists of
        self,
        *,
        identity: Identity,
        charter: Charter,
        seed: Seed,
        group: Group,
        record: RecordWriter,
        journal: Journal,
    ) -> None:
        self._identity = identity
        self._record = record
        self._journal = journal
        self._referee = Referee(group, charter)
        number = Seat(charter.identities.index(identity.player))
        self._seat = OwnSeat.take(group, number, seed, charter.game)
        self._hand: tuple[Tile, ...] = ()
        self._stopped: Fault | Collapsed | None = None
        self._exhibits: tuple[SignedEntry, ...] = ()
        self._asked: dict[PlayerId, int] = {}
        secret = group.encode_scalar(self._seat.secret)
        journal.begin(charter.game, seed, secret)

    def start(self) -> list[Effect]:
        """Sign the charter."""
        return [self._show(), *self._speak()]

    def receive(self, peer: PlayerId, wire: bytes) -> list[Effect]:
        """Take what *peer* has sent, be it its own entry or another's."""
        if self._is_finished:
            return []
        effects = self._judge(peer, wire, [Forward(wire, peer)])
        while not self._is_finished and (kept := self._referee.due()) is not None:
            effects += self._judge(peer, kept.wire, [])
        return effects

    def asked(self, peer: PlayerId, step: int) -> list[Effect]:
        """Answer *peer*, which lacks our entries from *step* on, and what stopped the game."""
        steps = range(step, step + ANSWER_STEPS)
        said = [signed for place in steps for signed in self._referee.entries(place)]
        wires = tuple(signed.wire for signed in (*said, *self._exhibits))
        return [Answer(peer, wires)] if wires else []

    def connected(self, peer: PlayerId) -> list[Effect]:
        """A link to *peer* is up: ask for what was said meanwhile, and say what we have said."""
        self._asked.pop(peer, None)
        step = self._standing.moment.step
        return [*self.asked(peer, step), *self._ask(peer, step)]

    def intend(self, choice: Choice) -> list[Effect]:
        """Make our player's move.

        Raises:
            Breach: T2.2 if it is not our turn, or the clause that *choice* breaks; nothing was
                signed.
        """
        standing = self._standing
        if standing.phase is not Phase.TURN or self._seat.number not in standing.awaited:
            raise Breach("T2.2", "it is not this seat's turn")
        return [*self._say(self._seat.move(standing, choice)), *self._speak()]

    @property
    def _standing(self) -> Standing:
        return self._referee.standing

    @property
    def _is_finished(self) -> bool:
        return self._stopped is not None or self._standing.phase is Phase.OVER

    def _judge(self, peer: PlayerId, wire: bytes, relay: list[Effect]) -> list[Effect]:
        before = self._standing
        match self._referee.admit(wire):
            case Admitted(signed):
                return [*relay, *self._advance(before, signed), *self._speak()]
            case Known():
                return []
            case Ahead():
                return [*relay, *self._ask(peer, before.moment.step)]
            case Elsewhere(signed):
                return self._ask_below(peer, signed)
            case Damage(clause, detail):
                return [Drop(peer, f"{clause}: {detail}")]
            case Fault() as fault:
                return [*relay, *self._convict(fault)]
            case Collapsed() as collapsed:
                return [*relay, *self._give_up(collapsed)]

    def _advance(self, before: Standing, signed: SignedEntry) -> list[Effect]:
        """Put a completed step on the disk before anything is said that follows it."""
        if self._standing.moment == before.moment:
            return [self._show()]
        self._record.append(*self._referee.entries(before.moment.step))
        try:
            self._hand = self._seat.hand(self._standing)
        except Collapse as collapse:
            self._stopped = Collapsed(collapse.clause, signed, collapse.detail)
        return [self._show(), *self._ask_on()]

    def _speak(self) -> list[Effect]:
        """Say all that we owe; saying it may complete a step and make us owe the next."""
        effects: list[Effect] = []
        while not self._is_finished and (speech := self._seat.owes(self._standing)) is not None:
            effects += self._say(speech)
        return effects

    def _say(self, speech: Speech) -> list[Effect]:
        before = self._standing
        signed = self._sign(speech)
        self._journal.keep(signed)
        match self._referee.admit(signed.wire):
            case Admitted():
                return [Say(signed.wire), *self._advance(before, signed)]
            case Collapsed() as collapsed:
                return [Say(signed.wire), *self._give_up(collapsed)]
            case verdict:
                raise AssertionError(f"our own entry is refused: {verdict}")

    def _sign(self, speech: Speech) -> SignedEntry:
        kind, body = speech
        moment = self._standing.moment
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
        """Keep the proof as the record's last step, and say no more."""
        exhibits = [fault.entry]
        if fault.against is not None and fault.entry.entry.after == self._standing.moment.digest:
            # The record has complete steps only: the first story of an open one is not in it.
            exhibits = [fault.against, fault.entry]
        elif self._standing.moment.step == 0:
            # Without a charter that holds there is no game to judge the faulty one by.
            exhibits = [*self._referee.entries(0)[:1], fault.entry]
        return self._stop(fault, exhibits)

    def _give_up(self, collapsed: Collapsed) -> list[Effect]:
        """Keep the open step as it is, with the entry that completed it."""
        heard = self._referee.entries(self._standing.moment.step)
        exhibits = sorted((*heard, collapsed.entry), key=lambda one: one.entry.author)
        return self._stop(collapsed, exhibits)

    def _stop(self, ground: Fault | Collapsed, exhibits: Sequence[SignedEntry]) -> list[Effect]:
        self._record.append(*exhibits)
        self._stopped, self._exhibits = ground, tuple(exhibits)
        return [self._show()]

    def _ask(self, peer: PlayerId, step: int) -> list[Effect]:
        if self._asked.get(peer) == step:
            return []
        self._asked[peer] = step
        return [Ask(peer, step)]

    def _ask_on(self) -> list[Effect]:
        """Ask those for more whose answers we have got through."""
        step = self._standing.moment.step
        answered = [peer for peer, asked in self._asked.items() if asked + ANSWER_STEPS == step]
        return [effect for peer in answered for effect in self._ask(peer, step)]

    def _ask_below(self, peer: PlayerId, signed: SignedEntry) -> list[Effect]:
        """Ask for what *signed* follows, until the two histories meet."""
        step = self._standing.moment.step
        below = signed.entry.step - 1
        return self._ask(peer, step if below >= step else max(below, 0))

    def _show(self) -> Show:
        return Show(Snapshot(self._standing, self._seat.number, self._hand, self._stopped))
