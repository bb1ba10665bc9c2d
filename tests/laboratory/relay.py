"""A way between two programs that takes its time, or holds everything back; needs no root."""

import contextlib
import socket
from threading import Event, Thread
from time import sleep
from typing import Final, Self

CHUNK: Final = 65_536


class Relay:
    """Carries TCP connections from a port of its own to another one, both on this computer.

    Attributes:
        port: where it listens, on 127.0.0.1.
    """

    def __init__(self, target: int, seconds: float) -> None:
        self._target = target
        self._seconds = seconds
        self._flows = Event()
        self._flows.set()
        self._sockets: list[socket.socket] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        Thread(target=self._accept, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._flows.set()
        for one in (self._listener, *self._sockets):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()

    def hold(self) -> None:
        """Let nothing through any more, and tell nobody."""
        self._flows.clear()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):  # it is over
            while True:
                near, _ = self._listener.accept()
                far = socket.create_connection(("127.0.0.1", self._target))
                self._sockets += (near, far)
                for source, sink in ((near, far), (far, near)):
                    Thread(target=self._carry, args=(source, sink), daemon=True).start()

    def _carry(self, source: socket.socket, sink: socket.socket) -> None:
        with contextlib.suppress(OSError):  # one of them has closed
            while chunk := source.recv(CHUNK):
                sleep(self._seconds)
                self._flows.wait()
                sink.sendall(chunk)
            sink.shutdown(socket.SHUT_WR)
