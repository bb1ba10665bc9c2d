"""The rules of Qwirkle once more, plain and slow, written from the rule book alone.

A face is its two letters, a board a dict from (x, y) to faces, a play a list of ((x, y), face).
Nothing here comes from the package.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from tests.naive.refused import Refused, require

Cell = tuple[int, int]
Board = Mapping[Cell, str]
Play = Sequence[tuple[Cell, str]]

DECK = [colour + shape for colour in "roygbp" for shape in "osdtcx" for _ in range(3)]
SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))
STEPS = ((1, 0), (0, 1))


def run(board: Board, cell: Cell, step: Cell) -> list[str]:
    """The faces of the run through *cell* along *step*, wherever it begins."""
    x, y = cell
    while (x - step[0], y - step[1]) in board:
        x, y = x - step[0], y - step[1]
    found = []
    while (x, y) in board:
        found.append(board[x, y])
        x, y = x + step[0], y + step[1]
    return found


def is_line(faces: Sequence[str]) -> bool:
    if any(faces.count(face) > 1 for face in faces):
        return False
    return len({face[0] for face in faces}) == 1 or len({face[1] for face in faces}) == 1


def judge(board: Board, play: Play) -> None:
    """Refuse a play by the first clause that it breaks."""
    goes_down(board, play)
    copies = Counter([*board.values(), *(face for _, face in play)])
    require(all(copies[face] <= 3 for _, face in play), "R1.1")
    makes_lines(board, play)


def goes_down(board: Board, play: Play) -> None:
    cells = [cell for cell, _ in play]
    require(1 <= len(cells) <= 6, "R4.1")
    require(len(set(cells)) == len(cells), "R4.3")
    require(not any(cell in board for cell in cells), "R4.4")
    xs, ys = {x for x, _ in cells}, {y for _, y in cells}
    require(len(xs) == 1 or len(ys) == 1, "R4.5")
    span = [(x, y) for x in range(min(xs), max(xs) + 1) for y in range(min(ys), max(ys) + 1)]
    require(all(cell in board or cell in cells for cell in span), "R4.6")
    touching = any((x + i, y + j) in board for x, y in cells for i, j in SIDES)
    require(touching or not board, "R4.7")


def makes_lines(board: Board, play: Play) -> None:
    after = {**board, **dict(play)}
    runs = [run(after, cell, step) for cell, _ in play for step in STEPS]
    require(all(len(set(faces)) == len(faces) for faces in runs), "R5.1")
    require(all(is_line(faces) for faces in runs), "R5.2")


def is_legal(board: Board, play: Play) -> bool:
    try:
        judge(board, play)
    except Refused:
        return False
    return True


def is_legal_from_a_hand(board: Board, play: Play) -> bool:
    """The same for tiles that somebody holds: no face can be one too many."""
    try:
        goes_down(board, play)
        makes_lines(board, play)
    except Refused:
        return False
    return True


def score(board: Board, play: Play) -> int:
    """What a legal play scores for its lines."""
    after = {**board, **dict(play)}
    lines = set()
    for cell, _ in play:
        for step in STEPS:
            lines.add((step, first_cell(after, cell, step), len(run(after, cell, step))))
    lengths = [length for _, _, length in lines if length > 1]
    return sum(12 if length == 6 else length for length in lengths) or 1


def first_cell(board: Board, cell: Cell, step: Cell) -> Cell:
    x, y = cell
    while (x - step[0], y - step[1]) in board:
        x, y = x - step[0], y - step[1]
    return x, y


def all_plays(board: Board, hand: Iterable[str]) -> Iterator[frozenset[tuple[Cell, str]]]:
    """Every legal play on a board that is not empty, each once; the tiles of a hand do exist.

    Tries each start with each order of the hand, and gives up where the tiles so far spoil a line:
    more tiles never mend one.
    """
    found = set()
    for step in STEPS:
        for start in starts(board, step):
            for play in filled(board, start, step, sorted(set(hand)), []):
                key = frozenset(play)
                if key not in found and is_legal_from_a_hand(board, play):
                    found.add(key)
                    yield key


def starts(board: Board, step: Cell) -> list[Cell]:
    """The empty cells from which six tiles along *step* can reach a tile or pass beside one."""
    return sorted(
        {
            (x + i - back * step[0], y + j - back * step[1])
            for x, y in board
            for i, j in SIDES
            for back in range(6)
        }
        - set(board)
    )


def filled(
    board: Board, cell: Cell, step: Cell, hand: list[str], so_far: list[tuple[Cell, str]]
) -> Iterator[list[tuple[Cell, str]]]:
    while cell in board:
        cell = (cell[0] + step[0], cell[1] + step[1])
    for face in hand:
        play = [*so_far, (cell, face)]
        after = {**board, **dict(play)}
        if is_line(run(after, cell, (1, 0))) and is_line(run(after, cell, (0, 1))):
            yield play
            rest = [other for other in hand if other != face]
            yield from filled(board, (cell[0] + step[0], cell[1] + step[1]), step, rest, play)


def best_score(board: Board, hand: Iterable[str]) -> int:
    """The most that *hand* can score on a board that is not empty; 0 if it cannot play."""
    return max((score(board, tuple(play)) for play in all_plays(board, hand)), default=0)


def fits_somewhere(board: Board, faces: Iterable[str]) -> bool:
    beside = {(x + i, y + j) for x, y in board for i, j in SIDES} - set(board)
    return any(is_legal(board, [(cell, face)]) for cell in beside for face in set(faces))


def largest_set(hand: Iterable[str]) -> int:
    groups: dict[str, set[str]] = {}
    for face in hand:
        groups.setdefault("colour " + face[0], set()).add(face)
        groups.setdefault("shape " + face[1], set()).add(face)
    return max(map(len, groups.values()))


def is_board(board: Board) -> bool:
    """Whether play can have led to *board*: lines only, in one piece, three tiles a face."""
    if any(count > 3 for count in Counter(board.values()).values()):
        return False
    if not all(is_line(run(board, cell, step)) for cell in board for step in STEPS):
        return False
    reached = set(list(board)[:1])
    edge = list(reached)
    while edge:
        x, y = edge.pop()
        beside = {(x + i, y + j) for i, j in SIDES} & set(board) - reached
        reached |= beside
        edge += beside
    return len(reached) == len(board)
