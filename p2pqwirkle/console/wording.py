"""Sentences about a game: of whose turn it is, of a move, of why one cannot be made."""

from collections.abc import Iterable
from typing import Final, assert_never

from p2pqwirkle.console.desk import Desk, Notice
from p2pqwirkle.console.history import Past
from p2pqwirkle.console.preview import Illegal, Legal, Preview
from p2pqwirkle.console.scene import Scene
from p2pqwirkle.rules.lines import QWIRKLE, line_score
from p2pqwirkle.rules.moves import Pass, PassedOver, Play, Seat, Swap
from p2pqwirkle.rules.notation import format_placement
from p2pqwirkle.table.phases import Phase
from p2pqwirkle.table.verdicts import Fault
from p2pqwirkle.words import clause_sentence, sentence

WORTH_SAYING: Final = 5.0
"""Seconds without a sign of life after which a seat is named."""


def say(notice: Notice) -> str:
    """The word of *notice*, with the sentence of the clause that it may name."""
    fields = dict(notice.fields)
    if "clause" in fields:
        fields["reason"] = reason(str(fields["clause"]))
    return sentence(notice.key, **fields)


def reason(clause: str) -> str:
    """What breaking *clause* means, and its number."""
    return f"{clause_sentence(clause)} ({clause})"


def clock(seconds: float) -> str:
    """*seconds* as minutes and seconds."""
    minutes, rest = divmod(max(0, int(seconds)), 60)
    return f"{minutes}:{rest:02}"


def state_of(desk: Desk) -> str:
    """What the table is doing, and for whom it waits."""
    scene = desk.scene
    if scene.stopped is not None:
        return _stopped(scene)
    if desk.halted:
        return sentence("state.halted")
    if scene.is_out:
        return sentence("state.out")
    if scene.outcome is not None and scene.phase is Phase.OVER:
        return sentence("state.over")
    waited = clock(desk.now - desk.since)
    if scene.turn_seconds:
        waited += f" / {clock(scene.turn_seconds)}"
    if scene.is_our_turn:
        return sentence("state.your-turn", time=waited)
    if scene.phase is Phase.TURN and scene.mover is not None:
        return sentence("state.turn", name=scene.names[scene.mover], time=waited)
    return _phase(scene)


def _phase(scene: Scene) -> str:
    if scene.new_bag is not None:
        done, steps = scene.new_bag
        return sentence("state.new-bag", done=done + 1, all=steps)
    if scene.phase is Phase.SHUFFLE:
        return sentence("state.shuffle", done=scene.shuffles + 1, all=len(scene.names))
    return sentence(f"state.{scene.phase.value}")


def _stopped(scene: Scene) -> str:
    match scene.stopped:
        case Fault(seat, clause):
            return sentence("state.fault", name=scene.names[seat], reason=reason(clause))
        case stopped:
            assert stopped is not None  # the caller has looked
            return sentence("state.collapsed", reason=reason(stopped.clause))


def silent_line(desk: Desk) -> str | None:
    """Whom the table waits for, beside whoever has the turn; None if for nobody."""
    if desk.scene.unheard and not desk.is_finished:
        names = ", ".join(desk.scene.names[seat] for seat in desk.scene.unheard)
        return sentence("ask.waiting", names=names)
    silent = [
        (seat, silence)
        for seat, silence in enumerate(desk.silences)
        if silence is not None and silence >= WORTH_SAYING and desk.scene.is_awaitable(seat)
    ]
    if not silent or desk.is_finished:
        return None
    names = ", ".join(f"{desk.scene.names[seat]} {clock(silence)}" for seat, silence in silent)
    return waiting_line(desk, names)


def waiting_line(desk: Desk, names: str) -> str:
    """That the table waits for *names*, and what the one of two can do who waits."""
    is_alone = len(desk.scene.living) == 2  # noqa: PLR2004 - who waits, and who is waited for
    is_alone = is_alone and not desk.scene.is_watched
    return sentence("state.silent-of-two" if is_alone else "state.silent", names=names)


def watchers_line(desk: Desk) -> str:
    """How many watch at this computer."""
    return sentence("state.watchers", count=desk.watchers)


def preview_line(preview: Preview) -> str:
    """Whether a move is legal and what it brings, or why it is not."""
    match preview:
        case Illegal(clause):
            return sentence("preview.illegal", reason=reason(clause))
        case Legal(points=0):
            return sentence("preview.legal-swap")
        case Legal() as legal:
            return sentence("preview.legal", sum=sum_of(_parts(legal), legal.points))
        case _:
            assert_never(preview)


def _parts(legal: Legal) -> tuple[int, ...]:
    parts = tuple(line_score(len(line)) for line in legal.lines)
    return (*parts, legal.bonus) if legal.bonus and parts else parts


def sum_of(parts: Iterable[int], points: int) -> str:
    """*points*, and the sum that they are if there is more than one part."""
    shown = [str(part) for part in parts]
    return f"+{points} = {' + '.join(shown)}" if len(shown) > 1 else f"+{points}"


def line_remark(length: int) -> str:
    """What a line of *length* is worth."""
    score = line_score(length)
    return sentence("preview.qwirkle", score=score) if length == QWIRKLE else str(score)


def move_line(past: Past, names: tuple[str, ...]) -> str:
    """A turn in a line of the log."""
    name = names[past.turn.seat]
    match past.turn.move:
        case Play():
            return f"{name} {sum_of(past.parts, past.turn.points)}"
        case Swap(count):
            return sentence("log.swap", name=name, count=count)
        case Pass():
            return sentence("log.pass", name=name)
        case PassedOver():
            return sentence("log.passed-over", name=name)
        case _:
            assert_never(past.turn.move)


def move_notation(past: Past) -> str:
    """The placements of a turn in the text notation; empty for all else."""
    match past.turn.move:
        case Play(placements):
            return " ".join(map(format_placement, placements))
        case _:
            return ""


def winners_line(scene: Scene) -> str:
    """Who has won, and how the game ended; of a game that goes on, nothing."""
    outcome = scene.outcome
    if outcome is None:
        return ""
    names = ", ".join(scene.names[winner] for winner in outcome.winners)
    key = "result.wins" if len(outcome.winners) == 1 else "result.share"
    return sentence(key, names=names) + " " + sentence(f"result.{outcome.ending.value}")


def in_turn_order(scene: Scene) -> tuple[Seat, ...]:
    """The seats as they move, by number before the coin has fallen; then those that are out."""
    order = () if scene.position is None else scene.position.turn_order
    rest = (Seat(seat) for seat in range(len(scene.names)) if seat not in order)
    return (*order, *rest)
