"""`judge`: is that play legal, what does it score, and what could have been played?"""

import argparse
import json
import math
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeAlias, TypeVar

from p2pqwirkle.cli.exits import ExitCode
from p2pqwirkle.errors import Breach
from p2pqwirkle.rules.board import Board, Cell
from p2pqwirkle.rules.choice import check_in_hand
from p2pqwirkle.rules.legal import check_play
from p2pqwirkle.rules.moves import Placement, Play
from p2pqwirkle.rules.notation import format_cell, format_choice
from p2pqwirkle.rules.opening import check_opening_size, largest_set
from p2pqwirkle.rules.plays import scored_plays
from p2pqwirkle.rules.position import HAND_SIZE
from p2pqwirkle.rules.scoring import score_of
from p2pqwirkle.rules.tiles import COPIES, Colour, Face, Shape
from p2pqwirkle.words import clause_sentence, sentence

STDIN: Final = "-"
MAX_BYTES: Final = 16_000_000
"""More than five thousand late positions."""
MAX_DIGITS: Final = 18
"""Of a coordinate; the board has no edge, but a sentence about it has."""
SHOWN: Final = 24
"""Characters of a foreign word that a sentence quotes."""

COLOURS: Final = {colour.name.lower(): colour for colour in Colour}
SHAPES: Final = {shape.name.lower(): shape for shape in Shape}
PLACED_FORM: Final = "[x, y, colour, shape]"
HELD_FORM: Final = "[colour, shape]"
NAMES: Final = ("board", "hand", "move")
EXAMPLE: Final = '{"board":[[0,0,"red","star"]],"hand":null,"move":[[1,0,"red","circle"]]}'
"""As short as it is, so that `--help` keeps it in one line."""

Answer: TypeAlias = dict[str, bool | int | str | list[list[int | str]] | None]
"""Legal, score and reason; for a move that is null: moves, best and move; or error."""

