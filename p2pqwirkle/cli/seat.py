"""What every seat does, whoever sits in it: it sits down, plays, and its game ends."""

import logging
import secrets
from collections.abc import Callable, Coroutine, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Protocol

from twisted.internet.defer import Deferred

from p2pqwirkle.bag.group import Edwards25519
from p2pqwirkle.bag.transcript import Seed
from p2pqwirkle.cli.exits import Exit, ExitCode
from p2pqwirkle.cli.finding import FoundTable
from p2pqwirkle.cli.folder import DataFolder, GameFiles
from p2pqwirkle.cli.reasons import reason
from p2pqwirkle.cli.signpost import Signpost, keep_signpost
from p2pqwirkle.cli.spoilt import Spoilt, check_opened, is_spoilt
from p2pqwirkle.codes import Code
from p2pqwirkle.names import player_names
from p2pqwirkle.net.endings import (
    Abandoned,
    Doubled,
    Ending,
    Over,
    PutOut,
    Resigned,
    Silence,
    Unopened,
)
from p2pqwirkle.net.game import Game
from p2pqwirkle.net.link import Closure
from p2pqwirkle.net.lobby import Company, HostEars
from p2pqwirkle.net.mesh import KeepWhereabouts
from p2pqwirkle.net.reactor import Address, Reactor
from p2pqwirkle.net.tls import Credentials
from p2pqwirkle.record.identity import Identity, PlayerId
from p2pqwirkle.table.charter import Player
from p2pqwirkle.table.playing import Playing
from p2pqwirkle.table.table import Table
from p2pqwirkle.table.verdicts import Collapsed, Fault

SEED_SIZE: Final = 32


class Entered(Protocol):
    """The lobby, as whoever waits in it sees it."""

    def say_ready(self, *, is_ready: bool) -> None:
        """We are ready to play with those who are here, or are so no more."""

    def rename(self, name: str) -> None:
        """We want to be called *name*, which a charter would take."""


class Choosing(Protocol):
    """Whoever may choose among the tables that are found."""

    def choosing(self, choose: "Callable[[str], None]", why: str) -> None:
        """Let somebody *choose* one of the tables that are `offered` from now on, by its id.

        *why* tells why the last one that was chosen had no seat; it is empty at first.
        """

    def offered(self, tables: "Sequence[FoundTable]") -> None:
        """There are these tables now, in the order in which they were found."""


class Waiting(Choosing, HostEars, Protocol):
    """Whoever takes a seat, before the game."""

    def entered(self, lobby: Entered) -> None:
        """*lobby* is where we wait now."""

    def coded(self, code: Code) -> None:
        """Guests have to know *code* from now on; a host hears this."""

    def listening(self, where: Sequence[Address]) -> None:
        """Others can join now, best at the first address *where*; a host hears this."""

    def asking(self, host: Address) -> None:
        """We ask for a seat at the table of *host* now."""

    def coming_back(self, torn: int) -> None:
        """We go on with a game; *torn* bytes were only half written when it stopped."""

    def lost(self) -> None:
        """The link to the host has broken, and it is dialled again; a guest hears this."""

    def spoilt(self, why: Spoilt) -> None:
        """The last charter has come to nothing: the same people meet for another one."""

    def put_off(self, seconds: float) -> None:
        """Others have tried wrong codes: we ask again in so many *seconds*."""

    def code_for(self, closure: Closure, host: Address) -> "Deferred[Code]":
        """The code of the table at *host*, after a refusal.

        Raises:
            Exit: the refusal is about something else, or there is nobody to ask.
        """


class SomeSeat(Protocol):
    """A seat, as `host` and `join` see it.

    Attributes:
        credentials: whose seat it is.
        player: its line in the charter.
    """

    credentials: Credentials
    player: Player

    @property
    def waiting(self) -> Waiting:
        """Who sits in it, before the game."""

    def play(
        self, company: Company, begin: Callable[[Game], None], kept: GameFiles | None = None
    ) -> "Coroutine[Deferred[Any], Any, int]":
        """Play to the end, and return the exit code; go on with the game that was *kept*, if any.

        Raises:
            Exit: the game has not come to an end.
        """

    def leave(self) -> None:
        """Leave the game before its end."""


TakeSeat = Callable[[Reactor], SomeSeat]


def own_table(identity: Identity, company: Company, files: GameFiles) -> Table:
    """Our replica as it was kept, or one at the beginning of a game, with a fresh seed.

    Raises:
        OSError: the seed could not be written.
    """
    return files.table or Table(
        identity=identity,
        charter=company.charter,
        seed=Seed(secrets.token_bytes(SEED_SIZE)),
        group=Edwards25519(),
        record=files.record,
        journal=files.journal,
    )


