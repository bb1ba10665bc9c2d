"""Games in which everything goes wrong, watched: the spectator has one of the players' records."""

from collections import Counter

from tests.quick_group import QuickGroup
from tests.simulator.balcony import Balcony
from tests.simulator.ending import check_end
from tests.simulator.machine import Machine
from tests.simulator.memory import shared_work
from tests.simulator.plan import plan_of
from tests.simulator.world import World

GROUP = QuickGroup()


def run(seed: int, games: int) -> None:
    """Watch *games* games with crashes, departures and cheaters, two stories among them."""
    ends: Counter[str] = Counter()
    for number in range(seed, seed + games):
        world = World(plan_of(number, equivocates=True), GROUP)
        balcony = Balcony(world)
        with shared_work():
            world.run()
            balcony.hear_the_rest()
            ending = check_end(world)
        _check_record(number, world, balcony)
        ends[f"{ending}, went back" if balcony.went_back else ending] += 1
    print(", ".join(f"{count} {end}" for end, count in ends.most_common()))


def _check_record(number: int, world: World, balcony: Balcony) -> None:
    """Check that what was seen is what a player has, or the beginning of it, or goes on from it."""
    honest = [one for one in world.machines if one.is_honest and one.is_up]
    for one in honest:
        one.save()
    over = [one for one in honest if one.is_over]
    if balcony.views[-1].is_over:
        assert any(balcony.record == one.folder.record for one in over), number
    assert any(_fit(balcony, one) for one in honest) or not honest, number


def _fit(balcony: Balcony, machine: Machine) -> bool:
    mine, its = balcony.record, machine.folder.record
    return mine.startswith(its) or its.startswith(mine)
