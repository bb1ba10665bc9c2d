"""What is read of a record before there is a game to judge it by, and damage to it."""

from collections.abc import Iterator, Mapping

from p2pqwirkle.audit.report import Finding
from p2pqwirkle.errors import Breach
from p2pqwirkle.record.entry import read_signed_entry
from p2pqwirkle.record.identity import PlayerId
from p2pqwirkle.record.record import RecordReader
from p2pqwirkle.table.charter import Charter, read_charter
from p2pqwirkle.table.entries import Kind


def items_of(reader: RecordReader) -> Iterator[bytes | Breach]:
    """The entries of a record; where it cannot be read on, the reason in place of the next one."""
    try:
        yield from reader
    except Breach as breach:
        yield breach


def read_first(item: bytes | Breach) -> Charter:
    """The charter, which the first entry holds.

    Raises:
        Breach: E, C or T1, or A2.1 if it is no charter.
    """
    if isinstance(item, Breach):
        raise item
    entry = read_signed_entry(item).entry
    if entry.kind != Kind.CHARTER:
        raise Breach("A2.1", f"the record begins with an entry of kind {entry.kind}")
    charter = read_charter(entry.body)
    if charter.game != entry.game:
        raise Breach("A2.1", "the game is not the hash of its charter")
    return charter


def damage_to(
    ordinal: int, breach: Breach, author: PlayerId | None, names: Mapping[PlayerId, str]
) -> Finding:
    """What convicts nobody: anybody can change a byte, whoever is claimed as the author."""
    claimed = "none" if author is None else names.get(author, author.hex())
    detail = f"{breach.detail}; claimed author: {claimed}"
    return Finding(None, None, breach.clause, ordinal, detail)
