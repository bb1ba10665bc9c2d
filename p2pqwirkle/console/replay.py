"""Looking at a finished game: one frozen scene after each turn, from any seat, all hands open."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from p2pqwirkle.console.arrivals import first_desk
from p2pqwirkle.console.canvas import Line, Size
from p2pqwirkle.console.commands import Command, Deed, Digit, Leave, Point, Request, Visit
from p2pqwirkle.console.desk import Desk, Ending, Panel
from p2pqwirkle.console.footer import offers, replay_offers
from p2pqwirkle.console.history import History, history_after
from p2pqwirkle.console.layout import is_too_small, layout_of
from p2pqwirkle.console.looks import Looks
from p2pqwirkle.console.obey import obey
from p2pqwirkle.console.scene import Scene
from p2pqwirkle.console.side_view import log_area, log_rows
from p2pqwirkle.console.view import pointed_at, view
from p2pqwirkle.rules.moves import Seat

FIRST: Final = Seat(0)
"""Whose hand is seen at the beginning."""
Scenes = tuple[tuple[Scene, ...], ...]
"""By turn, and within a turn by seat: the scene as that seat saw it."""


@dataclass(frozen=True, slots=True)
class Replay:
    """A place in a finished game.

    Attributes:
        scenes: before the first turn, then after each.
        desk: what is shown of it; nothing can be played there.
        seat: the one we look over the shoulder of.
        typed: the digits of a turn's number that have been typed so far.
    """

    scenes: Scenes
    histories: tuple[History, ...]
    desk: Desk
    turn: int = 0
    seat: Seat = FIRST
    typed: int = 0

    @property
    def last(self) -> int:
        """The number of the last turn."""
        return len(self.scenes) - 1


def replay_of(scenes: Scenes, looks: Looks, ending: Ending) -> Replay:
    """The replay of a game, at its beginning, from seat 0."""
    histories: list[History] = [()]
    for before, scene in pairwise(scenes):
        histories.append(history_after(histories[-1], before[0], scene[0]))
    desk = replace(first_desk(scenes[0][0], looks, 0.0), ending=ending, is_replayed=True)
    return Replay(scenes, tuple(histories), desk)


def obey_in_replay(replay: Replay, command: Command) -> tuple[Replay, Request | None]:
    """The replay after *command*, and what is now asked of the program."""
    still = replace(replay, typed=0)
    if command is Deed.LEAVE:
        return still, Leave.LEAVE
    if replay.desk.panel is not Panel.NONE and command not in _LEAFING:
        return replace(still, desk=_obeyed(replay.desk, command)), None
    match command:
        case Deed.FORWARD:
            return _at(still, replay.turn + 1), None
        case Deed.BACK:
            return _at(still, replay.turn - 1), None
        case Deed.FIRST:
            return _at(still, 0), None
        case Deed.LAST:
            return _at(still, replay.last), None
        case Deed.NEXT_SEAT:
            return _seen_from_next(still), None
        case Digit(number):
            return _typed(replay, number), None
        case Visit(turn):
            return _at(still, turn), None
        case _:
            return replace(still, desk=_obeyed(replay.desk, command)), None


_LEAFING = (Deed.FORWARD, Deed.BACK, Deed.FIRST, Deed.LAST, Deed.NEXT_SEAT)


def _obeyed(desk: Desk, command: Command) -> Desk:
    """What looking about does; nothing is laid out in a game that was."""
    after, _ = obey(desk, command)
    return replace(after, staging=desk.staging, is_swapping=False, chosen=None)


def _typed(replay: Replay, digit: int) -> Replay:
    """Go to the turn whose number is being typed."""
    number = replay.typed * 10 + digit
    wanted = number if number <= replay.last else digit
    return replace(_at(replay, wanted), typed=wanted)


def _at(replay: Replay, turn: int) -> Replay:
    place = max(0, min(turn, replay.last))
    return _shown(replay, place, replay.seat)


def _seen_from_next(replay: Replay) -> Replay:
    seats = len(replay.scenes[0])
    return _shown(replay, replay.turn, Seat((replay.seat + 1) % seats))


def _shown(replay: Replay, turn: int, seat: Seat) -> Replay:
    scene = replay.scenes[turn][seat]
    fresh = first_desk(scene, replay.desk.looks, 0.0)
    desk = replace(
        replay.desk,
        scene=scene,
        staging=fresh.staging,
        history=replay.histories[turn],
        panel=Panel.NONE,
        notice=None,
    )
    last = replay.histories[turn][-1:]
    cells: Sequence[object] = [cell for past in last for cell in past.cells]
    cursor = min(last[0].cells) if cells else desk.cursor
    return replace(replay, turn=turn, seat=seat, desk=replace(desk, cursor=cursor))


def replay_view(replay: Replay, size: Size) -> tuple[Line, ...]:
    """The frame for *replay* on a terminal of *size*."""
    desk = replay.desk
    if desk.panel is not Panel.NONE:
        return view(desk, size, offers(desk))
    told = desk.saying("replay.turn", turn=replay.turn, last=replay.last)
    return view(told, size, replay_offers())


def pointed_in_replay(replay: Replay, size: Size, column: int, row: int) -> Command | None:
    """What a click asks for: the turn of a tile, or of a line of the log."""
    desk = replay.desk
    if is_too_small(size) or desk.panel is not Panel.NONE:
        return pointed_at(desk, size, column, row)
    area = log_area(desk, layout_of(size).side)
    if area.has(column, row):
        shown = log_rows(desk, area)[max(0, row - area.top - 1) :]
        return Visit(shown[0][2]) if shown and row > area.top else None
    match pointed_at(desk, size, column, row):
        case Point(cell):
            turns = [past.number for past in desk.history if cell in past.cells]
            return Visit(turns[0]) if turns else None
        case _:
            return None
