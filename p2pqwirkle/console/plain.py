"""Plain mode: what happens in lines that are only ever added, and commands that are typed.

For screen readers, pipes and slow lines: no cursor movement, no colours, the text notation
throughout.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final, assert_never

from p2pqwirkle.console.arrivals import first_desk
from p2pqwirkle.console.asking import about, question_line, why_lines
from p2pqwirkle.console.asking_lines import ASKING
from p2pqwirkle.console.commands import Leave, Request, Say
from p2pqwirkle.console.desk import Desk
from p2pqwirkle.console.hints import hints
from p2pqwirkle.console.history import Past, tally
from p2pqwirkle.console.obey import play_again
from p2pqwirkle.console.panels import RULES
from p2pqwirkle.console.preview import Illegal, Legal, preview
from p2pqwirkle.console.replay import Replay
from p2pqwirkle.console.side_view import unseen_counts
from p2pqwirkle.console.talk import Spoken, in_order, spoken_line
from p2pqwirkle.console.wording import (
    in_turn_order,
    move_line,
    move_notation,
    preview_line,
    say,
    state_of,
    waiting_line,
    watchers_line,
    winners_line,
)
from p2pqwirkle.record.chat import fit_to_say
from p2pqwirkle.rules.moves import Choice, Placement
from p2pqwirkle.rules.notation import (
    NotationError,
    format_choice,
    format_face,
    format_placement,
    parse_choice,
)
from p2pqwirkle.rules.tiles import FACES
from p2pqwirkle.table.phases import Phase
from p2pqwirkle.words import sentence

Lines = tuple[str, ...]
Answer = tuple[Desk, Lines, Request | None]

TRY: Final = "try"
SAY: Final = "say"
AGAIN: Final = "again"
LEAVING: Final = {"quit": Leave.LEAVE, "give-up": Leave.FOR_GOOD}
ON_SCREENS: Final = ("chat.said", "notice.first-turn", "ask.open")
"""Words to the player that lines say in another way."""
HELPING: Final = ("hint", "unseen")
"""What the players can agree to do without."""
MOVES: Final = ("play", "swap", "pass")
WATCHED: Final = ("board", "players", "moves", "unseen", "rules", "help")
"""What somebody can ask who only watches."""


def typed(desk: Desk, line: str) -> Answer:
    """What a typed *line* makes of the desk, what is answered, and what is asked for."""
    word, _, rest = line.strip().lower().partition(" ")
    if not word:
        return desk, (), None
    if word in LEAVING:
        return desk, (), Leave.LEAVE if desk.may_leave else LEAVING[word]
    if desk.scene.is_watched:
        return desk, _told(desk, word) if word in WATCHED else (sentence("plain.watching"),), None
    return _typed_by_player(desk, line, word, rest)


def _typed_by_player(desk: Desk, line: str, word: str, rest: str) -> Answer:
    if word == AGAIN:
        after, request = play_again(desk)
        return after, (), request
    if word in ASKING:
        after, request = ASKING[word](desk, rest)
        said = () if after.notice in (None, desk.notice) else (say(after.notice),)
        return replace(after, notice=desk.notice), said, request
    if word == TRY:
        return desk, _tried(desk, rest), None
    if word == SAY:
        return _said(desk, line.strip()[len(SAY) :])
    if word in MOVES:
        return _moved(desk, line)
    return desk, _told(desk, word), None


def _told(desk: Desk, word: str) -> Lines:
    """What is answered to a *word* that only asks."""
    if word in HELPING and not desk.scene.allows_hints:
        return (sentence("hints.off"),)
    if word in _QUESTIONS:
        return tuple(_QUESTIONS[word](desk))
    return (sentence("plain.unknown"),)


def _moved(desk: Desk, line: str) -> Answer:
    try:
        choice = parse_choice(line)
    except NotationError:
        return desk, (sentence("plain.slip"),), None
    if not desk.scene.is_our_turn or desk.sent or desk.halted:
        return desk, (sentence("plain.not-your-turn"),), None
    answer = _seen(desk, choice)
    if isinstance(answer, Illegal):
        return desk, (preview_line(answer),), None
    return replace(desk, sent=True), (), choice


def _said(desk: Desk, foreign: str) -> Answer:
    """Something is to be said to the others."""
    text = fit_to_say(foreign)
    if desk.may_leave:
        return desk, (sentence("chat.over"),), None
    return desk, () if text else (sentence("plain.help.say"),), Say(text) if text else None


def _tried(desk: Desk, text: str) -> Lines:
    """What a move would come to; it is not made."""
    if desk.scene.position is None or desk.is_finished:
        return (sentence("hints.not-now"),)
    try:
        return (preview_line(_seen(desk, parse_choice(text))),)
    except NotationError:
        return (sentence("plain.slip"),)


def _seen(desk: Desk, choice: Choice) -> Legal | Illegal:
    position, seat = desk.scene.position, desk.scene.seat
    assert position is not None  # the callers have looked
    assert seat is not None
    return preview(position, seat, desk.scene.faces, choice)


def _hand(desk: Desk) -> Iterable[str]:
    yield sentence("plain.hand", tiles=" ".join(map(format_face, desk.scene.faces)))


def _board(desk: Desk) -> Iterable[str]:
    """The table row by row, from the top."""
    board = None if desk.scene.position is None else desk.scene.position.board
    if not board:
        yield sentence("notice.no-move-yet")
        return
    for y in sorted({cell.y for cell in board.cells}):
        row = sorted((cell, face) for cell, face in board.faces.items() if cell.y == y)
        yield " ".join(format_placement(Placement(cell, face)) for cell, face in row)


def _players(desk: Desk) -> Iterable[str]:
    scene = desk.scene
    if scene.position is None:
        return
    for seat in in_turn_order(scene):
        key = "plain.you" if seat == scene.seat else "plain.player"
        score, tiles = scene.position.scores[seat], scene.position.hand_sizes[seat]
        yield sentence(key, name=scene.names[seat], score=score, tiles=tiles)
    yield sentence("title.bag", count=scene.position.bag_size)
    if scene.words:
        yield sentence("title.words", words=" ".join(scene.words))
    yield state_of(desk)


def _hints(desk: Desk) -> Iterable[str]:
    position, seat = desk.scene.position, desk.scene.seat
    if position is None or seat is None or not desk.may_plan:
        yield sentence("hints.not-now")
        return
    found = hints(position, seat, desk.scene.faces)
    for hint in found:
        yield f"+{hint.points} {format_choice(hint.play)}"
    if not found:
        yield sentence("hints.none")


def _unseen(desk: Desk) -> Iterable[str]:
    counts = unseen_counts(desk)
    left = " ".join(f"{format_face(face)}:{counts[face]}" for face in FACES if counts[face])
    yield sentence("side.unseen", count=counts.total()) + "  " + left


def _log(desk: Desk) -> Iterable[str]:
    for told in in_order(desk.history, desk.talk):
        match told:
            case Past():
                yield _past_line(desk, told)
            case Spoken():
                yield spoken_line(told, desk.scene.names)
            case _:
                assert_never(told)


def _rules(_desk: Desk) -> Iterable[str]:
    return map(sentence, RULES)


def _help(desk: Desk) -> Iterable[str]:
    return map(sentence, _HELP_WATCHING if desk.scene.is_watched else _HELP)


_HELP: Final = (
    "plain.help.play",
    "plain.help.swap",
    "plain.help.try",
    "plain.help.say",
    "plain.help.without",
    "plain.help.leave",
    "plain.help.look",
    "plain.help.notation",
)
_HELP_WATCHING: Final = ("plain.help.watching", "plain.help.notation")
_QUESTIONS: Final[dict[str, Callable[[Desk], Iterable[str]]]] = {
    "hand": _hand,
    "board": _board,
    "players": _players,
    "hint": _hints,
    "unseen": _unseen,
    "moves": _log,
    "rules": _rules,
    "help": _help,
}


def desk_news(before: Desk | None, desk: Desk) -> Lines:
    """The lines that tell what has changed in the game."""
    seen = first_desk(desk.scene, desk.looks, desk.now) if before is None else before
    known = 0 if before is None else len(before.history)
    lines = [_past_line(desk, past) for past in desk.history[known:]]
    if before is None:
        lines.append(sentence("plain.welcome"))
    if before is None or _step_of(before) != _step_of(desk):
        lines += _step_lines(desk)
    for question in desk.scene.asked:
        if question not in seen.scene.asked:
            asked = question_line(question, desk.scene)
            lines += [asked, *why_lines(question, desk), about(question), sentence("ask.type")]
    lines += [spoken_line(spoken, desk.scene.names) for spoken in desk.talk[len(seen.talk) :]]
    notice = desk.notice
    if notice is not None and notice != seen.notice and notice.key not in ON_SCREENS:
        lines.append(say(notice))
    if _silent_seats(desk) - _silent_seats(seen):
        names = ", ".join(desk.scene.names[seat] for seat in sorted(_silent_seats(desk)))
        lines.append(waiting_line(desk, names))
    if desk.watchers != seen.watchers:
        lines.append(watchers_line(desk))
    if desk.scene.is_finished and not seen.scene.is_finished:
        lines += _result_lines(desk)
    if desk.ending is not None and seen.ending is None:
        lines += [say(desk.ending.verdict), sentence("result.record", record=desk.ending.record)]
    return tuple(lines)


def _past_line(desk: Desk, past: Past) -> str:
    told = move_line(past, desk.scene.names)
    return " ".join(filter(None, (str(past.number), told, move_notation(past))))


def _step_of(desk: Desk) -> tuple[object, ...]:
    """What a line is due for when it changes: the phase, or whose turn it is.

    Who comes back may see whose turn it is before it is asked for a move.
    """
    scene = desk.scene
    return scene.phase, scene.mover, scene.is_our_turn, scene.stopped, len(desk.history)


def _step_lines(desk: Desk) -> list[str]:
    scene = desk.scene
    if scene.is_our_turn:
        return [sentence("plain.your-turn"), *_hand(desk)]
    if scene.phase in _QUIET and scene.stopped is None:
        return []
    if scene.mover is not None:
        return [sentence("plain.turn", name=scene.names[scene.mover])]
    return [state_of(desk)]


_QUIET: Final = frozenset({Phase.DRAW, Phase.COMMIT, Phase.READY, Phase.PLEDGE, Phase.CLAIM})
"""Steps that pass too quickly to be told."""
_SILENT_SECONDS: Final = 10.0


def _silent_seats(desk: Desk) -> frozenset[int]:
    return frozenset(
        seat
        for seat, silence in enumerate(desk.silences)
        if silence is not None and silence >= _SILENT_SECONDS and desk.scene.is_awaitable(seat)
    )


def _result_lines(desk: Desk) -> list[str]:
    scene = desk.scene
    lines = [winners_line(scene)]
    for seat in in_turn_order(scene):
        own = tally(desk.history, seat)
        lines.append(
            sentence(
                "plain.result",
                name=scene.names[seat],
                score=0 if scene.position is None else scene.position.scores[seat],
                turns=own.turns,
                best=own.best,
                qwirkles=own.qwirkles,
                swaps=own.swaps,
            )
        )
    return [line for line in lines if line]


def replay_lines(replay: Replay) -> Iterable[str]:
    """A finished game in lines: every turn with the hand it was made from, then the result."""
    names = replay.desk.scene.names
    for turn, past in enumerate(replay.histories[-1]):
        seat = past.turn.seat
        hand = " ".join(map(format_face, replay.scenes[turn][seat].faces))
        yield sentence("plain.replay-hand", name=names[seat], tiles=hand)
        yield _past_line(replay.desk, past)
    last = replace(replay.desk, scene=replay.scenes[-1][0], history=replay.histories[-1])
    yield from _result_lines(last)
    if last.ending is not None:
        yield say(last.ending.verdict)
