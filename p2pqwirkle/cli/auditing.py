"""Records from files: audited here or by helpers of this program, with a word on how far it is."""

import os
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from io import BytesIO
from multiprocessing import get_context
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Final, Self

from p2pqwirkle.audit.replay import Witness, audit
from p2pqwirkle.audit.report import Finding, Report, Verdict
from p2pqwirkle.bag.group import Edwards25519
from p2pqwirkle.record.entry import SignedEntry
from p2pqwirkle.record.record import MAGIC
from p2pqwirkle.table.standing import Standing
from p2pqwirkle.words import sentence, speak, spoken

NO_CLAUSE: Final = ""
"""Of a file that cannot be opened: no clause of the protocol is about that."""
_FAMILY: Final = b"p2pqwirkle/"
"""What the records of all versions begin with."""
_INTERVAL: Final = 0.1
"""Seconds between two words on how far it is."""


@dataclass(frozen=True, slots=True)
class Audited:
    """What came of one file.

    Attributes:
        seconds: how long it took.
        version: the protocol's version that the file names, if it is another one.
        size: bytes of the file.
    """

    file: str
    report: Report
    seconds: float = 0.0
    version: str | None = None
    size: int = 0

    @property
    def is_missing(self) -> bool:
        """Whether there is no file that could be read."""
        return any(finding.clause == NO_CLAUSE for finding in self.report.faults)


def audit_files(files: Sequence[str]) -> Iterator[Audited]:
    """Audit *files*, several of them at once, and give the results in their order."""
    if len(files) == 1:
        yield audit_file(files[0])
        return
    workers = min(len(files), _processors())
    with (
        Progress() as progress,
        _helpers(workers) as pool,
    ):
        for count, audited in enumerate(pool.map(audit_quietly, files)):
            progress.say("audit.progress-files", done=count + 1, files=len(files))
            yield audited


def _helpers(count: int) -> ProcessPoolExecutor:
    """Processes that speak the language of this one."""
    spawn = get_context("spawn")
    return ProcessPoolExecutor(count, spawn, initializer=speak, initargs=(spoken(),))


def audit_file(file: str) -> Audited:
    """Audit *file*, with a word on how far it is."""
    with Progress() as progress:
        return _open_and_audit(file, progress)


def audit_quietly(file: str) -> Audited:
    """Audit *file*, as a helper does."""
    return _open_and_audit(file, None)


def audit_bytes(file: str, record: bytes, witness: Witness) -> Audited:
    """Audit what was read from *file*, with a word on how far it is, while *witness* looks on."""
    with Progress() as progress:
        return _audit(file, BytesIO(record), len(record), _Watch(progress, witness))


def missing(file: str, error: OSError) -> Audited:
    """What comes of a file that cannot be read."""
    reason = sentence("audit.no-file", file=file, reason=error.strerror or error)
    finding = Finding(None, None, NO_CLAUSE, None, reason)
    return Audited(file, Report(Verdict.UNREADABLE, faults=(finding,)))


def _open_and_audit(file: str, progress: "Progress | None") -> Audited:
    try:
        with open(file, "rb") as stream:  # noqa: PTH123 - a Path would tidy what was given
            size = os.fstat(stream.fileno()).st_size
            return _audit(file, stream, size, _Watch(progress))
    except OSError as error:
        return missing(file, error)


def _audit(file: str, stream: BinaryIO, size: int, watch: "_Watch") -> Audited:
    started = time.perf_counter()
    version = _other_version(stream)
    watch.follow(stream, size)
    report = audit(stream, Edwards25519(), watch)
    return Audited(file, report, time.perf_counter() - started, version, size)


def _other_version(stream: BinaryIO) -> str | None:
    begin = stream.read(len(MAGIC))
    stream.seek(0)
    if not begin.startswith(_FAMILY) or MAGIC.startswith(begin):
        return None
    version = begin.removeprefix(_FAMILY).split(b" ")[0]
    return version.decode() if version.isdigit() and int(version) > 1 else None


def _processors() -> int:
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@dataclass(slots=True)
class _Watch:
    """Looks on while a record is audited, and says how far it is."""

    progress: "Progress | None"
    witness: Witness | None = None
    _stream: BinaryIO | None = None
    _size: int = 1
    _entries: int = 0

    def follow(self, stream: BinaryIO, size: int) -> None:
        """Measure how far it is by the place in *stream*, of *size* bytes."""
        self._stream, self._size = stream, max(1, size)

    def __call__(self, before: Standing, signed: SignedEntry, after: Standing) -> None:
        self._entries += 1
        if self.witness is not None:
            self.witness(before, signed, after)
        if self.progress is not None and self._stream is not None:
            percent = 100 * self._stream.tell() // self._size
            self.progress.say("audit.progress", entries=self._entries, percent=percent)


@dataclass(slots=True)
class Progress:
    """One line on standard error that is written over, if somebody is looking at it."""

    _last: float = field(default=0.0, repr=False)
    _width: int = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._write("")

    def say(self, key: str, **fields: object) -> None:
        """Say how far it is, but not too often."""
        now = time.monotonic()
        if sys.stderr.isatty() and now - self._last >= _INTERVAL:
            self._last = now
            self._write(sentence(key, **fields))

    def _write(self, text: str) -> None:
        if self._width or text:
            blank = " " * (self._width - len(text))
            sys.stderr.write(f"\r{text}{blank}\r" if not text else f"\r{text}{blank}")
            sys.stderr.flush()
            self._width = len(text)


def write_new(path: Path, text: str) -> None:
    """Write a file that must not be there yet.

    Raises:
        OSError: it is there, or cannot be written.
    """
    with path.open("x", encoding="utf-8", newline="\n") as stream:
        stream.write(text)
