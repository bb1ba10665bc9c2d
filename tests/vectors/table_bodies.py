"""Bodies of every kind: one that holds, and each way in which a reader must refuse one."""

from collections.abc import Iterator, Sequence
from typing import Final

from p2pqwirkle.record.codec import Value, encode
from p2pqwirkle.table.entries import Kind
from tests.vectors.text import Case

Path = tuple[int, ...]
"""Where a field stands: the place in the body, then the place in that field, and so on."""

HASH: Final = bytes(range(32))
PROOF: Final = bytes(range(64))
SAMPLES: Final[dict[str, tuple[Kind, Value]]] = {
    "commit": (Kind.COMMIT, (HASH,)),
    "reveal": (Kind.REVEAL, (HASH, PROOF, HASH)),
    "shuffle": (Kind.SHUFFLE, (PROOF * 2, PROOF)),
    "ready": (Kind.READY, ()),
    "deal": (Kind.DEAL, (PROOF,)),
    "pledge": (Kind.PLEDGE, (HASH,)),
    "claim": (Kind.CLAIM, (4, HASH)),
    "play": (Kind.PLAY, (((0, 4), (1, 107)), ((0, -1), (127, -127)), PROOF)),
    "swap": (Kind.SWAP, (((0, 4), (0, 7)),)),
    "pass": (Kind.PASS, ()),
    "draw": (Kind.DRAW, (PROOF,)),
    "seal": (Kind.SEAL, ((153, 10, 5),)),
    "keys": (Kind.KEYS, (HASH,)),
}
"""Of each kind a body that has the right shape; what it says is nonsense."""

FIXED: Final[dict[str, Sequence[Path]]] = {
    "commit": [(0,)],
    "reveal": [(0,), (1,), (2,)],
    "pledge": [(0,)],
    "claim": [(1,)],
    "keys": [(0,)],
}
"""The byte strings of one length."""
BLOBS: Final[dict[str, Sequence[Path]]] = {
    "shuffle": [(0,), (1,)],
    "deal": [(0,)],
    "play": [(2,)],
    "draw": [(0,)],
}
"""The byte strings of any length up to a limit."""
NUMBERS: Final[dict[str, Sequence[tuple[Path, int, int]]]] = {
    "claim": [((0,), 0, 255)],
    "play": [
        ((0, 0, 0), 0, 2**31 - 1),
        ((0, 0, 1), 0, 107),
        ((1, 0, 0), -127, 127),
        ((1, 0, 1), -127, 127),
    ],
    "swap": [((0, 0, 0), 0, 2**31 - 1), ((0, 0, 1), 0, 107)],
    "seal": [((0, 0), 0, 65_535)],
}
"""Numbers with their lowest and highest value."""
PAIRS: Final[dict[str, Sequence[Path]]] = {"play": [(0, 0), (1, 0)], "swap": [(0, 0)]}
"""Arrays of two inside another."""
LISTS: Final[dict[str, Sequence[Path]]] = {"play": [(0,), (1,)], "swap": [(0,)]}
"""Arrays of six values at the most."""
PLAYERS: Final = 3
MOST_BYTES: Final = 24_576


def bodies() -> Iterator[Case]:
    for name, (_, sample) in SAMPLES.items():
        yield _case(f"{name}", name, encode(sample), "ok", "a body of the right shape")
        yield from _shapes(name, sample)
        yield from _fields(name, sample)
    yield _case("keys-closed", "keys", encode((None,)), "ok", "nil: not opened")
    yield from _most_bytes()
    yield from _slots()
    yield from _scores()


def _shapes(name: str, sample: Value) -> Iterator[Case]:
    """What may be wrong with any body."""
    assert isinstance(sample, tuple)  # all samples are
    whole = encode(sample)
    yield _case(f"{name}-empty", name, b"", "E1.2", "no bytes")
    yield _case(f"{name}-cut", name, encode((*sample, 0))[:-1], "E1.2", "one value is missing")
    yield _case(f"{name}-map", name, b"\x80", "E1.3", "a map")
    yield _case(f"{name}-and-more", name, whole + b"\xc0", "E1.6", "nil behind it")
    yield _case(f"{name}-long-form", name, _longer(whole), "E1.7", "the array's length in 2 bytes")
    yield _case(f"{name}-no-array", name, encode(None), "E2.1", "nil")
    yield _case(f"{name}-field-more", name, encode((*sample, None)), "E2.5", "one field too many")
    if sample:
        yield _case(f"{name}-field-less", name, encode(sample[:-1]), "E2.5", "one field too few")


