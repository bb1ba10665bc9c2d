"""Streams that behave as real files may: full, slow, endless, half written."""

from io import BytesIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer


def nothing_to_sync() -> None:
    """Stand in for a disk that has everything at once."""


class Disk(BytesIO):
    """A file in memory with what has reached the disk kept apart."""

    def __init__(self) -> None:
        super().__init__()
        self.synced = b""

    def sync(self) -> None:
        self.synced = self.getvalue()


class FullDisk(BytesIO):
    """A file that takes *room* bytes, and of a write that does not fit the front part."""

    def __init__(self, room: int) -> None:
        super().__init__()
        self._room = room

    def write(self, written: "ReadableBuffer", /) -> int:
        wanted = bytes(written)
        fitting = wanted[: self._room - len(self.getvalue())]
        super().write(fitting)
        if len(fitting) < len(wanted):
            raise OSError(28, "No space left on device")
        return len(fitting)


class ShortWrites(BytesIO):
    """A raw file on a full disk: it says how much it took, and raises nothing."""

    def write(self, written: "ReadableBuffer", /) -> int:
        return super().write(bytes(written)[:10])


class Trickle(BytesIO):
    """A file that hands out a byte or two at a time."""

    def read(self, size: int | None = -1) -> bytes:
        return super().read(min(2, size or 0))


class Endless(BytesIO):
    """A file of *opening*, then *filling* again and again; counts what was taken from it."""

    def __init__(self, opening: bytes, filling: bytes) -> None:
        super().__init__(opening)
        self._filling = filling
        self._beyond = 0
        self.taken = 0

    def read(self, size: int | None = -1) -> bytes:
        part = super().read(size) or self._fill(size or 0)
        self.taken += len(part)
        return part

    def _fill(self, size: int) -> bytes:
        start = self._beyond % len(self._filling)
        self._beyond += size
        return (self._filling * (size // len(self._filling) + 2))[start : start + size]
