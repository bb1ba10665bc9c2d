"""How the package takes the vectors of E and C: it returns, or raises `Breach`."""

from collections.abc import Callable, Mapping
from io import BytesIO
from typing import Any, Final

from p2pqwirkle.errors import Breach
from p2pqwirkle.record.codec import (
    Value,
    decode,
    encode,
    read_array,
    read_blob,
    read_bytes,
    read_flag,
    read_int,
    read_list,
    read_text,
)
from p2pqwirkle.record.entry import (
    Digest,
    Entry,
    GameId,
    contradict,
    first_digest,
    read_signed_entry,
    sign_entry,
    step_digest,
)
from p2pqwirkle.record.identity import Identity, PlayerId, verify_signature
from p2pqwirkle.record.journal import read_journal
from p2pqwirkle.record.record import RecordReader
from tests.vectors.encoding import tagged

Case = Mapping[str, Any]
"""A case as JSON gives it."""


def filled(case: Case, key: str) -> bytes:
    """The bytes under *key*, with those that the case says follow."""
    opening: str = case[key]
    byte, times = case.get("fill", ("", 0))
    return bytes.fromhex(opening + byte * times)


def take_value(case: Case) -> None:
    encoded = filled(case, "encoded")
    value = decode(encoded)
    assert encode(value) == encoded
    if "value" in case:
        assert tagged(value) == case["value"]


def take_field(case: Case) -> None:
    value = decode(bytes.fromhex(case["encoded"]))
    field = case["field"]
    size = field.get("size", 0)
    readers: dict[str, Callable[[], Value]] = {
        "number": lambda: read_int(value, field["low"], field["high"]),
        "boolean": lambda: read_flag(value),
        "bytes": lambda: read_bytes(value, size),
        "blob": lambda: read_blob(value, size),
        "text": lambda: read_text(value, size),
        "array": lambda: read_array(value, size),
        "list": lambda: read_list(value, size),
    }
    assert readers[field["type"]]() == value


def take_key(case: Case) -> None:
    assert Identity(bytes.fromhex(case["secret"])).player.hex() == case["key"]


def take_signature(case: Case) -> None:
    key, message, signature = (
        bytes.fromhex(case[name]) for name in ("key", "message", "signature")
    )
    verify_signature(PlayerId(key), message, signature)


def entry_of(fields: Case) -> Entry:
    body = fields["body"]
    return Entry(
        game=GameId(bytes.fromhex(fields["game"])),
        author=PlayerId(bytes.fromhex(fields["author"])),
        step=fields["step"],
        after=Digest(bytes.fromhex(fields["after"])),
        kind=fields["kind"],
        body=bytes.fromhex(body if isinstance(body, str) else body[0] * body[1]),
    )


def take_signing(case: Case) -> None:
    signed = sign_entry(entry_of(case["entry"]), Identity(bytes.fromhex(case["secret"])))
    assert signed.encoded.hex() == case["encoded"]
    assert signed.signature.hex() == case["signature"]


def take_entry(case: Case) -> None:
    wire = filled(case, "wire")
    signed = read_signed_entry(wire)
    assert signed.entry == entry_of(case["entry"])
    assert signed.wire == wire


def take_digests(case: Case) -> None:
    digests = [first_digest(GameId(bytes.fromhex(case["game"])))]
    for step in case["steps"]:
        said = [read_signed_entry(bytes.fromhex(wire)) for wire in step]
        by_seat = sorted(said, key=lambda signed: signed.entry.author)
        digests.append(step_digest(digests[-1], by_seat))
    assert [digest.hex() for digest in digests] == case["digests"]


def take_stories(case: Case) -> None:
    first, second = (read_signed_entry(bytes.fromhex(wire)) for wire in case["wires"])
    assert contradict(first, second) == contradict(second, first)
    if contradict(first, second):
        # The package answers a question here; the referee makes the fault of it.
        raise Breach("C4.1", "two stories")


def take_record(case: Case) -> None:
    reader = RecordReader(BytesIO(bytes.fromhex(case["file"])))
    items = len(list(reader))
    assert (items, reader.end, reader.torn) == (case["items"], case["end"], case["torn"])


def take_journal(case: Case) -> None:
    notes = read_journal(BytesIO(bytes.fromhex(case["file"])), GameId(bytes.fromhex(case["game"])))
    expected = case["notes"]
    if notes is None:
        assert expected is None
        return
    assert notes.seed.hex() == expected["seed"]
    assert notes.key_share.hex() == expected["key_share"]
    assert [one.signed.wire.hex() for one in notes.spoken] == expected["spoken"]


TAKE: Final[Mapping[str, Callable[[Case], None]]] = {
    "read value": take_value,
    "read field": take_field,
    "key": take_key,
    "verify": take_signature,
    "sign entry": take_signing,
    "read entry": take_entry,
    "digests": take_digests,
    "compare": take_stories,
    "read record": take_record,
    "read journal": take_journal,
}
