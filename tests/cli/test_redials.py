"""A way to the host that loses a connection before anything is settled: it is tried again."""

import socket
import struct
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from socketserver import BaseRequestHandler, ThreadingTCPServer
from threading import Thread

import pytest

from p2pqwirkle.cli.redials import MOST_REDIALS, Redials
from p2pqwirkle.net.link import Closure, Side, Trouble
from tests.cli.test_processes import Table, run, table
from tests.cli.test_watching import asleep

__all__ = ["table"]

AT_ONCE = struct.pack("ii", 1, 0)
"""With this an end of a connection does not part in order, and the other side is not told why."""


class BadWay(ThreadingTCPServer):
    """Another address of *host*, at which so many connections come to nothing at first."""

    daemon_threads = True

    def __init__(self, host: str, losses: int) -> None:
        super().__init__(("127.0.0.1", 0), Carrier)
        self.host = host
        self.losses = losses
        self.taken = 0
        self.address = "{}:{}".format(*self.server_address)


class Carrier(BaseRequestHandler):
    """One connection."""

    def handle(self) -> None:
        """Carry what is said, or lose it all."""
        assert isinstance(self.server, BadWay)
        self.server.taken += 1
        if self.server.taken <= self.server.losses:
            self.request.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
            self.request.close()
            return
        host, _, port = self.server.host.rpartition(":")
        with socket.create_connection((host, int(port))) as far:
            back = Thread(target=_carry, args=(far, self.request))
            back.start()
            _carry(self.request, far)
            back.join()


def _carry(one: socket.socket, other: socket.socket) -> None:
    with suppress(OSError):
        while data := one.recv(65_536):
            other.sendall(data)
    with suppress(OSError):  # the other half may have done so
        other.shutdown(socket.SHUT_WR)


@contextmanager
def bad_way(host: str, losses: int) -> Iterator[BadWay]:
    """That other address, for as long as this lasts."""
    with BadWay(host, losses) as way:
        Thread(target=way.serve_forever, args=(0.05,)).start()
        try:
            yield way
        finally:
            way.shutdown()


@pytest.mark.slow
def test_a_guest_whose_first_connections_break_has_its_seat_all_the_same(table: Table) -> None:
    north = table.host("north", 2)
    with bad_way(table.address, losses=MOST_REDIALS) as way:
        table.address = way.address

        south = table.join("south")

        assert [peer.end() for peer in (north, south)] == [(0, "")] * 2
        assert way.taken > MOST_REDIALS


@pytest.mark.slow
def test_who_watches_dials_again_as_well(table: Table, tmp_path: Path) -> None:
    table.host("north", 2)
    south = table.join("south")
    south.until("turn 1 ")
    with asleep(south), bad_way(table.address, losses=MOST_REDIALS) as way:
        done = run(["watch", way.address, "--plain", "--data", str(tmp_path / "w")])

        assert "have not agreed to be watched" in done.stderr
        assert way.taken == MOST_REDIALS + 1


@pytest.mark.slow
@pytest.mark.parametrize("words", [("join", "--as-bot", "greedy"), ("watch", "--plain")])
def test_after_that_it_is_said_that_there_is_no_way(words: Sequence[str], tmp_path: Path) -> None:
    with bad_way("nobody", losses=100) as way:
        done = run([*words, way.address, "--data", str(tmp_path / "d")])

        assert done.returncode == 4
        assert done.stderr.count("\n") == 1
        assert "was lost before the game" in done.stderr or "Connection reset" in done.stderr
        assert way.taken == MOST_REDIALS + 1


@pytest.mark.parametrize(
    ("closure", "is_worth_while"),
    [
        pytest.param(Closure(Side.NOBODY, "", ""), True, id="it broke"),
        pytest.param(Closure(Side.THEIRS, "L3.1", ""), True, id="they heard nothing"),
        pytest.param(Closure(Side.OURS, "L3.1", ""), True, id="we heard nothing"),
        pytest.param(Closure(Side.NOBODY, "", "", trouble=Trouble.NO_ANSWER), True, id="no answer"),
        pytest.param(Closure(Side.NOBODY, "", "", trouble=Trouble.OTHER), True, id="it was cut"),
        pytest.param(Closure(Side.NOBODY, "", "", trouble=Trouble.REFUSED), False, id="no host"),
        pytest.param(Closure(Side.NOBODY, "", "", trouble=Trouble.NO_ROUTE), True, id="no route"),
        pytest.param(
            Closure(Side.NOBODY, "", "", trouble=Trouble.UNKNOWN_NAME), False, id="no such name"
        ),
        pytest.param(Closure(Side.THEIRS, "", ""), False, id="they left"),
        pytest.param(Closure(Side.THEIRS, "L4.3", ""), False, id="they refuse"),
        pytest.param(Closure(Side.OURS, "L1.1", ""), False, id="we refuse"),
    ],
)
def test_only_what_the_network_may_have_lost_is_dialled_again(
    closure: Closure,
    is_worth_while: bool,  # noqa: FBT001 - a column of the table above
) -> None:
    redials = Redials()

    taken = [redials.take(closure) for _ in range(MOST_REDIALS + 1)]

    assert taken == [is_worth_while] * MOST_REDIALS + [False]
