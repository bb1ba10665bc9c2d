"""Vectors of entries, digests and contradictions (C2 to C4)."""

from collections.abc import Sequence
from dataclasses import replace

from p2pqwirkle.record.codec import encode
from p2pqwirkle.record.entry import (
    MAX_ENTRY_SIZE,
    SIGNATURE_PREFIX,
    Entry,
    SignedEntry,
    sign_entry,
    step_digest,
)
from tests.forge import (
    FORBIDDEN,
    entry_bytes,
    flipped,
    grind_signature,
    mixed_key,
    nested,
    plus_order,
    raw_array,
    raw_bytes,
    raw_int,
    scalar_of,
    sign_bytes,
    sign_with_nonce,
    wire_of,
    with_torsion,
)
from tests.vectors.record_kit import GAME, HONEST, NORTH, OTHER_GAME, SOUTH, START, case, said
from tests.vectors.text import Case, Json


def _fields(entry: Entry) -> dict[str, Json]:
    return {
        "game": entry.game.hex(),
        "author": entry.author.hex(),
        "step": entry.step,
        "after": entry.after.hex(),
        "kind": entry.kind,
        "body": entry.body.hex(),
    }


def signed() -> list[Case]:
    large = MAX_ENTRY_SIZE - len(said(NORTH, body=bytes(60_000)).wire) + 60_000
    entry = _fields(HONEST.entry)
    return [
        case(
            "sign entry",
            "entry-of-north",
            "ok",
            secret=NORTH.secret.hex(),
            entry=entry,
            encoded=HONEST.encoded.hex(),
            signature=HONEST.signature.hex(),
        ),
        case(
            "sign entry",
            "entry-one-byte-too-large",
            "C2.1",
            secret=NORTH.secret.hex(),
            entry=entry | {"body": ["00", large + 1]},
        ),
        case(
            "sign entry",
            "entry-of-another-author",
            "C2.3",
            secret=SOUTH.secret.hex(),
            entry=entry,
        ),
    ]


def _entry(name: str, expect: str, wire: bytes, comment: str = "") -> Case:
    written = case("read entry", name, expect, wire=wire.hex())
    return written | {"comment": comment} if comment else written


def _read(name: str, signed: SignedEntry, comment: str = "") -> Case:
    return _entry(name, "ok", signed.wire, comment) | {"entry": _fields(signed.entry)}


def entries() -> list[Case]:
    encoded, signature = HONEST.encoded, HONEST.signature
    message = SIGNATURE_PREFIX + encoded
    author = mixed_key(scalar_of(NORTH), 1)
    mixed = entry_bytes(replace(HONEST.entry, author=author))
    crafted = grind_signature(scalar_of(NORTH), SIGNATURE_PREFIX + mixed, key_part=1, r_part=1)
    last = replace(HONEST.entry, step=2**32 - 1, kind=255)
    return [
        _read("entry", HONEST),
        _read("entry-of-a-later-step", said(SOUTH, step=2)),
        _read("entry-last-step-last-kind", sign_entry(last, NORTH)),
        _read("entry-empty-body", said(NORTH, body=b""), "a fault, if any, is for T to find"),
        _read("entry-long-body", said(NORTH, body=bytes(300))),
        _read("entry-body-no-msgpack", said(NORTH, body=b"\xc1"), "the body is not decoded"),
        _entry("wire-too-large", "C2.1", b"") | {"fill": ["91", MAX_ENTRY_SIZE + 1]},
        _entry("wire-empty", "E1.2", b""),
        _entry("wire-no-array", "E2.1", encode(encoded)),
        _entry("wire-unsigned", "E2.5", encode((encoded,))),
        _entry("wire-of-three", "E2.5", encode((encoded, signature, None))),
        _entry("wire-signature-short", "E2.3", wire_of(encoded, signature[:63])),
        _entry("wire-signature-nil", "E2.1", encode((encoded, None))),
        _entry("wire-entry-not-wrapped", "E2.1", raw_array([encoded, encode(signature)])),
        _entry("wire-goes-on", "E1.6", HONEST.wire + b"\x00"),
        _entry("wire-longer-form", "E1.7", raw_array([raw_bytes(encoded, 2), encode(signature)])),
        _entry("author-mixed-order", "C1.2", wire_of(mixed, crafted)),
        _entry("signature-r-mixed", "C1.3", wire_of(encoded, _mixed_r(signature))),
        _entry(
            "signature-s-plus-q",
            "C1.4",
            wire_of(encoded, signature[:32] + plus_order(signature[32:])),
        ),
        _entry("signature-by-another", "C1.5", wire_of(encoded, SOUTH.sign(message))),
        _entry("signature-without-prefix", "C1.5", wire_of(encoded, NORTH.sign(encoded))),
        _entry(
            "signature-other-prefix",
            "C1.5",
            wire_of(encoded, NORTH.sign(b"p2pqwirkle/2 entry\x00" + encoded)),
        ),
        _entry("entry-changed-below-signature", "C1.5", wire_of(flipped(encoded, 5), signature)),
    ]


