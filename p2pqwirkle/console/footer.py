"""The keys that matter now, for the bottom row; the mouse finds them there too."""

from collections.abc import Sequence

from p2pqwirkle.console.asking import is_missed
from p2pqwirkle.console.commands import Deed, Digit, Go
from p2pqwirkle.console.desk import Desk, Panel
from p2pqwirkle.console.keys import ANSWERING, LEAFING, PARTING, PLAYING, WATCHING, WRITING, Binding
from p2pqwirkle.console.preview import Legal
from p2pqwirkle.words import sentence

Offer = tuple[str, str]
"""A key as it is shown, and a word for what it does now."""
Wanted = tuple[Deed | Digit | Go, str]
"""A command to offer, and the sentence that says what it does now."""


def offers(desk: Desk) -> tuple[Offer, ...]:
    """What the player can do now, the most likely first."""
    if desk.draft is not None:
        return offered(WRITING, (Deed.SAY, "do.say"), (Deed.HUSH, "do.close"))
    if desk.scene.is_watched:
        return _watching_offers(desk)
    if desk.panel is not Panel.NONE:
        return _panel_offers(desk)
    if desk.halted:
        return offered(PLAYING, *_LOOKING, _LEAVING)
    if desk.scene.is_finished:
        return offered(PLAYING, (Deed.RESULT, "do.result"), *_again(desk), *_LOOKING, _LEAVING)
    if desk.is_swapping:
        return _swap_offers(desk)
    if desk.staging.laid:
        return _laid_offers(desk)
    if desk.chosen is not None:
        return _chosen_offers()
    return _first_offers(desk)


def _panel_offers(desk: Desk) -> tuple[Offer, ...]:
    if desk.panel is Panel.LEAVE:
        return offered(
            PARTING, (Deed.YES, "do.leave"), (Deed.GIVE_UP, "do.give-up"), (Deed.CANCEL, "do.stay")
        )
    if desk.panel is Panel.QUESTION:
        return offered(
            ANSWERING, (Deed.YES, "do.agree"), (Deed.NO, "do.decline"), (Deed.CANCEL, "do.later")
        )
    named: dict[Panel, tuple[Wanted, ...]] = {
        Panel.HINTS: ((Digit(1), "do.lay-hint"),),
        Panel.LOOKS: ((Digit(1), "do.change"),),
        Panel.GO_ON: ((Digit(1), "do.ask"),),
        Panel.RESULT: (*_again(desk), _LEAVING),
    }
    scrolls: tuple[Wanted, ...] = ((Go(0, 1), "do.scroll"),)
    return offered(PLAYING, *named.get(desk.panel, scrolls), (Deed.CANCEL, "do.close"), _HELPING)


def _watching_offers(desk: Desk) -> tuple[Offer, ...]:
    """What somebody can do who has no part in the game."""
    if desk.panel is Panel.LOOKS:
        return offered(WATCHING, (Digit(1), "do.change"), (Deed.CANCEL, "do.close"), _LEAVING)
    if desk.panel is not Panel.NONE:
        return offered(WATCHING, (Go(0, 1), "do.scroll"), (Deed.CANCEL, "do.close"), _LEAVING)
    result: tuple[Wanted, ...] = ((Deed.RESULT, "do.result"),) if desk.scene.is_finished else ()
    return offered(WATCHING, *result, (Deed.RULES, "do.rules"), *_LOOKING, _LEAVING)


def _again(desk: Desk) -> tuple[Wanted, ...]:
    may_play_again = desk.ending is not None and desk.ending.allows_another
    return ((Deed.AGAIN, "do.again"),) if may_play_again else ()


def _first_offers(desk: Desk) -> tuple[Offer, ...]:
    missed: tuple[Wanted, ...] = ((Deed.GO_ON, "do.go-on"),) if is_missed(desk) else ()
    if not desk.staging.rack:
        return offered(PLAYING, *missed, (Deed.RULES, "do.rules"), *_LOOKING, _LEAVING, _TALKING)
    digit = "do.choose" if desk.scene.is_our_turn else "do.plan"
    swap = ((Deed.SWAP, "do.swap"),) if desk.may_swap else ()
    hint = (_HINTING,) if desk.scene.allows_hints else ()
    return offered(PLAYING, *missed, (Digit(1), digit), *swap, *hint, *_LOOKING, _LEAVING, _TALKING)


def _chosen_offers() -> tuple[Offer, ...]:
    return offered(
        PLAYING,
        (Go(0, 1), "do.cell"),
        (Deed.NEXT_CELL, "do.next-cell"),
        (Deed.PUT, "do.put"),
        (Deed.CANCEL, "do.cancel"),
        _HELPING,
    )


def _laid_offers(desk: Desk) -> tuple[Offer, ...]:
    may_play = desk.scene.is_our_turn and isinstance(desk.preview, Legal)
    confirm = ((Deed.CONFIRM, "do.play"),) if may_play else ()
    more = ((Deed.PUT, "do.put"),) if desk.chosen is not None else ((Digit(1), "do.more"),)
    return offered(
        PLAYING,
        *confirm,
        *more,
        (Deed.TAKE_BACK, "do.take-back"),
        (Deed.CANCEL, "do.all-back"),
        _HELPING,
    )


def _swap_offers(desk: Desk) -> tuple[Offer, ...]:
    confirm = ((Deed.CONFIRM, "do.swap"),) if desk.staging.aside else ()
    return offered(
        PLAYING,
        (Digit(1), "do.aside"),
        (Deed.ALL_ASIDE, "do.all"),
        *confirm,
        (Deed.CANCEL, "do.cancel"),
        _HELPING,
    )


def replay_offers() -> tuple[Offer, ...]:
    """What a player can do in a replay."""
    return offered(
        LEAFING,
        (Deed.FORWARD, "do.forward"),
        (Deed.BACK, "do.back"),
        (Deed.LAST, "do.last"),
        (Deed.NEXT_SEAT, "do.next-seat"),
        (Deed.LOG, "do.log"),
        _HELPING,
        _LEAVING,
    )


_HELPING = (Deed.HELP, "do.help")
_LEAVING = (Deed.LEAVE, "do.leave")
_TALKING = (Deed.CHAT, "do.chat")
_HINTING = (Deed.HINTS, "do.hint")
_LOOKING = ((Deed.LOG, "do.log"), (Deed.LAST_MOVE, "do.last-move"), _HELPING)


def offered(bindings: Sequence[Binding], *wanted: Wanted) -> tuple[Offer, ...]:
    """What is *wanted*, with the keys that *bindings* have for it."""
    shown = {binding.command: binding.label for binding in bindings}
    return tuple((shown[command], sentence(key)) for command, key in wanted)
