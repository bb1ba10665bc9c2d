"""Simulated games, one after the other."""

from p2pqwirkle.bag.group import Group
from tests.quick_group import QuickGroup
from tests.simulator.claims import WrongError
from tests.simulator.ending import check_end
from tests.simulator.memory import shared_work
from tests.simulator.plan import Plan
from tests.simulator.world import World


def play(plan: Plan, group: Group | None = None) -> tuple[str, World]:
    """Play one game, and say how it ended.

    Raises:
        WrongError: something was not as it must be; the text has the whole trace, and the plan.
    """
    world = World(plan, group or QuickGroup())
    try:
        with shared_work():
            world.run()
            return check_end(world), world
    except Exception as error:
        trace = "\n".join(world.trace)
        raise WrongError(f"{error!r}\n{trace}\n{plan}\n{error}") from error
