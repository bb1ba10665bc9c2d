"""An entry held back just before it is heard, to be bent in one place after another."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache
from typing import Final, TypeAlias, TypeVar, cast

from p2pqwirkle.bag.group import Element, Group, Scalar
from p2pqwirkle.bag.masking import decode_tiles, encode_tiles
from p2pqwirkle.bag.shares import Shares, decode_shares, encode_shares
from p2pqwirkle.bag.shuffle import Shuffle, decode_argument, encode_argument
from p2pqwirkle.record.entry import Entry, sign_entry
from p2pqwirkle.table.entries import (
    Kind,
    ShuffleBody,
    read_play,
    read_shares,
    read_shuffle,
    write_nothing,
    write_play,
    write_shares,
    write_shuffle,
    write_swap,
)
from p2pqwirkle.table.verdicts import Fault, Verdict
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
        others = self.lan.others(self.author.name)
        return [_verdict(other, wire) for other in others if not other.snapshot.is_finished]

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

    def clause_with(self, path: "Path", leaf: object) -> str:
        """The same for the entry with another element or scalar at *path*."""
        return self.clause_of(rewritten(self, put(proven(self), path, leaf)))


def _verdict(peer: Neighbour, wire: bytes) -> Verdict:
    """What *peer* says of an entry, which it then forgets."""
    referee = peer.table._referee
    verdict = referee.admit(wire)
    referee.exhibits.faults.clear()
    referee.exhibits._shown.clear()
    return verdict


def held_back(  # noqa: PLR0913 - each has a default that most are content with
    where: Scene,
    kind: Kind,
    author: str,
    group: Group | None = None,
    *,
    bot: Bot | None = None,
    leaver: str = "",
) -> HeldBack:
    """The first entry of *kind* that *author* says after *where*, where *leaver* resigns."""
    lan = scene(where, group)
    lan.bot = bot or lan.bot
    kept: list[HeldBack] = []

    def keep(peer: Neighbour, entry: Entry) -> Iterator[Entry]:
        if entry.kind == kind:
            kept.append(HeldBack(lan, peer, Liar.of(peer), entry))
        else:
            yield entry

    lan[author].lie = keep
    if leaver:
        lan.perform(lan[leaver], lan[leaver].table.resign())
    lan.play()
    return kept[0]


WHERE: Final = {
    Kind.CHARTER: Scene.START,
    Kind.COMMIT: Scene.START,
    Kind.REVEAL: Scene.START,
    Kind.SHUFFLE: Scene.SHUFFLE,
    Kind.READY: Scene.SHUFFLE,
    Kind.DEAL: Scene.READY,
    Kind.PLEDGE: Scene.READY,
    Kind.CLAIM: Scene.READY,
    Kind.PLAY: Scene.MIDGAME,
    Kind.SWAP: Scene.MIDGAME,
    Kind.PASS: Scene.MIDGAME,
    Kind.DRAW: Scene.MIDGAME,
    Kind.SEAL: Scene.EMPTY,
    Kind.KEYS: Scene.SEAL,
}
"""After which scene south says each kind of entry."""


@cache
def about_to_say(kind: Kind, group: Group) -> HeldBack:
    """South's first entry of *kind*; instead of its play, it may swap one tile or pass."""
    match kind:
        case Kind.SWAP:
            held = about_to_say(Kind.PLAY, group)
            body = write_swap((held.liar.hidden.hands[held.liar.seat][0].slot,))
            return replace(held, entry=replace(held.entry, kind=kind, body=body))
        case Kind.PASS:
            held = about_to_say(Kind.PLAY, group)
            return replace(held, entry=replace(held.entry, kind=kind, body=write_nothing()))
        case Kind.BLIND | Kind.TAGS | Kind.ANSWER:
            return held_back(Scene.MIDGAME, kind, "south", group, leaver="east")
        case Kind.RESIGN:
            return held_back(Scene.MIDGAME, kind, "south", group, leaver="south")
        case _:
            return held_back(WHERE[kind], kind, "south", group)


Proven: TypeAlias = Shares | Shuffle
Path: TypeAlias = tuple[str | int, ...]
LeafT = TypeVar("LeafT")
PartT = TypeVar("PartT")


def proven(held: HeldBack) -> Proven:
    """The elements and scalars in an honest body."""
    group, body = held.group, held.entry.body
    match held.entry.kind:
        case Kind.SHUFFLE:
            shuffle = read_shuffle(body)
            count = len(held.liar.hidden.bag)
            tiles = decode_tiles(group, shuffle.tiles, count)
            return Shuffle(tiles, decode_argument(group, shuffle.argument, count))
        case Kind.PLAY:
            return _shares(group, read_play(body).shares)
        case _:
            return _shares(group, read_shares(body))


def rewritten(held: HeldBack, value: Proven) -> bytes:
    """The body with other elements and scalars in it, whatever they are."""
    group, body = held.group, held.entry.body
    match value:
        case Shuffle():
            argument = encode_argument(group, value.argument)
            return write_shuffle(ShuffleBody(encode_tiles(value.tiles), argument))
        case Shares() if held.entry.kind == Kind.PLAY:
            return write_play(replace(read_play(body), shares=encode_shares(group, value)))
        case Shares():
            return write_shares(encode_shares(group, value))


def elements(value: Proven) -> dict[Path, Element]:
    """Every element in *value*, found by reflection."""
    return {path: Element(element) for path, element in _leaves(value, bytes)}


def scalars(value: Proven) -> dict[Path, Scalar]:
    """Every scalar in *value*, found by reflection."""
    return {path: Scalar(scalar) for path, scalar in _leaves(value, int)}


def corners(paths: Iterable[Path]) -> list[Path]:
    """Of *paths*, the first and the last of every list."""
    lists: dict[Path, list[Path]] = {}
    for path in paths:
        fields = tuple(step for step in path if isinstance(step, str))
        lists.setdefault(fields, []).append(path)
    return [path for places in lists.values() for path in {places[0]: 0, places[-1]: 0}]


def put(value: PartT, path: Path, leaf: object) -> PartT:
    """*value* with *leaf* at the end of *path*, whatever it is."""
    if not path:
        return cast("PartT", leaf)
    step, *rest = path
    parts = dict(_parts(value))
    parts[step] = put(parts[step], tuple(rest), leaf)
    kept = parts.values()
    return cast("PartT", tuple(kept) if isinstance(value, tuple) else type(value)(*kept))


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


def _shares(group: Group, encoded: bytes) -> Shares:
    return decode_shares(group, encoded, (len(encoded) - PROOF_SIZE) // SHARE_SIZE)
