"""Lies as values: what one peer signs in place of the entry that it should say.

Each changes one thing, below the signature, and is as good as its author can make it.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from p2pqwirkle.bag.argument import ShuffleStatement, ShuffleWitness
from p2pqwirkle.bag.dleq import DleqStatement, prove_dleq
from p2pqwirkle.bag.group import Element, Scalar
from p2pqwirkle.bag.keys import encode_possession, key_share, prove_possession
from p2pqwirkle.bag.masking import MASKED_TILE_SIZE, MaskedTile, encode_tiles, first_bag, remask
from p2pqwirkle.bag.shares import Shares, encode_shares, prove_shares
from p2pqwirkle.bag.shares import _transcript as shares_transcript
from p2pqwirkle.bag.shuffle import _prove as prove_outputs
from p2pqwirkle.bag.shuffle import _witness as shuffle_witness
from p2pqwirkle.bag.shuffle import encode_argument
from p2pqwirkle.bag.slots import Drawn
from p2pqwirkle.bag.transcript import Preamble, Seed
from p2pqwirkle.record.entry import Entry, sign_entry
from p2pqwirkle.rules.board import Cell
from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.table.dealing import Dealing, pledge
from p2pqwirkle.table.entries import (
    Kind,
    PlayBody,
    RevealBody,
    ShuffleBody,
    read_play,
    read_shuffle,
    write_claim,
    write_hash,
    write_play,
    write_reveal,
    write_shares,
    write_shuffle,
)
from p2pqwirkle.table.gathering import Revealing, commitment
from p2pqwirkle.table.hidden import Hidden
from p2pqwirkle.table.moment import Moment
from p2pqwirkle.table.phases import ADMITS, Phase
from p2pqwirkle.table.playing import Playing
from p2pqwirkle.table.seat import OwnSeat
from p2pqwirkle.table.standing import Standing
from tests.lan import Neighbour, Told


@dataclass(frozen=True, slots=True)
class Liar:
    """All that a peer knows when it is about to speak."""

    own: OwnSeat
    standing: Standing

    @classmethod
    def of(cls, peer: Neighbour) -> "Liar":
        return cls(peer.table._seat, peer.table._standing)

    @property
    def seat(self) -> Seat:
        return self.own.number

    @property
    def seed(self) -> Seed:
        return self.own.seed

    @property
    def secret(self) -> Scalar:
        return self.own.secret

    @property
    def moment(self) -> Moment:
        return self.standing.moment

    @property
    def hidden(self) -> Hidden:
        stage = self.standing.stage
        assert isinstance(stage, Dealing | Playing)  # there is no bag before
        return stage.hidden

    @property
    def playing(self) -> Playing:
        assert isinstance(self.standing.stage, Playing)  # there is no hand to play from before
        return self.standing.stage

    @property
    def preamble(self) -> Preamble:
        return self.moment.preamble(self.seat, self.hidden.ring)

    @property
    def due(self) -> tuple[Drawn, ...]:
        """The slots that this seat owes shares for."""
        stage = self.standing.stage
        if isinstance(stage, Dealing):
            return stage.dealt_to_others(self.seat)
        return self.playing.drawing

    def entry(self, kind: int, body: bytes) -> Entry:
        """What it takes to say *body* in the open step."""
        moment = self.moment
        author = moment.charter.identities[self.seat]
        return Entry(moment.charter.game, author, moment.step, moment.digest, kind, body)


Bend = Callable[[Liar, bytes], bytes]
"""From what a liar knows and the honest body to the body that it signs."""


@dataclass(frozen=True, slots=True)
class Instead:
    """Another body in every entry of one kind."""

    kind: Kind
    bend: Bend

    def __call__(self, peer: Neighbour, entry: Entry) -> Iterator[Entry]:
        if entry.kind == self.kind:
            entry = replace(entry, body=self.bend(Liar.of(peer), entry.body))
        yield entry


@dataclass(frozen=True, slots=True)
class Says:
    """An entry of another kind in place of every entry of one kind."""

    when: Kind
    kind: int
    body: bytes

    def __call__(self, _peer: Neighbour, entry: Entry) -> Iterator[Entry]:
        if entry.kind == self.when:
            entry = replace(entry, kind=self.kind, body=self.body)
        yield entry


@dataclass(frozen=True, slots=True)
class SaysInTurn:
    """A move of one kind in place of every move."""

    kind: Kind
    body: Callable[[Liar], bytes]

    def __call__(self, peer: Neighbour, entry: Entry) -> Iterator[Entry]:
        if entry.kind in ADMITS[Phase.TURN][1]:
            entry = replace(entry, kind=self.kind, body=self.body(Liar.of(peer)))
        yield entry


@dataclass(frozen=True, slots=True)
class Twice:
    """The honest entry first, to everybody; then the same with another body."""

    kind: Kind
    bend: Bend

    def __call__(self, peer: Neighbour, entry: Entry) -> Iterator[Entry]:
        yield entry
        yield from Instead(self.kind, self.bend)(peer, entry)


@dataclass(frozen=True, slots=True)
class Split:
    """Every entry of one kind with another body for *ears*."""

    kind: Kind
    bend: Bend
    ears: tuple[str, ...]

    def __call__(self, peer: Neighbour, entry: Entry) -> Iterator[Entry | Told]:
        if entry.kind != self.kind:
            yield entry
            return
        yield Told(entry, everybody_but(peer, self.ears))
        yield Told(replace(entry, body=self.bend(Liar.of(peer), entry.body)), self.ears)


def everybody_but(peer: Neighbour, ears: tuple[str, ...]) -> tuple[str, ...]:
    names = [player.name for player in peer.snapshot.standing.moment.charter.players]
    return tuple(name for name in names if name not in (peer.name, *ears))


@dataclass(slots=True, eq=False)
class Forked:
    """From the first entry of one kind on, one story for *ears* and the honest one for the rest.

    Good where the liar alone speaks in the step: what it says later follows each story.
    """

    kind: Kind
    bend: Bend
    ears: tuple[str, ...]
    other: Standing | None = None

    def __call__(self, peer: Neighbour, entry: Entry) -> Iterator[Entry | Told]:
        if self.other is None and entry.kind != self.kind:
            yield entry
            return
        yield Told(entry, everybody_but(peer, self.ears))
        yield Told(self._other_story(peer, entry), self.ears)

    def _other_story(self, peer: Neighbour, entry: Entry) -> Entry:
        liar = Liar.of(peer)
        if self.other is None:
            bent = replace(entry, body=self.bend(liar, entry.body))
            heard = liar.standing.hearing(liar.seat, sign_entry(bent, peer.identity))
            self.other = heard.folded() if heard.is_full else heard
            return bent
        speech = liar.own.owes(self.other)
        assert speech is not None  # both stories await the same seat
        moment = self.other.moment
        kind, body = speech
        return replace(entry, step=moment.step, after=moment.digest, kind=kind, body=body)


# Keys.


@dataclass(frozen=True, slots=True)
class Opens:
    """Commits to another opening, and opens it."""

    bend: Callable[[Liar, RevealBody, Preamble], RevealBody]

    def __call__(self, peer: Neighbour, entry: Entry) -> Iterator[Entry]:
        liar = Liar.of(peer)
        if entry.kind == Kind.COMMIT:
            said = commitment(liar.moment.charter.game, liar.seat, self._opening(liar))
            entry = replace(entry, body=write_hash(said))
        if entry.kind == Kind.REVEAL:
            entry = replace(entry, body=write_reveal(self._opening(liar)))
        yield entry

    def _opening(self, liar: Liar) -> RevealBody:
        stage = liar.standing.stage
        moment = stage.committed_in if isinstance(stage, Revealing) else liar.moment
        return self.bend(liar, liar.own._reveal(moment), moment.preamble(liar.seat, None))


def rogue_share(liar: Liar, known: Scalar, others: Iterable[Neighbour]) -> Element:
    """The key share that makes *known* the secret of the whole joint key."""
    share = liar.own.group.multiply_base(known)
    for other in others:
        share = liar.own.group.subtract(share, key_share(liar.own.group, other.table._seat.secret))
    return share


def proof_of(liar: Liar, secret: Scalar, preamble: Preamble) -> bytes:
    """A possession proof for *secret*, encoded."""
    group = liar.own.group
    return encode_possession(group, prove_possession(group, secret, liar.seed, preamble))


# Decryption shares.


def _write(liar: Liar, shares: Shares) -> bytes:
    return write_shares(encode_shares(liar.own.group, shares))


def _shares_of(
    liar: Liar, drawn: Sequence[Drawn], secret: Scalar, preamble: Preamble | None = None
) -> Shares:
    return prove_shares(liar.own.group, secret, drawn, liar.seed, preamble or liar.preamble)


def shares_of(liar: Liar, drawn: Sequence[Drawn]) -> bytes:
    """Good shares for whatever slots the liar likes."""
    return _write(liar, _shares_of(liar, drawn, liar.secret))


def shares_anew(liar: Liar, drawn: Sequence[Drawn]) -> bytes:
    """The good shares of *drawn*, encoded, with a proof that no honest seed gives."""
    shares = prove_shares(liar.own.group, liar.secret, drawn, Seed(bytes(32)), liar.preamble)
    return encode_shares(liar.own.group, shares)


def proven_anew(liar: Liar, _body: bytes) -> bytes:
    """The same shares; another proof of them, which holds as well."""
    return write_shares(shares_anew(liar, liar.due))


def played_anew(liar: Liar, body: bytes) -> bytes:
    """The same play; another proof of its shares, which holds as well."""
    said = read_play(body)
    drawn = [held.drawn for held in liar.hidden.held(liar.seat, said.slots)]
    return write_play(replace(said, shares=shares_anew(liar, drawn)))


def argued_shares(liar: Liar, drawn: Sequence[Drawn], elements: Sequence[Element]) -> Shares:
    """*elements* as the shares of *drawn*, with an honest proof of that false statement."""
    bases = tuple(each.tile.a for each in drawn)
    group = liar.own.group
    statement = DleqStatement(key_share(group, liar.secret), bases, tuple(elements))
    transcript = shares_transcript(liar.preamble, drawn)
    proof = prove_dleq(group, statement, liar.secret, liar.seed, transcript)
    return Shares(tuple(elements), proof)


def _honest_elements(liar: Liar) -> list[Element]:
    return [liar.own.group.multiply(liar.secret, each.tile.a) for each in liar.due]


def shares_for_next_slots(liar: Liar, _body: bytes) -> bytes:
    """Good shares, but each for the slot behind the one that is due."""
    bag = liar.hidden.bag
    behind, _ = bag.draw(1)
    return _write(liar, _shares_of(liar, (*liar.due[1:], *behind), liar.secret))


def random_share(liar: Liar, _body: bytes) -> bytes:
    """An element that has nothing to do with the first tile."""
    _, *rest = _honest_elements(liar)
    nothing = liar.own.group.hash_to_element(b"tests nothing", 0)
    return _write(liar, argued_shares(liar, liar.due, [nothing, *rest]))


def shares_under_another_key(liar: Liar, _body: bytes) -> bytes:
    """Good shares of a secret that is not behind the key share."""
    other = Scalar((liar.secret + 1) % liar.own.group.order)
    return _write(liar, _shares_of(liar, liar.due, other))


def cancelling_shares(liar: Liar, _body: bytes) -> bytes:
    """Two wrong shares whose sum is right."""
    group = liar.own.group
    first, second, *rest = _honest_elements(liar)
    wrong = [group.add(first, group.base), group.subtract(second, group.base)]
    return _write(liar, argued_shares(liar, liar.due, [*wrong, *rest]))


def one_share_too_many(liar: Liar, _body: bytes) -> bytes:
    """The next tile in the bag is opened as well."""
    behind, _ = liar.hidden.bag.draw(1)
    return _write(liar, _shares_of(liar, (*liar.due, *behind), liar.secret))


def one_share_too_few(liar: Liar, _body: bytes) -> bytes:
    """The last tile is kept closed."""
    return _write(liar, _shares_of(liar, liar.due[:-1], liar.secret))


# Shuffles.


def _written(outputs: Sequence[MaskedTile], argument: bytes) -> bytes:
    return write_shuffle(ShuffleBody(encode_tiles(outputs), argument))


def _witness(liar: Liar) -> ShuffleWitness:
    hidden = liar.hidden
    tiles, key = hidden.bag.tiles, hidden.ring.joint_key
    return shuffle_witness(liar.own.group, key, tiles, liar.seed, liar.preamble)


def _outputs(liar: Liar, witness: ShuffleWitness) -> list[MaskedTile]:
    group, key = liar.own.group, liar.hidden.ring.joint_key
    tiles = liar.hidden.bag.tiles
    order = zip(witness.permutation, witness.masks, strict=True)
    return [remask(group, key, tiles[place], mask) for place, mask in order]


def _argued(
    liar: Liar, outputs: Sequence[MaskedTile], witness: ShuffleWitness | None = None
) -> bytes:
    """*outputs* with the argument that would hold if they were what *witness* makes of the bag."""
    group, hidden = liar.own.group, liar.hidden
    statement = ShuffleStatement(hidden.ring.joint_key, hidden.bag.tiles, tuple(outputs))
    witness = witness or _witness(liar)
    argument = prove_outputs(group, statement, witness, liar.seed, liar.preamble)
    return _written(outputs, encode_argument(group, argument))


def doubled_tile(liar: Liar, _body: bytes) -> bytes:
    """One tile twice, under another mask, and another tile not at all."""
    first, _, *rest = _outputs(liar, _witness(liar))
    mask = liar.own.group.reduce(b"tests mask".ljust(64))
    copied = remask(liar.own.group, liar.hidden.ring.joint_key, first, mask)
    return _argued(liar, [first, copied, *rest])


def foreign_tile(liar: Liar, _body: bytes) -> bytes:
    """An element that is none of the 108, well masked."""
    group, key = liar.own.group, liar.hidden.ring.joint_key
    _, *rest = _outputs(liar, _witness(liar))
    foreign = MaskedTile(group.base, group.add(group.hash_to_element(b"tests nothing", 0), key))
    mask = group.reduce(b"tests mask".ljust(64))
    return _argued(liar, [remask(group, key, foreign, mask), *rest])


def victims_tile(liar: Liar, _body: bytes) -> bytes:
    """A tile of somebody's hand, remasked, where one of the bag's should be."""
    _, *rest = _outputs(liar, _witness(liar))
    victim = next(seat for seat, hand in enumerate(liar.hidden.hands) if seat != liar.seat and hand)
    held = liar.hidden.hands[victim][0]
    mask = liar.own.group.reduce(b"tests mask".ljust(64))
    copied = remask(liar.own.group, liar.hidden.ring.joint_key, held.drawn.tile, mask)
    return _argued(liar, [copied, *rest])


def equal_masks(liar: Liar, _body: bytes) -> bytes:
    """An honest argument; but two outputs have the same A, if the inputs had."""
    witness = _witness(liar)
    masks = (witness.masks[0], witness.masks[0], *witness.masks[2:])
    witness = ShuffleWitness(witness.permutation, masks)
    return _argued(liar, _outputs(liar, witness), witness)


def equal_b(liar: Liar, _body: bytes) -> bytes:
    """Two outputs with the same B."""
    first, second, *rest = _outputs(liar, _witness(liar))
    return _argued(liar, [first, replace(second, b=first.b), *rest])


def unchanged_tile(liar: Liar, _body: bytes) -> bytes:
    """One output is its input, not remasked."""
    witness = _witness(liar)
    _, *rest = _outputs(liar, witness)
    return _argued(liar, [liar.hidden.bag.tiles[witness.permutation[0]], *rest])


def shuffle_of(liar: Liar, inputs: Sequence[MaskedTile]) -> bytes:
    """An honest shuffle of *inputs*, which the liar chose."""
    hidden = liar.hidden.with_bag(replace(liar.hidden.bag, tiles=tuple(inputs)))
    return liar.own._shuffle(hidden, liar.moment)


def shuffle_of_first_bag(liar: Liar, _body: bytes) -> bytes:
    """An honest shuffle of the bag as it was before anybody shuffled."""
    return shuffle_of(liar, first_bag(liar.own.group, liar.hidden.ring.joint_key))


def shuffle_of_another_order(liar: Liar, _body: bytes) -> bytes:
    """An honest shuffle of the right tiles, listed in another order."""
    return shuffle_of(liar, liar.hidden.bag.tiles[::-1])


def shuffle_under_another_key(liar: Liar, _body: bytes) -> bytes:
    """An honest shuffle, remasked under the liar's own key share."""
    ring = replace(liar.hidden.ring, joint_key=liar.hidden.ring.shares[liar.seat])
    return liar.own._shuffle(replace(liar.hidden, ring=ring), liar.moment)