def _mixed_r(signature: bytes) -> bytes:
    return with_torsion(signature[:32]) + signature[32:]


def heads() -> list[Case]:
    bent: dict[str, list[tuple[str, bytes]]] = {
        "version": [
            ("C2.2", encode(0)),
            ("C2.2", encode(2)),
            ("E2.1", encode("1")),
            ("E2.1", encode(value=True)),
            ("E2.2", encode(-1)),
            ("E1.7", raw_int(1, 1)),
        ],
        "game": [("E2.1", encode("g" * 32)), ("E2.3", encode(GAME[:31]))],
        "author": [("E2.1", encode(None)), ("E2.3", encode(NORTH.player + b"\x00"))],
        "step": [
            ("E2.1", encode(None)),
            ("E2.2", encode(-1)),
            ("E2.2", encode(2**32)),
            ("E1.3", FORBIDDEN["a float of 64 bits"]),
            ("E1.7", raw_int(0, 4)),
        ],
        "after": [("E2.1", encode(())), ("E2.3", encode(b""))],
        "kind": [("E2.1", encode("play")), ("E2.2", encode(256)), ("E2.2", encode(-1))],
        "body": [
            ("E2.1", encode(())),
            ("E1.3", FORBIDDEN["an empty map"]),
            ("E1.2", raw_bytes(b"", 4, size=2**32 - 1)),
        ],
    }
    shapes: dict[str, tuple[str, bytes]] = {
        "nothing": ("E1.2", b""),
        "number": ("E2.1", encode(1)),
        "empty-array": ("E2.1", encode(())),
        "too-short": ("E2.5", encode((1, GAME))),
        "too-long": ("E2.5", b"\x98" + HONEST.encoded[1:] + encode(None)),
        "goes-on": ("E1.6", HONEST.encoded + encode(None)),
        "nine-deep": ("E1.4", nested(9)),
        "another-version-another-shape": ("C2.2", encode((2, "what it likes"))),
    }
    comment = "signed by its author all the same"
    return [
        *(
            _entry(
                f"{field}-bent-{number}",
                clause,
                sign_bytes(entry_bytes(HONEST.entry, **{field: encoded}), NORTH),
                comment,
            )
            for field, lies in bent.items()
            for number, (clause, encoded) in enumerate(lies, start=1)
        ),
        *(
            _entry(f"head-{name}", clause, sign_bytes(encoded, NORTH), comment)
            for name, (clause, encoded) in shapes.items()
        ),
    ]


def digests() -> list[Case]:
    south = said(SOUTH)
    resigned = _another_signature(HONEST)
    return [
        _chain("no-step", []),
        _chain("one-step", [[HONEST]]),
        _chain("two-seats", [[HONEST, south]]),
        _chain("three-steps", [[HONEST], [said(NORTH, 1)], [said(NORTH, 2)]]),
        _chain("another-signature", [[resigned]], "the same digest as one-step"),
    ]


def _another_signature(signed: SignedEntry) -> SignedEntry:
    message = SIGNATURE_PREFIX + signed.encoded
    return replace(signed, signature=sign_with_nonce(scalar_of(NORTH), message, nonce=5))


def _chain(name: str, steps: Sequence[Sequence[SignedEntry]], comment: str = "") -> Case:
    digests = [START]
    for step in steps:
        digests.append(step_digest(digests[-1], sorted(step, key=lambda one: one.entry.author)))
    written = case(
        "digests",
        name,
        "ok",
        game=GAME.hex(),
        steps=[[signed.wire.hex() for signed in step] for step in steps],
        digests=[digest.hex() for digest in digests],
    )
    return written | {"comment": comment} if comment else written


def stories() -> list[Case]:
    elsewhere = said(NORTH, body=b"\x91\x01", game=OTHER_GAME)
    others = {
        "same-bytes": ("ok", HONEST),
        "same-bytes-another-signature": ("ok", _another_signature(HONEST)),
        "another-author": ("ok", said(SOUTH, body=b"\x91\x01")),
        "another-step": ("ok", said(NORTH, 1, body=b"\x91\x01")),
        "another-game": ("ok", elsewhere),
        "another-body": ("C4.1", said(NORTH, body=b"\x91\x01")),
        "another-kind": ("C4.1", said(NORTH, kind=5)),
        "another-step-number": ("C4.1", sign_entry(replace(HONEST.entry, step=1), NORTH)),
    }
    return [
        case("compare", name, expect, wires=[HONEST.wire.hex(), other.wire.hex()])
        for name, (expect, other) in others.items()
    ]
