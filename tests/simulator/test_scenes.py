"""Seats that leave, come back, and are given up on: whole games of real tables, a scene each."""

from itertools import combinations

import pytest

from p2pqwirkle.rules.moves import Seat
from p2pqwirkle.rules.outcome import Ending, Outcome
from p2pqwirkle.table.charter import Options
from p2pqwirkle.table.phases import Phase
from p2pqwirkle.table.playing import Playing
from tests.simulator.games import play
from tests.simulator.plan import (
    AsksOut,
    AtPhase,
    AtTime,
    Cheat,
    Manners,
    Mishap,
    Parts,
    Plan,
    Resigns,
    Sleeps,
    Stops,
    Story,
    What,
    When,
)
from tests.simulator.world import World

BRISK = Manners(thinks=0.2, patience=4.0)
SWAPPING = Manners(thinks=0.2, patience=4.0, swaps=0.6)
GONE = Stops(away=None)
WITH_KEYS = (
    Phase.SHUFFLE,
    Phase.READY,
    Phase.DEAL,
    Phase.PLEDGE,
    Phase.CLAIM,
    Phase.TURN,
    Phase.DRAW,
    Phase.SEAL,
    Phase.KEYS,
)
OF_A_REBUILD = (Phase.SHUFFLE, Phase.BLIND, Phase.READY, Phase.TAGS)


def played(  # noqa: PLR0913 - each has a default that most scenes are content with
    *mishaps: Mishap,
    players: int = 3,
    ends: str = "over",
    manners: Manners = BRISK,
    options: Options | None = None,
    cheat: Cheat | None = None,
    seed: int = 1,
) -> World:
    """The game that *mishaps* befall; everybody is right about who is gone."""
    plan = Plan(
        seed=seed,
        players=players,
        options=options or Options(),
        manners=manners,
        mishaps=mishaps,
        cheat=cheat,
        calm=0.0,
    )
    ending, world = play(plan)
    assert ending == ends
    return world


def befalls(seat: int, when: When, what: What = GONE) -> Mishap:
    return Mishap(Seat(seat), when, what)


def living_for(world: World, seat: int) -> tuple[int, ...]:
    """Who is in the game at its end, as *seat* has it."""
    return world.machines[seat].standing.living


def is_put_out(world: World, seat: int) -> bool:
    snapshot = world.machines[seat].snapshot
    assert snapshot is not None  # it has begun
    return snapshot.is_put_out


@pytest.mark.parametrize("after", [0.0, 0.06], ids=["unheard", "half heard"])
@pytest.mark.parametrize("phase", WITH_KEYS, ids=lambda phase: phase.value)
def test_two_go_on_when_the_third_goes_in(phase: Phase, after: float) -> None:
    world = played(befalls(2, AtPhase(phase, after=after)))

    assert living_for(world, 0) == living_for(world, 1)
    assert living_for(world, 0) in ((0, 1), (0, 1, 2))


@pytest.mark.parametrize("phase", [Phase.CHARTER, Phase.COMMIT, Phase.REVEAL])
def test_nobody_can_be_left_behind_before_there_are_keys(phase: Phase) -> None:
    played(befalls(2, AtPhase(phase)), ends="waits, before there are keys")


def test_one_against_one_waits() -> None:
    played(befalls(1, AtTime(6.0)), players=2, ends="waits, one against one")


@pytest.mark.parametrize(
    ("phase", "leavers"), [*zip(WITH_KEYS, combinations(range(5), 2), strict=False)]
)
def test_two_of_five_go_at_once(phase: Phase, leavers: tuple[int, int]) -> None:
    """gone-15: what the first to come there has said may be heard by some."""
    first, second = leavers
    gone = (befalls(first, AtPhase(phase)), befalls(second, AtPhase(phase, after=0.04)))

    world = played(*gone, players=5)

    staying = [seat for seat in range(5) if seat not in leavers]
    assert {living_for(world, seat) for seat in staying} <= {tuple(staying), tuple(range(5))}
    assert len({living_for(world, seat) for seat in staying}) == 1


def test_whoever_is_left_alone_has_won() -> None:
    """gone-15"""
    world = played(befalls(1, AtTime(6.0), Resigns()), befalls(2, AtTime(6.5), Resigns()))

    stage = world.machines[0].standing.stage
    assert isinstance(stage, Playing)
    assert stage.position.outcome == Outcome(Ending.DEPARTED, (Seat(0),))


def test_two_of_five_go_one_after_the_other() -> None:
    world = played(befalls(1, AtTime(6.0)), befalls(3, AtTime(40.0)), players=5)

    assert living_for(world, 0) == (0, 2, 4)


@pytest.mark.parametrize("phase", OF_A_REBUILD, ids=lambda phase: phase.value)
def test_another_goes_during_a_rebuild_in(phase: Phase) -> None:
    """gone-15"""
    second = befalls(3, AtPhase(phase, after=0.04, in_rebuild=True))
    world = played(befalls(1, AtTime(6.0)), second, players=5)

    assert living_for(world, 0) == (0, 2, 4)


@pytest.mark.parametrize("seat", range(3))
def test_a_seat_goes_in_the_draw_after_a_swap(seat: int) -> None:
    drawing = AtPhase(Phase.DRAW, nth=3)
    world = played(befalls(seat, drawing), manners=SWAPPING)

    (one, other) = (place for place in range(3) if place != seat)
    assert living_for(world, one) == living_for(world, other) == (one, other)


def test_what_a_removed_seat_says_late_is_void() -> None:
    alone = Parts(((Seat(0), Seat(1)), (Seat(2),)), seconds=40.0)
    plan = Plan(
        seed=4, players=3, manners=BRISK, calm=60.0, mishaps=(befalls(2, AtTime(7.0), alone),)
    )

    ending, world = play(plan)

    assert ending == "over"
    assert is_put_out(world, 2)
    assert living_for(world, 0) == (0, 1)