Word = TypeVar("Word", bound=Enum)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what `judge` takes."""
    parser.add_argument("file", metavar="FILE", help=sentence("cli.help.judged"))
    parser.add_argument("--json", action="store_true", help=sentence("cli.help.json"))
    parser.epilog = sentence("cli.judge.form", example=EXAMPLE)


def run(arguments: argparse.Namespace) -> int:
    """Judge the positions of a file, each on its own."""
    try:
        answers = judge(_read(arguments.file))
    except _ReadingError as error:
        print(error, file=sys.stderr)
        return ExitCode.UNREADABLE
    if arguments.json:
        print(json.dumps(answers))
    else:
        _print_lines(answers)
    listed = answers if isinstance(answers, list) else [answers]
    return ExitCode.UNREADABLE if any("error" in answer for answer in listed) else ExitCode.DONE


def judge(document: object) -> Answer | list[Answer]:
    """The answer to a position, or to each of a list of positions."""
    if isinstance(document, list):
        return [_answer(position) for position in document]
    return _answer(document)


class _ReadingError(ValueError):
    """What was given is no position, or none that can occur; the text is a sentence."""

    def __init__(self, key: str, **fields: object) -> None:
        super().__init__(sentence(f"judge.{key}", **fields))


def _read(file: str) -> object:
    """The JSON value in *file*."""
    try:
        # By its number, standard input is an ordinary file, even where it is closed.
        with open(0 if file == STDIN else file, "rb", closefd=file != STDIN) as stream:
            written = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise _ReadingError("no-file", file=file, reason=error.strerror or error) from None
    if len(written) > MAX_BYTES:
        raise _ReadingError("too-large", file=file, limit=MAX_BYTES)
    try:
        document: object = json.loads(written, parse_int=_whole_number)
    except ValueError as error:
        raise _ReadingError("no-json", file=file, reason=error) from None
    except RecursionError:
        raise _ReadingError("too-deep", file=file) from None
    return document


def _whole_number(digits: str) -> int | float:
    """The number, or infinity beyond all that is read: Python refuses to parse much longer ones."""
    return int(digits) if len(digits.lstrip("-")) <= MAX_DIGITS else math.inf


def _print_lines(answers: Answer | list[Answer]) -> None:
    if not isinstance(answers, list):
        _print_line(answers, _line(answers))
        return
    for number, answer in enumerate(answers, start=1):
        _print_line(answer, sentence("judge.numbered", number=number, ruling=_line(answer)))


def _print_line(answer: Answer, line: str) -> None:
    print(line, file=sys.stderr if "error" in answer else sys.stdout)


def _line(answer: Answer) -> str:
    if "error" in answer:
        return sentence("judge.error", error=answer["error"])
    if "moves" in answer:
        return _line_of_moves(answer)
    if answer["legal"]:
        return sentence("judge.legal", score=answer["score"])
    return sentence("judge.illegal", reason=answer["reason"])


def _line_of_moves(answer: Answer) -> str:
    if answer["move"] is None:
        return sentence("judge.no-moves")
    play = format_choice(Play(_placements(answer["move"], "move")))
    return sentence("judge.moves", moves=answer["moves"], best=answer["best"], play=play)


def _answer(position: object) -> Answer:
    try:
        question = _question(position)
    except _ReadingError as error:
        return {"error": str(error)}
    return question.moves() if isinstance(question, _HandQuestion) else _ruling(question)


def _ruling(question: "_Question") -> Answer:
    try:
        question.check()
    except Breach as breach:
        reason = f"{clause_sentence(breach.clause)} ({breach.clause})"
        return {"legal": False, "score": None, "reason": reason}
    return {"legal": True, "score": score_of(question.board, question.placements), "reason": ""}


@dataclass(frozen=True, slots=True)
class _Question:
    """May *placements* be played on *board*, from *hand* if it is known?"""

    board: Board
    hand: tuple[Face, ...] | None
    placements: tuple[Placement, ...]

    def check(self) -> None:
        """Check the play; on an empty board it is the opening.

        Raises:
            Breach: R4.2 if a tile is not in the hand, R3.3 if an opening has another size than the
                hand's largest set, and what `check_play` raises.
        """
        if self.hand is not None:
            check_in_hand(self.hand, self.placements)
            if not self.board.faces:
                check_opening_size(self.placements, largest_set(self.hand))
        check_play(self.board, self.placements)


@dataclass(frozen=True, slots=True)
class _HandQuestion:
    """What could be played on *board* from *hand*?"""

    board: Board
    hand: tuple[Face, ...]

    def moves(self) -> Answer:
        """How many plays there are, and the best; an opening is as large as the hand's largest set.

        An opening is counted with its first cell at 0,0, on both axes.  A tile that there cannot be
        beside those of the board is in no play (R1.1).
        """
        there_are = [face for face in self.hand if self.board.count(face) < COPIES]
        plays = scored_plays(self.board, there_are)
        if not self.board.faces:
            size = largest_set(self.hand)
            plays = (scored for scored in plays if len(scored[1].placements) == size)
        moves, best, best_of_all = 0, None, None
        for score, play in plays:
            moves += 1
            if best is None or score > best:
                best, best_of_all = score, play
        move = None if best_of_all is None else [_written(*tile) for tile in best_of_all.placements]
        return {"moves": moves, "best": best, "move": move}


def _written(cell: Cell, face: Face) -> list[int | str]:
    return [cell.x, cell.y, face.colour.name.lower(), face.shape.name.lower()]


def _question(position: object) -> _Question | _HandQuestion:
    if not isinstance(position, dict):
        raise _ReadingError("no-position")
    for name in position:
        if name not in NAMES:
            raise _ReadingError("unknown-name", name=_quoted(name))
    for name in NAMES:
        if name not in position:
            raise _ReadingError("missing-name", name=name)
    board = _board(_placements(position["board"], "board"))
    hand = _hand(position["hand"])
    if position["move"] is not None:
        return _Question(board, hand, _placements(position["move"], "move"))
    if hand is None:
        raise _ReadingError("no-hand")
    return _HandQuestion(board, hand)


def _board(placements: Sequence[Placement]) -> Board:
    """The board of *placements*, laid down tile by tile as in a game."""
    waiting = dict(placements)
    if len(waiting) < len(placements):
        cells = Counter(placement.cell for placement in placements)
        raise _ReadingError("same-cell", cell=format_cell(cells.most_common(1)[0][0]))
    if any(count > COPIES for count in Counter(waiting.values()).values()):
        raise _ReadingError("fourth-copy", copies=COPIES)
    board = Board.empty()
    while waiting:
        touching = [cell for cell in waiting if cell in board.gaps]
        if board.faces and not touching:
            raise _ReadingError("loose-parts")
        for cell in touching or [next(iter(waiting))]:
            board = _with_tile(board, Placement(cell, waiting.pop(cell)))
    return board


def _with_tile(board: Board, placement: Placement) -> Board:
    try:
        check_play(board, [placement])
    except Breach as breach:
        raise _ReadingError("no-line", sentence=clause_sentence(breach.clause)) from None
    return board.placing([placement])


def _placements(tiles: object, name: str) -> tuple[Placement, ...]:
    placements = []
    for index, tile in enumerate(_list(tiles, name)):
        x, y, colour, shape = _parts(tile, name, index, PLACED_FORM)
        face = _face(colour, shape, name, index)
        placements.append(Placement(_cell(x, y, name, index), face))
    return tuple(placements)


def _hand(tiles: object) -> tuple[Face, ...] | None:
    if tiles is None:
        return None
    listed = _list(tiles, "hand")
    if len(listed) > HAND_SIZE:
        raise _ReadingError("long-hand", most=HAND_SIZE, size=len(listed))
    faces = []
    for index, tile in enumerate(listed):
        colour, shape = _parts(tile, "hand", index, HELD_FORM)
        faces.append(_face(colour, shape, "hand", index))
    return tuple(faces)


def _list(value: object, name: str) -> list[object]:
    if not isinstance(value, list):
        raise _ReadingError("no-list", name=name)
    return value


def _parts(tile: object, name: str, index: int, form: str) -> list[object]:
    if not isinstance(tile, list) or len(tile) != len(form.split()):
        raise _ReadingError("no-tile", name=name, index=index, form=form)
    return tile


def _cell(x: object, y: object, name: str, index: int) -> Cell:
    # A bool is an int to isinstance.
    if type(x) is not int or type(y) is not int:
        raise _ReadingError("no-number", name=name, index=index, digits=MAX_DIGITS)
    return Cell(x, y)


def _face(colour: object, shape: object, name: str, index: int) -> Face:
    return Face(_word(COLOURS, colour, name, index), _word(SHAPES, shape, name, index))


def _word(words: Mapping[str, Word], written: object, name: str, index: int) -> Word:
    if not isinstance(written, str) or written not in words:
        listed = ", ".join(words)
        raise _ReadingError("no-word", name=name, index=index, word=_quoted(written), words=listed)
    return words[written]


def _quoted(written: object) -> str:
    """A short form of *written*, safe to print anywhere."""
    return ascii(written[:SHOWN]) if isinstance(written, str) else type(written).__name__
