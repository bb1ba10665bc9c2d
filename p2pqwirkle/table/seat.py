"""What only this peer knows, and the entries that it owes.

The secret key is kept here alone, and used only on slots of one's own standing: no function takes
an element from outside.  All that looks random follows from the per-game seed and the statement,
so that the same step gives the same bytes, also from a restored copy of the disk.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from p2pqwirkle.bag.blinding import encode_blinding, prove_blinding
from p2pqwirkle.bag.group import Group, Scalar
from p2pqwirkle.bag.keys import encode_possession, key_share, prove_possession, secret_key
from p2pqwirkle.bag.masking import encode_tiles
from p2pqwirkle.bag.shares import encode_shares, prove_shares
from p2pqwirkle.bag.shuffle import encode_argument, prove_shuffle
from p2pqwirkle.bag.slots import Drawn, Slot
from p2pqwirkle.bag.tags import prove_tag_shares
from p2pqwirkle.bag.transcript import Seed, Transcript
from p2pqwirkle.errors import Collapse
from p2pqwirkle.rules.choice import check_choice
from p2pqwirkle.rules.moves import Choice, Pass, Play, PutAside, Seat
from p2pqwirkle.rules.opening import largest_set
from p2pqwirkle.rules.tiles import Face
from p2pqwirkle.table.dealing import Dealing, pledge
from p2pqwirkle.table.entries import (
    ClaimBody,
    Kind,
    PlayBody,
    RevealBody,
    ShuffleBody,
    write_claim,
    write_hash,
    write_keys,
    write_nothing,
    write_play,
    write_reveal,
    write_seal,
    write_shares,
    write_shuffle,
    write_swap,
)
from p2pqwirkle.table.gathering import Gathering, Revealing, commitment
from p2pqwirkle.table.hidden import Hidden, face_of
from p2pqwirkle.table.moment import Moment
from p2pqwirkle.table.phases import Phase
from p2pqwirkle.table.playing import Playing
from p2pqwirkle.table.rebuilding import Rebuilding
from p2pqwirkle.table.standing import Standing

Speech = tuple[Kind, bytes]
"""An entry's kind and body, before it is signed."""


@dataclass(frozen=True, slots=True)
class Tile:
    """One tile of our own hand."""

    slot: Slot
    face: Face