async def play_out(
    folder: DataFolder,
    company: Company,
    sit_down: Callable[[GameFiles], Game],
    begin: Callable[[Game], None],
    kept: GameFiles | None = None,
) -> tuple[Ending, Path]:
    """Play a game with files of its own, new ones or those that were *kept*, to whatever end.

    Returns:
        How it ended, and where the record is.

    Raises:
        Exit: the disk is full, or cannot be written.
    """
    try:
        files = folder.new_game(company.charter.game) if kept is None else kept
        is_over = False
        try:
            game = sit_down(files)
            game.keep_whereabouts(_keeper(files.path, company))
            begin(game)
            ending = await _ending_of(game)
            is_over = _is_over_for_good(ending)
        finally:
            files.close(finished=is_over)
    except OSError as error:
        cause = error.strerror or error
        raise Exit(ExitCode.COULD_NOT, "no-disk", path=folder.path, reason=cause) from error
    return ending, files.path


def _keeper(record: Path, company: Company) -> KeepWhereabouts:
    """Keeps beside *record* where the players listen; a game does not end for want of that."""

    def keep(listening: Address | None, addresses: Mapping[PlayerId, Sequence[Address]]) -> None:
        try:
            keep_signpost(record, Signpost(company.charter, listening, addresses))
        except OSError as error:
            logging.getLogger("p2pqwirkle").warning("nothing kept beside %s: %s", record, error)

    return keep


def _is_over_for_good(ending: Ending) -> bool:
    """Whether our seat will never say anything in this game again, and owes no proof."""
    match ending:
        case Over(snapshot):
            return snapshot.stopped is None or is_spoilt(ending)
        case _:
            return isinstance(ending, Resigned | PutOut | Unopened)


async def _ending_of(game: Game) -> Ending:
    """How *game* ends; meanwhile its players find each other again, wherever they are by then."""
    reunion = game.reunion()
    if reunion is None:
        return await game.ended
    reunion.open()
    try:
        return await game.ended
    finally:
        await Deferred.fromFuture(reunion.close())


def check_played_out(ending: Ending, company: Company, patience: int, record: Path) -> None:
    """Check that the game was played to its end, with us.

    Raises:
        Spoilt: it has not even begun.
        Exit: it was not; why, and where the record is.
    """
    check_opened(ending, company)
    names = player_names([player.name for player in company.charter.players])
    match ending:
        case Over(snapshot):
            check_not_stopped(snapshot.stopped, names, record)
        case Silence(seats):
            raise Exit(
                ExitCode.UNFINISHED,
                "silent",
                names=", ".join(names[seat] for seat in seats),
                seconds=patience,
                path=record,
            )
        case Resigned():
            raise Exit(ExitCode.DONE, "resigned", path=record)
        case PutOut():
            raise Exit(ExitCode.UNFINISHED, "gone-on", path=record)
        case Abandoned():
            raise Exit(ExitCode.UNFINISHED, "left", path=record)
        case Doubled():
            raise Exit(ExitCode.COULD_NOT, "doubled")


def check_fair_so_far(ending: Ending, company: Company, record: Path) -> None:
    """Check that nobody was put out for a fault in a game that has come to its end.

    Raises:
        Exit: somebody was; the game is over, and its record proves the fault.
    """
    faults = ending.snapshot.faults if isinstance(ending, Over) else ()
    if faults:
        names = player_names([player.name for player in company.charter.players])
        raise Exit(
            ExitCode.FAULT,
            "fault",
            name=names[faults[0].seat],
            reason=reason(faults[0].clause),
            path=record,
        )


def code_of(ending: Ending) -> ExitCode:
    """The exit code of a game that was played to its end; that of its audit."""
    stage = ending.snapshot.standing.stage if isinstance(ending, Over) else None
    is_whole = isinstance(stage, Playing) and not stage.silent
    return ExitCode.DONE if is_whole else ExitCode.UNFINISHED


def check_not_stopped(
    stopped: Fault | Collapsed | None, names: tuple[str, ...], record: Path
) -> None:
    """Check that nothing has stopped the game.

    Raises:
        Exit: something has; what, and where the record is.
    """
    match stopped:
        case Fault():
            raise Exit(
                ExitCode.FAULT,
                "fault",
                name=names[stopped.seat],
                reason=reason(stopped.clause),
                path=record,
            )
        case Collapsed():
            raise Exit(ExitCode.UNREADABLE, "collapsed", reason=reason(stopped.clause), path=record)
        case None:
            pass
