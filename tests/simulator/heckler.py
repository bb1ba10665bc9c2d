"""A player who answers at random: questions and answers that no program would think of."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Final

from p2pqwirkle.record.entry import Entry, SignedEntry, sign_entry
from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.table.agreement import (
    MAX_QUESTION,
    ROUND,
    ROUNDS_OF_AN_ANSWER,
    Answer,
    Purpose,
    Question,
    name_of,
    write_answer,
)
from p2pqwirkle.table.course import said_in
from p2pqwirkle.table.entries import Kind, write_nothing
from p2pqwirkle.table.standing import Standing
from tests.simulator.machine import Machine

if TYPE_CHECKING:
    from tests.simulator.world import World

LATEST_STEPS: Final = 6
"""How many steps back a heckler still has something to say about."""
PAUSE: Final = 1.0
"""Between two remarks, in seconds, on average."""


class Heckler:
    """Says what comes to its mind beside what its machine says, to whoever it likes.

    Args:
        until: from this second on it is quiet.
    """

    def __init__(self, world: World, machine: Machine, until: float) -> None:
        self._world = world
        self._machine = machine
        self._until = until
        self._random = Random(f"heckler {world.plan.seed}")
        self._said: list[SignedEntry] = []
        self._is_sly = self._random.randrange(4) > 0

    def begin(self) -> None:
        """Say something soon, and again and again."""
        self._world.timeline.after(self._random.expovariate(1 / PAUSE), self._speak)

    def _speak(self) -> None:
        if self._world.timeline.now > self._until:
            return
        self.begin()
        if self._machine.table is None:
            return
        referee = self._machine.running._referee
        standing = self._random.choice(referee.course.standings[-LATEST_STEPS:])
        if not standing.has_keys:
            return  # it would be out before it has begun
        if self._is_sly:
            signed = self._answer(standing)
            if not isinstance(
                referee._judge_answer(standing, self._machine.seat, signed), Standing
            ):
                return
            referee.admit(signed.wire)
        else:
            deeds = (self._answer, self._answer, self._resignation, self._again)
            signed = self._random.choice(deeds)(standing)
        self._said.append(signed)
        self._machine.told.append(signed)
        peers = self._world.network.neighbours(self._machine.seat)
        ears = [peer for peer in peers if self._random.randrange(3)]
        told = self._world.told(signed.wire)
        self._world.note(self._machine, f"heckles {told} to {ears}")
        for peer in ears:
            self._world.network.send(self._machine.seat, peer, signed.wire)

    def _answer(self, standing: Standing) -> SignedEntry:
        asked = [ballot.question for ballot in standing.ballots]
        if asked and self._random.randrange(2):
            question = self._random.choice(asked)
        else:
            question = self._question(standing)
        agrees = self._random.randrange(3) > 0
        return self._sign(standing, Kind.ANSWER, write_answer(Answer(question, agrees)))

    def _question(self, standing: Standing) -> Question:
        random, own = self._random, self._machine.seat
        highest = max((ballot.question.number for ballot in standing.ballots), default=0)
        furthest = ROUND * random.choice((1, 2, 5)) * ROUNDS_OF_AN_ANSWER
        number = random.choice(
            (own, ROUND + own, highest + ROUND, highest + 1, furthest, furthest - 1, MAX_QUESTION)
        )
        players = self._world.plan.players
        seats = random.sample(range(players), random.randint(1, max(1, players - 1)))
        if random.randrange(10):
            seats.sort()
        purpose = Purpose.PASS_OVER if random.randrange(4) == 0 else Purpose.GO_ON_WITHOUT
        return Question(number, tuple(map(Seat, seats)), purpose, self._grounds())

    def _grounds(self) -> tuple[bytes, ...]:
        referee, random = self._machine.running._referee, self._random
        latest = referee.course.standings[-LATEST_STEPS:]
        entries = [one for standing in latest for one in said_in(standing)]
        known = [name_of(one) for one in (*entries, *referee.exhibits.strays, *self._said)]
        known += referee.exhibits.names_of(self._world.charter.seats)
        known.append(random.randbytes(32))
        return tuple(random.sample(known, min(len(known), random.choice((0, 0, 1, 2, 4)))))

    def _resignation(self, standing: Standing) -> SignedEntry:
        if self._random.randrange(5):
            return self._answer(standing)
        return self._sign(standing, Kind.RESIGN, write_nothing())

    def _again(self, standing: Standing) -> SignedEntry:
        """Something that it has said before, or that bent."""
        own = self._machine.seat
        spoken = [one for one in (standing.heard_from(own), *self._said) if one is not None]
        if not spoken:
            return self._answer(standing)
        signed = self._random.choice(spoken)
        if self._random.randrange(3) or not signed.entry.body:
            return signed
        body = bytearray(signed.entry.body)
        body[self._random.randrange(len(body))] ^= 1 << self._random.randrange(8)
        return sign_entry(replace(signed.entry, body=bytes(body)), self._machine.identity)

    def _sign(self, standing: Standing, kind: int, body: bytes) -> SignedEntry:
        moment = standing.moment
        entry = Entry(
            game=moment.charter.game,
            author=self._machine.identity.player,
            step=moment.step,
            after=moment.digest,
            kind=kind,
            body=body,
        )
        return sign_entry(entry, self._machine.identity)
