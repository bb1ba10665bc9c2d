"""The table, written a second time from protocol/table.md and departure.md alone.

Who says what, and what it comes to.

Names are those of the specification.  An entry at fault raises `Fault`, a broken game `Collapse`,
damage `Refused`.  The standing is changed in place: nobody goes on after a refusal.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache, reduce
from typing import Final, NamedTuple

from tests.naive import bag, bag_rebuild, bodies
from tests.naive.answers import ANSWER, RESIGN, Fault, Step, compare
from tests.naive.bodies import Charter, Question, Slot
from tests.naive.curve import IDENTITY, Point, encode, subtract
from tests.naive.game import Game as Position
from tests.naive.record import Entry, digest_after, digest_before
from tests.naive.refused import Refused, require

Drawn = tuple[Slot, bag.Tile]

KINDS: Final[dict[str, range]] = {
    "charter": range(1),
    "commit": range(1, 2),
    "reveal": range(2, 3),
    "shuffle": range(3, 4),
    "ready": range(4, 5),
    "deal": range(5, 6),
    "pledge": range(6, 7),
    "claim": range(7, 8),
    "turn": range(8, 11),
    "draw": range(11, 12),
    "seal": range(12, 13),
    "keys": range(13, 14),
    "reshuffle": range(3, 4),
    "blind": range(14, 15),
    "blinded": range(4, 5),
    "tags": range(15, 16),
    "rebuilt": range(4, 5),
    "over": range(0),
}


class Collapse(Exception):  # noqa: N818 - as Fault
    """A broken rule that nobody can be held to (T8)."""

    def __init__(self, clause: str) -> None:
        super().__init__(clause)
        self.clause = clause


class Held(NamedTuple):
    """T5: a tile in a hand, as it was drawn, and veiled: only the owner's share is missing."""

    tile: bag.Tile
    veiled: Point
    shares: dict[int, Point]

    def without(self, seats: Sequence[int]) -> "Held":
        """B11, step 2."""
        try:
            tile = bag_rebuild.without(self.tile, [self.shares[seat] for seat in seats])
        except Refused:
            raise Collapse("T8.1") from None
        return self._replace(tile=tile)


# A proof that was checked need not be checked again, in whichever record it stands.
check_possession = cache(bag.check_possession)
check_shuffle = cache(bag.check_shuffle)
check_shares = cache(bag.check_shares)
REBUILD: Final = ("reshuffle", "blind", "blinded", "tags", "rebuilt")


@cache
def places() -> dict[Point, int]:
    return {bag.tile_element(j): j for j in range(bag.TILES)}