def outputs_cut(end: int) -> Bend:
    """Only the outputs before *end*, with the honest argument."""

    def cut(_liar: Liar, body: bytes) -> bytes:
        said = read_shuffle(body)
        return write_shuffle(replace(said, tiles=said.tiles[: end * MASKED_TILE_SIZE]))

    return cut


def outputs_twice(_liar: Liar, body: bytes) -> bytes:
    """Every output twice, with the honest argument."""
    said = read_shuffle(body)
    return write_shuffle(replace(said, tiles=said.tiles * 2))


def without_argument(_liar: Liar, body: bytes) -> bytes:
    """The honest outputs, and not a word about them."""
    return write_shuffle(replace(read_shuffle(body), argument=b""))


def other_shuffle(liar: Liar, _body: bytes) -> bytes:
    """Another honest shuffle for the same step."""
    other = replace(liar.own, seed=Seed(bytes(32)))
    return other._shuffle(liar.hidden, liar.moment)


# Turns.


def with_share_of_another_slot(liar: Liar, body: bytes) -> bytes:
    """The slots and cells of the honest play, with a good share of another tile in hand."""
    said = read_play(body)
    hand = liar.hidden.hands[liar.seat]
    rest = [held.drawn for held in hand if held.slot not in said.slots]
    taken = [held.drawn for held in hand if held.slot in said.slots]
    shares = _shares_of(liar, [*rest[:1], *taken[1:]], liar.secret)
    return write_play(replace(said, shares=encode_shares(liar.own.group, shares)))


def played(liar: Liar, cells: Sequence[Cell]) -> bytes:
    """The first tiles of the hand, put on *cells*, with good shares."""
    held = liar.hidden.hands[liar.seat][: len(cells)]
    shares = _shares_of(liar, [one.drawn for one in held], liar.secret)
    slots = tuple(one.slot for one in held)
    return write_play(PlayBody(slots, tuple(cells), encode_shares(liar.own.group, shares)))


@dataclass(frozen=True, slots=True)
class Claims:
    """Pledges and claims another size than that of the hand's largest set."""

    size: Callable[[int], int]

    def __call__(self, peer: Neighbour, entry: Entry) -> Iterator[Entry]:
        if entry.kind in (Kind.PLEDGE, Kind.CLAIM):
            liar = Liar.of(peer)
            honest = liar.own._claim(liar.standing)
            claim = replace(honest, size=self.size(honest.size))
            pledged = write_hash(pledge(entry.game, liar.seat, claim))
            body = pledged if entry.kind == Kind.PLEDGE else write_claim(claim)
            entry = replace(entry, body=body)
        yield entry
