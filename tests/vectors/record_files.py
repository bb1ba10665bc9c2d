"""Vectors of files: records and journals (C5 to C7)."""

from io import BytesIO

from p2pqwirkle.record.codec import MAX_SIZE, encode
from p2pqwirkle.record.entry import GameId, SignedEntry, labelled_hash
from p2pqwirkle.record.journal import MAGIC as JOURNAL_MAGIC
from p2pqwirkle.record.record import MAGIC, RecordReader
from tests.forge import flipped, framed, raw_array, raw_bytes, record_of
from tests.vectors.record_kit import GAME, HONEST, NORTH, OTHER_GAME, SOUTH, case, named, said
from tests.vectors.text import Case, Json


def records() -> list[Case]:
    first, second = HONEST.wire, said(SOUTH, body=bytes(300)).wire
    whole = record_of([first, second])
    after_first = len(record_of([first]))
    return [
        *(
            _torn(f"record-cut-at-{size}", whole[:size])
            for size in (0, 1, 19, 20, 21, 24, 25, 26, 27, after_first - 1, after_first)
        ),
        *(
            _torn(f"record-cut-at-{size}", whole[:size])
            for size in (after_first + 4, after_first + 6, after_first + 7, len(whole) - 1)
        ),
        _torn("record", whole),
        _file("foreign-file", "C5.1", b"PK\x03\x04" + bytes(40)),
        _file("another-version", "C5.1", b"p2pqwirkle/2 record\x00"),
        _file("a-journal", "C5.1", JOURNAL_MAGIC),
        _file("one-wrong-byte", "C5.1", b"q"),
        *(
            _file(f"size-{size}", "C5.2", MAGIC + framed(first, size))
            for size in (0, 1, 68, MAX_SIZE + 1, 2**32 - 1)
        ),
        *(
            _file(f"size-off-by-{more}", "C5.3", MAGIC + framed(first, len(first) + more))
            for more in (-1, 1, 256, 65_536)
        ),
        _file("no-pair", "C5.3", MAGIC + framed(flipped(first, 0))),
        _file("text-in-the-pair", "C5.3", MAGIC + framed(flipped(first, 1, 0x1D))),
        _file("length-inside-changed", "C5.3", MAGIC + framed(flipped(first, 2, 1))),
        _file("huge-length-inside", "C5.3", MAGIC + framed(_huge())),
    ]


def _huge() -> bytes:
    return raw_array([raw_bytes(b"", 4, size=2**32 - 1), bytes(80)])


def _torn(name: str, written: bytes) -> Case:
    reader = RecordReader(BytesIO(written))
    items = len(list(reader))
    return _file(name, "ok", written) | {"items": items, "end": reader.end, "torn": reader.torn}


def _file(name: str, expect: str, written: bytes) -> Case:
    return case("read record", name, expect, file=written.hex())


def _note(kept: bytes, check: bytes | None = None) -> bytes:
    return framed(encode((kept, check or labelled_hash(b"p2pqwirkle/1 note", kept))))


def _spoken(signed: SignedEntry, about: bytes = b"") -> bytes:
    return _note(encode((about, signed.wire)))


def journals() -> list[Case]:
    seed, share = named("seed"), named("key share")
    secrets = encode((GAME, seed, share))
    begun = JOURNAL_MAGIC + _note(secrets)
    second = said(NORTH, 1)
    spoken = begun + _spoken(HONEST) + _spoken(second)
    other = said(NORTH, body=b"\x91\x01")
    first_two = [HONEST.wire.hex(), other.wire.hex()]
    elsewhere = said(NORTH, game=OTHER_GAME)
    return [
        _notes("journal-empty", b"", None),
        _notes("journal-no-note", begun[:-1], None),
        _notes("journal-begun", begun, {"spoken": []}),
        _notes("journal", spoken, {"spoken": [HONEST.wire.hex(), second.wire.hex()]}),
        _notes(
            "journal-answers",
            begun + _spoken(HONEST) + _spoken(other, b"a question"),
            {"spoken": first_two},
        ),
        _notes("journal-torn", spoken[:-1], {"spoken": [HONEST.wire.hex()]}),
        _bad_journal("note-changed", "C7.1", JOURNAL_MAGIC + _note(secrets, bytes(32))),
        _bad_journal("journal-another-game", "C7.2", begun, OTHER_GAME),
        _bad_journal("journal-entry-elsewhere", "C7.2", begun + _spoken(elsewhere)),
        _bad_journal(
            "journal-two-stories",
            "C7.3",
            begun + _spoken(HONEST) + _spoken(other),
        ),
        _bad_journal(
            "journal-two-answers",
            "C7.3",
            begun + _spoken(HONEST, b"a question") + _spoken(other, b"a question"),
        ),
        _bad_journal("journal-no-secrets", "E2.5", JOURNAL_MAGIC + _spoken(HONEST)),
        _bad_journal("journal-secrets-twice", "E2.5", begun + _note(secrets)),
        _bad_journal(
            "journal-seed-short", "E2.3", JOURNAL_MAGIC + _note(encode((GAME, seed[:31], share)))
        ),
        _bad_journal("journal-a-record", "C5.1", MAGIC),
    ]


def _notes(name: str, written: bytes, notes: dict[str, Json] | None) -> Case:
    secrets: dict[str, Json] = {"seed": named("seed").hex(), "key_share": named("key share").hex()}
    read = _bad_journal(name, "ok", written)
    return read | {"notes": None if notes is None else secrets | notes}


def _bad_journal(name: str, expect: str, written: bytes, game: GameId = GAME) -> Case:
    return case("read journal", name, expect, file=written.hex(), game=game.hex())
