"""What the desk makes of news: from the table, of the others' lives, of the clock."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from p2pqwirkle.console.commands import Request
from p2pqwirkle.console.desk import USUAL, Desk, Ending, Habits, Panel
from p2pqwirkle.console.history import History, history_after
from p2pqwirkle.console.looks import Looks
from p2pqwirkle.console.scene import Scene
from p2pqwirkle.console.staging import NOTHING_STAGED
from p2pqwirkle.console.talk import talk_with
from p2pqwirkle.rules.board import Board
from p2pqwirkle.rules.legal import can_play
from p2pqwirkle.rules.moves import Pass, Seat
from p2pqwirkle.table.leavers import Why

AWAY_SECONDS: Final = 3.0
"""Whoever was silent for so long has been away."""
LATE_SECONDS: Final = 5.0
"""When a second comes so late, this computer slept: to it, all others have just come back."""


def first_desk(
    scene: Scene,
    looks: Looks,
    now: float,
    habits: Habits = USUAL,
    past: Sequence[Scene] = (),
) -> Desk:
    """The desk when the first scene is shown, of a game that has had a *past*."""
    staging = NOTHING_STAGED.renewed(scene.hand, _board_of(scene))
    history: History = ()
    for before, after in pairwise((None, *past, scene)):
        assert after is not None  # only the first has none before it
        history = history_after(history, before, after)
    return Desk(scene, looks, habits, staging=staging, history=history, now=now, since=now)


def showing(desk: Desk, scene: Scene, now: float) -> tuple[Desk, Request | None]:
    """The desk when *scene* follows, and the pass that a turn may leave as the only move."""
    changed = _with_scene(desk, scene, now)
    if not scene.asked and changed.panel is Panel.QUESTION:
        changed = replace(changed, panel=Panel.NONE)
    if scene.is_finished and not desk.scene.is_finished:
        return replace(changed, panel=Panel.RESULT, scrolled=0, draft=None), None
    if set(scene.asked) - set(desk.scene.asked):
        return _being_asked(changed), None
    if not scene.is_our_turn or desk.scene.is_our_turn:
        return _parting(changed, desk.scene), None
    # A move that was on its way counts for nothing if the turn is here again.
    return _at_our_turn(_parting(replace(changed, sent=False), desk.scene))


def _with_scene(desk: Desk, scene: Scene, now: float) -> Desk:
    before = desk.staging
    staging = before.renewed(scene.hand, _board_of(scene))
    turn_is_new = scene.mover != desk.scene.mover
    moved = scene.last_turn != desk.scene.last_turn
    was_ours = moved and scene.last_turn is not None and scene.last_turn.seat == scene.seat
    changed = replace(
        desk,
        scene=scene,
        staging=staging,
        history=history_after(desk.history, desk.scene, scene),
        chosen=desk.chosen if desk.chosen in staging.rack else None,
        is_swapping=desk.is_swapping and not was_ours,
        sent=desk.sent and not was_ours and not scene.is_finished,
        now=now,
        since=now if turn_is_new else desk.since,
    )
    if was_ours:
        return replace(changed, notice=None)
    if len(staging.laid) < len(before.laid):
        return changed.saying("notice.cells-taken")
    return changed


def _parting(desk: Desk, before: Scene) -> Desk:
    """The desk when the game goes on without somebody who was still in it *before*."""
    for gone in desk.scene.gone[len(before.gone) :]:
        if gone.why is not Why.TIME:
            return desk.saying(f"gone.{gone.why.value}", name=desk.scene.names[gone.seat])
    return desk


def _being_asked(desk: Desk) -> Desk:
    """The desk when the others ask something: in front of everything but what is being done."""
    is_busy = desk.draft is not None or desk.panel is not Panel.NONE
    return desk.saying("ask.open") if is_busy else replace(desk, panel=Panel.QUESTION, scrolled=0)


def _at_our_turn(desk: Desk) -> tuple[Desk, Request | None]:
    position = desk.scene.position
    assert position is not None  # it is our turn
    if position.opening is not None:
        return desk.saying("notice.you-open", count=position.opening), None
    if can_play(position.board, desk.scene.faces):
        has_moved = any(past.turn.seat == desk.scene.seat for past in desk.history)
        is_told = has_moved or desk.notice is not None
        return desk if is_told else desk.saying("notice.first-turn"), None
    if position.bag_size == 0:
        passing = replace(desk, staging=desk.staging.cleared(), sent=True, chosen=None)
        return passing.saying("notice.you-pass"), Pass()
    staging = desk.staging.all_aside(position.bag_size)
    swapping = replace(desk, staging=staging, is_swapping=True, chosen=None)
    return swapping.saying("notice.must-swap"), None


def refused(desk: Desk, clause: str) -> Desk:
    """The desk when the table did not take our move."""
    return replace(desk, sent=False).saying("notice.refused", clause=clause)


def not_asked(desk: Desk, clause: str) -> Desk:
    """The desk when the table did not let us ask, or answer."""
    return desk.saying("ask.refused", clause=clause)


def hearing(desk: Desk, seat: Seat, foreign: str) -> Desk:
    """The desk when *seat* has said something; a word that is still to be read stays."""
    talk = talk_with(desk.talk, desk.history, seat, foreign)
    heard = replace(desk, talk=talk)
    if seat == desk.scene.seat or (desk.notice is not None and desk.notice.key != "chat.said"):
        return heard
    return heard.saying("chat.said", name=desk.scene.names[seat], text=talk[-1].text)


def ticked(desk: Desk, now: float, silences: Sequence[float | None]) -> Desk:
    """The desk a moment later; *silences* are by seat, in seconds."""
    return replace(desk, now=now, silences=tuple(silences), back=_back(desk, now, silences))


def _back(desk: Desk, now: float, silences: Sequence[float | None]) -> tuple[float | None, ...]:
    """By seat, when it was last back, now that *silences* have followed those of the desk."""
    if now - desk.now > LATE_SECONDS:
        return (now,) * len(silences)
    known = (*zip(desk.silences, desk.back, strict=True), *((None, None),) * len(silences))
    return tuple(
        now if _is_end(silence, after=before) else back
        for silence, (before, back) in zip(silences, known, strict=False)
    )


def _is_end(silence: float | None, *, after: float | None) -> bool:
    """Whether somebody is heard again *after* so many seconds."""
    return silence is not None and after is not None and silence < after > AWAY_SECONDS


def halted(desk: Desk, why: object) -> Desk:
    """The desk when the game goes on no more, for the reason that *why* tells."""
    stopped = replace(desk, halted=True, panel=Panel.NONE, staging=desk.staging.cleared())
    return replace(stopped, chosen=None, is_swapping=False).saying("notice.stopped", why=why)


def ended(desk: Desk, ending: Ending) -> Desk:
    """The desk when the record is complete and was audited."""
    return replace(desk, ending=ending)


def _board_of(scene: Scene) -> Board:
    return Board.empty() if scene.position is None else scene.position.board
