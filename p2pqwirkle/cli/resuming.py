"""The reactor's part of `resume`: takes a game up again from the disk, and finds its players."""

from collections.abc import Sequence
from typing import Any, cast

from twisted.internet.error import CannotListenError
from twisted.internet.threads import deferToThreadPool

from p2pqwirkle.cli.exits import Exit, ExitCode
from p2pqwirkle.cli.folder import DataFolder, GameFiles
from p2pqwirkle.cli.options import DEFAULT_PORT
from p2pqwirkle.cli.seat import SomeSeat, TakeSeat
from p2pqwirkle.cli.unfinished import Unfinished
from p2pqwirkle.net.door import Door
from p2pqwirkle.net.game import Game
from p2pqwirkle.net.lobby import Company
from p2pqwirkle.net.reactor import EVERYWHERE, Address, Reactor


class ResumeProgram:
    """Goes on with one game.

    Args:
        take_seat: takes the seat on our side.
        folder: keeps the identity, the record and the journal.
        game: as it is on the disk.
        peers: where other players may listen, beside what is known; any of them may be there.
    """

    def __init__(
        self, take_seat: TakeSeat, folder: DataFolder, game: Unfinished, peers: Sequence[Address]
    ) -> None:
        self._take_seat = take_seat
        self._folder = folder
        self._game = game
        self._peers = tuple(peers)
        self._seat: SomeSeat | None = None

    async def run(self, reactor: Reactor) -> int:
        """Play on to the end, and return the exit code.

        Raises:
            Exit: the game cannot be gone on with, or has not come to an end.
        """
        self._seat = seat = self._take_seat(reactor)
        seat.waiting.coming_back(self._game.torn)
        files = await self._open(reactor)
        door = Door(reactor, seat.credentials, seat.waiting.turned_away)

        def begin(game: Game) -> None:
            _listen(door, self._game.signpost.listening or Address(EVERYWHERE, DEFAULT_PORT))
            game.begin_again(door)

        try:
            return await seat.play(self._company(seat), begin, files)
        finally:
            door.shut()

    def leave(self) -> None:
        """Leave the game."""
        if self._seat is not None:
            self._seat.leave()

    def _company(self, seat: SomeSeat) -> Company:
        charter, known = self._game.charter, self._game.signpost.addresses
        others = (one for one in charter.identities if one != seat.credentials.player)
        return Company(charter, {one: (*self._peers, *known.get(one, ())) for one in others})

    async def _open(self, reactor: Reactor) -> GameFiles:
        """The files, with our replica as it was; to judge all entries again takes a while."""
        try:
            files = self._game.open(self._folder)
            try:
                pooled = cast("Any", reactor)  # Twisted's interfaces say nothing to type checkers
                files.table = await deferToThreadPool(
                    pooled, pooled.getThreadPool(), self._game.table, self._folder.identity(), files
                )
            except BaseException:
                files.close(finished=False)
                raise
        except OSError as error:
            cause = error.strerror or error
            path = self._folder.path
            raise Exit(ExitCode.COULD_NOT, "no-disk", path=path, reason=cause) from error
        return files


def _listen(door: Door, before: Address) -> None:
    """Listen where we did before; if that is taken or gone, wherever it can be done."""
    for address in (before, Address(before.host, 0), Address(EVERYWHERE, 0)):
        try:
            door.listen(address)
        except CannotListenError:
            continue
        return
