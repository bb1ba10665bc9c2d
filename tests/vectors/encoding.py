"""The vectors of E: `python -m tests.vectors.encoding` writes them, the tests read them."""

from typing import Final

from p2pqwirkle.record.codec import MAX_DEPTH, MAX_SIZE, Value, encode
from tests.forge import (
    FORBIDDEN,
    NOT_UTF8,
    longer_forms,
    nested,
    raw_array,
    raw_bytes,
    raw_int,
    raw_text,
)
from tests.vectors.text import Case, Json, write

VALUES: Final[dict[str, Value]] = {
    "nil": None,
    "false": False,
    "true": True,
    "zero": 0,
    "largest-in-one-byte": 127,
    "smallest-u8": 128,
    "largest-u8": 2**8 - 1,
    "smallest-u16": 2**8,
    "largest-u16": 2**16 - 1,
    "smallest-u32": 2**16,
    "largest-u32": 2**32 - 1,
    "smallest-u64": 2**32,
    "largest-number": 2**64 - 1,
    "minus-one": -1,
    "lowest-in-one-byte": -32,
    "highest-i8": -33,
    "lowest-i8": -(2**7),
    "highest-i16": -(2**7) - 1,
    "lowest-i16": -(2**15),
    "highest-i32": -(2**15) - 1,
    "lowest-i32": -(2**31),
    "highest-i64": -(2**31) - 1,
    "lowest-number": -(2**63),
    "empty-text": "",
    "text-beyond-ascii": "Žofie 🀄",
    "text-of-31-bytes": "a" * 31,
    "text-of-32-bytes": "a" * 32,
    "text-of-256-bytes": "é" * 128,
    "text-not-normalised": "e\u0301",
    "no-bytes": b"",
    "bytes-that-are-no-text": b"\xff\x00",
    "255-bytes": b"\x5a" * 255,
    "256-bytes": b"\x5a" * 256,
    "empty-array": (),
    "array-of-15": (0,) * 15,
    "array-of-16": (0,) * 16,
    "mixed-array": (1, -33, 300, "é", b"\x00\xff", (None, True, ())),
}
SAMPLE: Final = encode(VALUES["mixed-array"])


WHAT: Final = (
    "read value: read the bytes; fill, where there is one, is a byte that follows them so many "
    "times. They are the value, and encoding the value gives them back. In a value, a number is "
    "{n: decimal digits}, a text {t: text}, a byte string {b: hex}; null, false, true and arrays "
    "are themselves. "
    "read field: read the bytes, then the value as a field of that type: number, from low to high; "
    "boolean; bytes, exactly size; blob, at most size bytes; text, at most size bytes; array, "
    "exactly size values; list, an array of at most size values. "
    "expect ok: it is so; else refuse with that clause."
)


def document() -> Json:
    """The content of protocol/vectors/encoding.json."""
    return {
        "section": "encoding",
        "what": WHAT,
        "cases": [*_accepted(), *_refused(), *_fields()],
    }


def tagged(value: Value) -> Json:
    """*value* in the words of the vectors."""
    match value:
        case None | bool():
            return value
        case int():
            return {"n": str(value)}
        case str():
            return {"t": value}
        case bytes():
            return {"b": value.hex()}
        case _:
            return [tagged(inner) for inner in value]


def _accepted() -> list[Case]:
    cases: list[Case] = [
        _case(name, "ok", encode(value)) | {"value": tagged(value)}
        for name, value in VALUES.items()
    ]
    return [
        *cases,
        _case("eight-deep", "ok", nested(MAX_DEPTH)) | {"value": _deep(MAX_DEPTH)},
        _filled("largest-value", "ok", raw_bytes(b"", 4, size=MAX_SIZE - 5), "5a", MAX_SIZE - 5),
    ]


def _deep(depth: int) -> Json:
    return [] if depth == 1 else [_deep(depth - 1)]