@dataclass(frozen=True, slots=True)
class OwnSeat:
    """Our seat at one table.

    Attributes:
        number: which seat it is.
        seed: the per-game seed, from the system's generator, on disk before `commit` is sent.
    """

    group: Group
    number: Seat
    seed: Seed = field(repr=False)
    secret: Scalar = field(repr=False)

    @classmethod
    def take(cls, group: Group, number: Seat, seed: Seed, game: bytes) -> "OwnSeat":
        """The seat *number* of *game*, with the secret key that *seed* has for it."""
        return cls(group, number, seed, secret_key(group, seed, game))

    def hand(self, standing: Standing) -> tuple[Tile, ...]:
        """Our own tiles, in ascending order of their slots.

        Raises:
            Collapse: T8 if one of them is no tile, on the board, or twice in the hand.
        """
        if isinstance(standing.stage, Gathering | Revealing):
            return ()
        held = standing.stage.hidden.hands[self.number]
        numbers = [standing.stage.hidden.number_by_secret(one, self.secret) for one in held]
        if len(set(numbers)) < len(numbers):
            raise Collapse("T8.3", "one tile element is twice in the hand")
        return tuple(
            Tile(one.slot, face_of(number)) for one, number in zip(held, numbers, strict=True)
        )

    def owes(self, standing: Standing) -> Speech | None:
        """What we have to say in the open step without being asked for a choice."""
        if self.number not in standing.awaited:
            return None
        moment = standing.moment
        match standing.stage:
            case Gathering(phase=Phase.CHARTER):
                return Kind.CHARTER, moment.charter.encode()
            case Gathering():
                opening = self._reveal(moment)
                committed = commitment(moment.charter.game, self.number, opening)
                return Kind.COMMIT, write_hash(committed)
            case Revealing(committed_in=committed_in):
                return Kind.REVEAL, write_reveal(self._reveal(committed_in))
            case Dealing() as stage:
                return self._owes_dealing(stage, moment, standing)
            case Playing() as stage:
                return self._owes_playing(stage, moment)
            case Rebuilding() as stage:
                return self._owes_rebuilding(stage, moment)

    def move(self, standing: Standing, choice: Choice) -> Speech:
        """Our move in an open turn of ours.

        Raises:
            Breach: the clause that *choice* breaks; nothing was signed.
        """
        assert isinstance(standing.stage, Playing)  # asked for in a turn only
        hand = self.hand(standing)
        check_choice(standing.stage.position, [tile.face for tile in hand], choice)
        match choice:
            case Play():
                return Kind.PLAY, self._play(standing.stage, standing.moment, choice, hand)
            case PutAside(faces):
                return Kind.SWAP, write_swap(tuple(sorted(slots_of(hand, faces))))
            case Pass():
                return Kind.PASS, write_nothing()

    def _owes_dealing(self, stage: Dealing, moment: Moment, standing: Standing) -> Speech:
        match stage.phase:
            case Phase.SHUFFLE:
                return Kind.SHUFFLE, self._shuffle(stage.hidden, moment)
            case Phase.READY:
                return Kind.READY, write_nothing()
            case Phase.DEAL:
                drawn = stage.dealt_to_others(self.number)
                return Kind.DEAL, write_shares(self._shares(stage.hidden, moment, drawn))
            case Phase.PLEDGE:
                claim = self._claim(standing)
                return Kind.PLEDGE, write_hash(pledge(moment.charter.game, self.number, claim))
            case _:
                return Kind.CLAIM, write_claim(self._claim(standing))

    def _owes_playing(self, stage: Playing, moment: Moment) -> Speech | None:
        match stage.phase:
            case Phase.DRAW:
                shares = self._shares(stage.hidden, moment, stage.drawing)
                return Kind.DRAW, write_shares(shares)
            case Phase.SHUFFLE:
                return Kind.SHUFFLE, self._shuffle(stage.hidden, moment)
            case Phase.READY:
                return Kind.READY, write_nothing()
            case Phase.SEAL:
                return Kind.SEAL, write_seal(stage.position.scores)
            case Phase.KEYS:
                return Kind.KEYS, write_keys(self.group.encode_scalar(self.secret))
            case _:
                return None

    def _owes_rebuilding(self, stage: Rebuilding, moment: Moment) -> Speech:
        match stage.phase:
            case Phase.SHUFFLE:
                return Kind.SHUFFLE, self._shuffle(stage.hidden, moment)
            case Phase.BLIND:
                return Kind.BLIND, self._blind(stage, moment)
            case Phase.TAGS:
                return Kind.TAGS, self._tags(stage, moment)
            case _:
                return Kind.READY, write_nothing()

    def _reveal(self, moment: Moment) -> RevealBody:
        preamble = moment.preamble(self.number, None)
        proof = prove_possession(self.group, self.secret, self.seed, preamble)
        return RevealBody(
            key_share=key_share(self.group, self.secret),
            possession=encode_possession(self.group, proof),
            coin_nonce=self._derived(b"p2pqwirkle/1 coin nonce", moment.charter.game),
        )

    def _claim(self, standing: Standing) -> ClaimBody:
        size = largest_set(tile.face for tile in self.hand(standing))
        game = standing.moment.charter.game
        return ClaimBody(size, self._derived(b"p2pqwirkle/1 pledge salt", game, bytes([size])))

    def _shuffle(self, hidden: Hidden, moment: Moment) -> bytes:
        preamble = moment.preamble(self.number, hidden.ring)
        joint_key, tiles = hidden.ring.joint_key, hidden.bag.tiles
        shuffle = prove_shuffle(self.group, joint_key, tiles, self.seed, preamble)
        argument = encode_argument(self.group, shuffle.argument)
        return write_shuffle(ShuffleBody(encode_tiles(shuffle.tiles), argument))

    def _blind(self, stage: Rebuilding, moment: Moment) -> bytes:
        preamble = moment.preamble(self.number, stage.hidden.ring)
        blinding = prove_blinding(self.group, stage.blinded, self.seed, preamble)
        return write_shares(encode_blinding(self.group, blinding))

    def _tags(self, stage: Rebuilding, moment: Moment) -> bytes:
        preamble = moment.preamble(self.number, stage.hidden.ring)
        shares = prove_tag_shares(self.group, self.secret, stage.blinded, self.seed, preamble)
        return write_shares(encode_shares(self.group, shares))

    def _shares(self, hidden: Hidden, moment: Moment, drawn: Sequence[Drawn]) -> bytes:
        preamble = moment.preamble(self.number, hidden.ring)
        shares = prove_shares(self.group, self.secret, drawn, self.seed, preamble)
        return encode_shares(self.group, shares)

    def _play(self, stage: Playing, moment: Moment, play: Play, hand: Sequence[Tile]) -> bytes:
        slots = slots_of(hand, [placement.face for placement in play.placements])
        cells = [placement.cell for placement in play.placements]
        placed = sorted(zip(slots, cells, strict=True))
        held = stage.hidden.held(self.number, [slot for slot, _ in placed])
        return write_play(
            PlayBody(
                slots=tuple(slot for slot, _ in placed),
                cells=tuple(cell for _, cell in placed),
                shares=self._shares(stage.hidden, moment, [one.drawn for one in held]),
            )
        )

    def _derived(self, label: bytes, *statement: bytes) -> bytes:
        transcript = Transcript.begin(label)
        for part in statement:
            transcript = transcript.absorbing(b"statement", part)
        return self.group.encode_scalar(transcript.derive(self.group, self.seed, b"secret"))


def slots_of(hand: Sequence[Tile], faces: Sequence[Face]) -> list[Slot]:
    """The slots of *faces*, in their order; of twins the lower slot goes first.

    Raises:
        ValueError: if a face is not in *hand* as often as it is asked for.
    """
    left = list(hand)
    slots = []
    for face in faces:
        place = [tile.face for tile in left].index(face)
        slots.append(left.pop(place).slot)
    return slots