def test_a_removed_seat_that_comes_back_finds_itself_put_out() -> None:
    world = played(befalls(2, AtTime(6.0), Stops(away=40.0)))

    assert is_put_out(world, 2)
    assert living_for(world, 0) == (0, 1)


def test_a_seat_that_is_back_soon_plays_on() -> None:
    world = played(befalls(2, AtTime(6.0), Stops(away=2.0)))

    assert living_for(world, 0) == (0, 1, 2)


def test_who_has_asked_in_vain_and_stops_plays_on_when_it_is_back() -> None:
    sleeps = befalls(1, AtTime(5.0), Sleeps(12.0))
    asks = befalls(0, AtTime(8.0), AsksOut((Seat(1),)))
    world = played(sleeps, asks, befalls(0, AtTime(22.0), Stops(away=2.0)))

    assert any("2:declines #0 out [1]" in line for line in world.trace)
    assert living_for(world, 0) == (0, 1, 2)


@pytest.mark.parametrize("seed", range(4))
def test_a_seat_with_an_old_copy_of_its_folder_says_nothing_twice(seed: int) -> None:
    world = played(befalls(2, AtTime(10.0), Stops(away=1.0, restored=4.0)), seed=seed)

    assert living_for(world, 0) == (0, 1, 2)


@pytest.mark.parametrize("seconds", [2.0, 4.0, 8.0])
def test_all_are_killed_at_once_and_play_on(seconds: float) -> None:
    stops = (befalls(seat, AtTime(seconds), Stops(away=2.0)) for seat in range(4))
    world = played(*stops, players=4)

    assert living_for(world, 0) == (0, 1, 2, 3)


def test_who_resigns_is_put_out_without_being_asked_for() -> None:
    world = played(befalls(1, AtTime(6.0), Resigns()))

    assert living_for(world, 0) == (0, 2)


def test_a_cheater_is_put_out_and_named() -> None:
    world = played(cheat=Cheat(Seat(1), 14, Story.BAD), players=4)

    assert living_for(world, 0) == (0, 2, 3)
    assert {fault.seat for fault in world.machines[0].running._referee.exhibits.faults} == {1}


def test_whose_disk_has_another_story_than_it_has_told_does_not_ask_the_others_to_go_back() -> None:
    """It has told two stories itself, and they have gone on from the one that it has not."""
    comes_back = befalls(1, AtPhase(Phase.PLEDGE, after=0.3), Stops(away=0.5))
    world = played(comes_back, cheat=Cheat(Seat(1), 6, Story.BAD))

    assert living_for(world, 0) == living_for(world, 2) == (0, 2)
    assert any("1 says 1:claim@9" in line for line in world.trace)


@pytest.mark.parametrize("lie", [22, 24, 28, 30])
def test_who_comes_back_waits_for_no_answer_to_what_it_asked_before(lie: int) -> None:
    """It asked to go on without a teller of two stories, and does not know who has declined."""
    comes_back = befalls(0, AtPhase(Phase.SEAL, after=0.05), Stops(away=0.5))
    cheat = Cheat(Seat(3), lie, Story.BAD_BESIDE)

    world = played(comes_back, cheat=cheat, players=4, seed=2)

    assert living_for(world, 0) == living_for(world, 1) == (0, 1, 2)


@pytest.mark.parametrize("liar", [2, 3])
def test_who_has_ended_still_declines_to_go_on_without_the_teller_of_two_keys(liar: int) -> None:
    """Those who have agreed to that count on it, and could not end otherwise."""
    last = 61  # of all that the seat says
    world = played(cheat=Cheat(Seat(liar), last, Story.BAD_BESIDE), players=4)

    honest = [one for one in world.machines if one.is_honest]
    assert {one.standing.phase for one in honest} == {Phase.OVER}
    assert len({one.folder.record for one in honest}) == 1
    assert any(f"{liar}:keys" in line for line in world.trace)


@pytest.mark.parametrize("seed", [1, 3])
def test_a_player_who_answers_at_random_holds_nobody_up(seed: int) -> None:
    """gone-16, gone-17: and is told apart from those who are as they should be."""
    played(cheat=Cheat(Seat(1), 0, Story.HECKLES), players=3, seed=seed)


def test_who_is_gone_is_put_out_together_with_a_cheater_who_does_not_answer() -> None:
    claims = Cheat(Seat(2), 7, Story.BAD)
    world = played(befalls(0, AtPhase(Phase.CLAIM)), players=4, cheat=claims)

    assert living_for(world, 1) == living_for(world, 3) == (1, 3)


def test_a_sleeper_is_passed_over_where_turns_have_a_time() -> None:
    sleeps = befalls(1, AtTime(5.0), Sleeps(60.0))
    world = played(sleeps, options=Options(turn_seconds=5))

    assert living_for(world, 0) == (0, 1, 2)
    assert any("over [1]" in line for line in world.trace)


@pytest.mark.parametrize("seed", range(6))
def test_of_a_table_in_pieces_one_piece_at_most_plays_on(seed: int) -> None:
    """gone-11"""
    halves = Parts(((Seat(0), Seat(3)), (Seat(1), Seat(2))), seconds=60.0)
    plan = Plan(
        seed=seed, players=4, manners=BRISK, calm=80.0, mishaps=(befalls(0, AtTime(7.0), halves),)
    )

    ending, world = play(plan)

    assert ending.startswith("over")
    assert living_for(world, 0) == living_for(world, 3) == (0, 3)