def _refused() -> list[Case]:
    return [
        _filled("too-large", "E1.1", raw_bytes(b"", 4, size=MAX_SIZE - 4), "5a", MAX_SIZE - 4),
        *(_case(f"cut-after-{size}", "E1.2", SAMPLE[:size]) for size in range(len(SAMPLE))),
        _case("four-gigabytes-announced", "E1.2", raw_bytes(b"", 4, size=2**32 - 1)),
        _case("a-text-of-four-gigabytes", "E1.2", raw_text(b"", 4, size=2**32 - 1)),
        _case("four-thousand-million-values", "E1.2", raw_array([], 4, length=2**32 - 1)),
        _case("one-value-too-few", "E1.2", raw_array([encode(1)] * 15, 2, length=16)),
        _case("one-value-too-few-and-one-unknown", "E1.2", raw_array([b"\xc1"], length=2)),
        _case("one-array-too-deep-and-too-long", "E1.4", nested(MAX_DEPTH)[:-1] + b"\x91\x91"),
        *(_case(_dashed(name), "E1.3", encoded) for name, encoded in FORBIDDEN.items()),
        *(
            _case(f"{_dashed(name)}-inside", "E1.3", raw_array([encode(1), encoded]))
            for name, encoded in FORBIDDEN.items()
        ),
        _case("nine-deep", "E1.4", nested(MAX_DEPTH + 1)),
        _filled("a-hundred-thousand-deep", "E1.4", b"", "91", 100_000),
        *(_case(_dashed(name), "E1.5", encoded) for name, encoded in NOT_UTF8.items()),
        _case("a-nil-after-it", "E1.6", SAMPLE + encode(None)),
        _case("the-value-twice", "E1.6", SAMPLE * 2),
        *_longer(),
    ]


def _longer() -> list[Case]:
    cases = [
        _case(f"{name}-longer-{number}", "E1.7", form)
        for name, value in VALUES.items()
        if name != "mixed-array"
        for number, form in enumerate(longer_forms(value), start=1)
    ]
    inside = raw_array([encode(1), raw_array([raw_int(5, 1)])])
    return [*cases, _case("longer-inside", "E1.7", inside)]


def _fields() -> list[Case]:
    number: Json = {"type": "number", "low": 0, "high": 9}
    negative: Json = {"type": "number", "low": -5, "high": -1}
    return [
        _field("number-lowest", "ok", number, 0),
        _field("number-highest", "ok", number, 9),
        _field("number-too-low", "E2.2", number, -1),
        _field("number-too-high", "E2.2", number, 10),
        _field("number-negative", "ok", negative, -5),
        _field("number-not-negative", "E2.2", negative, 0),
        *_mistaken("number", number, [None, False, True, "1", b"\x01", (1,)]),
        _field("a-boolean", "ok", {"type": "boolean"}, value=False),
        *_mistaken("boolean", {"type": "boolean"}, [None, 0, 1, "", b"", ()]),
        *_sized("bytes", [b"ab"], {"E2.3": [b"", b"a", b"abc"]}),
        *_mistaken("bytes", {"type": "bytes", "size": 2}, [None, 0, "ab", (1, 2)]),
        *_sized("blob", [b"", b"ab"], {"E2.4": [b"abc"]}),
        *_mistaken("blob", {"type": "blob", "size": 2}, [None, 0, "ab", (1, 2)]),
        *_sized("text", ["", "ab", "é"], {"E2.4": ["abc", "aé"]}),
        *_mistaken("text", {"type": "text", "size": 2}, [None, 0, b"ab", ("a", "b")]),
        *_sized("array", [(1, 2), ((), None)], {"E2.5": [(), (1,), (1, 2, 3)]}),
        *_mistaken("array", {"type": "array", "size": 2}, [None, 2, "ab", b"ab"]),
        *_sized("list", [(), (1, 2)], {"E2.6": [(1, 2, 3)]}),
        *_mistaken("list", {"type": "list", "size": 2}, [None, 2, "ab", b"ab"]),
    ]


def _sized(kind: str, accepted: list[Value], refused: dict[str, list[Value]]) -> list[Case]:
    field: Json = {"type": kind, "size": 2}
    expected = [("ok", value) for value in accepted]
    expected += [(clause, value) for clause, values in refused.items() for value in values]
    return [
        _field(f"{kind}-{number}", expect, field, value)
        for number, (expect, value) in enumerate(expected, start=1)
    ]


def _mistaken(kind: str, field: Json, values: list[Value]) -> list[Case]:
    return [
        _field(f"no-{kind}-{number}", "E2.1", field, value)
        for number, value in enumerate(values, 1)
    ]


def _field(name: str, expect: str, field: Json, value: Value) -> Case:
    encoded = encode(value).hex()
    return {
        "id": name,
        "expect": expect,
        "operation": "read field",
        "field": field,
        "encoded": encoded,
    }


def _case(name: str, expect: str, encoded: bytes) -> Case:
    return {"id": name, "expect": expect, "operation": "read value", "encoded": encoded.hex()}


def _filled(name: str, expect: str, encoded: bytes, byte: str, times: int) -> Case:
    return _case(name, expect, encoded) | {"fill": [byte, times]}


def _dashed(name: str) -> str:
    return name.replace(" ", "-")


if __name__ == "__main__":
    write("encoding.json", document())
