"""The JavaScript verifier and the audit, given the same files, say the same."""

import json
import random
import subprocess
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from shutil import which
from typing import Any, Final

import pytest

from p2pqwirkle.audit.replay import audit
from p2pqwirkle.bag.group import Edwards25519
from p2pqwirkle.record.record import MAGIC, RecordReader

ROOT: Final = Path(__file__).parents[2]
GAMES: Final = ROOT / "protocol" / "vectors" / "games"
VERIFIER: Final = ROOT / "verifier"
NODE: Final = which("node")
SEED: Final = 5

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        NODE is None or not (VERIFIER / "node_modules" / "@noble").exists(),
        reason="needs node and `npm ci` in verifier/",
    ),
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


def without_words(report: dict[str, Any]) -> dict[str, Any]:
    """A report without what is meant for developers."""
    faults = [{**fault, "detail": None} for fault in report["faults"]]
    return {**report, "faults": faults}


def by_node(files: list[Path]) -> list[dict[str, Any]]:
    done = subprocess.run(
        [str(NODE), "verify.js", *map(str, files)],
        cwd=VERIFIER,
        capture_output=True,
        check=False,
        timeout=600,
    )
    reports: list[dict[str, Any]] = json.loads(done.stdout)
    return reports


@pytest.mark.parametrize(("game", "count"), [("stopped-in-a-turn", 24), ("left-alone", 12)])
def test_both_say_the_same_of_changed_records(tmp_path: Path, game: str, count: int) -> None:
    chance = random.Random(SEED)
    record = (GAMES / f"{game}.qwk").read_bytes()
    files = []
    for number, changed in enumerate(changed_records(record, chance, count)):
        files.append(tmp_path / f"{number}.qwk")
        files[-1].write_bytes(changed)

    reports = by_node(files)

    for file, report in zip(files, reports, strict=True):
        told = audit(BytesIO(file.read_bytes()), Edwards25519()).as_json()
        assert without_words(report) == without_words(json.loads(json.dumps(told))), file.name


def test_both_say_the_same_of_whole_games() -> None:
    names = ("two-players", "key-not-opened", "left-alone", "silent-at-the-end")
    files = [GAMES / f"{name}.qwk" for name in names]

    reports = by_node(files)

    for file, report in zip(files, reports, strict=True):
        told = audit(BytesIO(file.read_bytes()), Edwards25519()).as_json()
        assert report == json.loads(json.dumps(told))
