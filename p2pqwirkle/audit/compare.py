"""Two records of one game, beside each other (C6): where they part, and what that proves."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from typing import BinaryIO

from p2pqwirkle.errors import Breach
from p2pqwirkle.record.entry import SignedEntry, contradict, read_signed_entry
from p2pqwirkle.record.identity import PlayerId
from p2pqwirkle.record.record import RecordReader
from p2pqwirkle.table.agreement import read_answer
from p2pqwirkle.table.charter import read_charter
from p2pqwirkle.table.entries import Kind


@dataclass(frozen=True, slots=True)
class Parting:
    """The first place where two records of one game hold different entries.

    Attributes:
        names: the players', by key.
        entry: its ordinal in both files, from 0.
        first: what the one record holds there; None if it has ended.
        second: what the other one holds.
    """

    names: Mapping[PlayerId, str]
    entry: int
    first: SignedEntry | None
    second: SignedEntry | None

    def name_of(self, signed: SignedEntry) -> str:
        """Who signed an entry, by name if it is one of the players."""
        author = signed.entry.author
        return self.names.get(author, author.hex())

    @property
    def is_an_end(self) -> bool:
        """Whether one record only goes on where the other one ends."""
        return self.first is None or self.second is None

    @property
    def two_stories(self) -> bool:
        """Whether both entries together convict their author (C4).

        They do not where one record goes on with a step that the other one has cut: whoever has
        agreed to go on without somebody may have spoken in that step as well.
        """
        if self.first is None or self.second is None:
            return False
        return contradict(self.first, self.second) and _exclude_each_other(self.first, self.second)


def parting_of(first: BinaryIO, second: BinaryIO) -> Parting | None:
    """Where two records of one game part; None if they hold the same entries.

    Signatures are not compared.  A record counts as far as its entries can be read.
    """
    names: dict[PlayerId, str] = {}
    for ordinal, (one, other) in enumerate(zip_longest(_entries(first), _entries(second))):
        if one is None or other is None or one.encoded != other.encoded:
            return Parting(names, ordinal, one, other)
        names = names or _names(one)
    return None


def _exclude_each_other(first: SignedEntry, second: SignedEntry) -> bool:
    """Whether two different entries about one step cannot both be said (C4, T11)."""
    try:
        told = (one.entry for one in (first, second))
        answers = [read_answer(one.body) for one in told if one.kind == Kind.ANSWER]
    except Breach:
        return False  # the audit of the file says what is wrong with it
    match answers:
        case [one, other]:
            is_numbered_alike = one.question.number == other.question.number
            both_agree = one.agrees and other.agrees
            return one.question == other.question or (both_agree and is_numbered_alike)
        case [answer]:
            return answer.agrees and _resigns(first, second)
        case _:
            return _resigns(first) == _resigns(second)


def _resigns(*entries: SignedEntry) -> bool:
    return any(signed.entry.kind == Kind.RESIGN for signed in entries)


def _names(charter: SignedEntry) -> dict[PlayerId, str]:
    try:
        players = read_charter(charter.entry.body).players
    except Breach:
        return {}  # their audits have said that this is no game
    return {player.identity: player.name for player in players}


def _entries(stream: BinaryIO) -> Iterator[SignedEntry]:
    try:
        for wire in RecordReader(stream):
            yield read_signed_entry(wire)
    except Breach:
        return  # what is wrong with the file, its own audit has said
