"""Unfinished games: which there are, and how one is taken up again from the disk."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

from p2pqwirkle.audit.report import Verdict
from p2pqwirkle.bag.group import Edwards25519
from p2pqwirkle.bag.transcript import Seed
from p2pqwirkle.cli.auditing import audit_quietly
from p2pqwirkle.cli.exits import Exit, ExitCode
from p2pqwirkle.cli.folder import DataFolder, GameFiles
from p2pqwirkle.cli.reasons import reason
from p2pqwirkle.cli.signpost import Signpost, read_signpost
from p2pqwirkle.errors import Breach
from p2pqwirkle.record.entry import GameId, SignedEntry, read_signed_entry
from p2pqwirkle.record.identity import Identity, PlayerId
from p2pqwirkle.record.journal import Notes, read_journal
from p2pqwirkle.record.record import RecordReader
from p2pqwirkle.table.agreement import Purpose, read_answer
from p2pqwirkle.table.charter import Charter, read_charter
from p2pqwirkle.table.entries import Kind
from p2pqwirkle.table.table import Past, Table

SHOWN_DIGITS: Final = 8
"""Of a game's id, where people read it; so many tell games apart."""
_ID: Final = re.compile("[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A game that can be gone on with, as it is on the disk.

    Attributes:
        past: what was said; None if we have said nothing yet.
        record_end: where the record's last whole entry ends.
        journal_end: where the journal's last whole note ends.
        torn: bytes of items that were not written whole, in both files.
        turns: how many turns were made.
    """

    game: GameId
    charter: Charter
    signpost: Signpost
    past: Past | None
    record_end: int
    journal_end: int
    torn: int
    turns: int

    def open(self, folder: DataFolder) -> GameFiles:
        """Its files, cut where they were torn, to be written on.

        Raises:
            OSError: they cannot be written.
        """
        notes = None if self.past is None else self.past.notes
        files = folder.old_game(self.game, self.record_end, self.journal_end, notes)
        files.turns = self.turns
        return files

    def table(self, identity: Identity, files: GameFiles) -> Table | None:
        """Our replica as it was; None if we have said nothing yet.

        Raises:
            Exit: the record holds what nobody can have said.
            OSError: the record could not be cut after its last whole step.
        """
        if self.past is None:
            return None
        try:
            return Table(
                identity=identity,
                charter=self.charter,
                seed=Seed(self.past.notes.seed),
                group=Edwards25519(),
                record=files.record,
                journal=files.journal,
                past=self.past,
            )
        except Breach as breach:
            raise _damaged("damaged-unfinished", files.path, breach) from breach


def unfinished_games(games: Path) -> tuple[Path, ...]:
    """The records of the games in *games* that can be gone on with, the latest last."""
    journals = [path for path in games.glob("*.journal") if _ID.fullmatch(path.stem)]
    journals.sort(key=lambda path: path.stat().st_mtime)
    return tuple(path.with_suffix(".qwk") for path in journals)


def chosen_game(games: Path, digits: str | None, player: PlayerId) -> Path:
    """The record of the game whose id begins with *digits*, or of the only one.

    Raises:
        Exit: there is none, or there are several, or *player* cannot go on with it.
    """
    if digits is None:
        found = unfinished_games(games)
        if not found:
            raise Exit(ExitCode.COULD_NOT, "no-unfinished", path=games)
        return _the_only(found)
    named = (path for path in games.glob(f"{digits}*") if _ID.fullmatch(path.stem))
    kept = {path.with_suffix(".qwk") for path in named}
    if not kept:
        raise Exit(ExitCode.COULD_NOT, "no-such-game", path=games, id=digits)
    path = _the_only(sorted(kept))
    if not path.with_suffix(".journal").exists():
        raise _without_journal(path, player)
    return path


def read_unfinished(path: Path) -> Unfinished:
    """The game whose record is at *path*; a record that is missing can be had from the others.

    Raises:
        Exit: record or journal are damaged, or nothing tells who plays.
        OSError: they cannot be read.
    """
    game = GameId(bytes.fromhex(path.stem))
    notes, journal_end = _read_notes(path.with_suffix(".journal"), game)
    recorded, record_end = _read_record(path)
    if notes is None and recorded:
        told = Breach("C7", "nothing was noted in a game that was played")
        raise _damaged("damaged-journal", path.with_suffix(".journal"), told)
    signpost = read_signpost(path, game)
    said = [*recorded[:1], *(() if notes is None else (one.signed for one in notes.spoken))]
    charter = _charter_among(said, game) or signpost.charter
    if charter is None:
        raise Exit(ExitCode.UNREADABLE, "no-charter", path=path.parent)
    past = None if notes is None else Past([one.wire for one in recorded], notes)
    sizes = ((path, record_end), (path.with_suffix(".journal"), journal_end))
    torn = sum(one.stat().st_size - end for one, end in sizes if one.exists())
    return Unfinished(
        game=game,
        charter=charter,
        signpost=signpost,
        past=past,
        record_end=record_end,
        journal_end=journal_end,
        torn=torn,
        turns=len({one.entry.step for one in recorded if _makes_a_turn(one)}),
    )


def _the_only(found: Sequence[Path]) -> Path:
    if len(found) > 1:
        games = ", ".join(path.stem[:SHOWN_DIGITS] for path in found)
        raise Exit(ExitCode.WRONG_COMMAND, "many-unfinished", games=games)
    return found[0]


def _without_journal(path: Path, player: PlayerId) -> Exit:
    """Why *player* cannot go on with a game whose journal is not there."""
    match audit_quietly(str(path)).report.verdict:
        case Verdict.FAIR:
            return Exit(ExitCode.COULD_NOT, "game-over", path=path)
        case Verdict.FAULT:
            return Exit(ExitCode.FAULT, "game-faulty", path=path)
        case Verdict.UNFINISHED if not _plays_in(path, player):
            return Exit(ExitCode.COULD_NOT, "not-your-game")  # it was watched, or is a copy
        case _:
            journal = path.with_suffix(".journal")
            return Exit(ExitCode.UNREADABLE, "no-journal", path=journal)


def _plays_in(path: Path, player: PlayerId) -> bool:
    """Whether *player* has a seat in the game at *path*, as far as its record tells."""
    recorded, _ = _read_record(path)
    charter = _charter_among(recorded, GameId(bytes.fromhex(path.stem)))
    return charter is None or player in charter.identities


def _read_notes(path: Path, game: GameId) -> tuple[Notes | None, int]:
    try:
        with path.open("rb") as stream:
            notes = read_journal(stream, game)
    except Breach as breach:
        raise _damaged("damaged-journal", path, breach) from breach
    return notes, 0 if notes is None else notes.end


def _read_record(path: Path) -> tuple[list[SignedEntry], int]:
    if not path.exists():
        return [], 0
    try:
        with path.open("rb") as stream:
            return _read_entries(stream)
    except Breach as breach:
        raise _damaged("damaged-unfinished", path, breach) from breach


def _read_entries(stream: BinaryIO) -> tuple[list[SignedEntry], int]:
    reader = RecordReader(stream)
    entries = [read_signed_entry(wire) for wire in reader]
    return entries, reader.end


def _charter_among(said: Sequence[SignedEntry], game: GameId) -> Charter | None:
    """The charter that somebody has signed; it is the game's if the game is named after it."""
    for signed in said:
        if signed.entry.kind == Kind.CHARTER:
            try:
                charter = read_charter(signed.entry.body)
            except Breach:
                continue
            if charter.game == game:
                return charter
    return None


def _makes_a_turn(signed: SignedEntry) -> bool:
    if signed.entry.kind != Kind.ANSWER:
        return signed.entry.kind in (Kind.PLAY, Kind.SWAP, Kind.PASS)
    return read_answer(signed.entry.body).question.purpose is Purpose.PASS_OVER


def _damaged(key: str, path: Path, breach: Breach) -> Exit:
    return Exit(ExitCode.UNREADABLE, key, path=path, reason=reason(breach.clause))
