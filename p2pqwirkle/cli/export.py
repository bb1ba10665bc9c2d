"""`export`: a copy of one record that is safe to give away."""

import argparse
from collections.abc import Iterator
from pathlib import Path

from p2pqwirkle.cli.exits import Exit, ExitCode
from p2pqwirkle.errors import Breach
from p2pqwirkle.record.entry import SignedEntry, read_signed_entry
from p2pqwirkle.record.record import RecordReader, RecordWriter
from p2pqwirkle.table.entries import Kind
from p2pqwirkle.words import sentence


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what `export` takes."""
    parser.add_argument("file", metavar="FILE", type=Path, help=sentence("cli.help.replayed"))
    parser.add_argument("out", metavar="OUT", type=Path, help=sentence("export.help.out"))


def run(arguments: argparse.Namespace) -> int:
    """Copy the signed entries of a record, and nothing else.

    Raises:
        Exit: the file is no record, or the copy cannot be written.
    """
    entries = tuple(_read(arguments.file))
    try:
        with arguments.out.open("xb") as stream:
            RecordWriter(stream, stream.flush).append(*entries)
    except OSError as error:
        reason = error.strerror or error
        raise Exit(ExitCode.COULD_NOT, "no-export", file=arguments.out, reason=reason) from error
    are_open = any(signed.entry.kind == Kind.KEYS for signed in entries)
    contents = "export.open" if are_open else "export.closed"
    print(sentence("export.done", out=arguments.out, entries=len(entries)))
    print(sentence(contents))
    return 0


def _read(file: Path) -> Iterator[SignedEntry]:
    """The entries of a record; what is torn off at its end is left out.

    Raises:
        Exit: it cannot be read, or something in it is no signed entry.
    """
    try:
        with file.open("rb") as stream:
            for wire in RecordReader(stream):
                yield read_signed_entry(wire)
    except OSError as error:
        reason = error.strerror or error
        raise Exit(ExitCode.UNREADABLE, "no-replay", file=file, reason=reason) from error
    except Breach as breach:
        raise Exit(
            ExitCode.UNREADABLE, "damaged-export", file=file, clause=breach.clause
        ) from breach
