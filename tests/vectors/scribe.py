"""All seats of one game in one hand: writes the records that the vectors hold.

Real seats speak and the real referee judges, with no network between them; at most one lies.
All secrets follow from public labels; they are for vectors only.
"""

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from p2pqwirkle.bag.group import Edwards25519
from p2pqwirkle.bag.transcript import Seed
from p2pqwirkle.errors import Collapse
from p2pqwirkle.record.entry import Entry, SignedEntry, labelled_hash, sign_entry
from p2pqwirkle.record.identity import Identity
from p2pqwirkle.rules.best import best_play
from p2pqwirkle.rules.moves import Choice, Pass, PutAside, Seat
from p2pqwirkle.table.agreement import Answer, Purpose, Question, next_number, write_answer
from p2pqwirkle.table.charter import Charter, Options, Player, draw_up
from p2pqwirkle.table.council import is_open
from p2pqwirkle.table.entries import Kind, write_nothing
from p2pqwirkle.table.playing import Playing
from p2pqwirkle.table.referee import Referee
from p2pqwirkle.table.seat import OwnSeat, Speech, Tile
from p2pqwirkle.table.standing import Standing
from p2pqwirkle.table.verdicts import Admitted, Collapsed, Fault
from tests.forge import record_of
from tests.lies import Liar

GROUP: Final = Edwards25519()

Bot: TypeAlias = Callable[[Playing, Sequence[Tile]], Choice]
Lie: TypeAlias = Callable[[Liar, Entry], Entry]
"""What a liar signs in place of the entry that it should say."""
Until: TypeAlias = Callable[[Standing], bool]


def secret(*words: str) -> bytes:
    """32 bytes that everybody knows."""
    return labelled_hash(b"p2pqwirkle/1 vectors", *(word.encode() for word in words))


def identity_of(name: str) -> Identity:
    return Identity(secret(name))


def charter_of(ages: Mapping[str, int | None], game: str, options: Options) -> Charter:
    """The charter of these players, by name with their ages, for the game of that label."""
    return draw_up(
        tuple(
            Player(identity_of(name).player, name, age, secret(name, game, "nonce"))
            for name, age in ages.items()
        ),
        options,
    )


def greedy(stage: Playing, hand: Sequence[Tile]) -> Choice:
    """The best score; with nothing to place, all that may be swapped; else a pass."""
    position = stage.position
    faces = tuple(tile.face for tile in hand)
    play = best_play(position.board, faces, position.opening)
    if play is not None:
        return play
    return PutAside(faces[: position.bag_size]) if position.bag_size else Pass()


def honest(_liar: Liar, entry: Entry) -> Entry:
    return entry


def never(_standing: Standing) -> bool:
    return False


