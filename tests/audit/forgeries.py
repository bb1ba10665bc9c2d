"""Entries of a real game, bent at random and signed again with their author's real key.

Two implementations of the audit must say the same of each, whatever it is.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Final

from p2pqwirkle.bag.group import Edwards25519
from p2pqwirkle.record.codec import Value, decode, encode
from p2pqwirkle.record.entry import Digest, Entry, read_signed_entry
from p2pqwirkle.record.identity import Identity, PlayerId
from tests.audit.mutants import report_on
from tests.forge import NOT_CANONICAL, SMALL_ORDER, entry_bytes, plus_order, record_of, sign_bytes
from tests.naive.audit import audit as naive_audit
from tests.naive.curve import Q

STRANGE: Final[tuple[Value, ...]] = (
    *(
        None,
        True,
        False,
        0,
        1,
        5,
        6,
        7,
        107,
        108,
        127,
        128,
        255,
        256,
        -1,
        -127,
        -128,
        65_535,
        65_536,
    ),
    *(
        2**31 - 1,
        2**31,
        2**63,
        "",
        "north",
        b"",
        bytes(32),
        bytes(64),
        b"\x01" + bytes(31),
        (),
        ((),),
    ),
)
"""Values at the edges of what bodies hold, or beyond."""


def spoilt(
    random: Random, wires: Sequence[bytes], entry: int, identities: Mapping[PlayerId, Identity]
) -> bytes:
    """A record that ends with a forgery in place of that entry of *wires*."""
    author = read_signed_entry(wires[entry]).entry.author
    return record_of([*wires[:entry], forge(random, wires[entry], identities[author])])


def assert_both_agree(record: bytes) -> None:
    """The package and the second implementation say the same of *record*."""
    ours, theirs = report_on(record, Edwards25519()), naive_audit(record)
    findings = [(one.seat, one.clause, one.entry) for one in ours.faults]
    assert (ours.verdict.value, findings) == (theirs.verdict, list(map(tuple, theirs.findings)))


def forge(random: Random, wire: bytes, identity: Identity) -> bytes:
    """The entry in *wire* with something in it changed, signed by *identity*, its author."""
    entry = read_signed_entry(wire).entry
    bent = random.choice((_flipped, _resized, _rebuilt, _rebuilt, _patched, _placed))(random, entry)
    return sign_bytes(entry_bytes(bent), identity)


def _flipped(random: Random, entry: Entry) -> Entry:
    body = bytearray(entry.body)
    body[random.randrange(len(body))] ^= 1 << random.randrange(8)
    return replace(entry, body=bytes(body))


def _resized(random: Random, entry: Entry) -> Entry:
    end = random.randrange(len(entry.body) + 1)
    return replace(entry, body=random.choice((entry.body[:end], entry.body + random.randbytes(2))))


def _rebuilt(random: Random, entry: Entry) -> Entry:
    """Another value somewhere in the body."""
    return replace(entry, body=encode(_mutated(random, decode(entry.body))))


def _mutated(random: Random, value: Value) -> Value:
    if isinstance(value, tuple) and value and random.random() < 0.8:
        place = random.randrange(len(value))
        return (*value[:place], _mutated(random, value[place]), *value[place + 1 :])
    if isinstance(value, tuple) and value:
        return random.choice((value[:-1], (*value, value[-1]), value[::-1], random.choice(STRANGE)))
    if isinstance(value, int) and random.random() < 0.5:
        return value + random.choice((-1, 1))
    if isinstance(value, bytes) and random.random() < 0.5:
        return random.choice((value[:-1], value + b"\0", value[::-1]))
    return random.choice(STRANGE)


def _patched(random: Random, entry: Entry) -> Entry:
    """Something that is refused as an element or as a scalar, where one may stand."""
    return replace(entry, body=encode(_with_piece(random, decode(entry.body))))


def _with_piece(random: Random, value: Value) -> Value:
    if isinstance(value, tuple):
        strings = [place for place, one in enumerate(value) if isinstance(one, bytes | tuple)]
        if not strings:
            return value
        place = random.choice(strings)
        return (*value[:place], _with_piece(random, value[place]), *value[place + 1 :])
    if not isinstance(value, bytes) or len(value) < 32:
        return value
    start = 32 * random.randrange(len(value) // 32)
    piece = value[start : start + 32]
    return value[:start] + random.choice(_pieces(random, piece)) + value[start + 32 :]


def _pieces(random: Random, piece: bytes) -> list[bytes]:
    scalar = int.from_bytes(piece, "little")
    raised = [plus_order(piece)] if scalar < Q else []
    return [random.choice(SMALL_ORDER), random.choice(NOT_CANONICAL), bytes(32), *raised]


def _placed(random: Random, entry: Entry) -> Entry:
    """Another step, kind or history."""
    return random.choice(
        (
            replace(entry, step=max(0, entry.step + random.choice((-1, 1)))),
            replace(entry, kind=random.choice((*range(15), 255))),
            replace(entry, after=Digest(random.randbytes(32))),
        )
    )