def _longer(whole: bytes) -> bytes:
    """The same array, its length in two bytes of its own."""
    return b"\xdc" + (whole[0] - 0x90).to_bytes(2, "big") + whole[1:]


def _fields(name: str, sample: Value) -> Iterator[Case]:
    """What may be wrong with a field of one type."""
    for path in FIXED.get(name, ()):
        right = _at(sample, path)
        assert isinstance(right, bytes)  # they are byte strings
        yield from _bent(name, sample, path, "E2.1", [("text", "north")])
        yield from _bent(
            name, sample, path, "E2.3", [("short", right[:-1]), ("long", right + b"\0")]
        )
    for path in BLOBS.get(name, ()):
        yield from _bent(name, sample, path, "E2.1", [("text", "north"), ("nil", None)])
        yield from _bent(name, sample, path, "ok", [("no-bytes", b"")])
    for path, low, high in NUMBERS.get(name, ()):
        yield from _bent(name, sample, path, "E2.1", [("flag", True), ("bytes", b"\1")])
        yield from _bent(name, sample, path, "E2.2", [("below", low - 1), ("above", high + 1)])
    for path in PAIRS.get(name, ()):
        yield from _bent(name, sample, path, "E2.1", [("number", 4)])
        yield from _bent(name, sample, path, "E2.5", [("single", (4,)), ("triple", (4, 4, 4))])
    for path in LISTS.get(name, ()):
        yield from _bent(name, sample, path, "E2.1", [("nil", None)])
        yield from _bent(name, sample, path, "E2.6", [("seven", ((0, 0),) * 7)])


def _bent(
    name: str, sample: Value, path: Path, clause: str, bends: Sequence[tuple[str, Value]]
) -> Iterator[Case]:
    place = "-".join(map(str, path))
    for word, bent in bends:
        body = encode(_with(sample, path, bent))
        yield _case(f"{name}-{place}-{word}", name, body, clause, f"field {place}: {word}")


def _most_bytes() -> Iterator[Case]:
    for name, head in (("deal", b"\x91"), ("draw", b"\x91"), ("shuffle", b"\x92\xc4\x00")):
        for size, clause in ((MOST_BYTES, "ok"), (MOST_BYTES + 1, "E2.4")):
            body = head + b"\xc5" + size.to_bytes(2, "big")
            case = _case(
                f"{name}-{size}-bytes", name, body, clause, f"a last field of {size} bytes"
            )
            yield case | {"fill": [0, size]}


def _slots() -> Iterator[Case]:
    a, b, cell = (0, 4), (0, 7), (0, 0)
    for word, slots in (("twice", (a, a)), ("descending", (b, a)), ("older-bag", ((1, 0), a))):
        yield _case(f"swap-{word}", "swap", encode((slots,)), "T7.1", "slots do not ascend")
        play = encode((slots, (cell, (0, 1)), PROOF))
        yield _case(f"play-{word}", "play", play, "T7.1", "slots do not ascend")
    more, fewer = encode(((a,), (cell, cell), PROOF)), encode(((a, b), (cell,), PROOF))
    yield _case("play-a-cell-more", "play", more, "T7.2", "two cells for one slot")
    yield _case("play-a-cell-less", "play", fewer, "T7.2", "one cell for two slots")
    yield _case("play-of-nothing", "play", encode(((), (), PROOF)), "T7.4", "no slot, no cell")
    yield _case("swap-of-nothing", "swap", encode(((),)), "T7.4", "no slot")


def _scores() -> Iterator[Case]:
    for word, scores in (("two", (1, 2)), ("four", (1, 2, 3, 4))):
        yield _case(f"seal-of-{word}", "seal", encode((scores,)), "E2.5", f"{word} scores of three")
    yield _case("seal-nil", "seal", encode((None,)), "E2.1", "no array of scores")


def _case(name: str, kind: str, body: bytes, expect: str, comment: str) -> Case:
    case: Case = {
        "id": f"body-{name}",
        "operation": "read body",
        "expect": expect,
        "comment": comment,
        "kind": int(SAMPLES[kind][0]),
        "body": body.hex(),
    }
    if kind == "seal":
        case["players"] = PLAYERS
    return case


def _at(value: Value, path: Path) -> Value:
    for place in path:
        assert isinstance(value, tuple)  # a path leads through arrays
        value = value[place]
    return value


def _with(value: Value, path: Path, bent: Value) -> Value:
    """*value* with another field at the end of *path*."""
    if not path:
        return bent
    assert isinstance(value, tuple)  # as above
    place, *rest = path
    return (*value[:place], _with(value[place], tuple(rest), bent), *value[place + 1 :])
