"""The data directory: who one is, and the games one has played.

Secrets are for their owner alone.  A file counts as written when it and, if it is new, its folder
have reached the disk.
"""

import contextlib
import os
import secrets
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, Final

from platformdirs import user_data_path

from p2pqwirkle.cli.exits import Exit, ExitCode
from p2pqwirkle.record.entry import GameId
from p2pqwirkle.record.identity import KEY_SIZE, Identity
from p2pqwirkle.record.journal import Journal, Notes
from p2pqwirkle.record.record import RecordWriter
from p2pqwirkle.table.table import Table

VARIABLE: Final = "P2PQWIRKLE_DATA"
OWNER_ONLY: Final = 0o600
FOLDER_MODE: Final = 0o700
_BINARY: Final = getattr(os, "O_BINARY", 0)
"""Windows would change line ends without it."""


@dataclass(slots=True)
class GameFiles:
    """The files of one game, open for writing.

    Attributes:
        path: where the record is.
        table: our replica as it was, if the game is gone on with.
        turns: how many turns were made in it before.
    """

    path: Path
    record: RecordWriter
    journal: Journal
    _streams: tuple[BinaryIO, BinaryIO] = field(repr=False)
    table: Table | None = field(default=None, repr=False)
    turns: int = 0

    def close(self, *, finished: bool) -> None:
        """Close them; of a *finished* game the record is of use, and all else is deleted."""
        for stream in self._streams:
            stream.close()
        if finished:
            self.path.with_suffix(".journal").unlink()
            self.path.with_suffix(".where").unlink(missing_ok=True)


class DataFolder:
    """A data directory that this process, and no other, uses."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def identity(self) -> Identity:
        """Who we are; made up the first time.

        Raises:
            Exit: the file is damaged, or cannot be read or written.
        """
        path = self.path / "identity"
        try:
            if not path.exists():
                write_whole(path, secrets.token_bytes(KEY_SIZE))
            secret = path.read_bytes()
        except OSError as error:
            raise cannot_be_used(self.path, error) from error
        if len(secret) != KEY_SIZE:
            raise Exit(ExitCode.UNREADABLE, "damaged-identity", path=path)
        return Identity(secret)

    def new_game(self, game: GameId) -> GameFiles:
        """The files of *game*, which must be new.

        Raises:
            OSError: they cannot be written.
        """
        games = self.path / "games"
        path = games / f"{game.hex()}.qwk"
        journal, record = _create(path.with_suffix(".journal")), _create(path)
        files = GameFiles(
            path=path,
            record=RecordWriter(record, lambda: _sync(record)),
            journal=Journal(journal, lambda: _sync(journal)),
            _streams=(record, journal),
        )
        _sync_folder(games)
        _sync_folder(self.path)
        return files

    def watched_game(self, game: GameId) -> tuple[Path, RecordWriter, BinaryIO]:
        """Where the record of a *game* is kept that we only watch, its writer, and its stream.

        A record of that game that is here already may be our own, and stays as it is.

        Raises:
            OSError: it cannot be written.
        """
        games = self.path / "games"
        path = games / f"{game.hex()}.qwk"
        if path.exists() or path.with_suffix(".journal").exists():
            path = games / f"{game.hex()}.watched.qwk"
        stream = _cut(path, 0)
        _sync_folder(games)
        return path, RecordWriter(stream, lambda: _sync(stream)), stream

    def old_game(
        self, game: GameId, record_end: int, journal_end: int, notes: Notes | None
    ) -> GameFiles:
        """The files of a *game* that is gone on with, without what follows the given places.

        Raises:
            OSError: they cannot be written.
        """
        path = self.path / "games" / f"{game.hex()}.qwk"
        journal = _cut(path.with_suffix(".journal"), journal_end)
        record = _cut(path, record_end)
        _sync_folder(path.parent)
        return GameFiles(
            path=path,
            record=RecordWriter(record, lambda: _sync(record)),
            journal=Journal(journal, lambda: _sync(journal), notes),
            _streams=(record, journal),
        )


def data_path(chosen: str | None) -> Path:
    """Where the data directory is: the one *chosen*, that of the environment, or the system's."""
    return Path(chosen or os.environ.get(VARIABLE) or user_data_path("p2pqwirkle", appauthor=False))


@contextlib.contextmanager
def data_folder(chosen: str | None) -> Iterator[DataFolder]:
    """The data directory, for this process alone.

    Raises:
        Exit: it cannot be written, or another process uses it.
    """
    path = data_path(chosen)
    try:
        for each in (path, path / "games"):
            each.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
        lock = os.open(path / "lock", os.O_RDWR | os.O_CREAT | _BINARY, OWNER_ONLY)
    except OSError as error:
        raise cannot_be_used(path, error) from error
    try:
        _lock(lock, path)
        yield DataFolder(path)
    finally:
        os.close(lock)


def cannot_be_used(path: Path, error: OSError) -> Exit:
    """What the player is told of a directory that the system refuses."""
    return Exit(ExitCode.COULD_NOT, "no-data", path=path, reason=error.strerror or error)


def _lock(handle: int, path: Path) -> None:
    """Hold the lock until the process ends, however it does."""
    try:
        _lock_or_raise(handle)
    except OSError as error:
        raise Exit(ExitCode.COULD_NOT, "data-in-use", path=path) from error


if sys.platform == "win32":
    import msvcrt

    def _lock_or_raise(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock_or_raise(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _create(path: Path) -> BinaryIO:
    """A new file that only its owner may read; nothing of it stays in a buffer."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, OWNER_ONLY)
    return os.fdopen(handle, "wb", buffering=0)


def _cut(path: Path, end: int) -> BinaryIO:
    """The file at *path*, open for writing at *end*, and nothing behind that."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | _BINARY, OWNER_ONLY)
    stream = os.fdopen(handle, "wb", buffering=0)
    stream.truncate(end)
    stream.seek(end)
    _sync(stream)
    return stream


def write_whole(path: Path, content: bytes) -> None:
    """Write a file that is there with all of its content, or as it was before.

    Raises:
        OSError: it could not be written.
    """
    half = path.with_suffix(".new")
    half.unlink(missing_ok=True)
    with _create(half) as stream:
        stream.write(content)
        stream.flush()
        _sync(stream)
    half.replace(path)
    _sync_folder(path.parent)


def _sync(stream: BinaryIO) -> None:
    os.fsync(stream.fileno())


def _sync_folder(path: Path) -> None:
    """Let a new file's name reach the disk too, where the system can be asked for it."""
    if sys.platform == "win32":
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
