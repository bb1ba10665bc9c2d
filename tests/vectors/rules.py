"""The vectors of R: `python -m tests.vectors.rules` writes them, the tests read them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from p2pqwirkle.rules.moves import Move, Pass, Placement, Play, Seat, Swap
from p2pqwirkle.rules.notation import format_placement, placement
from p2pqwirkle.rules.position import Position
from tests.notation import board
from tests.vectors.rules_games import CLOSED_TABLE, NOTHING_FITS, WENT_OUT
from tests.vectors.text import Case, Json, write

WHAT: Final = (
    "Boards and plays are placements in the notation of R12. "
    "play: the play is legal on the board, by R4.1, R4.3 to R4.7, R1.1 and R5, and scores so much. "
    "choice: who holds the hand may choose so, with so many tiles in the bag; every other hand "
    "is full, and it is not the opening. "
    "claim: the claim is true of the hand. "
    "opener: who opens. "
    "plays: how many legal plays the hand has, as sets of placements with equal tiles as one, and "
    "the most that one scores. "
    "game: the moves are legal one after another; after each come the scores, hand sizes, bag "
    "size, tiles drawn and next seat, and at the end the outcome. "
    "expect ok: it is so; else refuse with that clause; in a game, the last move."
)

LINE: Final = "rs rd rt"

CORNER: Final = """
rs rd rt
os .  .
"""

TWO_ARMS: Final = """
rs rd rt
os .  ot
"""

BRIDGE: Final = """
rs .  rs
os .  gs
ys ps bs
"""

COLOUR_AND_SHAPE: Final = """
rd .  os
gd .  gs
yd yc ys
"""

ONE_SIDE_OPEN: Final = """
rs .
rd .
rt bt
.  bs
"""

THREE_RED_SQUARES: Final = """
rs rd .  .  .  .
.  od os .  .  .
.  .  rs rd .  .
.  .  .  od os .
.  .  .  .  rs rt
"""

FIVES_MEET: Final = """
.  rs .  .  .  .
.  ys .  .  .  .
.  gs .  .  .  .
.  bs .  .  .  .
pd ps pc .  .  .
od .  oc ot ox oo
"""

FIVE_ROWS_OF_SIX: Final = """
ro rs rd rt rc rx
oo os od ot oc ox
yo ys yd yt yc yx
go gs gd gt gc gx
bo bs bd bt bc bx
"""

LEGAL: Final = (
    ("end-of-a-line", LINE, "rc@3,0", 4),
    ("before-a-line", LINE, "rc@-1,0", 4),
    ("both-ends", LINE, "rx@-1,0 rc@3,0", 5),
    ("order-means-nothing", LINE, "rx@5,0 rc@3,0 ro@4,0", 12),
    ("crossing-a-line", LINE, "os@0,1", 2),
    ("beside-a-line", LINE, "os@0,1 od@1,1", 6),
    ("one-of-them-touches", LINE, "os@0,1 oc@-1,1", 4),
    ("through-a-hole", TWO_ARMS, "od@1,1", 5),
    ("around-and-through", TWO_ARMS, "ox@-1,1 od@1,1 oc@3,1", 7),
    ("double-qwirkle", FIVES_MEET, "os@1,5", 24),
    (
        "most-possible",
        FIVE_ROWS_OF_SIX,
        "po@0,5 ps@1,5 pd@2,5 pt@3,5 pc@4,5 px@5,5",
        84,
    ),
    ("third-of-a-face", THREE_RED_SQUARES, "rc@5,5", 2),
    ("first-tile", "", "rs@0,0", 1),
    ("first-line", "", "rs@0,0 rd@0,1 rx@0,2", 3),
    ("first-qwirkle", "", "rs@0,0 os@1,0 ys@2,0 gs@3,0 bs@4,0 ps@5,0", 12),
)

ILLEGAL: Final = (
    ("no-tile", LINE, "", "R4.1"),
    ("seven-tiles", LINE, "rc@3,0 ro@4,0 rx@5,0 rs@6,0 rd@7,0 rt@8,0 rc@9,0", "R4.1"),
    ("two-on-one-cell", LINE, "rc@3,0 rx@3,0", "R4.3"),
    ("one-tile-twice", LINE, "rc@3,0 rc@3,0", "R4.3"),
    ("on-a-tile", LINE, "rc@3,0 os@0,0", "R4.4"),
    ("row-and-column", LINE, "rc@3,0 os@0,1", "R4.5"),
    ("diagonal", LINE, "os@0,1 yd@1,2", "R4.5"),
    ("empty-cell-between", LINE, "rc@3,0 rx@5,0", "R4.6"),
    ("hole-not-filled", TWO_ARMS, "ox@-1,1 oc@3,1", "R4.6"),
    ("one-cell-off", LINE, "rc@4,0", "R4.7"),
    ("at-a-corner", LINE, "os@3,1", "R4.7"),
    ("free-standing-pair", LINE, "gs@0,3 gd@1,3", "R4.7"),
    ("fourth-of-a-face", THREE_RED_SQUARES, "rs@5,5", "R1.1"),
    ("face-twice", LINE, "rd@3,0", "R5.1"),
    ("bridge-between-twins", BRIDGE, "rd@1,0", "R5.1"),
    ("twins-across-mixture-down", CORNER, "os@1,1", "R5.1"),
    ("mixture-across-twins-down", TWO_ARMS, "rd@1,1", "R5.1"),
    ("nothing-in-common", LINE, "oc@3,0", "R5.2"),
    ("goes-with-its-neighbour-alone", LINE, "ot@3,0", "R5.2"),
    ("bridge-from-colour-to-shape", COLOUR_AND_SHAPE, "rs@1,0", "R5.2"),
    ("one-bad-crossing", LINE, "os@0,1 oc@1,1", "R5.2"),
    ("first-play-apart", "", "rs@0,0 rd@2,0", "R4.6"),
    ("first-play-no-line", "", "rs@0,0 od@1,0", "R5.2"),
)

CHOICES: Final = (
    ("plays-from-the-hand", "rc rx oo oo gx bt", 50, "play rc@3,0 rx@4,0", "ok"),
    ("swaps-one-of-twins", "rc rx oo oo gx bt", 50, "swap oo", "ok"),
    ("swaps-all-that-the-bag-allows", "rc rx oo oo gx bt", 2, "swap oo oo", "ok"),
    ("swaps-though-it-could-play", "rc rx oo oo gx bt", 50, "swap rc", "ok"),
    ("passes-with-nothing-that-fits", "oo gx bc", 0, "pass", "ok"),
    ("plays-what-it-does-not-hold", "rx oo oo gx bt bo", 50, "play rc@3,0", "R4.2"),
    ("plays-one-tile-twice", "rc oo oo gx bt bo", 50, "play rc@3,0 rc@-1,0", "R4.2"),
    ("plays-no-line", "oc oo oo gx bt bo", 50, "play oc@3,0", "R5.2"),
    ("swaps-one-tile-twice", "rc rx oo gx bt bo", 50, "swap oo oo", "R7.2"),
    ("swaps-with-an-empty-bag", "oo gx bc", 0, "swap oo", "R7.1"),
    ("swaps-more-than-the-bag", "rc rx oo oo gx bt", 1, "swap oo oo", "R7.3"),
    ("passes-with-tiles-in-the-bag", "go gx bc go gx bc", 1, "pass", "R8.1"),
    ("passes-with-a-tile-that-fits", "oo gx rx", 0, "pass", "R8.2"),
)

CLAIMS: Final = (
    ("nothing-in-common", "rs od yt gc bx po", 1, "ok"),
    ("twins-count-once", "rs rs rs gc gc gc", 1, "ok"),
    ("four-squares", "rs rd rt os ys gs", 4, "ok"),
    ("all-six", "ro rs rd rt rc rx", 6, "ok"),
    ("too-low", "rs rd rt os yc gx", 2, "R3.5"),
    ("too-high", "rs rd rt os yc gx", 4, "R3.5"),
    ("twins-counted-twice", "rs rs rs gc gc bo", 3, "R3.5"),
)

OPENERS: Final = (
    ("highest-claim", (2, 4, 3), (80, 20, 50), (0, 1, 2), 1),
    ("tied-oldest", (3, 3, 2), (30, 31, 90), (0, 1, 2), 1),
    ("age-not-stated-is-youngest", (3, 3, 3), (None, 9, None), (0, 2, 1), 1),
    ("age-of-nought-is-an-age", (3, 3, 2), (None, 0, None), (0, 1, 2), 1),
    ("still-tied-turn-order", (3, 3, 3), (40, 40, 40), (2, 0, 1), 2),
    ("turn-order-of-the-tied", (2, 3, 3), (None, None, None), (0, 2, 1), 2),
)

LISTS: Final = (
    ("two-faces", LINE, "rc yt", 10, 4),
    ("twins", LINE, "rc rc rc", 8, 4),
    ("a-pair-round-one-tile", "rs", "os ys", 36, 4),
    ("nothing-fits", LINE, "oo gx bc", 0, 0),
    ("through-a-hole", TWO_ARMS, "od oc", 16, 6),
    ("not-between-twins", BRIDGE, "rd", 2, 2),
    ("the-open-side", ONE_SIDE_OPEN, "rc ro rx", 144, 12),
)


@dataclass(frozen=True)
class Start:
    """How a game of the vectors begins; *claims* and *ages* are by seat."""

    turn_order: tuple[int, ...]
    claims: tuple[int, ...]
    ages: tuple[int | None, ...]
    stall_guard: bool = True

    def position(self) -> Position:
        seats = tuple(map(Seat, self.turn_order))
        return Position.start(seats, self.claims, self.ages, stall_guard=self.stall_guard)


def read_move(text: str) -> Move:
    """A move in the notation, where a swap has the number of its tiles."""
    word, *words = text.split()
    match word:
        case "play":
            return Play(tuple(map(placement, words)))
        case "swap":
            return Swap(int(*words))
        case _:
            return Pass()


def lines(text: str) -> tuple[str, ...]:
    return tuple(text.strip().splitlines())


def until_the_bag_holds(most: int, start: Start, moves: Sequence[str]) -> tuple[str, ...]:
    """The *moves* up to the first after which there are *most* tiles in the bag or fewer."""
    position = start.position()
    for number, move in enumerate(moves, start=1):
        position = position.after(read_move(move))
        if position.bag_size <= most:
            return tuple(moves[:number])
    raise AssertionError("the bag holds more to the end")


TWO: Final = Start((0, 1), (2, 1), (None, None))
TWO_WITHOUT_GUARD: Final = Start((0, 1), (2, 1), (None, None), stall_guard=False)
OPENED: Final = ("play rs@0,0 rd@1,0",)
THREE: Final = Start((1, 0, 2), (3, 3, 2), (None, None, None))
FITS_NOWHERE: Final = Start((0, 1), (3, 2), (None, None))
SIX_CLAIMED: Final = Start((1, 0), (2, 6), (70, None))


def _endings() -> tuple[tuple[str, Start, tuple[str, ...]], ...]:
    emptied = until_the_bag_holds(0, FITS_NOWHERE, lines(NOTHING_FITS))
    return (
        ("went-out", THREE, lines(WENT_OUT)),
        ("nothing-fits", FITS_NOWHERE, lines(NOTHING_FITS)),
        ("nothing-fits-with-tiles-in-the-bag", SIX_CLAIMED, lines(CLOSED_TABLE)),
        ("stalled-by-swaps", TWO, (*OPENED, *["swap 6"] * 6)),
        ("stalled-by-passes", FITS_NOWHERE, (*emptied, *["pass"] * 6)),
        ("shared-win", TWO, (*OPENED, "play od@1,1", *["swap 1"] * 6)),
        ("no-guard", TWO_WITHOUT_GUARD, (*OPENED, *["swap 6"] * 8)),
        (
            "a-play-starts-the-count-anew",
            TWO,
            (*OPENED, *["swap 1"] * 5, "play rt@2,0", *["swap 2"] * 5),
        ),
        ("opening-around-the-origin", TWO, ("play rs@0,-1 rd@0,0",)),
    )


def _refused() -> tuple[tuple[str, str, Start, tuple[str, ...]], ...]:
    went_out = lines(WENT_OUT)
    emptied = until_the_bag_holds(0, THREE, went_out)
    nearly = until_the_bag_holds(5, THREE, went_out)
    return (
        ("one-seat", "R2.1", Start((0,), (3,), (None,)), ()),
        ("seven-seats", "R2.1", Start(tuple(range(7)), (3,) * 7, (None,) * 7), ()),
        ("claim-of-none", "R3.1", Start((0, 1), (2, 0), (None, None)), ()),
        ("claim-of-seven", "R3.1", Start((0, 1), (2, 7), (None, None)), ()),
        ("opener-swaps", "R3.2", TWO, ("swap 2",)),
        ("opener-passes", "R3.2", TWO, ("pass",)),
        ("opener-places-fewer", "R3.3", TWO, ("play rs@0,0",)),
        ("opener-places-more", "R3.3", TWO, ("play rs@0,0 rd@1,0 rt@2,0",)),
        ("opener-beside-the-origin", "R3.4", TWO, ("play rs@1,0 rd@2,0",)),
        ("opener-makes-no-line", "R5.2", TWO, ("play rs@0,0 od@1,0",)),
        ("empty-play", "R4.1", TWO, (*OPENED, "play")),
        ("more-than-the-hand", "R4.2", THREE, (*went_out[:-1], "play bx@5,6 bo@5,7 bs@5,8")),
        ("illegal-play", "R5.2", TWO, (*OPENED, "play ot@2,0")),
        ("swap-with-an-empty-bag", "R7.1", THREE, (*emptied, "swap 1")),
        ("swap-of-none", "R7.2", TWO, (*OPENED, "swap 0")),
        ("swap-of-seven", "R7.2", TWO, (*OPENED, "swap 7")),
        ("swap-of-more-than-the-bag", "R7.3", THREE, (*nearly, "swap 6")),
        ("pass-with-tiles-in-the-bag", "R8.1", TWO, (*OPENED, "pass")),
        ("play-after-the-end", "R10.1", THREE, (*went_out, "play ro@0,0")),
        ("swap-after-the-end", "R10.1", TWO, (*OPENED, *["swap 6"] * 7)),
        ("pass-after-the-end", "R10.1", THREE, (*went_out, "pass")),
    )


def document() -> Json:
    """The content of protocol/vectors/rules.json."""
    return {
        "section": "rules",
        "what": WHAT,
        "cases": [
            *_plays(),
            *_choices(),
            *_claims(),
            *_openers(),
            *_lists(),
            *_games(),
        ],
    }


def laid(drawing: str) -> str:
    """The placements of a drawn board, from left to right, each column downwards."""
    tiles = sorted(board(drawing).faces.items(), key=lambda tile: tile[0])
    return " ".join(format_placement(Placement(cell, face)) for cell, face in tiles)


def _plays() -> Iterator[Case]:
    for name, drawing, played, score in LEGAL:
        yield _play(name, "ok", drawing, played) | {"score": score}
    for name, drawing, played, clause in ILLEGAL:
        yield _play(name, clause, drawing, played)


def _play(name: str, expect: str, drawing: str, played: str) -> Case:
    return _case(name, expect, "play") | {"board": laid(drawing), "play": played}


def _choices() -> Iterator[Case]:
    for name, hand, bag_size, choice, expect in CHOICES:
        given: Case = {"board": laid(LINE), "hand": hand, "bag": bag_size, "choice": choice}
        yield _case(name, expect, "choice") | given


def _claims() -> Iterator[Case]:
    for name, hand, claimed, expect in CLAIMS:
        yield _case(name, expect, "claim") | {"hand": hand, "claim": claimed}


def _openers() -> Iterator[Case]:
    for name, claims, ages, turn_order, seat in OPENERS:
        given: Case = {"claims": claims, "ages": ages, "turn_order": turn_order}
        yield _case(name, "ok", "opener") | given | {"opener": seat}


def _lists() -> Iterator[Case]:
    for name, drawing, hand, count, best in LISTS:
        given: Case = {"board": laid(drawing), "hand": hand}
        yield _case(name, "ok", "plays") | given | {"count": count, "best": best}


def _games() -> Iterator[Case]:
    for name, start, moves in _endings():
        yield _game(name, "ok", start, moves) | _course(start, moves)
    for name, expect, start, moves in _refused():
        yield _game(name, expect, start, moves)


def _game(name: str, expect: str, start: Start, moves: Sequence[str]) -> Case:
    return _case(name, expect, "game") | {
        "turn_order": start.turn_order,
        "claims": start.claims,
        "ages": start.ages,
        "stall_guard": start.stall_guard,
        "moves": moves,
    }


def _course(start: Start, moves: Sequence[str]) -> Case:
    """What each of the *moves* comes to, and the outcome."""
    position = start.position()
    after: list[Json] = []
    for move in moves:
        position = position.after(read_move(move))
        after.append(_after(position))
    outcome = position.outcome
    if outcome is None:
        return {"after": after, "outcome": None}
    return {"after": after, "outcome": [outcome.ending.value, outcome.winners]}


def _after(position: Position) -> Json:
    return {
        "scores": position.scores,
        "hands": position.hand_sizes,
        "bag": position.bag_size,
        "drawn": position.drawn,
        "next": position.mover if position.outcome is None else None,
    }


def _case(name: str, expect: str, operation: str) -> Case:
    return {"id": f"{operation}-{name}", "expect": expect, "operation": operation}


if __name__ == "__main__":
    write("rules.json", document())
