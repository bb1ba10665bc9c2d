"""What each command makes of the desk.  Nothing here knows of keys or of a screen."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final, assert_never

from p2pqwirkle.console.asking import ask, askable, reply
from p2pqwirkle.console.commands import (
    Again,
    Command,
    Deed,
    Digit,
    Go,
    Leave,
    Point,
    Request,
    Say,
    Type,
    Visit,
)
from p2pqwirkle.console.desk import Desk, Panel
from p2pqwirkle.console.picking import pick
from p2pqwirkle.console.preview import Illegal
from p2pqwirkle.console.staging import Order
from p2pqwirkle.console.talk import written_on
from p2pqwirkle.record.chat import fit_to_say
from p2pqwirkle.rules.board import Cell

Obeyed = tuple[Desk, Request | None]

PANELS: Final = {
    Deed.HELP: Panel.HELP,
    Deed.RULES: Panel.RULES,
    Deed.HINTS: Panel.HINTS,
    Deed.UNSEEN: Panel.UNSEEN,
    Deed.LOG: Panel.LOG,
    Deed.MAP: Panel.MAP,
    Deed.LOOKS: Panel.LOOKS,
    Deed.LEAVE: Panel.LEAVE,
}
"""What opens which panel; the same key closes it."""


HELPING: Final = (Deed.HINTS, Deed.UNSEEN)
"""What the players can agree to do without."""


def obey(desk: Desk, command: Command) -> Obeyed:
    """The desk after *command*, and what is now asked of the program."""
    quiet = replace(desk, notice=None)
    if desk.panel is Panel.LEAVE:
        return _answer(quiet, command)
    if desk.panel is Panel.QUESTION and command in (Deed.YES, Deed.NO):
        return reply(quiet, agrees=command is Deed.YES)
    if desk.panel is Panel.GO_ON and isinstance(command, Digit):
        return ask(quiet, command.number)
    match command:
        case Deed():
            return _obey_deed(quiet, command)
        case Digit(number):
            return pick(quiet, number), None
        case Go(across, down):
            return _go(quiet, across, down), None
        case Point(cell):
            return _put(replace(quiet, cursor=cell), cell), None
        case Type(text):
            return _write(desk, text), None
        case Visit():
            return desk, None
        case _:
            assert_never(command)


def _obey_deed(desk: Desk, deed: Deed) -> Obeyed:
    if deed is Deed.LEAVE and desk.may_leave:
        return desk, Leave.LEAVE
    if deed is Deed.CONFIRM and desk.panel is Panel.NONE:
        return _confirm(desk)
    if deed is Deed.SAY:
        return _say(desk)
    if deed is Deed.AGAIN:
        return play_again(desk)
    return _do(desk, deed), None


def _answer(desk: Desk, command: Command) -> Obeyed:
    """The player was asked whether to leave."""
    if command in (Deed.YES, Deed.LEAVE, Deed.CONFIRM):
        return desk, Leave.LEAVE
    if command is Deed.GIVE_UP:
        return replace(desk, panel=Panel.NONE).saying("leave.said"), Leave.FOR_GOOD
    return replace(desk, panel=Panel.NONE), None


def _do(desk: Desk, deed: Deed) -> Desk:
    if deed in HELPING and not desk.scene.allows_hints:
        return desk.saying("hints.off")
    if deed in PANELS:
        return _opened(desk, PANELS[deed])
    if deed is Deed.RESULT:
        return _opened(desk, Panel.RESULT) if desk.scene.is_finished else desk
    if deed in (Deed.CANCEL, Deed.CONFIRM) and desk.panel is not Panel.NONE:
        return replace(desk, panel=Panel.NONE)
    return _DEEDS.get(deed, _stay)(desk)


def _opened(desk: Desk, panel: Panel) -> Desk:
    shown = Panel.NONE if desk.panel is panel else panel
    return replace(desk, panel=shown, scrolled=0)


def _confirm(desk: Desk) -> Obeyed:
    if desk.is_finished:
        return _do(desk, Deed.RESULT), None
    if desk.sent:
        return desk.saying("notice.sent"), None
    choice, seen = desk.choice, desk.preview
    if choice is None or seen is None:
        return _confirm_nothing(desk), None
    if not desk.scene.is_our_turn:
        return desk.saying("notice.not-your-turn"), None
    if isinstance(seen, Illegal):
        return desk.saying("notice.not-legal"), None
    return replace(desk, sent=True, chosen=None), choice


def _confirm_nothing(desk: Desk) -> Desk:
    if desk.is_swapping:
        return desk.saying("notice.nothing-aside")
    if desk.chosen is not None and desk.cursor in desk.fitting:
        return _put(desk, desk.cursor)
    return desk.saying("notice.nothing-laid")


def _put(desk: Desk, cell: Cell) -> Desk:
    """Put the chosen tile on *cell*, or take back the one of ours that lies there."""
    position = desk.scene.position
    if not desk.may_plan or position is None:
        return desk.saying(_why_not_now(desk))
    if desk.is_swapping:
        return desk.saying("notice.swapping")
    lying = desk.staging.laid_on(cell)
    if lying is not None:
        return replace(desk, staging=desk.staging.lifting(cell), chosen=lying)
    if position.board.face_at(cell) is not None:
        return desk.saying("notice.cell-taken")
    if desk.chosen is None:
        return desk.saying("notice.choose-first")
    return replace(desk, staging=desk.staging.laying(desk.chosen, cell), chosen=None)


def _why_not_now(desk: Desk) -> str:
    if desk.scene.is_watched:
        return "notice.watching"
    if desk.sent:
        return "notice.sent"
    return "notice.over" if desk.is_finished else "notice.not-open"


def _take_back(desk: Desk) -> Desk:
    return desk if desk.sent else replace(desk, staging=desk.staging.lifting_last())


def _cancel(desk: Desk) -> Desk:
    if desk.sent:
        return desk
    return replace(desk, staging=desk.staging.cleared(), chosen=None, is_swapping=False)


def _next_cell(desk: Desk) -> Desk:
    """Point at the next cell where the chosen tile fits, row by row."""
    if desk.chosen is None:
        return desk.saying("notice.choose-first")
    cells = sorted(desk.fitting, key=_reading_order)
    if not cells:
        return desk.saying("notice.fits-nowhere")
    here = _reading_order(desk.cursor)
    beyond = [cell for cell in cells if _reading_order(cell) > here]
    return replace(desk, cursor=beyond[0] if beyond else cells[0])


def _last_move(desk: Desk) -> Desk:
    placed = [past for past in desk.history if past.cells]
    if not placed:
        return desk.saying("notice.no-move-yet")
    return replace(desk, cursor=min(placed[-1].cells), panel=Panel.NONE)


def _swap(desk: Desk) -> Desk:
    """Begin to put tiles aside, or think better of it."""
    if desk.sent:
        return desk.saying("notice.sent")
    staging = desk.staging.cleared()
    if desk.is_swapping:
        return replace(desk, staging=staging, is_swapping=False)
    position = desk.scene.position
    if position is None or not desk.may_plan:
        return desk.saying(_why_not_now(desk))
    if position.opening is not None:
        return desk.saying("notice.opener-swaps-not")
    if position.bag_size == 0:
        return desk.saying("notice.bag-empty")
    return replace(desk, staging=staging, is_swapping=True, chosen=None)


def _all_aside(desk: Desk) -> Desk:
    """Put all tiles aside, or as many as the bag holds."""
    position = desk.scene.position
    if not desk.is_swapping or position is None or desk.sent:
        return desk
    return replace(desk, staging=desk.staging.all_aside(position.bag_size))


def _tile_left(desk: Desk) -> Desk:
    return _moved(desk, -1)


def _tile_right(desk: Desk) -> Desk:
    return _moved(desk, 1)


def _moved(desk: Desk, steps: int) -> Desk:
    if desk.chosen is None:
        return desk.saying("notice.choose-to-move")
    return replace(desk, staging=desk.staging.moved(desk.chosen, steps))


def _sort(desk: Desk) -> Desk:
    following = Order.SHAPE if desk.order is Order.COLOUR else Order.COLOUR
    return replace(desk, staging=desk.staging.sorted_by(desk.order), order=following)


def _put_here(desk: Desk) -> Desk:
    return _put(desk, desk.cursor) if desk.panel is Panel.NONE else desk


def _chat(desk: Desk) -> Desk:
    """Begin to write a line to the others."""
    return desk.saying("chat.over") if desk.may_leave else replace(desk, draft="")


def _write(desk: Desk, text: str) -> Desk:
    return desk if desk.draft is None else replace(desk, draft=written_on(desk.draft, text))


def _erase(desk: Desk) -> Desk:
    return desk if desk.draft is None else replace(desk, draft=desk.draft[:-1])


def _hush(desk: Desk) -> Desk:
    return replace(desk, draft=None)


def _go_on_without(desk: Desk) -> Desk:
    if desk.scene.asked:
        return _opened(desk, Panel.QUESTION)
    return _opened(desk, Panel.GO_ON) if askable(desk) else desk.saying("ask.nobody")


def play_again(desk: Desk) -> Obeyed:
    """Another game is wanted, which can begin when this one is over and checked."""
    if desk.ending is None:
        return desk.saying("again.not-yet"), None
    return (desk, Again.AGAIN) if desk.ending.allows_another else (desk.saying("again.anew"), None)


def _say(desk: Desk) -> Obeyed:
    """Say what was written; a line with nothing in it says nothing."""
    text = fit_to_say(desk.draft or "")
    return _hush(desk), Say(text) if text else None


def _stay(desk: Desk) -> Desk:
    return desk


_DEEDS: Final[dict[Deed, Callable[[Desk], Desk]]] = {
    Deed.PUT: _put_here,
    Deed.TAKE_BACK: _take_back,
    Deed.CANCEL: _cancel,
    Deed.NEXT_CELL: _next_cell,
    Deed.LAST_MOVE: _last_move,
    Deed.SWAP: _swap,
    Deed.ALL_ASIDE: _all_aside,
    Deed.TILE_LEFT: _tile_left,
    Deed.TILE_RIGHT: _tile_right,
    Deed.SORT: _sort,
    Deed.CHAT: _chat,
    Deed.ERASE: _erase,
    Deed.HUSH: _hush,
    Deed.GO_ON: _go_on_without,
}


def _go(desk: Desk, across: int, down: int) -> Desk:
    if desk.panel is not Panel.NONE:
        return replace(desk, scrolled=max(0, desk.scrolled + down))
    return replace(desk, cursor=Cell(desk.cursor.x + across, desk.cursor.y + down))


def _reading_order(cell: Cell) -> tuple[int, int]:
    return cell.y, cell.x
