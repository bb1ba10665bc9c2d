"""A cable that takes its time: carries frames between two interfaces that it makes.

``slow_cable.py PORT PLUG MILLISECONDS`` prints "ready" and ends with its standard input.
"""

import fcntl
import os
import select
import struct
import sys
from collections import deque
from time import monotonic
from typing import Final

SET_INTERFACE: Final = 0x400454CA
"""TUNSETIFF of linux/if_tun.h."""
TAP_WITHOUT_HEADER: Final = 0x1002
"""IFF_TAP and IFF_NO_PI: whole Ethernet frames, and nothing before them."""
LONGEST_FRAME: Final = 65_536
MOST_WAITING: Final = 4_096
"""Frames under way; a cable that is full loses what comes next."""


def interface(name: str) -> int:
    """A new interface, as what is sent out over it."""
    made = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(made, SET_INTERFACE, struct.pack("16sH", name.encode(), TAP_WITHOUT_HEADER))
    return made


def carry(one: int, other: int, seconds: float) -> None:
    """Carry frames both ways until standard input ends."""
    far = {one: other, other: one}
    under_way: deque[tuple[float, int, bytes]] = deque()
    while True:
        wait = max(0.0, under_way[0][0] - monotonic()) if under_way else None
        ready, _, _ = select.select([0, one, other], [], [], wait)
        if 0 in ready:
            return
        for near in ready:
            frame = os.read(near, LONGEST_FRAME)
            if len(under_way) < MOST_WAITING:
                under_way.append((monotonic() + seconds, far[near], frame))
        while under_way and under_way[0][0] <= monotonic():
            _, end, frame = under_way.popleft()
            deliver(end, frame)


def deliver(end: int, frame: bytes) -> None:
    """Hand *frame* over, unless that end is pulled out."""
    try:
        os.write(end, frame)
    except OSError:
        return


def main() -> None:
    port, plug, milliseconds = sys.argv[1:]
    ends = interface(port), interface(plug)
    print("ready", flush=True)  # noqa: T201 - who started it waits for this
    carry(*ends, int(milliseconds) / 1_000)


if __name__ == "__main__":
    main()
