"""The journal: one peer's private notes, so that it comes back and says nothing twice differently.

Whoever reads this file can read its owner's hand: it is for its owner alone.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import BinaryIO, Final

from p2pqwirkle.errors import Breach
from p2pqwirkle.record.codec import MAX_SIZE, decode, encode, read_array, read_blob, read_bytes
from p2pqwirkle.record.entry import (
    HASH_SIZE,
    Digest,
    GameId,
    SignedEntry,
    contradict,
    labelled_hash,
    read_signed_entry,
)
from p2pqwirkle.record.tape import TapeReader, TapeWriter

MAGIC: Final = b"p2pqwirkle/1 journal\x00"
"""What a journal begins with."""
SECRET_SIZE: Final = 32


@dataclass(frozen=True, slots=True)
class Spoken:
    """One's own entry.

    Attributes:
        about: what it answers; empty if it is what its step awaits.  Of two entries about the
            same, after the same steps, only one may ever be said.
    """

    signed: SignedEntry
    about: bytes = b""

    @property
    def place(self) -> tuple[Digest, bytes]:
        """Where no other entry may stand."""
        return self.signed.entry.after, self.about


@dataclass(frozen=True, slots=True)
class Notes:
    """What a journal holds.

    Attributes:
        game: the one game that the secrets are for.
        seed: what nonces, masks, permutations and salts of this game follow from.
        key_share: one's own secret part of the joint key.
        spoken: one's own entries, in the order in which they were said.
        end: where the last whole note ends: cut the file there before going on.
    """

    game: GameId
    seed: bytes = field(repr=False)
    key_share: bytes = field(repr=False)
    spoken: tuple["Spoken", ...]
    end: int


class Journal(TapeWriter):
    """Writes one's notes of one game; nothing may be sent before its note is here.

    Args:
        stream: open for writing at its end; at its start, the file is begun.
        sync: returns when all that was flushed has reached the disk.
        notes: what the file holds already, if it is gone on with.
    """

    def __init__(
        self, stream: BinaryIO, sync: Callable[[], None], notes: Notes | None = None
    ) -> None:
        super().__init__(stream, sync, MAGIC)
        self._game = None if notes is None else notes.game
        self._said = {} if notes is None else {one.place: one for one in notes.spoken}

    def begin(self, game: GameId, seed: bytes, key_share: bytes) -> None:
        """Keep the secrets of *game*.

        Raises:
            Breach: C7.2 if there are some already.
            OSError: if they could not be written; use none of them.
        """
        if self._game is not None:
            raise Breach("C7.2", "a journal is for one game")
        self._note(encode((game, seed, key_share)))
        self._game = game

    def keep(self, signed: SignedEntry, about: bytes = b"") -> None:
        """Keep one's own entry about something; the same once more costs nothing.

        Raises:
            Breach: C7.2 if it is of another game, C7.3 if it contradicts the one kept before.
            OSError: if it could not be written; do not send it.
        """
        if signed.entry.game != self._game:
            raise Breach("C7.2", "an entry of a game whose secrets are not here")
        spoken = Spoken(signed, about)
        _check_agreement(self._said, spoken)
        if spoken.place not in self._said:
            self._note(encode((about, signed.wire)))
            self._said[spoken.place] = spoken

    def _note(self, note: bytes) -> None:
        self._append(encode((note, _check_hash(note))))


def read_journal(stream: BinaryIO, game: GameId) -> Notes | None:
    """What one noted of *game*, or None if nothing was: then nothing was said either.

    Raises:
        Breach: C5 or C7 if the journal is damaged, or of another game.
    """
    reader = TapeReader(stream, MAGIC, HASH_SIZE)
    noted = _read_notes(reader)
    secrets = next(noted, None)
    if secrets is None:
        return None
    owner, seed, key_share = read_array(decode(secrets), 3)
    if read_bytes(owner, HASH_SIZE) != game:
        raise Breach("C7.2", "the journal of another game")
    return Notes(
        game=game,
        seed=read_bytes(seed, SECRET_SIZE),
        key_share=read_bytes(key_share, SECRET_SIZE),
        spoken=_spoken(noted, game),
        end=reader.end,
    )


def _spoken(noted: Iterator[bytes], game: GameId) -> tuple[Spoken, ...]:
    said: dict[tuple[Digest, bytes], Spoken] = {}
    for note in noted:
        about, wire = read_array(decode(note), 2)
        spoken = Spoken(read_signed_entry(read_blob(wire, MAX_SIZE)), read_blob(about, MAX_SIZE))
        if spoken.signed.entry.game != game:
            raise Breach("C7.2", "an entry of another game")
        _check_agreement(said, spoken)
        said[spoken.place] = spoken
    return tuple(said.values())


def _check_agreement(said: Mapping[tuple[Digest, bytes], Spoken], spoken: Spoken) -> None:
    earlier = said.get(spoken.place)
    if earlier is not None and contradict(earlier.signed, spoken.signed):
        raise Breach("C7.3", f"another entry of step {spoken.signed.entry.step} is kept already")


def _read_notes(reader: TapeReader) -> Iterator[bytes]:
    for pair in reader:
        note, check_hash = read_array(decode(pair), 2)
        noted = read_blob(note, MAX_SIZE)
        if read_bytes(check_hash, HASH_SIZE) != _check_hash(noted):
            raise Breach("C7.1", "a note is unlike its hash")
        yield noted


def _check_hash(note: bytes) -> bytes:
    return labelled_hash(b"p2pqwirkle/1 note", note)
