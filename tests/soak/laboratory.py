"""Whole games in a home of network namespaces, disturbed at random all the time."""

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import sleep
from typing import Final

from tests.laboratory.building import Cable, Home
from tests.laboratory.evening import Evening, sit_down
from tests.laboratory.namespace import why_not

LONGEST_SECONDS: Final = 20
"""Of one disturbance; the players are patient for longer."""
WORST_LOSS: Final = 30
"""Percent."""


def run(seed: int, games: int) -> None:
    """Play *games* games of three to six in turn, if there can be a laboratory here."""
    if (reason := why_not()) is not None:
        print(f"there can be no laboratory here: {reason}")
        return
    for number in range(games):
        players = 3 + number % 4
        with TemporaryDirectory() as folder, Home() as home, Evening(Path(folder)) as evening:
            told = _game(home, evening, players, Random(seed + number))
        print(f"{number + 1}: {players} players; {', '.join(told)}", flush=True)


def _game(home: Home, evening: Evening, players: int, chance: Random) -> list[str]:
    lan = home.network()
    cables = [home.cable(home.computer(), lan) for _ in range(players)]
    computers = [cable.computer for cable in cables]
    sit_down(evening, computers, cables[0].address, "--patience", "120")
    evening.seats[0].until("linked ")
    told: list[str] = []
    while not _is_over(evening):
        sleep(chance.uniform(0, 2))
        told.append(chance.choice(DISTURBANCES)(cables, evening, chance))
    evening.check_fair()
    return told


def _is_over(evening: Evening) -> bool:
    host = evening.seats[0]
    return host.process.poll() is not None or any("over " in line for line in host.said())


def _pull(cables: Sequence[Cable], _evening: Evening, chance: Random) -> str:
    out = chance.sample(cables, chance.randint(1, 2))
    for cable in out:
        cable.pull()
    seconds = _wait(chance)
    for cable in out:
        cable.plug_in()
    return f"{len(out)} cables out for {seconds:.0f} s"


def _switch(cables: Sequence[Cable], _evening: Evening, chance: Random) -> str:
    cable = chance.choice(cables)
    cable.switch_off()
    seconds = _wait(chance)
    cable.switch_on()
    return f"switched off for {seconds:.0f} s"


def _move(cables: Sequence[Cable], _evening: Evening, chance: Random) -> str:
    moving = chance.sample(cables, chance.randint(1, len(cables)))
    for cable in moving:
        cable.move()
    return f"{len(moving)} other addresses"


def _part(cables: Sequence[Cable], _evening: Evening, chance: Random) -> str:
    one, other = chance.sample(cables, 2)
    one.drop_from(other)
    other.drop_from(one)
    seconds = _wait(chance)
    for cable in (one, other):
        cable.let_through()
    return f"two apart for {seconds:.0f} s"


def _lose(cables: Sequence[Cable], _evening: Evening, chance: Random) -> str:
    percent = chance.randint(1, WORST_LOSS)
    for cable in cables:
        cable.lose(percent)
    seconds = _wait(chance)
    for cable in cables:
        cable.let_through()
    return f"{percent} % lost for {seconds:.0f} s"


def _sleep(_cables: Sequence[Cable], evening: Evening, chance: Random) -> str:
    seat = chance.choice(evening.seats)
    seat.freeze()
    seconds = _wait(chance)
    seat.wake()
    return f"asleep for {seconds:.0f} s"


def _wait(chance: Random) -> float:
    seconds = chance.choice((chance.uniform(0, 2), chance.uniform(0, LONGEST_SECONDS)))
    sleep(seconds)
    return seconds


DISTURBANCES: Final[tuple[Callable[[Sequence[Cable], Evening, Random], str], ...]] = (
    _pull,
    _switch,
    _move,
    _part,
    _lose,
    _sleep,
)
"""What a home does to a game; each puts it right again, and tells what it did."""