def face(j: int) -> str:
    """The face of element *j*, in the letters of R12."""
    return "roygbp"[j // 18] + "osdtcx"[j // 3 % 6]


def open_tile(veiled: Point, share: Point, played: set[int]) -> int:
    """The number of a tile's element, with the owner's share (T7, T8)."""
    element = subtract(veiled, share)
    if element not in places():
        raise Collapse("T8.1")
    if places()[element] in played:
        raise Collapse("T8.2")
    return places()[element]


class Table:
    """The standing of one game, and its referee."""

    def __init__(self, charter: Charter) -> None:
        self.charter = charter
        self.living = list(range(len(charter.players)))
        self.phase = "charter"
        self.step = 0
        self.digest = digest_before(charter.game)
        self.committed_in = 0, self.digest
        self.past: dict[bytes, Step] = {}
        self.resigned: set[int] = set()
        self.silent: set[int] = set()
        self.is_cut = False
        # As they were, by the digest before: the steps that were cut.
        self.void: dict[bytes, Table] = {}
        # What was said last, by seat.
        self.hashes: dict[int, bytes] = {}
        self.nonces: dict[int, bytes] = {}
        self.key_shares: dict[int, Point] = {}
        self.given: dict[int, list[Point]] = {}
        self.claims: dict[int, int] = {}
        self.secrets: dict[int, int | None] = {}
        # What the complete steps come to.
        self.key = IDENTITY
        self.order: list[int] = []
        self.bag: list[bag.Tile] = []
        self.bag_number = 0
        self.next_index = 0
        self.shuffles = 0
        self.due: list[Drawn] = []
        self.hands: dict[int, dict[Slot, Held]] = {seat: {} for seat in self.living}
        self.aside: dict[Slot, Held] = {}
        # Of a rebuild (T13).
        self.then = ""
        self.turns = 0
        self.listed: list[bag.Tile] = []
        self.used: set[bytes] = set()
        self.played: set[int] = set()
        self.mover = 0
        self.position: Position | None = None
        self.steps: dict[str, tuple[Callable[[int, Entry], None], Callable[[], str]]] = {
            "charter": (self.check_charter, self.fold_charter),
            "commit": (self.check_hash, self.fold_commit),
            "reveal": (self.check_reveal, self.fold_reveal),
            "shuffle": (self.check_shuffle, self.fold_shuffle),
            "ready": (self.check_ready, self.fold_ready),
            "deal": (self.check_deal, self.fold_deal),
            "pledge": (self.check_hash, self.fold_pledge),
            "claim": (self.check_claim, self.fold_claim),
            "turn": (self.check_turn, self.fold_turn),
            "draw": (self.check_draw, self.fold_draw),
            "seal": (self.check_seal, self.fold_seal),
            "keys": (self.check_keys, self.fold_keys),
            "reshuffle": (self.check_shuffle, self.fold_reshuffle),
            "blind": (self.check_blind, self.fold_blind),
            "blinded": (self.check_ready, self.fold_blinded),
            "tags": (self.check_tags, self.fold_tags),
            "rebuilt": (self.check_ready, self.fold_rebuilt),
        }
        self.open = self.open_step()

    @property
    def heard(self) -> dict[int, Entry]:
        return self.open.heard

    def open_step(self) -> Step:
        has_clock = self.charter.turn_seconds > 0
        return Step(self.step, self.phase, list(self.living), self.speakers(), has_clock)

    def judge(self, entry: Entry) -> str:
        """T2: "admitted", "known" or "unknown", or what is wrong."""
        require(entry.game == self.charter.game, "C3.1")
        require(entry.author in self.charter.identities, "C3.2")
        seat = self.charter.identities.index(entry.author)
        step = self.open if entry.after == self.digest else self.past.get(entry.after)
        if step is None:
            return "unknown"
        if entry.kind == RESIGN:
            return self.judge_resignation(step, seat, entry)
        if entry.kind == ANSWER:
            verdict = step.judge(seat, entry)
            return verdict if step is self.open else "known"
        if seat in step.heard:
            return compare(seat, step.heard[seat], entry)
        if step is self.open:
            return self.judge_now(seat, entry)
        if seat not in step.speakers:
            raise Fault(seat, "T2.2")
        with suppress(Collapse):
            self.void[entry.after].judge_now(seat, entry)
        return "known"

    def judge_resignation(self, step: Step, seat: int, entry: Entry) -> str:
        """T13."""
        try:
            bodies.read_nothing(entry.body)
            require(entry.step == step.number, "T2.1")
        except Refused as refused:
            raise Fault(seat, refused.clause) from None
        step.resigned[seat] = entry
        for agreed in step.agreed_by(seat):
            return compare(seat, agreed, entry)
        if seat in self.resigned or seat not in self.living:
            return "known"
        self.resigned.add(seat)
        return "admitted"

    def judge_now(self, seat: int, entry: Entry) -> str:
        try:
            require(seat in self.open.speakers, "T2.2")
            require(entry.step == self.step, "T2.1")
            require(entry.kind in KINDS[self.phase], "T2.3")
            check, fold = self.steps[self.phase]
            check(seat, entry)
        except Refused as refused:
            raise Fault(seat, refused.clause) from None
        self.heard[seat] = entry
        if sorted(self.heard) == self.open.speakers and not self.is_cut:
            self.go_to(fold(), list(self.heard.values()))
        return "admitted"

    def go_to(self, phase: str, said: Sequence[Entry]) -> None:
        self.phase = phase
        self.past[self.digest] = self.open
        self.digest = digest_after(self.digest, said)
        self.step += 1
        self.open = self.open_step()

    def speakers(self) -> list[int]:
        match self.phase:
            case "shuffle":
                return [self.living[self.shuffles]]
            case "reshuffle" | "blind":
                return [self.living[self.turns]]
            case "turn":
                return [self.turn.mover]
            case "draw":
                return [seat for seat in self.living if seat != self.mover]
            case "over":
                return []
            case _:
                return list(self.living)

    @property
    def turn(self) -> Position:
        assert self.position is not None  # there is one from the first turn on
        return self.position

    def where(self, seat: int) -> bag.Preamble:
        shares = tuple((other, encode(self.key_shares[other])) for other in self.living)
        place = self.charter.game, self.step, self.digest, seat, self.charter.identities
        return bag.Preamble(*place, shares, encode(self.key))

    # T1, T3

    def check_charter(self, _seat: int, entry: Entry) -> None:
        require(entry.body == self.charter.body, "T1.6")

    def fold_charter(self) -> str:
        return "commit"

    def check_hash(self, seat: int, entry: Entry) -> None:
        self.hashes[seat] = bodies.read_hash(entry.body)

    def fold_commit(self) -> str:
        self.committed_in = self.step, self.digest
        return "reveal"

    def check_reveal(self, seat: int, entry: Entry) -> None:
        reveal = bodies.read_reveal(entry.body)
        game = self.charter.game
        require(bodies.commitment(game, seat, reveal) == self.hashes[seat], "T3.1")
        where = bag.Preamble(game, *self.committed_in, seat, self.charter.identities, (), b"")
        self.key_shares[seat] = check_possession(where, reveal.key_share, reveal.proof)
        self.nonces[seat] = reveal.nonce

    def fold_reveal(self) -> str:
        self.join_keys()
        nonces = [self.nonces[seat] for seat in self.living]
        self.order = bodies.turn_order(self.charter.game, nonces)
        self.bag = bag.first_bag(self.key)
        return "shuffle"

    def join_keys(self) -> None:
        try:
            self.key = bag.joint_key([self.key_shares[seat] for seat in self.living])
        except Refused as refused:
            raise Collapse(refused.clause) from None

    # T4

    def check_shuffle(self, seat: int, entry: Entry) -> None:
        tiles, argument = bodies.read_shuffle(entry.body)
        self.bag = check_shuffle(self.where(seat), tuple(self.bag), tiles, argument)

    def fold_shuffle(self) -> str:
        self.shuffles += 1
        return "shuffle" if self.shuffles < len(self.living) else "ready"

    def check_ready(self, _seat: int, entry: Entry) -> None:
        bodies.read_nothing(entry.body)

    def fold_ready(self) -> str:
        if self.position is not None:
            return "turn"
        self.due = self.take(6 * len(self.living))
        return "deal"

    def take(self, count: int) -> list[Drawn]:
        """The tiles of the lowest indices, out of the bag."""
        taken = [((self.bag_number, self.next_index + j), self.bag[j]) for j in range(count)]
        self.bag = self.bag[count:]
        self.next_index += count
        return taken

    # T5

    def check_deal(self, seat: int, entry: Entry) -> None:
        place = 6 * self.living.index(seat)
        others = self.due[:place] + self.due[place + 6 :]
        self.given[seat] = self.shares(seat, others, bodies.read_shares(entry.body))

    def fold_deal(self) -> str:
        for j, (slot, tile) in enumerate(self.due):
            owner = self.living[j // 6]
            others = [seat for seat in self.living if seat != owner]
            shares = {seat: self.given[seat][j - 6 if seat < owner else j] for seat in others}
            self.hands[owner][slot] = veil(tile, shares)
        return "pledge"

    def check_draw(self, seat: int, entry: Entry) -> None:
        self.given[seat] = self.shares(seat, self.due, bodies.read_shares(entry.body))

    def fold_draw(self) -> str:
        others = self.speakers()
        for j, (slot, tile) in enumerate(self.due):
            self.hands[self.mover][slot] = veil(
                tile, {seat: self.given[seat][j] for seat in others}
            )
        if not self.aside:
            return "turn"
        self.bag = [*self.bag, *(self.aside[slot].tile for slot in sorted(self.aside))]
        self.bag_number += 1
        self.next_index = 0
        self.shuffles = 0
        self.aside = {}
        return "shuffle"

    def shares(self, seat: int, due: Sequence[Drawn], encoded: bytes) -> list[Point]:
        slots, tiles = tuple(slot for slot, _ in due), tuple(tile for _, tile in due)
        share = encode(self.key_shares[seat])
        return check_shares(self.where(seat), share, slots, tiles, encoded)

    # T6

    def fold_pledge(self) -> str:
        return "claim"

    def check_claim(self, seat: int, entry: Entry) -> None:
        size, salt = bodies.read_claim(entry.body)
        pledged = bodies.pledge(self.charter.game, seat, size, salt)
        require(pledged == self.hashes[seat], "T6.1")
        require(1 <= size <= 6, "R3.1")
        self.claims[seat] = size

    def fold_claim(self) -> str:
        claims = [self.claims.get(seat, 0) for seat in self.hands]
        ages = [player.age for player in self.charter.players]
        guard = self.charter.stall_guard
        self.position = Position(self.order, claims, ages, stall_guard=guard)
        return "turn"

    # T7

    def check_turn(self, seat: int, entry: Entry) -> None:
        self.mover = seat
        if entry.kind == 8:
            self.check_play(seat, bodies.read_play(entry.body))
        elif entry.kind == 9:
            self.check_swap(seat, bodies.read_swap(entry.body))
        else:
            bodies.read_nothing(entry.body)
            self.turn.pass_on()

    def check_play(self, seat: int, play: bodies.Play) -> None:
        held = self.held(seat, play.slots)
        due = [(slot, one.tile) for slot, one in zip(play.slots, held, strict=True)]
        shares = self.shares(seat, due, play.shares)
        opened = [
            open_tile(one.veiled, share, self.played)
            for one, share in zip(held, shares, strict=True)
        ]
        if len(set(opened)) < len(opened):
            raise Collapse("T8.3")
        self.turn.play(list(zip(play.cells, map(face, opened), strict=True)))
        self.played |= set(opened)
        for slot in play.slots:
            del self.hands[seat][slot]

    def check_swap(self, seat: int, slots: Sequence[Slot]) -> None:
        held = self.held(seat, slots)
        self.turn.swap(len(slots))
        if self.turn.ending is None:
            self.aside = dict(zip(slots, held, strict=True))
            for slot in slots:
                del self.hands[seat][slot]

    def held(self, seat: int, slots: Sequence[Slot]) -> list[Held]:
        require(all(slot in self.hands[seat] for slot in slots), "T7.3")
        return [self.hands[seat][slot] for slot in slots]

    def fold_turn(self) -> str:
        self.due = self.take(self.turn.drawn)
        if self.turn.ending is not None:
            return "seal"
        return "draw" if self.due else "turn"

    # T9

    def check_seal(self, _seat: int, entry: Entry) -> None:
        scores = bodies.read_seal(entry.body, len(self.hands))
        require(scores == self.turn.scores, "T9.1")

    def fold_seal(self) -> str:
        return "keys"

    def check_keys(self, seat: int, entry: Entry) -> None:
        secret = bodies.read_keys(entry.body)
        self.secrets[seat] = None
        if secret is not None:
            bag.check_secret(secret, encode(self.key_shares[seat]))
            self.secrets[seat] = bag.decode_scalar(secret)

    def fold_keys(self) -> str:
        return "over"

    # T12

    def cut(self, question: Question, void: "Table") -> None:
        """Complete the open step by what all who were asked have agreed to in its copy *void*."""
        said = void.open
        self.void[self.digest] = void
        asked = (given for given in said.answers if given.question == question and given.agrees)
        if question.purpose == 1:
            self.turn.pass_over()
            phase = "turn" if self.turn.ending is None else "seal"
        else:
            phase = self.go_on_without(sorted(question.seats))
        self.open = said
        self.go_to(phase, [given.entry for given in asked])

    def go_on_without(self, seats: Sequence[int]) -> str:
        self.living = [seat for seat in self.living if seat not in seats]
        self.join_keys()
        if self.phase in ("seal", "keys"):
            self.silent |= set(seats)
            return self.phase
        order, self.order = self.order, [seat for seat in self.order if seat not in seats]
        for seat in seats:
            self.hands[seat] = {}
        for seat in self.living:
            self.hands[seat] = rekeyed(self.hands[seat], seats)
        self.leave(order, seats)
        if len(self.living) == 1:
            return "seal"
        self.then = self.what_follows()
        self.aside = rekeyed(self.aside, seats) if self.then == "draw" else {}
        unplaced = [j for j in range(bag.TILES) if j not in self.played]
        self.bag = bag_rebuild.masked_list(self.key, unplaced)
        self.bag_number += 1
        self.next_index = self.shuffles = self.turns = 0
        return "reshuffle" if any(self.hands.values()) or self.position else "shuffle"

    def leave(self, order: Sequence[int], seats: Sequence[int]) -> None:
        """R13; a game that one is left of before it was opened has no claims."""
        if self.position is None and len(self.living) == 1:
            ages = [player.age for player in self.charter.players]
            guard = self.charter.stall_guard
            self.position = Position(order, [1] * len(ages), ages, stall_guard=guard)
        if self.position is not None:
            for seat in seats:
                self.position.leave(seat)

    def what_follows(self) -> str:
        """The phase that a rebuild is for."""
        phase = self.then if self.phase in REBUILD else self.phase
        if phase in ("pledge", "claim"):
            return phase
        return "draw" if phase == "draw" and self.mover in self.living else "turn"

    # T13

    def in_hands(self) -> list[bag.Tile]:
        tiles = []
        for seat in self.living:
            aside = self.aside if seat == self.mover else {}
            hand = {**self.hands[seat], **aside}
            tiles += [hand[slot].tile for slot in sorted(hand)]
        return tiles

    def fold_reshuffle(self) -> str:
        self.turns += 1
        if self.turns < len(self.living):
            return "reshuffle"
        self.turns = 0
        held = self.in_hands()
        self.listed = [*held, *self.bag]
        return "blind" if held else "rebuilt"

    def check_blind(self, seat: int, entry: Entry) -> None:
        said = bodies.read_shares(entry.body)
        listed = bag_rebuild.check_blinding(self.where(seat), self.listed, self.used, said)
        self.used.add(said[64 * len(listed) :][:32])
        self.listed = listed

    def fold_blind(self) -> str:
        self.turns += 1
        return "blind" if self.turns < len(self.living) else "blinded"

    def fold_blinded(self) -> str:
        return "tags"

    def check_tags(self, seat: int, entry: Entry) -> None:
        share = encode(self.key_shares[seat])
        said = bodies.read_shares(entry.body)
        self.given[seat] = bag_rebuild.check_tag_shares(self.where(seat), share, self.listed, said)

    def fold_tags(self) -> str:
        given = [self.given[seat] for seat in self.living]
        tags = [
            veil(tile, dict(enumerate(shares))).veiled
            for tile, *shares in zip(self.listed, *given, strict=True)
        ]
        try:
            out = bag_rebuild.marked([encode(tag) for tag in tags], len(self.in_hands()))
        except Refused as refused:
            raise Collapse(refused.clause) from None
        self.bag = [tile for j, tile in enumerate(self.bag) if j not in out]
        return "rebuilt"

    def fold_rebuilt(self) -> str:
        if self.then == "draw":
            self.due = self.take(self.turn.drawn)
        return self.then


def rekeyed(tiles: dict[Slot, Held], seats: Sequence[int]) -> dict[Slot, Held]:
    return {slot: one.without(seats) for slot, one in tiles.items()}


def veil(tile: bag.Tile, shares: dict[int, Point]) -> Held:
    """T5: the tile without all shares but the owner's."""
    veiled = reduce(subtract, shares.values(), tile[1])
    if veiled == IDENTITY:
        raise Collapse("T8.1")
    return Held(tile, veiled, shares)
