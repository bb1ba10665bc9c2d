"""The JavaScript verifier and the audit, given the same files, say the same."""

import random
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Final

import pytest

from p2pqwirkle.record.record import MAGIC, RecordReader
from tests.verifier.node import IS_HERE, VERIFIER, by_audit, by_node, without_words

GAMES: Final = VERIFIER.parent / "protocol" / "vectors" / "games"
SEED: Final = 5

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not IS_HERE, reason="needs node and `npm ci` in verifier/"),
]


def changed_records(record: bytes, chance: random.Random, count: int) -> Iterator[bytes]:
    """*record* with a byte changed, bytes cut off, or entries moved about."""
    items = list(RecordReader(BytesIO(record)))
    for number in range(count):
        match number % 4:
            case 0:
                changed = bytearray(record)
                changed[chance.randrange(len(record))] ^= 1 << chance.randrange(8)
                yield bytes(changed)
            case 1:
                yield record[: chance.randrange(len(record))]
            case 2:
                place = chance.randrange(len(items))
                yield file_of([*items[:place], items[chance.randrange(len(items))], *items[place:]])
            case _:
                place = chance.randrange(len(items) - 1)
                yield file_of([*items[:place], *items[place + 1 :]])


def file_of(items: list[bytes]) -> bytes:
    return MAGIC + b"".join(len(item).to_bytes(4, "big") + item for item in items)


@pytest.mark.parametrize(("game", "count"), [("stopped-in-a-turn", 8), ("left-alone", 4)])
def test_both_say_the_same_of_changed_records(tmp_path: Path, game: str, count: int) -> None:
    chance = random.Random(SEED)
    record = (GAMES / f"{game}.qwk").read_bytes()
    files = []
    for number, changed in enumerate(changed_records(record, chance, count)):
        files.append(tmp_path / f"{number}.qwk")
        files[-1].write_bytes(changed)

    reports = by_node(files)

    for file, report in zip(files, reports, strict=True):
        assert without_words(report) == without_words(by_audit(file.read_bytes())), file.name


def test_both_say_the_same_of_whole_games() -> None:
    """Those of all the others are compared with the same results by each side for itself."""
    files = [GAMES / f"{name}.qwk" for name in ("key-not-opened", "silent-at-the-end")]

    reports = by_node(files)

    for file, report in zip(files, reports, strict=True):
        assert report == by_audit(file.read_bytes())
