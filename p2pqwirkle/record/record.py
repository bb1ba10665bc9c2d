"""The record: all that was said in a game, in the order in which it counts."""

from collections.abc import Callable, Iterable
from typing import BinaryIO, Final

from p2pqwirkle.record.entry import SignedEntry
from p2pqwirkle.record.identity import SIGNATURE_SIZE
from p2pqwirkle.record.tape import LENGTH_SIZE, TapeReader, TapeWriter

MAGIC: Final = b"p2pqwirkle/1 record\x00"
"""What a record begins with; another version begins differently."""


class RecordWriter(TapeWriter):
    """Appends entries to a record."""

    def __init__(self, stream: BinaryIO, sync: Callable[[], None]) -> None:
        super().__init__(stream, sync, MAGIC)

    def append(self, *entries: SignedEntry) -> None:
        """Put *entries*, one after the other, on the disk.

        Raises:
            OSError: if that failed; whole entries may have got there all the same.
        """
        self._append(*(signed.wire for signed in entries))

    def cut_after(self, entries: Iterable[SignedEntry]) -> None:
        """Take out all that follows *entries*, with which the file begins.

        Raises:
            OSError: if that failed.
        """
        self._cut(len(MAGIC) + sum(LENGTH_SIZE + len(signed.wire) for signed in entries))


class RecordReader(TapeReader):
    """Iterates over the wire form of a record's entries; what they are is not looked at."""

    def __init__(self, stream: BinaryIO) -> None:
        super().__init__(stream, MAGIC, SIGNATURE_SIZE)


def whole_size(stream: BinaryIO) -> int:
    """Where the last whole entry of the record in *stream* ends: cut there before going on.

    Raises:
        Breach: C5 if it is damaged.
    """
    reader = RecordReader(stream)
    for _ in reader:
        pass
    return reader.end
