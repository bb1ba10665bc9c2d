"""Going on without somebody: who can be asked out, and what the others ask of us."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from p2pqwirkle.console.commands import AskOut, PassOver, Reply, Request
from p2pqwirkle.console.desk import Desk, Panel
from p2pqwirkle.console.scene import Scene
from p2pqwirkle.console.wording import WORTH_SAYING, clock, reason
from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.table.agreement import Purpose, Question
from p2pqwirkle.words import sentence

Asked = tuple[Desk, Request | None]

MISSED_SECONDS: Final = 15.0
"""Of silence, after which the player is offered to go on without somebody."""
RETURN_SECONDS: Final = 5.0
"""Nobody's turn is passed over so shortly after its return; bots take as long."""


def askable(desk: Desk) -> tuple[AskOut | PassOver, ...]:
    """What our player can ask of the others now."""
    if desk.is_finished:
        return ()
    outs = tuple(AskOut((seat,)) for seat in desk.scene.dispensable)
    if desk.scene.together:
        outs = (*outs, AskOut(desk.scene.together))
    return (*outs, PassOver()) if is_late(desk) else outs


def is_late(desk: Desk) -> bool:
    """Whether somebody else has taken more time for a turn than the players have agreed on.

    Whoever has just come back is given a moment to make it.
    """
    scene = desk.scene
    if scene.mover is None or scene.mover == scene.seat or scene.mover not in scene.awaited:
        return False
    is_over = 0 < scene.turn_seconds < desk.now - desk.since
    return is_over and not _is_just_back(scene.mover, desk)


def _is_just_back(seat: Seat, desk: Desk) -> bool:
    back = desk.back[seat] if seat < len(desk.back) else None
    return back is not None and desk.now - back < RETURN_SECONDS


def is_missed(desk: Desk) -> bool:
    """Whether it is time to offer to go on without somebody."""
    silences = [
        silence
        for seat, silence in enumerate(desk.silences)
        if silence is not None and seat in desk.scene.dispensable
    ]
    return is_late(desk) or any(silence >= MISSED_SECONDS for silence in silences)


def reply(desk: Desk, *, agrees: bool) -> Asked:
    """Answer the first of what the others ask."""
    if not desk.scene.asked:
        return desk.saying("ask.nobody"), None
    question = desk.scene.asked[0]
    just_back = [seat for seat in question.seats if _is_just_back(seat, desk)]
    if agrees and just_back and question.purpose is Purpose.PASS_OVER:
        return desk.saying("ask.just-back", name=names_of(just_back, desk.scene)), None
    answered = replace(desk, panel=Panel.NONE).saying("ask.answered")
    return answered, Reply(question, agrees)


def ask(desk: Desk, number: int) -> Asked:
    """Ask the others for what has *number* in the list of what can be asked."""
    wishes = askable(desk)
    if not 1 <= number <= len(wishes):
        return desk, None
    return replace(desk, panel=Panel.NONE).saying("ask.asked"), wishes[number - 1]


def question_line(question: Question, scene: Scene) -> str:
    """What is asked, and by whom."""
    return sentence(
        "ask.out" if question.purpose is Purpose.GO_ON_WITHOUT else "ask.pass-over",
        asker=names_of((question.asker,), scene),
        names=names_of(question.seats, scene),
    )


def why_lines(question: Question, desk: Desk) -> tuple[str, ...]:
    """What is known here of those whom *question* names."""
    if question.purpose is Purpose.PASS_OVER:
        return (sentence("ask.why-time", time=clock(desk.now - desk.since)),)
    return tuple(_why(seat, desk) for seat in question.seats if seat < len(desk.scene.names))


def _why(seat: Seat, desk: Desk) -> str:
    name = desk.scene.names[seat]
    for charged, clause in desk.scene.charges:
        if charged == seat:
            return sentence("ask.why-fault", name=name, reason=reason(clause))
    if seat in desk.scene.grounded:
        return sentence("ask.why-resigned", name=name)
    silence = desk.silences[seat] if seat < len(desk.silences) else None
    if silence is None or silence < WORTH_SAYING:
        return sentence("ask.why-here", name=name)
    return sentence("ask.why-silent", name=name, time=clock(silence))


def about(question: Question) -> str:
    """What it means to agree."""
    is_out = question.purpose is Purpose.GO_ON_WITHOUT
    return sentence("ask.about-out" if is_out else "ask.about-pass-over")


def wish_line(wish: AskOut | PassOver, scene: Scene) -> str:
    """What our player could ask."""
    match wish:
        case AskOut(seats):
            return sentence("ask.without", name=names_of(seats, scene))
        case PassOver():
            assert scene.mover is not None  # it is somebody's turn
            return sentence("ask.this-turn", name=scene.names[scene.mover])


def names_of(seats: Sequence[Seat], scene: Scene) -> str:
    """The names of *seats*, in a row; a question can name seats that there are not."""
    known = len(scene.names)
    return ", ".join(scene.names[seat] if seat < known else str(seat) for seat in seats)
