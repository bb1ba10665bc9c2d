"""Somebody watches simulated games: whatever befalls them, both have the same record."""

import pytest

from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.table.charter import Options
from p2pqwirkle.table.phases import Phase
from tests.quick_group import QuickGroup
from tests.simulator.balcony import Balcony
from tests.simulator.ending import check_end
from tests.simulator.memory import shared_work
from tests.simulator.plan import AtPhase, AtTime, Cheat, Mishap, Plan, Resigns, Sleeps, Stops, Story
from tests.simulator.test_scenes import BRISK, GONE
from tests.simulator.world import World


def watched(plan: Plan, *, deaf_to: tuple[int, ...] = (), comes_at: float = 0.0) -> Balcony:
    """A game that is watched to its end by somebody who hears all that is said in the end."""
    world = World(plan, QuickGroup())
    balcony = Balcony(world, deaf_to=deaf_to, comes_at=comes_at)
    with shared_work():
        world.run()
        balcony.hear_the_rest()
        assert check_end(world).startswith("over")
    for machine in world.machines:
        machine.save()
        if machine.is_honest and not machine.is_gone and machine.seat in living(balcony):
            assert balcony.record == machine.folder.record
    return balcony


def living(balcony: Balcony) -> tuple[int, ...]:
    return balcony.views[-1].standing.living


def plan(
    *mishaps: Mishap,
    players: int = 3,
    seed: int = 1,
    cheat: Cheat | None = None,
    options: Options | None = None,
) -> Plan:
    return Plan(
        seed=seed,
        players=players,
        manners=BRISK,
        mishaps=mishaps,
        cheat=cheat,
        options=options or Options(),
    )


@pytest.mark.parametrize("players", [2, 4, 6])
def test_a_whole_game_is_seen_to_its_end(players: int) -> None:
    balcony = watched(plan(players=players))

    assert balcony.views[-1].is_over
    assert living(balcony) == tuple(range(players))


def test_who_comes_late_sees_the_game_from_its_beginning() -> None:
    balcony = watched(plan(), comes_at=9.0)

    steps = [view.standing.moment.step for view in balcony.views]
    assert steps[0] == 0
    assert steps == sorted(steps)


@pytest.mark.parametrize("heard", range(3))
def test_one_player_is_enough_to_hear_all(heard: int) -> None:
    others = tuple(seat for seat in range(3) if seat != heard)

    assert watched(plan(), deaf_to=others).views[-1].is_over


def test_nothing_to_be_seen_holds_a_hand() -> None:
    balcony = watched(plan())

    assert not any(hasattr(view, "hand") or hasattr(view, "seat") for view in balcony.views)


@pytest.mark.parametrize("phase", [Phase.SHUFFLE, Phase.CLAIM, Phase.TURN, Phase.DRAW])
def test_a_seat_that_the_others_go_on_without_is_gone_here_too(phase: Phase) -> None:
    balcony = watched(plan(Mishap(Seat(2), AtPhase(phase), GONE)))

    assert living(balcony) == (0, 1)
    assert {gone.seat for gone in balcony.views[-1].gone} == {2}


def test_two_who_go_at_once_are_gone_here_too() -> None:
    one, other = (Mishap(Seat(seat), AtTime(6.0), GONE) for seat in (1, 3))

    assert living(watched(plan(one, other, players=5))) == (0, 2, 4)


def test_who_resigns_is_gone_here_too() -> None:
    balcony = watched(plan(Mishap(Seat(1), AtTime(6.0), Resigns())))

    assert living(balcony) == (0, 2)


def test_who_is_passed_over_is_so_here_too() -> None:
    sleeps = Mishap(Seat(1), AtTime(5.0), Sleeps(60.0))
    balcony = watched(plan(sleeps, options=Options(turn_seconds=5)))

    assert living(balcony) == (0, 1, 2)
    assert 1 in {gone.seat for gone in balcony.views[-1].gone}


def test_a_crash_of_a_player_is_not_noticed() -> None:
    balcony = watched(plan(Mishap(Seat(2), AtTime(6.0), Stops(away=2.0))))

    assert living(balcony) == (0, 1, 2)


def test_a_cheater_is_named_here_too() -> None:
    balcony = watched(plan(players=4, cheat=Cheat(Seat(1), 14, Story.BAD)))

    assert living(balcony) == (0, 2, 3)
    assert {fault.seat for fault in balcony.views[-1].faults} == {1}


def test_who_was_told_the_other_story_goes_back_with_the_players() -> None:
    balcony = watched(plan(players=4, seed=2, cheat=Cheat(Seat(1), 25, Story.TWO)))

    assert balcony.went_back
    assert living(balcony) == (0, 2, 3)
