"""How a stream of bytes is cut into frames, and one frame becomes bytes and a value again.

A frame is a 4-byte length and one canonical msgpack array that begins with its kind.
"""

from typing import Final

from p2pqwirkle.errors import Breach
from p2pqwirkle.net.fields import Fields
from p2pqwirkle.net.frames import FRAMES, Frame
from p2pqwirkle.record.codec import decode, encode, read_int

LENGTH_SIZE: Final = 4
MAX_FRAME: Final = 73_728
"""Bytes after the length: an entry of the largest size fits (L2.1)."""
MAX_KIND: Final = 255

_READERS: Final = {frame.KIND.value: frame.read for frame in FRAMES}


def write_frame(frame: Frame) -> bytes:
    """*frame* as it goes over a link, its length before it."""
    content = encode((frame.KIND.value, *frame.fields()))
    return len(content).to_bytes(LENGTH_SIZE, "big") + content


def read_frame(content: bytes) -> Frame | None:
    """What the bytes after a length say, or None for a kind that this version does not know.

    Raises:
        Breach: E1 if they are not canonical, L2.2 if they are no array led by a kind; and what
            the frame's own reader raises.
    """
    value = decode(content)
    if not isinstance(value, tuple) or not value:
        raise Breach("L2.2", "a frame is an array that begins with its kind")
    fields: Fields = value[1:]
    reader = _READERS.get(read_int(value[0], 0, MAX_KIND))
    return None if reader is None else reader(fields)


class FrameBuffer:
    """The bytes that came over one link and make no whole frame yet, or were not asked for."""

    def __init__(self) -> None:
        self._received = bytearray()

    def feed(self, received: bytes) -> None:
        """Put *received* after what is there."""
        self._received += received

    def take(self) -> bytes | None:
        """The content of the next frame, or None if it has not all come yet.

        Raises:
            Breach: L2.1 as soon as a length shows that the frame is too large, or empty.
        """
        if len(self._received) < LENGTH_SIZE:
            return None
        size = int.from_bytes(self._received[:LENGTH_SIZE], "big")
        if not 1 <= size <= MAX_FRAME:
            raise Breach("L2.1", f"a frame of {size} bytes, expected 1 to {MAX_FRAME}")
        end = LENGTH_SIZE + size
        if len(self._received) < end:
            return None
        content = bytes(self._received[LENGTH_SIZE:end])
        del self._received[:end]
        return content