@dataclass(slots=True)
class Scribe:
    """One game, its seats, and the record of it, as an honest peer would keep it.

    Attributes:
        ages: by name, of all players.
        game: the label of this game's nonces and seeds.
        bot: what decides every turn.
        liar: who lies, if anybody.
        lie: how.
        seeds: labels of seeds that are not the owner's name, by name.
        wires: the record's entries.
        stopped: what stopped the game.
    """

    ages: Mapping[str, int | None]
    game: str = "a holiday"
    options: Options = field(default_factory=Options)
    bot: Bot = greedy
    liar: str = ""
    lie: Lie = honest
    seeds: Mapping[str, str] = field(default_factory=dict)
    wires: list[bytes] = field(default_factory=list, init=False)
    stopped: Fault | Collapsed | None = field(default=None, init=False)
    charter: Charter = field(init=False)
    seats: list[OwnSeat] = field(init=False)
    _referee: Referee = field(init=False)

    def __post_init__(self) -> None:
        self.charter = charter_of(self.ages, self.game, self.options)
        self._referee = Referee(GROUP, self.charter)
        self.seats = [self._seat(number) for number in self.charter.seats]

    @property
    def standing(self) -> Standing:
        return self._referee.standing

    @property
    def record(self) -> bytes:
        return record_of(self.wires)

    def name_of(self, seat: int) -> str:
        return self.charter.players[seat].name

    def seat_of(self, name: str) -> int:
        return [player.name for player in self.charter.players].index(name)

    def play(self, until: Until = never) -> "Scribe":
        """Let one seat after the other say what it owes, till the end or *until* holds."""
        while self.stopped is None and self.standing.awaited and not until(self.standing):
            self.speak(self.standing.awaited[0])
        return self

    def speak(self, seat: int) -> None:
        """Let *seat* say what it owes, or a lie in place of it."""
        own = self.seats[seat]
        speech = own.owes(self.standing) or self._move(own)
        signed = self.sign(seat, speech)
        if self.name_of(seat) == self.liar:
            told = self.lie(Liar(own, self.standing), signed.entry)
            signed = sign_entry(told, identity_of(self.liar))
        self.say(signed)

    def fork(self) -> "Scribe":
        """A copy that goes its own way from here."""
        return deepcopy(self, {id(GROUP): GROUP, id(self.charter): self.charter})

    def resign(self, seat: int) -> None:
        """Let *seat* leave the game for good; it stays in the step until the others cut it."""
        self.say(self.sign(seat, (Kind.RESIGN, write_nothing())))

    def question(self, *seats: int, purpose: Purpose = Purpose.GO_ON_WITHOUT) -> Question:
        """What the lowest of the others asks, with all grounds that are there."""
        named = tuple(map(Seat, sorted(seats)))
        standing = self.standing
        asker = next(seat for seat in standing.living if seat not in named)
        number = next_number(standing.ballots, asker)
        return Question(number, named, purpose, self._referee.exhibits.names_of(named))

    def agreements(self, question: Question) -> list[SignedEntry]:
        """What all that are asked sign when they agree, by seat."""
        body = write_answer(Answer(question, agrees=True))
        asked = [seat for seat in self.standing.living if seat not in question.seats]
        return [self.sign(seat, (Kind.ANSWER, body)) for seat in asked]

    def cut(self, *seats: int, purpose: Purpose = Purpose.GO_ON_WITHOUT) -> "Scribe":
        """Let all others go on without *seats*, or without the turn of one."""
        for signed in self.agreements(self.question(*seats, purpose=purpose)):
            self.say(signed)
        return self

    def sign(self, seat: int, speech: Speech) -> SignedEntry:
        """An entry of the open step."""
        kind, body = speech
        moment = self.standing.moment
        identity = identity_of(self.name_of(seat))
        game, author = self.charter.game, identity.player
        return sign_entry(Entry(game, author, moment.step, moment.digest, kind, body), identity)

    def say(self, signed: SignedEntry) -> None:
        """Give an entry to the referee, and write down what comes of it (T10)."""
        before = self.standing.moment
        heard = self._referee.course.entries(before.step)
        match self._referee.admit(signed.wire):
            case Admitted():
                self._settle()
            case Fault() if self._goes_on:
                pass
            case Fault(against=against) as fault:
                course = self._referee.course
                other_story = () if against is None or course.stands(against) else (against,)
                charter = heard[:1] if before.step == 0 else ()
                self._stop(fault, *(other_story or charter), signed)
            case Collapsed() as collapsed:
                said = sorted((*heard, signed), key=lambda one: one.entry.author)
                self._stop(collapsed, *said)
            case verdict:
                raise AssertionError(f"nothing for a record: {verdict}")

    def hear(self, signed: SignedEntry) -> None:
        """Give an entry to the referee that stands nowhere in the record, unless as a ground."""
        self._referee.admit(signed.wire)

    @property
    def _goes_on(self) -> bool:
        """Whether a fault that was found leaves enough to go on with (T13)."""
        left = set(self.standing.living) - set(self._referee.grounded)
        return is_open(self.standing) and len(left) > 1

    def _settle(self) -> None:
        heard = self._referee.course.entries(self.standing.moment.step)
        try:
            complete = self._referee.settle()
        except Collapse as collapse:
            self._stop(Collapsed(collapse.clause, heard[-1], collapse.detail), *heard)
            return
        if complete is not None:
            self._write(*complete.entries)

    def _move(self, own: OwnSeat) -> Speech:
        stage = self.standing.stage
        assert isinstance(stage, Playing)  # who owes nothing is to move
        return own.move(self.standing, self.bot(stage, own.hand(self.standing)))

    def _seat(self, number: int) -> OwnSeat:
        name = self.name_of(number)
        seed = Seed(secret(self.seeds.get(name, name), self.game, "seed"))
        return OwnSeat.take(GROUP, self.charter.seats[number], seed, self.charter.game)

    def _stop(self, ground: Fault | Collapsed, *exhibits: SignedEntry) -> None:
        self._write(*exhibits)
        self.stopped = ground

    def _write(self, *entries: SignedEntry) -> None:
        self.wires += [signed.wire for signed in entries]
