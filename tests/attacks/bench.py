"""An entry held back just before it is heard, to be bent in one place after another."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import TypeAlias, TypeVar, cast

from p2pqwirkle.bag.group import Element, Group, Scalar
from p2pqwirkle.bag.keys import PossessionProof, decode_possession, encode_possession
from p2pqwirkle.bag.masking import decode_tiles, encode_tiles
from p2pqwirkle.bag.shares import Shares, decode_shares, encode_shares
from p2pqwirkle.bag.shuffle import Shuffle, decode_argument, encode_argument
from p2pqwirkle.record.entry import Entry, sign_entry
from p2pqwirkle.table.entries import (
    Kind,
    RevealBody,
    ShuffleBody,
    read_play,
    read_reveal,
    read_shares,
    read_shuffle,
    write_play,
    write_reveal,
    write_shares,
    write_shuffle,
)
from p2pqwirkle.table.referee import Fault, Verdict
from tests.lan import Bot, Lan, Neighbour
from tests.lies import Liar
from tests.scenes import Scene, scene

SHARE_SIZE = 32
PROOF_SIZE = 64


@dataclass(frozen=True, slots=True)
class HeldBack:
    """What *liar* was about to say; nobody else has heard it.

    Attributes:
        liar: all that its author knew at that moment.
    """

    lan: Lan
    author: Neighbour
    liar: Liar
    entry: Entry

    @property
    def group(self) -> Group:
        return self.lan.group

    def verdicts(self, entry: Entry) -> list[Verdict]:
        """What every other peer says of *entry*, signed by the author's real key."""
        wire = sign_entry(entry, self.author.identity).wire
        return [other.table._referee.admit(wire) for other in self.lan.others(self.author.name)]

    def clause(self, entry: Entry) -> str:
        """The clause under which everybody convicts the author of *entry*; it changes nothing."""
        clauses = set()
        for verdict in self.verdicts(entry):
            assert isinstance(verdict, Fault)
            assert verdict.seat == self.author.seat
            clauses.add(verdict.clause)
        (clause,) = clauses
        return clause

    def clause_of(self, body: bytes) -> str:
        """The same for the entry with another body."""
        return self.clause(replace(self.entry, body=body))


def held_back(
    where: Scene, kind: Kind, author: str, group: Group | None = None, bot: Bot | None = None
) -> HeldBack:
    """The first entry of *kind* that *author* says after *where*."""
    lan = scene(where, group)
    lan.bot = bot or lan.bot
    kept: list[HeldBack] = []

    def keep(peer: Neighbour, entry: Entry) -> Iterator[Entry]:
        if entry.kind == kind:
            kept.append(HeldBack(lan, peer, Liar.of(peer), entry))
        else:
            yield entry

    lan[author].lie = keep
    lan.play()
    return kept[0]


@dataclass(frozen=True, slots=True)
class Opening:
    """What a `reveal` proves."""

    key_share: Element
    proof: PossessionProof


Proven: TypeAlias = Opening | Shares | Shuffle
Path: TypeAlias = tuple[str | int, ...]
LeafT = TypeVar("LeafT")
PartT = TypeVar("PartT")


def proven(held: HeldBack) -> Proven:
    """The elements and scalars in an honest body."""
    group, body = held.group, held.entry.body
    match held.entry.kind:
        case Kind.REVEAL:
            said = read_reveal(body)
            return Opening(Element(said.key_share), decode_possession(group, said.possession))
        case Kind.SHUFFLE:
            shuffle = read_shuffle(body)
            count = len(held.liar.hidden.bag)
            tiles = decode_tiles(group, shuffle.tiles, count)
            return Shuffle(tiles, decode_argument(group, shuffle.argument, count))
        case Kind.PLAY:
            return _shares(group, read_play(body).shares)
        case _:
            return _shares(group, read_shares(body))


def bent(held: HeldBack, value: Proven) -> bytes:
    """The body with other elements and scalars in it, whatever they are."""
    group, body = held.group, held.entry.body
    match value:
        case Opening():
            said = read_reveal(body)
            possession = encode_possession(group, value.proof)
            return write_reveal(RevealBody(value.key_share, possession, said.coin_nonce))
        case Shuffle():
            argument = encode_argument(group, value.argument)
            return write_shuffle(ShuffleBody(encode_tiles(value.tiles), argument))
        case Shares() if held.entry.kind == Kind.PLAY:
            return write_play(replace(read_play(body), shares=encode_shares(group, value)))
        case Shares():
            return write_shares(encode_shares(group, value))


def each_element(value: Proven, change: Callable[[Element], bytes]) -> Iterator[tuple[str, Proven]]:
    """*value* with one element in it changed, for every element it holds, found by reflection."""
    for path, element in _leaves(value, bytes):
        yield _text(path), _put(value, path, change(Element(element)))


def each_scalar(value: Proven, change: Callable[[Scalar], int]) -> Iterator[tuple[str, Proven]]:
    """The same for every scalar."""
    for path, scalar in _leaves(value, int):
        yield _text(path), _put(value, path, change(Scalar(scalar)))


def _leaves(value: object, kind: type[LeafT]) -> Iterator[tuple[Path, LeafT]]:
    if isinstance(value, kind):
        yield (), value
    for step, inner in _parts(value):
        yield from (((step, *path), leaf) for path, leaf in _leaves(inner, kind))


def _parts(value: object) -> Iterator[tuple[str | int, object]]:
    if isinstance(value, tuple):
        yield from enumerate(value)
    elif is_dataclass(value):
        yield from ((field.name, getattr(value, field.name)) for field in fields(value))


def _put(value: PartT, path: Path, leaf: object) -> PartT:
    """*value* with *leaf* at the end of *path*: the same type, but for what is asked for."""
    if not path:
        return cast("PartT", leaf)
    step, *rest = path
    parts = dict(_parts(value))
    parts[step] = _put(parts[step], tuple(rest), leaf)
    kept = parts.values()
    return cast("PartT", tuple(kept) if isinstance(value, tuple) else type(value)(*kept))


def _text(path: Path) -> str:
    return ".".join(str(step) for step in path)


def _shares(group: Group, encoded: bytes) -> Shares:
    return decode_shares(group, encoded, (len(encoded) - PROOF_SIZE) // SHARE_SIZE)
