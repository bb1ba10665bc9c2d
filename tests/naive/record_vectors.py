"""How the second implementation takes the vectors of E and C: it returns, or raises `Refused`."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from tests.naive import record
from tests.naive.refused import require

Case = Mapping[str, Any]
"""A case as JSON gives it."""


def filled(case: Case, key: str) -> bytes:
    opening: str = case[key]
    byte, times = case.get("fill", ("", 0))
    return bytes.fromhex(opening + byte * times)


def written(value: record.Value) -> object:
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, int):
        return {"n": str(value)}
    if isinstance(value, str):
        return {"t": value}
    return {"b": value.hex()} if isinstance(value, bytes) else [written(one) for one in value]


def take_value(case: Case) -> None:
    value = record.read(filled(case, "encoded"))
    if "value" in case:
        assert written(value) == case["value"]


def take_field(case: Case) -> None:
    value = record.read(bytes.fromhex(case["encoded"]))
    match case["field"]:
        case {"type": "number", "low": low, "high": high}:
            record.number(value, low, high)
        case {"type": "boolean"}:
            record.flag(value)
        case {"type": "bytes", "size": size}:
            record.byte_string(value, size)
        case {"type": "blob", "size": size}:
            record.byte_string(value, at_most=size)
        case {"type": "text", "size": size}:
            record.text(value, size)
        case {"type": "array", "size": size}:
            record.array(value, size)
        case {"type": "list", "size": size}:
            record.array(value, at_most=size)
        case unknown:
            raise AssertionError(unknown)


def take_key(case: Case) -> None:
    assert record.key_of(bytes.fromhex(case["secret"])).hex() == case["key"]


def take_signature(case: Case) -> None:
    key, message, signature = (
        bytes.fromhex(case[name]) for name in ("key", "message", "signature")
    )
    record.verify(key, message, signature)


def take_signing(case: Case) -> None:
    secret, fields = bytes.fromhex(case["secret"]), case["entry"]
    game, author, after = (bytes.fromhex(fields[name]) for name in ("game", "author", "after"))
    body = fields["body"]
    content = bytes.fromhex(body if isinstance(body, str) else body[0] * body[1])
    require(author == record.key_of(secret), "C2.3")
    encoded = record.encode([1, game, author, fields["step"], after, fields["kind"], content])
    signature = record.sign(secret, b"p2pqwirkle/1 entry\x00" + encoded)
    require(len(record.encode([encoded, signature])) <= record.MAX_ENTRY, "C2.1")
    assert encoded.hex() == case["encoded"]
    assert signature.hex() == case["signature"]


def take_entry(case: Case) -> None:
    entry = record.read_entry(filled(case, "wire"))
    assert case["entry"] == {
        "game": entry.game.hex(),
        "author": entry.author.hex(),
        "step": entry.step,
        "after": entry.after.hex(),
        "kind": entry.kind,
        "body": entry.body.hex(),
    }


def take_digests(case: Case) -> None:
    digests = [record.digest_before(bytes.fromhex(case["game"]))]
    for step in case["steps"]:
        entries = [record.read_entry(bytes.fromhex(wire)) for wire in step]
        digests.append(record.digest_after(digests[-1], entries))
    assert [digest.hex() for digest in digests] == case["digests"]


def take_stories(case: Case) -> None:
    first, second = (record.read_entry(bytes.fromhex(wire)) for wire in case["wires"])
    record.check_one_story(first, second)


def take_record(case: Case) -> None:
    pairs, end, torn = record.read_record(bytes.fromhex(case["file"]))
    assert (len(pairs), end, torn) == (case["items"], case["end"], case["torn"])


def take_journal(case: Case) -> None:
    notes = record.read_journal(bytes.fromhex(case["file"]), bytes.fromhex(case["game"]))
    expected = case["notes"]
    if notes is None:
        assert expected is None
        return
    spoken = [record.read_entry(bytes.fromhex(wire)) for wire in expected["spoken"]]
    assert (notes.seed.hex(), notes.key_share.hex()) == (expected["seed"], expected["key_share"])
    assert notes.spoken == spoken


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
