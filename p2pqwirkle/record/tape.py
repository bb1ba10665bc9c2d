"""Append-only files of sealed byte strings: how record and journal lie on a disk.

After the magic, every item is a length and a msgpack pair: what is kept, and the signature or
hash that seals it.  The length must agree with those inside the pair, so that a changed length
shows and never passes for an item that was cut off.
"""

from collections.abc import Callable, Iterator
from typing import BinaryIO, Final

from p2pqwirkle.errors import Breach
from p2pqwirkle.record.codec import MAX_SIZE

LENGTH_SIZE: Final = 4
_PAIR: Final = b"\x92"
_WIDTHS: Final = {b"": 0, b"\xc4": 1, b"\xc5": 2, b"\xc6": 4}
"""How many bytes tell the length of a byte string, by its first byte; none if that is cut off."""
_OVERHEAD: Final = 5
"""Bytes of a pair beside what is kept and the seal, at the least."""


class TapeWriter:
    """Appends to one file; what was appended is on the disk.

    A write that fails (disk full) raises OSError, and so does every later one: the file may end
    in a part of an item.  Close it, cut it to `TapeReader.end`, and write through a new writer.

    Args:
        stream: open for writing at its end; at its start, the file is begun.
        sync: returns when all that was flushed has reached the disk.
        magic: what the file begins with.
    """

    def __init__(self, stream: BinaryIO, sync: Callable[[], None], magic: bytes) -> None:
        self._stream = stream
        self._sync = sync
        self._sound = True
        if stream.tell() == 0:
            self._write(magic)

    def _cut(self, size: int) -> None:
        """Cut the file to its first *size* bytes; what follows is written there."""
        self._sound = False
        self._stream.truncate(size)
        self._stream.seek(size)
        self._stream.flush()
        self._sync()
        self._sound = True

    def _append(self, *pairs: bytes) -> None:
        self._write(b"".join(len(pair).to_bytes(LENGTH_SIZE, "big") + pair for pair in pairs))

    def _write(self, written: bytes) -> None:
        if not self._sound:
            raise OSError("an earlier write failed: the file may end in a part of an item")
        self._sound = False
        if self._stream.write(written) != len(written):
            raise OSError("the file took only a part of what was written")
        self._stream.flush()
        self._sync()
        self._sound = True


class TapeReader:
    """Iterates over the pairs of one file, once, holding one at a time.

    Attributes:
        end: where the last whole item read so far ends, in bytes from the start of the file.
        torn: how many bytes of an item that was cut off follow it, known after the last item.
        pair: the last pair read, as far as it was there; after a breach, the damaged one.
    """

    def __init__(self, stream: BinaryIO, magic: bytes, seal_size: int) -> None:
        self._stream = stream
        self._magic = magic
        self._seal_size = seal_size
        self.end = 0
        self.torn = 0
        self.pair = b""

    def __iter__(self) -> Iterator[bytes]:
        """The pairs, in order.

        Raises:
            Breach: C5.1 if the file does not begin with the magic, C5.2 or C5.3 if a length
                cannot be.
        """
        if not self._begin():
            return
        while self._next():
            self.end += LENGTH_SIZE + len(self.pair)
            yield self.pair

    def _begin(self) -> bool:
        magic = self._read(len(self._magic))
        if not self._magic.startswith(magic):
            raise Breach("C5.1", f"begins with {magic!r}, expected {self._magic!r}")
        if len(magic) < len(self._magic):
            self.torn = len(magic)
            return False
        self.end = len(magic)
        return True

    def _next(self) -> bool:
        """Read the next pair; whether it is there and whole."""
        prefix, self.pair = self._read(LENGTH_SIZE), b""
        if len(prefix) < LENGTH_SIZE:
            self.torn = len(prefix)
            return False
        size = int.from_bytes(prefix, "big")
        if not _OVERHEAD + self._seal_size <= size <= MAX_SIZE:
            raise Breach("C5.2", f"an item of {size} bytes, at most {MAX_SIZE}")
        self.pair = self._read(size)
        self._check_size(size)
        if len(self.pair) < size:
            self.torn = len(prefix) + len(self.pair)
            return False
        return True

    def _check_size(self, size: int) -> None:
        """Check that *size* agrees with the lengths inside the pair, as far as they are there."""
        pair = self.pair
        if pair[:1] not in (b"", _PAIR):
            raise Breach("C5.3", f"an item begins with {pair[0]:#04x}, expected a pair")
        width = _WIDTHS.get(pair[1:2])
        if width is None:
            raise Breach("C5.3", f"a pair begins with {pair[1]:#04x}, expected a byte string")
        if len(pair) < 2 + width:
            return
        kept = int.from_bytes(pair[2 : 2 + width], "big")
        if (found := 2 + width + kept + 2 + self._seal_size) != size:
            raise Breach("C5.3", f"an item of {size} bytes, of {found} by the lengths inside")

    def _read(self, size: int) -> bytes:
        """The next *size* bytes, fewer only at the end; a stream may hand them out piecemeal."""
        parts = []
        while size and (part := self._stream.read(size)):
            parts.append(part)
            size -= len(part)
        return b"".join(parts)
