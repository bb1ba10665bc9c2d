"""local-8: what the processes of one machine leave for each other to read."""

import time

import pytest

from p2pqwirkle.record.entry import GameId
from p2pqwirkle.record.journal import Notes, read_journal
from tests.cli.test_processes import Peer, Table, table
from tests.test_secrets import forms

pytestmark = pytest.mark.slow
__all__ = ["table"]
PATIENCE = 120


def test_no_process_leaves_another_its_secrets(table: Table) -> None:
    """Outputs, records and whatever else lies in the folders, all but each one's own key."""
    table.host("north", 2)
    table.join("south")
    notes = [notes_of(peer) for peer in table.peers]

    ends = [peer.end() for peer in table.peers]

    assert [code for code, _ in ends] == [0, 0]
    secrets = [note.seed for note in notes] + [key_of(peer) for peer in table.peers]
    spoils = b"".join(
        "\n".join((*peer.lines, said)).encode() + files_of(peer)
        for peer, (_, said) in zip(table.peers, ends, strict=True)
    )
    assert [form for secret in secrets for form in forms(secret) if form in spoils] == []


def notes_of(peer: Peer) -> Notes:
    """What *peer* has in its journal while it plays; it is gone when the game is over."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        for path in (peer.data / "games").glob("*.journal"):
            with path.open("rb") as stream:
                notes = read_journal(stream, GameId(bytes.fromhex(path.stem)))
            if notes is not None:
                return notes
        time.sleep(0.05)
    raise AssertionError(f"no journal of {peer.data}")


def key_of(peer: Peer) -> bytes:
    return (peer.data / "identity").read_bytes()


def files_of(peer: Peer) -> bytes:
    """All that lies in the folder of *peer*, its own key apart."""
    paths = [path for path in peer.data.rglob("*") if path.is_file() and path.name != "identity"]
    return b"".join(path.read_bytes() for path in sorted(paths))
