"""A disk that the power can leave: what is on it afterwards, and how a peer reads it again."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from io import SEEK_END, BytesIO
from random import Random

from p2pqwirkle.bag.group import Group
from p2pqwirkle.record.journal import read_journal
from p2pqwirkle.record.record import RecordReader
from p2pqwirkle.table.charter import Charter
from p2pqwirkle.table.referee import Referee
from p2pqwirkle.table.table import Past
from p2pqwirkle.table.verdicts import Fault


class PowerCut(Exception):  # noqa: N818 - nothing that runs has erred
    """The machine has lost its power in the middle of a write."""


@dataclass(slots=True)
class Power:
    """How many writes of one machine still reach its disk; None for all of them."""

    random: Random
    writes: int | None = None

    def spend(self) -> bool:
        """Whether the power lasts for one more write."""
        if self.writes is None:
            return True
        self.writes -= 1
        return self.writes >= 0


class File(BytesIO):
    """A file in memory, of which some outlives a power cut."""

    def __init__(self, kept: bytes, power: Power) -> None:
        super().__init__(kept)
        self.seek(0, SEEK_END)
        self._power = power
        self._synced = len(kept)
        self._cut: bytes | None = None

    def truncate(self, size: int | None = None) -> int:
        """Cut the file; till the next `sync`, the disk may have it as it was."""
        self._cut = self.getvalue()
        return super().truncate(size)

    def sync(self) -> None:
        """Bring everything to the disk, unless the power goes now.

        Raises:
            PowerCut: it has gone; any part of what was written may be there.
        """
        if not self._power.spend():
            raise PowerCut
        self._cut = None
        self._synced = self.tell()

    def left(self) -> bytes:
        """What is on the disk when the power goes."""
        random = self._power.random
        if self._cut is not None and random.randrange(2):
            return self._cut
        size = len(self.getbuffer())
        return self.getvalue()[: random.randint(min(self._synced, size), size)]


@dataclass(slots=True)
class Folder:
    """The two files of one game on one machine's disk."""

    record: bytes = b""
    journal: bytes = b""
    power: Power = field(default_factory=lambda: Power(Random(0)))

    def past(self, group: Group, charter: Charter) -> Past | None:
        """What the machine comes back with; cuts off what was not written whole."""
        notes = read_journal(BytesIO(self.journal), charter.game)
        if notes is None:
            self.record = self.journal = b""
            return None
        self.journal = self.journal[: notes.end]
        reader = RecordReader(BytesIO(self.record))
        whole = [(wire, reader.end) for wire in reader]
        count = _whole_steps([wire for wire, _ in whole], group, charter)
        self.record = self.record[: whole[count - 1][1]] if count else b""
        return Past([wire for wire, _ in whole[:count]], notes)

    def files(self) -> tuple[File, File]:
        """Record and journal, open at their ends."""
        return File(self.record, self.power), File(self.journal, self.power)


def _whole_steps(wires: Sequence[bytes], group: Group, charter: Charter) -> int:
    """How many of the entries are of whole steps; a proof at the end is whole too."""
    referee = Referee(group, charter)
    whole = 0
    for count, wire in enumerate(wires, 1):
        if isinstance(referee.admit(wire), Fault):
            return len(wires)
        if referee.settle() is not None:
            whole = count
    return whole
