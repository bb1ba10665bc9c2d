"""The real bytes that the specification of E and C shows are those that the package makes."""

import re
from itertools import takewhile
from pathlib import Path
from typing import Final

from p2pqwirkle.record.codec import decode, encode
from p2pqwirkle.record.entry import (
    Entry,
    GameId,
    first_digest,
    labelled_hash,
    read_signed_entry,
    sign_entry,
    step_digest,
)
from p2pqwirkle.record.identity import Identity

PROTOCOL: Final = Path(__file__).parents[2] / "protocol"


def samples(document: str) -> dict[str, bytes]:
    """The first indented block of *document*: names with bytes, over several lines if need be."""
    lines = (PROTOCOL / document).read_text(encoding="utf-8").splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("    "))
    written: dict[str, str] = {}
    name = ""
    for line in takewhile(lambda line: line.startswith("    "), lines[first:]):
        named = re.match(r" {4}([a-z]+) +(.*)", line)
        name, more = (named[1], named[2]) if named else (name, line)
        written[name] = written.get(name, "") + more
    return {name: bytes.fromhex(hexadecimal) for name, hexadecimal in written.items()}


def test_the_sample_of_e_is_the_value_that_stands_below_it() -> None:
    value = (1, -33, 300, "é", b"\x00\xff", (None, True, ()))

    assert samples("encoding.md") == {"array": encode(value)}
    assert decode(samples("encoding.md")["array"]) == value


def test_the_samples_of_c_follow_from_its_text() -> None:
    identity = Identity(labelled_hash(b"p2pqwirkle/1 vectors", b"north"))
    game = GameId(labelled_hash(b"p2pqwirkle/1 vectors", b"game"))
    entry = Entry(game, identity.player, 0, first_digest(game), 4, encode(()))
    signed = sign_entry(entry, identity)

    assert samples("record.md") == {
        "secret": identity.secret,
        "key": identity.player,
        "game": game,
        "start": first_digest(game),
        "entry": signed.encoded,
        "signature": signed.signature,
        "digest": step_digest(first_digest(game), [signed]),
    }


def test_the_sample_entry_is_read() -> None:
    shown = samples("record.md")
    wire = encode((shown["entry"], shown["signature"]))

    assert read_signed_entry(wire).entry.author == shown["key"]
