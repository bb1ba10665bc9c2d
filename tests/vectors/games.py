"""Whole games: `python -m tests.vectors.games` writes the records and what an audit says of them.

All secrets follow from public labels; they are for vectors only.
"""

from collections.abc import Callable, Iterator
from itertools import chain
from typing import Final

from tests.vectors.games_damaged import damaged_games
from tests.vectors.games_departed import departed_games
from tests.vectors.games_faulty import faulty_games
from tests.vectors.games_honest import honest_games, unfinished_games
from tests.vectors.games_kit import Game
from tests.vectors.games_resigned import resigned_games
from tests.vectors.text import FOLDER, Case, Json, render

WHAT: Final = (
    "Audit the file. expect: the verdict. findings: all that does not hold, with the seat at "
    "fault, or null if nobody is, the clause, and the ordinal of the entry, or null if no entry "
    "shows it alone. unchecked: seats, each with the clause that cannot be checked of it; of "
    "games that came to their end and of unfinished ones. result: of a game that came to its end. "
    "departures, where there are some: seats that were gone on without, or passed over; the "
    "reason (resigned, fault, silent or time), the step that was cut, and in voided the seats "
    "whose draw that made void."
)
GROUPS: Final[tuple[Callable[[], Iterator[Game]], ...]] = (
    honest_games,
    unfinished_games,
    faulty_games,
    damaged_games,
    departed_games,
    resigned_games,
)


def games() -> Iterator[Game]:
    return chain.from_iterable(group() for group in GROUPS)


def document(cases: list[Case]) -> Json:
    """The content of protocol/vectors/games/games.json."""
    return {"section": "games", "what": WHAT, "cases": cases}


def main() -> None:
    """Write the whole folder anew."""
    folder = FOLDER / "games"
    folder.mkdir(exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    cases = []
    for game in games():
        (folder / game.file).write_bytes(game.record)
        cases.append(game.as_case())
    (folder / "games.json").write_text(render(document(cases)), encoding="utf-8")


if __name__ == "__main__":
    main()
