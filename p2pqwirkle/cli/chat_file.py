"""The remarks of one game on the disk, beside its record; no game depends on them."""

import logging
import os
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO, Final

from p2pqwirkle.cli.folder import OWNER_ONLY
from p2pqwirkle.errors import Breach
from p2pqwirkle.record.chat import ChatReader, ChatWriter, SignedRemark, read_signed_remark
from p2pqwirkle.record.identity import PlayerId

_BINARY: Final = getattr(os, "O_BINARY", 0)
"""Windows would change line ends without it."""


class ChatFile:
    """Keeps remarks in a file that is made when the first one comes.

    A full disk, or a damaged file, only means that no more of them are kept.

    Attributes:
        remarks: those that are known, the oldest first.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._stream: BinaryIO | None = None
        self._writer: ChatWriter | None = None
        self._is_of_use = True
        self.remarks: list[SignedRemark] = []
        self._end = 0
        if path.exists():
            self._trying(self._read)

    def next_number(self, author: PlayerId) -> int:
        """The number of the next remark of *author*."""
        said = (one.remark.number for one in self.remarks if one.remark.author == author)
        return max(said, default=-1) + 1

    def knows(self, signed: SignedRemark) -> bool:
        """Whether this remark, or another one in its place, was kept before."""
        place = (signed.remark.author, signed.remark.number)
        return any((one.remark.author, one.remark.number) == place for one in self.remarks)

    def keep(self, signed: SignedRemark) -> None:
        """Keep a remark."""
        self.remarks.append(signed)
        self._trying(lambda: self._writable().append(signed))

    def close(self) -> None:
        """Keep no more."""
        self._is_of_use = False
        if self._stream is not None:
            self._stream.close()

    def _read(self) -> None:
        with self._path.open("rb") as stream:
            reader = ChatReader(stream)
            self.remarks = [read_signed_remark(wire) for wire in reader]
            self._end = reader.end

    def _writable(self) -> ChatWriter:
        if self._writer is None:
            handle = os.open(self._path, os.O_WRONLY | os.O_CREAT | _BINARY, OWNER_ONLY)
            self._stream = os.fdopen(handle, "wb", buffering=0)
            self._stream.truncate(self._end)  # what a crash has left of a remark goes
            self._stream.seek(self._end)
            self._writer = ChatWriter(self._stream, lambda: None)
        return self._writer

    def _trying(self, deed: Callable[[], None]) -> None:
        if not self._is_of_use:
            return
        try:
            deed()
        except (OSError, Breach) as error:
            self._is_of_use = False
            logging.getLogger("p2pqwirkle").warning(
                "no remark is kept in %s: %s", self._path, error
            )
